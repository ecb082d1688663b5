"""Result pages of many makes, written by hand after real software: records in, HTML out.

A layout shows the records of one answer; ``page`` puts it among what stands beside results on
real pages, much of which changes with the query too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from leadline.page.dom import parse_html

if TYPE_CHECKING:
    from leadline.page.dom import Document

URL = "http://lib.test/search"


@dataclass(frozen=True)
class Book:
    """One record."""

    id: int
    title: str
    author: str
    year: int
    about: str


WORDS = """
whale harbour lantern meadow compass orchard granite sparrow kettle violin canyon ribbon
anchor bishop copper desert engine forest glacier hammer island jungle kitchen ladder
marble needle oyster pepper quarry river saddle temple umbrella valley willow zephyr
"""
NOUNS = WORDS.split()
SURNAMES = "Adams Brook Castle Drummond Ellis Fenn Garvey Holt Irving Jarvis Keane Lowell"
NAMES = SURNAMES.split()


def books(word: str, count: int, start: int = 0) -> list[Book]:
    """Books that hold the word; other words and numbers follow from the id alone."""
    found = []
    for number in range(start, start + count):
        seed = hashlib.blake2b(f"{word}{number}".encode(), digest_size=8).digest()
        one, two, three = (NOUNS[b % len(NOUNS)] for b in seed[:3])
        author = f"{NAMES[seed[3] % len(NAMES)]}, {NAMES[seed[4] % len(NAMES)][:1]}."
        title = f"The {word} and the {one} of {two} {number}"
        about = f"A study of {three} and {one}, with notes on the {word} in {1700 + seed[5]}."
        found.append(
            Book(
                1000 + seed[6] * 256 + seed[7] + number, title, author, 1800 + seed[5] % 200, about
            )
        )
    return found


Layout = Callable[[Sequence[Book]], str]


def link(book: Book, text: str = "") -> str:
    return f'<a href="/book/{book.id}">{text or escape(book.title)}</a>'


def striped_table(found: Sequence[Book]) -> str:
    rows = "".join(
        f'<tr class="{"odd" if n % 2 else "even"}" id="row{b.id}"><td>{n + 1}</td>'
        f"<td>{link(b)}</td><td>{b.author}</td><td>{b.year}</td></tr>"
        for n, b in enumerate(found)
    )
    head = "<tr><th>#</th><th>Title</th><th>Author</th><th>Year</th></tr>"
    return f'<table class="list"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def header_row_of_cells(found: Sequence[Book]) -> str:
    head = "<tr bgcolor=navy><td><b>Title</b></td><td><b>Author</b></td><td><b>Year</b></td></tr>"
    rows = "".join(
        f"<tr><td>{link(b)}</td><td>{b.author}</td><td>{b.year}</td></tr>" for b in found
    )
    return f"<table border=1>{head}{rows}</table>"


def repeated_headers(found: Sequence[Book]) -> str:
    head = "<tr><th>Title</th><th>Author</th><th>Year</th></tr>"
    rows = "".join(
        (head if n % 5 == 0 else "")
        + f"<tr><td>{link(b)}</td><td>{b.author}</td><td>{b.year}</td></tr>"
        for n, b in enumerate(found)
    )
    return f"<table>{rows}</table>"


def state_classes(found: Sequence[Book]) -> str:
    states = ("new", "available", "onloan", "lost", "available")
    return '<ul class="hits">' + "".join(
        f'<li class="{states[b.id % 5]}"><h3>{link(b)}</h3><p class="by">{b.author}, {b.year}</p>'
        f"<p>{b.about}</p></li>"
        for b in found
    ) + "</ul>"  # fmt: skip


def post_ids(found: Sequence[Book]) -> str:
    return '<div id="main">' + "".join(
        f'<article id="post-{b.id}" class="post-{b.id} post type-book"><h2>{link(b)}</h2>'
        f'<div class="entry">{b.about}</div><span class="by">{b.author}</span></article>'
        for b in found
    ) + "</div>"  # fmt: skip


def own_classes(found: Sequence[Book]) -> str:
    return '<ul class="hits">' + "".join(
        f'<li class="{b.title.split()[4]}-{b.title.split()[6]}"><h3>{link(b)}</h3>'
        f"<p>{b.author}, {b.year}</p><p>{b.about}</p></li>"
        for b in found
    ) + "</ul>"  # fmt: skip


def tbody_each(found: Sequence[Book]) -> str:
    return '<table class="results">' + "".join(
        f"<tbody><tr><td rowspan=2>{n + 1}.</td><td>{link(b)}</td></tr>"
        f"<tr><td>{b.author} ({b.year}): {b.about}</td></tr></tbody>"
        for n, b in enumerate(found)
    ) + "</table>"  # fmt: skip


def table_each(found: Sequence[Book]) -> str:
    return '<div id="res">' + "".join(
        f'<table class="rec"><tr><td colspan=2>{link(b)}</td></tr><tr><td>Author:</td>'
        f"<td>{b.author}</td></tr><tr><td>Year:</td><td>{b.year}</td></tr></table>"
        for b in found
    ) + "</div>"  # fmt: skip


def three_rows(found: Sequence[Book]) -> str:
    return "<table width='100%'>" + "".join(
        f"<tr><td class=t>{n + 1}. {link(b)}</td></tr><tr><td class=m>{b.author} - {b.year}"
        f"</td></tr><tr><td class=s>{b.about}</td></tr><tr><td><hr></td></tr>"
        for n, b in enumerate(found)
    ) + "</table>"  # fmt: skip


def date_groups(found: Sequence[Book]) -> str:
    parts, last = [], 0
    for n, b in enumerate(found):
        if n // 4 != last or not n:
            last = n // 4
            parts.append(f'<h2 class="day">{last + 1} May 2019</h2>')
        parts.append(
            f'<div class="entry"><h3>{link(b)}</h3><p>{b.author}</p><p>{b.about}</p></div>'
        )
    return f'<div class="stream">{"".join(parts)}</div>'


def nested_groups(found: Sequence[Book]) -> str:
    parts = []
    for start in range(0, len(found), 4):
        rows = "".join(
            f"<tr><td>{link(b)}</td><td>{b.author}</td><td>{b.about}</td></tr>"
            for b in found[start : start + 4]
        )
        parts.append(f"<h3>{start + 1} May 2019</h3><table class=day>{rows}</table>")
    return f'<div class="changes">{"".join(parts)}</div>'


def grid_rows(found: Sequence[Book]) -> str:
    parts = []
    for start in range(0, len(found), 3):
        cells = "".join(
            f'<div class="col-4"><div class="card"><img src="/c/{b.id}.jpg"><h5>{link(b)}</h5>'
            f'<p class="price">{b.year % 90}.99</p><p>{b.author}</p></div></div>'
            for b in found[start : start + 3]
        )
        parts.append(f'<div class="row">{cells}</div>')
    return f'<div class="shelf">{"".join(parts)}</div>'


def grid_table(found: Sequence[Book]) -> str:
    parts = []
    for start in range(0, len(found), 3):
        cells = "".join(
            f'<td valign="top" width="33%"><img src="/c/{b.id}.jpg"><br>{link(b)}<br>{b.author}'
            f"<br><b>{b.year % 90}.99</b></td>"
            for b in found[start : start + 3]
        )
        parts.append(f"<tr>{cells}</tr>")
    return f'<table class="shelf">{"".join(parts)}</table>'


def cards_with_tables(found: Sequence[Book]) -> str:
    return '<section class="cards">' + "".join(
        f'<div class="card"><h4>{link(b)}</h4><table><tr><th>Author</th><td>{b.author}</td></tr>'
        f"<tr><th>Year</th><td>{b.year}</td></tr><tr><th>About</th><td>{b.about}</td></tr></table>"
        "</div>"
        for b in found
    ) + "</section>"  # fmt: skip


def with_inner_lists(found: Sequence[Book]) -> str:
    return '<div id="results">' + "".join(
        f'<div class="result"><a class="t" href="/book/{b.id}">{b.title}</a><ul class="ch">'
        + "".join(
            f"<li>Chapter {c}: {b.author} on {NOUNS[(b.id + c) % 30]}</li>"
            for c in range(1, 2 + b.id % 6)
        )
        + f"</ul><p>{b.about}</p></div>"
        for b in found
    ) + "</div>"  # fmt: skip


def definition_list(found: Sequence[Book]) -> str:
    return "<dl>" + "".join(
        f"<dt>{n + 1}. <b>{link(b)}</b></dt><dd>{b.author}, {b.year}</dd>"
        + (f"<dd>{b.about}</dd>" if b.id % 3 else "")
        for n, b in enumerate(found)
    ) + "</dl>"  # fmt: skip


def heading_and_paragraph(found: Sequence[Book]) -> str:
    return '<div class="inner">' + "".join(
        f'<h3 class="title">{link(b)}</h3><p class="meta">{b.author} | {b.year}</p>'
        f'<p class="teaser">{b.about}</p>'
        for b in found
    ) + "</div>"  # fmt: skip


def bare_divs(found: Sequence[Book]) -> str:
    return "<div>" + "".join(
        f"<div><div>{link(b)}</div><div>{b.author} {b.year}</div><div>{b.about}</div></div>"
        for b in found
    ) + "</div>"  # fmt: skip


def whole_link(found: Sequence[Book]) -> str:
    return '<div class="tiles">' + "".join(
        f'<a class="tile" href="/book/{b.id}"><strong>{b.title}</strong><em>{b.author}</em>'
        f"<span>{b.about}</span></a>"
        for b in found
    ) + "</div>"  # fmt: skip


def between_rules(found: Sequence[Book]) -> str:
    return "<hr>" + "".join(
        f"<font size=+1>{link(b)}</font><br>{b.author}, {b.year}<br><i>{b.about}</i><hr>"
        for b in found
    )


def runs(found: Sequence[Book]) -> str:
    return "<p>" + "".join(
        f"{n + 1}. {link(b)} - {b.author}, {b.year}<br>{b.about}<br><br>"
        for n, b in enumerate(found)
    ) + "</p>"  # fmt: skip


def custom_elements(found: Sequence[Book]) -> str:
    return "<result-list>" + "".join(
        f"<result-item><h3>{link(b)}</h3><x-meta>{b.author} {b.year}</x-meta><p>{b.about}</p>"
        "</result-item>"
        for b in found
    ) + "</result-list>"  # fmt: skip


LAYOUTS: dict[str, Layout] = {
    layout.__name__: layout
    for layout in (
        striped_table, header_row_of_cells, repeated_headers, state_classes, post_ids, own_classes,
        tbody_each, table_each, three_rows, date_groups, nested_groups, grid_rows, grid_table,
        cards_with_tables, with_inner_lists, definition_list, heading_and_paragraph, bare_divs,
        whole_link, between_rules, runs, custom_elements,
    )
}  # fmt: skip


# --- what stands beside ---


def menu(query: str, found: Sequence[Book]) -> str:
    entries = "".join(f'<li><a href="/s/{n}">{n.title()} collection</a></li>' for n in NOUNS)
    return f"<nav><ul>{entries}</ul></nav>"


def facets(query: str, found: Sequence[Book]) -> str:
    authors: dict[str, int] = {}
    for b in found:
        authors[b.author] = authors.get(b.author, 0) + 1
    entries = "".join(
        f'<li><a href="?q={query}&amp;author={a}">{a}</a> <span>({n})</span></li>'
        for a, n in authors.items()
    )
    years = "".join(
        f'<li><a href="?q={query}&amp;year={b.year}">{b.year}</a> <span>(1)</span></li>'
        for b in found
    )
    lists = f"<h4>Author</h4><ul>{entries}</ul><h4>Year</h4><ul>{years}</ul>" if found else ""
    return f'<aside class="facets">{lists}</aside>'


def adverts(query: str, found: Sequence[Book]) -> str:
    seed = sum(map(ord, query)) if query else 1
    return '<div class="ads">' + "".join(
        f'<div class="ad"><a href="/ad?c={seed + n}">Buy {query} {NOUNS[(seed + n) % 30]} now</a>'
        f"<p>Best {NOUNS[(seed * n) % 30]} prices in town, order {NOUNS[(seed + 3 * n) % 30]}s"
        " online today</p></div>"
        for n in range(4)
    ) + "</div>"  # fmt: skip


def related(query: str, found: Sequence[Book]) -> str:
    seed = sum(map(ord, query)) if query else 1
    return '<div class="related"><h4>Related searches</h4>' + "".join(
        f'<a href="?q={query}+{NOUNS[(seed + n) % 30]}">{query} {NOUNS[(seed + n) % 30]}</a> '
        for n in range(8)
    ) + "</div>"  # fmt: skip


def pager(query: str, found: Sequence[Book]) -> str:
    if len(found) < 10:
        return ""
    return '<div class="pages">' + "".join(
        f'<a href="?q={query}&amp;page={n}">{n}</a> ' for n in range(2, 12)
    ) + f'<a href="?q={query}&amp;page=2">Next</a></div>'  # fmt: skip


def recent(query: str, found: Sequence[Book]) -> str:
    """New acquisitions: the same everywhere, of the same make as records."""
    return '<div class="recent"><h4>New books</h4>' + "".join(
        f"<div><a href='/book/{b.id}'>{b.title}</a><div>{b.author}</div></div>"
        for b in books("novel", 6)
    ) + "</div>"  # fmt: skip


BESIDE = (menu, facets, adverts, related, pager, recent)


def nothing(query: str) -> str:
    return f"<p>Nothing found for <b>{query}</b>.</p>"


def long_help(query: str) -> str:
    tips = "".join(
        f"<li><b>Tip {n}.</b> Use the {NOUNS[n]} of the {NOUNS[n + 1]} and mind the {NOUNS[n + 2]}."
        f" See also the chapter on {NOUNS[n + 3]}.</li>"
        for n in range(20)
    )
    return f"<p>No books match {query}.</p><h3>Help</h3><ol class='help'>{tips}</ol>"


def others_instead(query: str) -> str:
    """Popular books in the place and make of results."""
    return f"<p>No match for {query}. Did you mean...</p>" + striped_table(books("popular", 10))


def page(
    query: str,
    found: Sequence[Book],
    layout: Layout,
    *,
    beside: Sequence[Callable[[str, Sequence[Book]], str]] = BESIDE,
    empty: Callable[[str], str] = nothing,
) -> Document:
    """A whole result page."""
    sides = {one.__name__: one(query, found) for one in beside}
    heading = f"<h1>Results for {query}</h1><p>{len(found)} books match {query}.</p>"
    main = heading + layout(found) if found else empty(query)
    html = f"""<!doctype html><html><head><title>{query} - Town library</title></head><body>
<div id="top"><h2>Town library</h2>{sides.get("menu", "")}
<form action="/search"><input name="q" value="{query}"><input type="submit"></form></div>
<div id="wrap"><div id="left">{sides.get("facets", "")}{sides.get("recent", "")}</div>
<div id="content">{sides.get("adverts", "")}{main}{sides.get("pager", "")}{sides.get("related", "")}
</div></div><footer><p>Opening hours: 9 to 5. Write to us.</p></footer></body></html>"""
    return parse_html(html, f"{URL}?q={query}")
