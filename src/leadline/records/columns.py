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
from leadline.records.runs import Place, Run, read_runs

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
    labels: dict[str, list[str]] = field(default_factory=dict)

    def read(self, document: Document, span: RecordSpan) -> tuple[Field, ...]:
        """The values of a record; what repeats within it is one value joined by " | "."""
        held: dict[tuple[str, str], list[str]] = {}
        for run in read_runs(document, span):
            for slot, kind, value in self._values(run):
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
            "labels": {slot: list(labels) for slot, labels in self.labels.items()},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Columns:
        """What ``to_dict`` gave."""
        return cls(
            dict(data.get("names", {})),
            set(data.get("lists", ())),
            set(data.get("parted", ())),
            {slot: list(labels) for slot, labels in data.get("labels", {}).items()},
        )

    def place(self, place: Place) -> str:
        """A place as a slot: ordinals only where siblings are fields."""
        path = ""
        for label, ordinal in place:
            path = f"{path}/{label}"
            if ordinal and path not in self.lists:
                path = f"{path}#{ordinal}"
        return path

    def _values(self, run: Run) -> Iterator[Value]:
        slot = self.place(run.place)
        if run.label:
            yield from _whole(f"={run.label}", run, run.text)
            return
        labels = self.labels.get(slot)
        if labels and (found := self._labelled(slot, run, labels)):
            yield from found
        elif slot in self.parted:
            yield from _parts(slot, run)
        else:
            yield from _whole(slot, run, run.text)

    def _labelled(self, slot: str, run: Run, labels: list[str]) -> list[Value]:
        """The values of a run whose lines begin with known labels."""
        found: list[Value] = []
        at = slot
        for line in run.lines or [run.text]:
            match = PREFIX.match(line)
            if match and match[1] in labels:
                at = f"{slot}={match[1]}"
                line = line[match.end() :]
            if line:
                found.append((at, "text", line))
        if at == slot:
            return []
        found.extend((at, kind, value) for _, kind, value in _addresses(slot, run))
        return found


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
    columns.labels = {slot: labels for slot, held in runs.items() if (labels := _find_labels(held))}
    columns.parted = {slot for slot, held in runs.items() if _is_parted(held)}
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
    lines = [line for run in runs for line in (run.lines or [run.text]) if line]
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


def _says(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _parts(slot: str, run: Run) -> Iterator[Value]:
    """Every piece a value; loose text is told by the piece in front of it."""
    before = ""
    for piece in run.pieces:
        at = f"{slot}>{piece.label}{before}" if piece.label == "#" else f"{slot}>{piece.label}"
        text = piece.text.strip(EDGES)
        if _says(text) or (text and len(run.pieces) == 1):
            yield at, "text", text
        for address in piece.links:
            yield at, "link", address
        for address in piece.images:
            yield at, "image", address
        if piece.label != "#":
            before = piece.label


def _whole(slot: str, run: Run, text: str) -> Iterator[Value]:
    if text:
        yield slot, "text", text
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
    hints = {piece.label: piece.hint for piece in run.pieces}
    done: set[str] = set()
    for slot, _, _ in columns._values(run):
        if slot in done:
            continue
        done.add(slot)
        if "=" in slot:
            yield slot, clean_name(slot.rpartition("=")[2])
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
