# Holds: the step of a pager
"""The step of a pager: learned from two or three requests, taken in query, body and path."""

from itertools import pairwise

import pytest

from leadline.model import Request
from leadline.wrapper.pager.step import PageStep, advance, learn_step, position
from tables import read_rows

H = "http://h.test"


def gets(*paths: str) -> list[Request]:
    return [Request("GET", H + path) for path in paths]


def posts(*bodies: bytes) -> list[Request]:
    return [Request("POST", f"{H}/s", body=body) for body in bodies]


LEARNED = [
    (gets(*asked), PageStep(*step), after, why)
    for asked, step, after, why in read_rows(__file__, "LEARNED", "asked", "step", "after", "why")
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
