"""``leadline bench selection``: cost of choosing the next query, by number of candidate terms.

``default`` gives the processor time of one ``select`` and one ``observe`` of the default selector.
The source is synthetic, and another source has shown its records, so all terms are candidates. The
mean of both calls includes turns that score all terms. Memory is that of the selector's counts and
of the shared matrix of records by terms.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any, Final

import numpy as np

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline_research.bench.selection.made_pool import made
from leadline_research.bench.selection.simulated import SimulatedSource

RECORD_COUNTS: Final = (9_500, 137_000)
"""Synthetic records for 10,000 and 144,000 terms; the art pool has as many as the latter."""

HELD_SHARE: Final = 0.4
"""Share of the records that the timed source holds."""

WARM_UP_TURNS: Final = 50
"""Turns before the timed ones."""

COUNTED_TURNS: Final = 100
"""Timed turns; some of them score all terms."""


def run() -> dict[str, Any]:
    """Time the default selector: one row per number of records, medians over the turns."""
    return {"default": [_default(records) for records in RECORD_COUNTS]}


def _default(records: int) -> dict[str, Any]:
    shown, source = _shown_and_asked(records)
    knowledge = DynamicKnowledge()
    other, selector = OverlapAware(knowledge), OverlapAware(knowledge)
    other.observe(Answer(Ask("other", Query("", "")), shown, total=len(shown), exact=True))
    spent: dict[str, list[float]] = {"select": [], "observe": []}
    query: Query | None = min(source.records[0].terms)
    while query is not None and len(spent["select"]) < WARM_UP_TURNS + COUNTED_TURNS:
        answer = source.ask(query)
        begin = process_time()
        selector.observe(answer)
        learned = process_time()
        found = selector.select()
        end = process_time()
        spent["observe"].append(learned - begin)
        spent["select"].append(end - learned)
        query = found.query if found is not None else None
    row = {"terms": len(knowledge.vocabulary), "records": len(knowledge)}
    counted = {name: times[WARM_UP_TURNS:] for name, times in spent.items()}
    return (
        row
        | _medians(counted)
        | {
            "turn_mean_us": round(float(np.sum([*counted.values()])) / COUNTED_TURNS * 1e6, 1),
            "counts_megabytes": _megabytes(selector, but=knowledge),
            "matrix_megabytes": _megabytes(knowledge),
        }
    )


def _shown_and_asked(records: int) -> tuple[tuple[Taken, ...], SimulatedSource]:
    """Make all records, and the source that holds a share of them."""
    table = made(records, 1)
    columns = {name: table[name] for name in ("title", "author", "publisher", "subject")}
    terms: dict[tuple[str, str], Query] = {}
    taken = []
    for place in range(records):
        values = [(n, v) for n, held in columns.items() for v in _values(n, str(held[place]))]
        taken.append(Taken(place, frozenset(terms.setdefault(v, Query(*v)) for v in values)))
    rng = Random(1)
    held = [record for record in taken if rng.random() < HELD_SHARE]
    return tuple(taken), SimulatedSource("asked", held, page_size=10)


def _values(column: str, text: str) -> list[str]:
    return text.split() if column == "title" else [text]


def _medians(spent: dict[str, list[float]]) -> dict[str, float]:
    return {f"{name}_us": round(float(np.median(t)) * 1e6, 1) for name, t in spent.items()}


def _megabytes(thing: object, but: object = None) -> float:
    """Sum the arrays that an object and its parts hold, each once."""
    seen, waiting, found = {id(but)}, [thing], 0
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, np.ndarray):
            found += part.nbytes
        elif type(part).__module__.startswith("leadline."):
            waiting += vars(part).values() if hasattr(part, "__dict__") else []
    return round(found / 1e6, 1)
