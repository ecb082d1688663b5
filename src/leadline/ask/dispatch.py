"""Which sources a question is sent to, by what the project holds of them and by their sizes.

Records of a source that are stored and answer the question prove that it is worth asking. For the
records that are not stored, the share of answers is estimated from the stored ones, drawn towards
the product of the shares of each word and condition alone:

    share = (m + s * p1 * ... * pk) / (n + s)         expected = m + (N - n) * share

m of n stored records answer, the source has about N. Where only a share v of the records that a
word finds shows the word, a source answers more than can be read:

    expected = expected + (m + 1) * (1 / v - 1)

Where other sources answer and this one shows no answer, the chance that it has one unread is told
by questions like this one that records of theirs answer (`unread_chance`).
A source is asked if the chance of an answer,
1 - exp(-expected), is high enough, and now and then at random, to learn.

>>> outlooks = [
...     SourceOutlook("holds", 3, 100, 100.0, (0.1, 0.3)),
...     SourceOutlook("large", 0, 100, 5_000.0, (0.1, 0.3)),
...     SourceOutlook("taken whole", 0, 100, 100.0, (0.1, 0.3)),
...     SourceOutlook("hides half", 0, 100, 100.0, (0.1, 0.3), shown=0.5),
...     SourceOutlook("struck", obstacle="it has no attribute year"),
... ]
>>> [(c.source, c.is_chosen) for c in choose_sources(outlooks, Random(0))]
[('holds', True), ('large', True), ('hides half', True), ('struck', False), ('taken whole', False)]
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, prod
from random import Random
from typing import Final

PRIOR_RECORDS: Final = 30.0
"""Records (s) for which the product of the shares alone counts."""
UNSEEN_SHARE: Final = 0.5
"""Records that are supposed to hold a word that no stored record holds."""
MIN_SHOWN: Final = 0.05
"""Least share of records that is supposed to show a word that found them."""
MAX_HIDDEN: Final = 0.95
"""Most that is believed of an answer that was not seen."""
MIN_CHANCE: Final = 0.3
"""Chance of an answer from which a source is asked."""
EXPLORED_SHARE: Final = 0.05
"""Chance with which a source is asked though little is expected of it."""


@dataclass(frozen=True, slots=True)
class SourceOutlook:
    """What is known of a source for a question before it is asked.

    ``matches`` of the ``stored`` records answer; ``size`` is the estimated number of its records,
    ``shares`` are those of the stored records that hold each word or condition alone. ``obstacle``
    says why the source cannot answer, '' if it can. ``shown`` is the share of records found by
    these words in which all of them can be read. ``hidden`` is the chance that it has what other
    sources answer, though it shows none of it; there ``shown`` does not count. ``is_begun``: too
    little of it was taken to tell.
    """

    source: str
    matches: int = 0
    stored: int = 0
    size: float = 0.0
    shares: tuple[float, ...] = ()
    obstacle: str = ""
    shown: float = 1.0
    hidden: float | None = None
    is_begun: bool = False

    @property
    def expected(self) -> float:
        """Expected number of records that answer."""
        least = UNSEEN_SHARE / (self.stored + 1)
        alone = prod(max(share, least) for share in self.shares)
        share = (self.matches + PRIOR_RECORDS * alone) / (self.stored + PRIOR_RECORDS)
        unread = (self.matches + 1) * (1.0 / max(self.shown, MIN_SHOWN) - 1.0)
        unread = unread if self.hidden is None else -log(1.0 - self.hidden)
        return self.matches + max(0.0, self.size - self.stored) * share + unread

    @property
    def chance(self) -> float:
        """Chance that any record answers, 0 to 1."""
        if self.obstacle:
            return 0.0
        return 1.0 if self.matches else 1.0 - exp(-self.expected)


def unread_chance(none: int, once: int, readable: float) -> float:
    """Return the chance that a source has an answer though it shows none.

    Of like questions the source shows no record for ``none`` and one record for ``once``; of a
    record that answers it shows the share ``readable``. A question that one record shows stands for
    ``1 / readable - 1`` whose only record is not shown (Good 1953, Good and Toulmin 1956).

    >>> round(unread_chance(1, 60, 0.98), 2), round(unread_chance(50, 10, 0.98), 2)
    (0.62, 0.0)
    """
    return min(MAX_HIDDEN, (once + 1) / (none + 1) * (1.0 / max(readable, MIN_SHOWN) - 1.0))


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """Whether a source is asked, what is expected of it, and why, in words."""

    source: str
    is_chosen: bool
    expected: float
    chance: float
    reason: str


def choose_sources(
    outlooks: Iterable[SourceOutlook],
    random: Random,
    *,
    explore: float = EXPLORED_SHARE,
    everywhere: bool = False,
) -> list[SourceChoice]:
    """Choose the sources to ask, the most promising first; ``everywhere``: all that can answer.

    Where none is promising, the best of those that can answer is asked.
    """
    ranked = sorted(outlooks, key=lambda each: (-each.chance, -each.expected, each.source))
    choices = [_choice(each, random.random() < explore, everywhere) for each in ranked]
    if not any(choice.is_chosen for choice in choices) and ranked and ranked[0].chance > 0:
        first = choices[0]
        reason = "nothing is expected anywhere; it is the likeliest"
        choices[0] = SourceChoice(first.source, True, first.expected, first.chance, reason)
    return choices


def _choice(outlook: SourceOutlook, is_explored: bool, everywhere: bool) -> SourceChoice:
    if outlook.obstacle:
        return SourceChoice(outlook.source, False, 0.0, 0.0, outlook.obstacle)
    expected, chance = outlook.expected, outlook.chance
    if outlook.matches:
        reason = "1 stored record answers"
        if outlook.matches > 1:
            reason = f"{outlook.matches:,} stored records answer"
        return SourceChoice(outlook.source, True, expected, chance, reason)
    if chance >= MIN_CHANCE:
        reason = f"about {expected:.1f} records are expected"
        return SourceChoice(outlook.source, True, expected, chance, reason)
    if everywhere or is_explored or outlook.is_begun:
        reason = "you ask everywhere" if everywhere else "to learn what it has"
        return SourceChoice(outlook.source, True, expected, chance, reason)
    reason = "none of its records answers" if outlook.stored else "nothing is known of it"
    return SourceChoice(outlook.source, False, expected, chance, reason)
