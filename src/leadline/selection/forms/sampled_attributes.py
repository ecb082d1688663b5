"""``dks-sampled``, the product's way of filling forms: DKS that takes a sample first.

It differs from ``dks`` in four points:

- Where the form names no choices itself, words of middling frequency elsewhere are asked first:
  they are found nearly everywhere. The sample they bring shows which values are here.
- A value that was seen in one answer only belongs to what was asked; it is asked late.
- Of promises that are nearly the same, whole values of the control with the fewest go first. No
  single answer speaks for all values of its control.
- Beside an answer that was cut short, no value is bound that more than half of the records shown
  have: it would be cut short again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from leadline.domain.model import DomainKnowledge, Slot
from leadline.domain.similarity import normalise
from leadline.model import Assignment
from leadline.page.text import words
from leadline.selection.forms.domain_sampling import (
    MIN_DIFFERENT_SHARE,
    MIN_WORDS_PER_VALUE,
    AssignmentSelector,
    AssignmentStream,
    fill_by,
)
from leadline.selection.forms.protocol import Filler, FormAnswer, FormSetting

Rows = list[list[tuple[str, str]]]
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

MAX_COUNTED_RECORDS: Final = 50.0
MAIN_ANSWER_RECORDS: Final = 10.0
"""Records that the answer counts like which showed most of a value."""

OPEN_RECORDS_PER_HELD: Final = 3.0
MIN_NEW_SHARE: Final = 0.2
"""Records presumed open for each one held, and the share of an answer likely to be new below which
a value belongs to what was asked."""


def dks_sampled(setting: FormSetting) -> Filler:
    """Take a sample by sure words; then fill one control at a time, what brings most first."""
    return fill_by(setting, _SampledAssignments(setting.knowledge, sampled=setting.sampled))


@dataclass(slots=True)
class _ValueDispersion:
    """How the values and words of an attribute spread over answers.

    ``most``: records with the value in the answer that showed most of it, and that answer's size.
    """

    records: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    most: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, new: Rows, shown: Rows, column: str) -> None:
        """Add an answer: its new records, and all that it showed."""
        self.records += len(new)
        self.counts.update(_count_values(new, column))
        counts = _count_values(shown, column)
        for value in sorted(counts):
            if counts[value] > self.most.get(value, (0, 0))[0]:
                self.most[value] = (counts[value], len(shown))

    def outside(self, value: str) -> float:
        """Return a value's share in the answers but for the one that showed most of it."""
        most, size = self.most.get(value, (0, 1))
        others = max(0, self.counts[value] - most) + MAIN_ANSWER_RECORDS * most / max(1, size)
        return others / (max(0, self.records - size) + MAIN_ANSWER_RECORDS)


def _count_values(rows: Rows, column: str) -> Counter[str]:
    """Count records by the values of a column, and by the words in them."""
    counts: Counter[str] = Counter()
    for row in rows:
        texts = dict.fromkeys(normalise(value) for name, value in row if name == column)
        counts.update(
            dict.fromkeys([*texts, *(word for value in texts for word in words(value))], 1)
        )
    return counts


class _SampledAssignments(AssignmentSelector):
    """Selects assignments by what they brought, after a sample."""

    counted_records = MAX_COUNTED_RECORDS

    def __init__(self, knowledge: DomainKnowledge, *, sampled: bool = False) -> None:
        super().__init__(knowledge)
        self._sampled = sampled
        self._spread: dict[str, _ValueDispersion] = {}
        self._attribute: dict[str, str] = {}
        self._bound: set[str] = set()
        self._shown: Rows = []

    def renew(self, slots: Sequence[Slot]) -> None:
        """Offer what can be bound by now, and the words to begin with."""
        super().renew(slots)
        self._attribute = {slot.names[0]: slot.attribute for slot in slots}
        if not self._is_sampling:
            return
        for slot in slots:
            if slot.attribute and len(slot.names) == 1:
                for nearness, word in self._first_words(slot.attribute):
                    self._offer(slot, FIRST_WORDS, (word,), nearness, 0)

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

    def _promise(self, stream: AssignmentStream) -> float:
        """Return the promise, less what an answer that belongs to what was asked shows again."""
        if stream.kind == FIRST_WORDS:
            return 0.0
        promise = super()._promise(stream)
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

    def _note(self, rows: list[list[tuple[str, str]]]) -> dict[str, str]:
        """Learn values, and over which answers they spread."""
        columns = super()._note(rows)
        for attribute, column in columns.items():
            if attribute not in self._bound:
                self._spread.setdefault(attribute, _ValueDispersion()).add(
                    rows, self._shown, column
                )
        return columns

    def _offer(
        self, slot: Slot, kind: str, values: tuple[str, ...], confidence: float, seen: int
    ) -> None:
        """Offer values; those that belong to what was asked are of a kind of their own."""
        if seen and self._share_new(slot.attribute, values[0], seen) < MIN_NEW_SHARE:
            kind = f"{kind} implied"
        super()._offer(slot, kind, values, confidence, seen)

    def learn(self, stream: AssignmentStream, assignment: Assignment, answer: FormAnswer) -> None:
        """Learn from an answer, but not how the values of its own control spread."""
        self._bound = {self._attribute.get(name, "") for name, _ in assignment.values}
        self._shown = answer.rows()
        super().learn(stream, assignment, answer)

    def _beside(
        self, slot: Slot, answer: FormAnswer, columns: dict[str, str]
    ) -> Iterator[tuple[tuple[str, ...], float, int]]:
        """Yield values that a good part of a cut answer does not have."""
        for values, confidence, seen in super()._beside(slot, answer, columns):
            if seen <= MAX_SHOWN_SHARE * len(answer.records):
                yield values, confidence, seen


def _splits_best(stream: AssignmentStream) -> tuple[bool, bool, bool, int]:
    """Order kinds that promise nearly the same: own choices, whole values, the fewest of them.

    The values of one control split a source; answers to words overlap more and more.
    """
    return stream.kind == "own", not stream.base, "words" not in stream.kind, -len(stream.waiting)
