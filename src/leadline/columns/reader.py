"""Records read by plans: what was compiled for one record of a shape reads all others of it.

Finding the runs of a record, their slots and their pieces depends on the record's shape
(``record_shape``) and on the texts of its label blocks. So this is compiled once for each shape and
kept as a plan. What depends on other texts, such as labels in front of values, is asked of each
record.

>>> from leadline.page.dom import parse_html
>>> html = "<table><tr><th>Who<th>Born<tr><td><a href=/1>Ann</a><td>1901<tr><td>Bo<td>1902</table>"
>>> from leadline.columns.induction import learn_columns
>>> page = parse_html(html, "http://h.test/")
>>> spans = [RecordSpan((i,)) for i in page.elements("tr")][1:]
>>> columns = learn_columns([(page, spans)])
>>> [(field.column, field.value) for field in columns.read(page, spans[0])]
[('Who', 'Ann'), ('Who_url', 'http://h.test/1'), ('Born', '1901')]
>>> Columns.from_dict(columns.to_dict()) == columns
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.columns.inline_runs import (
    RunOutline,
    blocks_in,
    flows,
    label_in,
    may_name,
    needs_end,
    row_head,
)
from leadline.columns.plan import Planner
from leadline.columns.plan_steps import IF_ADDRESS, SPLIT, Step, add, address_values, value_of
from leadline.columns.record_shape import Shape, Shapes
from leadline.columns.record_text import RecordText, Slice, plain_text, slice_of
from leadline.columns.schema import ColumnSchema
from leadline.model import Field, RecordSpan
from leadline.page.dom import Document
from leadline.values.lists import SlotValue, split_values

MAX_PLANNED_SHAPES: Final = 512
"""Shapes with plans; beyond, all plans are dropped and compiled again."""
MAX_PLANS_PER_SHAPE: Final = 64
"""Plans of one shape, one for each set of label texts; beyond, a plan is used once."""
MAX_NUMBERED_COLUMNS: Final = 20_000
"""Numbered columns; beyond, all plans are dropped."""


@dataclass(slots=True)
class Columns(ColumnSchema):
    """A schema with the plans that read records by it."""

    _shapes: Shapes = field(default_factory=Shapes, compare=False, repr=False)
    _reader: PlanReader | None = field(default=None, compare=False, repr=False)

    def shapes(self, document: Document, spans: Sequence[RecordSpan]) -> list[Shape | None]:
        """Return the shapes of a page's records, None for a record too long to have a like."""
        return self._shapes.of(document, spans)

    def read(self, document: Document, span: RecordSpan) -> tuple[Field, ...]:
        """Return the fields of a record; what repeats within it is one value, a list."""
        return self.read_records(document, [span], self.shapes(document, [span]))[0][0]

    def filled(self, document: Document, span: RecordSpan) -> frozenset[str]:
        """Return the text columns that a record fills."""
        return frozenset(one.column for one in self.read(document, span) if one.kind == "text")

    def read_records(
        self, document: Document, spans: Sequence[RecordSpan], shapes: Sequence[Shape | None]
    ) -> list[tuple[tuple[Field, ...], str]]:
        """Return the fields and the whole text of each record of a page."""
        reader = self._reader = self._reader or PlanReader(self)
        return [
            reader.read(document, span, shape) for span, shape in zip(spans, shapes, strict=True)
        ]

    def reset_plans(self) -> None:
        """Drop the plans, as must be done after any change of the schema."""
        self._reader = None


@dataclass(slots=True)
class _PlannedShape:
    """Elements that may be label blocks, whether they must end as labels do, and plans by text."""

    label_blocks: tuple[tuple[Slice, bool], ...]
    plans: dict[tuple[str, ...], list[Step]] = field(default_factory=dict)


class PlanReader:
    """Reads the records of a source and keeps a plan for each shape."""

    def __init__(self, schema: ColumnSchema) -> None:
        self._schema = schema
        self._drop_plans()

    def _drop_plans(self) -> None:
        self._planner = Planner(self._schema)
        self._planned: dict[Shape, _PlannedShape] = {}

    def read(
        self, document: Document, span: RecordSpan, shape: Shape | None
    ) -> tuple[tuple[Field, ...], str]:
        """Return the fields and the whole text of a record."""
        if (
            len(self._planned) >= MAX_PLANNED_SHAPES
            or len(self._planner.names) >= MAX_NUMBERED_COLUMNS
        ):
            self._drop_plans()
        if shape is None:
            record = RecordText.of(document, span)
            steps = self._planner.steps(document, span)
        else:
            record = shape.record_text(document, span.nodes[0])
            steps = self._plan(record, span, shape)
        values: dict[int, str] = {}
        self._read(record, steps, values)
        return self._planner.fields(values), record.text

    def run_values(self, record: RecordText, outline: RunOutline) -> list[SlotValue]:
        """Return the values of one run by a plan that is used once."""
        values: dict[int, str] = {}
        self._read(record, self._planner.run_steps(record.document, outline, record.start), values)
        slots = self._planner.slots
        return [
            (*slots[column], one) for column, value in values.items() for one in split_values(value)
        ]

    def _plan(self, record: RecordText, span: RecordSpan, shape: Shape) -> list[Step]:
        known = self._planned.get(shape)
        if known is None:
            known = self._planned[shape] = _PlannedShape(_label_blocks(record.document, span))
        labels: tuple[str, ...] = ()
        if known.label_blocks:
            labels = tuple(
                [label_in(plain_text(record, at), ends=ends) for at, ends in known.label_blocks]
            )
        plan = known.plans.get(labels)
        if plan is None:
            plan = self._planner.steps(record.document, span)
            if len(known.plans) < MAX_PLANS_PER_SHAPE:
                known.plans[labels] = plan
        return plan

    def _read(self, record: RecordText, steps: Sequence[Step], values: dict[int, str]) -> None:
        """Add the values of steps by the number of their column, those of one column joined."""
        for what, column, where in steps:
            if what < SPLIT:
                if value := value_of(record, what, where):
                    add(values, column, value)
            elif what == SPLIT:
                division, kind, place = where
                if value := value_of(record, kind, place):
                    for at, part in division.values(value):
                        add(values, at, part)
            elif what == IF_ADDRESS:
                linked, inside = where
                if address_values(record, "", linked):
                    self._read(record, inside, values)
            elif labelled := where.values(record):
                self._add_values(labelled, values)
            else:
                self._read(record, where.otherwise, values)

    def _add_values(self, added: Sequence[SlotValue], values: dict[int, str]) -> None:
        """Add values by slot; templates split the texts of some."""
        for slot, kind, value in added:
            division = self._planner.division(slot) if kind == "text" else None
            if division is None:
                add(values, self._planner.column(slot, kind), value)
            else:
                for column, part in division.values(value):
                    add(values, column, part)


def _label_blocks(document: Document, span: RecordSpan) -> tuple[tuple[Slice, bool], ...]:
    """Return elements that may be label blocks, and whether their text must end as a label."""
    start, stop = span.nodes[0], document.end[span.nodes[-1]]
    tags, blocky = document.tag, blocks_in(document, span)
    valued = frozenset((*span.nodes, row_head(document, span)))
    return tuple(
        (slice_of(document, start, node, document.end[node]), needs_end(document, node))
        for node in range(start, stop)
        if tags[node] != "#text"
        and node not in valued
        and not flows(document, node, blocky)
        and may_name(document, node)
        and "a" not in tags[node : document.end[node]]
    )
