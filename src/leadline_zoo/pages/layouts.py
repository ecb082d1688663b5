r"""Layouts of results: a function for each, after kinds of real software; all text is escaped.

>>> record = ShownRecord({"title": "Iron & Steel", "year": "1901"}, "/item/1", "title", "", 1)
>>> show(Listing((record,), ("title", "year"), "en"), "definitions")[:44]
'<div class="list">\n<div class="rec"><div><sp'
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final

from leadline_zoo.pages.phrases import label, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.data.tables import Row

TODAY: Final = date(2023, 12, 31)
"""Day from which relative dates count, so that pages are equal at every run."""


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record on a page; ``href`` is '' without a detail link, ``rank`` counts from 1."""

    row: Row
    href: str
    title: str
    text: str
    rank: int
    score: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """Records of a page and their display options."""

    records: tuple[ShownRecord, ...]
    columns: tuple[str, ...]
    language: str
    words: tuple[str, ...] = ()
    highlight: str = ""
    rank: bool = False
    score: bool = False
    relative: bool = False
    date: str = ""
    token: str = ""

    def value(self, shown: ShownRecord, column: str) -> str:
        """Return a cell as HTML with highlighted words and relative dates."""
        text = shown.row.get(column, "")
        if self.relative and column == self.date and text:
            days = (TODAY - date.fromisoformat(text)).days
            return say(self.language, "days_ago", n=days)
        return mark(text, self.words, self.highlight)

    def linked(self, shown: ShownRecord, inside: str = "") -> str:
        """Return the title, as a link to the record if there is one."""
        text = inside or self.value(shown, shown.title)
        return f'<a href="{escape(shown.href)}">{text}</a>' if shown.href else text

    def others(self, shown: ShownRecord) -> list[tuple[str, str]]:
        """Return the nonempty columns beside title and text, each with its cell."""
        skip = (shown.title, shown.text)
        return [
            (c, self.value(shown, c)) for c in self.columns if c not in skip and shown.row.get(c)
        ]

    def named(self, column: str) -> str:
        """Return the label of a column."""
        return escape(label(self.language, column))

    def before(self, shown: ShownRecord) -> str:
        """Return the rank if it is displayed."""
        return f"{shown.rank}. " if self.rank else ""

    def after(self, shown: ShownRecord) -> str:
        """Return the score if it is displayed."""
        return f" ({say(self.language, 'score')}: {shown.score}%)" if self.score else ""


def mark(text: str, words: tuple[str, ...], tag: str) -> str:
    """Return text as HTML with the query words in highlighting elements.

    >>> mark("Iron & bridge", ("bridge",), "b")
    'Iron &amp; <b>bridge</b>'
    """
    if not tag or not words:
        return escape(text)
    parts = _marked_words(words).split(text)
    opening = '<span class="hl">' if tag == "span" else f"<{tag}>"
    return "".join(
        f"{opening}{escape(part)}</{tag}>" if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )


@lru_cache(maxsize=256)
def _marked_words(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("(" + "|".join(map(re.escape, longest_first)) + ")", re.IGNORECASE)


def table(page: Listing) -> str:
    """Table with a header row; titles link."""
    head = "".join(f"<th>{page.named(c)}</th>" for c in page.columns)
    rows = []
    for number, shown in enumerate(page.records):
        cells = [
            page.linked(shown) if column == shown.title else page.value(shown, column)
            for column in page.columns
        ]
        first = f"<td>{shown.rank}</td>" if page.rank else ""
        odd = "even" if number % 2 else "odd"
        rows.append(
            f'<tr class="{odd}">{first}' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
        )
    head = ("<th>#</th>" if page.rank else "") + head
    body = "\n".join(rows)
    start = f'<table class="results">\n<thead><tr>{head}</tr></thead>\n<tbody>\n'
    return f"{start}{body}\n</tbody></table>"


def brief(page: Listing) -> str:
    """Brief list of a library catalogue: table without header, a checkbox in each row."""
    rows = []
    for shown in page.records:
        rest = "<br>\n".join(cell for _, cell in page.others(shown))
        text = f"<br><i>{page.value(shown, shown.text)}</i>" if shown.text else ""
        box = f'<input type="checkbox" name="mark" value="{escape(shown.row["id"])}">'
        rows.append(
            f'<tr valign="top"><td align="right">{shown.rank}.</td><td>{box}</td>\n'
            f"<td><b>{page.linked(shown)}</b>{text}<br>\n{rest}{page.after(shown)}</td></tr>"
        )
    return '<table width="100%" border="0" cellpadding="3">\n' + "\n".join(rows) + "\n</table>"


def dl(page: Listing) -> str:
    """Index software: dt, then several dd, no element around a record."""
    lines = ["<dl>"]
    for shown in page.records:
        lines.append(
            f"<dt>{page.before(shown)}<strong>{page.linked(shown)}</strong>{page.after(shown)}</dt>"
        )
        if shown.text:
            lines.append(f"<dd>{page.value(shown, shown.text)}</dd>")
        cells = [f"<b>{page.named(c)}</b>: {cell}" for c, cell in page.others(shown)]
        lines.append(f"<dd>{' &nbsp; '.join(cells)}</dd>")
        if shown.href:
            lines.append(
                f'<dd><a href="{escape(shown.href)}">{escape(shown.href)}</a><br><br></dd>'
            )
    return "\n".join([*lines, "</dl>"])


def items(page: Listing) -> str:
    """List items, as in wikis and news pages."""
    lines = ['<ul class="search-results">']
    for shown in page.records:
        text = f'<div class="excerpt">{page.value(shown, shown.text)}</div>' if shown.text else ""
        meta = " - ".join(cell for _, cell in page.others(shown))
        title = f"{page.before(shown)}{page.linked(shown)}{page.after(shown)}"
        lines.append(
            f'<li><div class="heading">{title}</div>{text}<div class="meta">{meta}</div></li>'
        )
    return "\n".join([*lines, "</ul>"])


def ordered(page: Listing) -> str:
    """Ordered list with headings and labelled values, as in discovery catalogues."""
    start = page.records[0].rank if page.records else 1
    lines = [f'<ol class="documents" start="{start}">']
    for shown in page.records:
        facts = "".join(
            f'<dt class="k">{page.named(c)}:</dt><dd class="v">{cell}</dd>'
            for c, cell in page.others(shown)
        )
        text = f"<p>{page.value(shown, shown.text)}</p>" if shown.text else ""
        lines.append(
            f'<li class="document"><h3 class="index_title">{page.linked(shown)}</h3>{text}'
            f'<dl class="meta">{facts}</dl></li>'
        )
    return "\n".join([*lines, "</ol>"])


def cards(page: Listing) -> str:
    """Shop: each card has its own POST form with a token."""
    lines = ['<div class="products">']
    basket = say(page.language, "basket")
    for shown in page.records:
        facts = "".join(f'<p class="{c}">{cell}</p>' for c, cell in page.others(shown))
        text = f'<p class="blurb">{page.value(shown, shown.text)}</p>' if shown.text else ""
        picture = f'<img src="/img/{shown.row["id"]}.jpg" alt="">'
        lines.append(
            f'<div class="product card"><div class="image">{page.linked(shown, picture)}</div>'
            f"<h3>{page.linked(shown)}</h3>{facts}{text}"
            f'<form action="/basket/add/{shown.row["id"]}/" method="post">'
            f'<input type="hidden" name="csrf" value="{page.token}">'
            f'<input type="hidden" name="quantity" value="1"><button>{basket}</button></form></div>'
        )
    return "\n".join([*lines, "</div>"])


def grid(page: Listing) -> str:
    """Articles in rows of three."""
    lines = ['<section class="grid">']
    for start in range(0, len(page.records), 3):
        lines.append('<div class="row">')
        for shown in page.records[start : start + 3]:
            facts = "".join(f"<span>{cell}</span> " for _, cell in page.others(shown))
            text = f"<p>{page.value(shown, shown.text)}</p>" if shown.text else ""
            lines.append(
                f"<article><h2>{page.linked(shown)}</h2>{text}<footer>{facts}</footer></article>"
            )
        lines.append("</div>")
    return "\n".join([*lines, "</section>"])


def woven(page: Listing) -> str:
    """A shop window of old, four across: a row of pictures, one of titles, one for each column."""
    lines = ['<table class="window">']
    for start in range(0, len(page.records), 4):
        group = page.records[start : start + 4]
        pictures = (f'<img src="/img/{shown.row["id"]}.jpg" alt="">' for shown in group)
        rows = [
            [page.linked(shown, img) for shown, img in zip(group, pictures, strict=True)],
            [page.linked(shown) for shown in group],
            *(
                [page.value(shown, c) for shown in group]
                for c in page.columns
                if c != group[0].title
            ),
        ]
        lines += [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def runs(page: Listing) -> str:
    """One paragraph with br between records and no element around a record."""
    lines = []
    for shown in page.records:
        rest = ", ".join(cell for _, cell in page.others(shown))
        text = f"<br>\n<font size=-1>{page.value(shown, shown.text)}</font>" if shown.text else ""
        lines.append(
            f"{page.before(shown)}{page.linked(shown)}{page.after(shown)} - {rest}{text}<br><br>"
        )
    return "<p>" + "\n".join(lines) + "</p>"


def preformatted(page: Listing) -> str:
    """Preformatted list of telnet times."""
    lines = []
    for shown in page.records:
        rest = "  ".join(cell.ljust(18) for _, cell in page.others(shown))
        lines.append(f"{shown.rank:>5}  {page.linked(shown)}\n       {rest}".rstrip() + "\n")
    return '<pre class="hits">\n' + "\n".join(lines) + "</pre>"


def siblings(page: Listing) -> str:
    """Two siblings for each record: heading, then a block."""
    lines = ['<div id="content-results">']
    for shown in page.records:
        facts = "".join(f"<div>{page.named(c)}: {cell}</div>" for c, cell in page.others(shown))
        text = f"<p>{page.value(shown, shown.text)}</p>" if shown.text else ""
        lines.append(
            f"<h4>{page.before(shown)}{page.linked(shown)}</h4>\n<div class='d'>{text}{facts}</div>"
        )
    return "\n".join([*lines, "</div>"])


def dated(page: Listing) -> str:
    """Heading for each month with a table under it."""
    lines = ['<div class="changes">']

    def month(shown: ShownRecord) -> str:
        return shown.row.get(page.date, "")[:7]

    for day, group in groupby(page.records, key=month):
        lines.append(f'<h3 class="day">{escape(day) or "-"}</h3><table class="day">')
        for shown in group:
            cells = "".join(f"<td>{cell}</td>" for _, cell in page.others(shown))
            text = f"<td>{page.value(shown, shown.text)}</td>" if shown.text else ""
            lines.append(f'<tr><td class="t">{page.linked(shown)}</td>{text}{cells}</tr>')
        lines.append("</table>")
    return "\n".join([*lines, "</div>"])


def definitions(page: Listing) -> str:
    """Cards of labelled values, one on each line."""
    lines = ['<div class="list">']
    more = say(page.language, "details")
    for shown in page.records:
        columns = [c for c in page.columns if shown.row.get(c)]
        facts = "".join(
            f'<div><span class="label">{page.named(c)}:</span> {page.value(shown, c)}</div>'
            for c in columns
        )
        link = f"<div>{page.linked(shown, more)}</div>" if shown.href else ""
        lines.append(f'<div class="rec">{facts}{link}</div>')
    return "\n".join([*lines, "</div>"])


def rules(page: Listing) -> str:
    """Legacy CGI: font tags, records between horizontal rules, labels in bold."""
    lines = []
    for shown in page.records:
        facts = "".join(f"<b>{page.named(c)}</b> {cell}<br>\n" for c, cell in page.others(shown))
        text = f"<blockquote>{page.value(shown, shown.text)}</blockquote>\n" if shown.text else ""
        title = f"<font size=+1>{page.before(shown)}{page.linked(shown)}</font><br>\n"
        lines.append(f"{title}{text}{facts}<hr>\n")
    return "<hr>\n" + "".join(lines)


def opinions(page: Listing) -> str:
    """Articles with heading, facts and a longer excerpt in nested blocks."""
    lines = ['<div id="search-results">']
    for shown in page.records:
        facts = "".join(
            f'<span class="meta-data-header">{page.named(c)}:</span>'
            f'<span class="meta-data-value">{cell}</span> '
            for c, cell in page.others(shown)
        )
        snippet = f'<p class="snippet">&hellip;{page.value(shown, shown.text)}&hellip;</p>'
        text = f'<div class="col-md-offset-half">{snippet}</div>' if shown.text else ""
        lines.append(
            f'<article><h3 class="bottom serif">{page.linked(shown)}</h3><div class="bottom">'
            f'<div class="inline-block">{facts}</div></div>{text}</article>'
        )
    return "\n".join([*lines, "</div>"])


def linked(page: Listing) -> str:
    """JSON-LD that a script of the page would display; without it nothing is visible."""
    items = [
        {
            "@type": "ListItem",
            "position": number,
            "item": {"name": shown.row[shown.title], "url": shown.href}
            | {page.named(c): shown.row.get(c, "") for c in page.columns if c != shown.title},
        }
        for number, shown in enumerate(page.records, 1)
    ]
    data = json.dumps({"@type": "ItemList", "itemListElement": items}).replace("<", "\\u003c")
    return f'<div id="app"></div><script type="application/ld+json">{data}</script>'


LAYOUTS: Final[dict[str, Callable[[Listing], str]]] = {
    "table": table,
    "brief": brief,
    "dl": dl,
    "items": items,
    "ordered": ordered,
    "cards": cards,
    "grid": grid,
    "runs": runs,
    "preformatted": preformatted,
    "siblings": siblings,
    "dated": dated,
    "definitions": definitions,
    "rules": rules,
    "opinions": opinions,
    "linked": linked,
    "woven": woven,
}


def show(page: Listing, layout: str) -> str:
    """Render a page of results in a layout."""
    return LAYOUTS[layout](page)
