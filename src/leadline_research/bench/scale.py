"""A harvest of thousands of sources, simulated from measured figures: machines, hours, storage.

Groups are given to processes by the product's own `Dispatch`. A process with *n* sources under way
asks each of them at ``min(1 / pace, pages_per_second / n)``: bound by the pace of the hosts, or by
its core. What is not simulated: hosts that answer slowly or break down, kin in one group, memory.

>>> small = Load(sources=100, records=1000)
>>> [round(simulate(small, FIGURES, processes, Random(1))["hours"], 2) for processes in (1, 4)]
[0.03, 0.03]
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline.app.cluster.processes import Dispatch
from leadline.app.source.admission import AT_ONCE
from leadline_research.bench.folders import naming

if TYPE_CHECKING:
    from pathlib import Path

SECONDS_PER_HOUR: Final = 3600.0
PROCESSES: Final = (1, 8, 32, 128)
CORES_PER_MACHINE: Final = 8
ROWS_ON_A_PAGE: Final = (10, 20, 20, 50, 100)
"""Drawn for each source."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; `docs/decisions/scale.md` says of what.

    ``requests_per_page`` are the requests for each page that the whole table would fill.
    """

    pace: float = 1.0
    milliseconds_a_page: float = 12.0
    requests_per_page: float = 1.15
    store_bytes_a_record: float = 830.0
    archive_bytes_a_page: float = 7_000.0
    home_milliseconds_a_record: float = 0.004


FIGURES: Final = Figures()


@dataclass(frozen=True, slots=True)
class Load:
    """What is to be harvested: sources of so many records each."""

    sources: int = 10_000
    records: int = 100_000


def run(data: Path | None = None, limit: int = 0) -> dict[str, Any]:
    """Simulate the load on growing numbers of processes; ``data`` is a JSON file of `Figures`."""
    figures = FIGURES
    if data is not None:
        with naming(data):
            given = json.loads(data.read_text(encoding="utf-8"))
            names = {each.name for each in fields(Figures)}
            if strange := sorted(set(given) - names):
                raise ValueError(f"there is no figure {strange[0]!r}")
            figures = Figures(**given)
    load = Load(sources=limit) if limit else Load()
    return {
        "sources": load.sources,
        "records": load.sources * load.records,
        "runs": [simulate(load, figures, processes, Random(1)) for processes in PROCESSES],
    }


def simulate(load: Load, figures: Figures, processes: int, chance: Random) -> dict[str, Any]:
    """Harvest a load by so many processes; times in hours, storage in gigabytes."""
    rows = [chance.choice(ROWS_ON_A_PAGE) for _ in range(load.sources)]
    requests = [figures.requests_per_page * load.records / on_page for on_page in rows]
    dispatch = Dispatch([1] * load.sources, AT_ONCE)
    workers = {f"worker {number}": _Process(figures) for number in range(processes)}
    for name in workers:
        dispatch.join(name)
    now = 0.0
    while not dispatch.is_over:
        while (given := dispatch.next()) is not None:
            name, source = given
            workers[name].begin(now, source, requests[source])
        name = min(workers, key=lambda each: workers[each].next_end(now))
        now = workers[name].next_end(now)
        dispatch.end(name, workers[name].end(now))
    asked = sum(requests)
    seconds = asked * figures.milliseconds_a_page / 1000
    home = load.sources * load.records * figures.home_milliseconds_a_record / 1000
    return {
        "processes": processes,
        "machines": -(-processes // CORES_PER_MACHINE),
        "hours": now / SECONDS_PER_HOUR,
        "requests": round(asked),
        "processor_hours": (seconds + home) / SECONDS_PER_HOUR,
        "efficiency": seconds / (processes * now) if now else 0.0,
        "store_gigabytes": load.sources * load.records * figures.store_bytes_a_record / 1e9,
        "archive_gigabytes": asked * figures.archive_bytes_a_page / 1e9,
    }


class _Process:
    """One process: all its sources go at one rate, so only how far each has to go is kept."""

    def __init__(self, figures: Figures) -> None:
        self._fastest = 1 / figures.pace
        self._capacity = 1000 / figures.milliseconds_a_page
        self._goals: list[tuple[float, int]] = []
        self._way = 0.0
        self._at = 0.0

    def begin(self, now: float, source: int, requests: float) -> None:
        """Take one more source."""
        self._go_on(now)
        heappush(self._goals, (self._way + requests, source))

    def next_end(self, now: float) -> float:
        """Return when the next source ends, if none is added until then."""
        if not self._goals:
            return float("inf")
        left = self._goals[0][0] - self._way
        return max(now, self._at + left / self._rate())

    def end(self, now: float) -> int:
        """Leave the source that ends now."""
        self._go_on(now)
        return heappop(self._goals)[1]

    def _rate(self) -> float:
        return min(self._fastest, self._capacity / len(self._goals))

    def _go_on(self, now: float) -> None:
        if self._goals:
            self._way += (now - self._at) * self._rate()
        self._at = now
