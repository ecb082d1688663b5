"""Which column each word stands in, by source, and which columns find nothing when asked.

>>> columns = WordColumns()
>>> columns.join("a"); columns.join("b")
>>> _ = columns.place("a", "oil", "medium")
>>> columns.find("b", "oil")
('a', 'medium')
>>> for _ in range(5): columns.note_answer("b", "oil", hit=False)
>>> columns.is_dropped("b", "oil"), columns.is_dropped("a", "oil")
(True, False)
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

Column = tuple[str, str]
"""A source, and the name of one of its columns."""

MIN_MISSES_TO_DROP: Final = 5
"""Misses more than hits from which words of a column are asked no more. Captions, dates, sizes and
numbers are shown in records but often not indexed."""


class WordColumns:
    """Columns of words for all sources; every source judges columns by its own answers."""

    def __init__(self) -> None:
        self._columns: dict[str, dict[str, str]] = {}
        self._misses_over_hits: dict[str, Counter[Column]] = {}
        self._productive: dict[str, set[Column]] = {}

    def join(self, source: str) -> None:
        """Add a source; words unknown to one source are looked up in order of joining."""
        self._columns[source] = {}
        self.forget_answers(source)

    def forget_answers(self, source: str) -> None:
        """Forget what a source answered, since all of it is observed once more."""
        self._misses_over_hits[source], self._productive[source] = Counter(), set()

    def place(self, source: str, word: str, column: str) -> bool:
        """Note that a record shows a word in a column; return whether the word may be asked again.

        A word counts for the first column that it was seen in, until words of that column are asked
        no more.
        """
        first = self._columns[source].setdefault(word, column)
        if first == column or self._finds((source, first)) or not self._finds((source, column)):
            return False
        self._columns[source][word] = column
        return True

    def find(self, source: str, word: str) -> Column | None:
        """Return the column of a word: of this source if it was seen there, else of another."""
        column = self._columns[source].get(word)
        return (source, column) if column is not None else self.find_in(self._columns, word)

    def find_in(self, sources: Iterable[str], word: str) -> Column | None:
        """Return the column of a word in the first of some sources that shows it."""
        showing = (source for source in sources if word in self._columns[source])
        return next(((source, self._columns[source][word]) for source in showing), None)

    def note_answer(self, source: str, word: str, *, hit: bool) -> None:
        """Count a query of a source for the column of its word."""
        column = self.find(source, word)
        if column is None:
            return
        if hit:
            self._productive[source].add(column)
        self._misses_over_hits[source][column] += -1 if hit else 1

    def is_dropped(self, source: str, word: str) -> bool:
        """Whether words of this word's column find nothing at a source."""
        column = self.find(source, word)
        return column is not None and not self._finds(column, source)

    def is_productive(self, source: str, word: str) -> bool:
        """Whether a word of this word's column has found something at a source."""
        return self.find(source, word) in self._productive[source]

    def _finds(self, column: Column, source: str = "") -> bool:
        """Whether words of a column are asked at a source, else at its own."""
        return self._misses_over_hits[source or column[0]][column] < MIN_MISSES_TO_DROP
