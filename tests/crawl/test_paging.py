# Holds: lists that never end; truncated pages fetched again; remedies of a page turn
"""What is learned of a pager, and what is never pressed."""

from dataclasses import replace

import pytest

from leadline.crawl.state.pager import PagerState, is_next_page
from leadline.crawl.state.request_parameters import carries_query, has_parameter, with_parameter
from leadline.forms.find import find_interfaces
from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.wrapper.reading import PageReading, RecordRow
from tables import each_row

H = "http://h.test"


def reading(html: str, request: Request | None = None) -> PageReading:
    request = request or Request("GET", f"{H}/find?q=sea")
    page = Page(request, request.url, 200, (("Content-Type", "text/html"),), html.encode())
    return PageReading(page, parse(page), ())


SEARCH = (
    "<form action=/find><input name=q value=sea><input type=submit name=go value=Search></form>"
)


@each_row(__file__, "BUTTONS_OTHER_FORMS", "trap")
def test_buttons_of_other_forms_are_never_pressed(trap: str) -> None:
    trap = f"<form action={trap}</form>"
    seen = reading(SEARCH + trap)
    asked = find_interfaces(seen.document)[0]
    assert PagerState().proposals(seen, asked) == []
    own = "<form action=/find><input name=q value=sea><input type=submit name=n value=Next></form>"
    assert [
        request.url for _, request in PagerState().proposals(reading(SEARCH + own + trap), asked)
    ] == [f"{H}/find?q=sea&n=Next"]


def test_a_form_that_was_pressed_before_is_looked_at_again_when_it_asks_for_more() -> None:
    paging = PagerState()
    pager = "<form action=/find method=post><input name=q value=sea><button name=n>Next</button>"
    mine = reading(f"{pager}</form>")
    asked = find_interfaces(mine.document)[0]
    (proposal, request), *_ = paging.proposals(mine, asked)
    assert request.body == b"q=sea&n="
    assert paging.request_of(proposal, mine, asked) == request
    wall = reading(f"{pager}<input type=password name=p></form>")
    assert paging.request_of(proposal, wall, asked) is None
    assert paging.request_of(proposal, mine, asked) == request


@each_row(__file__, "whether_a_request_says_what_is_asked", "body", "carried", "why")
def test_whether_a_request_says_what_is_asked(body: str, *, carried: bool, why: str) -> None:
    first = Request("POST", f"{H}/find", (), b"kw=sea&lang=en")
    assert carries_query(Request("POST", f"{H}/find", (), body.encode()), first, "kw") is carried, (
        why
    )


def test_a_path_that_holds_the_query_carries_it() -> None:
    first = Request("GET", f"{H}/find?q=sea")
    assert carries_query(Request("GET", f"{H}/find/sea/page/2"), first, "q")
    assert not carries_query(Request("GET", f"{H}/find/page/2"), first, "q")


def test_a_place_that_failed_twice_is_left_alone() -> None:
    paging = PagerState()
    seen = reading("<p>Results 1-20 of 90 <a href='/find?q=sea&page=9'>&raquo;</a></p>")
    for _ in range(2):
        (proposal, _), *_ = paging.proposals(seen)
        paging = paging.without(proposal)
    assert paging.proposals(seen) == []


def test_a_kind_of_try_is_given_up_unless_it_ever_paid() -> None:
    paging = PagerState()
    assert paging.is_worth("full")
    paging = paging.with_try("full", gained=False)
    assert not paging.is_worth("full")
    assert paging.is_worth("owed")
    paging = paging.with_try("full", gained=True)
    assert paging.is_worth("full")


def test_the_depth_of_two_answers_is_a_wall() -> None:
    assert PagerState(depths=(100,)).observed_cap == 0
    assert PagerState(depths=(100, 60, 100)).observed_cap == 100


def test_parameters_are_set_in_address_and_body() -> None:
    get = Request("GET", f"{H}/find?q=%b2%fc&n=20")
    assert with_parameter(get, "n", "100").url == f"{H}/find?q=%b2%fc&n=100"
    assert with_parameter(get, "order", "id").url == f"{H}/find?q=%b2%fc&n=20&order=id"
    post = Request("POST", f"{H}/find", (), b"q=%b2%fc")
    assert with_parameter(post, "n", "100").body == b"q=%b2%fc&n=100"
    assert has_parameter(get, "n")
    assert not has_parameter(post, "n")


@pytest.mark.parametrize(
    ("shown", "follows", "why"),
    [
        (range(20), True, "the list became longer: what was shown, and more"),
        (range(10, 20), True, "the rows after it"),
        (range(10), False, "the same rows"),
        (range(5, 15), False, "half of it known: another order, not the next page"),
        (range(11), False, "one row more may be news of the day"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_next_page(shown: range, *, follows: bool, why: str) -> None:
    def page(url: str, keys: range) -> PageReading:
        found = reading("<p>rows</p>", Request("GET", H + url))
        return replace(found, rows=tuple(RecordRow(str(key), (), str(key)) for key in keys))

    after = page("/find?q=sea&page=2", shown)
    assert is_next_page(page("/find?q=sea", range(10)), after, via="word") is follows, why
