"""A list of data was walked to its end only where no answer of it says, or shows, otherwise."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.model import Page, Request
from tables import each_row

ENTRY = f"{HOST}/api/ships"
SHIPS = [{"id": f"s{n}", "name": f"Ship number {n}"} for n in range(60)]


def served(body: Any, *headers: tuple[str, str], status: int = 200) -> Page:
    request = Request("GET", ENTRY)
    return Page(request, ENTRY, status, headers, json.dumps(body).encode())


def same(page: Page) -> Ran:
    """A source that answers alike whatever it is asked."""

    def wire(request: Request) -> Page:
        return Page(request, request.url, page.status, page.headers, page.body)

    return run(ENTRY, wire)


@each_row(
    __file__,
    "an_answer_that_says_that_more_is_there_is_no_end",
    "beside",
    "headers",
    "said",
    empty=dict,
)
def test_an_answer_that_says_that_more_is_there_is_no_end(
    beside: dict[str, Any], headers: tuple[tuple[str, str], ...], said: str
) -> None:
    outcome = same(served({"rows": SHIPS[:14], **beside}, *headers)).outcome
    assert outcome.state == "exhausted"
    assert "to its end" not in outcome.reason
    assert said in outcome.reason
    assert outcome.doubts[0].kind == "more"


def test_a_single_page_of_a_usual_size_may_be_cut() -> None:
    said = "for its first 50 records, a number at which lists are cut"
    assert said in same(served(SHIPS[:50])).outcome.reason
    assert "to its end" in same(served(SHIPS[:47])).outcome.reason


def test_a_bound_of_a_server_is_no_end_of_the_list() -> None:
    def wire(request: Request) -> Page:
        at = int(dict(parse_qsl(urlsplit(request.url).query)).get("offset", 0))
        body = json.dumps({"rows": SHIPS[at : at + 20]}).encode()
        return Page(request, request.url, 400 if at >= 40 else 200, (), body)

    ran = run(f"{ENTRY}?offset=0", wire)
    assert len(ran.records) == 40
    assert "as far as it goes" in ran.outcome.reason


def test_the_span_and_the_place_of_an_address_are_said() -> None:
    def wire(request: Request) -> Page:
        body = json.dumps({"rows": SHIPS[:9], "total": 9}).encode()
        is_refused = "start=" in request.url and "start=2026-10-25" not in request.url
        return Page(request, request.url, 400 if is_refused else 200, (), body)

    for values, said in (
        ("start=2026-10-25&end=2026-12-06", "of this part only (start: 2026-10-25"),
        ("lat=45&long=10&limit=20", "of this place only (lat: 45, long: 10)"),
    ):
        outcome = run(f"{ENTRY}?{values}", wire).outcome
        assert (outcome.state, outcome.missing_at_most) == ("exhausted", None)
        assert outcome.reason.startswith(said)


def test_a_map_service_goes_on_by_its_own_values() -> None:
    def wire(request: Request) -> Page:
        at = int(dict(parse_qsl(urlsplit(request.url).query)).get("resultOffset", 0))
        features = [{"attributes": row} for row in SHIPS[at : at + 25]]
        data = {"features": features, "exceededTransferLimit": at + 25 < len(SHIPS)}
        return Page(request, request.url, 200, (), json.dumps(data).encode())

    ran = run(f"{ENTRY}/query?where=1%3D1&f=json", wire)
    assert len(ran.records) == len(SHIPS)
    assert "to its end" in ran.outcome.reason


@pytest.mark.parametrize("broken", ['{"rows": [{"id": "s40", "na', "[[[", '{"rows": ['])
def test_data_that_cannot_be_read_are_no_end_of_the_list(broken: str) -> None:
    def wire(request: Request) -> Page:
        at = int(dict(parse_qsl(urlsplit(request.url).query)).get("offset", 0))
        body = json.dumps({"rows": SHIPS[at : at + 20]}) if at < 40 else broken
        return Page(request, request.url, 200, (), body.encode())

    ran = run(f"{ENTRY}?offset=0", wire)
    assert len(ran.records) == 40
    assert "its data cannot be read" in ran.outcome.reason
    assert ran.outcome.doubts[0].kind == "more"
