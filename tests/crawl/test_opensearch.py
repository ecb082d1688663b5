# ruff: noqa: E501 (tables: one page a row)
"""Sources whose page shows no form: a description, a SearchAction, loose controls, lists of links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from in_memory import HOST, Ran, SiteWire, run, taken

from leadline.model import Page, Request
from leadline_zoo.spec import SourceSpec
from tables import read_values

if TYPE_CHECKING:
    from leadline.errors import FetchError

START = urljoin(HOST, "/welcome")
XML = (
    "<?xml version='1.0'?><OpenSearchDescription><ShortName>Books</ShortName><Url type='text/html' "
    f"template='{HOST}/search?q={{searchTerms}}&amp;s={{startIndex?}}'/></OpenSearchDescription>"
)
ACTION = (
    '{"@type":"WebSite","potentialAction":{"@type":"SearchAction","target":'
    f'"{HOST}/search?q={{search_term_string}}","query-input":"required name=search_term_string"}}}}'
)
TEXT = "<h1>City library</h1><p>Our catalogue lists what the library holds.</p>"
PAGES = {
    "an OpenSearch description": "<link rel=search type=application/opensearchdescription+xml href=/os.xml>"
    + TEXT,
    "a SearchAction": f"<script type=application/ld+json>{ACTION}</script>{TEXT}",
}


@dataclass
class Front:
    """A page of ours before a site of the zoo."""

    inner: SiteWire
    html: str

    def __call__(self, request: Request) -> Page | FetchError:
        path, _, query = request.url.partition("?")
        if path == START and query:
            return self.inner(Request("GET", f"{HOST}/search?{query}"))
        if path == START:
            return Page(request, request.url, 200, (), f"<body>{self.html}".encode())
        if request.url == urljoin(HOST, "/os.xml"):
            headers = (("Content-Type", "application/opensearchdescription+xml"),)
            return Page(request, request.url, 200, headers, XML.encode())
        return self.inner(request)


def harvest(html: str) -> tuple[Ran, SiteWire]:
    wire = SiteWire(SourceSpec("tiny", "books", count=60))
    return run(START, Front(wire, html)), wire


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_taken_without_a_form(html: str) -> None:
    ran, wire = harvest(html)
    assert "ended by itself" in ran.outcome.reason, ran.outcome
    assert taken(ran, wire.site) == (60, len(ran.records))


LOOSE = read_values(__file__, "LOOSE")


@pytest.mark.parametrize("html", LOOSE.values(), ids=LOOSE.keys())
def test_controls_outside_a_form(html: str) -> None:
    ran, wire = harvest(TEXT + html)
    assert "ended by itself" in ran.outcome.reason, ran.outcome
    assert taken(ran, wire.site) == (60, len(ran.records))


class Lists:
    """A page of letters, and for each letter the works that begin with it."""

    works = tuple(
        f"{letter}{rest} of the {thing}"
        for letter in "ABCDEFG"
        for rest in ("lba", "rmo", "lto", "nda")
        for thing in ("sea", "hills", "north")
    )

    def __call__(self, request: Request) -> Page | FetchError:
        letter = request.url.partition("letter=")[2][:1]
        links = "".join(f"<a href='/list?letter={c}'>{c}</a> " for c in "ABCDEFG")
        shown = [one for one in self.works if letter and one.startswith(letter)]
        rows = "".join(
            f"<li><a href='/w/{self.works.index(one)}'>{one}</a>, shelf {one[-3:]}</li>"
            for one in shown
        )
        said = f"<p>{len(shown)} works</p><ul>{rows}</ul>" if letter else "<p>Choose a letter.</p>"
        html = f"<title>Works</title><h1>Works</h1><p>{links}</p>{said}"
        return Page(request, request.url, 200, (), html.encode())


def test_a_list_of_links_is_asked_like_a_select() -> None:
    ran = run(urljoin(HOST, "/list"), Lists())
    assert len(ran.records) == len(Lists.works), ran.outcome


def test_a_page_with_nothing_says_so() -> None:
    ran, _ = harvest(TEXT)
    assert ran.outcome.state == "failed"
    assert "no form" in ran.outcome.reason
