"""What the coordinator knows of one source: its selector, and how its answers went."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.model import Answer, Query
from leadline.page.text import is_han, words
from leadline.selection.keywords.column_scan import ColumnScan
from leadline.selection.keywords.deferred_answers import DeferredAnswers
from leadline.selection.keywords.overlap_aware import Expectation, OverlapAware
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.key_set import KeySet
from leadline.selection.messages import DeferredAnswer, QueryChoice, QueryObserved, RecordView
from leadline.selection.probing.outside_words import YEAR
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.word_columns import WordColumns

MIN_SIZE_FOR_YEARS: Final = 1.15
"""Estimated size, by records taken, above which so much is missing that years are asked."""
MIN_CUT_ANSWERS: Final = 3
"""Answers of the largest size from which that size is taken for a bound of the source."""
MIN_WORD_LETTERS: Final = 2
"""Letters of the shortest word that is read; short words are asked if a probe of one found any."""
RECENT_QUERIES: Final = 40
"""Queries that tell how much of what is asked now is known already."""
MAX_WAITING_RECORDS: Final = 20_000
"""Records whose words are kept until the selector knows them; those of others are read again."""
MAX_RECENT_RECORDS: Final = 400
MIN_RECENT_RECORDS: Final = 50
"""Records of recent answers from which they give an estimate of the size."""
MAX_RECORD_SHARE: Final = 0.8
"""Share of a source's records from which a word in them is a label: it is not asked elsewhere, and
proves nothing where it finds nothing."""
MIN_RECORDS_FOR_LABEL: Final = 10
MIN_ANSWERS_FOR_LABEL: Final = 2
"""Records, and answers that brought any, from which a word can be taken for a label."""


@dataclass(slots=True)
class SourceSelection:
    """One source at the coordinator.

    ``uncompared`` answers were not compared yet with what other sources show, ``unobserved`` ones
    not yet shown to the selector. Until ``is_shared`` the selector knows this source alone, and
    ``history`` keeps what it observed. ``open_answer`` is read on at once, without a choice.
    ``word_counts`` has records by word, ``seen`` the keys of records of which words were read,
    ``words`` those of records that the selector does not know yet. ``refused`` are words that the
    choice under way refused.
    """

    source: str
    columns: WordColumns
    selector: OverlapAware = field(default_factory=OverlapAware)
    is_shared: bool = False
    is_over: bool = False
    answers: int = 0
    promise: float = 0.0
    open_answer: DeferredAnswer | None = None
    uncompared: deque[QueryObserved] = field(default_factory=deque)
    unobserved: deque[QueryObserved] = field(default_factory=deque)
    history: list[QueryObserved] = field(default_factory=list)
    compared: KeySet = field(default_factory=KeySet)
    recent: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=RECENT_QUERIES))
    seen: KeySet = field(default_factory=KeySet)
    words: dict[str, list[str]] = field(default_factory=dict)
    word_counts: Counter[str] = field(default_factory=Counter)
    stopping: StoppingRule = field(default_factory=StoppingRule)
    deferred: DeferredAnswers = field(default_factory=DeferredAnswers)
    scan: ColumnScan = field(default_factory=ColumnScan)
    refused: list[str] = field(default_factory=list)
    years: list[str] = field(default_factory=list)
    has_years: bool = False
    sizes: Counter[int] = field(default_factory=Counter)

    def add(self, answer: QueryObserved) -> None:
        """Queue an answer, and count it for the stopping rule if its word was chosen."""
        self.uncompared.append(answer)
        self.answers += bool(answer.rows)
        self.sizes[len(answer.rows)] += 1
        says_nothing = isinstance(answer, DeferredAnswer) or answer.query.isdigit()
        if answer.chosen and (answer.new or not says_nothing):
            # a capped answer shows what ranks high, one to a year what is of that year:
            # that it is known says nothing of the rest
            known = self.deferred.known_on_first_page(answer.query)
            records = 0 if answer.hidden else len(answer.rows) + known
            self.stopping.add(new=answer.new, records=records)
            self.recent.append((len(answer.rows), answer.new))

    def estimate(self) -> float | None:
        """Return the estimated size of the source, by recent answers if they say anything."""
        by_recent = last_estimate(self.selector.statistics.records, list(self.recent))
        return by_recent or self.selector.estimate()

    def forget_asked(self) -> None:
        """Forget the queries of a finished source: they say no more of other sources."""
        if self.is_over:
            self.selector.membership.complete_terms.clear()

    def restart_with(self, knowledge: DynamicKnowledge) -> None:
        """Observe all answers once more, over knowledge that overlapping sources share."""
        self.is_shared = True
        self.selector = OverlapAware(knowledge, size=self.selector.size, by_page=True)
        self.unobserved.extendleft(reversed(self.history))
        self.history.clear()
        self.columns.forget_answers(self.source)
        self.stopping = StoppingRule()

    def read(self, rows: Iterable[RecordView]) -> None:
        """Count the words of records that are seen for the first time."""
        for row in rows:
            if self.seen.add(row.key):
                row_words = self._words_of(row)
                self.word_counts.update(row_words)
                if len(self.words) < MAX_WAITING_RECORDS:
                    self.words[row.key] = row_words

    def terms_of(self, row: RecordView) -> frozenset[Query]:
        """Return the words of a record that tell it apart, as queries."""
        row_words = self.words.pop(row.key, None)
        if row_words is None:
            row_words = [word for _, word in _words_by_column(row)]
        return frozenset(Query("", word) for word in row_words if self._is_telling(word))

    def note_rest(self, observed: QueryObserved, answer: Answer) -> None:
        """Note whether the rest of an answer was read, holds nothing new, or waits."""
        word, known = observed.query, self.word_counts[observed.query]
        if not isinstance(observed, DeferredAnswer):
            self.deferred.remove(word)
            if observed.complete and observed.exact and observed.total:
                self.deferred.note_complete(counted=known, total=observed.total)
        elif self.deferred.are_exact and known >= (observed.total or 0):
            self.selector.settle(answer)
            if not observed.new:
                shown = known if self.is_shared else len(observed.rows)
                self.stopping.add(new=0, records=shown)
        else:
            shown = len(observed.rows)
            self.deferred.add(
                word, total=observed.total or 0, shown=shown, known=shown - observed.new
            )

    def knows_rest(self, opened: DeferredAnswer) -> bool:
        """Tell whether known records hold the word of an answer as often as it states."""
        self.read(opened.rows)
        known = self.word_counts[opened.query]
        return self.deferred.are_exact and known >= (opened.total or 0) > 0

    def _is_telling(self, word: str) -> bool:
        """Whether a word tells records apart, since it does not stand in nearly all of them."""
        shown = len(self.seen)
        if shown < MIN_RECORDS_FOR_LABEL or self.answers < MIN_ANSWERS_FOR_LABEL:
            return True
        return self.word_counts[word] < MAX_RECORD_SHARE * shown

    def _words_of(self, row: RecordView) -> list[str]:
        """Return the words of a record, and note the column of each."""
        row_words: dict[str, None] = {}
        for column, word in _words_by_column(row):
            row_words[word] = None
            if self.columns.place(self.source, word, column):
                self._open_again(word)
        return list(row_words)

    def refuse(self, word: str, page_size: int) -> None:
        """Offer a word no more; a year waits until years are asked."""
        self.refused.append(word)
        self.selector.statistics.refuse(Query("", word))
        if word.isdigit() and not self.has_years:
            self.weigh_year(word, page_size)

    def repeat(self, made: QueryChoice, page_size: int) -> None:
        """Take up the choice of an earlier run, with what it refused and expected."""
        for word in made.refused:
            self.refuse(word, page_size)
        expectation = None
        if made.expected is not None:
            best, unknown, known = made.expected
            expectation = Expectation(Query("", best), unknown, known)
            self.promise = made.promise if best == made.word else self.promise
        self.selector.repeat(expectation)
        if not made.word:
            self.end()

    def end(self) -> None:
        """Note that no word is left."""
        self.is_over = True
        self.forget_asked()

    def weigh_year(self, year: str, page_size: int) -> None:
        """Decide, when a year is the best word, whether years are asked from now on.

        They are where answers are cut off, much is missing, and few words are spelled in signs.
        Several largest answers of one size are cut off.
        """
        self.years.append(year)
        largest = max(self.sizes, default=0)
        if largest <= page_size or self.sizes[largest] < MIN_CUT_ANSWERS:
            return
        size, taken = self.selector.estimate() or 0.0, self.selector.statistics.records
        signs = sum(is_han(word[0]) for word in self.word_counts)
        self.has_years = size > MIN_SIZE_FOR_YEARS * taken and 2 * signs <= len(self.word_counts)
        while self.has_years and self.years:
            self._open_again(self.years.pop())

    def _open_again(self, word: str) -> None:
        """Offer a word again that was refused."""
        statistics = self.selector.statistics
        number = statistics.knowledge.vocabulary.find(Query("", word))
        if number is None or number >= len(statistics.closed) or statistics.submitted[number]:
            return
        statistics.closed[number] = False


def _words_by_column(row: RecordView) -> Iterator[tuple[str, str]]:
    """Return the words of a record, each with its column."""
    for value in row.fields:
        if value.kind == "text":
            for word in words(value.value, shortest=MIN_WORD_LETTERS):
                yield value.column, word
            for year in YEAR.findall(value.value):
                yield value.column, year


def last_estimate(taken: int, recent: Sequence[tuple[int, int]]) -> float | None:
    """Return the size that the last answers suggest: records taken over the share known before.

    ``recent`` are (records, new ones) of the last queries. Of these the very last that hold enough
    records count (Lincoln-Petersen, the whole harvest as the first sample). None while they hold
    too few, or new ones only.

    >>> round(last_estimate(1000, [(60, 0), (60, 6)]))
    1053
    """
    records = new = 0
    for shown, fresh in reversed(recent):
        records, new = records + shown, new + fresh
        if records >= MAX_RECENT_RECORDS:
            break
    if records < MIN_RECENT_RECORDS or new >= records:
        return None
    return taken * records / (records - new)
