"""Columns that change by themselves: numbers in the list, counters, links with a handle.

A column that differs in most records that are seen again says nothing of a single record.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from leadline.model import Field
from leadline.store.refresh.visits import differing

MIN_COMPARED: Final = 20
"""Records seen again from which a column may be judged."""
MAX_STEADY_SHARE: Final = 0.5
"""Share of them in which a steady column may differ."""


@dataclass(slots=True)
class SteadyColumns:
    """Counts of the records seen again, and of those in which each column differed."""

    known: frozenset[str] = frozenset()
    compared: int = 0
    differed: Counter[str] = field(default_factory=Counter)

    def compare(self, before: Iterable[Field], after: Iterable[Field]) -> frozenset[str]:
        """Count two readings of one record; return the columns in which they differ."""
        columns = frozenset(differing(before, after))
        self.compared += 1
        self.differed.update(columns)
        return columns

    @property
    def unsteady(self) -> frozenset[str]:
        """Columns that differ too often to say something of a record."""
        if self.compared < MIN_COMPARED:
            return self.known
        most = MAX_STEADY_SHARE * self.compared
        return self.known | {name for name, count in self.differed.items() if count > most}
