# Holds: descriptions of a search
# ruff: noqa: E501 (tables: one page a row)
"""Sources whose page shows no form: a description, a SearchAction, loose controls, lists of links."""

from dataclasses import dataclass
from urllib.parse import urljoin

import pytest
from in_memory import HOST, Ran, SiteWire, run, taken

from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline_zoo.spec import SourceSpec
from tables import read_values

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


def test_a_page_with_nothing_says_so() -> None:
    ran, _ = harvest(TEXT)
    assert ran.outcome.state == "failed"
    assert "no form" in ran.outcome.reason
