"""A table of N records made from a real one and corrupted as febrl does; F1, time and memory.

    ./run python bench/measure_persons.py ../shared/data/match/er_febrl3/a.csv 100000
        [--digits date_of_birth soc_sec_id] [--seed 1] [--folder FOLDER] [--make | --project]

Persons take each cell from another row of the real table, so its values repeat. Those of the
columns after ``--digits`` are drawn digit by digit, as febrl makes numbers. A person has up to
five misspelled copies, as often as in febrl's third set. The set is written to FOLDER in the
layout of ``leadline bench match``; ``--make`` does no more than that. With ``--project`` it
becomes the one source of a project, and ``leadline integrate`` runs on it from end to end.
"""

from __future__ import annotations

import argparse
import csv
import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import combinations, islice
from pathlib import Path

from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline_research.bench.matching.match import run

COPIES = {0: 835, 1: 368, 2: 256, 3: 212, 4: 161, 5: 168}
"""Persons of febrl's third set by their number of copies."""
CHANGES = {1: 3, 2: 4, 3: 3, 4: 2, 5: 1}
"""How often a copy has so many changes."""
KINDS = {"letters": 12, "other": 2, "missing": 1, "blank": 2, "joined": 1, "swapped": 1}
"""How often a change is of this kind."""
SOURCE, URL, ROWS = "persons.example", "http://persons.example/", 10_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Row = list[str]


def drawn(weights: dict[int, int], chance: random.Random) -> int:
    return chance.choices(list(weights), list(weights.values()))[0]


def person(table: list[Row], keys: set[int], chance: random.Random) -> Row:
    """A record whose cells come from different rows of columns."""
    cells = [chance.choice(values) for values in table]
    for place in keys:
        others = [chance.choice(table[place]) for _ in cells[place]]
        digits = zip(cells[place], others, strict=True)
        cells[place] = "".join(
            other[n] if len(other) > n else own for n, (own, other) in enumerate(digits)
        )
    return cells


def misspelled(cell: str, chance: random.Random) -> str:
    """The text with a letter or digit put in, left out, replaced, or changed with the next one."""
    place = chance.randrange(len(cell))
    some = str(chance.randrange(10)) if cell[place].isdecimal() else chance.choice(LETTERS)
    rest = cell[place + 1 :]
    return chance.choice(
        [
            cell[:place] + some + cell[place:],
            cell[:place] + rest if len(cell) > 1 else some,
            cell[:place] + some + rest,
            cell[:place] + rest[:1] + cell[place] + rest[1:],
        ]
    )


def changed(row: Row, table: list[Row], chance: random.Random) -> Row:
    """A copy with some changes."""
    copy = list(row)
    for _ in range(drawn(CHANGES, chance)):
        place = chance.choice([number for number, cell in enumerate(copy) if cell] or [0])
        cell = copy[place]
        if not cell:
            break
        match chance.choices(list(KINDS), list(KINDS.values()))[0]:
            case "letters":
                copy[place] = misspelled(cell, chance)
            case "other":
                copy[place] = chance.choice(table[place])
            case "missing":
                copy[place] = ""
            case "blank":
                middle = chance.randrange(len(cell))
                copy[place] = f"{cell[:middle]} {cell[middle:]}".strip()
            case "joined":
                copy[place] = cell.replace(" ", "", 1)
            case "swapped":
                other = (place + 1) % len(copy)
                copy[place], copy[other] = copy[other], cell
    return copy


def make(source: Path, records: int, folder: Path, *, seed: int, digits: list[str]) -> None:
    """Write a set of so many records: a.csv, and gold.csv with the pairs of each person."""
    with source.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    chance = random.Random(f"{seed} {records}")
    first = names.index("id") + 1 if "id" in names else 0
    table = [list(values) for values in list(zip(*rows, strict=True))[first:]]
    keys = {names.index(name) - first for name in digits}
    made: list[tuple[int, Row]] = []
    while len(made) < records:
        one = person(table, keys, chance)
        copies = [changed(one, table, chance) for _ in range(drawn(COPIES, chance))]
        number = len(made)
        made += [(number, row) for row in [one, *copies]]
    del made[records:]
    chance.shuffle(made)
    members: dict[int, list[int]] = {}
    with (folder / "a.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", *names[first:]])
        for number, (owner, row) in enumerate(made):
            members.setdefault(owner, []).append(number)
            writer.writerow([number, *row])
    with (folder / "gold.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id_a", "id_b"])
        for group in members.values():
            writer.writerows([a, b] for a in group for b in group if a < b)


def make_project(folder: Path) -> None:
    """Write the table as a project whose source lists things twice."""
    table = (folder / "a.csv").open(encoding="utf-8", newline="")
    with Store(folder / "project.sqlite") as store, table as file:
        store.add_source(SOURCE, URL)
        page = store.add_page(SOURCE, Page(Request("GET", URL), URL, 200), None)
        rows = csv.DictReader(file)
        while batch := list(islice(rows, ROWS)):
            store.take(SOURCE, None, page, [record(row) for row in batch])
    (folder / "project.toml").write_text(f'[[source]]\nurl = "{URL}"\nrepeats = true\n', "utf-8")


def record(row: dict[str, str]) -> Record:
    fields = tuple(Field(name, cell) for name, cell in row.items() if cell and name != "id")
    return Record(SOURCE, row["id"], fields)


def integrate(folder: Path) -> dict[str, float]:
    """Run ``leadline integrate`` up to its table: F1 of pairs, seconds, processor seconds, MB."""
    began = time.monotonic()
    command = [sys.executable, "-m", "leadline", "integrate", folder, "-o", folder / "table.csv"]
    subprocess.run(command, check=True)
    seconds, used = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    entities: dict[str, list[str]] = {}
    with (folder / "entities.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            entities.setdefault(row["id"], []).append(row["key"])
    with (folder / "gold.csv").open(encoding="utf-8") as file:
        gold = {frozenset(row.values()) for row in csv.DictReader(file)}
    ours = {frozenset(pair) for group in entities.values() for pair in combinations(group, 2)}
    return {
        "f1": round(2 * len(ours & gold) / (len(ours) + len(gold)), 4),
        "seconds": round(seconds, 1),
        "processor seconds": round(used.ru_utime + used.ru_stime, 1),
        "MB": round(used.ru_maxrss / 1024),
    }


def main() -> None:
    """Make the set, match it, and print a row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("records", type=int)
    parser.add_argument("--digits", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--project", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as away:
        folder = given.folder or Path(away)
        folder.mkdir(parents=True, exist_ok=True)
        make(given.table, given.records, folder, seed=given.seed, digits=given.digits)
        if given.project:
            make_project(folder)
            print(given.records, integrate(folder))
        elif not given.make:
            print(given.records, run(folder, kept=[1.0], methods=["default"])["sets"][0])


if __name__ == "__main__":
    main()
