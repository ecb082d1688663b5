# Holds: places of a map, until all around the records is covered
# Holds: calls asked wider than their page
"""What a page's call leaves out is asked for, or said: choices, dates, places; and what goes on."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from hashlib import sha256
from math import hypot
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from in_memory import HOST, Ran, run

from leadline.model import Page, Request
from leadline.page.observed import DrawnBox, Observed, Sighting

NONSENSE = "qwzuxok"
CORNERS = ("swLat", "neLat", "swLng", "neLng")
LETTERS = "abcdefghijklmnopqrstuv"
KINDS = ("Bridge", "Mill", "Tower", "Well", "Barn")
ROWS: list[dict[str, Any]] = [
    {
        "id": n,
        "name": f"{KINDS[n % 5]} of {word}",
        "status": ("active", "closed", "planned")[n % 3],
        "date": f"{2024 + n % 3}-0{1 + n % 9}-1{n % 10}",
    }
    for n, word in enumerate(f"{one}{two}" for one in ("Ash", "Birch") for two in LETTERS)
]
SHELL = "<html><body><div id=app></div><script src=/app.js></script></body></html>"
STATUS = "<form><label for=s>Status</label><select id=s name=st>{}</select></form>"
CHOICES = (
    "<option value=active selected>Active</option><option value=closed>Closed</option>"
    "<option value=planned>Planned</option>"
)
DATES = "<form><label for=a>Awarded from</label><input type=date id=a value=2026-01-01 name=a>"


@dataclass
class Site:
    """A site whose script asks ``/find`` with values beside the word; ``heeds`` chooses rows."""

    served: dict[str, str]
    heeds: Callable[[Mapping[str, str]], list[dict[str, Any]] | None]
    form: str = ""
    size: int = 5
    states: bool = True
    more: Callable[[int, int], dict[str, Any]] = field(default=lambda _at, _of: {})
    headers: tuple[tuple[str, str], ...] = ()

    def wire(self, request: Request) -> Page:
        parts = urlsplit(request.url)
        if parts.path != "/find":
            return Page(request, request.url, 200, (), SHELL.encode())
        asked = dict(parse_qsl(parts.query))
        rows = self.heeds(asked)
        if rows is None:
            return Page(request, request.url, 400, (), b'{"error": "bad request"}')
        word = asked.get("q", "").casefold()
        found = [row for row in rows if word in str(row.values()).casefold()]
        at = self.size * (int(asked.get("page", 1)) - 1)
        data = {"rows": found[at : at + self.size], **self.more(at + self.size, len(found))}
        data |= {"total": len(found)} if self.states else {}
        return Page(request, request.url, 200, (), json.dumps(data).encode())

    def seen(self, action: Any, word: str = "", page: int = 1) -> Sighting:
        values = {"q": word, **self.served, "page": str(page)}
        answer = self.wire(Request("GET", f"{HOST}/find?{urlencode(values)}", self.headers))
        shown = [row["name"] for row in json.loads(answer.body)["rows"]]
        return Sighting(action, word, ("Register of buildings", "Home", *shown), (answer, answer))

    def run(self, *, box: bool = True) -> Ran:
        steps = [self.seen("open")]
        if box:
            steps += [self.seen("type", word) for word in (NONSENSE, "bridge", "mill", "")]
        steps.append(self.seen("advance", page=2))
        return run(f"{HOST}/", self.wire, observed=Observed(tuple(steps), form=self.form))


def of(name: str, value: str | None) -> list[dict[str, Any]]:
    return [row for row in ROWS if not value or row[name] == value]


def by_status(asked: Mapping[str, str]) -> list[dict[str, Any]]:
    return of("status", asked.get("status"))


def test_a_choice_that_a_page_stands_on_is_released() -> None:
    form = STATUS.format("<option value=''>All</option>" + CHOICES)
    ran = Site({"status": "active"}, by_status, form).run()
    assert (ran.outcome.state, len(ran.records)) == ("complete", len(ROWS))


def test_each_choice_is_asked_where_none_stands_for_all() -> None:
    def closed(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        return of("status", asked.get("status") or "active")

    ran = Site({"status": "active"}, closed, STATUS.format(CHOICES)).run()
    assert (ran.outcome.state, len(ran.records)) == ("exhausted", len(ROWS))
    assert "each of 3 was asked by itself" in ran.outcome.reason


@pytest.mark.parametrize(
    ("served", "form", "said"),
    [
        ({"status": "active"}, STATUS.format(CHOICES), "Status: Active"),
        ({"status": "active"}, STATUS.format("<option>Any</option>" + CHOICES), "Status: Active"),
        ({"filter": "status eq 'active'"}, STATUS.format(CHOICES), "Status: Active"),
        ({"from": "2026-01-01", "to": "2026-12-31"}, "", "from: 2026-01-01, to: 2026-12-31"),
        ({"from": "2026-01-01"}, DATES, "Awarded from: 2026-01-01"),
        ({"year": "2026"}, "", "year: 2026"),
    ],
)
def test_what_cannot_be_released_is_said_and_nothing_more_is_claimed(
    served: dict[str, str], form: str, said: str
) -> None:
    def refuses(asked: Mapping[str, str]) -> list[dict[str, Any]] | None:
        as_served = all(asked.get(name) == value for name, value in served.items())
        return of("status", "active") if as_served else None

    outcome = Site(served, refuses, form).run().outcome
    assert (outcome.state, outcome.missing_at_most, outcome.estimate) == ("exhausted", None, None)
    assert outcome.reason.startswith(f"of this part only ({said}): ")
    assert outcome.doubts[0].kind == "part"


def test_a_choice_that_a_call_does_not_heed_leaves_a_proof_alone() -> None:
    ran = Site({"status": "active"}, lambda _: ROWS, STATUS.format(CHOICES)).run()
    assert (ran.outcome.state, len(ran.records)) == ("complete", len(ROWS))


def test_a_token_that_a_refusal_gives_anew_goes_out_with_all_later_calls() -> None:
    class Guarded(Site):
        good, refused = 0, 0

        def wire(self, request: Request) -> Page:
            token = f"t{self.good // 10}"
            if "/find" in request.url and dict(request.headers)["X-Token"] != token:
                self.refused += 1
                return Page(request, request.url, 401, (("X-Token", token),))
            self.good += "/find" in request.url
            return super().wire(request)

    site = Guarded({"status": ""}, by_status, headers=(("X-Token", "t0"),))
    ran = site.run()
    assert (ran.outcome.state, len(ran.records)) == ("complete", len(ROWS))
    assert 0 < site.refused == (site.good - 1) // 10


def test_a_span_of_dates_is_widened() -> None:
    def within(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        return [row for row in ROWS if asked["from"] <= row["date"] <= asked["to"]]

    ran = Site({"from": "2026-01-01", "to": "2026-12-31"}, within).run()
    assert (ran.outcome.state, len(ran.records)) == ("complete", len(ROWS))


def test_the_window_of_an_address_of_data_is_widened() -> None:
    def within(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        return [row for row in ROWS if asked["from"] <= row["date"] <= asked["to"]]

    site = Site({}, within, size=100, states=False)
    ran = run(f"{HOST}/find?from=2026-01-01&to=2026-12-31", site.wire)
    assert len(ran.records) == len(ROWS)
    assert ran.outcome.requests <= 12


@pytest.mark.parametrize(("most", "served"), [(31, "2025-08-11"), (6, "2025-05-26")])
def test_a_calendar_is_asked_span_by_span_both_ways_until_it_is_empty(
    most: int, served: str
) -> None:
    """A longer span is refused; the page stands on six days, and may hold nothing there."""
    first = date.fromisoformat(served)
    rows = [{**row, "date": str(date(2025, 6, 3) + timedelta(2 * n))} for n, row in enumerate(ROWS)]

    def within(asked: Mapping[str, str]) -> list[dict[str, Any]] | None:
        ends = [date.fromisoformat(asked[name]) for name in ("from", "to") if name in asked]
        if len(ends) < 2 or (ends[1] - ends[0]).days > most:
            return None
        return [row for row in rows if asked["from"] <= row["date"] <= asked["to"]]

    site = Site({}, within, size=100, states=False)
    weeks = []
    for number in (0, 1):
        at = first + timedelta(7 * number)
        site.served = {"from": str(at), "to": str(at + timedelta(6))}
        weeks.append(site.seen("advance" if number else "open"))
    ran = run(f"{HOST}/", site.wire, observed=Observed(tuple(weeks)))
    assert len(ran.records) == len(ROWS)
    assert "until 92 days before and after held nothing" in ran.outcome.reason
    assert ran.outcome.state == "exhausted"
    assert ran.outcome.requests < 30 + 300 // most


def test_a_box_of_a_map_that_is_widened_and_cut_is_asked_in_parts() -> None:
    """The whole Earth is answered, with ten records as any box is."""
    placed = [{**row, "lat": 48 + n % 7 / 5, "lng": 11 + n // 7 / 4} for n, row in enumerate(ROWS)]

    def inside(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        south, north, west, east = (float(asked[name]) for name in CORNERS)
        box = [row for row in placed if south <= row["lat"] <= north and west <= row["lng"] <= east]
        return box[:20]

    served = dict(zip(CORNERS, ("48", "48.3", "11", "11.6"), strict=True))
    ran = Site(served, inside, states=False, size=20).run(box=False)
    assert len(ran.records) == len(ROWS)
    assert "until all around the records was covered" in ran.outcome.reason


def test_the_places_of_a_map_are_asked_until_all_is_covered() -> None:
    """The nearest ten of a place, whatever is asked."""
    placed = [{**row, "lat": 48 + n % 7 / 5, "lng": 11 + n // 7 / 4} for n, row in enumerate(ROWS)]

    def near(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        lat, lng = float(asked["lat"]), float(asked["lng"])
        return sorted(placed, key=lambda row: hypot(row["lat"] - lat, row["lng"] - lng))[:10]

    site = Site({"lat": "48.1", "lng": "11.1", "radius": "50", "limit": "10"}, near, size=10)
    ran = replace(site, states=False).run(box=False)
    assert len(ran.records) == len(ROWS)
    assert "until all around the records was covered" in ran.outcome.reason
    assert ran.outcome.requests < 60
    assert ran.outcome.state == "exhausted"


def test_the_records_around_a_place_are_said_to_be_of_that_place() -> None:
    def nearest(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        return ROWS[: min(int(asked.get("limit", 7)), 9)]

    site = Site({"lat": "45.1", "lng": "10.2"}, nearest, states=False, size=20)
    ran = site.run(box=False)
    assert len(ran.records) == 9
    assert ran.outcome.reason.startswith("of this place only (lat: 45.1, lng: 10.2): ")
    assert (ran.outcome.state, ran.outcome.missing_at_most) == ("exhausted", None)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"<html><h1>The service is busy</h1></html>", "it shows a page instead of data"),
        (b'{"errors": [{"message": "Rate limit exceeded"}], "data": null}', "Rate limit exceeded"),
    ],
)
def test_what_comes_in_place_of_data_is_no_empty_answer(body: bytes, said: str) -> None:
    def by_word(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        return ROWS if asked.get("q") else ROWS[:6]

    site, asked = Site({}, by_word, states=False), list[Request]()
    ask = site.wire

    def flooded(request: Request) -> Page:
        page = ask(request)
        asked.append(request)
        is_flooded = len(asked) > 25 and len(asked) % 3 and "/find" in request.url
        return replace(page, body=body) if is_flooded else page

    site.wire = flooded  # type: ignore[method-assign]
    outcome = site.run().outcome
    assert outcome.state == "paused"
    assert said in outcome.reason


@pytest.mark.parametrize("is_checked", [True, False])
def test_requests_that_a_script_signs_are_known_by_what_differs_for_each(is_checked: bool) -> None:
    """A value that nobody checks, such as the number of a request, is in nobody's way."""
    site = Site({}, lambda _: ROWS)
    ask = site.wire

    def sign(request: Request) -> Request:
        value = sha256(request.url.encode()).hexdigest()
        return replace(request, headers=(("x-sign", value),))

    def checking(request: Request) -> Page:
        is_signed = dict(request.headers).get("x-sign") == dict(sign(request).headers)["x-sign"]
        if "/find" in request.url and is_checked and not is_signed:
            return Page(request, request.url, 403, (), b"{}")
        return ask(request)

    site.wire = lambda request: checking(sign(request))  # type: ignore[method-assign]
    steps = [site.seen("open"), *(site.seen("type", one) for one in (NONSENSE, "bridge", "mill"))]
    outcome = run(f"{HOST}/", checking, observed=Observed(tuple(steps))).outcome
    is_said = "each request of the page is signed by its script (x-sign)" in outcome.reason
    assert is_said is is_checked
    assert outcome.state == ("failed" if is_checked else "complete")


def test_a_box_for_postal_codes_is_asked_those_of_the_records_that_are_found() -> None:
    """The nearest eight of a code; the first code is the page's own example."""
    coded = [{**row, "zip": f"{41000 + 17 * n}"} for n, row in enumerate(ROWS)]

    def near(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        code = asked.get("q", "")
        if len(code) != 5 or not code.isdecimal() or not 40_900 < int(code) < 42_000:
            return []
        found = sorted(coded, key=lambda row: abs(int(row["zip"]) - int(code)))[:8]
        return [{**row, "near": code} for row in found]

    site = Site({}, near, size=8, states=False)
    box = DrawnBox("e.g. 41003", "[0-9]{5}", "numeric", 5)
    first = replace(Sighting("open", "", ("Find a shop",)), box=box)
    steps = [first, *(site.seen("press", code) for code in ("00000", "41003", "41119"))]
    ran = run(f"{HOST}/", site.wire, observed=Observed(tuple(steps)))
    assert len(ran.records) == len(ROWS)
    assert "codes like 41003 were asked of 44 that records name" in ran.outcome.reason
    assert (ran.outcome.state, ran.outcome.missing_at_most) == ("exhausted", None)
    assert ran.outcome.requests < len(ROWS)


def test_a_box_for_towns_is_asked_those_that_stand_in_its_answers() -> None:
    """The page's example first; the column in which it stands among others names the rest."""
    towns = ("Ash Mere", "Birch End", "Cedar", "Elm Cross", "Fir Hill", "Oak", "Rowan", "Thorn")
    of_town = [{**row, "seat": towns[n * 8 // len(ROWS)]} for n, row in enumerate(ROWS)]

    def near(asked: Mapping[str, str]) -> list[dict[str, Any]]:
        at = next((n for n, one in enumerate(towns) if one == asked.get("q")), None)
        found = [row for row in of_town if at is not None and row["seat"] in towns[at : at + 2]]
        return [{**row, "near": asked["q"]} for row in found]

    site = Site({}, near, size=20, states=False)
    first = Sighting("open", "", ("Find a shop",), box=DrawnBox("e.g. Ash Mere", label="City"))
    steps = [first, *(site.seen("press", name) for name in (NONSENSE, "Ash Mere", "bridge"))]
    ran = run(f"{HOST}/", site.wire, observed=Observed(tuple(steps)))
    assert len(ran.records) == len(ROWS)
    assert "8 names like Ash Mere were asked of 8 that records name" in ran.outcome.reason
    assert (ran.outcome.state, ran.outcome.missing_at_most) == ("exhausted", None)


@pytest.mark.parametrize("is_early", [False, True])
def test_words_at_an_address_of_their_own_check_the_list_that_goes_on(is_early: bool) -> None:
    """What is typed is asked elsewhere, and never goes on; the list of the page does.

    Some pages ask for what follows while they open, and not again.
    """
    site, asked = Site({}, lambda _: ROWS, states=False), list[str]()
    ask = site.wire

    def wire(request: Request) -> Page:
        asked.append(request.url.removeprefix(HOST))
        return ask(replace(request, url=request.url.replace("/look", "/find")))

    site.wire = wire  # type: ignore[method-assign]
    steps = [site.seen("open")]
    for word in (NONSENSE, "bridge", "mill", ""):
        seen = site.seen("type", word)
        moved = Request("GET", f"{HOST}/look?q={word}")
        steps.append(replace(seen, pages=(replace(seen.pages[0], request=moved),)))
    following = site.seen("advance", page=2)
    if is_early:
        steps[0] = replace(steps[0], pages=(*steps[0].pages, *following.pages))
        following = site.seen("advance")
    asked.clear()
    ran = run(f"{HOST}/", wire, observed=Observed((*steps, following)))
    assert len(ran.records) == len(ROWS)
    assert "the page's own call without a word ended by itself" in ran.outcome.reason
    assert sum(one.startswith("/find") for one in asked) <= 12
    assert all("page" not in one for one in asked if one.startswith("/look"))
