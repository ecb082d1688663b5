"""Oracle with all records known: greedy weighted set cover.

It always asks the query with most new records per query, or per page where pages are the cost. The
true optimum is unknown; certified lower bounds lie 1.3 to 3 times below.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline_research.bench.selection.simulated import SimulatedSource

Places = npt.NDArray[np.int64]


@dataclass(slots=True)
class Curve:
    """Progress of a run: ``covered[i]`` records for ``requests[i]`` pages after query ``i``."""

    total: int
    covered: list[int]
    requests: list[int]

    def at(self, level: float) -> tuple[int, int] | None:
        """Return the queries and requests to cover a share ``level`` of all, or None."""
        place = int(np.searchsorted(np.asarray(self.covered), level * self.total - 1e-9))
        return (place + 1, self.requests[place]) if place < len(self.covered) else None

    def note(self, covered: int, requests: int) -> None:
        """Append the state after one more query."""
        self.covered.append(covered)
        self.requests.append(requests)


def oracle(sources: Sequence[SimulatedSource], *, by_pages: bool, stop: float = 0.95) -> Curve:
    """Compute the greedy cover of all sources, up to a share ``stop`` of their summed sizes."""
    cover = _Cover(sources, by_pages=by_pages)
    total = sum(len(source) for source in sources)
    curve = Curve(total, [], [])
    covered = requests = 0
    while covered < stop * total:
        step = cover.step()
        if step is None:
            break
        covered += step[0]
        requests += step[1]
        curve.note(covered, requests)
    return curve


class _Cover:
    """Lazy greedy: gains only fall, so a stale entry of the heap is an upper bound."""

    def __init__(self, sources: Sequence[SimulatedSource], *, by_pages: bool) -> None:
        reaches: list[Places] = []
        owners: list[Places] = []
        base = number = 0
        pages: list[int] = []
        for source in sources:
            for _, reached, cost in source.reaches():
                reaches.append(np.asarray(reached, dtype=np.int64) + base)
                pages.append(cost)
                owners.append(np.full(len(reached), number))
                number += 1
            base += len(source)
        self._reach = reaches
        self._gain = np.array([len(r) for r in reaches], dtype=np.int64)
        self._pages = np.array(pages, dtype=np.int64)
        self._cost = self._pages if by_pages else np.ones_like(self._pages)
        self._covered = np.zeros(base, dtype=np.bool_)
        none = np.zeros(0, dtype=np.int64)
        records, terms = np.concatenate([none, *reaches]), np.concatenate([none, *owners])
        order = np.argsort(records, kind="stable")
        self._terms = terms[order]
        self._start = np.concatenate(([0], np.cumsum(np.bincount(records, minlength=base))))
        worth = self._gain / self._cost
        self._heap = [(-w, place) for place, w in enumerate(worth.tolist())]
        heapify(self._heap)

    def step(self) -> tuple[int, int] | None:
        """Take the best query; return its new records and its pages."""
        while self._heap:
            bound, place = self._heap[0]
            worth = float(self._gain[place] / self._cost[place])
            if not worth:
                heappop(self._heap)
            elif -bound > worth:
                heapreplace(self._heap, (-worth, place))
            else:
                return self._take(place), int(self._pages[place])
        return None

    def _take(self, place: int) -> int:
        reach = self._reach[place]
        new = reach[~self._covered[reach]]
        self._covered[new] = True
        for record in new.tolist():
            self._gain[self._terms[self._start[record] : self._start[record + 1]]] -= 1
        return len(new)
