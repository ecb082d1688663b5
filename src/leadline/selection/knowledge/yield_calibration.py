"""What answers brought beside what was expected, by column: a correction learned from all sources.

Selectors expect new records of a term from counts, and the counts mislead by column: a date that
nobody asked for hides twice as many records as a word of a title with the same counts. So what came
is held against what was expected, the latest answers counting most: once for all columns together,
and once for each column beside that. A column seldom asked is taken to be like all.

The same with slopes for every count (a log-linear fit over the last 1,500 answers) saved 1 % more
queries on overlapping sources and cost 2-10 % on museums that share nothing, so it was left out.

>>> from leadline.selection.knowledge.vocabulary import Vocabulary
>>> from leadline.model import Query
>>> words = Vocabulary([Query("date", "1900"), Query("title", "sea")])
>>> calibration = YieldCalibration(words)
>>> for _ in range(50):
...     calibration.note(0, expected=2.0, came=8)
...     calibration.note(1, expected=2.0, came=2)
>>> [round(float(ratio), 1) for ratio in calibration.ratios(slice(0, 2))]
[3.1, 1.6]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from leadline.selection.knowledge.vocabulary import Vocabulary

MEMORY: Final = 0.5 ** (1 / 300)
"""An answer counts half after 300 more."""
PATIENCE: Final = 20.0
"""Answers as expected that stand before the first."""
COLUMN_RECORDS: Final = 30.0
COLUMN_ANSWERS: Final = 40.0
"""A column is like all others until it brought so many records, and that many answers: early
answers bring many records at once, late ones one or none."""
LEAST: Final = 0.2
MOST: Final = 5.0
MOST_COLUMNS: Final = 200


class YieldCalibration:
    """Expected and come, over the terms of a vocabulary, by the attribute of each."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._number: dict[str, int] = {}
        self._column = np.zeros(0, dtype=np.int16)
        self._expected = np.zeros(1)
        self._came = np.zeros(1)
        self._answers = 0.0
        self._ratio = np.ones(1)

    def note(self, term: int, *, expected: float, came: float) -> None:
        """An answer to a query chosen for what was expected of it."""
        self._fit()
        self._expected *= MEMORY
        self._came *= MEMORY
        self._answers = self._answers * MEMORY + 1.0
        column = int(self._column[term])
        self._expected[column] += expected
        self._came[column] += came
        mean = self._expected.sum() / self._answers
        before = PATIENCE * mean
        whole = (self._came.sum() + before) / max(self._expected.sum() + before, 1e-9)
        apart = COLUMN_RECORDS + COLUMN_ANSWERS * mean * whole
        beside = (self._came + apart) / (self._expected * whole + apart)
        self._ratio = np.clip(whole * beside, LEAST, MOST)

    def ratios(self, which: slice | npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """By how much to multiply what is expected of some terms."""
        self._fit()
        found: npt.NDArray[np.float64] = self._ratio[self._column[which]]
        return found

    def _fit(self) -> None:
        """Columns of the terms that are new in the vocabulary."""
        known, size = len(self._column), len(self._vocabulary)
        if known == size:
            return
        query, number = self._vocabulary.query, self._number
        fresh = [
            number.setdefault(query(term).attribute, min(len(number), MOST_COLUMNS))
            for term in range(known, size)
        ]
        self._column = np.concatenate((self._column, np.array(fresh, dtype=np.int16)))
        missing = min(len(number), MOST_COLUMNS + 1) - len(self._expected)
        if missing > 0:
            last = self._ratio.mean() if len(self._ratio) else 1.0
            self._expected = np.concatenate((self._expected, np.zeros(missing)))
            self._came = np.concatenate((self._came, np.zeros(missing)))
            self._ratio = np.concatenate((self._ratio, np.full(missing, last)))
