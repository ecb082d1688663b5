"""Form with a box for each attribute, filled: authors into the authors' box, years into theirs.

Labels say which box takes which column of the records (Lin 2016: S(e, a)), else trying does: a
value of a record is asked, and the box fits if that record comes back. Then forms are filled from
what is known of the domain and from the records that came, the most promising assignment first
(``leadline_research.lin2016.fillers``), until the source is covered or little is new.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.crawl.acquisition import Acquisition, taken_whole
from leadline.crawl.client import ask
from leadline.crawl.events import ComponentLearned, Crawl, SizeEstimated
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.restriction.binding import Values
from leadline.crawl.state.walk_log import WalkLog
from leadline.domain.model import DomainAttribute, DomainKnowledge, Slot
from leadline.domain.sampling import columns_of, match_columns, sample
from leadline.forms.classify.relevance import (
    MIN_LABEL_SIMILARITY,
    control_similarity,
    label_similarity,
)
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.fill import TYPED_KINDS, UNBOUND_ROLES, plan_fill
from leadline.model import Control, Field, Outcome, Page, Record
from leadline.selection.forms.protocol import FormAnswer, FormSetting
from leadline.selection.forms.sampled_attributes import dks_sampled
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.source_state import last_estimate
from leadline.wrapper.reading import RecordRow

MIN_BOXES: Final = 2
"""Boxes from which a form is filled."""
MAX_COLUMNS_TRIED: Final = 3
"""Columns that are tried in a box of which the label says nothing."""
MAX_RECORDS_SAMPLED: Final = 500
"""Records whose columns are compared with the labels of the boxes."""
RECENT_QUERIES: Final = 40
"""Queries from which the size is estimated."""
MAX_CHARACTERS_TYPED: Final = 80
"""Characters of a value that may be typed into a box to see whether it fits."""


def text_boxes(state: Acquisition) -> list[Control]:
    """Return the boxes of the form that may be typed into."""
    form = state.source.form.interface
    boxes = [group[0] for group in (control_groups(form) if form is not None else [])]
    return [
        box
        for box in boxes
        if box.kind in TYPED_KINDS
        and box.role not in UNBOUND_ROLES
        and box.name
        and not (box.honeypot or box.disabled or box.readonly)
    ]


def take_by_filling(state: Acquisition) -> Crawl[Outcome | None]:
    """Fill the boxes until nothing new comes."""
    return _FormFilling(state, text_boxes(state)).run()


@dataclass(slots=True)
class _FormFilling:
    """Crawl of a source by filling its form."""

    state: Acquisition
    boxes: list[Control]
    knowledge: DomainKnowledge = field(default_factory=DomainKnowledge)
    rows: dict[str, RecordRow] = field(default_factory=dict)

    def _learn_attributes(self) -> dict[str, list[str]]:
        """Learn what the boxes ask for; return the columns of the records with their values."""
        source = self.state.source
        if source.task.domain is not None:
            self.knowledge = DomainKnowledge.from_dict(source.task.domain.to_dict())
        for reading in self.state.first_pages.values():
            self.rows |= {row.key: row for row in reading.rows}
        for walk, _ in source.probes.answers:
            self.rows.update(walk.rows_by_key.items())
        for box in self.boxes:
            if box.role != "query_text":
                self._introduce(box.group_label or box.label or box.name, box)
        self._introduce_choices()
        return columns_of(_fields(list(self.rows.values())[:MAX_RECORDS_SAMPLED]))

    def _sample_values(self) -> None:
        """Take values for the boxes from the records, and report what the boxes ask for."""
        sample(self.knowledge, _fields(self.rows.values()))
        attributes = {box.name: self._attribute(box) for box in self.boxes}
        self.state.source.journal.tell(ComponentLearned("boxes", attributes))

    def _introduce(self, label: str, box: Control) -> None:
        known = [control_similarity(box, attribute) for attribute in self.knowledge.attributes]
        if label.strip() and max(known, default=0.0) < MIN_LABEL_SIMILARITY:
            self.knowledge.introduce(DomainAttribute(" ".join(label.split())))

    def _introduce_choices(self) -> None:
        """Introduce attributes that a select names for a box, where the records have them too."""
        form = self.state.source.form.interface
        columns = columns_of(_fields(list(self.rows.values())[:MAX_RECORDS_SAMPLED]))
        for control in form.controls if form is not None else ():
            for choice in control.choices if control.kind == "select" else ():
                if any(
                    label_similarity(choice.text, column) >= MIN_LABEL_SIMILARITY
                    for column in columns
                ):
                    self.knowledge.introduce(DomainAttribute(" ".join(choice.text.split())))

    def _attribute(self, box: Control) -> str:
        """Return the attribute that a box asks for, '' where none is known."""
        known = [
            (control_similarity(box, attribute), attribute.name)
            for attribute in self.knowledge.attributes
        ]
        best = max(known, key=lambda pair: pair[0], default=(0.0, ""))
        return best[1] if best[0] >= MIN_LABEL_SIMILARITY else ""

    def _try_columns(self, columns: dict[str, list[str]]) -> Crawl[None]:
        """Find columns for the boxes that no column answers by name, by trying."""
        served = {match.attribute: match.column for match in match_columns(self.knowledge, columns)}
        for box in self.boxes:
            attribute = self._attribute(box)
            if not attribute or attribute in served:
                continue
            free = [name for name in columns if name not in served.values()]
            for column in free[:MAX_COLUMNS_TRIED]:
                row, value = self._example(column)
                if row is None:
                    continue
                walk = yield from self._ask(((box.name, value),))
                if row.key in walk.keys:
                    served[attribute] = column
                    self.knowledge.introduce(DomainAttribute(attribute, (column,)))
                    break

    def _example(self, column: str) -> tuple[RecordRow | None, str]:
        """Return a record with a value of a column that may be typed into a box."""
        for row in self.rows.values():
            value = next((one.value for one in _texts(row) if one.column == column), "")
            if 0 < len(value) <= MAX_CHARACTERS_TYPED:
                return row, value
        return None, ""

    def run(self) -> Crawl[Outcome | None]:
        """Find what the boxes ask for, then send assignments, one after the other."""
        source, stopping = self.state.source, StoppingRule()
        yield from self._try_columns(self._learn_attributes())
        self._sample_values()
        recent: deque[tuple[int, int]] = deque(maxlen=RECENT_QUERIES)
        setting = FormSetting(self.knowledge, self._slots, sampled=bool(self.rows))
        filler = dks_sampled(setting)
        reason = ""
        try:
            assignment = next(filler)
            while not reason:
                if not self._is_admitted(assignment.values):
                    assignment = filler.send(FormAnswer(()))
                    continue
                walk = yield from self._ask(assignment.values)
                stopping.add(new=walk.new, records=len(walk.keys))
                recent.append((len(walk.keys), walk.new))
                estimate = last_estimate(source.record_count, list(recent))
                source.journal.tell(SizeEstimated(estimate))
                size = self.state.size()
                if size is not None and source.record_count >= size:
                    break
                reason = stopping.reason(taken=source.record_count) or ""
                assignment = filler.send(self._answer(walk))
        except StopIteration:
            reason = reason or "nothing is left to fill the boxes with"
        size = self.state.size()
        if size is not None and source.record_count >= size:
            return taken_whole(source, self.state.size_proof(size))
        estimate = last_estimate(source.record_count, list(recent))
        return source.outcome("exhausted", reason, estimate=estimate)

    def _slots(self) -> Sequence[Slot]:
        form = self.state.source.form.interface
        return plan_fill(form, self.knowledge).slots if form is not None else ()

    def _ask(self, values: Values) -> Crawl[WalkLog]:
        """Ask a filled form and walk its answer."""
        source = self.state.source
        text = source.bind(values)
        walk = WalkLog(text)
        if text in source.asked:
            return walk
        page = yield from ask(source, text, "filled form")
        if isinstance(page, Page) and page.status < 400:
            walk, reading = yield from start_walk(source, text, page)
            walk = yield from finish_walk(source, walk, reading)
            if walk.capped:
                source.raise_cap(walk.rows)
        self.rows.update(walk.rows_by_key.items())
        self.state.observe(walk.progress)
        source.close(walk, "refused")
        return walk

    def _is_admitted(self, values: Values) -> bool:
        """Tell whether no rule says that the source cannot have this."""
        task = self.state.source.task
        if task.rules is None:
            return True
        by_name = {box.name: self._attribute(box) for box in self.boxes}
        return task.rules.admits(
            task.key, {by_name.get(name) or name: value for name, value in values}
        )

    def _answer(self, walk: WalkLog) -> FormAnswer:
        key = self.state.source.task.key
        rows = walk.rows_by_key.items()
        records = tuple(Record(key, name, tuple(_texts(row))) for name, row in rows)
        return FormAnswer(records, max(1, walk.pages), walk.finished)


def _texts(row: RecordRow) -> list[Field]:
    return [one for one in row.fields if one.kind == "text"]


def _fields(rows: Iterable[RecordRow]) -> list[list[tuple[str, str]]]:
    return [[(one.column, one.value) for one in _texts(row)] for row in rows]
