"""The alphabet, letter by letter, where a box finds what begins with what is typed.

Registers of persons and firms are made so ("last name, or its first letters"): whole words find
one name each, while 26 letters part the whole register. Where the source cuts an answer off, longer
beginnings are asked, first those that names already seen begin with. That a box works so is told by
a query of one letter or two: all records that it brought have a word that begins with it, and most
of them do not hold it as a word.

>>> finds_beginnings("a", ["Abel, Ann", "Adams, Otto", "Aiken, Bo", "Amis, A", "Ash, Jim"])
True
>>> finds_beginnings("a", ["Abel, Ann", "Otto, a man", "Boa", "Area", "Ash, Jim"])
False
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquisition import WORD
from leadline.page.text import fold, script

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Event, Reply
    from leadline.crawl.paging.walk import Walk

    AskWord = Callable[[Acquisition, str], Generator[Event, Reply, Walk]]

SHORT: Final = 2
"""Letters of a query that no stemming touches: what it finds inside words begins with it."""
UNSPACED: Final = frozenset({"han", "kana", "thai"})
"""Scripts without blanks, where every text has a word that begins with its first letters: 573 of
1,500 Japanese wares came in 2,000 requests."""
FEWEST: Final = 5
"""Records that a query must bring, so that it is no chance that all of them begin with it."""
INSIDE: Final = 0.5
"""Share of them that must not hold it as a word of its own."""
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
DEEPEST: Final = 6
"""Letters of a beginning that is not lengthened any more."""
IDLE: Final = 5
"""Longer beginnings in a row without news, after which the rest is left: the likely come first, and
what was cut off has some news."""
STRANGERS: Final = 0.3
"""Share of the records that other queries brought which must have no word that begins so."""
LIKE_A_CAP: Final = 10
"""Records from which an answer as long as the longest may have been cut off there."""


@dataclass(slots=True)
class _Beginning:
    """A beginning, what is owed of its answer (None: not known), what longer ones brought."""

    text: str
    parent: _Beginning | None
    owed: int | None = None
    idle: int = IDLE - len(ALPHABET)

    def note(self, new: int) -> None:
        """A longer beginning brought so many new records."""
        self.idle = 0 if new else self.idle + 1
        self.owed = None if self.owed is None else self.owed - new

    @property
    def is_done(self) -> bool:
        """Whether no longer beginning is asked any more."""
        return self.idle >= IDLE or (self.owed is not None and self.owed <= 0)


def take_beginnings(state: Acquisition, ask_word: AskWord) -> Generator[Event, Reply, None]:
    """Ask for all beginnings, where the source is found to look for such."""
    source = state.source
    if source.control is None or not (yield from _is_found(state, ask_word)):
        return
    probed = {walked.query for walked, _ in source.probed}
    waiting = [_Beginning(letter, None) for letter in longer("", source.texts())]
    for one in waiting:
        known = one.text in source.asked and one.text not in probed
        if known or (one.parent is not None and one.parent.is_done):
            continue
        seen = len(source.seen)
        walked = yield from ask_word(state, one.text)
        if one.parent is not None:
            one.parent.note(len(source.seen) - seen)
        if len(one.text) < DEEPEST and is_cut_off(state, walked):
            texts = [row.text for row in walked.rows_by_key.values()]
            one.owed = walked.total - len(texts) if walked.total is not None else None
            after = shown_up_to(one.text, texts)
            waiting += [_Beginning(more, one) for more in longer(one.text, source.texts(), after)]


def _is_found(state: Acquisition, ask_word: AskWord) -> Generator[Event, Reply, bool]:
    """Whether the short words asked so far, or a letter in a box for names, show that beginnings
    are found.
    """
    source = state.source
    short = [query for query in source.asked if query.isalpha() and len(query) <= SHORT]
    found = {walked.query: walked for walked, _ in source.probed if walked.query in short}
    if not short and source.control is not None and source.control.role != "query_text":
        letter = longer("", source.texts())[0]
        found[letter] = yield from ask_word(state, letter)
    for query, walked in found.items():
        texts = [row.text for row in walked.rows_by_key.values()]
        others = [text for key, text in source.seen.items() if key not in walked.rows_by_key]
        if finds_beginnings(query, texts, others):
            return True
    return False


def finds_beginnings(query: str, texts: Sequence[str], others: Sequence[str] = ()) -> bool:
    """Whether all records have a word that begins so, few of them as a word, and others do not."""
    asked = fold(query)
    if script(asked) in UNSPACED:
        return False
    if len(texts) < FEWEST or not all(words_from(text, asked) for text in texts):
        return False
    inside = sum(asked not in words_from(text, asked) for text in texts)
    strangers = sum(not words_from(text, asked) for text in others)
    return inside >= INSIDE * len(texts) and strangers >= STRANGERS * len(others)


def longer(beginning: str, texts: Iterable[str], after: str = "") -> list[str]:
    """A beginning with one letter more: as words go on that were seen, the commonest first, then
    all letters; what an answer in order was shown ``after`` is known already.

    >>> longer("sm", ["Smith", "Smythe", "Smith"], after="smi")[:2]
    ['smi', 'smy']
    """
    place = len(beginning)
    seen: Counter[str] = Counter()
    anywhere: Counter[str] = Counter()
    for text in texts:
        words = words_from(text)
        anywhere.update({letter for word in words for letter in word})
        following = [w for w in words if len(w) > place and w.startswith(beginning)]
        seen.update({word[place] for word in following})
    ranked = (
        [*_ranked(seen), *_ranked(anywhere), *ALPHABET] if place else [*_ranked(seen), *ALPHABET]
    )
    return [beginning + one for one in dict.fromkeys(ranked) if beginning + one >= after]


def shown_up_to(beginning: str, texts: Sequence[str]) -> str:
    """The next longer beginning at which an answer in the order of its words was cut off, or ''.

    >>> shown_up_to("s", ["Sachs, Ann", "Shaw, Sue", "Smith, Al"])
    'sm'
    """
    words = [words_from(text, beginning)[0] for text in texts if words_from(text, beginning)]
    return words[-1][: len(beginning) + 1] if words and words == sorted(words) else ""


def words_from(text: str, beginning: str = "") -> list[str]:
    """The words of a text that begin so.

    >>> words_from("Iron Bridge, 1779", "br")
    ['bridge']
    """
    return [word for word in WORD.findall(fold(text)) if word.startswith(beginning)]


def _ranked(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda letter: (-counts[letter], letter))


def is_cut_off(state: Acquisition, walked: Walk) -> bool:
    """Whether a beginning has more records than were shown."""
    rows = len(walked.rows_by_key)
    if walked.total is not None and walked.exact and walked.total != rows:
        return walked.total > rows
    single = not state.source.pages_of_many
    return single and rows >= LIKE_A_CAP and rows >= state.source.most_rows
