# Holds: a stable order
"""No source is called complete that is not: engines that answer less than they seem to.

Each case bends what a source of the zoo's making finds, or what it says about it. All are asked in
full; whatever the source claims, "complete" must mean every row, and nearly all must be taken.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from in_memory import Ran, SiteWire, run, taken

from leadline.crawl.events import QueryOpened
from leadline.crawl.state.evidence import MAX_BOUND
from leadline_zoo.pages.engine import Hits
from leadline_zoo.pages.view import View
from leadline_zoo.site import Site
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec, Total
from tables import each_row

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


def claims(text: str) -> Claim:
    return lambda view, shown: text.format(
        n=view.total, few=int(0.9 * view.total), many=int(1.1 * view.total) + 1, shown=shown
    )


SOURCES = {"books": BOOKS, "silent": SILENT, "stars": STARS}
HIDES = {"first": first, "newest": newest, "without": without, "last": last}
MADE: dict[str, Any] = {"engine": Engine, "pager": Pager, "look": Look}


def changed(source: str, change: dict[str, Any] | None) -> SourceSpec:
    made = {name: made(**change[name]) for name, made in MADE.items() if name in (change or {})}
    return replace(SOURCES[source], **{**(change or {}), **made})


@each_row(__file__, "LIARS", "source", "change", "hides", "says")
def test_complete_means_all(source: str, change: Any, hides: Any, says: str | None) -> None:
    spec, find = changed(source, change), HIDES[hides[0]](*hides[1:]) if hides else None
    ran, site = bent(spec, find, claims(says) if says else None)
    rows = taken(ran, site)[0]
    assert rows == spec.count or ran.outcome.state == "exhausted", ran.outcome
    assert rows >= (1 - MAX_BOUND) * spec.count
    assert len(ran.gets) <= 330
    if ran.outcome.state == "exhausted":
        assert 0.9 * spec.count <= (ran.outcome.estimate or spec.count) <= 1.4 * spec.count


@each_row(__file__, "HONEST", "source", "change", "ideal")
def test_what_one_query_reaches_is_complete_at_little_more_than_its_pages(
    source: str, change: Any, ideal: int
) -> None:
    ran, site = bent(changed(source, change), None, None)
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
