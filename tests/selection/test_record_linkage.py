"""Records matched across sources by what they show."""

import csv
import random
from pathlib import Path

import pytest

from leadline.page.text import fold, terms
from leadline.selection.knowledge.record_linkage import RecordLinker
from leadline_zoo.data.tables import make_table
from tables import each_row


def said(row: dict[str, str], columns: list[str]) -> list[str]:
    return [word for column in columns for word in terms(fold(row[column]))]


def shown(name: str, columns: list[str], others: list[str]) -> tuple[int, int, int]:
    """Two sources show overlapping halves of a table: pairs found, right ones, and there were."""
    rows = list(make_table(name, 900).rows)
    records = [("a", row, columns) for row in rows[:600]]
    records += [("b", row, others) for row in rows[300:]]
    random.Random(3).shuffle(records)
    linker = RecordLinker()
    names = {
        (s, row["id"]): linker.link(s, row["id"], said(row, shows)) for s, row, shows in records
    }
    found = [(key, name) for key, name in names.items() if key != name and key[0] != name[0]]
    right = sum(key[1] == name[1] for key, name in found)
    return len(found), right, 300


@each_row(__file__, "SHOWN", "name", "columns", "others", sequence=list)
def test_records_are_known_again(name: str, columns: list[str], others: list[str] | None) -> None:
    every = list(make_table(name, 1).recipe.columns)
    found, right, there = shown(name, columns or every, others or every)
    assert right >= 0.98 * found
    assert right >= 0.8 * there


def test_different_tables_share_nothing() -> None:
    linker = RecordLinker()
    for source, name in (("a", "books"), ("b", "abstracts")):
        for row in make_table(name, 400).rows:
            words = said(row, list(make_table(name, 1).recipe.columns))
            assert linker.link(source, row["id"], words)[0] == source


def test_one_source_names_a_thing_once_and_a_name_stays() -> None:
    linker = RecordLinker()
    for number in range(50):
        linker.link("a", number, [f"w{number}", f"x{number}", "y"])
    twin = ["w7", "x7", "y"]
    assert linker.link("a", "twin", twin) == ("a", "twin")
    assert linker.link("b", 1, ["w8", "x8"]) == ("a", 8)
    assert linker.link("b", 2, ["w8", "x8"]) == ("b", 2)
    assert linker.link("b", 1, []) == ("a", 8)


def test_what_fits_two_records_alike_is_neither() -> None:
    linker = RecordLinker()
    for number in range(99):
        linker.link("a", number, [f"w{number}", f"x{number}", "y"])
    linker.link("a", "again", ["w7", "x7", "y", "z"])
    assert linker.link("b", 1, ["w7", "x7"]) == ("b", 1)


def test_a_word_that_a_record_names_often_counts_once() -> None:
    linker = RecordLinker()
    for number in range(99):
        linker.link("a", number, [*[f"w{number}"] * 70, f"x{number}", "y"])
    assert linker.link("b", 1, ["w7", "x7", "y"]) == ("a", 7)


@pytest.mark.gold
@each_row(__file__, "real_catalogues", "name", "right", "found")
def test_real_catalogues(shared: Path, name: str, right: float, found: float) -> None:
    folder = shared / "data" / "match" / name
    tables = {s: read(folder / f"{s}.csv") for s in ("a", "b")}
    gold = {(row["id_a"], row["id_b"]) for row in read(folder / "gold.csv")}
    records = [(source, row) for source in tables for row in tables[source]]
    random.Random(1).shuffle(records)
    linker, groups = RecordLinker(), {}
    for source, row in records:
        words = said(row, [column for column in row if column != "id"])
        groups.setdefault(linker.link(source, row["id"], words), {})[source] = row["id"]
    pairs = {(one["a"], one["b"]) for one in groups.values() if len(one) == 2}
    assert len(pairs & gold) >= right * len(pairs)
    assert len(pairs & gold) >= found * len(gold)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
