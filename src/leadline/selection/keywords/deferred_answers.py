"""Deferred answers: only the first page was read, and the rest waits until it promises most.

The first page states how many records an answer holds. How many of those are known by other words
is counted, not guessed. So the rest of an answer is like a query whose yield is known: the stated
total less the known records that hold the word. Where nothing is left the answer counts as read.

The count must be what the source finds, so it is compared with answers that were read whole. Where
the two differ (stems, capitals, columns that are not searched) totals say nothing of what is new,
and every answer is read on at once.

>>> deferred = DeferredAnswers()
>>> for _ in range(5): deferred.note_complete(counted=12, total=12)
>>> deferred.add("sea", total=70, shown=20)
>>> deferred.add("fog", total=30, shown=20)
>>> deferred.best({"sea": 40, "fog": 29}, page_size=20)
('sea', 10.0)
>>> deferred.remove("sea"); deferred.best({"fog": 30}, page_size=20) is None
True
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Final

MIN_COMPARED_ANSWERS: Final = 3
"""Answers read whole before stated totals are believed."""
MAX_DIFFERING_SHARE: Final = 0.1
"""Share of those answers that may hold more or fewer records than are counted."""


@dataclass(frozen=True, slots=True)
class UnreadRest:
    """An answer of ``total`` records, ``shown`` on its first page, ``known`` of these before."""

    total: int
    shown: int
    known: int = 0

    def promise(self, known: int, *, page_size: int, cap: int = 0) -> float:
        """Return new records a page in the rest, when ``known`` records hold the word.

        Past a cap the missing records may stand where nobody sees them.
        """
        unread = min(self.total, cap or self.total) - self.shown
        if unread <= 0:
            return 0.0
        missing = max(0, self.total - known) * unread / (self.total - self.shown)
        return missing / -(-unread // max(1, page_size))


@dataclass(slots=True)
class DeferredAnswers:
    """The unread rests of one source's answers by word, and whether its totals are believed."""

    rests: dict[str, UnreadRest] = field(default_factory=dict)
    compared: int = 0
    different: int = 0

    def add(self, word: str, *, total: int, shown: int, known: int = 0) -> None:
        """Add an answer of which the first page was read."""
        self.rests[word] = UnreadRest(total, shown, known)

    def remove(self, word: str) -> None:
        """Remove an answer whose rest was read."""
        self.rests.pop(word, None)

    def known_on_first_page(self, word: str) -> int:
        """Return the records of an answer's first page that were known before it."""
        return self.rests[word].known if word in self.rests else 0

    def note_complete(self, *, counted: int, total: int) -> None:
        """Compare an answer that was read whole with the known records that hold its word."""
        self.compared += 1
        self.different += counted != total

    @property
    def are_exact(self) -> bool:
        """Whether a word finds the records that hold it, neither more nor fewer."""
        is_proven = self.compared >= MIN_COMPARED_ANSWERS
        return is_proven and self.different <= MAX_DIFFERING_SHARE * self.compared

    def best(
        self, known: Mapping[str, int], *, page_size: int, cap: int = 0
    ) -> tuple[str, float] | None:
        """Return the rest that promises most, with new records a page; any while none is exact."""
        if not self.are_exact:
            return next(((word, inf) for word in self.rests), None)
        promises = [
            (rest.promise(known.get(word, 0), page_size=page_size, cap=cap), word)
            for word, rest in self.rests.items()
        ]
        promise, word = max(promises, default=(0.0, ""))
        return (word, promise) if promise > 0 else None
