"""A form with a box for each attribute, filled: authors into the authors' box, years into theirs.

Which box takes which column of the records is told by labels (Lin 2016: S(e, a)), else by trying: a
value of a record is asked, and the box fits if that record comes back. Then forms are filled from
what is known of the domain and from the records that came, the most promising assignment first
(``selection.forms``), until the source is covered or the tail brings nothing more.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import ComponentLearned, Event, QueryClosed, Reply, SizeEstimated
from leadline.crawl.paging.walk import Walk, walk
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.sampling import columns_of, match_columns, sample
from leadline.forms.classify.relevance import (
    MIN_LABEL_SIMILARITY,
    control_similarity,
    label_similarity,
)
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.fill import TYPED_KINDS, UNBOUND_ROLES, plan_fill
from leadline.model import Page, Record
from leadline.selection.forms.protocol import FormAnswer, FormSetting
from leadline.selection.forms.sampled_attributes import dks_sampled
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.source_state import last_estimate

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from leadline.crawl.acquisition import Acquisition
    from leadline.domain.ranking import Slot
    from leadline.model import Control, Field
    from leadline.wrapper.reading import RecordRow

FEWEST_BOXES: Final = 2
MOST_TRIED: Final = 3
"""Columns that are tried in a box of which the label says nothing."""

SAMPLED: Final = 500
"""Records whose columns are compared with the labels of the boxes."""

RECENT: Final = 40
LONGEST: Final = 80
"""Characters of a value that may be typed into a box to see whether it fits."""


def text_boxes(state: Acquisition) -> list[Control]:
    """The boxes of the form that may be typed into."""
    form = state.source.interface
    return [
        group[0]
        for group in (control_groups(form) if form is not None else [])
        if group[0].kind in TYPED_KINDS and group[0].role not in UNBOUND_ROLES
        and not (group[0].honeypot or group[0].disabled or group[0].readonly) and group[0].name
    ]  # fmt: skip


def take_by_filling(state: Acquisition) -> Generator[Event, Reply, tuple[str, float | None]]:
    """Fill the boxes until nothing new comes; why it ended, and how large the source seems."""
    filling = _Filling(state, text_boxes(state))
    yield from filling.begin()
    return (yield from filling.run())


@dataclass(slots=True)
class _Filling:
    """A source while its form is filled."""

    state: Acquisition
    boxes: list[Control]
    knowledge: DomainKnowledge = field(default_factory=DomainKnowledge)
    rows: dict[str, RecordRow] = field(default_factory=dict)

    def begin(self) -> Generator[Event, Reply, None]:
        """What the boxes ask for, and which column of the records answers it."""
        source = self.state.source
        if source.domain is not None:
            self.knowledge = DomainKnowledge.from_dict(source.domain.to_dict())
        for reading in self.state.first_pages.values():
            self.rows |= {row.key: row for row in reading.rows}
        for walked, _ in source.probed:
            self.rows |= walked.rows_by_key
        for box in self.boxes:
            if box.role != "query_text":
                self._introduce(box.group_label or box.label or box.name, box)
        self._introduce_choices()
        columns = columns_of(_fields(list(self.rows.values())[:SAMPLED]))
        served = {one.attribute: one.column for one in match_columns(self.knowledge, columns)}
        yield from self._try_columns(columns, served)
        sample(self.knowledge, _fields(self.rows.values()))
        yield ComponentLearned("boxes", {box.name: self._attribute(box) for box in self.boxes})

    def _introduce(self, label: str, box: Control) -> None:
        known = [control_similarity(box, one) for one in self.knowledge.attributes]
        if label.strip() and max(known, default=0.0) < MIN_LABEL_SIMILARITY:
            self.knowledge.introduce(DomainAttribute(" ".join(label.split())))

    def _introduce_choices(self) -> None:
        """Attributes that a select names for the box beside it, where the records have them too."""
        form = self.state.source.interface
        columns = columns_of(_fields(list(self.rows.values())[:SAMPLED]))
        for control in form.controls if form is not None else ():
            for choice in control.choices if control.kind == "select" else ():
                if any(
                    label_similarity(choice.text, column) >= MIN_LABEL_SIMILARITY
                    for column in columns
                ):
                    self.knowledge.introduce(DomainAttribute(" ".join(choice.text.split())))

    def _attribute(self, box: Control) -> str:
        """The attribute that a box asks for, '' where none is known."""
        known = [(control_similarity(box, one), one.name) for one in self.knowledge.attributes]
        best = max(known, key=lambda pair: pair[0], default=(0.0, ""))
        return best[1] if best[0] >= MIN_LABEL_SIMILARITY else ""

    def _try_columns(
        self, columns: dict[str, list[str]], served: dict[str, str]
    ) -> Generator[Event, Reply, None]:
        """Columns for the boxes that no column answers by name, told by trying."""
        for box in self.boxes:
            attribute = self._attribute(box)
            if not attribute or attribute in served:
                continue
            free = [name for name in columns if name not in served.values()]
            for column in free[:MOST_TRIED]:
                if (yield from self._fits(box, column)):
                    served[attribute] = column
                    self.knowledge.introduce(DomainAttribute(attribute, (column,)))
                    break

    def _fits(self, box: Control, column: str) -> Generator[Event, Reply, bool]:
        """Whether a box finds a record again by what it has in a column."""
        for row in self.rows.values():
            value = next((one.value for one in _texts(row) if one.column == column), "")
            if 0 < len(value) <= LONGEST:
                walked = yield from self._ask(((box.name, value),))
                return row.key in walked.keys
        return False

    def run(self) -> Generator[Event, Reply, tuple[str, float | None]]:
        """Assignments of the default filler, one after the other."""
        source, rule = self.state.source, StoppingRule()
        recent: deque[tuple[int, int]] = deque(maxlen=RECENT)
        setting = FormSetting(
            self.knowledge, self._slots, self._slots, tuple(box.name for box in self.boxes),
            Random(0), sampled=bool(self.rows),
        )  # fmt: skip
        filler = dks_sampled(setting)
        reason = ""
        try:
            assignment = next(filler)
            while not reason:
                if not self._is_admitted(assignment.values):
                    assignment = filler.send(FormAnswer(()))
                    continue
                walked = yield from self._ask(assignment.values)
                rule.add(
                    new=walked.new, pages=max(1, walked.pages), records=len(walked.keys)
                )  # fmt: skip
                recent.append((len(walked.keys), walked.new))
                yield SizeEstimated(last_estimate(len(source.seen), list(recent)))
                size = self.state.size()
                covered = size is not None and len(source.seen) >= size
                reason = (
                    "the source is covered"
                    if covered
                    else rule.reason(taken=len(source.seen)) or ""
                )
                assignment = filler.send(self._answer(walked))
        except StopIteration:
            reason = reason or "nothing is left to fill the boxes with"
        return reason, last_estimate(len(source.seen), list(recent))

    def _slots(self) -> Sequence[Slot]:
        form = self.state.source.interface
        assert form is not None
        return plan_fill(form, self.knowledge).slots

    def _ask(self, values: tuple[tuple[str, str], ...]) -> Generator[Event, Reply, Walk]:
        """A filled form: its answer, walked."""
        source = self.state.source
        text = source.bind(values)
        walked = Walk(text)
        if text in source.asked:
            return walked
        page = yield from source.ask(text, "filled form")
        if isinstance(page, Page) and page.status < 400:
            walked = yield from walk(source, text, page)
            if walked.capped:
                source.cap = max(source.cap, walked.rows)
        self.rows |= walked.rows_by_key
        yield from self.state.observe(walked)
        said = walked.reason or "refused"
        yield QueryClosed(text, walked.total, walked.exact, walked.finished, said)
        return walked

    def _is_admitted(self, values: tuple[tuple[str, str], ...]) -> bool:
        """Whether no rule says that the source cannot have this."""
        source = self.state.source
        if source.rules is None:
            return True
        by_name = {box.name: self._attribute(box) for box in self.boxes}
        return source.rules.admits(
            source.key, {by_name.get(name) or name: value for name, value in values}
        )

    def _answer(self, walked: Walk) -> FormAnswer:
        records = tuple(
            Record(self.state.source.key, key, tuple(_texts(row)))
            for key, row in walked.rows_by_key.items()
        )
        return FormAnswer(records, max(1, walked.pages), walked.finished)


def _texts(row: RecordRow) -> list[Field]:
    return [one for one in row.fields if one.kind == "text"]


def _fields(rows: Iterable[RecordRow]) -> list[list[tuple[str, str]]]:
    return [[(one.column, one.value) for one in _texts(row)] for row in rows]
