"""What values of a form's controls brought, and how they spread over answers."""

import heapq
from collections import Counter
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from leadline.domain.similarity import normalise
from leadline.model import Assignment
from leadline.page.text import words
from leadline.selection.forms.protocol import FormAnswer

Bound = tuple[tuple[str, str], ...]
"""Values by control name."""
Rows = list[list[tuple[str, str]]]
"""Values by column, record by record."""

KEPT_PER_ANSWER: Final = 0.9
"""Weight of an earlier answer beside the next later one."""

HOPED_PAGES: Final = 0.5
"""Full pages that a control not tried yet is hoped to bring. It pays to stay with one that brings
full pages: values of one control hardly overlap, those of two do."""

HOPED_PER_SIGHTING: Final = 1.0
PRIOR_SIGHTINGS: Final = 10.0
"""New records hoped for beside each sighting of a value; the hope weighs like ten sightings."""

MAX_COUNTED_RECORDS: Final = 50.0
MAIN_ANSWER_RECORDS: Final = 10.0
"""Records that the answer counts like which showed most of a value."""


@dataclass(slots=True)
class StreamYield:
    """What assignments of one kind have brought, the latest weighing most.

    An answer of more than ``most`` records counts like one of so many beside a value that was seen:
    a maker of half of all things must not speak for makers of one thing each.
    """

    most: float = MAX_COUNTED_RECORDS
    asked: int = 0
    right: float = 1.0
    tried: float = 1.0
    new: float = 0.0
    requests: float = 0.0
    beside: float = 0.0
    again: float = 0.0

    def add(self, new: int, answer: FormAnswer) -> None:
        """Add an answer and how many of its records were new."""
        self.asked += 1
        self.right = KEPT_PER_ANSWER * self.right + bool(answer.records)
        self.tried = KEPT_PER_ANSWER * self.tried + 1.0
        self.new = KEPT_PER_ANSWER * self.new + new
        self.requests = KEPT_PER_ANSWER * self.requests + answer.interactions
        scale = min(1.0, self.most / max(1, len(answer.records)))
        self.beside = KEPT_PER_ANSWER * self.beside + scale * new
        self.again = KEPT_PER_ANSWER * self.again + scale * (len(answer.records) - new)

    def expects(self, seen: int, page: float) -> float:
        """Return new records a request of an assignment whose value was seen so often here.

        A value seen n times shows those n again, and new ones beside each as its kind did. A value
        never seen does as its kind did.
        """
        if seen:
            hoped = self.beside + PRIOR_SIGHTINGS * HOPED_PER_SIGHTING
            new = seen * hoped / (self.again + PRIOR_SIGHTINGS)
            return new / ceil((new + seen) / page)
        hope = 1.0 / (1.0 + self.asked)
        done = self.new / self.requests if self.requests else 0.0
        return hope * HOPED_PAGES * page + (1.0 - hope) * done


@dataclass(slots=True)
class AssignmentStream:
    """Assignments of one kind that were not asked yet, the surest and most seen first."""

    names: tuple[str, ...]
    kind: str
    base: Bound = ()
    waiting: list[tuple[float, int, int, tuple[str, ...]]] = field(default_factory=list)

    def offer(self, confidence: float, seen: int, values: tuple[str, ...]) -> None:
        heapq.heappush(self.waiting, (-confidence, -seen, len(self.waiting), values))

    @property
    def next_own(self) -> Bound:
        """The values that the next assignment binds beside the base."""
        return tuple(zip(self.names[len(self.base) :], self.waiting[0][3], strict=True))

    @property
    def confidence(self) -> float:
        return -self.waiting[0][0]

    @property
    def seen(self) -> int:
        return -self.waiting[0][1]

    def take(self) -> Assignment:
        assignment = Assignment((*self.base, *self.next_own), self.confidence)
        heapq.heappop(self.waiting)
        return assignment


@dataclass(slots=True)
class ValueDispersion:
    """How the values and words of an attribute spread over answers.

    ``most``: records with the value in the answer that showed most of it, and that answer's size.
    """

    records: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    most: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, new: Rows, shown: Rows, column: str) -> None:
        """Add an answer: its new records, and all that it showed."""
        self.records += len(new)
        self.counts.update(count_values(new, column))
        counts = count_values(shown, column)
        for value in sorted(counts):
            if counts[value] > self.most.get(value, (0, 0))[0]:
                self.most[value] = (counts[value], len(shown))

    def outside(self, value: str) -> float:
        """Return a value's share in the answers but for the one that showed most of it."""
        most, size = self.most.get(value, (0, 1))
        others = max(0, self.counts[value] - most) + MAIN_ANSWER_RECORDS * most / max(1, size)
        return others / (max(0, self.records - size) + MAIN_ANSWER_RECORDS)


def count_values(rows: Rows, column: str) -> Counter[str]:
    """Count records by the values of a column, and by the words in them."""
    counts: Counter[str] = Counter()
    for row in rows:
        texts = dict.fromkeys(normalise(value) for name, value in row if name == column)
        counts.update(
            dict.fromkeys([*texts, *(word for value in texts for word in words(value))], 1)
        )
    return counts
