"""Tables that leave the project: every format read back by somebody else's reader."""

import csv
import io
import json
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import StoreError
from leadline.model import Field, Page, Record, Request
from leadline.store import Reader, Store
from leadline.store.export import formats as writing
from leadline.store.export.exporters import exporters
from leadline.store.export.exporters.delimited import write_csv
from leadline.store.export.table import PROVENANCE, export, format_of, write_table
from leadline.store.refresh.visits import SEEN_COLUMNS
from tables import each_row

FORMATS = ("csv", "jsonl", "parquet", "sqlite", "xlsx")
AT = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


def read_csv(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{k: v or None for k, v in row.items()} for row in csv.DictReader(file)]


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def read_parquet(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path).to_pylist()


def read_sqlite(path: Path) -> list[dict[str, Any]]:
    link = sqlite3.connect(path)
    link.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in link.execute("SELECT * FROM records")]
    finally:
        link.close()


def read_xlsx(path: Path) -> list[dict[str, Any]]:
    import openpyxl
    from openpyxl.utils.escape import unescape

    book = openpyxl.load_workbook(io.BytesIO(path.read_bytes()))  # whatever its suffix
    rows = [
        [unescape(cell) if isinstance(cell, str) else cell for cell in row]
        for row in book["records"].values
    ]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


READERS: dict[str, Callable[[Path], list[dict[str, Any]]]] = {
    "csv": read_csv,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
    "sqlite": read_sqlite,
    "xlsx": read_xlsx,
}


def present(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without missing values: jsonl leaves them out, the others cannot."""
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def project(folder: Path, found: dict[str, list[Record]]) -> Path:
    path = folder / "p.leadline"
    with Store(path) as store:
        for source, records in found.items():
            store.add_source(source, f"https://{source}.example/")
            query = store.open_query(source, "water")
            url = f"https://{source}.example/?q=water"
            page = Page(Request("GET", url), url + "&r=1", 200, fetched_at=AT.timestamp())
            number = store.add_page(source, page, None, query=query)
            store.take(source, query, number, records)
    return path


def record(source: str, key: str, *fields: tuple[str, ...], kind: str = "") -> Record:
    return Record(source, key, tuple(Field(*field) for field in fields), kind=kind)  # type: ignore[arg-type]


@pytest.fixture
def art(tmp_path: Path) -> Path:
    return project(
        tmp_path,
        {
            "art": [
                record(
                    "art", "/1", ("题名", "睡莲"), ("link", "https://a/1", "link"), kind="object"
                ),
                record("art", "/2", ("题名", 'a, "b"\nc'), ("maker", "Monet"), ("maker", "Renoir")),
            ],
            "museum": [record("museum", "/1", ("Maker", "莫奈"), ("year", "1906"))],
        },
    )


# 'Maker' is not 'maker', but SQLite and DuckDB fold case, and 'maker_2' is taken.
ROWS = [
    {"题名": "睡莲", "link": "https://a/1", "_source": "art", "_key": "/1", "_kind": "object"},
    {"题名": 'a, "b"\nc', "maker": "Monet", "maker_2": "Renoir", "_source": "art", "_key": "/2"},
    {"Maker_3": "莫奈", "year": "1906", "_source": "museum", "_key": "/1"},
]


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_brings_every_value_back(art: Path, tmp_path: Path, format: str) -> None:
    out = tmp_path / f"table.{format}"
    assert export(art, out) == 3
    rows = present(READERS[format](out))
    shown = [
        {k: v for k, v in row.items() if k not in (*PROVENANCE[2:6], *SEEN_COLUMNS)} for row in rows
    ]
    wanted = [{"_kind": "", **row} for row in ROWS] if format not in ("csv", "xlsx") else ROWS
    assert shown == wanted
    at = AT if format == "parquet" else "2026-11-20T09:30:00Z"
    page = "1" if format == "csv" else 1
    assert [rows[0][name] for name in PROVENANCE[2:6]] == [
        page,
        "https://art.example/?q=water&r=1",
        "water",
        at,
    ]
    assert [rows[0].get(name) for name in SEEN_COLUMNS] == [at, at, None], (
        "from the first harvest on"
    )


def test_columns_stand_in_order_of_first_appearance_then_provenance(
    art: Path, tmp_path: Path
) -> None:
    export(art, tmp_path / "t.csv")
    head = (tmp_path / "t.csv").read_text("utf-8").splitlines()[0].split(",")
    assert head == [
        "题名",
        "link",
        "maker",
        "maker_2",
        "Maker_3",
        "year",
        *PROVENANCE,
        *SEEN_COLUMNS,
    ]


def test_sources_kinds_and_provenance_are_chosen(art: Path, tmp_path: Path) -> None:
    out = tmp_path / "t.jsonl"
    assert export(art, out, sources=["museum"], provenance=False) == 1
    assert read_jsonl(out) == [{"Maker": "莫奈", "year": "1906"}]
    assert export(art, out, kind="object", provenance=False) == 1
    assert read_jsonl(out) == [{"题名": "睡莲", "link": "https://a/1"}]
    with Reader(art) as reader, pytest.raises(ValueError, match="of the type 'person'"):
        export(reader, out, kind="person")
    with pytest.raises(ValueError, match="no source 'nobody'"):
        export(art, out, sources=["nobody"])


def test_a_table_is_written_while_the_project_is(tmp_path: Path) -> None:
    path = project(tmp_path, {"art": [record("art", "/1", ("a", "1"))]})
    with Store(path) as store:
        assert export(store, tmp_path / "t.csv") == 1
        store.add_source("other", "https://o.example")


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_project_gives_an_empty_table(tmp_path: Path, format: str) -> None:
    assert export(project(tmp_path, {}), tmp_path / "t", format=format) == 0
    assert READERS[format](tmp_path / "t") == []


NASTY = (
    '=HYPERLINK("http://evil")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "#REF!",
    "a\0b",
    "\ud800x",
    "\u202eevil",
    "\x07bell\x1b[31m",
    "\r\n",
    "\ufffe",
    "x" * 50_000,
    "  ",
    "NULL",
    "'",
    "北京\u2028大学",
    "𠮷",
)


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_text_stays_text(tmp_path: Path, format: str) -> None:
    records = [record("s", str(at), (text[:20], text)) for at, text in enumerate(NASTY)]
    records.append(record("s", "last", *((f"h{at}", text) for at, text in enumerate(NASTY))))
    out = tmp_path / "t"
    path = project(tmp_path, {"s": records})
    assert export(path, out, format=format, guard=False) == len(records)
    last = READERS[format](out)[-1]
    for at, text in enumerate(NASTY):
        assert last[f"h{at}"] == expected(text, format)


def expected(text: str, format: str) -> str | None:
    text = text.replace("\0", "\ufffd").replace("\ud800", "\ufffd")
    if format == "csv":
        return text.replace("\x07", "\ufffd").replace("\x1b", "\ufffd")
    if format != "xlsx":
        return text
    if len(text) > 32_767:
        return text[: 32_767 - 25] + " [cut: 50,000 characters]"
    return text


def test_no_cell_of_a_spreadsheet_is_a_formula_or_an_error(tmp_path: Path) -> None:
    import openpyxl

    fields = [(text[:9], text) for text in NASTY]
    export(project(tmp_path, {"s": [record("s", "=1", *fields)]}), tmp_path / "t.xlsx")
    cells = [c for row in openpyxl.load_workbook(tmp_path / "t.xlsx")["records"] for c in row]
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s", "n"}
    assert [c.value for c in cells if c.data_type == "n" and c.value is not None] == [1]  # _page


@each_row(__file__, "a_guarded_csv_runs_nothing", "text", "cell", "why")
def test_a_guarded_csv_runs_nothing(tmp_path: Path, text: str, cell: str, why: str) -> None:
    path = project(tmp_path, {"s": [record("s", "k", ("=name", text))]})
    export(path, tmp_path / "t.csv")
    row = read_csv(tmp_path / "t.csv")[0]
    assert row["'=name"] == cell, why
    export(path, tmp_path / "t.csv", guard=False)
    assert read_csv(tmp_path / "t.csv")[0]["=name"] == text


CELLS = st.text(
    st.one_of(st.characters(exclude_categories=("Cs", "Cc")), st.sampled_from("\t\n\r")),
    max_size=30,
)


@given(st.lists(st.dictionaries(CELLS, CELLS.filter(bool), max_size=5), max_size=8))
def test_any_text_is_read_back_by_other_readers(
    tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    records = [record("s", str(at), *each.items()) for at, each in enumerate(found)]
    path = project(folder, {"s": records})
    wanted = [list(each.values()) for each in found]
    behind = (*PROVENANCE, *SEEN_COLUMNS)
    for format in ("csv", "jsonl", "parquet", "sqlite"):
        out = folder / f"t.{format}"
        assert export(path, out, guard=False) == len(found)
        rows = READERS[format](out)
        assert [
            sorted(v for k, v in row.items() if k not in behind and v is not None) for row in rows
        ] == [sorted(each) for each in wanted]


def test_a_row_group_does_not_hold_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "GROUP_CHARACTERS", 1000)
    records = [record("s", str(at), ("text", "x" * 100)) for at in range(100)]
    export(project(tmp_path, {"s": records}), tmp_path / "t.parquet")
    assert pq.ParquetFile(tmp_path / "t.parquet").num_row_groups > 10
    assert len(read_parquet(tmp_path / "t.parquet")) == 100


@each_row(__file__, "an_unknown_suffix_is_answered_with_what_is_possible", "name", "sentence")
def test_an_unknown_suffix_is_answered_with_what_is_possible(
    art: Path, tmp_path: Path, name: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        export(art, tmp_path / name)
    assert not (tmp_path / name).exists()


def test_names_of_formats_are_checked(art: Path, tmp_path: Path) -> None:
    assert format_of("Table.NDJSON") == "jsonl"
    with pytest.raises(ValueError, match="'pdf' is no format: choose one of bibtex, csl, csv"):
        export(art, tmp_path / "t.csv", format="pdf")


def test_a_sheet_that_cannot_hold_the_table_is_refused_before_writing(
    art: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(exporters(), "xlsx", replace(exporters()["xlsx"], limits=(2, 5)))
    with pytest.raises(ValueError, match=r"xlsx holds 2 rows, there are 3: write csv"):
        export(art, tmp_path / "t.xlsx")
    with pytest.raises(ValueError, match=r"xlsx holds 5 columns, there are 14"):
        export(art, tmp_path / "t.xlsx", sources=["art"])
    assert not (tmp_path / "t.xlsx").exists()


def test_a_failed_export_leaves_the_table_of_before(
    art: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "t.csv"
    out.write_text("before")

    def broken(path: Path, *_: Any, **__: Any) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(exporters(), "csv", replace(exporters()["csv"], write=broken))
    with pytest.raises(StoreError, match=r"The disk is full: .*t\.csv"):
        export(art, out)
    assert out.read_text() == "before"
    assert sorted(p.name for p in tmp_path.iterdir() if "part" in p.name) == []


def test_places_that_cannot_be_written_are_named(art: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no folder"):
        export(art, tmp_path / "nowhere" / "t.csv")
    (tmp_path / "dir.csv").mkdir()
    with pytest.raises(StoreError, match="is a folder"):
        export(art, tmp_path / "dir.csv")
    with pytest.raises(ValueError, match="is the project itself"):
        export(art, art, format="sqlite")


@pytest.mark.parametrize("format", FORMATS)
def test_any_table_at_hand_is_written_alike(tmp_path: Path, format: str) -> None:
    out = tmp_path / f"merged.{format}"
    write_table(["icao", "城市"], [["EHAM", None], ["ZBAA", "北京"]], out)
    rows = present(READERS[format](out))
    assert rows == [{"icao": "EHAM"}, {"icao": "ZBAA", "城市": "北京"}]


@each_row(__file__, "GUARDED_CELLS", "why", "cell", "wanted")
def test_cells_of_csv_are_guarded_unless_raw(
    tmp_path: Path, why: str, cell: str, wanted: str
) -> None:
    write_table(["a"], [[cell]], tmp_path / "guarded.csv")
    write_csv(tmp_path / "raw.csv", writing.OutputTable(["a"], [[cell]]), guard=False)
    with (tmp_path / "guarded.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file))[1] == [wanted]
    with (tmp_path / "raw.csv").open(encoding="utf-8", newline="") as file:
        (shown,) = list(csv.reader(file))[1]
    assert shown == wanted.removeprefix("'")
    assert "\x1b" not in shown


def test_leftovers_of_killed_exports_are_removed(art: Path, tmp_path: Path) -> None:
    """Those of living processes, and of other tables, stay."""
    dead, alive = tmp_path / ".t.csv.99999999.part", tmp_path / f".t.csv.{os.getppid()}.part"
    other = tmp_path / ".u.csv.99999999.part"
    for path in (dead, alive, other):
        path.write_text("half")
    export(art, tmp_path / "t.csv")
    assert [path.exists() for path in (dead, alive, other)] == [False, True, True]
