"""How large is a source? Estimates from what queries returned.

``size_by_ratio`` needs overlapping sources. ``chao1`` counts how often records came back; it is
biased low, since a record that no candidate query holds is never counted. ``Recaptures`` reads the
stated totals of answers that a cap cuts off. Which of them is believed: ``source_size``.

>>> size_by_ratio(local=500, matched=200, known=400)
1000.0
>>> chao1(records=100, once=20, twice=10)
120.0
"""

from math import sqrt
from typing import Final

MIN_SHOWING_SHARE: Final = 0.25
"""Share of the records that match a word which are presumed to show it, at least."""


def size_by_ratio(*, local: int, matched: int, known: int) -> float:
    """Return |DB| by eq. (9): ``|DB_local| / P(q_1 or ... or q_m, S_local)``.

    ``local`` records were taken; the submitted queries match ``matched`` of ``known`` records.
    While they match none, the records taken are all that can be said.
    """
    return local * known / matched if matched else float(local)


def chao1(*, records: int, once: int, twice: int) -> float:
    """Return Chao's bound (1984): the records seen and ``f1^2 / 2 f2``, corrected for f2 = 0."""
    unseen = once * once / (2 * twice) if twice else once * (once - 1) / 2
    return records + unseen


class Recaptures:
    """Size by recaptures (Schumacher & Eschmeyer 1943): every query is a catch.

    ``N = sum C M^2 / sum R M`` with ``M`` records taken before a query, ``C`` that match it and
    ``R`` of these taken before. A stated total gives ``C`` also of answers that a cap cuts off.
    Then ``R`` is counted by the words of what was taken. Cut answers are asked for what is new in
    them, so they say too much. Whole answers, of words that come with what was asked before, say
    too little. The estimate is the geometric mean of all and of the whole ones.

    A record may match by words that it does not show. Whole answers tell how many do, and correct
    the count where only the words can tell.

    >>> catches = Recaptures()
    >>> catches.whole(before=100, matching=50, again=5, shown=5)
    >>> catches.again, catches.size
    (5, 1000.0)
    >>> catches.cut(before=150, matching=400, shown=30)
    >>> round(catches.size)
    1378
    """

    def __init__(self) -> None:
        self.again = 0
        self._shown = 0
        self._caught = self._known = 0.0
        self._cut = self._known_of_cut = 0.0

    def whole(self, *, before: int, matching: int, again: int, shown: int) -> None:
        """Add a whole answer: ``again`` records were taken before, ``shown`` show the word."""
        self._caught += matching * float(before) ** 2
        self._known += again * float(before)
        self.again += again
        self._shown += min(again, shown)

    def cut(self, *, before: int, matching: int, shown: int) -> None:
        """Add an answer of which more records match than came."""
        self._cut += matching * float(before) ** 2
        self._known_of_cut += shown * float(before)

    @property
    def size(self) -> float:
        """The estimated records, 0 while nothing came twice."""
        if not self._known:
            return 0.0
        showing = max(MIN_SHOWING_SHARE, (self._shown + 1) / (self.again + 1))
        of_whole = self._caught / self._known
        of_all = (self._caught + self._cut) / (self._known + self._known_of_cut / showing)
        return sqrt(of_whole * of_all)
