"""What the answers of a crawl say of the records that are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from leadline.crawl.state.walk_log import AnswerSummary
from leadline.page.text import MIN_WORD_LENGTH, fold, words
from leadline.selection.estimators.missing_share import missing_share, poisson_limit

MAX_DRAWS_PER_ANSWER: Final = 20
"""Records of an answer that count as drawn: they share a word, so more say little more."""
MAX_RECORDS_OF_SHORT: Final = 10
"""Records of the longest answer with left out records, up to which only short ones show them."""
MAX_RECORDS_OF_RARE: Final = 6
"""Records of a rare word: few enough for an answer that leaves nothing out, many for a draw."""
MAX_KNOWN_SHARE_OF_PAGE: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""
MIN_ROWS_OF_CAP: Final = 10
MIN_ANSWERS_OF_CAP: Final = 3
"""Largest answers of one size from which that size is taken for the most that a source shows."""
MAX_STEM_LETTERS: Final = 5
"""Letters of a word that a record must show to count as found by it: engines fold endings."""
MAX_BOUND: Final = 0.03
"""Share that may be missing after a walk of everything, up to which no further words are asked."""
MIN_COUNTED: Final = 100
"""Records that short answers state from which their lack says how much is withheld."""
MIN_LITERAL_SHARE: Final = 0.95
"""Share of the rows that show the word asked below which other words bring them too."""
MIN_ROWS_BEFORE: Final = 3
"""Rows with the word asked that an answer must begin with, to show where they end."""
MAX_FOUND: Final = 20_000
"""Records that showed a word asked, above which it is not kept which ones did."""
MIN_SHARE_MARKED: Final = 0.95
"""Share of the rows without the word asked that say one word, by which they are of a kind."""
MAX_SHARE_MARKED: Final = 0.1
"""Share of all other rows that may say it, too: an advertisement has the word asked by chance."""
MAX_LITERAL_SHARE_OF_ALIKE: Final = 0.5
"""Share of them below which most records are neighbours of the word, in the alphabet say."""


@dataclass(frozen=True, slots=True)
class Draw:
    """An answer as a draw: its records, and new ones; ``is_whole``: it was read whole.

    ``is_other``: no record of it shows the word, so it is of another word, or what is popular.
    ``is_part``: it is of choices without a word, and what stands under none of them is in no part.
    """

    records: int
    new: int
    is_whole: bool = True
    is_other: bool = False
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """Answers to words, in order, and how many of their rows show the word asked.

    ``largest_total`` is the largest exact total stated. ``is_whole``: all that the source shows was
    walked to its end, so that even first pages are draws. ``lost_share`` bounds the share of known
    records that the source does not find any more. ``everything_after``: the draws before a query
    for everything was walked to its end. ``silent`` words of known records found none. Answers that
    fit on a page stated ``counted`` records and lacked ``withheld`` of them. ``unsearched`` are
    parts that are known to hold others and were not asked. ``pinned`` rows stood in each of so many
    ``plain`` answers and lack the first word asked. ``marked``: in so many answers rows lacked the
    word, so many in all; ``marks`` are words, in so many of these and so many other rows.
    ``ended_short`` is the largest gap that an answer itself named at its end, in rows taken and
    rows named. ``found`` are the keys of rows that showed the word asked, ``answered`` the words
    that found such and were read whole. ``behind``: answers of several pages that begin with
    rows of the word asked, rows behind these, and how many of them show the word, too.
    """

    draws: tuple[Draw, ...] = ()
    rows: int = 0
    literal_rows: int = 0
    largest_total: int = 0
    is_whole: bool = False
    lost_share: float = 0.0
    everything_after: int | None = None
    silent: int = 0
    counted: int = 0
    withheld: int = 0
    unsearched: tuple[str, ...] = ()
    plain: int = 0
    pinned: frozenset[str] = frozenset()
    marked: tuple[int, int] = (0, 0)
    marks: tuple[tuple[str, int, int], ...] = ()
    ended_short: tuple[int, int] = (0, 0)
    found: set[str] = field(default_factory=set, compare=False)
    answered: set[str] = field(default_factory=set, compare=False)
    behind: tuple[int, int, int] = (0, 0, 0)

    def with_short_end(self, taken: int, named: int) -> Evidence:
        """Return the evidence after a walk whose answer may name more rows than were taken."""
        if named <= taken:
            return self
        most = max(self.ended_short, (taken, named), key=lambda gap: gap[1] - gap[0])
        return replace(self, ended_short=most)

    def with_page(self, answer: AnswerSummary, page: int) -> Evidence:
        """Return the evidence with one answer more, if it was walked and fits on a ``page``."""
        total = answer.total or 0
        is_walked = bool(answer.reason) and answer.pages == 1
        if not (is_walked and answer.exact and answer.rows <= total <= page):
            return self
        lacking = self.withheld + total - answer.rows
        return replace(self, counted=self.counted + total, withheld=lacking)

    def with_answer(
        self, answer: AnswerSummary, *, is_whole: bool, chosen: bool, is_part: bool = False
    ) -> Evidence:
        """Return the evidence with one answer more; a word that was ``chosen`` stands in records.

        A number is no draw: a record has one year, so records of unknown years never answer.
        """
        count = len(answer.rows_by_key)
        largest = max(self.largest_total, answer.total or 0) if answer.exact else self.largest_total
        if not count or not any(letter.isalpha() for letter in answer.query):
            silent = self.silent + (chosen and not count and answer.query.isalpha())
            return replace(self, largest_total=largest, silent=silent)
        is_plain = answer.query.isalnum()
        stem = fold(answer.query)[:MAX_STEM_LETTERS]
        has = {key: stem in fold(row.text) for key, row in answer.rows_by_key.items()}
        lacking = {key for key, has_word in has.items() if not has_word}
        literal = count - len(lacking)
        draw = Draw(count, answer.new, is_whole, is_other=is_plain and not literal, is_part=is_part)
        evidence = replace(self, draws=(*self.draws, draw), largest_total=largest)
        if not is_plain:
            return evidence
        shown = {key for key in self.pinned if key in answer.rows_by_key}
        pinned = frozenset(shown if self.plain else lacking)
        evidence = replace(evidence, plain=self.plain + 1, pinned=pinned)
        if len(self.found) <= MAX_FOUND and len(stem) >= MIN_WORD_LENGTH:
            self.found.update(has.keys() - lacking)
            self.answered.update([fold(answer.query)] if literal and is_whole else ())
        first = [*has.values(), False].index(False)
        if answer.pages > 1 and first >= MIN_ROWS_BEFORE:
            counts = zip(self.behind, (1, count - first, literal - first), strict=True)
            answers, rows, others = map(sum, counts)
            evidence = replace(evidence, behind=(answers, rows, others))
        is_first = not self.marked[0] and len(lacking) > 1
        if lacking and literal and (self.marks or is_first):
            evidence = evidence._with_marks(answer, lacking)
        return replace(evidence, rows=self.rows + count, literal_rows=self.literal_rows + literal)

    def _with_marks(self, answer: AnswerSummary, lacking: Collection[str]) -> Evidence:
        """Return the evidence with the words of rows that lack the word asked, and who says them.

        They are those that all such rows of one answer share.
        """
        rows = [(key in lacking, {*words(row.text)}) for key, row in answer.rows_by_key.items()]
        if not self.marks:
            shared = set.intersection(*(said for is_lacking, said in rows if is_lacking))
            marks = dict.fromkeys(sorted(shared), (0, 0))
        else:
            marks = {word: (with_none, with_some) for word, with_none, with_some in self.marks}
        counted = []
        for word, (of_lacking, of_others) in marks.items():
            saying = [is_lacking for is_lacking, said in rows if word in said]
            more = sum(saying)
            counted.append((word, of_lacking + more, of_others + len(saying) - more))
        answers, every = self.marked
        return replace(self, marked=(answers + 1, every + len(lacking)), marks=tuple(counted))

    @property
    def mark(self) -> str:
        """The word that rows without the word asked say, and hardly any other row; '' for none."""
        lacking, others = self.marked[1], self.literal_rows
        marks = [
            word
            for word, of_lacking, of_others in self.marks
            if of_lacking >= MIN_SHARE_MARKED * lacking and of_others <= MAX_SHARE_MARKED * others
        ]
        return max(marks, key=lambda word: (len(word), word), default="")

    def strays(self, texts: Iterable[tuple[str, str]]) -> list[str]:
        """Return the keys of records that answers to two of their words lack, and no other has.

        >>> seen = Evidence(found={"a"}, answered={"old", "mill", "inn"})
        >>> seen.strays([("a", "Old mill"), ("b", "Old inn"), ("c", "Old barn")])
        ['b']
        """
        if len(self.found) > MAX_FOUND:
            return []
        rest = ((key, text) for key, text in texts if key not in self.found)
        return [key for key, text in rest if len(self.answered.intersection(words(text))) > 1]

    @property
    def by_words(self) -> tuple[Draw, ...]:
        """Draws by words: parts alone say nothing of what stands outside of them all."""
        return tuple(draw for draw in self.draws if not draw.is_part)

    def drawn(self, *, whole_only: bool) -> list[tuple[int, int]]:
        """Return records and new ones of each answer that counts as a draw.

        Where the source did not show all of an answer to everything, its first pages are no draws:
        in a fixed order every word shows the same records first. Several largest answers of one
        size are cut off, whatever they state. One record of each answer may be where the word came
        from: a name that finds itself says nothing of others. It counts where all was walked. Where
        answers brought records that a query for everything left out, longer ones may do so too.
        """
        longest = self.longest_with_left_out or inf
        cut = self.cut_size
        most, given = MAX_DRAWS_PER_ANSWER, 0 if self.is_whole else 1
        return [
            (min(draw.records, most) - given, min(draw.new, most))
            for draw in self.draws
            if (self.is_whole or draw.records <= longest)
            and not (draw.is_other and self.is_literal)
            and (not whole_only or (draw.is_whole and draw.records != cut))
        ]

    def leaves_more_than(self, share: float) -> bool:
        """Whether the draws leave room for more missing records, if everything was walked."""
        return (missing_share(self.drawn(whole_only=False)) or 1.0) > share

    @property
    def longest_with_left_out(self) -> int | None:
        """Records of the longest answer that brought some which a query for everything left out."""
        if self.everything_after is None:
            return None
        later = self.draws[self.everything_after :]
        return max((draw.records for draw in later if draw.new), default=None)

    @property
    def cut_size(self) -> int:
        """Size of several largest whole answers, at which they seem to be cut off; 0 without."""
        sizes = Counter(draw.records for draw in self.draws if draw.is_whole)
        largest = max(sizes, default=0)
        is_cut = largest >= MIN_ROWS_OF_CAP and sizes[largest] >= MIN_ANSWERS_OF_CAP
        return largest if is_cut else 0

    def most_of_narrow(self, page: int, cap: int = 0) -> int:
        """Return how many known records a query may have to show its unknown ones too, 0 for any.

        Some sources leave records of a low score out of all but short answers, others show one
        ``page`` of each, and no more than its ``cap``.
        """
        if (self.longest_with_left_out or inf) <= MAX_RECORDS_OF_SHORT:
            return MAX_RECORDS_OF_RARE
        cut = self.cut_size or cap
        return int(MAX_KNOWN_SHARE_OF_PAGE * cut) if cut <= page else 0

    @property
    def withheld_share(self) -> float:
        """Bound on the share of the records that answers count and do not show."""
        is_known = self.withheld and self.counted >= MIN_COUNTED
        return min(1.0, poisson_limit(self.withheld) / self.counted) if is_known else 0.0

    @property
    def literal_share(self) -> float:
        """Share of the rows that show the word they were asked with; 1 while there are none."""
        return self.literal_rows / self.rows if self.rows else 1.0

    @property
    def answered_share(self) -> float:
        """Share of the words that found records: one that finds none of its own draws nothing."""
        return len(self.draws) / max(1, len(self.draws) + self.silent)

    @property
    def is_literal(self) -> bool:
        """Whether answers depend on the word asked alone."""
        return self.literal_share >= MIN_LITERAL_SHARE

    @property
    def shows_alike(self) -> bool:
        """Whether answers are a few records of what is like the word: cut off, or most lack it."""
        few = self.cut_size > 0 or self.literal_share < MAX_LITERAL_SHARE_OF_ALIKE
        return few and not self.is_literal
