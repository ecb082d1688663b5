"""Database by slices: choices of its selects, parts of its ranges, one after the other.

Where no query gives everything, or the source caps answers, each option of a select gives a part;
parts that overflow are split further (``selection.forms.slice_cover``). Controls that only present
(sort, size, view) are never bound, nor those whose choices bring all the same. A source of which
every part was taken is whole, by the number it states, or when words asked afterwards bring nothing
new.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product
from math import prod
from typing import Final

from leadline.crawl.acquire.check_words import check_words, checks_wanted
from leadline.crawl.acquisition import Acquisition, taken_whole, try_query
from leadline.crawl.client import ask, ask_and_read
from leadline.crawl.events import Crawl
from leadline.crawl.paging.moments import WALKED, Walked
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.probe.total import learn_short_total
from leadline.crawl.slice_controls import children_on, choice_texts, dimensions_of
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.forms.display import display_name
from leadline.forms.labels.placeholders import unrestricting
from leadline.model import Answer, Ask, Outcome, Page, Query, QueryInterface, Taken
from leadline.page.dom import Document, parse
from leadline.page.text import fold, words
from leadline.selection.forms.slice_cover import WORD_BOX, CoverResult, slice_cover
from leadline.selection.forms.slice_dimensions import Bound, Choices, Dimension, Span
from leadline.selection.probing.whole_database import UNCHECKED, Proof, TryOutcome, tries_with
from leadline.wrapper.reading import PageReading, RecordRow

MIN_RECORDS_OF_CAP: Final = 10
"""Records of a list that may be all that a source shows of an answer."""
MAX_SPREAD: Final = 2
"""Choices of a control that show whether it parts anything."""
MAX_CROSSED: Final = 600
"""Parts by several controls at once that are asked."""
MAX_CONTROLS: Final = 6
MIN_NEW_SHARE: Final = 0.2
"""Share of what a capped answer showed that must be new, so that its rest is worth asking for."""


def take_by_slices(state: Acquisition) -> Crawl[Outcome | None]:
    """Take what the selects and ranges of the form reach; return an outcome if nothing is left."""
    source = state.source
    crawl = _SliceCrawl(state)
    crawl.begin()
    dimensions, nested = crawl.dimensions(), list[Dimension]()
    is_asked = bool(dimensions) and crawl.is_worth(dimensions)
    if is_asked:
        nested = crawl.nested(dimensions)
        if not nested:
            useful = yield from crawl.select_dimensions(dimensions)
            needed = {name for name, _ in source.form.parts}
            dimensions = crossed(crawl.form, useful, needed)
        if dimensions:
            cover = yield from crawl.cover(nested or dimensions)
            cap = 0 if source.answers.cap else silent_cap(source, crawl.readings())
            if cap:
                source.raise_cap(cap)  # only the parts showed it: those that are full go on
            if learn_short_total(source, [*crawl.pages.values()]) or cap:
                cover = yield from crawl.cover(nested or dimensions)
            crawl.note_short(cover)
            proof = yield from _prove(crawl, cover, dimensions)
            if proof is not None:
                return taken_whole(source, proof)
    if source.form.box is not None:
        return None
    names = _names(crawl.form, dimensions) or "the form"
    reason = f"the choices of {names} that bring records were asked; the form has no box for words"
    if not is_asked:
        reason = "the form was sent as it is served; it has no box for words"
    reason = next(filter(None, map(_extent, dimensions)), reason)
    if nested:
        reason = f"in each choice of {_names(crawl.form, nested)}, {reason}"
    return source.outcome("exhausted", reason, estimate=state.size())


def crossed(
    form: QueryInterface, dimensions: Sequence[Dimension], needed: Container[str] = ()
) -> list[Dimension]:
    """Return dimensions with those as one that have no choice for all: a year and its month.

    What one of them brings is no whole part: the others are sent as they were served. So are those
    of which each alone is refused as too wide, and of which a choice is ``needed``.
    """
    choices = [one for one in dimensions if isinstance(one, Choices)]
    closed = [one for one in choices if one.name in needed or _is_closed(form, one)]
    wide = [one for one in choices if one.splits_last]
    closed = wide if len(wide) == len(dimensions) else closed
    count = prod(len(one.tiles) for one in closed)
    if (len(closed) < 2 and not any(c.name in needed for c in closed)) or count > MAX_CROSSED:
        return [*dimensions]
    tiles = tuple(tuple(chain.from_iterable(each)) for each in product(*(c.tiles for c in closed)))
    one = Choices("..".join(each.name for each in closed), tiles, is_only_way=True)
    return [one, *(each for each in dimensions if each not in closed)]


def _is_closed(form: QueryInterface, choices: Choices) -> bool:
    """Tell whether a dimension is one select of which no choice stands for all."""
    selects = [one for one in form.controls if one.name == choices.name and one.kind == "select"]
    return len(selects) == 1 and not selects[0].multiple and not unrestricting(selects[0].choices)


def silent_cap(source: SourceState, readings: Iterable[PageReading]) -> int:
    """Return how many records a source shows at most that states no totals, else 0.

    Two different answers end after the same number of records, more than any other, and nothing
    leads on from them.
    """
    largest = source.answers.largest_page
    if source.answers.longest_walk > 1 or source.pager.locator is not None:
        return 0
    if largest < MIN_RECORDS_OF_CAP:
        return 0
    full = {
        reading.keys: reading
        for reading in readings
        if len(reading.rows) == largest and reading.stated is None
    }
    lead_on = any(
        source.pager.proposals(reading, source.form.interface) for reading in full.values()
    )
    return largest if len(full) > 1 and not lead_on else 0


def learn_cap(source: SourceState, walk: WalkLog) -> None:
    """Learn the cap from an answer of which the source shows no more."""
    if walk.capped:
        source.raise_cap(walk.rows)
        text = f"the source shows at most {source.answers.cap:,} records of an answer"
        if source.pager.locator is None:
            text = f"no way past the first {source.answers.cap:,} records of an answer was found"
        source.journal.note(text, "warning")


def split_answer(state: Acquisition, walk: WalkLog) -> Crawl[None]:
    """Ask for the rest of a word's answer that is capped, by the controls beside the box.

    Only of answers that held news: what a broad word shows first was mostly seen before.
    """
    learn_cap(state.source, walk)
    productive = walk.new >= MIN_NEW_SHARE * walk.rows
    if state.source.form.interface is None or not walk.capped or not productive:
        return
    crawl = _SliceCrawl(state, walk.query, walk.total, rows=dict(walk.rows_by_key.items()))
    dimensions = crawl.dimensions()
    if state.split_controls is None:
        useful = yield from crawl.select_dimensions(dimensions)
        state.split_controls = tuple(dimension.name for dimension in useful)
    kept = [dimension for dimension in dimensions if dimension.name in (state.split_controls or ())]
    if kept:
        yield from crawl.cover(kept, by_words=False)


@dataclass(slots=True)
class _SliceCrawl:
    """Crawl of a source by slices.

    ``base`` is the query that claims everything and is bound along ('' for nothing), ``size`` what
    it states. ``pages`` are first pages of parts that were asked already.
    """

    state: Acquisition
    base: str = ""
    size: int | None = None
    pages: dict[Bound, tuple[WalkLog, PageReading]] = field(default_factory=dict)
    rows: dict[str, RecordRow] = field(default_factory=dict)
    latest: Document | None = None
    failed: int = 0
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    opened: dict[Bound, list[Dimension]] = field(default_factory=dict)
    observed: set[Bound] = field(default_factory=set)
    within: list[Span] = field(default_factory=list)

    @property
    def form(self) -> QueryInterface:
        """Query interface of the source."""
        if self.state.source.form.interface is None:
            raise ValueError("no query interface is chosen yet")
        return self.state.source.form.interface

    def begin(self) -> None:
        """Find the query that claims everything and collect the records known."""
        claim = self._claim()
        if claim is not None:
            self.base = claim.query
            self.size = claim.total if claim.exact else None
        for reading in self.state.first_pages.values():
            self.rows |= {row.key: row for row in reading.rows}

    def _claim(self) -> TryOutcome | None:
        """Return the whole-database try that states most; None without one.

        One that states less than was taken, as a form served with a day does, claims nothing.
        """
        queries, taken = tries_with(self.state.nonsense), self.state.source.record_count
        tries = [tried for tried in self.state.tries if tried.query in queries and tried.walked]
        tries = [tried for tried in tries if not tried.exact or (tried.total or 0) >= taken]
        return max(tries, key=lambda tried: (tried.exact, tried.total or 0), default=None)

    def dimensions(self) -> list[Dimension]:
        """Return the controls that may part the source, shortest lists first."""
        box = self.state.source.form.box
        found = dimensions_of(self.form, box, lambda: list(self.rows.values()))
        dimensions = [*islice(filter(None, map(self._admitted, found)), MAX_CONTROLS)]
        self.choices = {
            dimension.name: choice_texts(self.form, dimension.name) for dimension in dimensions
        }
        return dimensions

    def nested(self, dimensions: Sequence[Dimension]) -> list[Dimension]:
        """Return choices that must be made, with the periods that are asked inside of each.

        [] where no period must be given beside them.
        """
        closed = [c for c in dimensions if isinstance(c, Choices) and _is_closed(self.form, c)]
        periods = [one for one in dimensions if isinstance(one, Span) and one.onward]
        self.within = periods[:1] if closed else []
        return crossed(self.form, closed) if periods else []

    def _admitted(self, dimension: Dimension) -> Dimension | None:
        """Return a dimension without the choices that a rule says the source cannot have."""
        task, rules = self.state.source.task, self.state.source.task.rules
        if rules is None or not isinstance(dimension, Choices):
            return dimension
        texts = {value: text for text, value in choice_texts(self.form, dimension.name).items()}
        label = display_name(self.form, dimension.name)

        def is_admitted(tile: Bound) -> bool:
            value = tile[-1][1]
            said = [{dimension.name: one, label: one} for one in (texts.get(value, value), value)]
            return any(rules.admits(task.key, query) for query in said)

        kept = tuple(filter(is_admitted, dimension.tiles))
        if left := len(dimension.tiles) - len(kept):
            self.state.source.journal.note(f"{left} choices of {label!r} are left out by a rule")
        return replace(dimension, tiles=kept) if len(kept) > 1 or not left else None

    def readings(self) -> list[PageReading]:
        """Return the first pages that are known, those of parts last."""
        return [*self.state.first_pages.values(), *(reading for _, reading in self.pages.values())]

    def note_short(self, cover: CoverResult) -> None:
        """Keep which parts ended short of what they state, where no words go on from there."""
        source = self.state.source
        if source.form.box is None:
            for bound in (*cover.left, *cover.owing):
                if bound in self.pages:
                    walk = self.pages[bound][0]
                    source.become(source.evidence.with_short_end(walk.rows, walk.named))

    def is_worth(self, dimensions: Sequence[Dimension]) -> bool:
        """Tell whether slices may reach more: no query gives all, or it is capped.

        Where a select without a choice for all is the only way in, what is served is a part.
        """
        only_parts = self.state.source.form.box is None and any(
            isinstance(one, Choices) and _is_closed(self.form, one) for one in dimensions
        )
        if only_parts or self._claim() is None:
            return True
        source, size = self.state.source, self.state.size() or self.size
        return source.answers.cap > 0 and (size is None or size > source.record_count)

    def select_dimensions(self, dimensions: Sequence[Dimension]) -> Crawl[list[Dimension]]:
        """Return dimensions whose choices bring different parts, and none of which brings all.

        Informative templates (Madhavan et al. 2008, 4) of one control, by two of its choices.
        """
        kept: list[Dimension] = []
        for dimension in dimensions:
            signatures: set[str] = set()
            widens, refused = False, 0
            for piece in _spread(dimension.parts(())):
                text = self._text(piece)
                if self.state.source.form.only_opens(piece):
                    shown = [child.parts(()) for child in (yield from self._opens(piece, text))]
                    signatures.add(f"{shown}" if shown else "none")
                    continue
                reading = yield from ask_and_read(self.state.source, text, "slice")
                walk = self._keep_first_page(piece, text, reading)
                widens |= self.size is not None and walk.total == self.size and walk.exact
                children = [child.parts(()) for child in self._children(piece)]
                refused += self._is_order(reading)
                signature = f"{walk.total} {reading.keys if reading else ''} {children}"
                signatures.add(signature if walk.rows or children else "none")
            is_needed = _extent(dimension) or refused  # two years may hold nothing
            if (len(signatures) > 1 or is_needed) and not widens:
                if refused == MAX_SPREAD and isinstance(dimension, Choices):
                    dimension = replace(dimension, splits_last=True)
                kept.append(dimension)
        wide = [one for one in kept if isinstance(one, Choices) and one.splits_last]
        return kept if len(wide) < len(kept) or len(wide) > 1 else []

    def _is_order(self, reading: PageReading | None) -> bool:
        """Tell whether a part is refused as too wide, as everything was: it is no empty answer."""
        probes = self.state.source.probes
        return reading is not None and not reading.rows and probes.is_order(reading.document)

    def cover(
        self, dimensions: Sequence[Dimension], *, by_words: bool = True
    ) -> Crawl[CoverResult]:
        """Drive a slice cover: ask its parts, which it splits where the source caps them."""
        source = self.state.source
        known = self._answer((), AnswerSummary("", self.rows), complete=False)
        slicing = slice_cover(
            dimensions,
            size=self.size,
            cap=source.answers.cap,
            shown=[known],
            more=self._children,
            by_words=by_words and source.form.box is not None,
        )
        try:
            bound = next(slicing)
            while True:
                bound = slicing.send((yield from self._ask(bound)))
        except StopIteration as end:
            cover: CoverResult = end.value
            return cover

    def _text(self, bound: Bound) -> str:
        """Return the query of a part: its values, and in the box the base with its words."""
        box = self.state.source.form.box
        texts = [self.base, *(value for name, value in bound if name == WORD_BOX)]
        typed = " ".join(text for text in texts if text)
        values = tuple(pair for pair in bound if pair[0] != WORD_BOX)
        if box is not None and typed:
            values = ((box.name, typed), *values)
        return self.state.source.bind(values)

    def _keep_first_page(self, bound: Bound, text: str, reading: PageReading | None) -> WalkLog:
        """Take the first page of a part, and keep it for when the part is walked."""
        source, walk = self.state.source, WalkLog(text)
        if reading is None:
            self.failed += 1
            self.latest = None
            source.close(walk, "refused")
            return walk
        source.take_page(walk, reading)
        self.latest = reading.document
        self.pages[bound] = walk, reading
        return walk

    def _opens(self, bound: Bound, text: str) -> Crawl[list[Dimension]]:
        """Ask and keep what a choice opens that another select waits for: that is no answer."""
        page = yield from ask(self.state.source, text, "slice")
        document = parse(page) if isinstance(page, Page) and page.status < 400 else None
        self.failed += document is None
        found = children_on(self.form, document, bound) if document is not None else []
        self.opened[bound] = found
        said = "a choice that opens others" if document is not None else "refused"
        self.state.source.close(WalkLog(text), said)
        return found

    def _ask(self, bound: Bound) -> Crawl[Answer]:
        """Walk a part to its end if it fits, else only read its first page."""
        source, first = self.state.source, None
        periods = {name for one in self.within for tile in one.parts(())[:1] for name, _ in tile}
        if periods and periods.isdisjoint(name for name, _ in bound):
            self.opened[bound] = [*self.within]
            return self._answer(bound, AnswerSummary("", {}), complete=True)
        if source.form.only_opens(bound):
            if bound not in self.opened:
                yield from self._opens(bound, self._text(bound))
            return self._answer(bound, AnswerSummary("", {}), complete=True)
        if bound in self.pages:
            walk, reading = self.pages[bound]
            self.latest = reading.document
        else:
            text = self._text(bound)
            first = yield from ask_and_read(source, text, "slice")
            walk = self._keep_first_page(bound, text, first)
            if first is None:
                return self._answer(bound, walk, complete=True)
            reading = first
        if self._is_order(reading):
            source.close(walk, "the source wants it narrower")
            return self._answer(bound, walk, complete=False)
        cap = source.answers.cap
        if walk.exact and 0 < cap < (walk.total or 0):
            source.close(walk, "more than the source shows")
            self.rows.update(walk.rows_by_key.items())
            return self._answer(bound, walk, complete=False)
        if self._is_walked(walk, reading):
            yield from WALKED.pass_by(source, Walked(walk, reading))
            walk.settle()
        elif reading.rows:
            walk, reading = yield from start_walk(source, walk.query, reading.page, first)
            walk = yield from finish_walk(source, walk, reading, break_off=False)
            self.pages[bound] = walk, reading
        learn_cap(source, walk)
        full = walk.total is None and 0 < source.answers.cap <= walk.rows
        is_cut = walk.progress.failed or walk.progress.truncated
        self.failed += is_cut
        source.close(walk, "empty")
        if bound not in self.observed:  # a part is one draw, however often it is looked at
            self.state.observe(walk.progress)
        self.observed.add(bound)
        self.rows.update(walk.rows_by_key.items())
        is_end = walk.finished or is_cut or not walk.rows
        return self._answer(bound, walk, complete=is_end and not full)

    def _is_walked(self, walk: WalkLog, reading: PageReading) -> bool:
        """Tell whether an answer was walked to its end, also by a total that was learned since."""
        if walk.finished:
            read = self.state.source.learned_wrapper.read_document
            walk.state_total(read(reading.page, reading.document, walk.query).stated)
        return walk.finished and not walk.owes_rows

    def _answer(self, bound: Bound, walk: WalkLog | AnswerSummary, *, complete: bool) -> Answer:
        """Return a walk as slice cover wants it."""
        records = [Taken(key, self._terms(row)) for key, row in walk.rows_by_key.items()]
        asked = Query(WORD_BOX, next((value for name, value in bound if name == WORD_BOX), ""))
        return Answer(
            Ask(self.state.source.task.key, asked),
            tuple(records),
            max(1, walk.pages),
            walk.total,
            walk.exact,
            complete,
        )

    def _terms(self, row: RecordRow) -> frozenset[Query]:
        """Return the words of a record, and the choices that it names."""
        terms: dict[Query, None] = {}
        for value in row.fields:
            if value.kind != "text":
                continue
            text = fold(value.value).strip()
            for name, texts in self.choices.items():
                if text in texts:
                    terms[Query(name, texts[text])] = None
            for word in words(value.value):
                if self.state.behaviour.askable(word):
                    terms[Query(WORD_BOX, word)] = None
        return frozenset(terms)

    def _children(self, bound: Bound) -> list[Dimension]:
        """Return selects whose choices came with this part's page (a country's states)."""
        if bound in self.opened:
            return self.opened[bound]
        return children_on(self.form, self.latest, bound) if self.latest is not None else []


def _prove(
    crawl: _SliceCrawl, cover: CoverResult, dimensions: Sequence[Dimension]
) -> Crawl[Proof | None]:
    """Prove that all was taken: by the number stated, else by words that bring nothing new."""
    source = crawl.state.source
    taken, names = source.record_count, _names(crawl.form, dimensions)
    if crawl.size is not None and taken == crawl.size and not crawl.failed:
        sentence = (
            f"{cover.parts:,} slices by {names} gave {crawl.size:,} different "
            f"records, as many as the source states in all"
        )
        return Proof("slices", sentence)
    if not cover.whole or crawl.failed or not taken:
        return None
    if any(map(_extent, dimensions)):  # nor what lies beyond it
        return None
    if crawl.size is not None and taken < crawl.size:
        return None
    sentence = f"every slice by {names} ({cover.parts:,}) was taken whole"
    if source.form.box is None:
        return Proof("slices", f"{sentence}, and the form has no other way in")
    if not checks_wanted(source):
        return Proof("slices", f"{sentence}, and {UNCHECKED}")
    checks = found = 0
    for word in (yield from check_words(crawl.state)):
        news = yield from try_query(crawl.state, word, "check")
        if news:
            return None
        checks += news is not None
        found += crawl.state.tries[-1].walked > 0
        if checks >= checks_wanted(source):
            asked = f"and {checks} frequent words asked afterwards brought no news"
            if not found:
                asked = f"and none of {checks} words asked afterwards finds any record"
            return Proof("slices", f"{sentence}, {asked}")
    return None


def _extent(dimension: Dimension) -> str:
    """Return what is asked of a range of which both ends must be sent, else nothing."""
    return dimension.extent if isinstance(dimension, Span) else ""


def _names(form: QueryInterface, dimensions: Sequence[Dimension]) -> str:
    """Return the controls as a reader knows them."""
    first = [dimension.parts(())[0] for dimension in dimensions if dimension.parts(())]
    names = dict.fromkeys(name for tile in first for name, _ in tile)
    return " and ".join(repr(display_name(form, name)) for name in names)


def _spread(pieces: Sequence[Bound]) -> list[Bound]:
    """Return the first and a middle one of some parts: neighbours are often alike.

    Whether a control parts anything is seen by these; slices need them anyway.
    """
    return [pieces[n] for n in dict.fromkeys((0, len(pieces) // 2))] if pieces else []
