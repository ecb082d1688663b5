"""Columns of records: which values are the same kind of thing, and what it is called.

Learned from all records of one source together, then read record by record. A *slot* is a place
inside a record (``runs.Place``) after three things are settled from the samples: which repeated
siblings are a list (their number varies: one value, ``values.JOIN``) and which are fields (their
number does not), whether a run of text and links is one value (prose, a cell) or several (always
the same pieces), and which texts in front are labels ("Year: 1901"). A place that was never seen
gets a column of its own, named from its path, so nothing is lost.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
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

import re
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from leadline.columns.inline_labels import label_pattern
from leadline.columns.reader import PlanReader
from leadline.columns.record_shape import Shapes
from leadline.columns.runs import InlineRun, Piece, read_runs
from leadline.columns.templates.compiled import Division, compile_division
from leadline.mining.span_text import record_text
from leadline.model import Field
from leadline.values.lists import EDGES, PREFIX, Value, joined, loose_joined, says, slots_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from leadline.columns.inline_runs import Place
    from leadline.columns.record_shape import Shape
    from leadline.model import RecordSpan
    from leadline.page.dom import Document


AT_ONCE: Final = 100
"""Records that are read together. What is kept of shapes and columns is looked at between them."""

FORMER_KEYS: Final = {
    "class_variants": "same",
    "list_slots": "lists",
    "split_pieces": "parted",
    "split_lines": "lined",
    "class_values": "coded",
    "loose_lines": "apart",
    "indexed_pieces": "numbered",
    "templates": "divided",
    "inline_labels": "inner",
    "inner_link": "linked",
}
"""Keys under which wrapper files written before 23 November 2026 hold these fields."""


@dataclass(slots=True)
class Columns:
    """What was learned of a source's records; comparable, and kept as plain data."""

    names: dict[str, str] = field(default_factory=dict)
    class_variants: dict[str, str] = field(default_factory=dict)
    list_slots: set[str] = field(default_factory=set)
    split_pieces: set[str] = field(default_factory=set)
    split_lines: set[str] = field(default_factory=set)
    class_values: set[str] = field(default_factory=set)
    loose_lines: set[str] = field(default_factory=set)
    indexed_pieces: set[str] = field(default_factory=set)
    templates: dict[str, list[str]] = field(default_factory=dict)
    inline_labels: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)
    captions: dict[str, list[str]] = field(default_factory=dict)
    inner_link: dict[str, str] = field(default_factory=dict)
    _shapes: Shapes = field(default_factory=Shapes, compare=False, repr=False)
    _replay: PlanReader | None = field(default=None, compare=False, repr=False)
    _divisions: dict[str, Division[str]] = field(default_factory=dict, compare=False, repr=False)

    def shapes(self, document: Document, spans: Sequence[RecordSpan]) -> list[Shape | None]:
        """The shapes of a page's records, by which plans are kept; None for one too long to have a
        like.
        """
        return self._shapes.of(document, spans)

    def read(self, document: Document, span: RecordSpan) -> tuple[Field, ...]:
        """The values of a record; what repeats within it is one value (``values.JOIN``)."""
        return self.read_records(document, [span], self.shapes(document, [span]))[0][0]

    def read_records(
        self, document: Document, spans: Sequence[RecordSpan], shapes: Sequence[Shape | None]
    ) -> list[tuple[tuple[Field, ...], str]]:
        """The values of records whose shapes are known, and all the text of each.

        By the plans of their shapes, else anew: the same values.
        """
        replay = self._replay = self._replay or PlanReader(self)
        found = []
        for at in range(0, len(spans), AT_ONCE):
            part = spans[at : at + AT_ONCE]
            told = replay.read(document, part, shapes[at : at + AT_ONCE])
            for span, one in zip(part, told, strict=True):
                found.append(
                    one or (self.read_uncompiled(document, span), record_text(document, span))
                )
        return found

    def reset_plans(self) -> None:
        """Forget the plans: what comes next is read as the first record was."""
        self._replay = None
        self._divisions.clear()

    def read_uncompiled(self, document: Document, span: RecordSpan) -> tuple[Field, ...]:
        """The same without a plan."""
        held: dict[tuple[str, str], list[str]] = {}
        for run in read_runs(document, span):
            for slot, kind, value in self.values(run):
                held.setdefault((slot, kind), []).append(value)
        return tuple(
            Field(name, joined(values), kind)  # type: ignore[arg-type]
            for (slot, kind), values in held.items()
            if (name := self.name(slot, kind))
        )

    def name(self, slot: str, kind: str) -> str:
        """The column of a slot: learned, or made from its path when it was never seen.

        A slot that is named '' is left out.
        """
        found = self.names.get(slot)
        if found == "":
            return ""
        if found is None:
            found = "extra_" + re.sub(r"\W+", "_", slot).strip("_")
        return found + {"link": "_url", "image": "_image"}.get(kind, "")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        held = {one.name: getattr(self, one.name) for one in _learned_fields()}
        return {
            name: sorted(value) if isinstance(value, set) else dict(value)
            for name, value in held.items()
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Columns:
        """Restore what ``to_dict`` gave, with the field names of today or those before."""
        return cls(
            **{
                one.name: one.default_factory(
                    data.get(one.name, data.get(FORMER_KEYS.get(one.name, ""), ()))
                )
                for one in _learned_fields()
            }
        )

    def place(self, place: Place) -> str:
        """A place as a slot: ordinals only where siblings are fields."""
        path = ""
        for label, ordinal in place:
            path = f"{path}/{self.step(path, label)}"
            if ordinal and path not in self.list_slots:
                path = f"{path}#{ordinal}"
        return path

    def step(self, above: str, label: str) -> str:
        """A step; classes that stand for a value there (``status-open``) are one step."""
        if not self.class_variants:
            return label
        return self.class_variants.get(f"{above}/{label.partition('.')[0]}", label)

    def values(self, run: InlineRun) -> Iterator[Value]:
        """The values of a run with their slots; a divided text is several values."""
        if not self.templates:
            yield from self.undivided(run)
            return
        yield from self.parted_values(self.undivided(run))

    def parted_values(self, values: Iterable[Value]) -> Iterator[Value]:
        """Values with those of divided slots whole and in their parts, these again."""
        for slot, kind, value in values:
            if kind == "text" and slot in self.templates:
                for at, part in self.division(slot).values(value):
                    yield at, kind, part
            else:
                yield slot, kind, value

    def division(self, slot: str) -> Division[str]:
        """How the texts of a divided slot are divided, compiled once."""
        found = self._divisions.get(slot)
        if found is None:
            found = self._divisions[slot] = compile_division(slot, self.templates, str)
        return found

    def undivided(self, run: InlineRun) -> Iterator[Value]:
        """The values of a run, texts as they stand."""
        slot = self.place(run.place)
        if run.coded:
            if slot in self.class_values:
                yield f"{slot}!", "text", run.text
        elif run.label:
            yield from _whole(f"={run.label}", run)
        elif found := (
            self._inside(slot, run) or self._labelled(slot, run) or self._captioned(slot, run)
        ):
            yield from found
        elif slot in self.split_lines and len(run.lines) > 1:
            lines = run.lines if slot in self.loose_lines else _joined(run.lines)
            yield from self._parts(slot, lines, numbered=True)
            yield from self._linked(slot, run)
        elif slot in self.split_pieces:
            yield from self._parts(slot, run.pieces, numbered=slot in self.indexed_pieces)
        else:
            yield from _whole(slot, run)
            yield from self._linked(slot, run)

    def _linked(self, slot: str, run: InlineRun) -> Iterator[Value]:
        """The text of the link that stands in the middle of a run, once in each."""
        label = self.inner_link.get(slot)
        pieces = [one for one in run.pieces if label and self.step(slot, one.label) == label]
        if len(pieces) == 1:
            yield from (one for one in self._parts(slot, pieces) if one[1] == "text")

    def _inside(self, slot: str, run: InlineRun) -> list[Value]:
        """The values of a run with several known labels inside its lines."""
        if slot not in self.inline_labels:
            return []
        pattern = label_pattern(self.inline_labels[slot])
        found: list[Value] = []
        at = slot
        for line in run.lines or [Piece("#", run.text)]:
            first = pattern.search(line.text)
            if first is None or first.start() > 0:
                before = line.text[: first.start()] if first else line.text
                if text := before.strip(EDGES).removesuffix(" -"):
                    found.append((at, "text", text))
            for label in pattern.finditer(line.text):
                following = pattern.search(line.text, label.end())
                at = f"{slot}={label[label.lastindex or 0]}"
                text = line.text[label.end() : following.start() if following else None]
                if text := text.strip(EDGES).removesuffix(" -"):
                    found.append((at, "text", text))
        return [*found, *self._linked_inside(slot, run, pattern)] if found else []

    def _linked_inside(
        self, slot: str, run: InlineRun, pattern: re.Pattern[str]
    ) -> Iterator[Value]:
        """Addresses in a run with labels: each goes to the last label in front of its piece."""
        cursor = 0
        for piece in run.pieces:
            cursor = max(cursor, run.text.find(piece.text, cursor))
            labels = [
                m[m.lastindex or 0] for m in pattern.finditer(run.text, 0, cursor + len(piece.text))
            ]
            at = f"{slot}={labels[-1]}" if labels else slot
            for address in piece.links:
                yield at, "link", address
            for address in piece.images:
                yield at, "image", address

    def _labelled(self, slot: str, run: InlineRun) -> list[Value]:
        """The values of a run whose lines begin with known labels."""
        found: list[Value] = []
        at, labels = slot, self.labels.get(slot, [])
        if not labels:
            return found
        for line in run.lines or [Piece("#", run.text)]:
            text = line.text
            match = PREFIX.match(text)
            if match and match[1] in labels:
                at = f"{slot}={match[1]}"
                text = text[match.end() :]
            if text:
                found.append((at, "text", text))
            found.extend((at, "link", address) for address in line.links)
            found.extend((at, "image", address) for address in line.images)
        if at == slot:
            return []
        if not run.lines:
            found.extend((at, kind, value) for _, kind, value in _addresses(slot, run))
        return found

    def _captioned(self, slot: str, run: InlineRun) -> list[Value]:
        """The values of a run whose first piece is a known caption."""
        first = run.pieces[0] if run.pieces else Piece("#", "")
        if len(run.pieces) < 2 or first.text not in self.captions.get(slot, ()):
            return []
        at = f"{slot}={first.text}"
        text = run.text.removeprefix(first.text).strip(EDGES + ":：")
        found = [(at, "text", text)] if text else []
        return [*found, *((at, kind, value) for _, kind, value in _addresses(slot, run))]

    def _parts(
        self, slot: str, pieces: Sequence[Piece], *, numbered: bool = False
    ) -> Iterator[Value]:
        """Every piece a value."""
        labels = [self.step(slot, piece.label) for piece in pieces]
        for at, piece in zip(slots_of(slot, labels, numbered=numbered), pieces, strict=True):
            text = piece.text.strip(EDGES)
            if says(text) or (text and len(pieces) == 1):
                yield at, "text", text
            for address in piece.links:
                yield at, "link", address
            for address in piece.images:
                yield at, "image", address


def _learned_fields() -> Iterator[Any]:
    """The fields of ``Columns`` that are learned and stored."""
    return (one for one in fields(Columns) if one.compare)


def _joined(lines: Sequence[Piece]) -> list[Piece]:
    """Lines with successive lines of loose text made one."""
    found = []
    for group in loose_joined([line.label for line in lines]):
        mine = [lines[place] for place in group]
        text = " ".join(line.text for line in mine)
        links = [address for line in mine for address in line.links]
        images = [address for line in mine for address in line.images]
        found.append(Piece(mine[0].label, text, links, images, mine[0].hint))
    return found


def _whole(slot: str, run: InlineRun) -> Iterator[Value]:
    if run.text:
        yield slot, "text", run.text
    yield from _addresses(slot, run)


def _addresses(slot: str, run: InlineRun) -> Iterator[Value]:
    for piece in run.pieces:
        for address in piece.links:
            yield slot, "link", address
    for piece in run.pieces:
        for address in piece.images:
            yield slot, "image", address
