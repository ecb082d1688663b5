"""Test sources whose records have pages of their own that say more than the lists.

One table is shown in several styles of page. Some fields are optional, one is the same for all
records, contributors and copies are lists; a page also shows other records, a file, a picture, and
what every page shows.

>>> with serve_detailed("dl", count=30) as source:
...     sorted(source.details("1008"))[:3], len(STYLES)
(['abstract', 'contributors', 'copies mark'], 10)
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_zoo.data.tables import Row, Table, fill, make_table
from leadline_zoo.pages import frame
from leadline_zoo.replies import SiteReply
from leadline_zoo.site import Site
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline_zoo.pages.asking import SiteRequest
    from leadline_zoo.pages.engine import Hits
    from leadline_zoo.pages.view import View

Details = dict[str, list[str]]
"""Values of the fields of a record page by label."""
LABELS: Final = {
    "isbn": "ISBN",
    "form": "Form",
    "pages": "Extent",
    "series": "In the series",
    "contributors": "Contributors",
    "abstract": "About this book",
}
OPTIONAL: Final = {"pages": 0.6, "series": 0.25}
"""Share of the records that have a field."""
RELATED: Final = 3
UNLISTED_STEP: Final = 12
"""Where a source jumps to pages: one of so many records stands in no list."""
MAX_HITS_TO_JUMP: Final = 3
RECORD_PATH: Final = re.compile(r"/item/([\w.-]+)")
FILE_PATH: Final = re.compile(r"/files/[\w.-]+\.pdf")


def details_of(row: Row) -> Details:
    """Make what the page of a record says beyond its list, from its id and its revision."""
    rng = Random(f"details/{row['id']}{row.get('revision', '')}")
    values: Details = {
        "isbn": [fill("978-{int:1000-9999}-{int:10000-99999}", rng, row)],
        "form": ["Book"],
        "pages": [fill("{int:40-900} pages", rng, row)],
        "series": [fill("Studies in {topic}, volume {int:1-40}", rng, row)],
        "contributors": [
            fill("{given} {family} ({place})", rng, row) for _ in range(rng.randint(1, 4))
        ],
        "abstract": [
            fill(
                "On {topic} and {noun} in {place}: with notes on {topic} since {int:1600-1950}.",
                rng,
                row,
            )
            for _ in range(rng.randint(1, 3))
        ],
        "copies place": [fill("{place}", rng, row) for _ in range(rng.randint(1, 3))],
    }
    values["copies mark"] = [fill("{caps:2} {int:10-99}", rng, row) for _ in values["copies place"]]
    return {name: texts for name, texts in values.items() if rng.random() < OPTIONAL.get(name, 1)}


def _listed(texts: list[str], tag: str = "li") -> str:
    return "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)


def _content(name: str, texts: list[str]) -> str:
    if name == "abstract":
        return _listed(texts, "p")
    if name == "contributors":
        return f"<ul>{_listed(texts)}</ul>"
    return escape(texts[0])


def _pairs(values: Details) -> list[tuple[str, str]]:
    return [
        (LABELS[name], _content(name, texts)) for name, texts in values.items() if name in LABELS
    ]


def _dl(values: Details) -> str:
    return f"<dl>{''.join(f'<dt>{k}:<dd>{v}' for k, v in _pairs(values))}</dl>"


def _table(values: Details) -> str:
    rows = "".join(f"<tr><th>{k}</th><td>{v}</td></tr>" for k, v in _pairs(values))
    return f"<table class=full>{rows}</table>"


def _cells(values: Details) -> str:
    rows = "".join(f"<tr><td>{k}</td><td>{v}</td></tr>" for k, v in _pairs(values))
    return f"<table>{rows}</table>"


def _rows(values: Details) -> str:
    return "".join(
        f"<div class=row><div class=label>{k}</div><div class=value>{v}</div></div>"
        for k, v in _pairs(values)
    )


def _grid(values: Details) -> str:
    """Rows of a grid, whose columns are told apart by a number alone."""
    row = "<div class=row><div class=col-4><strong>{}</strong></div><div class=col-8>{}</div></div>"
    return "".join(row.format(*pair) for pair in _pairs(values))


def _lines(values: Details) -> str:
    """Labels in bold; the abstract has no label of its own."""
    shown = dict(values)
    abstract = "".join(f"<p>{escape(text)}</p>" for text in shown.pop("abstract"))
    lines = [
        f"<b>{LABELS[name]}:</b> {escape('; '.join(texts))}"
        for name, texts in shown.items()
        if name in LABELS
    ]
    return f"<p class=facts>{'<br>'.join(lines)}</p><div class=abstract>{abstract}</div>"


def _spans(values: Details) -> str:
    return (
        "<ul class=meta>"
        + "".join(
            f"<li><span class=k>{LABELS[name]}</span> <span>{escape('; '.join(texts))}</span></li>"
            for name, texts in values.items()
            if name in LABELS
        )
        + "</ul>"
    )


def _sections(values: Details) -> str:
    return "".join(f"<h2>{k}</h2><div>{v}</div>" for k, v in _pairs(values))


def _json_ld(values: Details) -> str:
    data: dict[str, Any] = {"@context": "https://schema.org", "@type": "Book"}
    for name, texts in values.items():
        if name == "contributors":
            data[name] = [{"@type": "Person", "name": text} for text in texts]
        elif name in LABELS:
            data[name] = " ".join(texts)
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def _microdata(values: Details) -> str:
    parts = [
        "".join(f'<span itemprop="{name}">{escape(text)}</span> ' for text in texts)
        for name, texts in values.items()
        if name in LABELS
    ]
    return f"<div itemscope>{''.join(f'<p>{part}</p>' for part in parts)}</div>"


STYLES: Final[dict[str, Callable[[Details], str]]] = {
    "dl": _dl,
    "table": _table,
    "cells": _cells,
    "rows": _rows,
    "grid": _grid,
    "lines": _lines,
    "spans": _spans,
    "sections": _sections,
    "jsonld": _json_ld,
    "microdata": _microdata,
}


class DetailedSite(Site):
    """A site whose record pages have a style.

    One that jumps leads from a query with few hits straight to the page of one that no list shows.
    """

    def __init__(self, spec: SourceSpec, style: str, table: Table) -> None:
        super().__init__(spec, table)
        self.style = style
        self.made = 0

    def _route(self, request: SiteRequest) -> tuple[SiteReply, str]:
        if FILE_PATH.fullmatch(request.path):
            pdf = (("Content-Type", "application/pdf"),)
            return SiteReply(200, b"%PDF-1.4 " + request.path.encode(), pdf), "file"
        match = RECORD_PATH.fullmatch(request.path)
        if match and (row := self.by_id.get(match[1])):
            return self._record(request, row), "record"
        return super()._route(request)

    def _jump(self, query: str, fields: dict[str, str]) -> str:
        hits = self.index.search(query).rows if self.spec.engine.jump and query.strip() else ()
        unlisted = [n for n in hits if n % UNLISTED_STEP == 0 and len(hits) <= MAX_HITS_TO_JUMP]
        return self.href(self.rows[unlisted[0]]) if unlisted else super()._jump(query, fields)

    def find(self, view: View) -> Hits:
        """Return the hits of an answer but those that only their own page shows."""
        hits = super().find(view)
        if not self.spec.engine.jump:
            return hits
        return replace(hits, rows=tuple(n for n in hits.rows if n % UNLISTED_STEP))

    def _record(self, request: SiteRequest, row: Row) -> SiteReply:
        """Make the page of a record."""
        self.made += 1
        values, number = details_of(row), self.rows.index(row)
        copies = "".join(
            f"<tr><td>{escape(place)}</td><td>{escape(mark)}</td></tr>"
            for place, mark in zip(values["copies place"], values["copies mark"], strict=True)
        )
        others = [self.rows[(number + step) % len(self.rows)] for step in range(1, RELATED + 1)]
        cards = "".join(
            f'<div class=card><h3><a href="/item/{other["id"]}">{escape(other["title"])}</a></h3>'
            f"<p>{escape(other['author'])}</p></div>"
            for other in others
        )
        slug = re.sub(r"\W+", "-", row["title"].casefold())
        main = (
            f'<p class=trail><a href="/">Home</a> » {escape(row["subject"])}</p>'
            f'<div class="{slug}"><h1>{escape(row["title"])}</h1>{STYLES[self.style](values)}'
            f"<h2>Copies</h2><table class=copies><tr><th>Place<th>Mark{copies}</table>"
            f'<p class=full>Full text: <a href="/files/{row["id"]}.pdf">PDF</a></p></div>'
            f"<h2>See also</h2>{cards}<p class=foot>All rights reserved</p>"
        )
        return self.pages.html(frame.page(self._blank(request), row["title"], main))


class DetailedSource(ServedSource):
    """A served source with record pages in one style."""

    def __init__(self, style: str, spec: SourceSpec, table: Table, port: int = 0) -> None:
        super().__init__(spec, table, port)
        self.site = DetailedSite(spec, style, table)

    def details(self, record: str) -> Details:
        """Return what the page of a record says beyond its list."""
        return details_of(self.site.by_id[record])


def spec_of(style: str, count: int, *, jump: bool = False) -> tuple[SourceSpec, Table]:
    """Return specification and table of a source with record pages in a style."""
    engine = Engine(jump=True, empty="nothing") if jump else Engine(everything=("*",))
    look, pager = Look("brief", "plain"), Pager(size=20)
    name = f"detailed-{style}"
    spec = SourceSpec(name, "books", count, look=look, pager=pager, engine=engine)
    return spec, make_table("books", count)


def serve_detailed(
    style: str, *, count: int = 120, jump: bool = False, port: int = 0
) -> DetailedSource:
    """Start a source of books with record pages in a style."""
    return DetailedSource(style, *spec_of(style, count, jump=jump), port=port)
