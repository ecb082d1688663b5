"""Gold entities of a line: which lines of the truths of its sites are one thing.

A gold table may be one of four kinds, told by its columns:

- a column for each site (``namazu,mediawiki``), a row an entity, a cell a key of that site's truth
- a row a record: a column of site names, one of keys, one that says which entity it is
- pairs of keys of the first two sites of the domain (``id_a,id_b``)
- a row an entity with its values: a line of a truth belongs to the row that shares most of them

A key is a value of the column of the truth that knows most of the keys, else the number of a line.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.folders import naming
from leadline_research.bench.sites import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Truth = list[dict[str, str]]
Line = tuple[str, int]
"""A line of a truth: site and number, from 0."""
Entities = list[frozenset[Line]]
ENTITY_COLUMNS: Final = ("entity", "entity_id", "cluster", "cluster_id", "_id", "group", "id")
MEMBER_LISTS: Final = ("members", "records", "lines")
MIN_SHARE_OF_PAIRS: Final = 0.5
"""Share of rows whose first two cells are keys of two truths, from which they are pairs."""
MAX_ROWS_OF_A_VALUE: Final = 50
"""Rows of a gold table with one value, above which the value says nothing."""


def entities_by_columns(truths: Mapping[str, Truth], columns: Sequence[str]) -> Entities:
    """Return the lines that agree in some columns of their truths; without columns, each line."""
    groups: defaultdict[tuple[object, ...], set[Line]] = defaultdict(set)
    for site, truth in truths.items():
        for number, row in enumerate(truth):
            values = tuple(folded(row.get(column) or "") for column in columns)
            key = values if any(values) else (site, number)
            groups[key].add((site, number))
    return [frozenset(group) for group in groups.values()]


def read_entities(path: Path, truths: Mapping[str, Truth]) -> Entities:
    """Read a gold table; lines that it does not name are entities of their own."""
    with naming(path):
        rows = _rows(path)
        if not rows:
            raise ValueError("it is empty")
        groups = _groups(rows, truths)
    if not any(groups):
        raise ValueError(f"{path}: no row names a record of {', '.join(truths)}")
    return _with_rest(_united(groups), truths)


def _rows(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        from pyarrow.parquet import read_table

        return [
            {k: "" if v is None else v for k, v in row.items()}
            for row in read_table(path).to_pylist()
        ]
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    if path.suffix == ".json":
        content = json.loads(text)
        rows = content.get("entities", content) if isinstance(content, dict) else content
        rows = list(rows.values()) if isinstance(rows, dict) else rows
        return [row if isinstance(row, dict) else {"members": row} for row in rows]
    delimiter = "\t" if path.suffix == ".tsv" else ","
    return [
        dict(row) for row in csv.DictReader(text.splitlines(keepends=True), delimiter=delimiter)
    ]


def _groups(rows: list[dict[str, Any]], truths: Mapping[str, Truth]) -> list[set[Line]]:
    members = next((name for name in MEMBER_LISTS if isinstance(rows[0].get(name), list)), "")
    if members:
        long = [
            {"entity": number, **_member(member)}
            for number, row in enumerate(rows)
            for member in row[members]
        ]
        return _of_records(long, "site", truths)
    names = list(rows[0])
    by_site = {site: name for site in truths if (name := _column_of(site, names))}
    if len(by_site) > 1 or (by_site and len(truths) == 1):
        return _of_columns(rows, by_site, truths)
    site_column = next(
        (name for name in names if all(str(row.get(name)) in truths for row in rows[:200])), ""
    )
    if site_column:
        return _of_records(rows, site_column, truths)
    if len(names) >= 2 and len(truths) > 1:
        pairs = _of_columns(rows, dict(zip(truths, names, strict=False)), truths)
        if sum(len(pair) > 1 for pair in pairs) >= MIN_SHARE_OF_PAIRS * len(rows):
            return pairs
    return _of_values(rows, truths)


def _member(member: Any) -> dict[str, Any]:
    if isinstance(member, dict):
        site = member.get("site") or member.get("source") or member.get("name")
        keys = [value for name, value in member.items() if value != site]
        return {"site": site, "key": keys[0] if keys else ""}
    site, key = member
    return {"site": site, "key": key}


def _column_of(site: str, names: Sequence[str]) -> str:
    """Return the column of a gold table that holds the keys of a site."""
    usual = (site, f"{site}_id", f"{site}_key", f"id_{site}", f"{site}.id", f"{site}_line")
    return next((name for name in names if name in usual), "")


def _of_columns(
    rows: Iterable[dict[str, Any]], by_site: Mapping[str, str], truths: Mapping[str, Truth]
) -> list[set[Line]]:
    rows = list(rows)
    keys = {site: [str(row.get(name) or "") for row in rows] for site, name in by_site.items()}
    places = {site: _places(truths[site], keys[site]) for site in by_site}
    return [
        {
            (site, places[site][key])
            for site in by_site
            for key in _parts(keys[site][number], places[site])
            if key in places[site]
        }
        for number in range(len(rows))
    ]


def _parts(cell: str, places: Mapping[str, int]) -> list[str]:
    """Return the keys of a cell; several may be parted by a semicolon or a bar."""
    if not cell or cell in places:
        return [cell] if cell else []
    return [part.strip() for part in cell.replace("|", ";").split(";")]


def _places(truth: Truth, keys: Sequence[str]) -> dict[str, int]:
    """Return the line of each key, by the column of the truth that knows most of them."""
    wanted = {key for key in keys if key}
    best: dict[str, int] = {str(number): number for number in range(len(truth))}
    score = -1
    for column in truth[0] if truth else ():
        lines = {row[column]: number for number, row in enumerate(truth) if row.get(column)}
        known = len(wanted & lines.keys()) * len(lines)  # a column that tells lines apart
        if known > max(score, 0):
            best, score = lines, known
    return best


def _of_records(
    rows: list[dict[str, Any]], site_column: str, truths: Mapping[str, Truth]
) -> list[set[Line]]:
    others = [name for name in rows[0] if name != site_column]
    entity = next((name for name in ENTITY_COLUMNS if name in others), others[0])
    named = [name for name in others if name != entity]
    groups: defaultdict[str, set[Line]] = defaultdict(set)
    for site, truth in truths.items():
        own = [row for row in rows if str(row[site_column]) == site]
        column = max(named, key=lambda name: _known(truth, own, name), default="")
        places = _places(truth, [str(row.get(column)) for row in own])
        for row in own:
            key = str(row.get(column))
            if key in places:
                groups[str(row[entity])].add((site, places[key]))
    return list(groups.values())


def _known(truth: Truth, rows: Sequence[Mapping[str, Any]], name: str) -> int:
    places = _places(truth, [str(row.get(name)) for row in rows])
    return len({str(row.get(name)) for row in rows} & places.keys())


def _of_values(rows: list[dict[str, Any]], truths: Mapping[str, Truth]) -> list[set[Line]]:
    holders: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for column, value in row.items():
            if value:
                holders[column, folded(str(value))].append(number)
    groups: list[set[Line]] = [set() for _ in rows]
    for site, truth in truths.items():
        for number, line in enumerate(truth):
            votes: Counter[int] = Counter()
            for column, value in line.items():
                held = holders.get((column, folded(value or "")), [])
                if len(held) <= MAX_ROWS_OF_A_VALUE:
                    votes.update(held)
            if votes:
                groups[votes.most_common(1)[0][0]].add((site, number))
    return groups


def _united(groups: Iterable[set[Line]]) -> list[set[Line]]:
    """Unite groups that share a line."""
    of_line: dict[Line, set[Line]] = {}
    for group in groups:
        whole = set(group)
        for line in group:
            whole |= of_line.get(line, set())
        for line in whole:
            of_line[line] = whole
    return list({id(group): group for group in of_line.values()}.values())


def _with_rest(groups: list[set[Line]], truths: Mapping[str, Truth]) -> Entities:
    named = set().union(*groups)
    rest = (
        (site, number)
        for site, truth in truths.items()
        for number in range(len(truth))
        if (site, number) not in named
    )
    return [*map(frozenset, groups), *(frozenset([line]) for line in rest)]


def entity_figures(ours: Sequence[frozenset[Any]], gold: Entities) -> dict[str, Any]:
    """Compare entities: by pairs of lines that are one, and by whole entities.

    ``f1`` is that of the pairs; where the gold table joins nothing, that of whole entities.

    >>> gold = [frozenset([("a", 0), ("b", 0)]), frozenset([("a", 1)])]
    >>> entity_figures([frozenset([("a", 0), ("b", 0), ("a", 1)])], gold)["pairs"]
    {'precision': 0.3333, 'recall': 1.0, 'f1': 0.5, 'gold': 1, 'ours': 3}
    """
    mine, right = _pairs(ours), _pairs(gold)
    pairs = {**_figures(len(mine & right), len(mine), len(right)), "gold": len(right)}
    pairs["ours"] = len(mine)
    same = len(set(ours) & set(gold))
    whole = _figures(same, len(ours), len(gold))
    return {"f1": pairs["f1"] if right else whole["f1"], "pairs": pairs, "whole": whole}


def _pairs(groups: Iterable[frozenset[Any]]) -> set[tuple[Any, Any]]:
    return {pair for group in groups for pair in combinations(sorted(group, key=repr), 2)}


def _figures(both: int, ours: int, gold: int) -> dict[str, float]:
    precision = both / ours if ours else 1.0
    recall = both / gold if gold else 1.0
    f1 = 2 * both / (ours + gold) if ours + gold else 1.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}
