"""Sets of the match bench: tables a.csv and b.csv (or one table with duplicates) and gold.csv."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from sys import intern
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

Rows = list[dict[str, str]]
GoldPairs = set[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class MatchSet:
    """Two tables (the second is None where one holds duplicates) and the pairs of rows to find."""

    name: str
    left: Rows
    right: Rows | None
    gold: GoldPairs

    def columns(self, rows: Rows) -> dict[str, list[str]]:
        """Columns of one of the tables, the id aside."""
        return {name: [row[name] for row in rows] for name in rows[0] if name != "id"}


def read_sets(data: Path, names: list[str]) -> list[Path]:
    """Folders of the sets, or of the named ones (with or without the prefix er_)."""
    folders = sorted(path.parent for path in data.glob("*/gold.csv"))
    if (data / "gold.csv").exists():
        folders = [data]
    wanted = [f for f in folders if not names or {f.name, f.name.removeprefix("er_")} & set(names)]
    if not wanted:
        raise ValueError(f"{data} holds none of these sets: {', '.join(names) or 'any'}")
    return wanted


def read_set(folder: Path, keep: float, chance: random.Random) -> MatchSet:
    """Read a set; of its gold pairs the share ``keep`` keeps both records.

    Of every other pair one record is taken away, of either table with equal chance.
    """
    left = _rows(folder / "a.csv")
    right = _rows(folder / "b.csv") if (folder / "b.csv").exists() else None
    pairs = [(row["id_a"], row["id_b"]) for row in _rows(folder / "gold.csv")]
    gone_left, gone_right = _removed(pairs, keep, chance, one_table=right is None)
    left = [row for row in left if row["id"] not in gone_left]
    if right is not None:
        right = [row for row in right if row["id"] not in gone_right]
    place = {row["id"]: number for number, row in enumerate(left)}
    other = place if right is None else {row["id"]: number for number, row in enumerate(right)}
    gold = {(place[a], other[b]) for a, b in pairs if a in place and b in other}
    if right is None:
        gold = {(min(pair), max(pair)) for pair in gold}
    return MatchSet(folder.name.removeprefix("er_"), left, right, gold)


def _removed(
    pairs: list[tuple[str, str]], keep: float, chance: random.Random, *, one_table: bool
) -> tuple[set[str], set[str]]:
    """Ids of records that are taken away, of the left and of the right table."""
    left: set[str] = set()
    right: set[str] = left if one_table else set()
    order = sorted(pairs)
    chance.shuffle(order)
    remaining, goal = len(pairs), round(keep * len(pairs))
    touched: dict[tuple[bool, str], list[int]] = {}
    for number, (a, b) in enumerate(order):
        touched.setdefault((False, a), []).append(number)
        touched.setdefault((not one_table, b), []).append(number)
    alive = [True] * len(order)
    for number, (a, b) in enumerate(order):
        if remaining <= goal:
            break
        if not alive[number]:
            continue
        from_right = chance.random() < 0.5
        (right if from_right else left).add(b if from_right else a)
        side = from_right and not one_table
        for place in touched[side, b if from_right else a]:
            remaining -= alive[place]
            alive[place] = False
    return left, right


def _rows(path: Path) -> Rows:
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: intern(cell) for name, cell in row.items()} for row in csv.DictReader(file)]
