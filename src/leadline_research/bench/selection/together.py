"""``leadline bench together``: sites harvested together, compared with one after the other.

Every site is harvested alone, then all at once into one project. Where sources share nothing, the
requests should be equal. The time should be that of the slowest site, unless reading pages takes
more time than the sites.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from leadline.app.harvest import Harvest, aharvest
from leadline.model import Budget
from leadline.store import Reader
from leadline_research.bench.served import served, sites_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


def run(
    data: Path, *, names: Sequence[str] = (), requests: int = 0, minutes: float = 0.0
) -> dict[str, Any]:
    """Harvest the named sites alone and together; ``requests`` and ``minutes`` are for each."""
    if len(names) < 2:
        raise ValueError("name two sites or more (--site NAME --site NAME)")
    names = sites_in(data, names)
    budget = Budget(requests=requests, minutes=minutes)
    with ExitStack() as stack:
        urls = [stack.enter_context(served(data, name)) for name in names]
        alone = [timed([url], budget) for url in urls]
        both = timed(urls, budget)
    sites = [
        compared(name, one, both, number)
        for number, (name, one) in enumerate(zip(names, alone, strict=True))
    ]
    slowest = max(one["seconds"] for one in alone)
    return {
        "sites": sites,
        "seconds_together": both["seconds"],
        "seconds_slowest_alone": slowest,
        "seconds_in_turn": round(sum(one["seconds"] for one in alone), 1),
        "ratio": round(both["seconds"] / slowest, 3),
        "processor_seconds_together": both["processor"],
        "processor_seconds_in_turn": round(sum(one["processor"] for one in alone), 1),
    }


def timed(urls: Sequence[str], budget: Budget) -> dict[str, Any]:
    """Harvest once; return the seconds, and each source's requests and records."""
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as folder:
        started, worked = time.monotonic(), time.process_time()
        taken = asyncio.run(aharvest(*urls, project=f"{folder}/p", budget=budget))
        seconds, processor = time.monotonic() - started, time.process_time() - worked
        return {
            "seconds": round(seconds, 1),
            "processor": round(processor, 1),
            "sources": list(tables(taken)),
        }


def tables(taken: Harvest) -> Iterator[dict[str, Any]]:
    """Yield the result of each source: records by key, requests, final state."""
    with Reader(taken.project.store) as store:
        for key, outcome in taken.outcomes.items():
            yield {
                "requests": outcome.requests,
                "state": outcome.state,
                "records": {
                    record.key: tuple((f.column, f.value) for f in record.fields)
                    for record in store.records(key)
                },
            }


def compared(name: str, alone: dict[str, Any], both: dict[str, Any], number: int) -> dict[str, Any]:
    """Compare the two harvests of one site."""
    one, other = alone["sources"][0], both["sources"][number]
    first, second = one["records"], other["records"]
    common = first.keys() & second.keys()
    return {
        "name": name,
        "state": [one["state"], other["state"]],
        "requests": [one["requests"], other["requests"]],
        "records": [len(first), len(second)],
        "in_both": len(common),
        "equal": sum(first[key] == second[key] for key in common),
        "seconds_alone": alone["seconds"],
    }
