"""Decides which worker gets which group next: plain bookkeeping, for processes and for a cluster.

>>> dispatch = Dispatch([2, 1, 1], at_once=3)
>>> dispatch.join("w1"), dispatch.join("w2")
(None, None)
>>> dispatch.next(), dispatch.next(), dispatch.next(), dispatch.next()
(('w1', 0), ('w2', 1), ('w2', 2), None)
>>> dispatch.lose("w2"), dispatch.next()
([1, 2], ('w1', 1))
>>> dispatch.end("w1", 0), dispatch.end("w1", 1), dispatch.next(), dispatch.is_over
(None, None, ('w1', 2), False)
"""

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

MAX_LOSSES: Final = 3
"""Workers that may die over one group; then it is left as it is."""


class Dispatch:
    """Groups by number, with their ``sizes`` in sources, and the workers that have them.

    A worker has ``at_once`` sources at most, or one group that is larger.
    """

    def __init__(self, sizes: Sequence[int], at_once: int) -> None:
        self._sizes = sizes
        self._at_once = at_once
        self._waiting = deque(range(len(sizes)))
        self._losses: Counter[int] = Counter()
        self.under_way: dict[str, set[int]] = {}
        self.given_up: list[int] = []

    @property
    def is_over(self) -> bool:
        """Whether no group waits or is under way."""
        return not self._waiting and not any(self.under_way.values())

    def join(self, worker: str) -> None:
        """Count on a worker from now on."""
        self.under_way[worker] = set()

    def lose(self, worker: str) -> list[int]:
        """Count on a worker no more; return the groups that it had."""
        lost = sorted(self.under_way.pop(worker))
        self._losses.update(lost)
        self.given_up += [group for group in lost if self._losses[group] >= MAX_LOSSES]
        again = [group for group in lost if self._losses[group] < MAX_LOSSES]
        self._waiting.extendleft(reversed(again))
        return lost

    def end(self, worker: str, group: int) -> None:
        """Note that a group came to its end."""
        self.under_way[worker].discard(group)

    def next(self) -> tuple[str, int] | None:
        """Return a worker and the group that it should begin; None if nothing can begin now."""
        if not self._waiting or not self.under_way:
            return None
        worker = min(self.under_way, key=self._load)
        load, group = self._load(worker), self._waiting[0]
        if load and load + self._sizes[group] > self._at_once:
            return None
        self._waiting.popleft()
        self.under_way[worker].add(group)
        return worker, group

    def _load(self, worker: str) -> int:
        return sum(self._sizes[group] for group in self.under_way[worker])
