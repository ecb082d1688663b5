"""What is known of a source's contents while they are taken: tries, totals, words.

Its parts are filled by ``whole`` (one query for everything) and ``by_words`` (the rest).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from leadline.model import Outcome
from leadline.selection.messages import ChooseQuery, DeferredAnswer, QueryObserved
from leadline.selection.probing.engine_behaviour import EngineBehaviour
from leadline.selection.probing.whole_database import is_word

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.events import Event, Reply
    from leadline.crawl.paging.backward import Left
    from leadline.crawl.paging.walk import Walk
    from leadline.selection.probing.whole_database import Proof, TryOutcome
    from leadline.wrapper.reading import PageReading

ENOUGH_TRIES: Final = 2
"""Two tries that state one and the same largest total settle which query claims everything."""

MOST_SPELLINGS: Final = 3
"""Spellings of a word that are asked where case matters: Word, word, WORD."""
WORD: Final = re.compile(r"[^\W\d_]+")
MOST_WAITING: Final = 60
"""Walks that wait, each with a page; the one that waits longest is let go."""
FULL_PAGE: Final = 10
"""Rows from which the first page of an answer without a total is worth going on from."""


@dataclass(slots=True)
class Acquisition:
    """What is known of a source's contents while it is taken.

    ``parts`` are the controls that split a word's answer, once they were looked for; ``left`` are
    answers that were not read to their end; ``miswritten`` counts words that found nothing and were
    asked again as records write them; ``hides`` that the source showed no more of some answer.
    """

    source: Source
    tries: list[TryOutcome] = field(default_factory=list)
    first_pages: dict[str, PageReading] = field(default_factory=dict)
    habits: EngineBehaviour = field(default_factory=EngineBehaviour)
    largest: int = 0
    spelled: dict[str, dict[str, int]] = field(default_factory=dict)
    spelled_of: int = 0
    miswritten: int = 0
    hides: bool = False
    walked: set[str] = field(default_factory=set)
    parts: tuple[str, ...] | None = None
    left: list[Left] = field(default_factory=list)
    waiting: dict[str, Walk] = field(default_factory=dict)

    def observe(self, walked: Walk, *, chosen: bool = False) -> Generator[Event, Reply, None]:
        """Tell what a query brought, for the choices to come."""
        self.hides = self.hides or (chosen and not (walked.finished or walked.broken_off))
        yield QueryObserved(
            "" if self.goes_on(walked) else walked.query, tuple(walked.rows_by_key.values()),
            pages=max(1, walked.pages), total=walked.total, exact=walked.exact,
            complete=walked.finished, chosen=chosen, new=walked.new,
            hidden=not walked.finished and (self.hides or not walked.broken_off),
        )  # fmt: skip

    def keep_waiting(self, walked: Walk) -> Generator[Event, Reply, None]:
        """Keep a walk that waits behind its first page, and tell what that page brought."""
        self.waiting[walked.query] = walked
        if len(self.waiting) > MOST_WAITING:
            self.waiting.pop(next(iter(self.waiting)))
        yield DeferredAnswer(
            walked.query, tuple(walked.rows_by_key.values()), total=walked.total, exact=True,
            chosen=True, new=walked.new, hidden=self.hides,
        )  # fmt: skip

    def wish(self) -> ChooseQuery:
        """What is known of the source that bears on the next choice."""
        return ChooseQuery(max(1, self.source.most_rows), self.source.cap, self.size(), self.habits)

    def forms(self, word: str) -> list[str]:
        """What to send for a word: with and without accents, and as records write it where the
        engine tells capitals from small letters.
        """
        forms = self.habits.forms(word)
        if not self.habits.case_matters:
            return list(forms)
        written = [self._written(form) or [form, form.capitalize()] for form in forms]
        return list(dict.fromkeys(chain.from_iterable(written)))

    def spellings(self, word: str) -> list[str]:
        """All ways to send a word of known records, the likeliest first."""
        return list(dict.fromkeys([*self.forms(word), *self._written(word)]))

    def _written(self, word: str) -> list[str]:
        """A word as records write it, commonest first."""
        for text in islice(self.source.seen.values(), self.spelled_of, None):
            for found in WORD.findall(text):
                ways = self.spelled.setdefault(found.casefold(), {})
                ways[found] = ways.get(found, 0) + 1
        self.spelled_of = len(self.source.seen)
        ways = self.spelled.get(word.casefold(), {})
        return sorted(ways, key=lambda way: (-ways[way], way))[:MOST_SPELLINGS]

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
