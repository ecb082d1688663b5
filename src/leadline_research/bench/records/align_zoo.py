"""``leadline bench align-zoo``: the same on the made-up sources, which know their own truth.

All sources of the zoo that can be harvested, or the named ones; deterministic but for the ports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leadline_research.bench.records.align import align, records_of
from leadline_research.bench.records.shown import said_on_pages
from leadline_research.bench.sites import harvested, match
from leadline_research.named import chosen
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(*, names: Sequence[str] = (), minutes: float = 1.0) -> dict[str, Any]:
    """Harvest and compare; the worst share of equal cells over all sources on top."""
    found = [measure(name, minutes=minutes) for name in chosen(names, ZOO, "made-up source")]
    whole = [one for one in found if one["compared"]]
    return {
        "sources": len(whole),
        "columns_shown": sum(one["columns_shown"] for one in whole),
        "columns_found": sum(one["columns_found"] for one in whole),
        "cells_equal": round(sum(one["cells_equal"] for one in whole) / max(1, len(whole)), 4),
        "worst": min((one["cells_equal"] for one in whole), default=0.0),
        "each": found,
    }


def measure(name: str, *, minutes: float = 1.0) -> dict[str, Any]:
    """One source, harvested and compared."""
    with serve(ZOO[name]) as source, harvested(source.url, minutes=minutes) as (taken, _):
        records, truth = records_of(taken), [dict(row) for row in source.truth()]
        lines, said = match(records, truth).lines, said_on_pages(taken, records)
        return {"name": name, "records": len(records), **align(records, truth, lines, said)}
