# Holds: larger pages
"""Larger pages: tried where they help, kept where they hold, taken back where they fail."""

import re
from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from walks import Spoil, Walker, unreachable, walk_answer, walker

from leadline.crawl.client import ask
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.page_size import MAX_PAGE_SIZE_TRIES, raise_page_size
from leadline.crawl.state.walk_log import WalkLog
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline_zoo.spec import Form, Pager, SourceSpec, Total
from tables import each_row

SIZES = (10, 20, 50, 100)


def spec(
    kind: str = "next", sizes: tuple[int, ...] = SIZES, *, links: bool = False, count: int = 330
) -> SourceSpec:
    return SourceSpec(
        "source",
        "books",
        count,
        form=Form("POST" if kind == "post" else "GET", action="/find"),
        pager=Pager(kind, 10, sizes=sizes, size_box="limit", size_links=links),
        total=Total("range"),
    )


def raised(found: Walker, query: str = "") -> WalkLog:
    """Ask, raise the page size, walk: as a harvest does."""
    found.gets.clear()
    page = found.drive(ask(found.source, query, "try"))
    assert isinstance(page, Page)
    reading = found.drive(read_page(found.source, page, query))
    first = found.drive(raise_page_size(found.source, reading, query))
    walked: WalkLog = found.drive(walk_answer(found.source, query, first.page, break_off=False))
    return walked


def sizings(found: Walker) -> int:
    return sum(1 for get in found.gets if get.purpose == "page size")


def size_of(request: Request) -> int:
    text = request.url.partition("?")[2] + "&" + request.body.decode("latin-1")
    return int(parse_qs(text).get("limit", ["10"])[0] or 10)


@each_row(__file__, "LARGEST_USUAL_SIZE_KEPT", "kind", "links", "sizes", "pages")
def test_the_largest_usual_size_is_kept(
    kind: str, sizes: tuple[int, ...], pages: int, *, links: bool
) -> None:
    found = walker(spec(kind, sizes, links=links))
    walked = raised(found)
    assert len(walked.keys) == 330
    assert walked.pages == pages
    assert sizings(found) <= MAX_PAGE_SIZE_TRIES
    again = raised(found)
    assert again.pages == pages
    assert sizings(found) == 0


def test_a_source_is_tried_twice_at_most() -> None:
    """It offers sizes and clamps them all."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        plain = re.sub(r"limit=\d+", "limit=10", request.url)
        reply = found.wire.site.answer("GET", plain.partition("source.test")[2])
        return replace(page, body=reply.body)

    found = walker(spec(), spoil)
    total = 0
    for _ in range(3):
        assert len(raised(found).keys) == 330
        total += sizings(found)
    assert total == MAX_PAGE_SIZE_TRIES


def test_an_answer_of_one_page_teaches_nothing_about_sizes() -> None:
    found = walker(spec(count=12))
    found.source.become(replace(found.source.pager, page_size_tries=0))
    raised(found, "nobody-writes-this")
    assert sizings(found) == 0
    assert found.source.pager.page_size_tries == 0


def forgetting(page: Page) -> Page:
    """The page with links that do not carry the size."""
    return replace(page, body=re.sub(rb"&amp;limit=\d+", b"", page.body))


@pytest.mark.parametrize("kind", ["next", "offset"])
def test_links_that_forget_the_size_are_reminded(kind: str) -> None:
    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        return forgetting(page)

    found = walker(spec(kind), spoil)
    walked = raised(found)
    assert len(walked.keys) == 330
    assert walked.rows == 330
    assert walked.pages == 4 if kind == "next" else walked.pages < 33


def failing(over: int, on_page: int, how: int) -> Spoil:
    """Pages with more than ``over`` records fail from a page on."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        number = int(parse_qs(request.url.partition("?")[2]).get("page", ["1"])[0])
        if size_of(request) <= over or number < on_page:
            return page
        return Page(request, page.url, how) if how else unreachable(request)

    return spoil


@pytest.mark.parametrize(("on_page", "most"), [(2, 38), (3, 22)], ids=["page 2", "page 3"])
@pytest.mark.parametrize("how", [400, 500, 0], ids=["400", "500", "no answer"])
def test_a_size_that_fails_later_is_taken_back(how: int, on_page: int, most: int) -> None:
    """At once: from the first page; once the pager is known: from the row that was reached."""
    found = walker(spec(), failing(50, on_page, how))
    walked = raised(found)
    assert len(walked.keys) == 330
    assert walked.finished, walked.reason
    assert walked.rows == 330
    assert found.source.form.page_size is None
    assert len(found.gets) <= most
    assert raised(found).pages == 33
    assert sizings(found) == 0


def test_an_error_that_is_not_the_size_leaves_the_size() -> None:
    """From row 200 on every page fails, however small: a window of the engine."""

    def spoil(request: Request, page: Page, time: int) -> Page | FetchError:
        number = int(parse_qs(request.url.partition("?")[2]).get("page", ["1"])[0])
        return Page(request, page.url, 500) if (number - 1) * size_of(request) >= 200 else page

    found = walker(spec(), spoil)
    for most in (9, 4):
        walked = raised(found)
        assert len(walked.keys) == 200
        assert walked.capped
        assert found.source.form.page_size == ("limit", "100")
        assert len(found.gets) <= most
