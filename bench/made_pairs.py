"""Pairs of made tables that share some records, in the layout of ``leadline bench match``.

    ./run python bench/made_pairs.py FOLDER [--real ../shared/data/match]
    ./run bench match --data FOLDER/tune        # rules may be chosen on these
    ./run bench match --data FOLDER/report      # and are judged on these: other domains
    ./run bench match --data FOLDER/relatives   # near relatives that are no matches: to choose on
    ./run bench match --data FOLDER/closed      # and to judge on

A domain makes families of records that are nearly the same: sizes of a product, sequels and
remakes, a household, editions, branches. Two sources write the same record in ways of their own.
With ``--real``, FOLDER/cut holds tables of that folder with columns left out or glued together.
"""

from __future__ import annotations

import argparse
import csv
import random
from pathlib import Path
from typing import TYPE_CHECKING

from made_domains import TUNE
from made_held_out import REPORT
from made_relatives import RELATIVES
from made_relatives_closed import CLOSED

if TYPE_CHECKING:
    from made_words import Domain, Row

SIZES = {"even": (250, 400, 180), "few": (800, 1200, 120), "small-in-large": (300, 2500, 150)}
"""Records of both tables, and how many of them are the same."""
HALVES = {"tune": TUNE, "report": REPORT, "relatives": RELATIVES, "closed": CLOSED}


def made(
    domain: Domain, sizes: tuple[int, int, int], chance: random.Random
) -> tuple[list[Row], list[Row], int]:
    """Rows of both tables; the first ones of each, so many as the number says, are the same."""
    family_of, left_of, right_of = domain
    left, right, shared = sizes
    entities: list[Row] = []
    seen: set[tuple[str, ...]] = set()
    while len(entities) < left + right - shared:
        for each in family_of(chance):
            if tuple(each.values()) not in seen:
                seen.add(tuple(each.values()))
                entities.append(each)
    del entities[left + right - shared :]
    chance.shuffle(entities)  # members of a family fall into either table
    rows = [left_of(each, chance) for each in entities[:left]]
    others = [right_of(each, chance) for each in [*entities[:shared], *entities[left:]]]
    return rows, others, shared


def write(
    folder: Path,
    left: list[Row],
    right: list[Row],
    gold: list[tuple[int, int]],
    chance: random.Random,
) -> None:
    """Write a set; rows in an order by chance, ids of each table's own."""
    folder.mkdir(parents=True, exist_ok=True)
    ids: list[list[int]] = []
    for name, rows in (("a", left), ("b", right)):
        order = chance.sample(range(len(rows)), len(rows))
        ids.append([0] * len(rows))
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", *rows[0]])
            for number, row in enumerate(order):
                ids[-1][row] = number
                writer.writerow([number, *rows[row].values()])
    with (folder / "gold.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id_a", "id_b"])
        writer.writerows([ids[0][a], ids[1][b]] for a, b in gold)


# --- real tables with columns left out, or glued to one text ---

CUTS: dict[str, list[tuple[list[str], list[str]]]] = {
    "abt_buy": [
        (["name"], ["name"]),
        (["name", "price"], ["name", "description"]),
        (["description", "price"], ["description", "price"]),
    ],
    "dblp_acm": [
        (["title"], ["title"]),
        (["authors", "venue", "year"], ["authors", "venue", "year"]),
        (["title", "year"], ["title", "+text"]),
    ],
    "fodors_zagats": [
        (["name"], ["name"]),
        (["name", "addr", "city"], ["name", "city", "type"]),
        (["addr", "city", "phone", "type"], ["name", "+text"]),
    ],
    "imdb_tvdb": [
        (["title", "name", "genre_list"], ["title", "name", "genre_list"]),
        (["title", "name", "birthYear", "startYear"], ["title", "name", "+text"]),
    ],
}


def cut(
    source: Path, folder: Path, columns: tuple[list[str], list[str]], chance: random.Random
) -> None:
    """Write a set of a real one with some columns; '+text' glues the others to one."""
    tables = []
    for name, chosen in zip("ab", columns, strict=True):
        with (source / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        named = [column for column in chosen if column in rows[0]]
        rest = [column for column in rows[0] if column not in (*named, "id")]
        glued = "+text" in chosen
        tables.append(
            (
                [row["id"] for row in rows],
                [
                    {column: row[column] for column in named}
                    | ({"text": " ".join(row[column] for column in rest)} if glued else {})
                    for row in rows
                ],
            )
        )
    with (source / "gold.csv").open(encoding="utf-8", newline="") as file:
        pairs = [(row["id_a"], row["id_b"]) for row in csv.DictReader(file)]
    (left_ids, left), (right_ids, right) = tables
    place, other = ({each: n for n, each in enumerate(ids)} for ids in (left_ids, right_ids))
    write(folder, left, right, [(place[a], other[b]) for a, b in pairs], chance)


def main() -> None:
    """Write all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--real", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for half, domains in HALVES.items():
        for name, domain in domains.items():
            for size, sizes in SIZES.items():
                chance = random.Random(f"{given.seed} {name} {size}")
                left, right, shared = made(domain, sizes, chance)
                gold = [(row, row) for row in range(shared)]
                write(given.folder / half / f"er_{name}_{size}", left, right, gold, chance)
    for name, cuts in CUTS.items() if given.real else ():
        for number, columns in enumerate(cuts):
            chance = random.Random(f"{given.seed} {name} {number}")
            cut(
                given.real / f"er_{name}",
                given.folder / "cut" / f"er_{name}_{number}",
                columns,
                chance,
            )


if __name__ == "__main__":
    main()
