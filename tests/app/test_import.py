"""A person's own table is a source like any other; what is no table gets one sentence."""

import csv
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from nursery import Nursery

import leadline
from bombs import NUMBERS
from leadline.app.integration.decisions import DECISIONS_FILE, write_decisions
from leadline.app.integration.merge import integrate_project, write_provenance
from leadline.app.tables.imported import import_table
from leadline.store import Reader
from leadline.store import table_files as files
from leadline.store.export.table import STORE_FILE

ROWS = [
    {"no": "1", "title": "Water lilies", "year": "1906"},
    {"no": "2", "title": "Étude; No. 5", "year": ""},
    {"no": "3", "title": "星月夜", "year": "1889"},
]
HEAD = [*ROWS[0]]


def records(project: Path, source: str) -> dict[str, dict[str, str]]:
    with Reader(project / STORE_FILE) as reader:
        return {
            one.key: {field.column: field.value for field in one.fields}
            for one in reader.records(source)
        }


def delimited(sign: str, charset: str = "utf-8") -> Callable[[Path, list[Any]], None]:
    def write(path: Path, rows: list[Any]) -> None:
        with path.open("w", encoding=charset, newline="") as file:
            csv.writer(file, delimiter=sign).writerows([HEAD, *(each.values() for each in rows)])

    return write


def workbook(path: Path, rows: list[Any]) -> None:
    book = openpyxl.Workbook()
    for row in [HEAD, *([int(e["no"]), e["title"], e["year"] or None] for e in rows)]:
        book.active.append(row)  # type: ignore[union-attr]
    book.save(path)


def parquet(path: Path, rows: list[Any]) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def lines(path: Path, rows: list[Any]) -> None:
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")


def database(path: Path, rows: list[Any]) -> None:
    with closing(sqlite3.connect(path)) as link, link:
        link.execute("CREATE TABLE works (no INTEGER, title TEXT, year TEXT)")
        link.executemany("INSERT INTO works VALUES (:no, :title, :year)", rows)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("works.csv", delimited(",")),
        ("works.csv", delimited(";", "utf-8-sig")),
        ("works.tsv", delimited("\t")),
        ("works.xlsx", workbook),
        ("works.parquet", parquet),
        ("works.jsonl", lines),
        ("works.sqlite", database),
    ],
)
def test_every_format_gives_its_rows_once_and_they_know_file_and_row(
    tmp_path: Path, name: str, write: Callable[[Path, list[Any]], None]
) -> None:
    write(tmp_path / name, ROWS)
    taken = import_table(tmp_path / name, tmp_path / "art")
    assert (taken.source, taken.records, taken.key) == (name, 3, "no")
    wanted = {row["no"]: {k: v for k, v in row.items() if v} for row in ROWS}
    assert records(tmp_path / "art", name) == wanted
    leadline.export(tmp_path / "art", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        pages = {row["_key"]: row["_page_url"] for row in csv.DictReader(file)}
    assert pages["3"] == f"{(tmp_path / name).as_uri()}#row=4"
    assert [each.key for each in leadline.search(tmp_path / "art", "lilies").rows] == ["1"]


def test_a_table_that_is_imported_again_is_refreshed_and_decisions_hold(tmp_path: Path) -> None:
    project, mine, yours = tmp_path / "art", tmp_path / "mine.csv", tmp_path / "yours.csv"
    delimited(",")(mine, ROWS)
    delimited(",")(yours, [{**row, "no": f"y{row['no']}"} for row in ROWS])
    for table in (mine, yours):
        import_table(table, project)
    said = {((mine.name, "1"), (yours.name, "y3")): True}
    write_decisions(project / DECISIONS_FILE, said)
    changed = [{**ROWS[0], "year": "1907"}, ROWS[2], {**ROWS[2], "no": "4"}]
    delimited(",")(mine, changed)
    taken = import_table(mine, project)
    counts = {what: taken.count(what) for what in ("new", "changed", "gone", "back")}
    assert counts == {"new": 1, "changed": 1, "gone": 1, "back": 0}
    assert records(project, mine.name)["1"]["year"] == "1907"
    delimited(",")(mine, ROWS)
    assert import_table(mine, project).count("back") == 1
    assert not import_table(mine, project).changes
    integration = integrate_project(project)
    members = [{*each} for _, each in integration.entities.members()]
    assert any({(mine.name, "1"), (yours.name, "y3")} <= each for each in members)
    write_provenance(integration, project / STORE_FILE, tmp_path / "from.csv")
    assert "mine.csv#row=2" in (tmp_path / "from.csv").read_text("utf-8")


@pytest.mark.parametrize("library", ["pyarrow", "pandas", "polars"])
def test_a_data_frame_needs_a_name_and_a_table_without_a_key_has_its_rows(
    tmp_path: Path, library: str
) -> None:
    rows = [*ROWS[:1] * 2, {**ROWS[0], "year": None}]
    module = pytest.importorskip(library)
    make = module.Table.from_pylist if library == "pyarrow" else module.DataFrame
    frame = make(rows)
    with pytest.raises(ValueError, match="has no name of its own"):
        import_table(frame, tmp_path / "art")
    taken = import_table(frame, tmp_path / "art", name="works")
    assert (taken.records, taken.key) == (3, "")
    assert len(records(tmp_path / "art", "works")) == 3
    assert not import_table(frame, tmp_path / "art", name="works").changes
    with pytest.raises(ValueError, match="row 3 of works: its key 'no' is the same as row 2"):
        import_table(frame, tmp_path / "art", name="works", key="no")
    with pytest.raises(ValueError, match="import its tables again"):
        leadline.refresh(tmp_path / "art")


def bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"<" * 200_000)


def small_bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"<" * 50_000)


def test_columns_of_one_name_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,a,a_2,a,a\n1,x,y,z,w\n2,x,y,z,w\n")
    import_table(tmp_path / "a.csv", tmp_path / "art")
    names = {
        field.column for one in leadline.load(tmp_path / "art").records() for field in one.fields
    }
    assert names == {"id", "a", "a_2", "a_3", "a_4"}


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.pdf", b"%PDF", "is none of .csv"),
        ("a.csv", b"", "must name the columns"),
        ("a.csv", b"<html><p>a, b", "must name the columns"),
        ("a.csv", b"PK\x03\x04\0\0", "must name the columns"),
        ("a.csv", b'a,b\n1,2,"' + b"x" * 300_000, "no cell of more than"),
        ("a.csv", b"," * 3_000, "more than 2,000 columns"),
        ("a.xlsx", b"PK\x03\x04nothing", "is no table that can be read"),
        ("a.xlsx", bomb, "unpacks to more than"),
        ("a.xlsx", small_bomb, "unpacks to more than [1-3].,... bytes"),
        ("a.csv", bytes(range(256)) * 20, "is no text"),
        ("a.csv", lambda path: path.mkdir(), "but a folder"),
        ("a.parquet", b"PAR1PAR1", "is no table that can be read"),
        ("a.jsonl", b'{"a": 1}\n[2]', "line 2, is no JSON object"),
        ("a.jsonl", b"[" * 100_000, "line 1, is no JSON object"),
        ("a.sqlite", b"SQLite format 3\0" + b"x" * 200, "is no table that can be read"),
        ("a.db", b"", "name one table of"),
    ],
)
def test_what_is_no_table_gets_a_sentence_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: Any, why: str
) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED", 100_000)
    monkeypatch.setattr(files, "MIN_BOMB_BYTES", 10_000)
    limit = csv.field_size_limit(2**31 - 1)  # as some libraries set it for the whole process
    path = tmp_path / name
    content(path) if callable(content) else path.write_bytes(content)
    try:
        with pytest.raises(ValueError, match=why):
            import_table(path, tmp_path / "art")
    finally:
        csv.field_size_limit(limit)
    assert not (tmp_path / "art").exists()


def test_numbers_that_no_program_holds_leave_in_every_format(
    tmp_path: Path, nursery: Nursery
) -> None:
    for name in "ab":
        rows = [[n, one, f"Work {n * 7}", one[::-1]] for n, one in enumerate(NUMBERS * 2)]
        rows += [[100 + n, "9" * 5_000, f"Work {n * 3}", f"€ {'9' * 500}"] for n in range(12)]
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([["no", "number", "title", "price"], *rows])
        import_table(tmp_path / f"{name}.csv", tmp_path / "art")
    for command, flags in (("export", ([], ["--typed"])), ("integrate", (["--typed"],))):
        outs = [tmp_path / f"{command}.{each}" for each in ("csv", "xlsx", "parquet", "sqlite")]
        wanted = [part for out in outs for part in ("-o", out)]
        for typed in flags:
            ran = nursery.run(command, tmp_path / "art", *wanted, *typed)
            assert ran.code == 0, ran.err
            assert all(out.stat().st_size for out in outs)
