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
from leadline.records.division import compile_division, moved
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
    from leadline.records.division import Division
    from leadline.records.shapes import Shape
    from leadline.records.slots import Columns

MOST_SHAPES: Final = 512
"""Shapes that are remembered; when there are more, all are forgotten and learned again."""
MOST_PLANS: Final = 64
"""Plans of one shape, one for each set of label texts; records whose labels are never the same
are read anew."""
MOST_COLUMNS: Final = 20_000
"""Columns that are numbered before all is forgotten."""

CUT_SIGNS: Final = frozenset(sign[-1] for sign in CUT)

WORDS, WORD, LINK, TEXT, PIECE, LINKS, IMAGES, CODE, DIVIDED, LABEL, LINES, CAPTION, RUN = range(13)
"""What a step reads: the text of one node, the same without the signs around it, one address, the
text of several nodes, a piece without the signs around it, addresses, a class, a text that may be
several values, one that may begin with its label, lines that may, a text that may begin with a
caption, or a run whose values follow from what it says."""

Slice = tuple[tuple[int, ...], int, int]
"""Text nodes, first node, node after the last; all counted from the record's first node on."""
Step = tuple[int, int, Any]
"""What to read, the column it goes to, and where it stands."""


Linked = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Addresses: links or images, the kind of their column, the nodes."""
Named = tuple[int, str, str, Any, "Division[str] | None"]
"""A step with the name and the kind of its column, and how its text is divided."""

_new: Final = Field.__new__
_set_column, _set_value, _set_kind = (
    Field.__dict__[name].__set__ for name in ("column", "value", "kind")
)


def _field(column: str, value: str, kind: str) -> Field:
    """A field, in half the time that a frozen dataclass takes to make one."""
    one = _new(Field)
    _set_column(one, column)
    _set_value(one, value)
    _set_kind(one, kind)
    return one


@dataclass(slots=True)
class _Plan:
    """The steps of a record; ``straight`` if every one goes to a column of its own."""

    steps: list[Step]
    straight: list[Named] | None


@dataclass(slots=True)
class _Known:
    """A shape: nodes that may be label blocks, and a plan for each set of what they say."""

    naming: tuple[int, ...]
    plans: dict[tuple[str, ...], _Plan] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A run of one line that may begin with a label or caption (its ``first`` piece): its links and
    images, and the steps for a line that does not.
    """

    slot: str
    text: Slice
    first: Slice
    linked: Linked
    otherwise: list[Step]


@dataclass(frozen=True, slots=True)
class _Lined:
    """A run of several lines that may begin with labels: its lines with their links and images."""

    slot: str
    lines: list[tuple[Slice, Linked]]
    otherwise: list[Step]


class Replay:
    """The plans of a source's records, by shape."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._known: dict[Shape, _Known] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._named: list[tuple[str, str]] = []
        self._divisions: dict[str, Division[int]] = {}

    def read(self, document: Document, span: RecordSpan, shape: Shape) -> tuple[Field, ...] | None:
        """The values of a record, None where it has no plan and must be read anew."""
        known = self._known.get(shape)
        if known is None:
            if len(self._known) >= MOST_SHAPES or len(self._named) >= MOST_COLUMNS:
                self._forget()
            known = self._known[shape] = _Known(_naming(document, span))
        start = span.nodes[0]
        naming = known.naming
        said = tuple([label_of(document, start + at) for at in naming]) if naming else ()
        plan = known.plans.get(said)
        if plan is None:
            if len(known.plans) >= MOST_PLANS:
                return None
            steps = list(self._compiled(document, span))
            plan = known.plans[said] = _Plan(steps, self._straight(steps))
        if plan.straight is not None:
            return _read_straight(document, start, plan.straight)
        held: dict[int, str] = {}
        self._read(document, start, plan.steps, held)
        named = self._named
        return tuple([
            _field(name, value, kind)
            for place, value in held.items()
            for name, kind in (named[place],)
            if name
        ])  # fmt: skip

    def _straight(self, steps: Sequence[Step]) -> list[Named] | None:
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
                if self._named[place][0]:
                    named.append((what, *self._named[place], where, None))
        return None if len(set(places)) < len(places) else named

    def _division(self, slot: str) -> Division[int]:
        """How the texts of a slot are divided, with numbers of columns in place of slots."""
        found = self._divisions.get(slot)
        if found is None:
            divided = self._columns.divided
            found = compile_division(slot, divided, lambda at: self._place(at, "text"))
            self._divisions[slot] = found
        return found

    def _with_names(self, division: Division[int]) -> Division[str]:
        """The same with names of columns."""
        return moved(division, lambda place: self._named[place][0])

    def _forget(self) -> None:
        self._known.clear()
        self._places.clear()
        self._named.clear()
        self._divisions.clear()

    def _place(self, slot: str, kind: str) -> int:
        """The number of a column."""
        place = self._places.get((slot, kind))
        if place is None:
            place = self._places[slot, kind] = len(self._named)
            self._named.append((self._columns.name(slot, kind), kind))
        return place

    def _read(
        self, document: Document, start: int, steps: Sequence[Step], held: dict[int, str]
    ) -> None:
        """Add values by the number of their column, those of one column joined."""
        texts = document.text
        for what, place, where in steps:
            if what <= WORD:
                value = " ".join(texts[start + where[0]].split())
                if value[-1:] in CUT_SIGNS and value.endswith(CUT):
                    value = whole_text(document, value, start + where[1], start + where[2])
                if what == WORD and not says(value := value.strip(EDGES)):
                    continue
            elif what == LINK:
                value = address_of(document, start + where)
            elif what <= CODE:
                value = _value(document, start, what, where)
            elif what == DIVIDED:
                division, what, where = where
                if value := _value(document, start, what, where):
                    for at, part in division.values(value):
                        held[at] = held[at] + JOIN + part if at in held else part
                continue
            elif what == LABEL:
                self._read_label(document, start, where, held)
                continue
            elif what == LINES:
                self._read_lines(document, start, where, held)
                continue
            elif what == CAPTION:
                self._read_caption(document, start, where, held)
                continue
            else:
                for slot, kind, value in self._said(document, start, where):
                    _add(held, self._place(slot, kind), value)
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
        label = PREFIX.match(text) if ":" in text or "：" in text else None
        name = label[1] if label and label[1] in self._columns.labels[where.slot] else ""
        rest = text[label.end() :] if label else ""
        if not name or not self._add_named(document, start, where, held, name=name, text=rest):
            self._read(document, start, where.otherwise, held)

    def _read_lines(
        self, document: Document, start: int, where: _Lined, held: dict[int, str]
    ) -> None:
        """A run of several lines: each to the column of the last label before it, if there is one.

        As ``Columns._labelled`` does.
        """
        found: list[Value] = []
        at, labels = where.slot, self._columns.labels[where.slot]
        for line, linked in where.lines:
            text = _text(document, start, line)
            label = PREFIX.match(text) if ":" in text or "：" in text else None
            if label and label[1] in labels:
                at, text = f"{where.slot}={label[1]}", text[label.end() :]
            if text:
                found.append((at, "text", text))
            for what, kind, nodes in linked:
                found += [(at, kind, one) for one in _addresses(document, start, what, nodes)]
        if at == where.slot or not found:
            self._read(document, start, where.otherwise, held)
            return
        for slot, kind, value in found:
            if kind == "text":
                self._add_parts(held, slot, value)
            else:
                _add(held, self._place(slot, kind), value)

    def _read_caption(
        self, document: Document, start: int, where: _Labelled, held: dict[int, str]
    ) -> None:
        """A run whose first piece may be a caption: the same."""
        name = _text(document, start, where.first)
        if name in self._columns.captions[where.slot]:
            rest = _text(document, start, where.text).removeprefix(name).strip(EDGES + ":：")
            if self._add_named(document, start, where, held, name=name, text=rest):
                return
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
        self._add_parts(held, at, text)
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
            elif _depends(document, sketch):
                yield RUN, -1, _moved(sketch, -start)
            elif sketch.label:
                yield from self._whole(document, f"={sketch.label}", sketch, start)
            elif slot in columns.inner:
                yield RUN, -1, _moved(sketch, -start)
            else:
                steps = list(self._unlabelled(document, slot, sketch, start))
                if slot in columns.captions and len(sketch.parts) > 1:
                    steps = [(CAPTION, -1, _labelled(document, slot, sketch, start, steps))]
                if slot in columns.labels and sketch.lines:
                    steps = [(LINES, -1, _lined(document, slot, sketch, start, steps))]
                elif slot in columns.labels:
                    steps = [(LABEL, -1, _labelled(document, slot, sketch, start, steps))]
                yield from steps

    def _said_at(self, slot: str, what: int, where: Any) -> Step:
        """A step for the text of a slot."""
        if slot in self._columns.divided:
            return DIVIDED, -1, (self._division(slot), what, where)
        return what, self._place(slot, "text"), where

    def _add_parts(self, held: dict[int, str], slot: str, text: str) -> None:
        """The text of a slot, in its parts if it has some."""
        if not text:
            return
        if slot not in self._columns.divided:
            _add(held, self._place(slot, "text"), text)
            return
        for place, value in self._division(slot).values(text):
            held[place] = held[place] + JOIN + value if place in held else value

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
            yield self._said_at(slot, WORDS, (where[0][0], *where[1:]))
        elif where[0]:
            yield self._said_at(slot, TEXT, where)
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
            alone = len(pieces) == 1
            if len(slices) == 1 and len(slices[0][0]) == 1 and not alone:
                yield self._said_at(at, WORD, (*slices[0][0], *slices[0][1:]))
            elif any(nodes for nodes, _, _ in slices):
                yield self._said_at(at, PIECE, (tuple(slices), alone))
            yield from self._linked(at, parts, start)

    def _linked(self, slot: str, parts: Sequence[Part], start: int) -> Iterator[Step]:
        for what, kind, nodes in _linked(parts, start):
            if what == LINKS and len(nodes) == 1:
                yield LINK, self._place(slot, kind), nodes[0]
            else:
                yield what, self._place(slot, kind), nodes


def _read_straight(document: Document, start: int, steps: Sequence[Named]) -> tuple[Field, ...]:
    """``Replay._read`` of steps that need no look at one another."""
    texts = document.text
    new, set_column, set_value, set_kind = _new, _set_column, _set_value, _set_kind
    found = []
    for what, name, kind, where, division in steps:
        if what <= WORD:
            value = " ".join(texts[start + where[0]].split())
            if value[-1:] in CUT_SIGNS and value.endswith(CUT):
                value = whole_text(document, value, start + where[1], start + where[2])
            if what == WORD and not says(value := value.strip(EDGES)):
                continue
        elif what == LINK:
            value = address_of(document, start + where)
        else:
            value = _value(document, start, what, where)
        if not value:
            continue
        if division is not None:
            found += [_field(at, said, kind) for at, said in division.values(value) if at]
            continue
        one = new(Field)  # ``_field``, without a call for every value
        set_column(one, name)
        set_value(one, value)
        set_kind(one, kind)
        found.append(one)
    return tuple(found)


def _value(document: Document, start: int, what: int, where: Any) -> str:
    """What a step reads, by itself."""
    if what <= WORD:
        text = _text(document, start, (where[:1], *where[1:]))
        return text if what == WORDS else text.strip(EDGES) if says(text) else ""
    if what == LINK:
        return address_of(document, start + where)
    if what == TEXT:
        return _text(document, start, where)
    if what == PIECE:
        return _piece(document, start, *where)
    if what == IMAGES and len(where) == 1:
        return picture_of(document, start + where[0])
    return JOIN.join(_addresses(document, start, what, where))


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


def _lined(
    document: Document, slot: str, sketch: Sketch, start: int, otherwise: list[Step]
) -> _Lined:
    lines = [
        (_slice(document, line.start, line.stop, start), tuple(_linked([line], start)))
        for line in sketch.lines
    ]
    return _Lined(slot, lines, otherwise)


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
        said = [(" " + texts[start + at]) if gap[start + at] else texts[start + at] for at in nodes]
        text = " ".join("".join(said).split())
    if text[-1:] in CUT_SIGNS and text.endswith(CUT):
        return whole_text(document, text, start + first, start + stop)
    return text


def _piece(document: Document, start: int, slices: tuple[Slice, ...], alone: bool) -> str:
    if len(slices) == 1:
        text = _text(document, start, slices[0]).strip(EDGES)
    else:
        text = " ".join([_text(document, start, where) for where in slices]).strip(EDGES)
    return text if alone or says(text) else ""


def _addresses(document: Document, start: int, what: int, where: tuple[int, ...]) -> list[str]:
    read = address_of if what == LINKS else picture_of if what == IMAGES else code_of
    return [address for at in where if (address := read(document, start + at))]
