"""Prefixes, letter by letter, where a box finds words that begin with what is typed.

Registers of persons and firms are made so ("last name, or its first letters"): whole words find one
name each, while 26 letters part the whole register. Where the source caps an answer, longer
prefixes are asked, first those that names already seen begin with. A query of one letter or two
shows that a box works so: all records that it brought have a word that begins with it, and most of
them do not hold it as a word.

>>> finds_prefixes({"a": ["Abel, Ann", "Adams, Otto", "Aiken, Bo", "Amis, A", "Ash, Jim"]})
True
>>> finds_prefixes({"a": ["Abel, Ann", "Otto, a man", "Boa", "Area", "Ash, Jim"]})
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from typing import Final

from leadline.crawl.acquire.ask_word import ask_while_new, ask_word
from leadline.crawl.acquire.check_words import check_words_from_outside
from leadline.crawl.acquisition import BEFORE_WORDS, WORD, Acquisition
from leadline.crawl.answer_kind import is_too_short
from leadline.crawl.events import Crawl
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.unread import ORDER, REFUSED
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Outcome
from leadline.page.text import fold, script
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS, is_word

MAX_LETTERS_UNSTEMMED: Final = 2
"""Letters of a query that no stemming touches: what it finds inside words begins with it."""
UNSPACED_SCRIPTS: Final = frozenset({"han", "kana", "thai"})
"""Scripts without blanks, where every text has a word that begins with its first letters."""
MIN_WORDS_WITHOUT_RECORDS: Final = 10
"""Words of known records that found nothing, from which a source looks for something else."""
MIN_RECORDS: Final = 5
"""Records that a query must bring, so that it is no chance that all of them begin with it."""
MAX_LETTERS_MORE: Final = 3
"""Letters that are asked besides, where those asked brought fewer records."""
MIN_SHARE_INSIDE: Final = 0.5
"""Share of these records that must not hold the query as a word of its own."""
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
AFTER_FIRST: Final = (*ALPHABET, "'")
"""What goes on with a first letter: names like O'Neill and D'Arcy have an apostrophe."""
MAX_LETTERS: Final = 6
"""Letters of a prefix that is not lengthened any more."""
MAX_LONGER_WITHOUT_NEWS: Final = 5
"""Longer prefixes in a row without news, after which the rest is left: the likely come first."""
LIKELY_LETTERS: Final = 14
"""Letters that go on with a prefix that the source refuses, none of which brings anything."""
MIN_SHARE_OF_OTHERS: Final = 0.3
"""Share of the records that other queries brought which must have no word that begins so."""
MIN_RECORDS_OF_CAP: Final = 10
"""Records from which an answer as long as the longest may have been capped there."""


@dataclass(slots=True)
class Prefix:
    """Prefix, with what is owed of its answer (None: not known) and what longer ones brought."""

    text: str
    parent: Prefix | None
    owed: int | None = None
    without_news: int = MAX_LONGER_WITHOUT_NEWS - len(AFTER_FIRST)

    def note(self, new: int) -> None:
        """Count the new records of a longer prefix."""
        self.without_news = 0 if new else self.without_news + 1
        self.owed = None if self.owed is None else self.owed - new
        if new and self.parent is not None:
            self.parent.note(new)

    @property
    def is_done(self) -> bool:
        """Whether no longer prefix is asked any more."""
        if self.owed is not None and self.owed <= 0:
            return True
        return self.without_news >= MAX_LONGER_WITHOUT_NEWS


def take_by_prefixes(state: Acquisition) -> Crawl[None]:
    """Ask for all prefixes, where short words, or a letter in a box for names, find them."""
    source = state.source
    box = source.form.box
    if box is None:
        return
    short = [
        query for query in source.asked if query.isalpha() and len(query) <= MAX_LETTERS_UNSTEMMED
    ]
    answers: dict[str, WalkLog | AnswerSummary] = {
        walk.query: walk for walk, _ in source.probes.answers if walk.query in short
    }
    more = 1 if not short and (box.role != "query_text" or _words_fail(state)) else 0
    if answers and sum(len(one.rows_by_key) for one in answers.values()) < MIN_RECORDS:
        more = MAX_LETTERS_MORE  # too few to tell
    letters = (one for one in longer_prefixes("", _texts(state)) if one not in source.asked)
    for letter in islice(letters, more):
        answers[letter] = yield from ask_word(state, letter)
    if not _found_prefixes(source, answers):
        return
    run = _PrefixRun(state, {walk.query for walk, _ in source.probes.answers})
    yield from run.ask([Prefix(letter, None) for letter in longer_prefixes("", _texts(state))])
    yield from run.ask([Prefix(text, None) for text in run.left()])
    if not run.is_whole or any(is_capped(state, answer) for answer in run.answers):
        return
    words, before = _other_words(source), source.record_count
    yield from ask_while_new(state, words, MIN_CHECK_WORDS)
    if source.record_count == before:
        of = "two letters" if run.refused else "one letter"
        whole = f"each beginning of {of}, a to z and those seen, was asked and taken whole"
        reason = f"{whole}, and {len(words)} words asked afterwards brought nothing new"
        state.memory[Outcome] = source.outcome("exhausted", reason, estimate=state.size())


@dataclass(slots=True)
class _PrefixRun:
    """Prefixes that are asked: the ``answers``, and which single letters were ``refused``.

    ``probed`` are queries whose further pages were not read.
    """

    state: Acquisition
    probed: set[str]
    is_whole: bool = True
    answers: list[AnswerSummary] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def ask(self, waiting: list[Prefix]) -> Crawl[None]:
        """Ask for prefixes, and for longer ones of those of which the source shows a part."""
        source = self.state.source
        for prefix in waiting:
            known = prefix.text in source.asked and prefix.text not in self.probed
            known = known and not is_too_short(source, prefix.text)
            if known or (prefix.parent is not None and prefix.parent.is_done):
                continue
            before = source.record_count
            answer = yield from ask_word(self.state, prefix.text)
            if prefix.parent is not None:
                prefix.parent.note(source.record_count - before)
            is_refused = answer.unread in {ORDER, REFUSED}  # too short, or too many begin so
            if is_refused:
                prefix.without_news = MAX_LONGER_WITHOUT_NEWS - LIKELY_LETTERS
            self.answers.append(answer)
            is_first = is_refused and len(prefix.text) == 1
            self.refused += [prefix.text] if is_first else []
            self.is_whole &= is_first or (bool(answer.finished) and not answer.unread)
            if len(prefix.text) < MAX_LETTERS and (is_refused or is_capped(self.state, answer)):
                texts = [row.text for row in answer.rows_by_key.values()]
                prefix.owed = answer.total - len(texts) if answer.total is not None else None
                after = shown_up_to(prefix.text, texts)
                longer = longer_prefixes(prefix.text, _texts(self.state), after)
                waiting += [Prefix(text, prefix) for text in longer]

    def left(self) -> list[str]:
        """Return what goes on with letters that were refused, and was not likely enough before."""
        longer = (longer_prefixes(letter, _texts(self.state)) for letter in self.refused)
        asked = {answer.query for answer in self.answers}
        return [text for several in longer for text in several if text not in asked]


def _other_words(source: SourceState) -> list[str]:
    """Return words from outside to check with, those in other letters first."""
    words = check_words_from_outside(source)
    return sorted(words, key=lambda word: script(word) == "latin")[:MIN_CHECK_WORDS]


def _texts(state: Acquisition) -> list[str]:
    return list(state.source.texts_by_key.values())


def _found_prefixes(source: SourceState, answers: Mapping[str, WalkLog | AnswerSummary]) -> bool:
    """Tell whether an answer, or short ones together, show that short queries find prefixes."""
    for query, answer in answers.items():
        rows = answer.rows_by_key
        other = (
            walk.rows_by_key.items() for walk, _ in source.probes.answers if walk.query != query
        )
        others = {key: row.text for key, row in chain.from_iterable(other) if key not in rows}
        if finds_prefixes({query: [row.text for row in rows.values()]}, [*others.values()]):
            return True
    rows_of = ((query, one.rows_by_key.values()) for query, one in answers.items())
    texts = {query: [row.text for row in several] for query, several in rows_of}
    return len(texts) > 1 and finds_prefixes(texts)


def _words_fail(state: Acquisition) -> bool:
    """Tell whether words of known records, asked as checks, found nothing."""
    words = [tried for tried in state.tries if is_word(tried.query)]
    return sum(not tried.walked for tried in words) >= max(
        MIN_WORDS_WITHOUT_RECORDS, len(words) / 2
    )


def finds_prefixes(texts: Mapping[str, Sequence[str]], others: Sequence[str] = ()) -> bool:
    """Tell whether all records of queries have a word that begins so, and others have none.

    Few of them hold the query as a word. Records of one query are others to the next.

    >>> few = {"a": ["Abel, Ann", "Ash, Jim"], "p": ["Pym, Jo", "Poe, Ed", "Platt, Cy"]}
    >>> finds_prefixes(few), finds_prefixes({**few, "k": ["Abel", "Kent"]})
    (True, False)
    """
    inside = strangers = count = count_of_others = 0
    for query, own in texts.items():
        prefix = fold(query)
        if script(prefix) in UNSPACED_SCRIPTS or not all(words_from(text, prefix) for text in own):
            return False
        inside += sum(prefix not in words_from(text, prefix) for text in own)
        count += len(own)
        rest = [text for one, several in texts.items() if one != query for text in several]
        strangers += sum(not words_from(text, prefix) for text in (*rest, *others))
        count_of_others += len(rest) + len(others)
    is_apart = strangers >= MIN_SHARE_OF_OTHERS * count_of_others
    return count >= MIN_RECORDS and inside >= MIN_SHARE_INSIDE * count and is_apart


def longer_prefixes(prefix: str, texts: Sequence[str], after: str = "") -> list[str]:
    """Return a prefix with one letter more: as words seen go on, then as letters follow in others.

    What stands before ``after`` in an ordered answer was shown already.

    >>> longer_prefixes("sm", ["Smith", "Smythe", "Smith"], after="smi")[:2]
    ['smi', 'smy']
    """
    place = len(prefix)
    seen: Counter[str] = Counter()
    for text in texts:
        following = [w for w in words_from(text) if len(w) > place and w.startswith(prefix)]
        seen.update({word[place] for word in following})
    known = {word for text in texts for word in words_from(text)} if prefix else ()
    after_last = Counter(b for word in known for a, b in pairwise(word) if a == prefix[-1])
    anywhere = Counter(letter for word in known for letter in {*word})
    ranked = [*_ranked(seen), *_ranked(after_last), *_ranked(anywhere)]
    ranked += AFTER_FIRST if prefix else ALPHABET
    return [prefix + letter for letter in dict.fromkeys(ranked) if prefix + letter >= after]


def shown_up_to(prefix: str, texts: Sequence[str]) -> str:
    """Return the longer prefix at which an answer in the order of its words was cut off, or ''.

    >>> shown_up_to("s", ["Sachs, Ann", "Shaw, Sue", "Smith, Al"])
    'sm'
    """
    words = [words_from(text, prefix)[0] for text in texts if words_from(text, prefix)]
    return words[-1][: len(prefix) + 1] if words and words == sorted(words) else ""


def words_from(text: str, prefix: str = "") -> list[str]:
    """Return the words of a text that begin with a prefix.

    >>> words_from("Iron Bridge, 1779", "br")
    ['bridge']
    """
    return [word for word in WORD.findall(fold(text)) if word.startswith(prefix)]


def _ranked(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda letter: (-counts[letter], letter))


def is_capped(state: Acquisition, answer: AnswerSummary) -> bool:
    """Tell whether a prefix has more records than were shown, not for want of news."""
    rows = len(answer.rows_by_key)
    single = state.source.answers.longest_walk <= 1
    if answer.broken_off and not single:
        return False
    if answer.total is not None and answer.exact and answer.total != rows:
        return answer.total > rows
    return single and rows >= MIN_RECORDS_OF_CAP and rows >= state.source.answers.largest_page


def _take(source: SourceState, state: Acquisition) -> Crawl[Acquisition]:
    yield from take_by_prefixes(state)
    return state


CRAWL_PARTS: Final = (BEFORE_WORDS.part(10, _take),)
