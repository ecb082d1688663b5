"""Hard cells come back equal from every format, each read by a library of its own."""

import csv
import io
import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from hard_cells import C1, LINES, RUN, TEXTS
from leadline.cli.app import app
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.exporters import exporters
from leadline.store.export.exporters.bibliography import TEX_SIGNS
from leadline.store.export.formats import OutputTable
from leadline.store.export.spreadsheet import guarded
from leadline.store.export.table import export, write_table
from leadline.store.export.typed import typed_columns
from tables import each_row

NAMES = ["row", "text"]
ALL = [*TEXTS, *LINES, *RUN]


def read(path: Path, format: str) -> list[tuple[str, ...]]:
    """The rows of a table, as another program reads them."""
    match format:
        case "csv":
            with path.open(encoding="utf-8", newline="") as file:
                return [tuple(row) for row in csv.reader(file)][1:]
        case "tsv":
            return [tuple(line.split("\t")) for line in _lines(path)[1:]]
        case "json":
            return [tuple(row.values()) for row in json.loads(path.read_text("utf-8"))]
        case "jsonl":
            return [tuple(json.loads(line).values()) for line in _lines(path)]
        case "parquet":
            import pyarrow.parquet as parquet

            return [tuple(row.values()) for row in parquet.read_table(path).to_pylist()]
        case "sqlite":
            with closing(sqlite3.connect(path)) as link:
                return link.execute("SELECT * FROM records").fetchall()
        case "duckdb":
            import duckdb

            with duckdb.connect(str(path), read_only=True) as opened:
                found: list[tuple[str, ...]] = opened.execute("SELECT * FROM records").fetchall()
                return found
        case "xlsx":
            import openpyxl
            from openpyxl.utils.escape import unescape

            rows = openpyxl.load_workbook(path)["records"].iter_rows(values_only=True)
            return [tuple(unescape(cell or "") for cell in row) for row in rows][1:]
        case "ods":
            return [tuple(map(_ods_text, row)) for row in _ods_rows(path)][1:]
        case "datapackage":
            with ZipFile(path) as packed:
                text = packed.read("records.csv").decode()
            return [tuple(row) for row in csv.reader(io.StringIO(text, newline=""))][1:]
        case _:
            return [_read_notes(each) for each in _records(path, format)]


def _records(path: Path, format: str) -> list[Any]:
    """The records of a format that has roles; columns without one are among their notes."""
    match format:
        case "geojson":
            return [feature["properties"] for feature in json.loads(path.read_text())["features"]]
        case "csl":
            return [item["custom"] for item in json.loads(path.read_text())]
        case "followthemoney":
            return [json.loads(line)["properties"]["notes"] for line in _lines(path)]
        case "marcxml":
            import pymarc

            records = pymarc.parse_xml_to_array(str(path))
            return [[field["a"] for field in record.get_fields("500")] for record in records]
        case "ris":
            import rispy

            return [entry["notes"] for entry in rispy.loads(path.read_text())]
        case "bibtex":
            import bibtexparser

            entries = bibtexparser.parse_file(str(path)).entries
            notes = (_without_tex(entry["note"]) for entry in entries)
            return [note.removesuffix("; coordinates: 0, 0").split("; ", 1) for note in notes]
    raise AssertionError(f"say here how {format} is read")


def _ods_rows(path: Path) -> list[list[Any]]:
    from odf import opendocument, table

    sheet = opendocument.load(str(path)).spreadsheet
    rows = sheet.getElementsByType(table.TableRow)
    return [row.getElementsByType(table.TableCell) for row in rows]


def _ods_text(cell: Any) -> str:
    from odf import teletype, text

    return "\n".join(map(teletype.extractText, cell.getElementsByType(text.P)))


def _read_notes(record: Any) -> tuple[str, ...]:
    if isinstance(record, dict):
        return tuple(text for name, text in record.items() if name in NAMES)
    return tuple(note.partition(": ")[2] for note in record)


def _without_tex(text: str) -> str:
    signs = {written: sign for sign, written in TEX_SIGNS.items()}
    return re.sub("|".join(map(re.escape, signs)), lambda found: signs[found[0]], text)


def _lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8").split("\n")[:-1]


@pytest.mark.parametrize("format", sorted({*exporters()} - {"wacz"}))
def test_hard_cells_come_back_equal(tmp_path: Path, format: str) -> None:
    assert len(ALL) >= 200
    assert len({*ALL}) == len(ALL)
    rows = [[str(n), text, "0, 0"] for n, text in enumerate(ALL)]
    path = tmp_path / f"t.{format}"
    exporters()[format].write(path, OutputTable([*NAMES, "coordinates"], rows), guard=False)
    back = [(row[0], row[1]) for row in read(path, format)]
    wanted = ALL
    if format in ("tsv", "ris"):
        blank = {"\t": " ", "\r": " ", "\n": " "}
        wanted = [text.replace("\r\n", " ").translate(str.maketrans(blank)) for text in ALL]
    if format == "bibtex":  # its readers know one line end
        wanted = [text.replace("\r\n", "\n").replace("\r", "\n") for text in ALL]
    if format == "ris":
        wanted = [*map(str.rstrip, wanted)]  # what is at the end of a line is no part of it
    pairs = zip([text for _, text, *_ in back], wanted, strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == []
    assert [number for number, _ in back] == [row[0] for row in rows]


def test_only_what_runs_is_marked(tmp_path: Path) -> None:
    assert [text for text in (*TEXTS, *LINES) if guarded(text) != text] == []
    assert [text for text in RUN if guarded(text) != f"'{text}"] == []
    write_table(NAMES, [[str(n), text] for n, text in enumerate(ALL)], tmp_path / "t.csv")
    marked = [text for _, text in read(tmp_path / "t.csv", "csv")]
    assert marked == [*TEXTS, *LINES, *(f"'{text}" for text in RUN)]


def test_what_a_terminal_obeys_does_not_leave_in_a_csv(tmp_path: Path) -> None:
    cells = ["a\x1b[31mb", "a\x9b31mb", "\x9d0;title", "\x90$q", "bell\x07", "\x7f", "a\0b"]
    for format in ("csv", "tsv"):
        write_table(NAMES, [[str(n), c] for n, c in enumerate(cells)], tmp_path / f"t.{format}")
        shown = "".join(text for _, text in read(tmp_path / f"t.{format}", format))
        assert not {*"\x1b\x9b\x9d\x90\x07\x7f\0"} & {*shown}
    assert len(C1) == 32


def test_a_terminal_gets_no_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file keeps letters of C1; the terminal itself would obey one."""
    from leadline.cli.tables.write import written

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr("sys.stdout", shown)
    for name in ("-", "-.tsv", "-.jsonl"):
        with written(Path(name)) as path:
            write_table(NAMES, [["1", "Franti\x9aek\x9b31m"]], path)
    assert not {*"\x9a\x9b\x1b"} & {*shown.getvalue()}
    assert shown.getvalue().count("ek") == 3


def project(folder: Path, **columns: Sequence[str]) -> Path:
    path = folder / "project.sqlite"
    with Store(path) as store:
        store.add_source("s", "https://s.example/")
        query = store.open_query("s", "q")
        page = Page(Request("GET", "https://s.example/"), "https://s.example/", 200)
        rows = zip(*columns.values(), strict=True)
        records = [
            Record("s", str(n), tuple(map(Field, columns, row))) for n, row in enumerate(rows)
        ]
        store.take("s", query, store.add_page("s", page, None, query=query), records)
    return path


@each_row(__file__, "TYPED_COLUMNS_CHANGE", "why", "values", "wanted", empty=dict, sequence=list)
def test_typed_columns_change_no_value(
    tmp_path: Path, why: str, values: list[str], wanted: dict[str, list[str]]
) -> None:
    store = project(tmp_path, x=values)
    export(store, tmp_path / "t.csv", typed=True, provenance=False)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    made = {name: [row[name] for row in rows] for name in rows[0]}
    assert made == {"x": values, **wanted}, why
    for format in {*exporters()} - {"geojson", "wacz"}:  # they need a place, an archive
        export(store, tmp_path / f"t.{format}", format=format, typed=True, provenance=False)


def test_moments_are_moments_in_parquet(tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    values = ["2024-05-12T10:30:00Z", "2024-05-12T10:30:00+02:00", "2024-01-01T00:15:00-05:00"]
    export(project(tmp_path, x=values), tmp_path / "t.parquet", typed=True)
    read_back = parquet.read_table(tmp_path / "t.parquet").column("x_instant").to_pylist()
    assert read_back[1] == datetime(2024, 5, 12, 8, 30, tzinfo=UTC)
    (column,) = typed_columns(["x"], [["2024-05-12", "2024-05-13", "2024-05-14"]])
    assert column.read("2024-05-12") == date(2024, 5, 12)


@pytest.mark.parametrize(("language", "delimiter"), [("de_DE.UTF-8", ";"), ("en_US.UTF-8", ",")])
def test_a_csv_for_excel_has_its_mark_and_the_delimiter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, delimiter: str
) -> None:
    for name in ("LC_ALL", "LC_NUMERIC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", language)
    store, out = project(tmp_path, x=["Žižek; a, b", "1"]), tmp_path / "t.csv"
    call: Any = ["export", str(store), "-o", str(out), "--excel", "--no-provenance", "--no-tidy"]
    assert CliRunner().invoke(app, call).exit_code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    with out.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file, delimiter=delimiter)) == [["x"], ["Žižek; a, b"], ["1"]]
