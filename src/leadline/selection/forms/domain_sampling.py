"""DKS: forms filled from domain knowledge, the surest assignment first (Lin 2016, 4.2).

The paper's method as written is in ``leadline_research.lin2016``. Differs: an assignment binds one
control (of a range, both ends), since the minimum is blind to values that never go together. A
second control is bound only where an answer was cut short, with values that the cut answer holds.
Many instances have one confidence, so they are ranked by confidence times new records a request of
their control. Values seen in this source and values known from elsewhere are kept apart. Values of
one record each (titles) find nothing new; their words are offered instead. Besides:

- Where the form names no choices itself, words of middling frequency elsewhere are asked first:
  they are found nearly everywhere. The sample they bring shows which values are here.
- A value that was seen in one answer only belongs to what was asked; it is asked late.
- Of promises that are nearly the same, whole values of the control with the fewest go first. No
  single answer speaks for all values of its control.
- Beside an answer that was cut short, no value is bound that more than half of the records shown
  have: it would be cut short again.

>>> from leadline.domain.model import DomainAttribute
>>> dk = DomainKnowledge("books", [DomainAttribute("作者")])
>>> _ = dk.add("作者", "余华"), dk.add("作者", "莫言", 0.6)
>>> def slots(): return [Slot(("au",), tuple(((v,), w) for v, w in dk.offers()["作者"]), "作者")]
>>> filler = dks_sampled(FormSetting(dk, slots))
>>> next(filler).values, filler.send(FormAnswer(())).values
((('au', '余华'),), (('au', '莫言'),))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from math import log
from typing import Final

from leadline.domain.model import DomainKnowledge, Slot, combined
from leadline.domain.sampling import sample
from leadline.domain.similarity import normalise
from leadline.model import Assignment
from leadline.page.text import document_frequencies, words
from leadline.selection.forms.protocol import Filler, FormAnswer, FormSetting
from leadline.selection.forms.value_yields import (
    AssignmentStream,
    Bound,
    Rows,
    StreamYield,
    ValueDispersion,
)

FIRST_WORDS: Final = "strange words"
MIDDLING_SHARE: Final = 0.01
"""Share of the values known from elsewhere that the first words stand in."""

MIN_MIDDLING_COUNT: Final = 3.0
SAMPLE_PAGES: Final = 15
"""Full pages of records that make a sample."""

MAX_FIRST_WORDS: Final = 12
MAX_SHOWN_SHARE: Final = 0.5
SAME_PROMISE_SHARE: Final = 0.75
"""Share of the best promise from which another counts as the same."""

OPEN_RECORDS_PER_HELD: Final = 3.0
MIN_NEW_SHARE: Final = 0.2
"""Records presumed open for each one held, and the share of an answer likely to be new below which
a value belongs to what was asked."""

RENEW_DIVISOR: Final = 10
"""Answers, in parts of those before, after which it is worked out anew what can be bound."""

PRESUMED_PAGE_RECORDS: Final = 10.0
"""Records that a full page is presumed to have before any was seen."""

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


def dks_sampled(setting: FormSetting) -> Filler:
    """Take a sample by sure words; then fill one control at a time, what brings most first."""
    return fill_by(setting, AssignmentSelector(setting.knowledge, sampled=setting.sampled))


class AssignmentSelector:
    """Selects assignments by what they brought, after a sample."""

    def __init__(self, knowledge: DomainKnowledge, *, sampled: bool = False) -> None:
        self.knowledge = knowledge
        self.answered = False
        self._sampled = sampled
        self._slots: Sequence[Slot] = ()
        self._asked: set[Bound] = set()
        self._whole: set[Bound] = set()
        self._taken_keys: set[str] = set()
        self._here: dict[str, Counter[str]] = {}
        self._words: dict[str, Counter[str]] = {}
        self._spread: dict[str, ValueDispersion] = {}
        self._attribute: dict[str, str] = {}
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
        """Offer what can be bound by what is known now, and the words to begin with."""
        if needed := [self._in_words(slot) for slot in slots if slot.together]:
            slots = [combined(needed)]
        self._slots, self._singles = slots, {}
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
        self._attribute = {slot.names[0]: slot.attribute for slot in slots}
        for slot in slots if self._is_sampling else ():
            if slot.attribute and len(slot.names) == 1:
                for nearness, word in self._first_words(slot.attribute):
                    self._offer(slot, FIRST_WORDS, (word,), nearness, 0)

    def _offer(
        self, slot: Slot, kind: str, values: tuple[str, ...], confidence: float, seen: int
    ) -> None:
        """Offer values; those that belong to what was asked are of a kind of their own."""
        if seen and self._share_new(slot.attribute, values[0], seen) < MIN_NEW_SHARE:
            kind = f"{kind} implied"
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

    def _in_words(self, slot: Slot) -> Slot:
        """Return a slot that is only sent with others; of texts that were seen their words."""
        if not self._is_wordy(slot):
            return slot
        counts = self._words[slot.attribute].most_common(MAX_SECOND_VALUES)
        return replace(slot, offers=tuple(((word,), 1.0) for word, _ in counts))

    def _is_wordy(self, slot: Slot) -> bool:
        """Whether a slot's values are texts, most of them of one record each."""
        here = self._here.get(slot.attribute)
        if not here or len(here) < MIN_VALUES_FOR_WORDS or len(slot.names) > 1:
            return False
        several = self._words[slot.attribute].total() >= MIN_WORDS_PER_VALUE * here.total()
        return several and len(here) >= MIN_DIFFERENT_SHARE * here.total()

    def _first_words(self, attribute: str) -> list[tuple[float, str]]:
        """Return words known from elsewhere, by how near they are to middling frequency."""
        known = self.knowledge.instances(attribute)
        counts = Counter(word for value in known for word in dict.fromkeys(words(value.value)))
        sightings = sum(value.seen for value in known)
        texts = (
            counts.total() >= MIN_WORDS_PER_VALUE * len(known)
            and len(known) >= MIN_DIFFERENT_SHARE * sightings
        )
        wanted = max(MIN_MIDDLING_COUNT, MIDDLING_SHARE * len(known))
        return [
            (1.0 / (1.0 + abs(log(count / wanted))), word)
            for word, count in counts.items()
            if texts and count >= 2
        ]

    @property
    def _is_sampling(self) -> bool:
        """Whether words go first: until enough records were taken, or words prove to find none."""
        few = self.asked < MAX_FIRST_WORDS and len(self._taken_keys) < SAMPLE_PAGES * self._page
        chosen = any(not slot.attribute for slot in self._slots)
        return few and not chosen and not self._sampled

    def best(self) -> AssignmentStream | None:
        """Return a kind of first words while sampling, else the kind that promises most."""
        streams = self._open()
        first = [s for s in streams if s.kind == FIRST_WORDS] if self._is_sampling else []
        brought = [(self._of_kind(stream), stream) for stream in first]
        fair = [s for kind, s in brought if kind.right >= MAX_SHOWN_SHARE * kind.tried]
        if fair:
            return max(fair, key=lambda s: s.confidence)
        promises = [(self._promise(stream), stream) for stream in streams]
        least = SAME_PROMISE_SHARE * max((promise for promise, _ in promises), default=0.0)
        near = [stream for promise, stream in promises if promise >= least]
        return max(near, key=_splits_best, default=None)

    def _open(self) -> list[AssignmentStream]:
        """Return the kinds that have something left to ask."""
        for child in self._children:
            while child.waiting and child.next_own in self._whole:
                child.take()
        self._children = [child for child in self._children if child.waiting]
        return [s for s in (*self._singles.values(), *self._children) if s.waiting]

    def _of_kind(self, stream: AssignmentStream) -> StreamYield:
        return self._brought.setdefault((stream.names, stream.kind), StreamYield())

    def _promise(self, stream: AssignmentStream) -> float:
        """Return confidence, as far as it proved right, times new records a request.

        Less what an answer that belongs to what was asked shows again.
        """
        if stream.kind == FIRST_WORDS:
            return 0.0
        brought = self._of_kind(stream)
        trust = stream.confidence * brought.right / brought.tried
        promise = trust * brought.expects(stream.seen, self._page)
        if "implied" in stream.kind:
            name, value = stream.next_own[0]
            promise *= self._share_new(self._attribute.get(name, ""), value, max(1, stream.seen))
        return promise

    def _share_new(self, attribute: str, value: str, seen: int) -> float:
        """Return how much of an answer may be new, by the value's share outside its main answer."""
        spread = self._spread.get(attribute)
        if spread is None:
            return 1.0
        new = spread.outside(normalise(value)) * OPEN_RECORDS_PER_HELD * len(self._taken_keys)
        return new / (new + seen)

    def learn(self, stream: AssignmentStream, assignment: Assignment, answer: FormAnswer) -> None:
        """Learn from an answer: its values, its yield, and what to split if it was cut short."""
        self.answered = True
        self._asked.add(assignment.values)
        rows = answer.rows(self._taken_keys)
        self._taken_keys.update(record.key for record in answer.records)
        self._of_kind(stream).add(len(rows), answer)
        self._page = max(self._page, len(answer.records) / answer.interactions)
        bound = {self._attribute.get(name, "") for name, _ in assignment.values}
        columns = self._note(rows, answer.rows(), bound)
        if answer.complete:
            self._whole.add(assignment.values)
        else:
            self._cap = max(self._cap, len(answer.records))
            if not stream.base:
                self._split(assignment, answer, columns)

    def _note(self, rows: Rows, shown: Rows, bound: Container[str]) -> dict[str, str]:
        """Learn values and their words; return the column that serves each attribute.

        How values spread over answers is not learned of attributes that were ``bound``.
        """
        columns: dict[str, str] = {}
        for match in sample(self.knowledge, rows):
            here = self._here.setdefault(match.attribute, Counter())
            here.update(normalise(value) for value in match.values)
            value_words = self._words.setdefault(match.attribute, Counter())
            for value in match.values:
                value_words.update(dict.fromkeys(words(value), 1))
            columns[match.attribute] = match.column
        for attribute, column in columns.items():
            if attribute not in bound:
                self._spread.setdefault(attribute, ValueDispersion()).add(rows, shown, column)
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
        """Yield values of a slot that an answer holds (own choices: all), confidence and count.

        None that a good part of the answer has.
        """
        column, wordy = columns.get(slot.attribute, ""), self._is_wordy(slot)
        counts = values_of(answer, column, by_word=wordy)
        most = MAX_SHOWN_SHARE * len(answer.records)
        if wordy:
            for word, seen in counts.most_common(MAX_SECOND_VALUES):
                if seen <= most:
                    yield (word,), 1.0, seen
            return
        for values, confidence in slot.offers[:MAX_SECOND_VALUES]:
            seen = counts[normalise(values[0])]
            if (seen or not slot.attribute) and seen <= most:
                yield values, confidence, seen


def values_of(answer: FormAnswer, column: str, *, by_word: bool) -> Counter[str]:
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


def _splits_best(stream: AssignmentStream) -> tuple[bool, bool, bool, int]:
    """Order kinds that promise nearly the same: own choices, whole values, the fewest of them.

    The values of one control split a source; answers to words overlap more and more.
    """
    return stream.kind == "own", not stream.base, "words" not in stream.kind, -len(stream.waiting)
