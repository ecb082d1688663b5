"""The step of a pager: learned from two or three requests, taken in query, body and path."""

from __future__ import annotations

from itertools import pairwise

import pytest

from leadline.model import Request
from leadline.wrapper.pager.step import PageStep, advance, learn_step, position

H = "http://h.test"


def gets(*paths: str) -> list[Request]:
    return [Request("GET", H + path) for path in paths]


def posts(*bodies: bytes) -> list[Request]:
    return [Request("POST", f"{H}/s", body=body) for body in bodies]


LEARNED = [
    (
        gets("/s?q=a", "/s?q=a&page=2", "/s?q=a&page=3"),
        PageStep("page", 1, "query"),
        "/s?q=a&page=4",
        "page numbers",
    ),
    (
        gets("/s?q=a", "/s?q=a&page=2"),
        PageStep("page", 1, "query"),
        "/s?q=a&page=3",
        "two requests only",
    ),
    (
        gets("/s?q=a", "/s?q=a&page=1"),
        PageStep("page", 1, "query", 0),
        "/s?q=a&page=2",
        "counted from 0",
    ),
    (
        gets("/s?q=a", "/s?q=a&start=20"),
        PageStep("start", 20, "query", 0),
        "/s?q=a&start=40",
        "offset",
    ),
    (
        gets("/s?q=a", "/s?q=a&from=21", "/s?q=a&from=41"),
        PageStep("from", 20, "query", 1),
        "/s?q=a&from=61",
        "offset from 1",
    ),
    (
        gets("/s?q=a", "/s?q=a&from=21"),
        PageStep("from", 20, "query", 1),
        "/s?q=a&from=41",
        "offset from 1, two requests",
    ),
    (
        gets("/s?q=a&page=1", "/s?q=a&page=2"),
        PageStep("page", 1, "query"),
        "/s?q=a&page=3",
        "first page has it",
    ),
    (
        gets("/s?q=a", "/s?limit=20&offset=20&q=a", "/s?limit=20&offset=40&q=a"),
        PageStep("offset", 20, "query", 0),
        "/s?limit=20&offset=60&q=a",
        "a page size that appears with it does not move",
    ),
    (
        gets("/s?q=7", "/s?q=7&p=2&t=1", "/s?q=7&p=3&t=1"),
        PageStep("p", 1, "query"),
        "/s?q=7&p=4&t=1",
        "numbers that stay",
    ),
    (
        gets("/s?q=a&page=", "/s?q=a&page=2", "/s?q=a&page=3"),
        PageStep("page", 1, "query"),
        "/s?q=a&page=4",
        "empty on page 1",
    ),
    (
        gets("/s?q=%BB%A8", "/s?q=%BB%A8&page=2"),
        PageStep("page", 1, "query"),
        "/s?q=%BB%A8&page=3",
        "bytes of a legacy charset stay",
    ),
    (
        gets("/s?q=a+b", "/s?q=a+b&tx%5Bpage%5D=2"),
        PageStep("tx[page]", 1, "query"),
        "/s?q=a+b&tx%5Bpage%5D=3",
        "escaped name stays",
    ),
    (gets("/s?p=01", "/s?p=02", "/s?p=03"), PageStep("p", 1, "query"), "/s?p=04", "zero padding"),
    (
        gets("/s?q=a", "/s?q=a&page=2&start=20", "/s?q=a&page=3&start=40"),
        PageStep("page", 1, "query", 1, (("start", 20, 0),)),
        "/s?q=a&page=4&start=60",
        "two parameters move together",
    ),
    (
        gets("/n/", "/n/page/2/", "/n/page/3/"),
        PageStep("/page/{}/", 1, "path"),
        "/n/page/4/",
        "path segment",
    ),
    (
        gets("/n", "/n/page/2"),
        PageStep("/page/{}", 1, "path"),
        "/n/page/3",
        "path segment, two requests",
    ),
    (
        gets("/n/", "/n/index2.html"),
        PageStep("/index{}.html", 1, "path"),
        "/n/index3.html",
        "file name",
    ),
    (
        gets("/f42-orders", "/f42-orders-2.html"),
        PageStep("/f42-orders-{}.html", 1, "path"),
        "/f42-orders-3.html",
        "forum",
    ),
    (
        gets("/f26.html", "/f26-25.html", "/f26-50.html"),
        PageStep("/f26-{}.html", 25, "path", 0),
        "/f26-75.html",
        "offset in a file name",
    ),
    (gets("/e", "/e/p2", "/e/p3"), PageStep("/p{}", 1, "path"), "/e/p4", "glued"),
    (
        gets("/s?f=1&w=a", "/s?w=a;page=2;f=1", "/s?w=a;page=3;f=1"),
        PageStep("page", 1, "query"),
        "/s?w=a;page=4;f=1",
        "pairs parted by ;",
    ),
    (
        gets("/x/-or10-a.html", "/x/-or20-a.html"),
        PageStep("/-or{}-a.html", 10, "path", 10),
        "/x/-or30-a.html",
        "inside a segment",
    ),
]


@pytest.mark.parametrize(("requests", "step", "after", "why"), LEARNED, ids=[r[3] for r in LEARNED])
def test_steps_are_learned_and_taken(
    requests: list[Request], step: PageStep, after: str, why: str
) -> None:
    assert learn_step(requests) == step, why
    found = advance(requests[-1], step)
    assert found is not None
    assert found.url == H + after


@pytest.mark.parametrize(("requests", "step", "after", "why"), LEARNED, ids=[r[3] for r in LEARNED])
def test_every_step_leads_from_each_page_to_the_next(
    requests: list[Request], step: PageStep, after: str, why: str
) -> None:
    for one, two in pairwise(requests[1:]):
        assert advance(one, step) == two, why
    values = [position(request, step) for request in requests]
    assert all(value is not None for value in values)
    assert [b - a for a, b in pairwise(values[1:])] == [step.amount] * (  # type: ignore[operator]
        len(values) - 2
    )


@pytest.mark.parametrize(
    ("path", "step", "after"),
    [
        ("/s?q=b", PageStep("page", 1, "query"), "/s?q=b&page=2"),
        ("/s?q=b", PageStep("start", 10, "query", 0), "/s?q=b&start=10"),
        ("/s", PageStep("start", 10, "query", 0), "/s?start=10"),
        ("/n/", PageStep("/page/{}/", 1, "path"), "/n/page/2/"),
        ("/n", PageStep("/page/{}/", 1, "path"), "/n/page/2/"),
        ("/n/", PageStep("/index{}.html", 1, "path"), "/n/index2.html"),
        ("/n/index.html", PageStep("/index{}.html", 1, "path"), "/n/index2.html"),
        ("/f42-orders", PageStep("/f42-orders-{}.html", 1, "path"), "/f42-orders-2.html"),
        ("/f26.html", PageStep("/f26-{}.html", 25, "path", 0), "/f26-25.html"),
    ],
)
def test_a_first_page_without_the_parameter_is_left(path: str, step: PageStep, after: str) -> None:
    """An answer of two pages has no history: the step learned elsewhere must do (spec 3.4)."""
    found = advance(Request("GET", H + path), step)
    assert found is not None
    assert found.url == H + after


def test_bodies() -> None:
    pages = posts(b"q=sea&p=1", b"q=sea&p=2", b"q=sea&p=3")
    step = learn_step(pages)
    assert step == PageStep("p", 1, "body")
    assert advance(pages[-1], step) == posts(b"q=sea&p=4")[0]


def test_a_postback_argument_has_letters() -> None:
    first = Request("GET", f"{H}/s.aspx")
    pages = [
        Request(
            "POST",
            f"{H}/s.aspx",
            body=f"__EVENTTARGET=g&__EVENTARGUMENT=Page%24{n}&__VIEWSTATE=%2Fw{'x' * n}".encode(),
        )
        for n in (2, 3)
    ]
    step = learn_step([first, *pages])
    assert step is not None
    assert (step.parameter, step.amount, step.where) == ("__EVENTARGUMENT=Page${}", 1, "body")
    found = advance(pages[-1], step)
    assert found is not None
    assert b"__EVENTARGUMENT=Page$4" in found.body


@pytest.mark.parametrize(
    ("requests", "why"),
    [
        (gets("/s?q=a"), "one request"),
        (gets("/s?q=a", "/s?q=a"), "nothing moves"),
        (gets("/s?q=a", "/s?q=a&_next=k9x", "/s?q=a&_next=zz~"), "keyset tokens"),
        (gets("/s?q=a", "/s?q=a&_next=100"), "a keyset of numbers, seen once"),
        (gets("/s?q=a", "/s?q=a&before=1200", "/s?q=a&before=1180"), "a keyset that falls"),
        (gets("/s?q=a", "/s?q=a&p=2", "/s?q=a&p=5"), "uneven"),
        (gets("/s?q=a&p=3", "/s?q=a&p=2"), "backwards"),
        (gets("/s?q=a", "/s?q=a&t=1700000000123", "/s?q=a&t=1700000009999"), "time stamps"),
        (
            posts(b"--x\r\nContent-Disposition: form-data; name=p\r\n\r\n1", b"--x\r\n\r\n2"),
            "multipart",
        ),
    ],
)
def test_no_step(requests: list[Request], why: str) -> None:
    assert learn_step(requests) is None, why


def test_rows_received_may_be_fewer_than_a_page() -> None:
    """After a page cut short the next offset is offset + rows received (spec 3.6)."""
    step = PageStep("ofs", 50, "query", 0)
    found = advance(Request("GET", f"{H}/log?ofs=100"), step, amount=37)
    assert found is not None
    assert found.url == f"{H}/log?ofs=137"


@pytest.mark.parametrize(
    "url", ["", "http://[", "http://h.test/?" + "&" * 9000, "http://h.test/" + "9" * 9000]
)
def test_hostile_addresses(url: str) -> None:
    request = Request("GET", url)
    learn_step([request, request, request])
    for step in (
        PageStep("page", 1, "query"),
        PageStep("/page/{}/", 1, "path"),
        PageStep("page", 1, "body"),
    ):
        advance(request, step)
        position(request, step)
