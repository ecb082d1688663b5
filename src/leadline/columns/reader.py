"""Records read by a plan: what was worked out for one record of a shape is replayed on the others.

Columns are learned once (``columns``); reading a record by them means to find its runs, their slots
and their pieces, and only then what they say. The first part follows from the record's shape
(``shapes``) and the texts of its label blocks, so it is done once a shape and kept as a plan: a
list of steps "the text of these nodes goes to this column". What depends on texts (labels in
front of values) is still asked of each record. The values are those of
``Columns.read_uncompiled``, in its order.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> from leadline.columns.induction import learn_columns
>>> page = parse_html("<ul><li><b>A</b> <i class=by>X</i><li><b>B</b> <i class=by>Y</i></ul>", "")
>>> spans = [RecordSpan((i,)) for i in page.elements("li")]
>>> columns = learn_columns([(page, spans)])
>>> columns.read(page, spans[1]) == columns.read_uncompiled(page, spans[1])
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.columns.inline_runs import RunOutline, blocks_in, flows, label_in, may_name, needs_end
from leadline.columns.plan import Planner
from leadline.columns.plan_steps import (
    CAPTION,
    CODE,
    DIVIDED,
    LABEL,
    LINES,
    LINK,
    WORD,
    LabelledLines,
    LabelledRun,
    add,
    addresses,
    read_straight,
    value_of,
)
from leadline.columns.record_text import RecordText, plain_text, slice_of, text_of
from leadline.columns.runs import address_of, fill
from leadline.values.lists import EDGES, JOIN, PREFIX, Value, says

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.columns.plan_steps import Named, Step, Target
    from leadline.columns.record_shape import Shape
    from leadline.columns.record_text import Slice
    from leadline.columns.schema import Columns
    from leadline.model import Field, RecordSpan
    from leadline.page.dom import Document

MOST_SHAPES: Final = 512
"""Shapes that are remembered; when there are more, all are forgotten and learned again."""
MOST_PLANS: Final = 64
"""Plans of one shape, one for each set of label texts; records whose labels are never the same
are read anew."""
MOST_COLUMNS: Final = 20_000
"""Columns that are numbered before all is forgotten."""
FEW: Final = 3
"""Records of one plan from which on a step at a time is sooner than a record at a time."""


@dataclass(slots=True, eq=False)
class _Plan:
    """The steps of a record; ``straight`` if every one goes to a column of its own."""

    steps: list[Step]
    straight: list[Named] | None


@dataclass(slots=True)
class _Known:
    """A shape: what may be label blocks, whether these must end as labels do, and a plan for each
    set of what they say.
    """

    naming: tuple[tuple[Slice, bool], ...]
    plans: dict[tuple[str, ...], _Plan] = field(default_factory=dict)


class PlanReader:
    """The plans of a source's records, by shape."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._planner = Planner(columns)
        self._numbers = self._planner.numbers
        self._known: dict[Shape, _Known] = {}

    def read(
        self, document: Document, spans: Sequence[RecordSpan], shapes: Sequence[Shape | None]
    ) -> list[tuple[tuple[Field, ...], str] | None]:
        """The values of a page's records and all that each says; None for one without a plan, which
        must be read anew.
        """
        if len(self._known) >= MOST_SHAPES or len(self._numbers.names) >= MOST_COLUMNS:
            self._known.clear()
            self._numbers.forget()
        found: list[tuple[tuple[Field, ...], str] | None] = [None] * len(spans)
        groups: dict[_Plan, list[tuple[int, RecordText]]] = {}
        for at, (span, shape) in enumerate(zip(spans, shapes, strict=True)):
            if shape is not None:
                record = shape.record(document, span.nodes[0])
                if plan := self._plan(record, span, shape):
                    groups.setdefault(plan, []).append((at, record))
        for plan, group in groups.items():
            read = self._by_plan([record for _, record in group], plan)
            for (at, record), fields in zip(group, read, strict=True):
                found[at] = fields, record.text
        return found

    def _plan(self, record: RecordText, span: RecordSpan, shape: Shape) -> _Plan | None:
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = _Known(_naming(record.document, span))
        labels: tuple[str, ...] = ()
        if known.naming:
            labels = tuple(
                [label_in(plain_text(record, at), ends=ends) for at, ends in known.naming]
            )
        plan = known.plans.get(labels)
        if plan is None and len(known.plans) < MOST_PLANS:
            steps = list(self._planner.steps(record.document, span))
            plan = known.plans[labels] = _Plan(steps, self._numbers.straight(steps))
        return plan

    def _by_plan(self, group: Sequence[RecordText], plan: _Plan) -> list[tuple[Field, ...]]:
        """The fields of records that share a plan."""
        if plan.straight is not None and len(group) >= FEW:
            return read_straight(group, plan.straight)
        return [self._by_steps(record, plan.steps) for record in group]

    def _by_steps(self, record: RecordText, steps: Sequence[Step]) -> tuple[Field, ...]:
        held: dict[int, str] = {}
        self._read(record, steps, held)
        return self._numbers.fields(held)

    def _read(self, record: RecordText, steps: Sequence[Step], held: dict[int, str]) -> None:
        """Add values by the number of their column, those of one column joined."""
        words, cut = record.words, record.cut
        for what, place, where in steps:
            if what <= WORD and not cut:
                value = words[where[0]]
                if what == WORD:
                    value = value.strip(EDGES) if says(value) else ""
            elif what == LINK:
                value = address_of(record.document, record.start + where)
            elif what <= CODE:
                value = value_of(record, what, where)
            elif what == DIVIDED:
                division, what, where = where
                if value := value_of(record, what, where):
                    for at, part in division.values(value):
                        held[at] = held[at] + JOIN + part if at in held else part
                continue
            elif what == LABEL:
                self._read_label(record, where, held)
                continue
            elif what == LINES:
                self._read_lines(record, where, held)
                continue
            elif what == CAPTION:
                self._read_caption(record, where, held)
                continue
            else:
                for slot, kind, value in self._told(record, where):
                    add(held, self._numbers.place(slot, kind), value)
                continue
            if value:
                if place in held:
                    held[place] += JOIN + value
                else:
                    held[place] = value

    def _read_label(self, record: RecordText, where: LabelledRun, held: dict[int, str]) -> None:
        """A run of one line: to the column of its label, else to where it goes without one."""
        text = text_of(record, where.text)
        label = PREFIX.match(text) if ":" in text or "：" in text else None
        name = label[1] if label and label[1] in self._columns.labels[where.slot] else ""
        rest = text[label.end() :] if label else ""
        if not name or not self._add_named(record, where, held, name=name, text=rest):
            self._read(record, where.otherwise, held)

    def _read_lines(self, record: RecordText, where: LabelledLines, held: dict[int, str]) -> None:
        """A run of several lines: each to the column of the last label before it, if there is one.

        As ``Columns._labelled`` does.
        """
        found: list[Value] = []
        at, labels = where.slot, self._columns.labels[where.slot]
        for line, linked in where.lines:
            text = text_of(record, line)
            label = PREFIX.match(text) if ":" in text or "：" in text else None
            if label and label[1] in labels:
                at, text = f"{where.slot}={label[1]}", text[label.end() :]
            if text:
                found.append((at, "text", text))
            for what, kind, nodes in linked:
                found += [(at, kind, one) for one in addresses(record, what, nodes)]
        if at == where.slot or not found:
            self._read(record, where.otherwise, held)
            return
        for slot, kind, value in found:
            if kind == "text":
                self._add_parts(held, slot, value)
            else:
                add(held, self._numbers.place(slot, kind), value)

    def _read_caption(self, record: RecordText, where: LabelledRun, held: dict[int, str]) -> None:
        """A run whose first piece may be a caption: the same."""
        name = text_of(record, where.first)
        if name in self._columns.captions[where.slot]:
            rest = text_of(record, where.text).removeprefix(name).strip(EDGES + ":：")
            if self._add_named(record, where, held, name=name, text=rest):
                return
        self._read(record, where.otherwise, held)

    def _add_named(
        self, record: RecordText, where: LabelledRun, held: dict[int, str], *, name: str, text: str
    ) -> bool:
        """Text and addresses to the column of a name; False if there are none."""
        target = where.targets.get(name)
        if target is None:
            target = where.targets[name] = self._target(where, name)
        place, division, linked = target
        if text and division is not None:
            for at, value in division.values(text):
                add(held, at, value)
        elif text:
            add(held, place, text)
        found = bool(text)
        for what, at, nodes in linked:
            for value in addresses(record, what, nodes):
                add(held, at, value)
                found = True
        return found

    def _target(self, where: LabelledRun, name: str) -> Target:
        """Where a line goes that begins with a name."""
        at, numbers = f"{where.slot}={name}", self._numbers
        linked = [(what, numbers.place(at, kind), nodes) for what, kind, nodes in where.linked]
        division = numbers.division(at) if at in self._columns.templates else None
        place = numbers.place(at, "text") if division is None else -1
        return place, division, tuple(linked)

    def _told(self, record: RecordText, outline: RunOutline) -> Iterator[Value]:
        """The values of a run that is read by what it says."""
        run = fill(record.document, outline, record.start)
        return iter(()) if run is None else self._columns.values(run)

    def _add_parts(self, held: dict[int, str], slot: str, text: str) -> None:
        """The text of a slot, in its parts if it has some."""
        if not text:
            return
        if slot not in self._columns.templates:
            add(held, self._numbers.place(slot, "text"), text)
            return
        for place, value in self._numbers.division(slot).values(text):
            held[place] = held[place] + JOIN + value if place in held else value


def _naming(document: Document, span: RecordSpan) -> tuple[tuple[Slice, bool], ...]:
    """Elements inside a record that may be label blocks, and whether they are labels only if their
    text ends as one.
    """
    start, stop = span.nodes[0], document.end[span.nodes[-1]]
    tags, blocky, roots = document.tag, blocks_in(document, span), frozenset(span.nodes)
    return tuple(
        (slice_of(document, start, node, document.end[node]), needs_end(document, node))
        for node in range(start, stop)
        if tags[node] != "#text"
        and node not in roots
        and not flows(document, node, blocky)
        and may_name(document, node)
        and "a" not in tags[node : document.end[node]]
    )
