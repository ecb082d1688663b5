"""Plans for shapes of records: compile the runs of one record to steps that read all its like.

The outlines of the runs give slots and pieces; each run becomes one or more steps. Columns are
numbered, so that values of one column meet while a record is read.

>>> from leadline.page.dom import parse_html
>>> from leadline.columns.induction import learn_columns
>>> page = parse_html("<ul><li><b>A</b> <i class=by>X</i><li><b>B</b> <i class=by>Y</i></ul>", "")
>>> spans = [RecordSpan((i,)) for i in page.elements("li")]
>>> planner = Planner(learn_columns([(page, spans)]))
>>> len(planner.steps(page, spans[0]))
2
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from leadline.columns.inline_labels import label_pattern
from leadline.columns.inline_runs import PieceOutline, RunOutline, outline_runs, step_label
from leadline.columns.plan_steps import (
    CLASS,
    IF_ADDRESS,
    IMAGES,
    LABELLED,
    LINKS,
    PIECE,
    SPLIT,
    TEXT,
    Addresses,
    CaptionedRun,
    InlineLabels,
    LabelledLines,
    Step,
    make_field,
)
from leadline.columns.record_text import Slice, slice_of
from leadline.columns.schema import ColumnSchema
from leadline.columns.templates.compiled import Division, compile_division
from leadline.model import Field, RecordSpan
from leadline.page.dom import Document
from leadline.values.lists import group_loose_pieces, piece_slots


class Planner:
    """Compiles the steps for records of a source; columns have numbers, with names and kinds."""

    def __init__(self, schema: ColumnSchema) -> None:
        self.schema = schema
        self._numbers: dict[tuple[str, str], int] = {}
        self._divisions: dict[str, Division[int]] = {}
        self.names: list[str] = []
        self.kinds: list[str] = []

    @property
    def slots(self) -> list[tuple[str, str]]:
        """The slot and the kind of each column."""
        return list(self._numbers)

    def column(self, slot: str, kind: str) -> int:
        """Return the number of a column."""
        number = self._numbers.get((slot, kind))
        if number is None:
            number = self._numbers[slot, kind] = len(self.names)
            self.names.append(self.schema.name(slot, kind))
            self.kinds.append(kind)
        return number

    def division(self, slot: str) -> Division[int] | None:
        """Return how templates split the texts of a slot, None if none do."""
        if slot not in self.schema.templates:
            return None
        division = self._divisions.get(slot)
        if division is None:
            division = self._divisions[slot] = compile_division(
                slot, self.schema.templates, lambda at: self.column(at, "text")
            )
        return division

    def fields(self, values: Mapping[int, str]) -> tuple[Field, ...]:
        """Return values by column as fields; columns without a name are left out."""
        names, kinds = self.names, self.kinds
        return tuple(
            [
                make_field((name, value, kinds[column]))
                for column, value in values.items()
                if (name := names[column])
            ]
        )

    def steps(self, document: Document, span: RecordSpan) -> list[Step]:
        """Compile a record: the steps of its runs in document order."""
        start, schema = span.nodes[0], self.schema
        outlines = outline_runs(document, span)
        slots = [schema.slot_of(one.place) for one in outlines]
        moved = dict[str, str]()
        if schema.shifts:
            shape = " ".join(slots)
            of_kind = schema.shifts.get(f"{step_label(document, start)}: {shape}")
            moved = of_kind or schema.shifts.get(shape, {})
        runs = zip(outlines, [moved.get(slot, slot) for slot in slots], strict=True)
        return [step for one, slot in runs for step in self.run_steps(document, one, start, slot)]

    def run_steps(
        self, document: Document, outline: RunOutline, start: int, slot: str = ""
    ) -> list[Step]:
        """Compile one run of the record at ``start``."""
        slot = slot or self.schema.slot_of(outline.place)
        if not outline.parts:
            return []
        if outline.coded:
            if slot not in self.schema.class_values:
                return []
            return [(CLASS, self.column(f"{slot}!", "text"), (outline.start - start,))]
        if outline.label:
            steps = [*self._whole(document, f"={outline.label}", outline, start)]
        else:
            steps = self._conditional(document, slot, outline, start)
        if _says_only_buttons(document, outline):
            return [(IF_ADDRESS, -1, (_addresses(outline.parts, start), steps))]
        return steps

    def _conditional(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> list[Step]:
        """Compile a run that may hold labels; the steps without labels stand inside."""
        schema = self.schema
        steps = [*self._unlabelled(document, slot, outline, start)]
        whole = slice_of(document, start, outline.start, outline.stop)
        lines = [_with_addresses(document, line, start) for line in outline.lines]
        linked = _addresses(outline.parts, start)
        if slot in schema.captions and len(outline.parts) > 1:
            first = slice_of(document, start, outline.parts[0].start, outline.parts[0].stop)
            known = schema.captions[slot]
            steps = [(LABELLED, -1, CaptionedRun(slot, known, whole, first, linked, steps))]
        if slot in schema.labels:
            labelled = LabelledLines(slot, schema.labels[slot], lines or [(whole, linked)], steps)
            steps = [(LABELLED, -1, labelled)]
        if slot in schema.inline_labels:
            pieces = [_with_addresses(document, part, start) for part in outline.parts]
            pattern = label_pattern(schema.inline_labels[slot])
            texts = [line for line, _ in lines] or [whole]
            steps = [(LABELLED, -1, InlineLabels(slot, pattern, whole, texts, pieces, steps))]
        return steps

    def _text_step(self, slot: str, what: int, where: Any) -> Step:
        division = self.division(slot)
        if division is not None:
            return SPLIT, -1, (division, what, where)
        return what, self.column(slot, "text"), where

    def _unlabelled(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        schema = self.schema
        if slot in schema.split_lines and len(outline.lines) > 1:
            groups = group_loose_pieces([part.label for part in outline.lines])
            if slot in schema.loose_lines:
                groups = [[at] for at in range(len(outline.lines))]
            lines = [[outline.lines[at] for at in group] for group in groups]
            yield from self._pieces(document, slot, lines, start, numbered=True)
            yield from self._inner_link(document, slot, outline, start)
        elif slot in schema.split_pieces:
            parts = [[part] for part in outline.parts]
            numbered = slot in schema.indexed_pieces
            yield from self._pieces(document, slot, parts, start, numbered=numbered)
        else:
            yield from self._whole(document, slot, outline, start)
            yield from self._inner_link(document, slot, outline, start)

    def _inner_link(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        """Compile the text of the one link in the middle of a run."""
        label, step = self.schema.inner_link.get(slot), self.schema.step
        links = [one for one in outline.parts if label and step(slot, one.label) == label]
        if len(links) == 1:
            steps = self._pieces(document, slot, [links], start)
            yield from (step for step in steps if step[0] not in {LINKS, IMAGES})

    def _whole(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        where = slice_of(document, start, outline.start, outline.stop)
        if where[1] > where[0]:
            yield self._text_step(slot, TEXT, where)
        yield from self._address_steps(slot, outline.parts, start)

    def _pieces(
        self,
        document: Document,
        slot: str,
        pieces: Sequence[Sequence[PieceOutline]],
        start: int,
        *,
        numbered: bool = False,
    ) -> Iterator[Step]:
        labels = [self.schema.step(slot, parts[0].label) for parts in pieces]
        for at, parts in zip(piece_slots(slot, labels, numbered=numbered), pieces, strict=True):
            slices = [slice_of(document, start, part.start, part.stop) for part in parts]
            if any(last > first for first, last, *_ in slices):
                yield self._text_step(at, PIECE, (tuple(slices), len(pieces) == 1))
            yield from self._address_steps(at, parts, start)

    def _address_steps(
        self, slot: str, parts: Sequence[PieceOutline], start: int
    ) -> Iterator[Step]:
        for what, kind, nodes in _addresses(parts, start):
            yield what, self.column(slot, kind), nodes


def _addresses(parts: Sequence[PieceOutline], start: int) -> Addresses:
    links = tuple(node - start for part in parts for node in part.links)
    images = tuple(node - start for part in parts for node in part.images)
    return tuple(one for one in ((LINKS, "link", links), (IMAGES, "image", images)) if one[2])


def _with_addresses(document: Document, part: PieceOutline, start: int) -> tuple[Slice, Addresses]:
    return slice_of(document, start, part.start, part.stop), _addresses([part], start)


def _says_only_buttons(document: Document, outline: RunOutline) -> bool:
    """Whether all texts of a run are those of its buttons."""
    if any(document.texts(part.start, part.stop) for part in outline.parts):
        return False
    return bool(document.texts(outline.start, outline.stop))
