"""Years are asked as words where answers are cut off and much is missing."""

from itertools import product
from random import Random

import pytest

from leadline.selection.coordinator import QueryCoordinator
from leadline_zoo.data.tables import Recipe, Table
from leadline_zoo.in_memory import MemoryRun, SiteWire, run_crawl
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec, Total

PLACES = ("Paris", "Berlin", "Lisbon", "Vienna", "Prague", "Dublin")
EVENTS = ("open tennis cup", "rowing regatta", "chess masters", "road race")
ROWS = [
    f"{year} {place} {event}" for year, place, event in product(range(1971, 1999), PLACES, EVENTS)
]


def harvested(cap: int, rows: list[str]) -> MemoryRun:
    """Harvest a source in memory that shows so many hits of any answer at most, in its order."""
    table = Table(
        Recipe("en", {"title": ("x",)}),
        tuple({"id": str(number), "title": title} for number, title in enumerate(rows)),
    )
    engine = Engine(empty="help", cap=cap)
    look, pager, total = Look("table"), Pager("next", 20), Total("absent")
    spec = SourceSpec("s", "books", len(rows), look=look, pager=pager, total=total, engine=engine)
    wire = SiteWire(spec, table)
    return run_crawl(wire.url, wire, most=600, coordinator=QueryCoordinator(["s"]), key="s")


def years_asked(ran: MemoryRun) -> list[str]:
    return [word for word in ran.chosen if word.isdigit()]


def test_years_find_what_cut_answers_leave_out() -> None:
    rows = list(ROWS)
    Random(1).shuffle(rows)
    ran = harvested(60, rows)
    assert len(ran.records) == len(rows)
    assert len(years_asked(ran)) >= 10


def test_answers_to_years_do_not_say_that_little_is_missing() -> None:
    ran = harvested(60, ROWS)  # in the order of years: the late ones are in no answer
    missing = 1 - len(ran.records) / len(ROWS)
    assert years_asked(ran)
    assert missing > 0.4
    assert ran.outcome.missing_at_most is None or ran.outcome.missing_at_most >= missing


@pytest.mark.parametrize(
    ("cap", "rows"),
    [
        pytest.param(0, ROWS[:200], id="whole answers"),
        pytest.param(60, [title.partition(" ")[2] for title in ROWS], id="no years"),
    ],
)
def test_years_are_left_alone_elsewhere(cap: int, rows: list[str]) -> None:
    assert years_asked(harvested(cap, rows)) == []
