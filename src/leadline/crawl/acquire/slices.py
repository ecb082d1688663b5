"""The database by slices: choices of its selects, parts of its ranges, one after the other.

Where no query gives everything, or the source shows only the first so many records of an answer,
each option of a select gives a part; parts that overflow are split further
(``selection.forms.slice_cover``). Controls that only present (sort, size, view) are never bound,
nor those whose choices bring all the same. A source of which every part was
taken is whole, by the number it states, or when words asked afterwards bring nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.slice_controls import children_of, dimensions_of
from leadline.crawl.acquire.whole_database import check_words, try_query
from leadline.crawl.events import Event, Notice, QueryClosed, Reply
from leadline.crawl.paging.walk import Walk, take, walk
from leadline.forms.display import display_name
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.forms.submit.informative import find_informative_templates
from leadline.model import Answer, Ask, Page, Query, Taken
from leadline.page.text import fold, words
from leadline.selection.forms.slice_cover import WORDS, slice_cover
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS, Proof, tries_with

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from leadline.crawl.acquisition import Acquisition
    from leadline.page.dom import Document
    from leadline.selection.forms.slice_cover import CoverResult
    from leadline.selection.forms.slice_dimensions import Bound, Dimension
    from leadline.selection.probing.whole_database import TryOutcome
    from leadline.wrapper.reading import PageReading, RecordRow

SAMPLES: Final = 2
"""Choices of a control that are asked to see whether it parts anything; slices need them anyway."""

LEAST_CAP: Final = 10
"""Records of a list that may be all that a source shows of an answer."""
MOST_CONTROLS: Final = 6
NEWS: Final = 0.2
"""Share of what a cut answer showed that must be new, so that its rest is worth asking for."""


def take_by_slices(state: Acquisition, nonsense: str) -> Generator[Event, Reply, Proof | None]:
    """Take what the selects and ranges of the form reach; the proof if that is everything."""
    source = state.source
    if source.interface is None:
        return None
    source.cap = source.cap or silent_cap(state)
    slicing = _Slicing(state)
    slicing.begin(nonsense)
    dimensions = slicing.dimensions()
    if not dimensions or not slicing.is_worth(nonsense):
        return None
    dimensions = yield from slicing.telling(dimensions)
    if not dimensions:
        return None
    cover = yield from slicing.cover(dimensions)
    return (yield from slicing.prove(cover, dimensions))


def silent_cap(state: Acquisition) -> int:
    """How many records a source shows at most that does not say how many it found, else 0.

    Two different answers end after the same number of records, more than any other, and nothing
    leads on from them.
    """
    source = state.source
    if source.pages_of_many or source.paging.locator is not None or source.most_rows < LEAST_CAP:
        return 0
    full = {
        one.keys: one
        for one in state.first_pages.values()
        if len(one.rows) == source.most_rows and one.stated is None
    }
    lead_on = any(source.paging.proposals(one, source.interface) for one in full.values())
    return source.most_rows if len(full) > 1 and not lead_on else 0


def split_answer(state: Acquisition, walked: Walk) -> Generator[Event, Reply, None]:
    """The rest of a word's answer that the source cut off, by the controls beside the box.

    Only of answers that held news: what a broad word shows first was mostly seen before.
    """
    source = state.source
    productive = walked.new >= NEWS * walked.rows
    if source.interface is None or not walked.capped or not productive:
        return
    slicing = _Slicing(state, walked.query, walked.total, rows=dict(walked.rows_by_key))
    dimensions = slicing.dimensions()
    if state.parts is None:
        telling = yield from slicing.telling(dimensions)
        state.parts = tuple(one.name for one in telling)
    kept = [one for one in dimensions if one.name in state.parts]
    if kept:
        yield from slicing.cover(kept, by_words=False)


@dataclass(slots=True)
class _Slicing:
    """A source while it is taken by slices.

    ``base`` is the query that claims everything and is bound along ('' for nothing), ``size`` what
    it states. ``pages`` are first pages of parts that were asked already.
    """

    state: Acquisition
    base: str = ""
    size: int | None = None
    pages: dict[Bound, tuple[Walk, PageReading]] = field(default_factory=dict)
    rows: dict[str, RecordRow] = field(default_factory=dict)
    latest: Document | None = None
    failed: int = 0
    choices: dict[str, dict[str, str]] = field(default_factory=dict)

    def begin(self, nonsense: str) -> None:
        """What claims everything, if a query does, and what is known of the records."""
        state = self.state
        claim = self._claim(nonsense)
        if claim is not None:
            self.base = claim.query
            self.size = claim.total if claim.exact else None
        for reading in state.first_pages.values():
            self.rows |= {row.key: row for row in reading.rows}

    def _claim(self, nonsense: str) -> TryOutcome | None:
        """The whole-database try that states most; none where all of them came back empty."""
        wanted = tries_with(nonsense)
        found = [one for one in self.state.tries if one.query in wanted and one.walked]
        return max(found, key=lambda one: (one.exact, one.total or 0), default=None)

    def dimensions(self) -> list[Dimension]:
        """The controls that may part the source, shortest lists first."""
        form = self.state.source.interface
        assert form is not None
        box = self.state.source.control
        found = dimensions_of(form, box, lambda: list(self.rows.values()))
        self.choices = {one.name: _texts(form, one.name) for one in found}
        return found[:MOST_CONTROLS]

    def is_worth(self, nonsense: str) -> bool:
        """Whether slices may reach what was not: nothing gives all, or it is cut off at a cap."""
        if self._claim(nonsense) is None:
            return True
        size = self.state.size() or self.size
        return self.state.source.cap > 0 and (size is None or size > len(self.state.source.seen))

    def telling(self, dimensions: Sequence[Dimension]) -> Generator[Event, Reply, list[Dimension]]:
        """The dimensions whose choices bring different parts (``forms.submit.informative``)."""
        pieces = {one.name: _spread(one.parts(())) for one in dimensions}
        search = find_informative_templates(
            {name: [str(n) for n in range(len(own))] for name, own in pieces.items()},
            tests=SAMPLES, most=1,
        )  # fmt: skip
        told: list[tuple[str, ...]] = []
        wider: dict[str, None] = {}
        try:
            ((name, number),) = next(search)
            while True:
                piece = pieces[name][int(number)]
                walked, reading = yield from self._first_page(piece)
                if self.size is not None and walked.total == self.size and walked.exact:
                    wider[name] = None
                children = [one.parts(()) for one in self._children(piece)]
                signature = f"{walked.total} {reading.keys if reading else ''} {children}"
                ((name, number),) = search.send(signature if walked.rows or children else "none")
        except StopIteration as end:
            told = end.value
        kept = {name for (name,) in told}
        return [one for one in dimensions if one.name in kept and one.name not in wider]

    def cover(
        self, dimensions: Sequence[Dimension], *, by_words: bool = True
    ) -> Generator[Event, Reply, CoverResult]:
        """Drive a slice cover: what it asks for is asked, split where the source cuts it off."""
        source = self.state.source
        by_words = by_words and source.control is not None
        shown = [self._told((), Walk("", rows_by_key=dict(self.rows)), complete=False)]
        slicing = slice_cover(
            dimensions, size=self.size, cap=source.cap, shown=shown, more=self._children,
            by_words=max(1, source.most_rows) if by_words else 0,
        )  # fmt: skip
        try:
            bound = next(slicing)
            while True:
                bound = slicing.send((yield from self._ask(bound)))
        except StopIteration as end:
            cover: CoverResult = end.value
            return cover

    def _values(self, bound: Bound) -> tuple[tuple[str, str], ...]:
        """What is sent for a part: its values, and in the box the base with the part's words."""
        box = self.state.source.control
        said = [self.base, *(value for name, value in bound if name == WORDS)]
        typed = " ".join(part for part in said if part)
        values = tuple(pair for pair in bound if pair[0] != WORDS)
        return ((box.name, typed), *values) if box is not None and typed else values

    def _first_page(self, bound: Bound) -> Generator[Event, Reply, tuple[Walk, PageReading | None]]:
        """The first page of a part, kept for when the part is taken."""
        source = self.state.source
        text = source.bind(self._values(bound))
        walked = Walk(text)
        page = yield from source.ask(text, "slice")
        if not isinstance(page, Page) or page.status >= 400:
            self.failed += 1
            self.latest = None
            yield QueryClosed(text, None, False, False, "refused")
            return walked, None
        reading = yield from source.read(page, text)
        yield from take(source, walked, reading)
        self.latest = reading.document
        self.pages[bound] = walked, reading
        return walked, reading

    def _ask(self, bound: Bound) -> Generator[Event, Reply, Answer]:
        """A part: walked to its end if it fits, else only looked at."""
        source = self.state.source
        if bound in self.pages:
            walked, reading = self.pages[bound][0], self.pages[bound][1]
            self.latest = reading.document
        else:
            walked, shown = yield from self._first_page(bound)
            if shown is None:
                return self._told(bound, walked, complete=True)
            reading = shown
        text = walked.query
        if walked.exact and 0 < source.cap < (walked.total or 0):
            yield QueryClosed(text, walked.total, True, False, "more than the source shows")
            return self._kept(bound, walked, complete=False)
        if reading.rows:
            walked = yield from walk(source, text, reading.page, break_off=False)
        if walked.capped:
            source.cap = max(source.cap, walked.rows)
            yield Notice(f"the source shows at most {source.cap:,} records of an answer", "warning")
        full = walked.total is None and 0 < source.cap <= walked.rows
        self.failed += bool(walked.failed or walked.cut)
        yield QueryClosed(
            text, walked.total, walked.exact, walked.finished, walked.reason or "empty"
        )
        yield from self.state.observe(walked)
        return self._kept(bound, walked, complete=not (walked.capped or full))

    def _kept(self, bound: Bound, walked: Walk, *, complete: bool) -> Answer:
        self.rows |= walked.rows_by_key
        return self._told(bound, walked, complete=complete)

    def _told(self, bound: Bound, walked: Walk, *, complete: bool) -> Answer:
        """A walk as slice cover wants it."""
        records = [Taken(key, self._terms(row)) for key, row in walked.rows_by_key.items()]
        asked = Query(WORDS, next((value for name, value in bound if name == WORDS), ""))
        return Answer(
            Ask(self.state.source.key, asked), tuple(records), max(1, walked.pages), walked.total,
            walked.exact, complete,
        )  # fmt: skip

    def _terms(self, row: RecordRow) -> frozenset[Query]:
        """The words of a record, and the choices that it names."""
        terms: dict[Query, None] = {}
        for one in row.fields:
            if one.kind != "text":
                continue
            said = fold(one.value).strip()
            for name, texts in self.choices.items():
                if said in texts:
                    terms[Query(name, texts[said])] = None
            for word in words(one.value):
                if self.state.habits.askable(word):
                    terms[Query(WORDS, word)] = None
        return frozenset(terms)

    def _children(self, bound: Bound) -> list[Dimension]:
        """Selects whose choices came with this part's page (a country's states)."""
        form = self.state.source.interface
        if self.latest is None or form is None or not any(c.depends_on for c in form.controls):
            return []
        served = [one for one in find_interfaces(self.latest) if one.action == form.action]
        names = {name for name, _ in bound}
        return [
            one for page in served for one in children_of(form, fill_dependents(form, page), names)
        ]

    def prove(
        self, cover: CoverResult, dimensions: Sequence[Dimension]
    ) -> Generator[Event, Reply, Proof | None]:
        """Whether all was taken: by the number stated, else by words that bring nothing new."""
        source = self.state.source
        if self.size is not None and len(source.seen) == self.size and not self.failed:
            sentence = (
                f"{cover.parts:,} slices by {self._names(dimensions)} gave {self.size:,} different "
                f"records, as many as the source states in all"
            )
            return Proof("slices", self.base, self.size, sentence)
        if not cover.whole or self.failed or not source.seen:
            return None
        if self.size is not None and len(source.seen) < self.size:
            return None
        sentence = f"every slice by {self._names(dimensions)} ({cover.parts:,}) was taken whole"
        if source.control is None:
            said = f"{sentence}, and the form has no other way in"
            return Proof("slices", self.base, len(source.seen), said)
        checks = 0
        for word in check_words(self.state):
            news = yield from try_query(self.state, word, "check")
            if news:
                return None
            checks += news is not None
            if checks >= MIN_CHECK_WORDS:
                said = f"{sentence}, and {checks} frequent words asked afterwards brought no news"
                return Proof("slices", self.base, len(source.seen), said)
        return None

    def _names(self, dimensions: Sequence[Dimension]) -> str:
        """The controls as a reader knows them."""
        form = self.state.source.interface
        assert form is not None
        first = [one.parts(())[0][0][0] for one in dimensions if one.parts(())]
        return " and ".join(repr(display_name(form, name)) for name in first)


def _spread(pieces: Sequence[Bound]) -> list[Bound]:
    """The first and a middle one of some parts: neighbours are often alike."""
    return [pieces[n] for n in dict.fromkeys((0, len(pieces) // 2))] if pieces else []


def _texts(form: object, name: str) -> dict[str, str]:
    """Values of a control by what is read of them, folded."""
    controls = [c for c in getattr(form, "controls", ()) if c.name == name]
    found = {fold(c.label).strip(): c.value for c in controls if c.kind in {"radio", "checkbox"}}
    for control in controls:
        found |= {fold(choice.text).strip(): choice.value for choice in control.choices}
    return {text: value for text, value in found.items() if text}
