"""Tables with a second column beside numbers, dates and lists; the first stays as harvested."""

import csv
import json
import sqlite3
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from leadline.model import Field, Page, Record, Request
from leadline.store import Reader, Store
from leadline.store.export.table import export
from leadline.values.lists import display_list, join_values
from tables import read_rows, read_values

RAW = read_rows(__file__, "RAW")
TYPED = read_values(__file__, "TYPED", sequence=list)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "project.sqlite"
    records = [
        Record("s", str(n), tuple(Field(name, value) for name, value in row.items() if value))
        for n, row in enumerate(RAW)
    ]
    kept(path, records)
    return path


def kept(path: Path, records: list[Record]) -> None:
    with Store(path) as store:
        store.add_source("s", "https://s.example/")
        query = store.open_query("s", "q")
        page = Page(Request("GET", "https://s.example/"), "https://s.example/", 200)
        store.take("s", query, store.add_page("s", page, None, query=query), records)


def rows_of(path: Path) -> list[dict[str, Any]]:
    text = path.suffix in (".csv", ".jsonl")
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as link:
            link.row_factory = sqlite3.Row
            return [dict(row) for row in link.execute("SELECT * FROM records")]
    if path.suffix == ".xlsx":
        import openpyxl

        names, *rows = openpyxl.load_workbook(path)["records"].values
        return [dict(zip(names, row, strict=True)) for row in rows]
    assert text
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return list(csv.DictReader(file))
        return [json.loads(line) for line in file]


def held(value: Any, suffix: str) -> Any:
    """A typed value as the format holds it."""
    if value is None:
        return "" if suffix == ".csv" else None
    if suffix == ".csv":
        shown = f"{value:.2f}" if isinstance(value, float) else str(value)  # as harvested
        return json.dumps(value) if isinstance(value, list) else shown
    if isinstance(value, date):
        return {".parquet": value, ".xlsx": datetime(value.year, value.month, value.day)}.get(
            suffix, value.isoformat()
        )
    if isinstance(value, list) and suffix in (".sqlite", ".xlsx"):
        return json.dumps(value)
    return value


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".sqlite", ".xlsx"])
def test_typed_columns_stand_beside_the_raw_ones(
    project: Path, tmp_path: Path, suffix: str
) -> None:
    out = tmp_path / f"table{suffix}"
    export(project, out, provenance=False, typed=True)
    found = rows_of(out)
    for number, row in enumerate(found):
        for name, value in RAW[number].items():
            assert (row.get(name) or "") == display_list(value)
        for name, values in TYPED.items():
            assert row.get(name) == held(values[number], suffix), name
    assert "name_number" not in found[0]
    export(project, out, provenance=False)
    assert set(rows_of(out)[0]) == set(RAW[0])


def test_the_types_of_columns_are_told(project: Path) -> None:
    with Reader(project) as reader:
        types = {one.column: one.type for one in reader.columns("s")}
    assert types == {
        "price": "money (EUR)",
        "made": "date",
        "year": "year",
        "tags": "text",
        "name": "text",
        "sold": "boolean",
    }


def test_a_title_with_a_bar_is_one_value_beside_lists(tmp_path: Path) -> None:
    titles = [["Ulysses | a novel", "Emma"], ["Ulysses | a novel"], ["A|B", "C | D", "|"], ["x"]]
    path = tmp_path / "project.sqlite"
    kept(path, [Record("s", str(n), (Field("t", join_values(t)),)) for n, t in enumerate(titles)])
    export(path, tmp_path / "t.jsonl", provenance=False, typed=True)
    found = rows_of(tmp_path / "t.jsonl")
    assert [row["t_list"] for row in found] == titles
    assert [row["t"] for row in found] == [" | ".join(held) for held in titles]
