"""What is known of a source's contents while they are taken: tries, totals, words.

Its parts are filled by ``whole`` (one query for everything) and ``by_words`` (the rest).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Ask, Outcome, Query, Taken
from leadline.queries.gt import GoodTuring
from leadline.queries.habits import Habits
from leadline.queries.whole import is_word
from leadline.text import SHORTEST, words

if TYPE_CHECKING:
    from leadline.pipelines.reading import Reading
    from leadline.pipelines.source import Source
    from leadline.pipelines.walk import Walk
    from leadline.queries.whole import Proof, TryOutcome

ENOUGH_TRIES: Final = 2
"""Two tries that state one and the same largest total settle which query claims everything."""

FULL_PAGE: Final = 10
"""Rows from which the first page of an answer without a total is worth going on from."""
SHORTEST_EVER: Final = 2
"""Words of two letters are asked where a probe of one found something (on 10 of 13 engines)."""


@dataclass(slots=True)
class Acquisition:
    """What is known of a source's contents while it is taken."""

    source: Source
    selector: GoodTuring = field(default_factory=GoodTuring)
    tries: list[TryOutcome] = field(default_factory=list)
    first_pages: dict[str, Reading] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    largest: int = 0
    walked: set[str] = field(default_factory=set)
    pending: list[Walk] = field(default_factory=list)

    def observe(self, walked: Walk) -> None:
        """Keep what a query brought until the selector is asked (it may never be)."""
        self.pending.append(walked)

    def catch_up(self) -> None:
        """Tell the selector all that it does not know yet."""
        for walked in self.pending:
            self._tell(walked)
        self.pending.clear()

    def _tell(self, walked: Walk) -> None:
        columns: dict[str, str] = {}
        records = []
        shortest = self.habits.shortest if self.habits.relaxes is not None else SHORTEST
        shortest = min(SHORTEST, max(SHORTEST_EVER, shortest))
        for key, row in walked.rows_by_key.items():
            terms = []
            for one in row.fields:
                if one.kind == "text":
                    for word in words(one.value, shortest=shortest):
                        columns.setdefault(word, one.column)
                        terms.append(Query("", word))
            records.append(Taken(key, frozenset(terms)))
        answer = Answer(
            Ask(self.source.key, Query("", "" if self.goes_on(walked) else walked.query)),
            tuple(records),
            interactions=max(1, walked.pages), total=walked.total, exact=walked.exact,
            complete=walked.finished,
        )  # fmt: skip
        self.selector.observe(answer, columns)

    def goes_on(self, walked: Walk) -> bool:
        """Whether only the first page of an answer was looked at, and more seems to follow."""
        if walked.reason or walked.query not in self.first_pages:
            return False
        if walked.total is not None:
            return walked.rows < walked.total
        return walked.rows >= min(FULL_PAGE, self.source.most_rows)

    @property
    def constant(self) -> int | None:
        """The number beside "this index holds", if a try's total or a whole walk says it too."""
        stated = self.source.constant
        said = [one.total for one in self.tries if one.exact]
        walked = [one.unique for one in self.tries if one.finished]
        return stated if stated is not None and stated in (*said, *walked) else None

    def size(self) -> int | None:
        """The source's own word for how many records it holds, where two of its answers agree.

        None where more than that were taken already: then it speaks of something else, or of the
        most that it shows.
        """
        taken = len(self.source.seen)
        if self.constant is not None and self.constant >= taken:
            return self.constant
        most = max((one.total for one in self.tries if one.exact and one.total), default=0)
        same = [one.query for one in self.tries if one.exact and one.total == most]
        agreed = len(same) >= ENOUGH_TRIES and not all(is_word(query) for query in same)
        return most if most and agreed and most >= max(self.largest, taken) else None


def complete(source: Source, proof: Proof) -> Outcome:
    """The outcome of a source that was taken whole, by this proof."""
    return Outcome(
        "complete", "everything was taken", proof.sentence, len(source.seen), source.requests,
        float(len(source.seen)),
    )  # fmt: skip
