"""Formats for pipelines: what other programs read out of them."""

import asyncio
import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from leadline.cli.app import app
from leadline.errors import StoreError
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.each import write_each
from leadline.store.export.table import format_of, write_table
from tables import each_row

NAMES = ["title", "kind", "_source", "_key"]
ROWS = [
    ['Sea\t"deep"\nfog', "a", "s", "1"],
    ["=Éclair", None, "s", "2"],
    *([f"Row {n}", "ab"[n % 2], "s", f"k{n}"] for n in range(200)),
]


def written(tmp_path: Path, name: str) -> Path:
    path = tmp_path / name
    write_table(NAMES, [list(row) for row in ROWS], path)
    return path


def test_json_is_one_array(tmp_path: Path) -> None:
    rows = json.loads(written(tmp_path, "t.json").read_text("utf-8"))
    assert rows[0] == dict(zip(NAMES, ROWS[0], strict=True))
    assert "kind" not in rows[1]
    assert len(rows) == len(ROWS)
    write_table(NAMES, [], tmp_path / "none.json")
    assert json.loads((tmp_path / "none.json").read_text()) == []


def test_tsv_has_as_many_cells_in_every_line(tmp_path: Path) -> None:
    lines = written(tmp_path, "t.tsv").read_text("utf-8").splitlines()
    assert {line.count("\t") for line in lines} == {len(NAMES) - 1}
    assert lines[1].split("\t")[0] == 'Sea "deep" fog'


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.json"])
def test_gzip_holds_the_same_bytes_every_time(tmp_path: Path, name: str) -> None:
    plain, packed = written(tmp_path, name), written(tmp_path, f"{name}.gz")
    first = packed.read_bytes()
    assert gzip.decompress(first) == plain.read_bytes()
    assert written(tmp_path, f"{name}.gz").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, f"{name}.gz"]


def test_sqlite_has_a_key_an_index_and_a_search(tmp_path: Path) -> None:
    with closing(sqlite3.connect(written(tmp_path, "t.sqlite"))) as link:
        ask = lambda sql: link.execute(sql).fetchall()  # noqa: E731
        found = "SELECT rowid FROM records_fts WHERE records_fts MATCH 'eclair'"
        assert ask(f"SELECT title FROM records WHERE rowid IN ({found})") == [("=Éclair",)]
        key = [name for _, name, _, _, _, at in ask("PRAGMA table_info(records)") if at]
        assert key == ["_source", "_key"]
        indexed = "SELECT sql FROM sqlite_master WHERE name LIKE 'records_by%'"
        assert [sql for (sql,) in ask(indexed)] == ['CREATE INDEX records_by_1 ON records ("kind")']


def test_datasette_shows_a_search_box(tmp_path: Path) -> None:
    datasette = pytest.importorskip("datasette.utils")
    with closing(sqlite3.connect(written(tmp_path, "t.db"))) as link:
        assert datasette.detect_fts(link, "records") == "records_fts"


@pytest.mark.many
def test_datasette_serves_the_rows(tmp_path: Path) -> None:
    served = pytest.importorskip("datasette.app").Datasette([written(tmp_path, "t.db")])
    asked = served.client.get("/t/records.json?_shape=arrays&_size=max")
    assert sorted(map(repr, asyncio.run(asked).json()["rows"])) == sorted(map(repr, ROWS))


def test_duckdb_holds_the_rows(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    with closing(duckdb.connect(str(written(tmp_path, "t.duckdb")))) as link:
        assert link.execute("SELECT count(*), count(kind) FROM records").fetchall() == [(202, 201)]


def test_a_suffix_says_the_format_also_when_packed() -> None:
    assert [format_of(f"a.{end}") for end in ("json.gz", "TSV", "duckdb")] == [
        "json",
        "tsv",
        "duckdb",
    ]
    with pytest.raises(ValueError, match=r"a\.gz: give it one of the suffixes"):
        format_of("a.gz")


HARD_NAMES = [
    ["rank", "x"],
    ["Rank", "rowid", "oid", "_rowid_"],
    ["records", "records_fts", "records_searched", "c0"],
    ["select", "NEAR", "content", "tokenize", "order by"],
    ['a"b', "a'b", "[x]", ""],
    [f"n{number}" for number in range(2_000)],
]


@pytest.mark.parametrize("names", HARD_NAMES, ids=lambda names: names[0])
def test_sqlite_finds_under_any_name_of_a_column(tmp_path: Path, names: list[str]) -> None:
    path = tmp_path / "t.sqlite"
    rows = [[f"a{row}b{at}" for at in range(len(names))] for row in range(3)]
    write_table(names, iter(map(list, rows)), path)
    shown = [at for at, name in enumerate(names) if not name.startswith("_")]
    with closing(sqlite3.connect(path)) as link:
        assert [list(row) for row in link.execute("SELECT * FROM records")] == rows
        for at in (shown[0], shown[-1]):
            find = "SELECT rowid FROM records_fts WHERE records_fts MATCH ? ORDER BY rank"
            assert link.execute(find, [f"a1b{at}"]).fetchall() == [(2,)], names[at]


def test_names_that_differ_by_case_alone_are_two_columns_everywhere(tmp_path: Path) -> None:
    for name in ("t.sqlite", "t.duckdb", "t.json"):
        write_table(["Title", "title"], iter([["a", "b"]]), tmp_path / name)
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as link:
        assert link.execute('SELECT "Title", title_2 FROM records').fetchall() == [("a", "b")]


def test_an_output_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "b.json").mkdir()
    outputs = [tmp_path / name for name in ("a.csv", "b.json", "c.txt", "d.jsonl")]
    with pytest.raises(StoreError, match=r"b\.json is a folder, not a file\. .*c\.txt: give it"):
        write_each(outputs, lambda out: write_table(["x"], iter([["1"]]), out))
    assert (tmp_path / "a.csv").is_file()
    assert (tmp_path / "d.jsonl").is_file()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "project.sqlite"
    with Store(path) as store:
        store.add_source("s", "https://s.example/")
        query = store.open_query("s", "q")
        page = Page(Request("GET", "https://s.example/"), "https://s.example/", 200)
        rows = [
            Record("s", str(n), (Field("title", f"Sea {n}"), Field("year", str(1900 + n % 3))))
            for n in range(30)
        ]
        store.take("s", query, store.add_page("s", page, None, query=query), rows)
    return path


def told(*words: object) -> tuple[int, str]:
    """The exit code of a command and what it printed."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output + str(done.exception or "")


def test_sql_asks_the_table_and_changes_nothing(project: Path, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    counted = "select year_year as year, count(*) as n from records group by 1 order by 1"
    assert told("sql", project, counted) == (0, "year,n\n1900,10\n1901,10\n1902,10\n")
    asked = "select key, url, records from sources"
    assert told("sql", project, asked) == (0, "key,url,records\ns,https://s.example/,30\n")
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    for statement in (f"select * from '{secret}'", f"copy records to '{tmp_path}/o.csv'", "selec"):
        code, said = told("sql", project, statement)
        assert code
        assert "DuckDB did not take the statement: " in said
    assert not (tmp_path / "o.csv").exists()


def test_schema_describes_what_a_table_holds(project: Path) -> None:
    code, said = told("schema", project, "--typed")
    fields = json.loads(said)["resources"][0]["schema"]["fields"]
    assert code == 0
    assert [(field["name"], field["type"], field["leadline:filled"]) for field in fields[:3]] == [
        ("title", "string", 30),
        ("year", "string", 30),
        ("year_year", "integer", 30),
    ]


@each_row(__file__, "TABLE_BREAKS_CONTRACT", "expected", "sentence", sequence=list)
def test_a_table_that_breaks_its_contract_is_not_written(
    project: Path, tmp_path: Path, expected: list[str], sentence: str
) -> None:
    out = tmp_path / "t.csv"
    out.write_text("as it was")
    code, said = told("export", project, "-o", out, *expected)
    assert code
    assert f"nothing is written: {sentence}" in said
    assert out.read_text() == "as it was"
    good = ["--expect-columns", "Title,year", "--expect-rows", "30"]
    assert told("export", project, "-o", out, *good)[0] == 0
    (project.parent / "project.toml").write_text("[columns]\nexpect_rows = 31\n")
    assert told("export", project, "-o", tmp_path / "u.csv")[0]
