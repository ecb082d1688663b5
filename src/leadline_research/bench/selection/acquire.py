"""``leadline bench acquire``: queries and requests to coverage, beside the all-knowing oracle.

Coverage is pooled: records taken, summed over the sources, by the sum of their sizes. Every source
begins with one random term of a record of its own.

- A row of ``runs`` says what one run of a strategy needed to reach one level. The oracle's need
  stands beside it, with ``queries_ratio`` and ``requests_ratio``. A level that was never reached is
  null. ``ended`` says why: ``exhausted`` (nothing left to ask or to visit) or
  ``cut`` (after ``MAX_QUERIES``).
- ``stopped_queries`` counts Separate-A in a second way: each source is stopped at the level by
  itself. Run in a row, the union passes 80 % only in the last source.
- ``nth`` repeats the paper's second experiment: the last source after all others were taken.
- ``curves`` show coverage over queries and over requests, each with its oracle.

The default estimates sizes itself. Methods of the papers are given them, as their authors presume.
Without a cap the default counts queries as cost, as the papers do; with a cap it counts requests.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline.model import Answer, Ask, Query
from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline_research.bench.selection.curves import write_curves
from leadline_research.bench.selection.oracle import Curve, oracle
from leadline_research.bench.selection.pools import load_pool
from leadline_research.bench.selection.simulated import SIMULATED_PAGE_SIZE
from leadline_research.bench.selection.strategies import Setting, strategy_of
from leadline_research.xian2012.cost import QUERIES, REQUESTS
from leadline_research.xian2012.source_sort import SourceWorth, source_sort

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from leadline_research.bench.selection.pools import Pool
    from leadline_research.bench.selection.simulated import SimulatedSource
    from leadline_research.bench.selection.strategies import Strategy
    from leadline_research.xian2012.schedule import Selector

COVERAGE_LEVELS: Final = (0.5, 0.8, 0.9, 0.95)
"""Shares of all records at which queries and requests are counted."""

MAX_QUERIES: Final = 60_000
"""Queries after which a run is cut. The slowest that ends asks 57,663 (separate-a-t-literal)."""

MAX_CURVE_POINTS: Final = 200
"""Points of a curve in a figure."""


@dataclass(slots=True)
class Trial:
    """One run: the curve of all sources together, and each source's own."""

    together: Curve
    each: dict[str, Curve]
    estimates: dict[str, float | None]

    @property
    def ended(self) -> str:
        """Why no more was asked: covered, cut or exhausted."""
        if self.together.at(COVERAGE_LEVELS[-1]) is not None:
            return "covered"
        return "cut" if len(self.together.covered) >= MAX_QUERIES else "exhausted"


def run(
    data: Path,
    *,
    strategies: Sequence[str] = ("default",),
    seeds: int = 1,
    cap: int = 0,
    figures: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Run strategies on a pool: rows, the curves behind them, and their pictures in a folder."""
    told = {name: strategy_of(name) for name in strategies}
    if figures is not None:
        figures.mkdir(parents=True, exist_ok=True)
    pool = load_pool(data, broad=bool(cap))
    rows: list[dict[str, Any]] = []
    curves: list[dict[str, Any]] = []
    nth: list[dict[str, Any]] = []
    for seed in range(1, seeds + 1):
        sources = pool.simulated(Random(seed), page_size=SIMULATED_PAGE_SIZE, cap=cap)
        by_queries, by_pages = (oracle(sources, by_pages=pages) for pages in (False, True))
        curves.append(_points("oracle", seed, by_queries, counts="queries"))
        curves.append(_points("oracle", seed, by_pages, counts="requests"))
        for name in strategies:
            trial = acquire(sources, told[name], seed=seed)
            about = {"strategy": name, "schedule": told[name].schedule}
            rows += _rows(about | {"cap": cap, "seed": seed}, trial, by_queries, by_pages)
            curves.append(_points(name, seed, trial.together))
            if tell is not None:
                tell(f"{name}, seed {seed}: {len(trial.together.covered)} queries")
        nth += _last_sources(sources, told, cap, seed)
    if figures is not None:
        write_curves(curves, figures, "acquire")
    return {"runs": rows, "nth": nth, "curves": curves, "pool": _about(pool)}


def acquire(
    sources: Sequence[SimulatedSource],
    strategy: Strategy,
    *,
    seed: int,
    stop: float = COVERAGE_LEVELS[-1],
    known: Sequence[SimulatedSource] = (),
) -> Trial:
    """Drive one strategy over simulated sources until ``stop`` of their records are taken.

    The sources ``known`` were taken whole before.
    """
    selectors = _selectors([*sources, *known], strategy, seed)
    for source in known:
        whole = Ask(source.key, Query("", ""))
        selector = selectors.pop(source.key)
        if isinstance(selector, OverlapAware):
            selector.size = float(len(source))
        selector.observe(Answer(whole, source.records, total=len(source), exact=True))
    selectors = {source.key: selectors[source.key] for source in sources}
    starts = _starts(sources, Random(seed))
    schedule = strategy.arrange(selectors, starts, worth=_worth(sources))
    by_key = {source.key: source for source in sources}
    trial = Trial(
        Curve(sum(map(len, sources)), [], []),
        {source.key: Curve(len(source), [], []) for source in sources},
        {},
    )
    taken: dict[str, set[object]] = {key: set() for key in by_key}
    covered = requests = 0
    spent = dict.fromkeys(by_key, 0)
    while covered < stop * trial.together.total and len(trial.together.covered) < MAX_QUERIES:
        ask = schedule.next(by_key.keys())
        if ask is None:
            break
        answer = by_key[ask.source].ask(ask.query)
        schedule.tell(answer)
        of_source = taken[ask.source]
        covered -= len(of_source)
        of_source.update(record.key for record in answer.records)
        covered += len(of_source)
        requests += answer.interactions
        spent[ask.source] += answer.interactions
        trial.together.note(covered, requests)
        trial.each[ask.source].note(len(of_source), spent[ask.source])
    trial.estimates = {key: selector.estimate() for key, selector in selectors.items()}
    return trial


def _selectors(
    sources: Sequence[SimulatedSource], strategy: Strategy, seed: int
) -> dict[str, Selector]:
    """One selector a source, in SourceSort's order, over shared knowledge unless each is alone."""
    shared = strategy.knowledge()
    made: dict[str, Selector] = {}
    by_key = {source.key: source for source in sources}
    alone = strategy.schedule == "separate"
    for source in [by_key[key] for key in source_sort(_worth(sources))]:
        setting = Setting(
            knowledge=strategy.knowledge() if alone else shared,
            rng=Random(f"{seed} {source.key}"),
            page_size=source.page_size,
            cap=source.cap,
            size=float(len(source)),
            costs=strategy.costs or (REQUESTS if source.cap else QUERIES),
            choices=source.choices() if strategy.selector == "slice-cover" else {},
        )
        made[source.key] = strategy.made(setting)
    return made


def _worth(sources: Sequence[SimulatedSource]) -> dict[str, SourceWorth]:
    """What SourceSort goes by: sizes as told, novelty and quality alike."""
    return {source.key: SourceWorth(float(len(source))) for source in sources}


def _last_sources(
    sources: Sequence[SimulatedSource], strategies: Mapping[str, Strategy], cap: int, seed: int
) -> list[dict[str, Any]]:
    """Rows for the last source, the others being known."""
    *known, last = sources
    by_queries, by_pages = (oracle([last], by_pages=pages) for pages in (False, True))
    rows = []
    for name, strategy in strategies.items():
        trial = acquire([last], strategy, seed=seed, known=known)
        about = {"strategy": name, "schedule": strategy.schedule, "cap": cap, "seed": seed}
        rows += _rows(about, trial, by_queries, by_pages)
    return rows


def _starts(sources: Sequence[SimulatedSource], rng: Random) -> dict[str, list[Query]]:
    """One term of one random record a source."""
    starts: dict[str, list[Query]] = {}
    for source in sources:
        records = [record for record in source.records if record.terms]
        if records:
            terms = sorted(records[rng.randrange(len(records))].terms)
            starts[source.key] = [terms[rng.randrange(len(terms))]]
    return starts


def _rows(
    about: dict[str, Any], trial: Trial, by_queries: Curve, by_pages: Curve
) -> list[dict[str, Any]]:
    rows = []
    for level in COVERAGE_LEVELS:
        queries, requests = trial.together.at(level) or (None, None)
        ideal, _ = by_queries.at(level) or (None, None)
        _, cheapest = by_pages.at(level) or (None, None)
        needed = {
            "coverage": level,
            "queries": queries,
            "requests": requests,
            "oracle_queries": ideal,
            "oracle_requests": cheapest,
            "queries_ratio": _ratio(queries, ideal),
            "requests_ratio": _ratio(requests, cheapest),
            "stopped_queries": _stopped(trial, level),
            "ended": trial.ended,
        }
        rows.append(about | needed)
    return rows


def _stopped(trial: Trial, level: float) -> int | None:
    """Queries until every source by itself is at that level, or None."""
    reached = [curve.at(level) for curve in trial.each.values()]
    return sum(at[0] for at in reached if at) if all(reached) else None


def _ratio(needed: int | None, ideal: int | None) -> float | None:
    return round(needed / ideal, 3) if needed and ideal else None


def _points(name: str, seed: int, curve: Curve, *, counts: str = "") -> dict[str, Any]:
    """A curve thinned to what a figure shows: queries, requests, coverage.

    ``counts`` is what an oracle saves; it is drawn over that only.
    """
    size = len(curve.covered)
    places = (
        sorted({size * i // MAX_CURVE_POINTS for i in range(MAX_CURVE_POINTS)} | {size - 1})
        if size
        else []
    )
    points = [(p + 1, curve.requests[p], curve.covered[p] / curve.total) for p in places]
    return {"strategy": name, "seed": seed, "counts": counts, "points": points}


def _about(pool: Pool) -> dict[str, Any]:
    return {
        "name": pool.name,
        "records": len(pool.records),
        "sources": {key: len(places) for key, places in pool.sources},
    }
