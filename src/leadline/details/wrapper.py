"""Detail wrapper: reads the record pages of a source into the fields that lists do not show."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from leadline.columns.naming import clean_name
from leadline.details.content import DetailContent
from leadline.details.entries import FieldKind, PairGroup, TextLine
from leadline.details.labelling import LabelledText, LineTemplate
from leadline.model import Field
from leadline.page.plain import from_plain, to_plain
from leadline.values.lists import join_values

STYLED_STEP: Final = re.compile(r"(?<![\w:-])([a-z][\w:-]*+)[.#][^/|]*+")
ANY_LABEL: Final = "*"
"""Label of places at which one text stands, whatever is above it."""
MAX_TEXTS: Final = 1_000
"""Texts of one place of a page that are kept."""


MIN_LABELS_BESIDE: Final = 2
"""Labelled columns at a place from which another label there stands before a value, too."""


class SlotValues(NamedTuple):
    """Values at one slot of a page; ``channel`` says which reader found them, the surest first."""

    slot: str
    label: str
    values: tuple[str, ...]
    kind: FieldKind
    channel: int


MACHINE, PAIRS, TEXTS, FILES = range(4)


@dataclass(frozen=True, slots=True)
class DetailTemplate:
    """What of a record page is data, and at which slot.

    ``steps`` are steps with classes that belong to the template: others are read as their tags.
    ``groups`` are paths of groups of pairs. ``single`` places show one text; ``numbered`` slots the
    same number of texts on all pages, each its own value; the texts of others are joined.
    ``trails`` are lists of links that end with the record itself, as breadcrumbs do.
    """

    steps: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    lines: LineTemplate = field(default_factory=LineTemplate, metadata={"flat": True})
    single: frozenset[str] = frozenset()
    numbered: frozenset[str] = frozenset()
    trails: frozenset[str] = frozenset()

    def stable(self, place: str) -> str:
        """Return a place without classes and ids that only single pages have."""
        return STYLED_STEP.sub(lambda step: step[0] if step[0] in self.steps else step[1], place)

    def groups_of(self, content: DetailContent) -> list[PairGroup]:
        """Return the groups of a page at stable places."""
        groups = []
        for group in content.groups:
            path, known = self.stable(group.path), len(group.path)
            pairs = tuple(pair._replace(slot=path + pair.slot[known:]) for pair in group.pairs)
            groups.append(replace(group, path=path, pairs=pairs))
        return groups

    def lines_of(self, content: DetailContent) -> list[TextLine]:
        """Return the lines of a page outside the groups of pairs, at stable places."""
        groups = [group for group in self.groups_of(content) if group.path in self.groups]
        spans = iter(sorted((group.start, group.stop) for group in groups))
        start, stop = next(spans, (0, 0))
        lines = []
        for line in content.lines:
            while line.node >= stop and stop:
                start, stop = next(spans, (0, 0))
            if not start <= line.node < stop:
                lines.append(line._replace(base=self.stable(line.base)))
        return lines

    def slots(self, content: DetailContent) -> Iterator[SlotValues]:
        """Yield what a page says at each slot, the surest readers first."""
        for entry in content.machine:
            yield SlotValues(entry.slot, entry.label, entry.values, entry.kind, MACHINE)
        pairs: dict[str, SlotValues] = {}
        for group in self.groups_of(content):
            for pair in group.pairs if group.path in self.groups else ():
                before = pairs.get(pair.slot)
                values = (*before.values, *pair.values) if before else pair.values
                pairs[pair.slot] = SlotValues(pair.slot, pair.label, values, pair.kind, PAIRS)
        yield from pairs.values()
        yield from self._texts(content)
        for entry in content.files:
            slot = self.stable(entry.slot)
            yield SlotValues(slot, entry.label, entry.values, entry.kind, FILES)

    def slot_of(self, text: LabelledText) -> str:
        """Return the slot of a text: its place, with its label where several texts stand there."""
        is_single = text.base in self.single and not text.is_own
        return f"{text.base}|{ANY_LABEL if is_single else text.label.casefold()}"

    def _texts(self, content: DetailContent) -> Iterator[SlotValues]:
        texts: dict[str, list[str]] = defaultdict(list)
        items: dict[str, bool] = {}
        labels: dict[str, str] = {}
        for text in self.lines.labelled(self.lines_of(content)):
            slot = self.slot_of(text)
            labels.setdefault(slot, text.label)
            items[slot] = items.get(slot, True) and text.is_item
            if len(texts[slot]) < MAX_TEXTS:
                texts[slot].append(text.text)
        for slot, values in texts.items():
            end = values[-1:] if slot in self.trails else []
            values = values[:-1] if end else values
            if slot in self.numbered:
                for number, value in enumerate(values, 1):
                    yield SlotValues(f"{slot}@{number}", labels[slot], (value,), "text", TEXTS)
            else:
                shown = tuple(values) if items[slot] else (" ".join(values),)
                yield SlotValues(slot, labels[slot], shown, "text", TEXTS)
            if end:
                yield SlotValues(f"{slot}@end", labels[slot], (end[0],), "text", TEXTS)


@dataclass(frozen=True, slots=True)
class DetailWrapper:
    """Template of a source's record pages, and the column of each slot.

    ``left_out`` are slots of pairs that say nothing new. ``listed`` are the names of the list's
    columns: a label that is seen first on a later page makes no second column of such a name.
    ``repeated`` are slots that say what a column of the list says, for records that no list shows.
    """

    template: DetailTemplate = field(metadata={"flat": True})
    columns: tuple[tuple[str, str, FieldKind], ...]
    left_out: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    repeated: tuple[tuple[str, str, FieldKind], ...] = ()

    @property
    def names(self) -> list[str]:
        """Names of the columns, each once."""
        return list(dict.fromkeys(name for _, name, _ in self.columns))

    @property
    def unnamed(self) -> frozenset[str]:
        """Names of the columns that no label tells, but their place alone."""
        signs = {name: slot.rpartition("|") for slot, name, _ in self.columns}
        return frozenset(
            name
            for name, (place, _, own) in signs.items()
            if place and (own in ("", ANY_LABEL) or "@" in own)
        )

    def fields(self, content: DetailContent, *, is_listed: bool = True) -> tuple[Field, ...]:
        """Return the fields of a record page, with those of the list where no list shows it."""
        columns = (*self.columns, *(() if is_listed else self.repeated))
        known = {(slot, kind): name for slot, name, kind in columns}
        found: dict[tuple[str, FieldKind], str] = {}
        strange: list[SlotValues] = []
        for shown in self.template.slots(content):
            name = known.get((shown.slot, shown.kind))
            if name is not None and any(shown.values):
                found.setdefault((name, shown.kind), join_values(shown.values))
            elif self._is_labelled(shown) and shown.slot not in self.left_out and any(shown.values):
                strange.append(shown)
        for shown in strange:
            name = clean_name(shown.label)
            if name and name.casefold() not in self.listed:
                found.setdefault((name, shown.kind), join_values(shown.values))
        return tuple(Field(name, value, kind) for (name, kind), value in found.items())

    def _is_labelled(self, shown: SlotValues) -> bool:
        """Tell whether an unknown slot is one of pairs, or of a place where labels tell values."""
        place, _, own = shown.slot.rpartition("|")
        if shown.channel != TEXTS or own in ("", ANY_LABEL):
            return shown.channel == PAIRS
        beside = sum(
            slot.rpartition("|")[0] == place and name not in self.unnamed
            for slot, name, _ in self.columns
        )
        return beside >= MIN_LABELS_BESIDE

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return to_plain(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DetailWrapper:
        """Restore a wrapper from ``to_dict``."""
        return from_plain(cls, {"columns": (), **data})
