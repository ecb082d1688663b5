"""What is known of a source's contents while they are taken: tries, totals, spellings of words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, TypeVar

from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl, in_steps
from leadline.crawl.moments import Moment
from leadline.crawl.state.packed_rows import TEXTS_PER_STEP, views
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Outcome
from leadline.page.text import words
from leadline.selection.messages import ChooseQuery, DeferredAnswer, QueryObserved
from leadline.selection.probing.engine_behaviour import Accents, EngineBehaviour
from leadline.selection.probing.whole_database import Proof, TryOutcome, is_word
from leadline.wrapper.reading import PageReading

MIN_AGREEING_TRIES: Final = 2
"""Tries that state one and the same largest total from which it is the size of the source."""
MAX_SPELLINGS: Final = 3
"""Spellings of a word that are asked where case matters: Word, word, WORD."""
MIN_ACCENTED_WORDS: Final = 3
"""Words in a row of which the same spellings find records, from which others are not asked."""
WORD: Final = re.compile(r"[^\W\d_]+")
MAX_DEFERRED_WALKS: Final = 60
"""Walks that wait, each with a page; the one that waits longest is let go."""
MIN_ROWS_OF_FULL_PAGE: Final = 10
"""Rows from which the first page of an answer without a total is worth going on from."""
Memory = TypeVar("Memory")


@dataclass(slots=True)
class Spellings:
    """Spellings of words in the records taken: records by spelling; other spellings than folded.

    A run of Chinese or Japanese signs is a spelling of its pieces: some engines find no parts.
    """

    times: dict[str, int] = field(default_factory=dict)
    unfolded: dict[str, list[str]] = field(default_factory=dict)
    counted_records: int = 0

    def count(self, source: SourceState) -> Crawl[None]:
        """Count the records that came since, in steps."""
        fresh = source.texts_by_key.since(self.counted_records)
        self.counted_records = source.record_count
        return in_steps(fresh, TEXTS_PER_STEP, self._add)

    def of(self, word: str) -> list[str]:
        """Return the spellings of a word, the commonest first."""
        folded, times = word.casefold(), self.times
        known = [spelling for spelling in (folded,) if spelling in times]
        known += self.unfolded.get(folded, ())
        known.sort(key=lambda spelling: (-times[spelling], spelling))
        known = known[:MAX_SPELLINGS]  # one that holds another finds a part of what that finds
        return [one for at, one in enumerate(known) if not any(part in one for part in known[:at])]

    def _add(self, texts: Iterable[str]) -> None:
        for spelling in (spelling for text in texts for spelling in WORD.findall(text)):
            if spelling not in self.times:
                self.times[spelling] = 0
                folded = spelling.casefold()
                pieces = words(spelling) if not spelling.isascii() else ()
                for piece in {folded, *pieces} - {spelling}:
                    self.unfolded.setdefault(piece, []).append(spelling)
            self.times[spelling] += 1


@dataclass(slots=True)
class Acquisition:
    """What is known of a source's contents while they are taken.

    ``claims_walked`` are queries that claimed everything and were walked; ``split_controls`` are
    the controls that part a word's answer, None until they were looked for; ``respelled`` counts
    words that were asked again as records write them, ``is_case_ignored``: capitals make no
    difference; ``hides_rest``: the source showed no more of some answer; ``memory`` is what parts
    keep.
    """

    source: SourceState
    tries: list[TryOutcome] = field(default_factory=list)
    first_pages: dict[str, PageReading] = field(default_factory=dict)
    behaviour: EngineBehaviour = field(default_factory=EngineBehaviour)
    largest_total: int = 0
    respelled: int = 0
    is_case_ignored: bool = False
    hides_rest: bool = False
    claims_walked: set[str] = field(default_factory=set)
    split_controls: tuple[str, ...] | None = None
    deferred: dict[str, WalkLog] = field(default_factory=dict)
    accents_found: tuple[Accents | None, ...] = ()
    memory: dict[type, Any] = field(default_factory=dict)

    def recall(self, kind: type[Memory]) -> Memory:
        """Return what a part keeps of this source, begun empty."""
        kept: Memory = self.memory.setdefault(kind, kind())
        return kept

    @property
    def end(self) -> Outcome | None:
        """Outcome that a part came to."""
        found: Outcome | None = self.memory.get(Outcome)
        return found

    @property
    def spellings_seen(self) -> Spellings:
        """Spellings of words in the records taken."""
        return self.recall(Spellings)

    @property
    def nonsense(self) -> str:
        """Made-up word that found nothing."""
        return self.source.probes.nonsense[0].query

    def observe(self, answer: AnswerSummary, *, chosen: bool = False) -> None:
        """Report what a query brought, for the choices to come.

        An answer that could not be had or read says only that its word was asked.
        """
        is_read = not answer.unread or bool(answer.new)
        chosen = chosen and is_read
        if chosen and not (answer.finished or answer.broken_off):
            self.hides_rest = True
        is_whole = answer.finished or (
            answer.total is None
            and not answer.truncated
            and answer.pages == 1
            and answer.rows < self.source.answers.largest_page
        )
        evidence = self.source.evidence.with_page(answer, self.source.answers.largest_page)
        if is_read or answer.rows:
            form, bound = self.source.form, self.source.bound.get(answer.query)
            is_word = bool(form.box) and (bound is None or form.box_name in dict(bound))
            is_part = not (is_word or form.call)
            self.source.become(
                evidence.with_answer(answer, is_whole=is_whole, chosen=chosen, is_part=is_part)
            )
        self.source.journal.tell(
            QueryObserved(
                "" if self.goes_on(answer) else answer.query,
                views(answer.rows_by_key),
                pages=max(1, answer.pages),
                total=answer.total,
                exact=answer.exact,
                complete=answer.finished and is_read,
                chosen=chosen,
                new=answer.new,
                hidden=not answer.finished and (self.hides_rest or not answer.broken_off),
            )
        )

    def defer(self, walk: WalkLog) -> None:
        """Keep a walk that waits behind its first page, and report what that page brought."""
        self.deferred[walk.query] = walk
        if len(self.deferred) > MAX_DEFERRED_WALKS:
            self.deferred.pop(next(iter(self.deferred)))
        self.source.journal.tell(
            DeferredAnswer(
                walk.query,
                walk.rows_by_key.view(),
                total=walk.total,
                exact=True,
                chosen=True,
                new=walk.new,
                hidden=self.hides_rest,
            )
        )

    def settle(self, word: str) -> None:
        """Count an answer that waits as whole: known records hold what it did not show."""
        walk = self.deferred.pop(word, None)
        if walk is not None:
            evidence = self.source.evidence
            self.source.become(evidence.with_answer(walk.progress, is_whole=True, chosen=True))
            self.source.close(walk, "its rest is known")

    def keep_first_page(self, query: str, reading: PageReading) -> None:
        """Keep the first page of an answer that may be walked later."""
        self.first_pages[query] = reading

    def replace_try(self, outcome: TryOutcome) -> None:
        """Keep what a query brought in the place of what it brought before."""
        self.tries[:] = [*(one for one in self.tries if one.query != outcome.query), outcome]

    def update_try(self, query: str, outcome: TryOutcome) -> None:
        """Replace what the first try of a query brought."""
        place = next(number for number, one in enumerate(self.tries) if one.query == query)
        self.tries[place] = outcome

    def try_of(self, query: str) -> TryOutcome:
        """Return what the first try of a query brought."""
        return next(tried for tried in self.tries if tried.query == query)

    def note_respelled(self, *, case_matters: bool) -> None:
        """Count a word asked as records write it; learn that case matters where it found any."""
        self.respelled += 1
        if case_matters:
            self.behaviour = replace(self.behaviour, case_matters=True)

    def note_accents(self, written: WalkLog, plain: WalkLog) -> None:
        """Learn which spelling finds, from answers to a word with its accents and without them.

        Most engines find the same by both, so that one of them is asked in vain.
        """
        finds: Accents | None = None
        both = len(written.keys) == len(plain.keys) > 0
        if both and all(key in written.keys for key, _ in plain.rows_by_key.items()):
            finds = "both"
        elif bool(written.keys) != bool(plain.keys):
            finds = "as written" if written.keys else "without"
        latest = self.accents_found = (*self.accents_found, finds)[-MIN_ACCENTED_WORDS:]
        if finds and latest == (finds,) * MIN_ACCENTED_WORDS:
            self.behaviour = replace(self.behaviour, accents=finds)

    def choice_request(self, patience: int = 1) -> ChooseQuery:
        """Return what is known of the source that bears on the next choice."""
        answers = self.source.answers
        page_size = max(1, answers.largest_page)
        known = answers.cap, self.size(), self.behaviour, patience
        return ChooseQuery(page_size, *known, self.source.task.never)

    def forms(self, word: str) -> list[str]:
        """Return what to send for a word: with and without accents, spelled where case matters."""
        if word in self.source.bound:
            return [word]
        forms = self.behaviour.forms(word)
        if not self.behaviour.case_matters:
            return list(forms)
        spelled = [self.spellings_seen.of(form) or [form, form.capitalize()] for form in forms]
        return list(dict.fromkeys(chain.from_iterable(spelled)))

    def spellings(self, word: str) -> list[str]:
        """Return all ways to send a word of known records, the likeliest first."""
        found = dict.fromkeys([*self.forms(word), *self.spellings_seen.of(word)])
        if not self.is_case_ignored:
            return [*found]
        return [*{form.casefold(): form for form in reversed(found)}.values()][::-1]

    def note_found(self, form: str) -> None:
        """Learn from a word that found records in small letters, which known ones never have."""
        seen = self.spellings_seen
        if form.islower() and form not in seen.times and seen.of(form):
            self.is_case_ignored = True

    def goes_on(self, answer: AnswerSummary) -> bool:
        """Tell whether only the first page of an answer was read, and more seems to follow."""
        if answer.reason or answer.query not in self.first_pages:
            return False
        if answer.total is not None:
            return answer.rows < answer.total
        return answer.rows >= min(MIN_ROWS_OF_FULL_PAGE, self.source.answers.largest_page)

    def size_proof(self, size: int) -> Proof:
        """Return the proof that as many records were taken as the source states of everything."""
        stated = self.stated_size == size
        says = "the source says it holds" if stated else "queries for everything agree in"
        sentence = f"{says} {size:,} records and that many different ones were taken"
        return Proof("constant" if stated else "maximum", sentence)

    @property
    def stated_size(self) -> int | None:
        """Number beside "this index holds", if a try's total or a whole walk says it too."""
        stated = self.source.probes.stated_size
        totals = [tried.total for tried in self.tries if tried.exact]
        walked = [tried.unique for tried in self.tries if tried.finished]
        return stated if stated is not None and stated in (*totals, *walked) else None

    def size(self) -> int | None:
        """Return the source's own word for its size, where two of its answers agree.

        None where more than that were taken already: then it speaks of something else, or of the
        most that it shows.
        """
        taken = self.source.record_count
        stated = self.stated_size
        if stated is not None and stated >= taken:
            return stated
        most = max((tried.total for tried in self.tries if tried.exact and tried.total), default=0)
        same = [tried.query for tried in self.tries if tried.exact and tried.total == most]
        agreed = len(same) >= MIN_AGREEING_TRIES and not all(is_word(query) for query in same)
        return most if most and agreed and most >= max(self.largest_total, taken) else None


BEFORE_WORDS: Final = Moment[Acquisition]("before words are asked")
NO_WORD_LEFT: Final = Moment[Acquisition]("no word promises more")


def taken_whole(source: SourceState, proof: Proof) -> Outcome:
    """Return the outcome of a source that was taken whole, as far as this proof goes.

    Only the number that the source says it holds proves it complete, where all pages were read in
    one way: else some may have been counted wrong. A walk, slices, or totals of queries that agree
    may all have missed what no query for everything shows.
    """
    source.become(replace(source.evidence, is_whole=True))
    taken = float(source.record_count)
    if proof.reason == "constant" and not source.repairs.reinductions:
        return source.outcome(
            "complete", "everything was taken", proof=proof.sentence, estimate=taken
        )
    return source.outcome("exhausted", proof.sentence, estimate=taken)


def try_query(
    state: Acquisition, query: str, purpose: str = "whole-database try"
) -> Crawl[int | None]:
    """Read the first page of a query that may give much; return new records, None if not asked."""
    source = state.source
    if query in source.asked:
        return None
    reading = yield from ask_and_read(source, query, purpose)
    if reading is None:
        state.tries.append(TryOutcome(query))
        source.close(WalkLog(query), "refused")
        return None
    walk = WalkLog(query)
    walk.note(unread="" if reading.rows else source.traffic.unread.last)
    source.take_page(walk, reading)
    for part in source.parts_of(query):
        if (other := (yield from ask_and_read(source, part, purpose))) is not None:
            source.take_page(walk, other)
    state.keep_first_page(query, reading)
    finished = walk.total is not None and walk.rows >= walk.total
    state.observe(replace(walk.progress, finished=finished))
    state.tries.append(TryOutcome(query, walk.total, walk.exact, walk.rows, len(walk.keys)))
    source.close(walk, "first page only")
    return walk.new
