"""DKS that looks before it leaps: ``dks-sampled``, the product's way of filling forms.

``dks`` with these differences, each of which its own trace on real museums asked for:

- Where the form names no choices itself, the first questions are the surest: words of texts that
  are of middling frequency elsewhere, found nearly everywhere and not long. The sample they bring
  (some pages full) shows which values are here; whole values of another source are missed more
  often than not (6 of the first 11 on Carnegie, with the domain of Tate).
- Values known from elsewhere only are trusted as far as the values seen here were known there.
- A value that was seen in one answer only goes with what was asked and waits.
- Of promises that are nearly the same, whole values of the control with the fewest go first; and
  no single answer speaks for all values of its control.
- Where an answer was cut short, no value is bound beside it that more than half of what was shown
  has: it would be cut short again.

>>> from leadline.domain.model import DomainAttribute, DomainKnowledge
>>> from leadline.domain.slot import Slot
>>> from leadline.selection.forms.protocol import FormAnswer, FormSetting
>>> dk = DomainKnowledge("books", [DomainAttribute("作者")])
>>> _ = dk.add("作者", "余华"), dk.add("作者", "莫言", 0.6)
>>> def slots(): return [Slot(("au",), tuple(((v,), w) for v, w in dk.offers()["作者"]), "作者")]
>>> filler = dks_sampled(FormSetting(dk, slots))
>>> next(filler).values, filler.send(FormAnswer(())).values
((('au', '余华'),), (('au', '莫言'),))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import ceil, log
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.page.text import words
from leadline.selection.forms.domain_sampling import (
    BESIDE,
    DISTINCT,
    FORGETS,
    PRIOR,
    WORDY,
    AssignmentSelector,
    AssignmentStream,
    StreamYield,
    fill_by,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.domain.model import DomainKnowledge
    from leadline.domain.slot import Slot
    from leadline.model import Assignment
    from leadline.selection.forms.protocol import Filler, FormAnswer, FormSetting

Rows = list[list[tuple[str, str]]]
STRANGE: Final = "strange words"
ELSEWHERE: Final = 0.4
ELSEWHERE_COUNTS: Final = 3.0
"""Trust in whole values that only another source has shown, before any was seen here; it counts
like so many values, and like so many tries."""

MIDDLING: Final = 0.01
"""Share of the values known from elsewhere that the first words stand in."""

FEWEST: Final = 3.0
SAMPLE: Final = 15
"""Full pages of records that say what values there are, and in what shares."""

MOST_FIRST: Final = 12
HALF: Final = 0.5
CLOSE: Final = 0.75
"""Share of the best promise from which another counts as the same: rounding to pages alone makes
such differences."""

MOST_COUNTED: Final = 50.0
WEIGHT: Final = 10.0
"""The answer that showed most of a value counts like so many of its records."""

UNSEEN: Final = 3.0
IMPLIED: Final = 0.2
"""With so many records thought to be open for each one held, a value of which less is likely to be
new goes with what was asked (a fund that gave one kind of things): it waits."""


def dks_sampled(setting: FormSetting) -> Filler:
    """A sample by sure words first; then one control at a time, what brings most first."""
    return fill_by(setting, _SampledAssignments(setting.knowledge, sampled=setting.sampled))


@dataclass(slots=True)
class _CappedStreamYield(StreamYield):
    """What a kind brought, with no answer counting for more than two pages or so.

    One maker of half of all things must not speak for makers of one thing each.
    """

    beside: float = 0.0
    again: float = 0.0

    def add(self, new: int, answer: FormAnswer) -> None:
        StreamYield.add(self, new, answer)
        scale = min(1.0, MOST_COUNTED / max(1, len(answer.records)))
        self.beside = FORGETS * self.beside + scale * new
        self.again = FORGETS * self.again + scale * (len(answer.records) - new)

    def expects(self, seen: int, page: float) -> float:
        if not seen:
            return StreamYield.expects(self, seen, page)
        new = seen * (self.beside + PRIOR * BESIDE) / (self.again + PRIOR)
        return new / ceil((new + seen) / page)


@dataclass(slots=True)
class _ValueDispersion:
    """In how many records of how many answers the values of an attribute and their words were seen.

    ``most`` is, of each, what the one answer that showed most of it showed, and how large that was.
    """

    records: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    most: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, new: Rows, shown: Rows, column: str) -> None:
        """One more answer: all that it showed, and what of that was new."""
        self.records += len(new)
        self.counts.update(_said(new, column))
        counts = _said(shown, column)
        for value in sorted(counts):
            if counts[value] > self.most.get(value, (0, 0))[0]:
                self.most[value] = (counts[value], len(shown))

    def outside(self, value: str) -> float:
        """Its share in the answers but for the one that showed most of it."""
        most, size = self.most.get(value, (0, 1))
        others = max(0, self.counts[value] - most) + WEIGHT * most / max(1, size)
        return others / (max(0, self.records - size) + WEIGHT)


def _said(rows: Rows, column: str) -> Counter[str]:
    """Records by the values of a column, and by the words in them."""
    counts: Counter[str] = Counter()
    for row in rows:
        said = dict.fromkeys(normalise(value) for name, value in row if name == column)
        counts.update(dict.fromkeys([*said, *(word for value in said for word in words(value))], 1))
    return counts


class _SampledAssignments(AssignmentSelector):
    """What can be asked, what was, and what came of it, after a sample."""

    nothing = _CappedStreamYield

    def __init__(self, knowledge: DomainKnowledge, *, sampled: bool = False) -> None:
        super().__init__(knowledge)
        self._sampled = sampled
        self._spread: dict[str, _ValueDispersion] = {}
        self._attribute: dict[str, str] = {}
        self._bound: set[str] = set()
        self._shown: Rows = []
        self._elsewhere = {
            one.name: {normalise(known.value) for known in knowledge.instances(one.name)}
            for one in knowledge.attributes
        }

    def renew(self, slots: Sequence[Slot]) -> None:
        """What can be bound by now, and the words to begin with."""
        super().renew(slots)
        self._attribute = {slot.names[0]: slot.attribute for slot in slots}
        if not self._is_sampling:
            return
        for slot in slots:
            if slot.attribute and len(slot.names) == 1:
                for nearness, word in self._strange_words(slot.attribute):
                    self._offer(slot, STRANGE, (word,), nearness, 0)

    def _strange_words(self, attribute: str) -> list[tuple[float, str]]:
        """Words of texts known from elsewhere, with how near they are to middling frequency."""
        known = self.knowledge.instances(attribute)
        counts = Counter(word for one in known for word in dict.fromkeys(words(one.value)))
        sightings = sum(one.seen for one in known)
        texts = counts.total() >= WORDY * len(known) and len(known) >= DISTINCT * sightings
        wanted = max(FEWEST, MIDDLING * len(known))
        return [
            (1.0 / (1.0 + abs(log(count / wanted))), word)
            for word, count in counts.items()
            if texts and count >= 2
        ]

    @property
    def _is_sampling(self) -> bool:
        """Whether words go first: until enough records are held, or words prove not to find any."""
        few = self.asked < MOST_FIRST and len(self._held) < SAMPLE * self._page
        chosen = any(not slot.attribute for slot in self._slots)
        return few and not chosen and not self._sampled

    def best(self) -> AssignmentStream | None:
        """A word of the sample's, else the kind that promises most."""
        first = [one for one in self._open() if one.kind == STRANGE] if self._is_sampling else []
        fair = [s for s in first if self._of_kind(s).right >= HALF * self._of_kind(s).tried]
        if fair:
            return max(fair, key=lambda s: s.confidence)
        streams = self._open()
        promises = [self._promise(stream) for stream in streams]
        near = [
            stream
            for stream, promise in zip(streams, promises, strict=True)
            if promise >= CLOSE * max(promises)
        ]
        return max(near, key=_parts_best, default=None)

    def _promise(self, stream: AssignmentStream) -> float:
        """As before; values that nobody saw here count little until some were found."""
        promise = super()._promise(stream)
        brought = self._of_kind(stream)
        if stream.kind == STRANGE:
            return 0.0
        if "implied" in stream.kind:
            attribute = self._attribute.get(stream.own_names[0], "")
            promise *= self._share_new(attribute, stream.next_own[0][1], max(1, stream.seen))
        if stream.kind.startswith("elsewhere"):
            tried = ELSEWHERE_COUNTS / (ELSEWHERE_COUNTS + brought.asked)
            return promise * (tried * self._agreement(stream) + 1.0 - tried)
        return promise

    def _agreement(self, stream: AssignmentStream) -> float:
        """How many of the values seen here were known from elsewhere: as many may be here."""
        attribute = self._attribute.get(stream.own_names[0], "")
        here = self._here.get(attribute, Counter())
        known = sum(1 for value in here if value in self._elsewhere.get(attribute, ()))
        return (known + ELSEWHERE * ELSEWHERE_COUNTS) / (len(here) + ELSEWHERE_COUNTS)

    def _share_new(self, attribute: str, value: str, seen: int) -> float:
        """How much of an answer may be new: what of a value is outside of the answers so far."""
        spread = self._spread.get(attribute)
        if spread is None:
            return 1.0
        new = spread.outside(normalise(value)) * UNSEEN * len(self._held)
        return new / (new + seen)

    def _note(self, rows: list[list[tuple[str, str]]]) -> dict[str, str]:
        """Learn values as before, and over which answers they spread."""
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
        """As before; values that go with what was asked stand in a line of their own."""
        if seen and self._share_new(slot.attribute, values[0], seen) < IMPLIED:
            kind = f"{kind} implied"
        super()._offer(slot, kind, values, confidence, seen)

    def learn(self, stream: AssignmentStream, assignment: Assignment, answer: FormAnswer) -> None:
        """As before; an answer says nothing of how the values of its own control spread."""
        self._bound = {self._attribute.get(name, "") for name, _ in assignment.values}
        self._shown = answer.rows()
        super().learn(stream, assignment, answer)

    def _beside(
        self, slot: Slot, answer: FormAnswer, columns: dict[str, str]
    ) -> Iterator[tuple[tuple[str, ...], float, int]]:
        """Values that a good part of a cut answer does not have: the others are cut again."""
        for values, confidence, seen in super()._beside(slot, answer, columns):
            if seen <= HALF * len(answer.records):
                yield values, confidence, seen


def _parts_best(stream: AssignmentStream) -> tuple[bool, bool, bool, int]:
    """Of kinds that promise nearly the same: own choices, whole values, the fewest of them.

    The values of one control part a source; answers to words overlap more and more.
    """
    return stream.kind == "own", not stream.base, "words" not in stream.kind, -len(stream.waiting)
