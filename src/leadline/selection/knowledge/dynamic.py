"""Dynamic knowledge: what all sources gave so far (Xian et al. 2012, section 5.1, eqs. 3-5).

``S_local`` are the records of all sources. Every source also says which of them it holds
(``membership``), and its answers say what predictions were worth (``yield_calibration``). How often
the paper publishes probabilities (eqs. 6 and 7) is in ``leadline_research.xian2012.knowledge``.

>>> knowledge = DynamicKnowledge()
>>> first, second = knowledge.join(), knowledge.join()
>>> second.others == [first]
True
"""

from typing import Final

import numpy as np

from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.vocabulary import Floats, Terms, Vocabulary

DECAY_PER_ANSWER: Final = 0.5 ** (1 / 300)
"""An answer counts half after 300 more."""
PRIOR_ANSWERS: Final = 20.0
"""Answers as predicted that count before the first."""
PRIOR_COLUMN_RECORDS: Final = 30.0
PRIOR_COLUMN_ANSWERS: Final = 40.0
"""Records, and average answers, as of all columns, that count before the first of a column: early
answers bring many records at once, late ones one or none."""
MIN_COLUMN_RATIO: Final = 0.2
MAX_COLUMN_RATIO: Final = 5.0
MAX_CALIBRATED_COLUMNS: Final = 200
"""Columns that are told apart; all later ones count as one."""


class YieldCalibration:
    """Predicted and observed records over the terms of a vocabulary, by the column of each.

    >>> from leadline.model import Query
    >>> words = Vocabulary([Query("date", "1900"), Query("title", "sea")])
    >>> calibration = YieldCalibration(words)
    >>> for _ in range(50):
    ...     calibration.add(0, predicted=2.0, observed=8)
    ...     calibration.add(1, predicted=2.0, observed=2)
    >>> [round(float(ratio), 1) for ratio in calibration.ratios(slice(0, 2))]
    [3.1, 1.6]
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._number: dict[str, int] = {}
        self._column = np.zeros(0, dtype=np.int16)
        self._predicted = np.zeros(1)
        self._observed = np.zeros(1)
        self._answers = 0.0
        self._ratio = np.ones(1)

    def add(self, term: int, *, predicted: float, observed: float) -> None:
        """Learn from the answer to a query of which so many new records were predicted."""
        self._fit()
        self._predicted *= DECAY_PER_ANSWER
        self._observed *= DECAY_PER_ANSWER
        self._answers = self._answers * DECAY_PER_ANSWER + 1.0
        column = int(self._column[term])
        self._predicted[column] += predicted
        self._observed[column] += observed
        mean = self._predicted.sum() / self._answers
        prior = PRIOR_ANSWERS * mean
        overall = (self._observed.sum() + prior) / max(self._predicted.sum() + prior, 1e-9)
        column_prior = PRIOR_COLUMN_RECORDS + PRIOR_COLUMN_ANSWERS * mean * overall
        relative = (self._observed + column_prior) / (self._predicted * overall + column_prior)
        self._ratio = np.clip(overall * relative, MIN_COLUMN_RATIO, MAX_COLUMN_RATIO)

    def ratios(self, which: Terms) -> Floats:
        """Return by how much to multiply the predictions of some terms."""
        self._fit()
        ratios: Floats = self._ratio[self._column[which]]
        return ratios

    def _fit(self) -> None:
        """Number the columns of terms that are new in the vocabulary."""
        known, size = len(self._column), len(self._vocabulary)
        if known == size:
            return
        query, number = self._vocabulary.query, self._number
        fresh = [
            number.setdefault(query(term).attribute, min(len(number), MAX_CALIBRATED_COLUMNS))
            for term in range(known, size)
        ]
        self._column = np.concatenate((self._column, np.array(fresh, dtype=np.int16)))
        missing = min(len(number), MAX_CALIBRATED_COLUMNS + 1) - len(self._predicted)
        if missing > 0:
            self._predicted = np.concatenate((self._predicted, np.zeros(missing)))
            self._observed = np.concatenate((self._observed, np.zeros(missing)))
            self._ratio = np.concatenate((self._ratio, np.full(missing, self._ratio.mean())))


class DynamicKnowledge(RecordIndex):
    """The records of all sources, which source holds which, and what predictions were worth."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        super().__init__(vocabulary)
        self.yield_calibration = YieldCalibration(self.vocabulary)
        self.memberships: list[RecordMembership] = []

    def join(self) -> RecordMembership:
        """Add a source; return what it says of the records that are known."""
        return RecordMembership(self, self.memberships)
