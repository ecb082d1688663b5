"""DKS: forms filled from domain knowledge, the surest assignment first (Lin 2016, 4.2).

The paper's method as written is in ``leadline_research.lin2016``. Differs: an assignment binds one
control (of a range, both ends), since the minimum is blind to values that never go together. A
second control is bound only where an answer was cut short, with values that the cut answer holds.
Many instances have one confidence, so they are ranked by confidence times new records a request of
their control. Values seen in this source and values known from elsewhere are kept apart. Values of
one record each (titles) find nothing new; their words are offered instead.

>>> from leadline.domain.model import DomainAttribute
>>> dk = DomainKnowledge("books", [DomainAttribute("作者")])
>>> _ = dk.add("作者", "余华"), dk.add("作者", "莫言", 0.6)
>>> def slots(): return [Slot(("au",), tuple(((v,), w) for v, w in dk.offers()["作者"]), "作者")]
>>> filler = fill_by(FormSetting(dk, slots), AssignmentSelector(dk))
>>> next(filler).values, filler.send(FormAnswer(())).values
((('au', '余华'),), (('au', '莫言'),))
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Final

from leadline.domain.model import DomainKnowledge, Slot
from leadline.domain.sampling import sample
from leadline.domain.similarity import normalise
from leadline.model import Assignment
from leadline.page.text import document_frequencies, words
from leadline.selection.forms.protocol import Filler, FormAnswer, FormSetting

Bound = tuple[tuple[str, str], ...]
"""Values by control name."""

RENEW_DIVISOR: Final = 10
"""Answers, in parts of those before, after which it is worked out anew what can be bound."""

KEPT_PER_ANSWER: Final = 0.9
"""Weight of an earlier answer beside the next later one."""

PRESUMED_PAGE_RECORDS: Final = 10.0
"""Records that a full page is presumed to have before any was seen."""

HOPED_PAGES: Final = 0.5
"""Full pages that a control not tried yet is hoped to bring. It pays to stay with one that brings
full pages: values of one control hardly overlap, those of two do."""

HOPED_PER_SIGHTING: Final = 1.0
PRIOR_SIGHTINGS: Final = 10.0
"""New records hoped for beside each sighting of a value; the hope weighs like ten sightings."""

MIN_WIDE_SHARE: Final = 0.5
"""Share of the largest answer from which a seen value is judged apart: its answer will be cut
short, and show mostly what was shown before."""

MIN_WORDS_PER_VALUE: Final = 2.5
MIN_DIFFERENT_SHARE: Final = 0.5
MIN_VALUES_FOR_WORDS: Final = 20
"""Mean words of a value, share of different values, and values seen, from which an attribute is
asked by its words: a value already seen would find its own record again."""

MAX_SECOND_VALUES: Final = 500
"""Second values that are bound beside one answer that was cut short."""


def fill_by(setting: FormSetting, selector: AssignmentSelector) -> Filler:
    """Ask what a selector finds best and let it learn, until it finds nothing more."""
    while True:
        selector.renew(setting.slots())
        for _ in range(1 + selector.asked // RENEW_DIVISOR):
            stream = selector.best()
            if stream is None:
                break
            assignment = stream.take()
            answer = yield assignment
            selector.learn(stream, assignment, answer)
        if not selector.answered:
            return
        selector.answered = False


@dataclass(slots=True)
class StreamYield:
    """What assignments of one kind have brought, the latest weighing most.

    An answer of more than ``most`` records counts like one of so many beside a value that was seen:
    a maker of half of all things must not speak for makers of one thing each.
    """

    most: float
    asked: int = 0
    right: float = 1.0
    tried: float = 1.0
    new: float = 0.0
    requests: float = 0.0
    beside: float = 0.0
    again: float = 0.0

    def add(self, new: int, answer: FormAnswer) -> None:
        """Add an answer and how many of its records were new."""
        self.asked += 1
        self.right = KEPT_PER_ANSWER * self.right + bool(answer.records)
        self.tried = KEPT_PER_ANSWER * self.tried + 1.0
        self.new = KEPT_PER_ANSWER * self.new + new
        self.requests = KEPT_PER_ANSWER * self.requests + answer.interactions
        scale = min(1.0, self.most / max(1, len(answer.records)))
        self.beside = KEPT_PER_ANSWER * self.beside + scale * new
        self.again = KEPT_PER_ANSWER * self.again + scale * (len(answer.records) - new)

    def expects(self, seen: int, page: float) -> float:
        """Return new records a request of an assignment whose value was seen so often here.

        A value seen n times shows those n again, and new ones beside each as its kind did. A value
        never seen does as its kind did.
        """
        if seen:
            hoped = self.beside + PRIOR_SIGHTINGS * HOPED_PER_SIGHTING
            new = seen * hoped / (self.again + PRIOR_SIGHTINGS)
            return new / ceil((new + seen) / page)
        hope = 1.0 / (1.0 + self.asked)
        done = self.new / self.requests if self.requests else 0.0
        return hope * HOPED_PAGES * page + (1.0 - hope) * done


@dataclass(slots=True)
class AssignmentStream:
    """Assignments of one kind that were not asked yet, the surest and most seen first."""

    names: tuple[str, ...]
    kind: str
    base: Bound = ()
    waiting: list[tuple[float, int, int, tuple[str, ...]]] = field(default_factory=list)

    def offer(self, confidence: float, seen: int, values: tuple[str, ...]) -> None:
        heapq.heappush(self.waiting, (-confidence, -seen, len(self.waiting), values))

    @property
    def next_own(self) -> Bound:
        """The values that the next assignment binds beside the base."""
        return tuple(zip(self.names[len(self.base) :], self.waiting[0][3], strict=True))

    @property
    def confidence(self) -> float:
        return -self.waiting[0][0]

    @property
    def seen(self) -> int:
        return -self.waiting[0][1]

    def take(self) -> Assignment:
        assignment = Assignment((*self.base, *self.next_own), self.confidence)
        heapq.heappop(self.waiting)
        return assignment


class AssignmentSelector:
    """Selects assignments by what they brought; at most so many records of an answer count."""

    counted_records = inf

    def __init__(self, knowledge: DomainKnowledge) -> None:
        self.knowledge = knowledge
        self.answered = False
        self._slots: Sequence[Slot] = ()
        self._asked: set[Bound] = set()
        self._whole: set[Bound] = set()
        self._taken_keys: set[str] = set()
        self._here: dict[str, Counter[str]] = {}
        self._words: dict[str, Counter[str]] = {}
        self._singles: dict[tuple[str, str], AssignmentStream] = {}
        self._children: list[AssignmentStream] = []
        self._brought: dict[tuple[tuple[str, ...], str], StreamYield] = {}
        self._page = PRESUMED_PAGE_RECORDS
        self._cap = 0

    @property
    def asked(self) -> int:
        """The number of assignments that were answered."""
        return len(self._asked)

    def renew(self, slots: Sequence[Slot]) -> None:
        """Offer what can be bound by what is known now."""
        self._slots = slots
        self._singles = {}
        for slot in slots:
            here = self._here.get(slot.attribute, Counter())
            wordy = self._is_wordy(slot)
            for values, confidence in slot.offers:
                seen = here[normalise(values[0])] if slot.attribute else 0
                kind = "here" if seen else "own" if not slot.attribute else "elsewhere"
                if not (wordy and seen):
                    self._offer(slot, kind, values, confidence, seen)
            if wordy:
                for word, seen in self._words[slot.attribute].items():
                    self._offer(slot, "words", (word,), 1.0, seen)

    def _offer(
        self, slot: Slot, kind: str, values: tuple[str, ...], confidence: float, seen: int
    ) -> None:
        kind, seen = self._width(kind, seen)
        key = (slot.names[0], kind)
        if tuple(zip(slot.names, values, strict=True)) not in self._asked:
            stream = self._singles.setdefault(key, AssignmentStream(slot.names, kind))
            stream.offer(confidence, seen, values)

    def _width(self, kind: str, seen: int) -> tuple[str, int]:
        """Return kind and sightings; a value that will be cut short is of a kind of its own."""
        if self._cap and seen >= MIN_WIDE_SHARE * self._cap:
            return f"{kind} wide", 0
        return kind, seen

    def _is_wordy(self, slot: Slot) -> bool:
        """Whether a slot's values are texts, most of them of one record each."""
        here = self._here.get(slot.attribute)
        if not here or len(here) < MIN_VALUES_FOR_WORDS or len(slot.names) > 1:
            return False
        several = self._words[slot.attribute].total() >= MIN_WORDS_PER_VALUE * here.total()
        return several and len(here) >= MIN_DIFFERENT_SHARE * here.total()

    def best(self) -> AssignmentStream | None:
        """Return the kind whose next assignment promises most.

        Of equals a control's own choices go first, then the kind with the fewest values.
        """
        return max(
            self._open(),
            key=lambda s: (self._promise(s), s.kind == "own", -len(s.waiting)),
            default=None,
        )

    def _open(self) -> list[AssignmentStream]:
        """Return the kinds that have something left to ask."""
        for child in self._children:
            while child.waiting and child.next_own in self._whole:
                child.take()
        self._children = [child for child in self._children if child.waiting]
        return [s for s in (*self._singles.values(), *self._children) if s.waiting]

    def _of_kind(self, stream: AssignmentStream) -> StreamYield:
        return self._brought.setdefault(
            (stream.names, stream.kind), StreamYield(self.counted_records)
        )

    def _promise(self, stream: AssignmentStream) -> float:
        """Return confidence, as far as it proved right, times new records a request."""
        brought = self._of_kind(stream)
        trust = stream.confidence * brought.right / brought.tried
        return trust * brought.expects(stream.seen, self._page)

    def learn(self, stream: AssignmentStream, assignment: Assignment, answer: FormAnswer) -> None:
        """Learn from an answer: its values, its yield, and what to split if it was cut short."""
        self.answered = True
        self._asked.add(assignment.values)
        rows = answer.rows(self._taken_keys)
        self._taken_keys.update(record.key for record in answer.records)
        self._of_kind(stream).add(len(rows), answer)
        self._page = max(self._page, len(answer.records) / answer.interactions)
        columns = self._note(rows)
        if answer.complete:
            self._whole.add(assignment.values)
        else:
            self._cap = max(self._cap, len(answer.records))
            if not stream.base:
                self._split(assignment, answer, columns)

    def _note(self, rows: list[list[tuple[str, str]]]) -> dict[str, str]:
        """Learn values and their words; return the column that serves each attribute."""
        columns: dict[str, str] = {}
        for match in sample(self.knowledge, rows):
            here = self._here.setdefault(match.attribute, Counter())
            here.update(normalise(value) for value in match.values)
            value_words = self._words.setdefault(match.attribute, Counter())
            for value in match.values:
                value_words.update(dict.fromkeys(words(value), 1))
            columns[match.attribute] = match.column
        return columns

    def _split(self, assignment: Assignment, answer: FormAnswer, columns: dict[str, str]) -> None:
        """Offer a second control beside an assignment whose answer was cut short."""
        made: dict[tuple[str, str], AssignmentStream] = {}
        for slot in self._slots:
            if slot.names[0] in dict(assignment.values):
                continue
            names = (*(name for name, _ in assignment.values), *slot.names)
            for values, confidence, seen in self._beside(slot, answer, columns):
                kind, seen = self._width("split", seen)
                child = made.setdefault(
                    (slot.names[0], kind), AssignmentStream(names, kind, assignment.values)
                )
                child.offer(min(confidence, assignment.confidence), seen, values)
        self._children += made.values()

    def _beside(
        self, slot: Slot, answer: FormAnswer, columns: dict[str, str]
    ) -> Iterator[tuple[tuple[str, ...], float, int]]:
        """Yield values of a slot that an answer holds (own choices: all), confidence and count."""
        column, wordy = columns.get(slot.attribute, ""), self._is_wordy(slot)
        counts = _values_of(answer, column, by_word=wordy)
        if wordy:
            for word, seen in counts.most_common(MAX_SECOND_VALUES):
                yield (word,), 1.0, seen
            return
        for values, confidence in slot.offers[:MAX_SECOND_VALUES]:
            seen = counts[normalise(values[0])]
            if seen or not slot.attribute:
                yield values, confidence, seen


def _values_of(answer: FormAnswer, column: str, *, by_word: bool) -> Counter[str]:
    """Count values of one column of an answer, normalised, or their words."""
    values = [
        field.value
        for record in answer.records
        for field in record.fields
        if column and field.column == column
    ]
    if not by_word:
        return Counter(map(normalise, values))
    return document_frequencies(values)
