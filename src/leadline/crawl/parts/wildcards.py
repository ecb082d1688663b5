"""Words cut short, where an engine reads a sign for the rest of them: ``bri*``.

Library catalogues call it truncation, search engines a prefix wildcard. Words of known records
reach only records that share one; titles of one word, names and foreign words share none, but they
begin alike. So where no word promises more, the prefixes of known words are asked, those of most
records first, longer ones where the source caps an answer. A sign behind one letter or two may
occupy a server for half a minute, so prefixes have three letters at least.

>>> reads_sign("bri", ["Iron bridge", "A brief life", "Bright day", "Brixton", "Brine"], ["Sea"])
True
>>> reads_sign("bri", ["Bri and Ann", "A day", "Brig", "Brixton", "Bri"], ["Sea"])
False
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.crawl.acquire.ask_word import ask_word
from leadline.crawl.acquisition import NO_WORD_LEFT, Acquisition
from leadline.crawl.events import Crawl
from leadline.crawl.parts.prefixes import (
    ALPHABET,
    MAX_LETTERS,
    MIN_RECORDS,
    MIN_SHARE_INSIDE,
    Prefix,
    is_capped,
    words_from,
)
from leadline.crawl.probe.engine_behaviour import first_page
from leadline.crawl.state.packed_rows import KnownTexts
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.page.text import is_han
from leadline.selection.probing.stopping import StoppingRule
from leadline.wrapper.reading import PageReading

SIGNS: Final = ("*", "?")
"""What stands for the rest of a word: most engines that read a sign read the first, older library
catalogues the second."""
MIN_LETTERS: Final = 3
"""Letters of a prefix."""
MIN_RARITY: Final = 3
"""Factor by which a prefix must be rarer among the records that its query did not find."""


@dataclass(slots=True)
class Wildcards:
    """Sign of a source (None: not looked for, '': it has none) and prefixes of its words.

    ``counts`` are records by the prefix of a word; ``asked`` are prefixes that were asked.
    """

    sign: str | None = None
    counts: Counter[str] = field(default_factory=Counter)
    counted_records: int = 0
    asked: dict[str, None] = field(default_factory=dict)

    def count(self, texts_by_key: KnownTexts) -> None:
        """Count the prefixes in the texts of records that came since."""
        for text in texts_by_key.since(self.counted_records):
            words = [word for word in words_from(text) if not is_han(word[0])]
            prefixes = {
                word[:length]
                for word in words
                for length in range(MIN_LETTERS, min(len(word), MAX_LETTERS + 1))
            }
            self.counts.update(sorted(prefixes))
        self.counted_records = len(texts_by_key)

    def longer(self, state: Acquisition, prefix: Prefix, answer: AnswerSummary) -> list[Prefix]:
        """Return prefixes of a letter more where an answer was capped: as words go on, then all."""
        text = prefix.text
        left = answer.broken_off and not answer.finished
        if left or len(text) == MAX_LETTERS or not is_capped(state, answer):
            return []
        if not self.counts[text]:  # no word that it found begins so: its last letters were not read
            return []
        prefix.without_news = 0
        prefix.owed = answer.total - self.counts[text] if answer.total is not None else None
        length = len(text) + 1
        seen = [
            longer for longer in self.counts if len(longer) == length and longer.startswith(text)
        ]
        ranked = sorted(seen, key=lambda longer: (-self.counts[longer], longer))
        ordered = dict.fromkeys([*ranked, *(text + letter for letter in ALPHABET)])
        return [Prefix(one, prefix) for one in ordered]

    def best(self) -> str:
        """Return the shortest prefix of most records that was not asked, '' without one."""
        shortest = (
            prefix
            for prefix in self.counts
            if len(prefix) == MIN_LETTERS and prefix not in self.asked
        )
        return max(shortest, key=lambda prefix: (self.counts[prefix], prefix), default="")


def take_by_wildcards(source: SourceState, state: Acquisition) -> Crawl[Acquisition]:
    """Ask prefixes, those of most records first, until they bring nothing."""
    wildcards, stopping = state.recall(Wildcards), StoppingRule()
    wildcards.count(source.texts_by_key)
    prefix = _telling_prefix(wildcards.counts, source.record_count)
    signs = SIGNS if wildcards.sign is None and prefix else ()
    wildcards.sign = wildcards.sign or ""
    for sign in signs:
        if not _is_read(source, prefix, (yield from first_page(source, prefix + sign))):
            continue
        if not _is_read(source, prefix, (yield from first_page(source, prefix))):
            wildcards.sign = sign  # else parts of words are found without one
            source.journal.note(f"the source reads {sign!r} as the rest of a word")
        break
    while wildcards.sign and not stopping.reason(taken=source.record_count):
        if not (shortest := wildcards.best()):
            break
        new = records = 0
        waiting = [Prefix(shortest, None)]
        while waiting:
            part = waiting.pop()
            if part.parent is not None and part.parent.is_done:
                continue
            wildcards.asked[part.text] = None
            answer = yield from ask_word(state, part.text + wildcards.sign)
            wildcards.count(source.texts_by_key)
            new, records = new + answer.new, records + len(answer.rows_by_key)
            if part.parent is not None:
                part.parent.note(answer.new)
            waiting += reversed(wildcards.longer(state, part, answer))
        stopping.add(new=new, records=records)
    return state


def _telling_prefix(counts: Counter[str], records: int) -> str:
    """Return a prefix of some records, but of few: its answer tells whether a sign is read."""
    some = [
        (times, prefix)
        for prefix, times in counts.items()
        if len(prefix) == MIN_LETTERS and MIN_RECORDS < times <= records // MIN_RARITY
    ]
    return min(some, default=(0, ""))[1]


def _is_read(source: SourceState, prefix: str, answer: tuple[WalkLog, PageReading] | None) -> bool:
    """Tell whether an answer holds words that begin with a prefix more often than others do."""
    rows = answer[1].rows if answer is not None else ()
    keys = {row.key for row in rows}
    others = [text for key, text in source.texts_by_key.items() if key not in keys]
    return reads_sign(prefix, [row.text for row in rows], others)


def reads_sign(prefix: str, texts: Sequence[str], others: Sequence[str]) -> bool:
    """Tell whether found texts have words that begin so, more often than other texts.

    Some records may hold such a word where it is not shown.
    """
    if len(texts) < MIN_RECORDS:
        return False
    inside, outside = (
        sum(any(word != prefix for word in words_from(text, prefix)) for text in part)
        for part in (texts, others)
    )
    return (
        inside >= MIN_SHARE_INSIDE * len(texts)
        and inside * len(others) >= MIN_RARITY * outside * len(texts)
        and not all(prefix in words_from(text, prefix) for text in texts)
    )


CRAWL_PARTS: Final = (NO_WORD_LEFT.part(10, take_by_wildcards),)
