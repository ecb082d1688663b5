"""``leadline bench sizes``: how far every estimate of a source's size is off, after some queries.

The default asks each source of a pool 200 and then 1,000 queries, all sources in turn. Five
estimates read the answers: Chao's bound, Lincoln-Petersen (earlier beside later queries),
recaptures (Schumacher & Eschmeyer), eq. (9) of Xian 2012 solved for the size, and the default's
own choice.

Two estimates spend as many queries of their own. The pool-based one draws random words of the other
sources. HD-UNBIASED drills down the values of the coarsest columns, by drill-downs alone and with
all its parts. Stated totals are hidden, because they need no estimate.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from leadline.selection.estimators.size import chao1
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline_research.bench.selection.pools import load_pool
from leadline_research.bench.selection.simulated import SIMULATED_PAGE_SIZE
from leadline_research.chao1987.answer_dispersion import overlap_aware
from leadline_research.dasgupta2010.hd_unbiased import WALKS_PER_LAYER, HdUnbiased
from leadline_research.sheng2012.slice_selector import as_query
from leadline_research.xian2012.cost import QUERIES, REQUESTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from leadline.model import Query
    from leadline.selection.keywords.overlap_aware import OverlapAware
    from leadline_research.bench.selection.simulated import SimulatedSource

QUERY_COUNTS: Final = (200, 1_000)
"""Queries of a source after which its size is estimated."""

MAX_ESTIMATES: Final = 300
"""Estimates of one source: where few queries divide it, further ones cost nothing."""

MAX_SHOWN_RECORDS: Final = 100
"""Records that an answer shows where HD-UNBIASED drills down a source without a cap."""


def run(data: Path, *, cap: int = 0, seeds: int = 1) -> dict[str, Any]:
    """Measure relative errors by seed, estimator, queries and source, and their medians."""
    pool = load_pool(data, broad=bool(cap))
    rows: list[dict[str, Any]] = []
    for seed in range(1, seeds + 1):
        sources = pool.simulated(Random(seed), page_size=SIMULATED_PAGE_SIZE, cap=cap)
        of_seed = _by_the_way(sources, cap, seed) + _of_their_own(sources)
        rows += [{"seed": seed} | row for row in of_seed]
    medians = []
    for name in dict.fromkeys(row["estimator"] for row in rows):
        for mark in QUERY_COUNTS:
            errors = [
                row["error"]
                for row in rows
                if (row["estimator"], row["queries"]) == (name, mark) and row["error"] is not None
            ]
            off = round(median(errors), 3) if errors else None
            medians.append({"estimator": name, "queries": mark, "median_error": off})
    return {"cap": cap, "medians": medians, "sources": rows}


def _by_the_way(sources: Sequence[SimulatedSource], cap: int, seed: int) -> list[dict[str, Any]]:
    known, rng = DynamicKnowledge(), Random(seed)
    costs = REQUESTS if cap else QUERIES
    asked = {
        source.key: _Asked(
            source, overlap_aware(known, page_size=SIMULATED_PAGE_SIZE, cap=cap, costs=costs), rng
        )
        for source in sources
    }
    rows = []
    for count in range(1, QUERY_COUNTS[-1] + 1):
        for one in asked.values():
            one.ask()
            if count in QUERY_COUNTS:
                rows += [_row(one.source, name, count, v) for name, v in one.estimates().items()]
    return rows


class _Asked:
    """A source, its selector, and the record keys of its answers in order."""

    def __init__(self, source: SimulatedSource, selector: OverlapAware, rng: Random) -> None:
        self.source, self.selector = source, selector
        terms = sorted(source.records[rng.randrange(len(source))].terms)
        self._query: Query | None = terms[0] if terms else None
        self._answers: list[list[object]] = []

    def ask(self) -> None:
        """Ask one more query, if the selector has any; answers of other sources bring words."""
        query = self._query or self._chosen()
        if query is not None:
            answer = self.source.ask(query)
            self._answers.append([record.key for record in answer.records])
            self.selector.observe(answer)
            self._query = self._chosen()

    def _chosen(self) -> Query | None:
        found = self.selector.select()
        return found.query if found is not None else None

    def estimates(self) -> Mapping[str, float | None]:
        statistics = self.selector.statistics
        half = len(self._answers) // 2
        early = {key for keys in self._answers[:half] for key in keys}
        late = {key for keys in self._answers[half:] for key in keys}
        return {
            "default": self.selector.estimate(),
            "ratio": self.selector.source_size.by_ratio() or None,
            "chao1": chao1(
                records=statistics.records, once=statistics.once, twice=statistics.twice
            ),
            "recaptures": self.selector.source_size.recaptures.size or None,
            "lincoln-petersen": lincoln_petersen(len(early), len(late), len(early & late)),
        }


def _of_their_own(sources: Sequence[SimulatedSource]) -> list[dict[str, Any]]:
    rows = []
    for source in sources:
        others = [other for other in sources if other is not source] or [source]
        pool = sorted({query for other in others for query in _whole(other)})
        for mark in QUERY_COUNTS:
            rows.append(_row(source, "pool-based", mark, _pool_based(source, pool, mark)))
            for name, alone in (("drill-down", True), ("hd-unbiased", False)):
                rows.append(_row(source, name, mark, _drilled(source, mark, alone=alone)))
    return rows


def _whole(source: SimulatedSource) -> list[Query]:
    """List the words whose answers stay below the cap."""
    return [query for query, places, _ in source.reaches() if len(places) != source.cap]


def _pool_based(source: SimulatedSource, pool: Sequence[Query], queries: int) -> float:
    """Estimate by random words of the other sources; answers at the cap are left out."""
    inside = set(pool)
    rng = Random(f"{source.key} {queries}")
    answers = [source.ask(pool[rng.randrange(len(pool))]) for _ in range(queries)]
    degrees = [
        [len(record.terms & inside) for record in answer.records]
        for answer in answers
        if answer.complete
    ]
    return pool_based(degrees, len(pool))


def _drilled(source: SimulatedSource, queries: int, *, alone: bool) -> float | None:
    """Average the estimates that ``queries`` allow; ``alone`` means drill-downs alone."""
    choices = source.choices()
    names = list(choices)
    shown = source.cap or MAX_SHOWN_RECORDS

    def count(node: tuple[str, ...]) -> int | None:
        if not node:
            return None
        found = source.ask(as_query(tuple(zip(names, node, strict=False)))).total or 0
        return found if found <= shown else None

    rng = Random(f"{source.key} {queries}")
    levels = list(choices.values())
    walks = HdUnbiased(
        count, levels, rng, walks=1 if alone else WALKS_PER_LAYER, weighted=not alone
    )
    values: list[float] = []
    while names and walks.queries < queries and len(values) < MAX_ESTIMATES:
        values.append(walks.estimate())
    return sum(values) / len(values) if values else None


def _row(source: SimulatedSource, name: str, queries: int, value: float | None) -> dict[str, Any]:
    error = abs(value - len(source)) / len(source) if value is not None else None
    return {
        "source": source.key,
        "size": len(source),
        "estimator": name,
        "queries": queries,
        "estimate": value,
        "error": error,
    }


def lincoln_petersen(first: int, second: int, both: int) -> float:
    """Return the size by two catches and their overlap, in Chapman's form, never infinite.

    >>> round(lincoln_petersen(200, 150, 30))
    978
    """
    return (first + 1) * (second + 1) / (both + 1) - 1


def pool_based(degrees: Sequence[Sequence[int]], pool: int) -> float:
    """Return the records that a pool reaches (Bar-Yossef & Gurevich 2007, Broder et al. 2006).

    ``degrees`` has one entry a query drawn at random from a pool of ``pool`` queries: for each
    record it returned, how many queries of the pool match that record. A record counts one over
    that number, so records that many queries reach do not count more.

    >>> pool_based([[1, 2], [2]], pool=10)
    10.0
    """
    if not degrees:
        return 0.0
    weights = [sum(1.0 / max(1, degree) for degree in of_query) for of_query in degrees]
    return pool * sum(weights) / len(weights)
