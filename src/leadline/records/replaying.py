"""Records read by a plan: what was worked out for one record of a shape is replayed on the others.

Columns are learned once (``columns``); reading a record by them means to find its runs, their slots
and their pieces, and only then what they say. The first part follows from the record's shape
(``shapes``) and the texts of its label blocks, so it is done once a shape and kept as a plan: a
list of steps "the text of these nodes goes to this column". What depends on texts (labels in
front of values) is still asked of each record. The values are those of ``Columns.read_anew``, in
its order.

>>> from leadline.dom import parse_html
>>> from leadline.model import RecordSpan
>>> from leadline.records.columns import learn_columns
>>> page = parse_html("<ul><li><b>A</b> <i class=by>X</i><li><b>B</b> <i class=by>Y</i></ul>", "")
>>> spans = [RecordSpan((i,)) for i in page.elements("li")]
>>> columns = learn_columns([(page, spans)])
>>> columns.read(page, spans[1]) == columns.read_anew(page, spans[1])
True
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from leadline.model import Field
from leadline.records.runs import CUT, address_of, code_of, fill, picture_of, whole_text
from leadline.records.sketch import (
    Part,
    Sketch,
    blocks_in,
    flows,
    label_of,
    may_name,
    sketch_runs,
)
from leadline.records.values import (
    EDGES,
    JOIN,
    PREFIX,
    Value,
    loose_joined,
    says,
    slots_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.dom import Document
    from leadline.model import RecordSpan
    from leadline.records.shapes import Shape
    from leadline.records.slots import Columns

MOST_SHAPES: Final = 512
"""Shapes that are remembered; when there are more, all are forgotten and learned again."""
MOST_PLANS: Final = 64
"""Plans of one shape, one for each set of label texts; records whose labels are never the same
are read anew."""
MOST_COLUMNS: Final = 20_000
"""Columns that are numbered before all is forgotten."""

WORDS, TEXT, PIECE, LINKS, IMAGES, CODE, LABEL, CAPTION, RUN = range(9)
"""What a step reads: the text of one node or of several, a piece without the signs around it,
addresses, a class, a text that may begin with its label or a caption, or a run whose values follow
from what it says."""

Slice = tuple[tuple[int, ...], int, int]
"""Text nodes, first node, node after the last; all counted from the record's first node on."""
Step = tuple[int, int, Any]
"""What to read, the column it goes to, and where it stands."""


@dataclass(slots=True)
class _Known:
    """A shape: nodes that may be label blocks, and a plan for each set of what they say."""

    naming: tuple[int, ...]
    plans: dict[tuple[str, ...], list[Step]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A run of one line that may begin with a label or caption (its ``first`` piece): its links and
    images, and the steps for a line that does not.
    """

    slot: str
    text: Slice
    first: Slice
    linked: tuple[tuple[int, str, tuple[int, ...]], ...]
    otherwise: list[Step]


class Replay:
    """The plans of a source's records, by shape."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._known: dict[Shape, _Known] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._named: list[tuple[str, str]] = []

    def read(self, document: Document, span: RecordSpan, shape: Shape) -> tuple[Field, ...] | None:
        """The values of a record, None where it has no plan and must be read anew."""
        known = self._known.get(shape)
        if known is None:
            if len(self._known) >= MOST_SHAPES or len(self._named) >= MOST_COLUMNS:
                self._forget()
            known = self._known[shape] = _Known(_naming(document, span))
        start = span.nodes[0]
        said = tuple([label_of(document, start + at) for at in known.naming])
        steps = known.plans.get(said)
        if steps is None:
            if len(known.plans) >= MOST_PLANS:
                return None
            steps = known.plans[said] = list(self._compiled(document, span))
        held = self._held(document, start, steps)
        named = self._named
        found = []
        for place, value in held.items():
            name, kind = named[place]
            if name:
                found.append(Field(name, value, kind))  # type: ignore[arg-type]
        return tuple(found)

    def _forget(self) -> None:
        self._known.clear()
        self._places.clear()
        self._named.clear()

    def _place(self, slot: str, kind: str) -> int:
        """The number of a column."""
        place = self._places.get((slot, kind))
        if place is None:
            place = self._places[slot, kind] = len(self._named)
            self._named.append((self._columns.name(slot, kind), kind))
        return place

    def _held(self, document: Document, start: int, steps: Sequence[Step]) -> dict[int, str]:
        """Values by the number of their column, those of one column joined."""
        held: dict[int, str] = {}
        self._read(document, start, steps, held)
        return held

    def _read(
        self, document: Document, start: int, steps: Sequence[Step], held: dict[int, str]
    ) -> None:
        texts = document.text
        for what, place, where in steps:
            if what == WORDS:
                value = " ".join(texts[start + where[0]].split())
                if value.endswith(CUT):
                    value = whole_text(document, value, start + where[1], start + where[2])
            elif what == TEXT:
                value = _text(document, start, where)
            elif what == PIECE:
                value = _piece(document, start, *where)
            elif what == LABEL:
                self._read_label(document, start, where, held)
                continue
            elif what == CAPTION:
                self._read_caption(document, start, where, held)
                continue
            elif what == RUN:
                for slot, kind, value in self._said(document, start, where):
                    _add(held, self._place(slot, kind), value)
                continue
            else:
                for value in _addresses(document, start, what, where):
                    _add(held, place, value)
                continue
            if value:
                if place in held:
                    held[place] += JOIN + value
                else:
                    held[place] = value

    def _read_label(
        self, document: Document, start: int, where: _Labelled, held: dict[int, str]
    ) -> None:
        """A run of one line: to the column of its label, else to where it goes without one."""
        text = _text(document, start, where.text)
        label = PREFIX.match(text)
        name = label[1] if label and label[1] in self._columns.labels[where.slot] else ""
        rest = text[label.end() :] if label else ""
        if not name or not self._add_named(document, start, where, held, name=name, text=rest):
            self._read(document, start, where.otherwise, held)

    def _read_caption(
        self, document: Document, start: int, where: _Labelled, held: dict[int, str]
    ) -> None:
        """A run whose first piece may be a caption: the same."""
        name = _text(document, start, where.first)
        known = name in self._columns.captions[where.slot]
        rest = _text(document, start, where.text).removeprefix(name).strip(EDGES + ":：")
        if not known or not self._add_named(document, start, where, held, name=name, text=rest):
            self._read(document, start, where.otherwise, held)

    def _add_named(
        self, document: Document, start: int, where: _Labelled, held: dict[int, str], *,
        name: str, text: str,
    ) -> bool:  # fmt: skip
        """Text and addresses to the column of a name; False if there are none."""
        at = f"{where.slot}={name}"
        linked = [
            (kind, value)
            for what, kind, nodes in where.linked
            for value in _addresses(document, start, what, nodes)
        ]
        if text:
            _add(held, self._place(at, "text"), text)
        for kind, value in linked:
            _add(held, self._place(at, kind), value)
        return bool(text or linked)

    def _said(self, document: Document, start: int, sketch: Sketch) -> Iterator[Value]:
        """The values of a run that is read by what it says."""
        run = fill(document, sketch, start)
        return iter(()) if run is None else self._columns.values(run)

    def _compiled(self, document: Document, span: RecordSpan) -> Iterator[Step]:
        """What to read of a record of this shape, run by run, as ``Columns.values`` would."""
        start, columns = span.nodes[0], self._columns
        for sketch in sketch_runs(document, span):
            slot = columns.place(sketch.place)
            if not sketch.parts:
                continue
            if sketch.coded:
                if slot in columns.coded:
                    yield CODE, self._place(f"{slot}!", "text"), (sketch.start - start,)
            elif _depends(document, sketch) or any(
                at.startswith((slot, f"={sketch.label}")) for at in columns.divided
            ):
                yield RUN, -1, _moved(sketch, -start)
            elif sketch.label:
                yield from self._whole(document, f"={sketch.label}", sketch, start)
            elif slot in columns.inner or (
                slot in columns.labels and (sketch.lines or slot in columns.captions)
            ):
                yield RUN, -1, _moved(sketch, -start)
            else:
                steps = list(self._unlabelled(document, slot, sketch, start))
                if slot in columns.labels:
                    yield LABEL, -1, _labelled(document, slot, sketch, start, steps)
                elif slot in columns.captions and len(sketch.parts) > 1:
                    yield CAPTION, -1, _labelled(document, slot, sketch, start, steps)
                else:
                    yield from steps

    def _is_divided(self, slot: str, sketch: Sketch) -> bool:
        """Whether a text of the run may be several values."""
        starts = (slot, f"={sketch.label}") if sketch.label else (slot,)
        return any(at.startswith(starts) for at in self._columns.divided)

    def _unlabelled(
        self, document: Document, slot: str, sketch: Sketch, start: int
    ) -> Iterator[Step]:
        columns = self._columns
        if slot in columns.lined and len(sketch.lines) > 1:
            groups = loose_joined([part.label for part in sketch.lines])
            if slot in columns.apart:
                groups = [[at] for at in range(len(sketch.lines))]
            lines = [[sketch.lines[at] for at in group] for group in groups]
            yield from self._parts(document, slot, lines, start, numbered=True)
        elif slot in columns.parted:
            parts = [[part] for part in sketch.parts]
            numbered = slot in columns.numbered
            yield from self._parts(document, slot, parts, start, numbered=numbered)
        else:
            yield from self._whole(document, slot, sketch, start)

    def _whole(self, document: Document, slot: str, sketch: Sketch, start: int) -> Iterator[Step]:
        where = _slice(document, sketch.start, sketch.stop, start)
        if len(where[0]) == 1:
            yield WORDS, self._place(slot, "text"), (where[0][0], *where[1:])
        elif where[0]:
            yield TEXT, self._place(slot, "text"), where
        yield from self._linked(slot, sketch.parts, start)

    def _parts(
        self,
        document: Document,
        slot: str,
        pieces: Sequence[Sequence[Part]],
        start: int,
        *,
        numbered: bool = False,
    ) -> Iterator[Step]:
        labels = [self._columns.step(slot, parts[0].label) for parts in pieces]
        for at, parts in zip(slots_of(slot, labels, numbered=numbered), pieces, strict=True):
            slices = [_slice(document, part.start, part.stop, start) for part in parts]
            if any(nodes for nodes, _, _ in slices):
                yield PIECE, self._place(at, "text"), (tuple(slices), len(pieces) == 1)
            yield from self._linked(at, parts, start)

    def _linked(self, slot: str, parts: Sequence[Part], start: int) -> Iterator[Step]:
        for what, kind, nodes in _linked(parts, start):
            yield what, self._place(slot, kind), nodes


def _linked(parts: Sequence[Part], start: int) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    for what, kind in ((LINKS, "link"), (IMAGES, "image")):
        held = (part.links if what == LINKS else part.images for part in parts)
        if nodes := tuple(node - start for mine in held for node in mine):
            yield what, kind, nodes


def _labelled(
    document: Document, slot: str, sketch: Sketch, start: int, otherwise: list[Step]
) -> _Labelled:
    where = _slice(document, sketch.start, sketch.stop, start)
    part = sketch.parts[0]
    first = _slice(document, part.start, part.stop, start)
    return _Labelled(slot, where, first, tuple(_linked(sketch.parts, start)), otherwise)


def _add(held: dict[int, str], place: int, value: str) -> None:
    held[place] = held[place] + JOIN + value if place in held else value


def _naming(document: Document, span: RecordSpan) -> tuple[int, ...]:
    """Elements inside a record that may be label blocks, from its first node on."""
    start, stop = span.nodes[0], document.end[span.nodes[-1]]
    tags, blocky, roots = document.tag, blocks_in(document, span), frozenset(span.nodes)
    return tuple(
        node - start
        for node in range(start, stop)
        if tags[node] != "#text"
        and node not in roots
        and not flows(document, node, blocky)
        and may_name(document, node)
    )


def _depends(document: Document, sketch: Sketch) -> bool:
    """Whether a run may say nothing though it has text: that of its buttons alone."""
    if any(document.texts(part.start, part.stop) for part in sketch.parts):
        return False
    return bool(document.texts(sketch.start, sketch.stop))


def _slice(document: Document, first: int, stop: int, start: int) -> Slice:
    nodes = tuple(node - start for node in document.texts(first, stop))
    return nodes, first - start, stop - start


def _moved(sketch: Sketch, by: int) -> Sketch:
    """A sketch that begins elsewhere."""

    def part(one: Part) -> Part:
        links = tuple(node + by for node in one.links)
        images = tuple(node + by for node in one.images)
        lead = one.lead + by if one.lead else 0
        return Part(one.label, one.start + by, one.stop + by, links, images, one.hint, lead)

    return replace(
        sketch, start=sketch.start + by, stop=sketch.stop + by,
        parts=[part(one) for one in sketch.parts], lines=tuple(part(one) for one in sketch.lines),
    )  # fmt: skip


def _text(document: Document, start: int, where: Slice) -> str:
    """``runs.text_between`` for a slice whose text nodes are known."""
    nodes, first, stop = where
    texts, gap = document.text, document.gap
    if len(nodes) == 1:
        text = " ".join(texts[start + nodes[0]].split())
    else:
        text = " ".join(
            "".join([
                (" " + texts[start + at]) if gap[start + at] else texts[start + at] for at in nodes
            ]).split()
        )  # fmt: skip
    return whole_text(document, text, start + first, start + stop) if text.endswith(CUT) else text


def _piece(document: Document, start: int, slices: tuple[Slice, ...], alone: bool) -> str:
    if len(slices) == 1:
        text = _text(document, start, slices[0]).strip(EDGES)
    else:
        text = " ".join([_text(document, start, where) for where in slices]).strip(EDGES)
    return text if alone or says(text) else ""


def _addresses(document: Document, start: int, what: int, where: tuple[int, ...]) -> Iterator[str]:
    read = address_of if what == LINKS else picture_of if what == IMAGES else code_of
    return filter(None, [read(document, start + at) for at in where])
