"""Columns of records: which values are the same kind of thing, and what it is called.

Learned from all records of one source together, then read record by record. A *slot* is a place
inside a record (``runs.Place``) after three things are settled from the samples: which repeated
siblings are a list (their number varies: one value joined by " | ") and which are fields (their
number does not), whether a run of text and links is one value (prose, a cell) or several (always
the same pieces), and which texts in front are labels ("Year: 1901"). A place that was never seen
gets a column of its own, named from its path, so nothing is lost.

>>> from leadline.dom import parse_html
>>> from leadline.model import RecordSpan
>>> html = "<table><tr><th>Who<th>Born<tr><td><a href=/1>Ann</a><td>1901<tr><td>Bo<td>1902</table>"
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
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from leadline.model import Field
from leadline.records.naming import clean_name, header_names, step_name
from leadline.records.runs import LONGEST_LABEL, Piece, Place, Run, read_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from leadline.dom import Document
    from leadline.model import RecordSpan

JOIN: Final = " | "
STEADY: Final = 0.9
"""Share of records with the same number of siblings that makes the siblings fields, not a list."""
SAME_PIECES: Final = 0.7
"""Share of runs with the same pieces that makes the pieces values of their own."""
LABELLED: Final = 0.8
"""Share of a slot's values with the same label in front that makes it the column's name."""
OFTEN: Final = 0.25
"""Share of records in which a caption of a list of runs comes again."""
PREFIX: Final = re.compile(r"([^\W\d_][^:：\n]{0,39}?)\s?(?::(?=\s|$)|：)\s*")
EDGES: Final = " \t,;|·•–—"
"""Signs that part values in a line; they belong to none of them."""

Value = tuple[str, str, str]
"""Slot, kind and value."""


@dataclass(slots=True)
class Columns:
    """What was learned of a source's records; comparable, and kept as plain data."""

    names: dict[str, str] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    parted: set[str] = field(default_factory=set)
    lined: set[str] = field(default_factory=set)
    coded: set[str] = field(default_factory=set)
    labels: dict[str, list[str]] = field(default_factory=dict)
    captions: dict[str, list[str]] = field(default_factory=dict)

    def read(self, document: Document, span: RecordSpan) -> tuple[Field, ...]:
        """The values of a record; what repeats within it is one value joined by " | "."""
        held: dict[tuple[str, str], list[str]] = {}
        for run in read_runs(document, span):
            for slot, kind, value in self.values(run):
                held.setdefault((slot, kind), []).append(value)
        return tuple(
            Field(self.name(slot, kind), JOIN.join(values), kind)  # type: ignore[arg-type]
            for (slot, kind), values in held.items()
        )

    def name(self, slot: str, kind: str) -> str:
        """The column of a slot: learned, or made from its path when it was never seen."""
        found = self.names.get(slot)
        if found is None:
            found = "extra_" + re.sub(r"\W+", "_", slot).strip("_")
        return found + {"link": "_url", "image": "_image"}.get(kind, "")

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "names": dict(self.names),
            "lists": sorted(self.lists),
            "parted": sorted(self.parted),
            "lined": sorted(self.lined),
            "coded": sorted(self.coded),
            "labels": {slot: list(labels) for slot, labels in self.labels.items()},
            "captions": {slot: list(labels) for slot, labels in self.captions.items()},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Columns:
        """What ``to_dict`` gave."""
        columns = cls(dict(data.get("names", {})))
        for name in ("lists", "parted", "lined", "coded"):
            setattr(columns, name, set(data.get(name, ())))
        for name in ("labels", "captions"):
            held = data.get(name, {})
            setattr(columns, name, {slot: list(texts) for slot, texts in held.items()})
        return columns

    def place(self, place: Place) -> str:
        """A place as a slot: ordinals only where siblings are fields."""
        path = ""
        for label, ordinal in place:
            path = f"{path}/{label}"
            if ordinal and path not in self.lists:
                path = f"{path}#{ordinal}"
        return path

    def values(self, run: Run) -> Iterator[Value]:
        """The values of a run with their slots."""
        slot = self.place(run.place)
        if run.coded:
            if slot in self.coded:
                yield f"{slot}!", "text", run.text
        elif run.label:
            yield from _whole(f"={run.label}", run)
        elif found := self._labelled(slot, run) or self._captioned(slot, run):
            yield from found
        elif slot in self.lined and len(run.lines) > 1:
            yield from _parts(slot, _joined(run.lines), numbered=True)
        elif slot in self.parted:
            yield from _parts(slot, run.pieces)
        else:
            yield from _whole(slot, run)

    def _labelled(self, slot: str, run: Run) -> list[Value]:
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

    def _captioned(self, slot: str, run: Run) -> list[Value]:
        """The values of a run whose first piece is a known caption."""
        first = run.pieces[0] if run.pieces else Piece("#", "")
        if len(run.pieces) < 2 or first.text not in self.captions.get(slot, ()):
            return []
        at = f"{slot}={first.text}"
        text = run.text.removeprefix(first.text).strip(EDGES + ":：")
        found = [(at, "text", text)] if text else []
        return [*found, *((at, kind, value) for _, kind, value in _addresses(slot, run))]


def learn_columns(samples: Sequence[tuple[Document, Sequence[RecordSpan]]]) -> Columns:
    """Columns from records of one source, of one page or several."""
    records = [
        read_runs(document, span) for document, spans in samples for span in spans if span.nodes
    ]
    columns = Columns()
    columns.lists = _find_lists(records)
    runs: dict[str, list[Run]] = {}
    for record in records:
        for run in record:
            if not run.label:
                runs.setdefault(columns.place(run.place), []).append(run)
    for slot, held in runs.items():
        if all(run.coded for run in held):
            if 2 * len(held) > len(records) and len({run.text for run in held}) > 1:
                columns.coded.add(slot)
            continue
        if labels := _find_labels(held):
            columns.labels[slot] = labels
        if captions := _find_captions(held, len(records)):
            columns.captions[slot] = captions
        if _is_lined(held):
            columns.lined.add(slot)
        if _is_parted(held):
            columns.parted.add(slot)
    headers: dict[int, str] = {}
    for document, spans in samples:
        headers = headers or header_names(document, spans)
    columns.names = _name_slots(columns, records, headers)
    return columns


def _find_lists(records: Sequence[Sequence[Run]]) -> set[str]:
    """Paths whose number of siblings varies from record to record (cells never are)."""
    columns = Columns()
    deepest = max((len(run.place) for record in records for run in record), default=0)
    for depth in range(deepest):
        counts: dict[str, Counter[int]] = {}
        for record in records:
            most: dict[tuple[Place, str], int] = {}
            for run in record:
                if len(run.place) > depth:
                    label, ordinal = run.place[depth]
                    key = (run.place[:depth], label)
                    most[key] = max(most.get(key, 0), ordinal)
            for (above, label), ordinal in most.items():
                path = f"{columns.place(above)}/{label}"
                counts.setdefault(path, Counter())[ordinal] += 1
        for path, counted in counts.items():
            steady = counted.most_common(1)[0][1] >= STEADY * counted.total()
            if max(counted) and not steady and not path.endswith("/td"):
                columns.lists.add(path)
    return columns.lists


def _find_labels(runs: Sequence[Run]) -> list[str]:
    """Texts in front of a colon that begin nearly all values of a slot, each often."""
    lines = [line.text for run in runs for line in (run.lines or [Piece("#", run.text)])]
    counted = Counter(match[1] for line in lines if (match := PREFIX.match(line)))
    often = {label: times for label, times in counted.items() if times >= 2}
    several = len(lines) > len(runs) or len(often) > 1
    if not often or (not several and len(lines) < 3):
        return []
    if sum(often.values()) < (0.5 if several else LABELLED) * len(lines):
        return []
    if several and max(often.values()) > len(runs):
        return []
    return list(often)


def _is_parted(runs: Sequence[Run]) -> bool:
    """Whether the pieces of a slot are values: no loose text between them, or always the same."""
    patterns = Counter(tuple(p.label for p in run.pieces if _says(p.text)) for run in runs)
    several = {pattern: times for pattern, times in patterns.items() if len(pattern) > 1}
    if not several:
        return False
    loose = sum(times for pattern, times in several.items() if "#" in pattern)
    if loose <= 0.1 * sum(several.values()):
        return True
    return len(runs) > 1 and max(several.values()) >= SAME_PIECES * len(runs)


def _find_captions(runs: Sequence[Run], records: int) -> list[str]:
    """Texts of first pieces that name the rest of their run: the same text in every record, or
    one of a few in a list of runs that each record has.
    """
    first = Counter(run.pieces[0].text for run in runs if len(run.pieces) > 1)
    rest = {run.text for run in runs}
    if len(runs) < 3 or len(rest) <= 0.5 * min(len(runs), 20) or "" in first:
        return []
    several = len(runs) > 1.5 * records
    least = max(2, (OFTEN if several else STEADY) * records)
    found = [
        text for text, times in first.items()
        if least <= times <= records and len(text) <= LONGEST_LABEL and _says(text)
    ]  # fmt: skip
    if several and len(found) < 2:
        return []
    return found if sum(first[text] for text in found) >= LABELLED * first.total() else []


def _is_lined(runs: Sequence[Run]) -> bool:
    """Whether the lines of a slot are values: told apart by their elements in nearly all runs."""
    parted = [frozenset(line.label for line in run.lines) for run in runs if len(run.lines) > 1]
    if len(parted) < max(2, 0.5 * len(runs)):
        return False
    counted = Counter(label for labels in parted for label in labels)
    common = [label for label, times in counted.items() if times >= LABELLED * len(parted)]
    return len(common) > 1


def _joined(lines: Sequence[Piece]) -> list[Piece]:
    """Lines with successive lines of loose text made one."""
    found: list[Piece] = []
    for line in lines:
        if found and line.label == found[-1].label == "#":
            last = found[-1]
            found[-1] = Piece(
                "#", f"{last.text} {line.text}", last.links + line.links, last.images + line.images
            )
        else:
            found.append(line)
    return found


def _says(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _parts(slot: str, pieces: Sequence[Piece], *, numbered: bool = False) -> Iterator[Value]:
    """Every piece a value; loose text is told by the piece in front of it."""
    before = ""
    seen: Counter[str] = Counter()
    for piece in pieces:
        at = f"{slot}>{piece.label}{before}" if piece.label == "#" else f"{slot}>{piece.label}"
        if numbered:
            seen[at] += 1
            at = at if seen[at] == 1 else f"{at}#{seen[at] - 1}"
        text = piece.text.strip(EDGES)
        if _says(text) or (text and len(pieces) == 1):
            yield at, "text", text
        for address in piece.links:
            yield at, "link", address
        for address in piece.images:
            yield at, "image", address
        if piece.label != "#":
            before = piece.label


def _whole(slot: str, run: Run) -> Iterator[Value]:
    if run.text:
        yield slot, "text", run.text
    yield from _addresses(slot, run)


def _addresses(slot: str, run: Run) -> Iterator[Value]:
    for piece in run.pieces:
        for address in piece.links:
            yield slot, "link", address
    for piece in run.pieces:
        for address in piece.images:
            yield slot, "image", address


def _name_slots(
    columns: Columns, records: Sequence[Sequence[Run]], headers: dict[int, str]
) -> dict[str, str]:
    """A name of its own for every slot, in the order in which slots are first read."""
    hints: dict[str, Counter[str]] = {}
    for record in records:
        for run in record:
            for slot, hint in _slot_hints(columns, run, headers):
                hints.setdefault(slot, Counter())[hint] += 1
    names: dict[str, str] = {}
    taken: set[str] = set()
    for slot, counted in hints.items():
        names[slot] = _free(next((h for h, _ in counted.most_common() if h), ""), taken)
        taken.add(names[slot])
    return names


def _slot_hints(columns: Columns, run: Run, headers: dict[int, str]) -> Iterator[tuple[str, str]]:
    around = _run_name(run, headers)
    hints = {piece.label: piece.hint for piece in (*run.pieces, *run.lines)}
    done: set[str] = set()
    for slot, _, _ in columns.values(run):
        if slot in done:
            continue
        done.add(slot)
        if "=" in slot:
            yield slot, clean_name(slot.rpartition("=")[2])
        elif slot.endswith("!"):
            yield slot, clean_name(run.hint)
        elif ">" in slot:
            yield slot, clean_name(hints.get(slot.rpartition(">")[2], "")) or around
        else:
            yield slot, around


def _run_name(run: Run, headers: dict[int, str]) -> str:
    if run.place and run.place[0][0] == "td" and run.place[0][1] in headers:
        return clean_name(headers[run.place[0][1]])
    steps: Iterable[str] = (label for label, _ in reversed(run.place))
    return clean_name(run.hint) or next((name for step in steps if (name := step_name(step))), "")


def _free(wanted: str, taken: set[str]) -> str:
    """The name itself, or the first free one with a number."""
    number, base = 2, wanted
    if not wanted:
        base, wanted, number = "text", "text_1", 2
    while wanted in taken:
        wanted = f"{base}_{number}"
        number += 1
    return wanted
