"""Plans for shapes of records: the steps that read what ``Columns.values`` would.

The runs of one record of a shape are sketched, their slots and pieces found, and each becomes a
step; columns are numbered, so that values of one column meet while a record is read.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> from leadline.columns.induction import learn_columns
>>> page = parse_html("<ul><li><b>A</b> <i class=by>X</i><li><b>B</b> <i class=by>Y</i></ul>", "")
>>> spans = [RecordSpan((i,)) for i in page.elements("li")]
>>> plans = Planner(learn_columns([(page, spans)]))
>>> len(list(plans.steps(page, spans[0])))
2
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from leadline.columns.inline_runs import PieceOutline, RunOutline, outline_runs
from leadline.columns.plan_steps import (
    CAPTION,
    CODE,
    DIVIDED,
    IMAGES,
    LABEL,
    LINES,
    LINK,
    LINKS,
    PIECE,
    RUN,
    TEXT,
    WORD,
    WORDS,
    LabelledLines,
    LabelledRun,
    made_field,
)
from leadline.columns.record_text import slice_of
from leadline.columns.templates.compiled import compile_division, moved
from leadline.values.lists import loose_joined, slots_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from leadline.columns.plan_steps import Named, Step
    from leadline.columns.record_text import Slice
    from leadline.columns.schema import Columns
    from leadline.columns.templates.compiled import Division
    from leadline.model import Field, RecordSpan
    from leadline.page.dom import Document


class ColumnNumbers:
    """Columns by number: the name and the kind of each."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._places: dict[tuple[str, str], int] = {}
        self._divisions: dict[str, Division[int]] = {}
        self.names: list[str] = []
        self.kinds: list[str] = []

    def place(self, slot: str, kind: str) -> int:
        """The number of a column."""
        place = self._places.get((slot, kind))
        if place is None:
            place = self._places[slot, kind] = len(self.names)
            self.names.append(self._columns.name(slot, kind))
            self.kinds.append(kind)
        return place

    def division(self, slot: str) -> Division[int]:
        """How the texts of a slot are divided, with numbers of columns in place of slots."""
        found = self._divisions.get(slot)
        if found is None:
            divided = self._columns.templates
            found = compile_division(slot, divided, lambda at: self.place(at, "text"))
            self._divisions[slot] = found
        return found

    def fields(self, held: Mapping[int, str]) -> tuple[Field, ...]:
        """Values by the number of their column as fields; columns without a name are left out."""
        names, kinds = self.names, self.kinds
        return tuple([
            made_field((name, value, kinds[place]))
            for place, value in held.items() if (name := names[place])
        ])  # fmt: skip

    def straight(self, steps: Sequence[Step]) -> list[Named] | None:
        """The steps with the names of their columns, if none depends on what another says."""
        if any(what > DIVIDED for what, _, _ in steps):
            return None
        places: list[int] = []
        named: list[Named] = []
        for what, place, where in steps:
            if what == DIVIDED:
                division, inner, place_inside = where
                places += dict.fromkeys(division.places())
                named.append((inner, "", "text", place_inside, self._with_names(division)))
            else:
                places.append(place)
                if self.names[place]:
                    named.append((what, self.names[place], self.kinds[place], where, None))
        return None if len(set(places)) < len(places) else named

    def _with_names(self, division: Division[int]) -> Division[str]:
        """The same with names of columns."""
        return moved(division, lambda place: self.names[place])

    def forget(self) -> None:
        """Number anew."""
        self._places.clear()
        self._divisions.clear()
        self.names.clear()
        self.kinds.clear()


class Planner:
    """Makes the steps for records of a source."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        self.numbers = ColumnNumbers(columns)

    def steps(self, document: Document, span: RecordSpan) -> Iterator[Step]:
        """What to read of a record of this shape, run by run, as ``Columns.values`` would."""
        start, columns = span.nodes[0], self.columns
        for outline in outline_runs(document, span):
            slot = columns.place(outline.place)
            if not outline.parts:
                continue
            if outline.coded:
                if slot in columns.class_values:
                    yield CODE, self.numbers.place(f"{slot}!", "text"), (outline.start - start,)
            elif _depends(document, outline):
                yield RUN, -1, _shifted(outline, -start)
            elif outline.label:
                yield from self._whole(document, f"={outline.label}", outline, start)
            elif slot in columns.inline_labels:
                yield RUN, -1, _shifted(outline, -start)
            else:
                steps = list(self._unlabelled(document, slot, outline, start))
                if slot in columns.captions and len(outline.parts) > 1:
                    steps = [(CAPTION, -1, _labelled(document, slot, outline, start, steps))]
                if slot in columns.labels and outline.lines:
                    steps = [(LINES, -1, _lined(document, slot, outline, start, steps))]
                elif slot in columns.labels:
                    steps = [(LABEL, -1, _labelled(document, slot, outline, start, steps))]
                yield from steps

    def _said_at(self, slot: str, what: int, where: Any) -> Step:
        """A step for the text of a slot."""
        if slot in self.columns.templates:
            return DIVIDED, -1, (self.numbers.division(slot), what, where)
        return what, self.numbers.place(slot, "text"), where

    def _unlabelled(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        columns = self.columns
        if slot in columns.split_lines and len(outline.lines) > 1:
            groups = loose_joined([part.label for part in outline.lines])
            if slot in columns.loose_lines:
                groups = [[at] for at in range(len(outline.lines))]
            lines = [[outline.lines[at] for at in group] for group in groups]
            yield from self._parts(document, slot, lines, start, numbered=True)
            yield from self._told(document, slot, outline, start)
        elif slot in columns.split_pieces:
            parts = [[part] for part in outline.parts]
            numbered = slot in columns.indexed_pieces
            yield from self._parts(document, slot, parts, start, numbered=numbered)
        else:
            yield from self._whole(document, slot, outline, start)
            yield from self._told(document, slot, outline, start)

    def _told(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        """The text of the link that stands in the middle of a run."""
        label, step = self.columns.inner_link.get(slot), self.columns.step
        told = [one for one in outline.parts if label and step(slot, one.label) == label]
        if len(told) == 1:
            steps = self._parts(document, slot, [told], start)
            yield from (step for step in steps if step[0] not in {LINK, LINKS, IMAGES})

    def _whole(
        self, document: Document, slot: str, outline: RunOutline, start: int
    ) -> Iterator[Step]:
        where = slice_of(document, start, outline.start, outline.stop)
        if where[1] - where[0] == 1:
            yield self._said_at(slot, WORDS, _alone(where))
        elif where[1] > where[0]:
            yield self._said_at(slot, TEXT, where)
        yield from self._linked(slot, outline.parts, start)

    def _parts(
        self,
        document: Document,
        slot: str,
        pieces: Sequence[Sequence[PieceOutline]],
        start: int,
        *,
        numbered: bool = False,
    ) -> Iterator[Step]:
        labels = [self.columns.step(slot, parts[0].label) for parts in pieces]
        for at, parts in zip(slots_of(slot, labels, numbered=numbered), pieces, strict=True):
            slices = [slice_of(document, start, part.start, part.stop) for part in parts]
            alone = len(pieces) == 1
            texts = sum(last - first for first, last, *_ in slices)
            if len(slices) == texts == 1 and not alone:
                yield self._said_at(at, WORD, _alone(slices[0]))
            elif texts:
                yield self._said_at(at, PIECE, (tuple(slices), alone))
            yield from self._linked(at, parts, start)

    def _linked(self, slot: str, parts: Sequence[PieceOutline], start: int) -> Iterator[Step]:
        for what, kind, nodes in _linked(parts, start):
            if what == LINKS and len(nodes) == 1:
                yield LINK, self.numbers.place(slot, kind), nodes[0]
            else:
                yield what, self.numbers.place(slot, kind), nodes


def _linked(
    parts: Sequence[PieceOutline], start: int
) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    for what, kind in ((LINKS, "link"), (IMAGES, "image")):
        held = (part.links if what == LINKS else part.images for part in parts)
        if nodes := tuple(node - start for mine in held for node in mine):
            yield what, kind, nodes


def _labelled(
    document: Document, slot: str, outline: RunOutline, start: int, otherwise: list[Step]
) -> LabelledRun:
    where = slice_of(document, start, outline.start, outline.stop)
    part = outline.parts[0]
    first = slice_of(document, start, part.start, part.stop)
    return LabelledRun(slot, where, first, tuple(_linked(outline.parts, start)), otherwise)


def _lined(
    document: Document, slot: str, outline: RunOutline, start: int, otherwise: list[Step]
) -> LabelledLines:
    lines = [
        (slice_of(document, start, line.start, line.stop), tuple(_linked([line], start)))
        for line in outline.lines
    ]
    return LabelledLines(slot, lines, otherwise)


def _depends(document: Document, outline: RunOutline) -> bool:
    """Whether a run may say nothing though it has text: that of its buttons alone."""
    if any(document.texts(part.start, part.stop) for part in outline.parts):
        return False
    return bool(document.texts(outline.start, outline.stop))


def _alone(where: Slice) -> tuple[int, int, int]:
    """The place of a single text: its number, first node, node after the last."""
    at, _, first, stop = where
    return at, first, stop


def _shifted(outline: RunOutline, by: int) -> RunOutline:
    """A sketch that begins elsewhere."""

    def part(one: PieceOutline) -> PieceOutline:
        links = tuple(node + by for node in one.links)
        images = tuple(node + by for node in one.images)
        lead = one.lead + by if one.lead else 0
        return PieceOutline(one.label, one.start + by, one.stop + by, links, images, one.hint, lead)

    return replace(
        outline, start=outline.start + by, stop=outline.stop + by,
        parts=[part(one) for one in outline.parts], lines=tuple(part(one) for one in outline.lines),
    )  # fmt: skip
