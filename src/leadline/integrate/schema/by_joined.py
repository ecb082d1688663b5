"""Columns that hold the same where records are joined correspond, whatever their names and forms.

Names and values of two columns may tell nothing: "People" here is "inhabitants" there, of another
year and rounded. The pairs that other columns join tell it: theirs are much nearer to each other
than those of other pairs. Wrong pairs among them only blur that.

>>> from leadline.integrate.schema.mapping import map_columns
>>> names, people = [f"Town {n}" for n in range(12)], [str(n * n * 70 + 900) for n in range(12)]
>>> other = [str(round(int(count) * 1.02, -1)) for count in people]
>>> tables = {"a": {"name": names, "People": people}, "b": {"name": names, "inhabitants": other}}
>>> mapping, rows = map_columns(tables), {("a", "b"): [[(n, n) for n in range(12)]]}
>>> mapping.by_source["b"], with_joined(mapping, tables, {}, rows).by_source["b"]
({'name': 'name', 'inhabitants': 'inhabitants'}, {'name': 'name', 'inhabitants': 'People'})
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.nearness import (
    MAX_DISTANCE,
    MIN_GAIN,
    MIN_TOLD,
    decoys,
    most_told,
    of_numbers,
)
from leadline.integrate.matching.readings import MEASURED, ReadCells, read_alike
from leadline.integrate.matching.text import comparison_text, number_of
from leadline.integrate.schema.mapping import PERSON_SAYS, ColumnMapping, MappedColumn

MAX_TOLD_ROWS: Final = 600
MIN_DIFFERENT: Final = 3
"""Different values of near pairs that prove a correspondence."""

Rows = Sequence[tuple[int, int]]
Tables = Mapping[str, Mapping[str, Sequence[str]]]
"""Cells by source and attribute."""


def with_joined(
    mapping: ColumnMapping,
    named: Tables,
    parts: Mapping[str, Mapping[str, str]],
    joined: Mapping[tuple[str, str], Sequence[Rows]],
) -> ColumnMapping:
    """Return the mapping with attributes that one source has alone joined to those of another.

    ``named`` are cells by source and attribute, ``joined`` rows of two sources that are one, and
    those that are likely one; what tells most of either counts. Columns that are ``parts`` of
    shared ones stay, and those that a person named; of two that tell as much the shorter is taken.
    """
    columns: dict[str, dict[str, MappedColumn]] = defaultdict(dict)
    holders: dict[str, set[str]] = defaultdict(set)
    for each in mapping.columns:
        holders[each.attribute].add(each.source)
    own = mapping.by_source
    for each in mapping.columns:
        whole = own[each.source].get(parts.get(each.source, {}).get(each.column, ""))
        is_free = whole is None or len(holders[whole]) == 1
        if PERSON_SAYS not in each.reasons and is_free:
            columns[each.source][each.attribute] = each
    wishes = []
    for (one, other), groups in joined.items():
        samples = [rows[:: len(rows) // MAX_TOLD_ROWS + 1] for rows in groups]
        samples = [rows for rows in samples if len(rows) >= MIN_TOLD]
        lone = [name for name in columns[one] if other not in holders[name]]
        others = [name for name in columns[other] if one not in holders[name]]
        for name, second in product(lone, others) if samples else ():
            cells = named[one][name], named[other][second]
            gain = max(_gain(*cells, rows) for rows in samples)
            length = sum(map(len, (*cells[0], *cells[1])))
            wishes.append((gain, -length, columns[one][name], columns[other][second]))
    renamed: dict[MappedColumn, MappedColumn] = {}
    for gain, _, first, second_column in sorted(wishes, key=lambda w: w[:2], reverse=True):
        few, many = sorted((second_column, first), key=lambda each: len(holders[each.attribute]))
        both = holders[few.attribute], holders[many.attribute]
        if gain >= MIN_GAIN and len(both[0]) == 1 and few not in renamed and not both[0] & both[1]:
            reason = f"near in {gain:.0%} more of the joined records than of others"
            renamed[few] = replace(few, attribute=many.attribute, score=gain, reasons=(reason,))
            both[1].update(both[0])
    if not renamed:
        return mapping
    formats = {
        (e.source, e.attribute): mapping.formats[old.source, old.attribute]
        for old, e in renamed.items()
    }
    found = tuple(renamed.get(each, each) for each in mapping.columns)
    return replace(mapping, columns=found, formats={**mapping.formats, **formats})


def _gain(cells: Sequence[str], others: Sequence[str], rows: Rows) -> float:
    """Return how much more often joined rows have near values than other rows have."""
    read, other_read = read_alike(
        {"": [cells[row] for row, _ in rows]}, {"": [others[row] for _, row in rows]}
    )
    left, right = read[""], other_read[""]
    own = [(place, place) for place in range(len(rows)) if left.cells[place] and right.cells[place]]
    distances = _distances(left, right, own)
    near = {
        left.cells[n] for (n, _), far in zip(own, distances, strict=True) if far <= MAX_DISTANCE
    }
    if len(own) < MIN_TOLD or len(near) < MIN_DIFFERENT:
        return 0.0
    return most_told(distances, _distances(left, right, decoys(own)))[1]


def _distances(left: ReadCells, right: ReadCells, pairs: Rows) -> NDArray[np.float64]:
    """Return how far the values of each pair are from each other: 0 where they are one."""
    if left.kind == "text":
        texts = [
            [comparison_text(cell).replace(" ", "") for cell in each.cells]
            for each in (left, right)
        ]
        numbers = [[number_of(cell) for cell in each.cells] for each in (left, right)]
        found = [
            0.0 if texts[0][a] == texts[1][b] else of_numbers(numbers[0][a], numbers[1][b])
            for a, b in pairs
        ]
        return np.array(found)
    found = []
    for a, b in pairs:
        one, other = left.readings[a], right.readings[b]
        if one is None or other is None:
            found.append(float("inf"))
        elif one.key == other.key:
            found.append(0.0)
        elif left.kind == "date":
            keys = sorted((one.key, other.key), key=len)
            found.append(0.0 if keys[1].startswith(keys[0]) else float("inf"))
        elif left.kind in MEASURED and (one.unit == other.unit or not (one.unit and other.unit)):
            found.append(of_numbers(one.low, other.low))
        else:
            found.append(float("inf"))
    return np.array(found)
