"""Names of the attributes of a project: from its plan, from usual names, and from the values."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Final

from leadline.app.project import PLAN_FILE, Plan, read_plan
from leadline.ask.attributes import AttributeNames, columns_by_choices
from leadline.errors import Locked
from leadline.integrate.record_table import RecordTable
from leadline.integrate.schema.features import meanings_of, name_parts
from leadline.integrate.schema.mapping import Columns, map_columns
from leadline.model import QueryInterface
from leadline.page.plain import from_plain
from leadline.store.search.index import (
    ColumnNames,
    IndexedSource,
    SearchIndex,
    SourceSearch,
    in_columns,
    phrase,
)
from leadline.store.search.reader import IndexReader

MAPPED_RECORDS: Final = 200
"""Records of each source by whose values its columns are matched with those of others."""
COMPARED_VALUES: Final = 30
"""Different values of a named column that are looked for in the columns of another source."""
MIN_COMPARED_VALUES: Final = 8
MIN_FOUND_SHARE: Final = 0.5
"""Share of them that a column without a telling name must hold to get that name."""
MAX_LONGER: Final = 4
"""Times that its texts may be as long as these values."""
FIRST_NUMBER: Final = re.compile(r"\d{1,12}")
NAMELESS: Final = re.compile(r"text_\d+(_\d+)*")
"""Name of a column that no text or markup names."""


def project_names(folder: Path, reader: IndexReader, index: SearchIndex) -> AttributeNames:
    """Return the names of attributes; columns are matched once for each state of the sources."""
    path = folder / PLAN_FILE
    plan = _plan(path, path.stat().st_mtime_ns) if path.is_file() else None
    given = {each.key: dict(each.columns) for each in plan.sources} if plan else {}
    domain = plan.domain if plan else None

    def match_columns() -> ColumnNames:
        tables = {}
        for source in reader.sources():
            records = [
                replace(record, fields=tuple(f for f in record.fields if f.kind == "text"))
                for record in reader.sample(source.key, MAPPED_RECORDS)
            ]
            if records:
                tables[source.key] = RecordTable.of(records).columns
        mapped: ColumnNames = {}
        if len(tables) > 1 and find_spec("rapidfuzz") is not None:
            mapped = map_columns(tables, domain, given=given).by_source
        users = Counter(name for columns in mapped.values() for name in columns.values())
        meanings: dict[str, set[str]] = defaultdict(set)
        for name, attribute in (pair for each in mapped.values() for pair in each.items()):
            meanings[attribute] |= meanings_of(name_parts(name))
        for key, columns in tables.items():
            form = reader.learned(key).get("interface")
            labels = columns_by_choices(columns, from_plain(QueryInterface, form)) if form else {}
            names = mapped.setdefault(key, {})
            names |= {c: label for c, label in labels.items() if users[names.get(c, "")] < 2}
            found = columns_by_values(key, tables, index)
            meant = {name: meanings[names.get(name, "")] for name in columns}
            names |= found | _doubtful(found, columns, meant)
        return mapped

    try:
        mapped = index.mapping(match_columns)
    except Locked:
        mapped = {}
    for key, columns in mapped.items():
        without = {name: "" for name, attribute in columns.items() if not attribute}
        given[key] = without | given.get(key, {})
    return AttributeNames(domain, given, mapped)


def columns_by_values(
    source: str, tables: Mapping[str, Columns], index: SearchIndex
) -> dict[str, str]:
    """Name columns of a source by values that others have in a column with a name that tells.

    Most of them must be found among all records of the source; of several columns that hold them
    the one with the shortest texts is named.
    """
    indexed = next((each for each in index.sources() if each.key == source), None)
    slots = {each.name: each.slot for each in indexed.columns} if indexed else {}
    nameless = [name for name in tables[source] if name in slots and NAMELESS.fullmatch(name)]
    if indexed is None or not nameless:
        return {}
    length = {n: fmean(map(len, filter(None, tables[source][n]))) for n in nameless}
    shares: dict[str, tuple[float, str]] = {}
    for label, values in _named_values(source, tables):

        def held(names: Sequence[str], values: Sequence[str] = values) -> float:
            columns = [slots[name] for name in names]
            return fmean(_is_held(value, columns, indexed, index) for value in values)

        if held(nameless) < MIN_FOUND_SHARE:
            continue
        most = MAX_LONGER * fmean(map(len, values))
        found = {name: held([name]) for name in nameless if length[name] <= most}
        fit = [name for name, share in found.items() if share >= MIN_FOUND_SHARE]
        fit = [name for name in fit if _lie_among(tables[source][name], values)]
        if fit:
            name = min(fit, key=length.__getitem__)
            shares[name] = max(shares.get(name, (0.0, "")), (found[name], label))
    return {name: label for name, (_, label) in shares.items()}


def _doubtful(
    found: Mapping[str, str], columns: Columns, meant: Mapping[str, Collection[str]]
) -> dict[str, str]:
    """Return columns that were taken for what a fuller one is by its values: no attribute.

    A part of a text that looks like a year matches years, be it of the thing or of its purchase.
    """
    filled = {name: sum(map(bool, cells)) for name, cells in columns.items()}
    return {
        other: ""
        for name, label in found.items()
        for other in columns.keys() - found.keys()
        if not meanings_of(name_parts(label)).isdisjoint(meant[other])
        and filled[other] < MIN_FOUND_SHARE * filled[name]
    }


def _named_values(source: str, tables: Mapping[str, Columns]) -> Iterator[tuple[str, list[str]]]:
    """Return the columns of other sources whose names tell what they hold, with some values."""
    for other, columns in tables.items():
        for name, cells in columns.items():
            values = [value for value in dict.fromkeys(cells) if phrase(value)][:COMPARED_VALUES]
            if (
                other != source
                and meanings_of(name_parts(name))
                and len(values) >= MIN_COMPARED_VALUES
            ):
                yield name, values


def _lie_among(cells: Sequence[str], values: Sequence[str]) -> bool:
    """Whether cells hold numbers between the ends of some values, where these hold numbers.

    In a large column any number is found, be it a size or a year.
    """
    numbers = [int(match[0]) for value in values if (match := FIRST_NUMBER.search(value))]
    if len(numbers) < MIN_FOUND_SHARE * len(values):
        return True
    low, high = min(numbers), max(numbers)
    held = [FIRST_NUMBER.search(cell) for cell in cells if cell]
    inside = sum(match is not None and low <= int(match[0]) <= high for match in held)
    return inside >= MIN_FOUND_SHARE * len(held)


def _is_held(value: str, columns: Sequence[int], source: IndexedSource, index: SearchIndex) -> bool:
    return index.count(SourceSearch(source, in_columns(columns, phrase(value))), 1) > 0


@lru_cache(maxsize=8)
def _plan(path: Path, _: int) -> Plan:
    return read_plan(path)
