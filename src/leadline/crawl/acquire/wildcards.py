"""Words cut short, where an engine reads a sign for the rest of them: ``bri*``.

Library catalogues call it truncation, search engines a prefix wildcard. Words of known records
reach only records that share one; titles of one word, names and foreign words share none, but they
begin alike. So where no word promises more, the beginnings of known words are asked, those of most
records first, longer ones where the source cuts an answer off. Three letters at least: a sign
behind one or two held servers for half a minute.

>>> reads_sign("bri", ["Iron bridge", "A brief life", "Bright day", "Brixton", "Brine"], ["Sea"])
True
>>> reads_sign("bri", ["Bri and Ann", "A day", "Brig", "Brixton", "Bri"], ["Sea"])
False
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.prefixes import (
    ALPHABET,
    DEEPEST,
    FEWEST,
    IDLE,
    INSIDE,
    is_cut_off,
    words_from,
)
from leadline.crawl.events import Notice
from leadline.crawl.probe.engine_behaviour import first_page
from leadline.page.text import is_han
from leadline.selection.probing.stopping import StoppingRule

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from leadline.crawl.acquire.prefixes import AskWord
    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.client import Source
    from leadline.crawl.events import Event, Reply

SIGNS: Final = ("*", "?")
"""What stands for the rest of a word: most engines that read a sign read the first, older library
catalogues the second."""
LEAST: Final = 3
"""Letters of a beginning."""
RARER: Final = 3
"""How many times rarer a beginning must be among the records that the query did not find."""


@dataclass(slots=True)
class Truncation:
    """What is known of a source's sign (None: not looked for, '': it has none), how many records
    seen hold a word that begins so, and which beginnings were asked.
    """

    sign: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    counted: int = 0
    asked: dict[str, None] = field(default_factory=dict)

    def count(self, seen: Mapping[str, str]) -> None:
        """Count the beginnings in the texts of records, by key, that came since."""
        for text in islice(seen.values(), self.counted, None):
            words = [word for word in words_from(text) if not is_han(word[0])]
            begun = {word[:n] for word in words for n in range(LEAST, min(len(word), DEEPEST + 1))}
            self.counts.update(sorted(begun))
        self.counted = len(seen)

    def longer(self, beginning: str) -> list[str]:
        """The beginning with one letter more: as words go on that were seen, the commonest first,
        then all letters.
        """
        length = len(beginning) + 1
        seen = [one for one in self.counts if len(one) == length and one.startswith(beginning)]
        ranked = sorted(seen, key=lambda one: (-self.counts[one], one))
        return list(dict.fromkeys([*ranked, *(beginning + letter for letter in ALPHABET)]))

    def shortest(self) -> list[str]:
        """The beginnings that were not asked yet, no longer than must be."""
        return [one for one in self.counts if len(one) == LEAST and one not in self.asked]


@dataclass(slots=True)
class _Taken:
    """What a beginning brought, longer ones included, as a tail counts it."""

    new: int
    pages: int
    records: int

    def add(self, other: _Taken) -> None:
        self.new += other.new
        self.pages += other.pages
        self.records += other.records


def take_truncated(
    state: Acquisition, truncation: Truncation, ask_word: AskWord
) -> Generator[Event, Reply, bool]:
    """Whether beginnings brought anything new; they are asked, those that most records known hold
    first, until a tail of them does not.
    """
    source = state.source
    before, rule = len(source.seen), StoppingRule()
    truncation.count(source.seen)
    if truncation.sign is None:
        truncation.sign = yield from _found_sign(source, truncation.counts)
    while truncation.sign and not rule.reason(taken=len(source.seen)):
        counts = truncation.counts
        beginning = max(truncation.shortest(), key=lambda one: (counts[one], one), default="")
        if not beginning:
            break
        taken = yield from _take(state, truncation, ask_word, beginning)
        rule.add(new=taken.new, pages=taken.pages, records=taken.records)
    return len(source.seen) > before


def _take(
    state: Acquisition, truncation: Truncation, ask_word: AskWord, beginning: str
) -> Generator[Event, Reply, _Taken]:
    """Ask a beginning; where its answer is cut off and owes something, longer ones too."""
    truncation.asked[beginning] = None
    walked = yield from ask_word(state, beginning + (truncation.sign or ""))
    truncation.count(state.source.seen)
    taken = _Taken(walked.new, walked.pages, len(walked.rows_by_key))
    left = walked.broken_off and not walked.finished
    if left or len(beginning) == DEEPEST or not is_cut_off(state, walked):
        return taken
    owed = walked.total - truncation.counts[beginning] if walked.total is not None else inf
    idle = 0
    for one in truncation.longer(beginning):
        if owed <= 0 or idle >= IDLE:
            break
        part = yield from _take(state, truncation, ask_word, one)
        taken.add(part)
        owed -= part.new
        idle = 0 if part.new else idle + 1
    return taken


def _found_sign(source: Source, counts: Counter[str]) -> Generator[Event, Reply, str]:
    """The sign that the engine reads, or ''. None is needed where parts of words are found."""
    beginning = _telling(counts, len(source.seen))
    for sign in SIGNS if beginning else ():
        if not (yield from _finds(source, beginning, sign)):
            continue
        if (yield from _finds(source, beginning, "")):
            break
        yield Notice(f"the source reads {sign!r} as the rest of a word")
        return sign
    return ""


def _telling(counts: Counter[str], records: int) -> str:
    """A beginning whose answer tells whether a sign is read: of some records, but of few."""
    some = [
        (times, one) for one, times in counts.items()
        if len(one) == LEAST and FEWEST < times <= records // RARER
    ]  # fmt: skip
    return min(some, default=(0, ""))[1]


def _finds(source: Source, beginning: str, sign: str) -> Generator[Event, Reply, bool]:
    found = yield from first_page(source, beginning + sign)
    rows = found[1].rows if found is not None else ()
    keys = {row.key for row in rows}
    others = [text for key, text in source.seen.items() if key not in keys]
    return reads_sign(beginning, [row.text for row in rows], others)


def reads_sign(beginning: str, texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether what was found begins so, more often than what was not: words, not the beginning
    itself. Some records may hold it where it is not shown.
    """
    if len(texts) < FEWEST:
        return False
    inside, outside = (
        sum(any(word != beginning for word in words_from(text, beginning)) for text in part)
        for part in (texts, others)
    )
    return (
        inside >= INSIDE * len(texts)
        and inside * len(others) >= RARER * outside * len(texts)
        and not all(beginning in words_from(text, beginning) for text in texts)
    )
