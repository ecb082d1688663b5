"""Whole-database queries: what an experienced person asks before any word, and what proves success.

A source is called complete only by the number that it says it holds. What proves less says how it
was taken.

>>> tries = [TryOutcome("", total=40, exact=True, walked=40, unique=40, finished=True),
...          TryOutcome("*", total=40, exact=True)]
>>> prove_whole(tries, constant=None).reason
'maximum'
>>> prove_whole([TryOutcome("", total=40, exact=True)], constant=None) is None
True
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

NONSENSE_PLACEHOLDER: Final = "NONSENSE"
WHOLE_DATABASE_QUERIES: Final = ("", "*", "*:*", "%", f"-{NONSENSE_PLACEHOLDER}")
"""In this order, those that show records most often first; a made-up word replaces the placeholder.
Prefixes under three letters are never sent: they hold some servers for half a minute."""
PATTERN_FOR_EVERYTHING: Final = ".*"
"""Asked where none of these showed a record: an engine of regular expressions finds words too."""

MIN_CHECK_WORDS: Final = 6
"""Frequent words that must bring nothing new after a whole walk without a stated total."""
MIN_CHECKS_OF_BOUND: Final = 4
"""Words that are enough where their answers leave room for no more than may be missing."""
CHECK_WORDS: Final = 8
"""Words of known records that are asked after a whole walk, two of them rare."""
CHECK_WORDS_OF_WORD: Final = 12
"""Words asked after the walk of a plain word; they are asked for news, and prove nothing."""
UNCHECKED: Final = "nothing was asked to check it, as was wanted"
MIN_SHARE_OF_ABOUT: Final = 0.75
"""Share of a total stated as "about" so many that a whole walk must reach."""
MIN_RECORD_SHARE: Final = 0.8
"""Share of mined records from which a word counts as standing in almost all of them."""
MAX_SAMPLED_RECORDS: Final = 2_000
MAX_COMMON_WORDS: Final = 5
"""Words that stand in all records, and as many that some records lack, which are proposed."""

Reason = Literal["constant", "maximum", "walk", "slices"]


@dataclass(frozen=True, slots=True)
class TryOutcome:
    """What one whole-database query, or a word in every record, brought.

    ``walked`` rows gave ``unique`` record keys. ``finished``: the walk ended where the answer
    ended, not by cap, error or break-off. ``truncated``: a page of it came cut. ``checks`` later
    words were asked, of at least ``checks_wanted``, which brought ``news`` unknown records.
    ``is_weakly_checked``: few of those from outside of the records taken found any, so they say
    little of other records.
    """

    query: str
    total: int | None = None
    exact: bool = False
    walked: int = 0
    unique: int = 0
    finished: bool = False
    truncated: bool = False
    checks: int = 0
    checks_wanted: int = MIN_CHECK_WORDS
    news: int = 0
    is_weakly_checked: bool = False

    @property
    def is_checked(self) -> bool:
        """Whether enough words were asked, and none brought news."""
        return self.checks >= self.checks_wanted and not self.news

    @property
    def checks_said(self) -> str:
        """What was asked after the walk, in words."""
        if not self.checks_wanted:
            return UNCHECKED
        return f"{self.checks} frequent words asked afterwards brought nothing new"


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a source counts as taken whole; ``sentence`` is for the report.

    By the "constant" a source is proven complete; other reasons say that nothing more was found.
    """

    reason: Reason
    sentence: str


def tries_with(nonsense: str) -> tuple[str, ...]:
    """Return the whole-database queries with the made-up word in its place.

    >>> tries_with("zuqxoky")[4]
    '-zuqxoky'
    """
    return tuple(query.replace(NONSENSE_PLACEHOLDER, nonsense) for query in WHOLE_DATABASE_QUERIES)


def is_word(query: str) -> bool:
    """Whether a query is a plain word, which some records may lack, and no sign for everything.

    >>> [is_word(query) for query in ("", "*:*", "-zuqxoky", "%", "film", "花")]
    [False, False, False, False, True, True]
    """
    return query.isalpha()


def checks_for(query: str) -> int:
    """Return how many words are asked after the walk of a query; they must bring nothing new.

    >>> checks_for("*:*"), checks_for("film")
    (8, 12)
    """
    return CHECK_WORDS_OF_WORD if is_word(query) else CHECK_WORDS


def claims_whole(tries: Sequence[TryOutcome], *, constant: int | None) -> TryOutcome | None:
    """Return the try to walk first: it states the database constant, else the largest total.

    Of several that state it a plain word comes last: each record of one part may hold it.
    Without any total it is the first try that showed records. None when every try came back empty.
    """
    productive = [t for t in tries if (t.total or 0) > 0 or t.walked > 0]
    if constant is not None:
        for outcome in productive:
            if outcome.total == constant:
                return outcome
    stated = [t for t in productive if t.total is not None]
    if stated:
        return max(stated, key=lambda t: (t.total or 0, not is_word(t.query)))
    return productive[0] if productive else None


def prove_whole(tries: Sequence[TryOutcome], *, constant: int | None) -> Proof | None:
    """Return the first of the three proofs that holds, or None.

    - constant: a walked try yields as many records as the page says the database has.
    - maximum: the largest exact total of all tries, stated by two different tries, was walked to as
      many records. Two words do not do: both may stand in the same 98 % of the records.
    - walk: a walk ended properly and words asked afterwards (``checks_for``) brought nothing new.
      The walk of a plain word proves nothing, nor one with a truncated page or below its total.
    """
    largest = max((t.total for t in tries if t.total is not None and t.exact), default=None)
    for outcome in tries:
        if not outcome.finished:
            continue
        proof = _of_constant(outcome, constant) or _of_maximum(outcome, tries, largest)
        if proof is not None:
            return proof
    for outcome in tries:
        proof = _of_walk(outcome)
        if proof is not None:
            return proof
    return None


def words_in_every_record(records: Sequence[Collection[str]]) -> list[str]:
    """Return words in almost every record, commonest first: labels, units and parts of addresses.

    Words that some records lack follow: what stands in all may be a label that no index holds.

    >>> words_in_every_record([["oil", "on", "canvas"], ["ink", "on"], ["on", "oil"]])
    ['on']
    >>> words_in_every_record([["size", "film"]] * 9 + [["size"]])
    ['size', 'film']
    """
    sample = records[:MAX_SAMPLED_RECORDS]
    if len(sample) < 2:
        return []
    counts = Counter(word for record in sample for word in dict.fromkeys(record))
    least = MIN_RECORD_SHARE * len(sample)
    common = sorted((-n, word) for word, n in counts.items() if n >= least)
    everywhere = [word for n, word in common if -n == len(sample)]
    elsewhere = [word for n, word in common if -n < len(sample)]
    return everywhere[:MAX_COMMON_WORDS] + elsewhere[:MAX_COMMON_WORDS]


def _of_constant(outcome: TryOutcome, constant: int | None) -> Proof | None:
    """Prove by the number of records that the source states of itself, if checks agree.

    A source that holds more than it states gives last year's number, or the most that it counts.
    """
    if not constant or outcome.unique != constant or outcome.news or outcome.is_weakly_checked:
        return None
    sentence = (
        f"the source says it holds {constant:,} records and the query {_named(outcome.query)} "
        f"gave {outcome.unique:,}"
    )
    return Proof("constant", sentence)


def _of_maximum(
    outcome: TryOutcome, tries: Sequence[TryOutcome], largest: int | None
) -> Proof | None:
    """Prove by the largest total, which two queries state."""
    if not largest or not outcome.exact or outcome.total != largest or outcome.unique < largest:
        return None
    same = [t.query for t in tries if t.query != outcome.query and t.exact and t.total == largest]
    if not same or all(is_word(query) for query in (outcome.query, *same)):
        return None
    same.sort(key=is_word)
    sentence = (
        f"{_named(outcome.query)} and {_named(same[0])} both state {largest:,}, no query states "
        f"more, and the walk gave {outcome.unique:,}"
    )
    return Proof("maximum", sentence)


def _of_walk(outcome: TryOutcome) -> Proof | None:
    """Prove by a walk that ended by itself, and by words that brought nothing new."""
    owed = (outcome.total or 0) * (1.0 if outcome.exact else MIN_SHARE_OF_ABOUT)
    reached = outcome.walked >= owed
    if not outcome.finished or outcome.truncated or not outcome.unique or not reached:
        return None
    if is_word(outcome.query) or not outcome.is_checked:
        return None
    sentence = (
        f"the walk of {_named(outcome.query)} ended by itself after {outcome.unique:,} records "
        f"and {outcome.checks_said}"
    )
    return Proof("walk", sentence)


def _named(query: str) -> str:
    return f"'{query}'" if query else "the empty query"
