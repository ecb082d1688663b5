"""Whole-database tries: what an experienced person asks before any word, and what proves it.

On fifteen search applications the empty query, ``*:*``, an excluded nonsense word, ``%`` and ``*``
gave the whole database on seven to nine. A source is called complete only by one of three proofs.

>>> tries = [TryOutcome("", total=40, exact=True, walked=40, unique=40, finished=True),
...          TryOutcome("*", total=40, exact=True)]
>>> prove_whole(tries, constant=None).reason
'maximum'
>>> prove_whole([TryOutcome("", total=40, exact=True)], constant=None) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NONSENSE: Final = "NONSENSE"
WHOLE_DATABASE_TRIES: Final = ("", "*:*", f"-{NONSENSE}", "%", "*")
"""In this order; NONSENSE stands for a made-up word. Fifteen other strings added no source, and a
letter with ``*`` held a server for 20-40 seconds: prefixes under three letters are never sent."""

CHECK_WORDS: Final = 10
"""Frequent words that must bring nothing new after a whole walk without a stated total."""
WORD_CHECKS: Final = 25
"""The same where the query is a plain word: that all records hold it is an accident of the sample.
They are asked for news, and prove nothing."""
ABOUT: Final = 0.75
"""Share of a total that is only "about" so many which a whole walk must reach: a source that hid
all behind the first 200 of "about 300" showed known records first for every word of the check."""
IN_EVERY_RECORD: Final = 0.8
"""Share of mined records from which a word counts as being in almost all of them."""
SAMPLE: Final = 2_000

Reason = Literal["constant", "maximum", "walk", "slices"]


@dataclass(frozen=True, slots=True)
class TryOutcome:
    """What one try (or a word in every record) brought.

    ``walked`` rows gave ``unique`` record keys; ``finished`` says that the walk ended where the
    answer ended, not by cap, error or break-off; ``truncated`` that a page of it came cut.
    ``checks`` later words were asked, of which ``news`` records were not known.
    """

    query: str
    total: int | None = None
    exact: bool = False
    walked: int = 0
    unique: int = 0
    finished: bool = False
    truncated: bool = False
    checks: int = 0
    news: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """Why the source counts as taken whole: ``sentence`` is for the report."""

    reason: Reason
    query: str
    records: int
    sentence: str


def tries_with(nonsense: str) -> tuple[str, ...]:
    """The tries with the made-up word in its place.

    >>> tries_with("zuqxoky")[2]
    '-zuqxoky'
    """
    return tuple(query.replace(NONSENSE, nonsense) for query in WHOLE_DATABASE_TRIES)


def is_word(query: str) -> bool:
    """Whether a try is a plain word, which some records may lack, and no sign for everything.

    >>> [is_word(query) for query in ("", "*:*", "-zuqxoky", "%", "film", "花")]
    [False, False, False, False, True, True]
    """
    return query.isalpha()


def checks_for(query: str) -> int:
    """How many words must bring nothing new after the walk of a query that states no total.

    >>> checks_for("*:*"), checks_for("film")
    (10, 25)
    """
    return WORD_CHECKS if is_word(query) else CHECK_WORDS


def claims_whole(
    tries: Sequence[TryOutcome], *, constant: int | None, exact_totals: bool = False
) -> TryOutcome | None:
    """The try to walk first: it states the database constant, else the largest total.

    Without any total the first try that showed records is taken. ``exact_totals`` says that the
    source's totals were right so far. None when every try came back empty.
    """
    productive = [t for t in tries if (t.total or 0) > 0 or t.walked > 0]
    if constant is not None:
        for outcome in productive:
            if outcome.total == constant:
                return outcome
    stated = [t for t in productive if t.total is not None and (t.exact or not exact_totals)]
    if stated:
        return max(stated, key=lambda t: t.total or 0)
    return productive[0] if productive else None


def prove_whole(tries: Sequence[TryOutcome], *, constant: int | None) -> Proof | None:
    """The first of the three proofs that holds, or None.

    'constant': a walked try yields as many records as the page says the database has.
    'maximum': the largest total of all tries, exact, stated by two different tries, was walked
    to as many records; two words do not do (both may stand in the same 98 % of the records).
    'walk': a walk ended properly and words asked afterwards (``checks_for``) brought nothing new.
    That of a plain word proves nothing: of 1,000 court cases all but 15 hold "v", and 25 words of
    those that do found none of the others. A truncated page or a total not reached leaves no proof.
    """
    most = max((t.total for t in tries if t.total is not None and t.exact), default=None)
    for outcome in tries:
        if not outcome.finished or not outcome.unique:
            continue
        proof = _of_constant(outcome, constant) or _of_maximum(outcome, tries, most)
        if proof is not None:
            return proof
    for outcome in tries:
        proof = _of_walk(outcome)
        if proof is not None:
            return proof
    return None


def words_in_every_record(records: Sequence[Collection[str]], *, most: int = 5) -> list[str]:
    """Words in almost every record, commonest first: labels, units and parts of addresses.

    As many that are missing in some follow: what stands in all may be a label that no index holds.

    >>> words_in_every_record([["oil", "on", "canvas"], ["ink", "on"], ["on", "oil"]])
    ['on']
    >>> words_in_every_record([["size", "film"]] * 9 + [["size"]])
    ['size', 'film']
    """
    sample = records[:SAMPLE]
    counts: dict[str, int] = {}
    for record in sample:
        for word in dict.fromkeys(record):
            counts[word] = counts.get(word, 0) + 1
    least = IN_EVERY_RECORD * len(sample)
    common = sorted((-n, word) for word, n in counts.items() if n >= least and len(sample) > 1)
    everywhere = [word for n, word in common if -n == len(sample)]
    elsewhere = [word for n, word in common if -n < len(sample)]
    return everywhere[:most] + elsewhere[:most]


def _of_constant(outcome: TryOutcome, constant: int | None) -> Proof | None:
    if not constant or outcome.unique < constant:
        return None
    sentence = (
        f"the source says it holds {constant:,} records and the query {_named(outcome.query)} "
        f"gave {outcome.unique:,}"
    )
    return Proof("constant", outcome.query, outcome.unique, sentence)


def _of_maximum(outcome: TryOutcome, tries: Sequence[TryOutcome], most: int | None) -> Proof | None:
    if not most or not outcome.exact or outcome.total != most or outcome.unique < most:
        return None
    same = [t.query for t in tries if t.query != outcome.query and t.exact and t.total == most]
    if not same or all(is_word(query) for query in (outcome.query, *same)):
        return None
    same.sort(key=is_word)
    sentence = (
        f"{_named(outcome.query)} and {_named(same[0])} both state {most:,}, no query states "
        f"more, and the walk gave {outcome.unique:,}"
    )
    return Proof("maximum", outcome.query, outcome.unique, sentence)


def _of_walk(outcome: TryOutcome) -> Proof | None:
    owed = (outcome.total or 0) * (1.0 if outcome.exact else ABOUT)
    reached = outcome.walked >= owed
    if not outcome.finished or outcome.truncated or not outcome.unique or not reached:
        return None
    if is_word(outcome.query) or outcome.checks < CHECK_WORDS or outcome.news:
        return None
    sentence = (
        f"the walk of {_named(outcome.query)} ended by itself after {outcome.unique:,} records "
        f"and {outcome.checks} frequent words asked afterwards brought nothing new"
    )
    return Proof("walk", outcome.query, outcome.unique, sentence)


def _named(query: str) -> str:
    return f"'{query}'" if query else "the empty query"
