"""The integrated table in every format that a project exports."""

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from leadline.app.integration.merge import Integration, integrate_tables
from leadline.model import Field, Record
from leadline.store.export.table import write_table

FILMS = ["奇遇, 一", 'The "Red" Shoes', "=SUM(A1)", "Zürich\nNord", "O'Hara", "Le Havre", "Ran"]


@pytest.fixture(scope="module")
def integration() -> Integration:
    tables = {
        source: [
            Record(source, f"{source}{n}", (Field("title", t), Field(f"code_{source}", f"x{n}")))
            for n, t in enumerate(FILMS)
        ]
        for source in ("a", "b")
    }
    return integrate_tables(tables)


def read_back(path: Path) -> tuple[list[str], list[tuple[object, ...]]]:
    """Names and rows of a written table, by other programs' means."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            names, *rows = csv.reader(file)
        # A cell that a spreadsheet would run has a quote before it.
        return names, [tuple(cell.replace("'=", "=", 1) for cell in row) for row in rows]
    if path.suffix == ".jsonl":
        objects = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        names = list(dict.fromkeys(name for each in objects for name in each))
        return names, [tuple(each.get(name) for name in names) for each in objects]
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as database:
            tables = "select name from sqlite_master where type = 'table' order by rowid limit 1"
            [[table]] = database.execute(tables)
            found = database.execute(f'select * from "{table}"')
            return [column[0] for column in found.description], found.fetchall()
    if path.suffix == ".parquet":
        import pyarrow.parquet as parquet

        table = parquet.read_table(path)
        return table.column_names, [tuple(row.values()) for row in table.to_pylist()]
    import openpyxl

    sheet = openpyxl.load_workbook(path).active
    names, *rows = sheet.iter_rows(values_only=True)
    return list(names), [tuple(row) for row in rows]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "xlsx", "sqlite"])
def test_every_format_holds_every_cell(
    suffix: str, integration: Integration, tmp_path: Path
) -> None:
    names, rows = integration.table()
    path = tmp_path / f"films.{suffix}"
    write_table(names, rows, path)
    read_names, read_rows = read_back(path)
    assert read_names == names
    assert {"title", "_id", "_sources", "_conflicts"} <= set(names)

    def cells(table: list[tuple[object, ...]]) -> list[tuple[str | None, ...]]:
        return [tuple(str(cell) if cell else None for cell in row) for row in table]

    assert cells(read_rows) == cells([tuple(row) for row in rows])
    assert len(rows) >= len(FILMS)
