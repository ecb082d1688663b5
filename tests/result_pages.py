"""Result pages of many makes, written by hand after real software: records in, HTML out.

A layout (``made_pages/books``) shows the records of one answer; ``page`` puts it among what stands
beside results on real pages, much of which changes with the query too.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from leadline.page.dom import Document, parse_html
from made_pages.templates import environment, names

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


_ENVIRONMENT = environment("books")
_ENVIRONMENT.globals.update(link=link, NOUNS=NOUNS)


def _layout(name: str) -> Layout:
    template = _ENVIRONMENT.get_template(f"{name}.html")
    return lambda found: template.render(found=found)


LAYOUTS = {name: _layout(name) for name in names("books")}
striped_table = LAYOUTS["striped_table"]


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
