"""Documents of the last pages are kept, each for its own address, body and headers."""

from dataclasses import replace

import pytest

from leadline.model import Page, Request
from leadline.page.dom import MAX_KEPT_BYTES, parse

REQUEST = Request("GET", "http://h.test/s?q=sea")
HTML = (("Content-Type", "text/html"),)
PAGE = Page(REQUEST, REQUEST.url, 200, HTML, b'[{"a": 1}, {"a": 2}]')


def test_a_page_is_parsed_once_whatever_asked_for_it() -> None:
    again = replace(PAGE, request=Request("GET", "http://h.test/"), number=7, fetched_at=1.0)
    assert parse(again) is parse(PAGE)


@pytest.mark.parametrize(
    "change",
    [
        {"url": "http://h.test/other"},
        {"body": b'[{"a": 1}, {"a": 3}]'},
        {"headers": (("Content-Type", "application/json"),)},
        {"headers": (*HTML, ("Link", '<http://h.test/2>; rel="next"'))},
    ],
)
def test_what_a_document_depends_on_makes_another(change: dict[str, object]) -> None:
    assert parse(replace(PAGE, **change)) is not parse(PAGE)  # type: ignore[arg-type]


def test_large_documents_are_not_kept() -> None:
    large = replace(PAGE, body=b"<p>x" + b" " * MAX_KEPT_BYTES)
    assert parse(large) is not parse(large)
