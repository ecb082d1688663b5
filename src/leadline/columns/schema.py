"""Columns as data: the slot of each place in a record, how its text is split, and its name.

A *slot* is a place inside a record (``inline_runs.Place``) after three questions are settled over
all records of a source. Repeated siblings are a list if their number varies, else they are fields.
The pieces of a run are one value (prose, a cell) or several (always the same pieces). A text in
front of a value may be its label ("Year: 1901"). ``induction`` learns a schema; ``reader`` reads by
it. A place that was never seen gets a column named from its label or its path, so no value is lost.

>>> schema = ColumnSchema({"/ul/li": "Tags"}, list_slots={"/ul/li"})
>>> slot = schema.slot_of((("ul", 0), ("li", 2)))
>>> slot, schema.name(slot, "link"), schema.name("/p.note#1", "text")
('/ul/li', 'Tags_url', 'extra_p_note_1')
>>> ColumnSchema.from_dict(schema.to_dict()) == schema
True
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Final, Self

from leadline.columns.inline_runs import Place
from leadline.columns.naming import clean_name

HEADER_ROW: Final = "tr"
"""The place of headings that are the header row of a table; others are paths inside a record."""
PARTS_OF_SLOT: Final = re.compile(r"[/>|=!~]")
"""What parts the step of a cell from places and pieces inside it."""
ADDRESS_SUFFIXES: Final = {"link": "_url", "image": "_image"}
"""What the columns of addresses are called, beside the column of the text."""
KEPT_HEADINGS: Final = 1_024
"""Headings whose comparable form is kept: those of a source are compared on each of its pages."""


@lru_cache(maxsize=KEPT_HEADINGS)
def folded(name: str) -> str:
    """Return a heading as it is compared: without signs around it, case aside."""
    return clean_name(name).casefold()


@dataclass(slots=True)
class ColumnSchema:
    """What was learned of a source's records; comparable, and stored as plain data.

    Places:
        names: slot -> name of the column; '' leaves the column out
        class_variants: path of a tag whose class is a value -> its most frequent step
        list_slots: paths of repeated siblings that are one list
        shifts: the slots of records that lack cells, in their order -> slot -> slot it stands for
    Slots:
        split_pieces: each piece is a value; indexed_pieces: also each of several like pieces
        split_lines: each line is a value; loose_lines: also each of several lines of loose text
        class_values: the value is a class of the element
        templates: slot -> templates that split its text
        inline_labels: slot -> labels inside its lines; labels: slot -> labels that begin its lines
        captions: slot -> first pieces that name the rest of the run
        inner_link: slot -> step of the one link in its prose whose text is a value too
    Headings (``headings``):
        headings: place -> headings of the columns in their order, folded those of a table
        aliases: another heading (folded) -> the learned one of the same column
    """

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
    headings: dict[str, list[str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    shifts: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def headed(self) -> frozenset[str]:
        """Names of the columns that stand under headings, and so are no other column's."""
        headings = (name for names in self.headings.values() for name in names if name)
        return frozenset(name for heading in headings for name in self.under(heading))

    def under(self, heading: str) -> list[str]:
        """Return the names of the columns under a heading, that of the whole cell first."""
        wanted = folded(heading)
        row = self.headings.get(HEADER_ROW, ())
        steps = {f"/td#{at}" if at else "/td" for at, name in enumerate(row) if name == wanted}
        slots = [slot for slot in self.names if PARTS_OF_SLOT.split(slot[1:], 1)[0]]
        cells = [slot for slot in slots if f"/{PARTS_OF_SLOT.split(slot[1:], 1)[0]}" in steps]
        cells.sort(key=len)
        cards = (name for name in self.names.values() if folded(name) == wanted and not row)
        return [*dict.fromkeys((*(self.names[slot] for slot in cells), *cards))]

    @property
    def named(self) -> frozenset[str]:
        """Names of columns that are labels beside or in front of their values."""
        labels = (*self.inline_labels.items(), *self.labels.items(), *self.captions.items())
        names = {
            self.name(f"{slot}={one.strip()}", "text") for slot, each in labels for one in each
        }
        slots = (slot for slot in self.names if "=" in slot and "|" not in slot)
        return frozenset(names | {self.name(slot, "text") for slot in slots})

    def slot_of(self, place: Place) -> str:
        """Return the slot of a place: ordinals are kept only where siblings are fields."""
        path = ""
        for label, ordinal in place:
            path = f"{path}/{self.step(path, label)}"
            if ordinal and path not in self.list_slots:
                path = f"{path}#{ordinal}"
        return path

    def step(self, above: str, label: str) -> str:
        """Return a step of a path; classes that are values (``status-open``) are one step."""
        if not self.class_variants:
            return label
        return self.class_variants.get(f"{above}/{label.partition('.')[0]}", label)

    def name(self, slot: str, kind: str) -> str:
        """Return the column of a slot: learned, or its label or path; '' leaves it out."""
        name = self.names.get(slot)
        if name == "":
            return ""
        if name is None:
            label = slot.rpartition("=")[2] if "=" in slot else ""
            name = clean_name(label.replace("|", "_"))
            if name and (known := self.aliases.get(name.casefold())):
                return (self.under(known) or [known])[0] + ADDRESS_SUFFIXES.get(kind, "")
            if not name or name in self.names.values():
                name = "extra_" + re.sub(r"\W+", "_", slot).strip("_")
        return name + ADDRESS_SUFFIXES.get(kind, "")

    def with_aliases(self, aliases: Mapping[str, str]) -> Self:
        """Return the columns with other headings of theirs, by the learned ones."""
        return self.with_part("aliases", dict(aliases))

    def with_labels(self, labels: Mapping[str, Sequence[str]]) -> Self:
        """Return the columns with further labels in some slots."""
        changed = self
        for part in ("inline_labels", "labels"):
            known = getattr(self, part).items()
            more = {slot: [*own, *labels.get(slot, ())] for slot, own in known}
            changed = changed.with_part(part, more)
        return changed

    def with_part(self, name: str, part: Mapping[str, Any]) -> Self:
        """Return the columns with another part, without the plans made for the old one."""
        return self.from_dict(self.to_dict() | {name: part})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        stored = {one.name: getattr(self, one.name) for one in fields(ColumnSchema)}
        return {
            name: sorted(value) if isinstance(value, set) else dict(value)
            for name, value in stored.items()
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Restore what ``to_dict`` gave."""
        schema = cls()
        for name in (one.name for one in fields(ColumnSchema)):
            setattr(schema, name, type(getattr(schema, name))(data.get(name, ())))
        return schema
