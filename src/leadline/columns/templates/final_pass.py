"""Final segmentation of columns once all records of a source are known.

A wrapper is learned from a few answers, which may show other kinds of records. When the source is
complete, the templates of its texts are learned again over the records of each type. They replace
the parts that the wrapper made. Parts of addresses become columns too (``url_parts``).

>>> kinds = ("bug", "task", "bug")
>>> def record(n): return (Field("head", f"#{n}: {kinds[n % 3]}: {chr(64 + n)} fails"),)
>>> records = [record(n) for n in range(1, 41)]
>>> finished = learn_final_segmentation({"ticket": records}, parts=())
>>> [(item.column, item.value) for item in finished.fields("ticket", records[6])]
[('head', '#7: task: G fails'), ('head_2', '7'), ('head_3', 'task'), ('head_4', 'G fails')]
>>> finished.fields("page", records[0]) == records[0]
True
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from statistics import median_low
from typing import Final

from leadline.columns.templates.compiled import Division, compile_division
from leadline.columns.templates.divide import learn_divisions
from leadline.columns.templates.part_names import free_name
from leadline.columns.url_parts import is_address, learn_parts, part_word, parts_of
from leadline.model import Field
from leadline.values.lists import LIST_SEPARATOR, display_list

MIN_SAME_VALUES_SHARE: Final = 0.9
"""Share of a part's values that an old column held from which the part keeps that name."""
MAX_SAMPLED_VALUES: Final = 240
"""Values of a column that templates are learned from, evenly spread."""
MIN_ADDRESS_SHARE: Final = 0.5
"""Share of the records with an address from which the parts of a column's addresses are values."""
NUMBERED: Final = re.compile(r"_\d+$")
PLACEHOLDER_NAME: Final = re.compile(r"text_\d+|extra_.*")
MIN_LIST_SHARE: Final = 0.05
"""Share of the records with several values from which a column holds lists."""


@dataclass(slots=True)
class FinalSegmentation:
    """How the columns of each type of record are split.

    ``divisions`` stand by type and column, ``addresses`` (names by part) by type, column and kind.
    ``parts`` are the columns that were or are made; ``fields`` drops them first. ``origins`` give
    the column that each of them is made of.
    """

    divisions: dict[str, dict[str, Division[str]]] = field(default_factory=dict)
    addresses: dict[str, dict[tuple[str, str], dict[str, str]]] = field(default_factory=dict)
    parts: set[str] = field(default_factory=set)
    origins: dict[str, str] = field(default_factory=dict)

    def fields(self, kind: str, record: Sequence[Field]) -> tuple[Field, ...]:
        """Return a record's fields with the parts of its texts; parts of addresses come last."""
        result = [*self._divided(kind, record)]
        of_kind = self.addresses.get(kind, {})
        for item in [item for item in result if (item.column, item.kind) in of_kind]:
            part_values = parts_of(item.value)
            names = of_kind[item.column, item.kind].items()
            result += [
                Field(name, part_values[part]) for part, name in names if part_values.get(part)
            ]
        return tuple(result)

    def _divided(self, kind: str, record: Sequence[Field]) -> Iterator[Field]:
        of_kind = self.divisions.get(kind, {})
        for item in record:
            if item.kind != "text":
                yield item
            elif item.column not in self.parts:
                yield item
                if division := of_kind.get(item.column):
                    _, *parts = division.values(display_list(item.value))
                    yield from (Field(column, value) for column, value in parts if column)


@dataclass(slots=True)
class PartNames:
    """Names of new columns; the same place in two types of records has one name.

    ``taken`` are all names, ``before`` those that the wrapper gave to parts.
    """

    taken: set[str]
    before: frozenset[str] = frozenset()
    made: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def at(self, place: tuple[str, str, str], wanted: str, before: str = "") -> str:
        """Return the name of a place: the former, the wanted one, or that with a number."""
        if place not in self.made:
            free = bool(before) and before not in self.made.values()
            self.made[place] = before if free else free_name(wanted, self.taken)
            self.taken.add(self.made[place])
        return self.made[place]


def learn_final_segmentation(
    kinds: Mapping[str, Sequence[Sequence[Field]]],
    *,
    parts: Collection[str],
    named: Collection[str] = (),
) -> FinalSegmentation:
    """Learn the segmentation from records of each type.

    ``parts`` are columns made before. Those ``named`` by the wrapper keep their names.
    """
    finished = FinalSegmentation(parts=set(parts))
    columns = {item.column for rows in kinds.values() for row in rows for item in row}
    names = PartNames((columns - finished.parts) | set(named), frozenset(named))
    for kind, rows in kinds.items():
        finished.divisions[kind] = _divisions(rows, finished.parts, names)
    for kind, rows in kinds.items():
        finished.addresses[kind] = _addresses([finished.fields(kind, row) for row in rows], names)
    finished.origins.update((name, place[0]) for place, name in names.made.items())
    finished.parts.update(finished.origins)
    return finished


def parts_made_before(
    kinds: Mapping[str, Sequence[Sequence[Field]]], *, parts: Collection[str]
) -> set[str]:
    """Find columns that an earlier segmentation made, where nothing else tells it any more.

    Such a column has the values of one that would be made now, and its name but for the number.
    """
    columns = {item.column for rows in kinds.values() for row in rows for item in row}
    found = set[str]()
    while again := _made_twice(kinds, columns, {*parts, *found}) - found:
        found |= again
    return found


def _made_twice(
    kinds: Mapping[str, Sequence[Sequence[Field]]], columns: set[str], parts: set[str]
) -> set[str]:
    finished = learn_final_segmentation(kinds, parts=parts)
    alike: dict[str, bool] = {}
    for kind, rows in kinds.items():
        for row in rows:
            made: dict[str, set[str]] = defaultdict(set)
            for item in finished.fields(kind, row):
                if item.column in finished.origins and item.column not in columns:
                    made[NUMBERED.sub("", item.column)].add(item.value)
            for item in row:
                if values := made.get(NUMBERED.sub("", item.column)):
                    is_alike = item.kind == "text" and item.value in values
                    alike[item.column] = is_alike and alike.get(item.column, True)
    return {name for name, is_alike in alike.items() if is_alike} - {*finished.origins.values()}


def _divisions(
    rows: Sequence[Sequence[Field]], parts: Collection[str], names: PartNames
) -> dict[str, Division[str]]:
    """Learn how the columns of a type of records are split."""
    result: dict[str, Division[str]] = {}
    for column, values in _texts(rows, parts).items():
        divided, hints = learn_divisions(
            {column: values[:: max(1, len(values) // MAX_SAMPLED_VALUES)]}
        )
        if divided:
            before = _called_before(rows, column, divided, names.before)
            part_values = _named(column, hints, before, names)
            result[column] = compile_division(column, divided, part_values.__getitem__)
    return result


def _addresses(
    rows: Sequence[Sequence[Field]], names: PartNames
) -> dict[tuple[str, str], dict[str, str]]:
    """Learn the parts of the addresses in each column of a type of records, with names."""
    texts = [{item.column: item.value for item in row if item.kind == "text"} for row in rows]
    result: dict[tuple[str, str], dict[str, str]] = {}
    for (column, kind), numbered in _held_addresses(rows).items():
        values = [value for _, value in numbered]
        if len(values) < MIN_ADDRESS_SHARE * len(rows) or _is_list(values):
            continue
        learned = learn_parts(values, [texts[number] for number, _ in numbered])
        for part, means in learned.items():
            wanted = f"{_base(column, kind)}{part_word(part, learned)}"
            before = wanted if wanted in names.before else ""
            name = names.at((column, kind, part), wanted, before)
            result.setdefault((column, kind), {})[part] = name
            for (number, _), text in zip(numbered, means, strict=True):
                texts[number][name] = text
    return result


def _held_addresses(
    rows: Sequence[Sequence[Field]],
) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """Return the addresses of each column with the numbers of their rows."""
    addresses: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number, row in enumerate(rows):
        for item in row:
            if item.kind != "text" or is_address(item.value):
                addresses.setdefault((item.column, item.kind), []).append((number, item.value))
    return addresses


def _base(column: str, kind: str) -> str:
    """Return the prefix of names of address parts: the column, if it has a name."""
    base = column.removesuffix("_url") if kind == "link" else column
    return "" if PLACEHOLDER_NAME.fullmatch(base) else f"{base}_"


def _texts(rows: Sequence[Sequence[Field]], parts: Collection[str]) -> dict[str, list[str]]:
    """Return the texts of each column that holds no lists, in the order most records have."""
    result: dict[str, list[str]] = {}
    places: dict[str, list[int]] = {}
    for row in rows:
        for at, item in enumerate(row):
            if item.kind == "text" and item.column not in parts:
                result.setdefault(item.column, []).append(item.value)
                places.setdefault(item.column, []).append(at)
    order = sorted(result, key=lambda column: (median_low(places[column]), column))
    return {
        item: [*map(display_list, result[item])] for item in order if not _is_list(result[item])
    }


def _is_list(values: Sequence[str]) -> bool:
    """Whether values are lists whose length varies."""
    joined = [value.count(LIST_SEPARATOR) for value in values if LIST_SEPARATOR in value]
    return len(set(joined)) > 1 and len(joined) >= MIN_LIST_SHARE * len(values)


def _called_before(
    rows: Sequence[Sequence[Field]],
    column: str,
    divided: Mapping[str, Sequence[str]],
    parts: AbstractSet[str],
) -> dict[str, str]:
    """Return the former column of each slot that has the same values."""
    division = compile_division(column, divided, str)
    times: Counter[str] = Counter()
    alike: Counter[tuple[str, str]] = Counter()
    for row in rows:
        texts_of = {item.column: item.value for item in row if item.kind == "text"}
        old = [(name, texts_of[name]) for name in texts_of if name in parts]
        for slot, value in (
            division.values(display_list(texts_of[column])) if column in texts_of else ()
        ):
            times[slot] += 1
            alike.update((slot, name) for name, part_values in old if part_values == value)
    result: dict[str, str] = {}
    for (slot, name), count in alike.most_common():
        if (
            slot not in result
            and name not in result.values()
            and count >= MIN_SAME_VALUES_SHARE * times[slot]
        ):
            result[slot] = name
    return result


def _named(
    column: str, hints: Mapping[str, str], before: Mapping[str, str], names: PartNames
) -> defaultdict[str, str]:
    """Return the column of each slot; equal hints in two types of records share one."""
    result = defaultdict(str, {column: column})
    times: Counter[str] = Counter()
    for slot, hint in hints.items():
        times[hint] += 1
        place = (column, hint, str(times[hint]))
        result[slot] = names.at(place, hint or column, before.get(slot, ""))
    return result
