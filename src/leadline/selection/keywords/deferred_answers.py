"""Answers of which only the first page was read: what the unread rest promises.

The first page states how many records an answer holds. Of those the harvest may know most by other
words; how many is counted, not guessed. So the rest of an answer is a query like any other, whose
yield is known before it is asked: the stated total less the known records that hold the word. Where
nothing is left the answer counts as read.

What is counted must be what the source finds, so answers that were read whole are held against
the count. Where the two differ (stems, capitals, columns that are shown and not searched, or the
other way round) totals say nothing of what is new, and every answer is read on at once.

>>> deferred = DeferredAnswers()
>>> for _ in range(5): deferred.note_complete(counted=12, found=12)
>>> deferred.add("sea", total=70, shown=20)
>>> deferred.add("fog", total=30, shown=20)
>>> deferred.best({"sea": 40, "fog": 29}, page_size=20)
('sea', 10.0)
>>> deferred.remove("sea"); deferred.best({"fog": 30}, page_size=20) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FEWEST_COMPARED: Final = 3
MOST_DIFFERENT: Final = 0.1
"""Answers read whole before totals are believed, and the share of them that may hold more or fewer
records than are counted."""


@dataclass(frozen=True, slots=True)
class UnreadRest:
    """An answer of ``total`` records of which the first ``shown`` were read, ``old`` ones known."""

    total: int
    shown: int
    old: int = 0

    def promise(self, known: int, *, page_size: int, cap: int = 0) -> float:
        """New records a page in the rest, when ``known`` records hold the word.

        Past a cap those that are missing may stand where nobody sees them.
        """
        unread = min(self.total, cap or self.total) - self.shown
        if unread <= 0:
            return 0.0
        missing = max(0, self.total - known) * unread / (self.total - self.shown)
        return missing / -(-unread // max(1, page_size))


@dataclass(slots=True)
class DeferredAnswers:
    """The deferred of one source's answers by word, and whether its totals may be believed."""

    waiting: dict[str, UnreadRest] = field(default_factory=dict)
    compared: int = 0
    different: int = 0

    def add(self, word: str, *, total: int, shown: int, old: int = 0) -> None:
        """The first page of an answer was read."""
        self.waiting[word] = UnreadRest(total, shown, old)

    def known_on_first_page(self, word: str) -> int:
        """Known records on the first page of the answer whose rest was read now."""
        return self.waiting[word].old if word in self.waiting else 0

    def remove(self, word: str) -> None:
        """The rest was read, or there is none."""
        self.waiting.pop(word, None)

    def note_complete(self, *, counted: int, found: int) -> None:
        """An answer was read whole: it held ``found`` records, ``counted`` known ones its word."""
        self.compared += 1
        self.different += counted != found

    @property
    def are_exact(self) -> bool:
        """Whether a word finds the records that hold it, neither more nor fewer."""
        enough = self.compared >= FEWEST_COMPARED
        return enough and self.different <= MOST_DIFFERENT * self.compared

    def best(
        self, known: Mapping[str, int], *, page_size: int, cap: int = 0
    ) -> tuple[str, float] | None:
        """The rest that promises most new records a page; any at all where nothing is believed."""
        if not self.are_exact:
            return next(((word, inf) for word in self.waiting), None)
        promises = [
            (rest.promise(known.get(word, 0), page_size=page_size, cap=cap), word)
            for word, rest in self.waiting.items()
        ]
        promise, word = max(promises, default=(0.0, ""))
        return (word, promise) if promise > 0 else None
