"""How many records a source holds, by the evidence of its answers so far.

A stated size comes first. Else the largest of Chao's bound, eq. (9) of Xian 2012 turned round
(where others overlap enough), and the largest stated total. Under a cap each answer shows the same
records of high rank, and Chao's bound misleads. There eq. (9) goes first, then recaptures.
"""

from typing import Final

from leadline.model import Answer
from leadline.selection.estimators.size import Recaptures, chao1, size_by_ratio
from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.statistics import SourceStatistics

MIN_SHARED_RECORDS: Final = 30
MIN_SOURCE_OVERLAP: Final = 0.1
"""Shared records, and overlap, from which eq. (9) says something of a source's size."""
MIN_RECAPTURES: Final = 30
"""Records that came twice from which recaptures say something of a source's size."""
MAX_TIMES_TAKEN: Final = 50.0
"""Estimate, in records taken, above which it only says that little was taken."""
MIN_REMAINING_SHARE: Final = 0.02
"""Share of the records taken that is presumed to remain while other sources are open."""
ROUND_UP_FACTOR: Final = 1.5
"""Factor by which the remainder is rounded up while other sources are open: bounds are low."""
RULE_OF_TEN: Final = 10.0
"""After ``m`` queries without news up to ``10 / m`` of what there is may be missed: the rule of
three, for answers that overlap. Chao's bound misses clusters that no query has reached."""
FEW_QUERIES: Final = 30
"""Queries below which a source is presumed to be as large as the largest other one."""


class SourceSize:
    """Size estimate of one source; ``stated`` is a size known from outside."""

    def __init__(
        self,
        statistics: SourceStatistics,
        membership: RecordMembership,
        stated: float | None = None,
    ) -> None:
        self._statistics, self._membership = statistics, membership
        self.stated = stated
        self.recaptures = Recaptures()
        self._largest_total = 0

    def note_answer(self, answer: Answer, *, before: int, again: int, shown: int) -> None:
        """Count an answer as a catch, where it is known how many records match.

        ``before`` records were taken before it, ``again`` of which it returned; ``shown`` of those
        taken show the word.
        """
        if answer.complete:
            came = len(answer.records)
            self.recaptures.whole(before=before, matching=came, again=again, shown=shown)
        elif answer.total and answer.exact:
            self.recaptures.cut(before=before, matching=answer.total, shown=max(again, shown))
        if answer.exact:
            self._largest_total = max(self._largest_total, answer.total or 0)

    def by_ratio(self) -> float:
        """Return eq. (9) turned round over the records of other sources, 0 where few are shared."""
        membership = self._membership
        tested, both = membership.tested_elsewhere()
        if both < MIN_SHARED_RECORDS or membership.overlap < MIN_SOURCE_OVERLAP:
            return 0.0
        known = tested + membership.untested
        return size_by_ratio(local=self._statistics.records, matched=tested, known=known)

    def estimate(self, *, cap: int) -> float | None:
        """Return the estimated records of the source, None while there is nothing to go by."""
        statistics, records = self._statistics, float(self._statistics.records)
        if self.stated is not None:
            return max(self.stated, records)
        if not records:
            return None
        ratio = self.by_ratio()
        if cap and ratio:
            return max(ratio, records, float(self._largest_total))
        if cap and self.recaptures.again >= MIN_RECAPTURES:
            return max(self.recaptures.size, records, float(self._largest_total))
        bound = chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)
        return max(min(bound, MAX_TIMES_TAKEN * records), ratio, float(self._largest_total))

    def remaining(self, *, cap: int) -> float:
        """Return the records not taken yet, rounded up; a source hardly asked may be large."""
        records = self._statistics.records
        rest = max((self.estimate(cap=cap) or 1.0) - records, 0.0)
        if self.stated is not None:
            return max(rest, 1.0)
        others = self._membership.others
        if not any(other.taken for other in others):
            return max(rest, MIN_REMAINING_SHARE * records)
        queries = self._statistics.queries
        rest = max(rest, RULE_OF_TEN * records / max(RULE_OF_TEN, queries))
        sizes = sum(other.size for other in others)
        open_share = 1.0 - min(1.0, sum(o.taken for o in others) / sizes) if sizes else 1.0
        rest *= 1.0 + (ROUND_UP_FACTOR - 1.0) * open_share
        rest += MIN_REMAINING_SHARE * open_share * records + 1.0
        if queries >= FEW_QUERIES:
            return rest
        return max([rest, *(other.size for other in others)])
