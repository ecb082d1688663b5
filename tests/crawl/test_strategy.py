# Holds: a stable order
"""No source is called complete that is not: engines that answer less than they seem to.

Each case bends what a source of the zoo's making finds, or what it says about it. All are asked in
full; whatever the source claims, "complete" must mean every row, and nearly all must be taken.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from in_memory import Ran, SiteWire, run, taken

from amounts import further
from leadline.crawl.events import QueryOpened
from leadline_zoo.pages.engine import Hits
from leadline_zoo.pages.view import View
from leadline_zoo.site import Site
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec, Total
from tables import each_named

Find = Callable[[View, Hits], Hits]
Claim = Callable[[View, int], str]

SIZE = 240
BOOKS = SourceSpec("books", "books", SIZE)
SILENT = replace(BOOKS, total=Total("absent"))
STARS = replace(BOOKS, engine=Engine(everything=("*", "%")))
ALL = SIZE - 12
"""Hits from which a query finds nearly everything."""


def bent(spec: SourceSpec, find: Find | None, claim: Claim | None) -> tuple[Ran, Site]:
    wire = SiteWire(spec)
    found, claimed = wire.site.find, wire.site.total_statement
    if find is not None:
        wire.site.find = lambda view: find(view, found(view))  # type: ignore[method-assign]
    if claim is not None:
        wire.site.total_statement = lambda view, shown: (  # type: ignore[method-assign]
            claim(view, shown) if view.total else claimed(view, shown)
        )
    return run(wire.url, wire, most=600), wire.site


def first(count: int) -> Find:
    """Any answer ends after so many hits, and says that it has no more."""
    return lambda view, hits: replace(hits, rows=hits.rows[:count])


def newest(count: int) -> Find:
    """The empty query shows the newest only."""
    return lambda view, hits: hits if view.query.strip() else replace(hits, rows=hits.rows[:count])


def without(every: int) -> Find:
    """What finds everything lacks some records, scattered; words find them."""

    def find(view: View, hits: Hits) -> Hits:
        if len(hits.rows) < ALL:
            return hits
        return replace(hits, rows=tuple(row for row in hits.rows if row % every))

    return find


def last(every: int, nearly_all: int) -> Find:
    """The same, and where words find them they stand at the end of the answer."""

    def find(view: View, hits: Hits) -> Hits:
        shown = tuple(row for row in hits.rows if row % every)
        hidden = tuple(row for row in hits.rows if not row % every)
        return replace(hits, rows=shown + (hidden if len(hits.rows) < nearly_all else ()))

    return find


def says(text: str) -> Claim:
    return lambda view, shown: text.format(
        n=view.total, few=int(0.9 * view.total), many=int(1.1 * view.total) + 1, shown=shown
    )


LIARS = [
    ("the empty query shows the newest half, with their number", BOOKS, newest(SIZE // 2), None),
    ("the empty query shows the newest half, without a number", SILENT, newest(SIZE // 2), None),
    ("the empty query lacks the last page", SILENT, newest(SIZE - 20), None),
    ("all tries end at one window and state it", STARS, first(SIZE // 2), None),
    ("all tries end at a window near the end", STARS, first(SIZE - 6), None),
    ("all tries lack the same scattered records", STARS, without(40), None),
    (
        "what is missing stands at the end of every answer",
        replace(SILENT, count=400),
        last(20, 380),
        None,
    ),
    ("the same with totals", replace(BOOKS, count=400), last(20, 380), None),
    (
        "a window of the engine, totals stated whole",
        replace(BOOKS, engine=Engine(cap=SIZE // 2)),
        None,
        None,
    ),
    ("a window without totals", SILENT, first(SIZE // 2), None),
    ("one number for every answer", BOOKS, None, says(f"Found {SIZE} records.")),
    ("the number of another thing", BOOKS, newest(SIZE // 2), says(f"Found {SIZE // 2} records.")),
    ("totals too small", BOOKS, None, says("Found {few} records.")),
    ("totals too large", BOOKS, None, says("Found {many} records.")),
    ("the number of rows on the page for a total", BOOKS, None, says("Found {shown} records.")),
    (
        "a smaller number beside the index",
        BOOKS,
        newest(SIZE // 2),
        says("Found {n} records. This database contains 120 records."),
    ),
    (
        "help pages mixed in, and a window",
        replace(BOOKS, engine=Engine(extra=24, cap=90)),
        None,
        None,
    ),
    (
        "relevance with shuffled ties",
        replace(BOOKS, engine=Engine(order="relevance", unstable=True)),
        None,
        None,
    ),
    (
        "an engine that tells capitals from small letters, and no pages behind the first",
        replace(SILENT, engine=Engine(case="kept", cap=20, after_cap="500", order="relevance")),
        None,
        None,
    ),
    (
        "no record has a link",
        replace(STARS, look=Look("definitions", link=False)),
        first(SIZE // 2),
        None,
    ),
]

ALIKE = {
    "the empty query shows the newest half, without a number",
    "all tries end at a window near the end",
    "the same with totals",
    "a window without totals",
    "totals too large",
    "a smaller number beside the index",
    "relevance with shuffled ties",
    "no record has a link",
}
"""Cases that differ little from others."""


@pytest.mark.parametrize(
    ("spec", "find", "claim"),
    [(further if row[0] in ALIKE else pytest.param)(*row[1:], id=row[0]) for row in LIARS],
)
def test_complete_means_all(spec: SourceSpec, find: Find | None, claim: Claim | None) -> None:
    ran, site = bent(spec, find, claim)
    rows = taken(ran, site)[0]
    assert rows == spec.count or ran.outcome.state == "exhausted", ran.outcome
    assert rows >= 0.98 * spec.count
    assert len(ran.gets) <= 330
    if ran.outcome.state == "exhausted":
        assert 0.9 * spec.count <= (ran.outcome.estimate or spec.count) <= 1.4 * spec.count


HONEST = [
    ("the empty query", BOOKS, 12),
    (
        "a star, stated twice",
        replace(BOOKS, engine=Engine(empty="help", everything=("*", "%"))),
        12,
    ),
    ("no total at all", SILENT, 12),
    ("pages of ten", replace(BOOKS, pager=Pager("numbers", 10)), 24),
    ("pages of 48, of which the last is full", replace(BOOKS, pager=Pager("offset", 48)), 5),
    (
        "beyond the end the last page again",
        replace(BOOKS, pager=Pager("numbers", 48, beyond="last")),
        5,
    ),
    ("beyond the end an error", replace(SILENT, pager=Pager("offset", 48, beyond="404")), 5),
]


@each_named(HONEST, "spec", "ideal")
def test_what_one_query_reaches_is_complete_at_little_more_than_its_pages(
    spec: SourceSpec, ideal: int
) -> None:
    ran, site = bent(spec, None, None)
    assert "ended by itself" in ran.outcome.reason or "walk gave" in ran.outcome.reason
    assert taken(ran, site) == (SIZE, SIZE)
    assert len(ran.gets) <= 1.15 * ideal + 42


def test_hardly_any_request_is_repeated() -> None:
    """Only a word of which no more than a full first page was seen is asked again, to walk it."""
    ran, _ = bent(SILENT, last(20, ALL), None)
    assert len(ran.asked) - len(set(ran.asked)) <= 3
    asked = [event.query for event in ran.events if isinstance(event, QueryOpened)]
    assert len(asked) - len(set(asked)) <= 3


@pytest.mark.parametrize("count", [3, 5])
def test_a_handful_of_records_is_no_empty_database(count: int) -> None:
    """No common word stands in them; what the empty query shows is believed by its words."""
    ran, site = bent(replace(BOOKS, count=count), None, None)
    assert ran.outcome.level != "stopped", ran.outcome
    assert taken(ran, site) == (count, count)
    assert len(ran.gets) <= 48


def test_a_page_of_help_is_no_database() -> None:
    ran, _ = bent(replace(BOOKS, count=1, engine=Engine(empty="help")), None, None)
    assert ran.outcome.state == "failed"
    assert not ran.records


def test_tiny_sources_are_taken_at_little_cost() -> None:
    for count in (8, 21):
        ran, site = bent(replace(BOOKS, count=count), None, None)
        assert taken(ran, site)[0] == count, count
        assert len(ran.gets) <= 60
