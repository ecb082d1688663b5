"""The life of a source: its states, its ends; and nothing but the pages decides what it does."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from in_memory import HOST, Ran, SiteWire, Wire, alive, of_zoo, run, taken

from amounts import further
from leadline.crawl.events import (
    ComponentLearned,
    Get,
    Notice,
    QueryClosed,
    QueryOpened,
    RecordsExtracted,
    StateChanged,
)
from leadline.crawl.page_reader import MAX_REINDUCTIONS
from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable
from leadline.model import Outcome, Page, Request
from leadline_zoo.pages.layouts import LAYOUTS
from leadline_zoo.spec import Engine, Faults, Look, SourceSpec, Total
from tables import each_named, read_text

BOOKS = SourceSpec("books", "books", 200)
SENTENCE = 240
"""A reason is one plain sentence, not a page."""


def served(entry: str, answer: str | Callable[[Request], str] = "", status: int = 200) -> Wire:
    """A host of two pages: the entry, and what comes whatever is asked."""

    def wire(request: Request) -> Page:
        asked = "?" in request.url or request.method == "POST"
        html = answer(request) if callable(answer) else answer
        body = html if asked and html else entry
        html = f"<html><head><title>T</title></head><body>{body}</body></html>"
        return Page(request, request.url, status if asked else 200, (), html.encode())

    return wire


# --- states ---


def test_the_states_of_a_healthy_source() -> None:
    ran, wire = alive(BOOKS)
    assert ran.states == ["fetched", "probed", "understood", "harvesting", "exhausted"]
    assert [e.name for e in ran.events if isinstance(e, ComponentLearned)][:2] == [
        "interface",
        "wrapper",
    ]
    assert isinstance(ran.events[-1], StateChanged)
    assert ran.events[-1].reason == ran.outcome.reason
    assert ran.events[-1].proof == ran.outcome.proof
    assert taken(ran, wire.site) == (200, 200)


def test_all_that_is_taken_is_said_and_all_that_is_opened_is_closed() -> None:
    ran, _ = of_zoo("mail-archive")
    asked = [event.query for event in ran.events if isinstance(event, QueryOpened)]
    closed = [event.query for event in ran.events if isinstance(event, QueryClosed)]
    assert set(asked) == set(closed)
    took = [event for event in ran.events if isinstance(event, RecordsExtracted)]
    assert sum(event.new for event in took) == len(ran.records) == ran.outcome.records
    assert all(record.source == "source" for event in took for record in event.records)


# --- ends ---

FORM = "<form action=/s><input name=q><input type=submit value=Search></form>"
LOGIN = (
    "<form method=post action=/in><input name=u><input type=password name=p>"
    "<button>Log in</button></form>"
)
NEWS = (
    "<form action=/n><input type=email name=mail placeholder='your e-mail'>"
    "<button>Subscribe to newsletter</button></form>"
)
PNG = (("Content-Type", "image/png"),)
SCRIPT = "<script src=/app.js></script><div id=app></div>"
ENDS = [
    ("no form at all", served("<p>Welcome to our museum of ships.</p>"), "failed", "no form"),
    ("only a login", served(LOGIN), "failed", "login"),
    ("only a newsletter", served(NEWS), "failed", "no search form"),
    ("an empty database", served(FORM, FORM + "<p>Nothing found.</p>"), "failed", "found anything"),
    ("results drawn by a script", served(FORM + SCRIPT, FORM + SCRIPT), "failed", "script"),
    ("every answer is an error", served(FORM, "<h1>Error</h1>", 500), "failed", "500"),
    ("every answer is a refusal", served(FORM, "<h1>No</h1>", 403), "failed", "403"),
    (
        "one record a word, no list",
        served(FORM, lambda r: f"{FORM}<p>About {r.url[-6:]} only</p>"),
        "failed",
        "probe words",
    ),
]


def assert_a_sentence(reason: str) -> None:
    assert 10 <= len(reason) <= SENTENCE
    assert "\n" not in reason
    assert "<" not in reason
    assert "Traceback" not in reason


FAULTS = [
    ("entry answers 404", lambda r: Page(r, r.url, 404), "failed", "404"),
    ("entry answers 401", lambda r: Page(r, r.url, 401), "failed", "401"),
    ("entry answers 503", lambda r: Page(r, r.url, 503), "failed", "503"),
    ("no such host", lambda r: Unreachable("no such host", r), "failed", "no such host"),
    ("robots.txt forbids it", lambda r: NotAllowed("robots.txt forbids it", r), "failed", "robots"),
    ("the host refuses us", lambda r: Blocked("the host answers 429", r), "failed", "429"),
    ("an empty page", lambda r: Page(r, r.url, 200), "failed", "empty"),
    ("a picture", lambda r: Page(r, r.url, 200, PNG, b"\x89PNG\r\n\x1a\n\x00\xff"), "failed", ""),
    (
        "a page that reloads itself",
        served("<meta http-equiv=refresh content='0;url=/'>"),
        "failed",
        "no form",
    ),
]


@each_named([*ENDS, *FAULTS], "wire", "state", "said")
def test_a_source_that_cannot_be_taken_says_why(wire: Wire, state: str, said: str) -> None:
    ran = run(f"{HOST}/", wire)
    assert ran.outcome.state == state
    assert said in ran.outcome.reason
    assert_a_sentence(ran.outcome.reason)
    assert len(ran.gets) <= (20 if wire in [row[1] for row in FAULTS] else 62)
    assert ran.states[-1] == state


STOPS = [
    ("the host goes down", lambda r: Unreachable("the host does not answer", r)),
    ("the host wants to be left alone", lambda r: Blocked("the host answers 429", r)),
    ("the server breaks", lambda r: Page(r, r.url, 500, (), b"broken")),
    ("a robots.txt appears", lambda r: NotAllowed("robots.txt forbids it", r)),
]


@each_named(STOPS, "fault")
@pytest.mark.parametrize("after", [12, 16])
def test_a_source_that_stops_in_mid_harvest_is_paused_with_what_it_gave(
    fault: Callable[[Request], Page | FetchError], after: int
) -> None:
    site = SiteWire(BOOKS)

    def wire(request: Request) -> Page | FetchError:
        return site(request) if site.served < after else fault(request)

    ran = run(site.url, wire)
    assert ran.outcome.state == "paused"
    assert_a_sentence(ran.outcome.reason)
    assert 0 < len(ran.records) == ran.outcome.records
    assert len(ran.gets) <= after + 20


@pytest.mark.parametrize("most", [0, 1, 3, 8, 15, 25])
def test_a_spent_budget_pauses(most: int) -> None:
    ran = run(SiteWire(BOOKS).url, SiteWire(BOOKS), most=most)
    assert ran.outcome.state == ("paused" if most else "exhausted")
    assert not most or len(ran.gets) == most


# --- nothing but the pages decides ---


class Replayed:
    """Gives recorded pages in their order, then asks a live wire; counts what it asks."""

    def __init__(self, recorded: Ran, first: int, live: Wire | None = None) -> None:
        self.pages = [
            (get.request.fingerprint, reply)
            for get, reply in zip(recorded.gets, recorded.replies, strict=True)
        ][:first]
        self.live = live

    def __call__(self, request: Request) -> Page | FetchError:
        if self.pages:
            fingerprint, reply = self.pages.pop(0)
            assert fingerprint == request.fingerprint, f"{request.url} was not asked here before"
            return reply
        assert self.live is not None, f"{request.url} was never asked before"
        return self.live(request)


REPLAYED = ["opac", further("changes"), further("tenders"), "permits-webforms", further("moody")]
FILLED = ["capped-catalogue", further("choices-only"), further("dependent"), further("many-fields")]
"""Sources whose forms are filled in; of the last two a harvest is stopped and goes on elsewhere."""


@pytest.mark.parametrize("name", [*REPLAYED, *FILLED])
def test_recorded_pages_lead_a_new_life_to_the_same_end_without_network(name: str) -> None:
    ran, wire = of_zoo(name)
    again = run(wire.url, Replayed(ran, len(ran.gets)))
    assert again.outcome == ran.outcome
    assert again.asked == ran.asked
    assert again.records == ran.records
    assert list(again.records) == list(ran.records)


def test_a_life_that_was_cut_anywhere_goes_on_to_the_same_end() -> None:
    spec = replace(BOOKS, count=80, engine=Engine(everything=("*",), empty="help"))
    whole, _ = alive(spec)
    for first in range(0, len(whole.gets), 23):
        later = SiteWire(spec)
        ran = run(later.url, Replayed(whole, first, later))
        assert ran.asked == whole.asked
        assert ran.outcome == whole.outcome
        assert later.served == len(whole.gets) - first


SHOW = read_text(__file__, "SHOW")


def test_a_life_does_not_depend_on_the_order_of_sets() -> None:
    """Two processes with other hash seeds ask the same, in the same order."""
    names = ["guarded"]

    def lived(seed: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", SHOW, str(Path(__file__).parent), *names]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)

    told = [process.communicate()[0].splitlines() for process in (lived("1"), lived("4242"))]
    assert [json.loads(line) for line in told[0]] == [json.loads(line) for line in told[1]]
    assert len(told[0]) == len(names)


# --- a layout that changes ---


@pytest.mark.parametrize("swap", [5, further(20), 27])
@pytest.mark.parametrize("layout", ["ordered", "dl", further("cards")])
def test_a_layout_that_changes_in_mid_harvest_loses_no_record(layout: str, swap: int) -> None:
    spec = replace(BOOKS, look=Look(layout, alternate="table"), faults=Faults(swap_after=swap))
    ran, wire = alive(spec)
    assert taken(ran, wire.site) == (200, 200)
    assert ran.outcome.level == "nothing more found" or told_only_of_columns(ran.outcome)


def told_only_of_columns(outcome: Outcome) -> bool:
    """Two layouts may name one column unlike: this is said, and the records are whole."""
    return bool(outcome.doubts) and {doubt.kind for doubt in outcome.doubts} == {"columns"}


def test_a_source_that_changes_its_layout_all_the_time_is_learned_anew_a_few_times_only() -> None:
    wire = SiteWire(replace(BOOKS, total=Total("absent")))
    names = ["table", "ordered", "dl", "items", "cards", "siblings", "opinions", "definitions"]
    assert set(names) <= set(LAYOUTS)
    wire.site._layout = lambda: names[max(0, wire.site.result_pages - 8) % len(names)]  # type: ignore[method-assign]
    ran = run(wire.url, wire, most=400)
    relearned = [e for e in ran.events if isinstance(e, Notice) and "another layout" in e.text]
    assert 1 <= len(relearned) <= MAX_REINDUCTIONS
    assert taken(ran, wire.site)[1] == len(ran.records), "what is read is right"
    assert len(ran.gets) < 400


def test_a_page_that_is_no_result_page_teaches_nothing() -> None:
    """A help page in mid-harvest, long and full of links, is not learned as a new layout."""
    site = SiteWire(BOOKS)
    links = "".join(
        f"<li><a href='/about/{n}'>Chapter {n}</a> on searching</li>" for n in range(40)
    )
    page = f"<html><body><h1>Maintenance</h1><ul>{links}</ul></body></html>".encode()

    def wire(request: Request) -> Page | FetchError:
        reply = site(request)
        return replace(reply, body=page) if site.served == 18 and isinstance(reply, Page) else reply

    ran = run(site.url, wire)
    assert not [key for key in ran.records if "/about/" in key]
    assert taken(ran, site.site)[0] >= 0.99 * 200


def test_gets_carry_their_purpose() -> None:
    ran, _ = alive(BOOKS)
    purposes = [get.purpose for get in ran.gets]
    assert purposes[:3] == ["entry", "nonsense", "nonsense"]
    assert all(isinstance(get, Get) and get.purpose for get in ran.gets)
