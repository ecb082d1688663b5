"""A table in a real PostgreSQL: whole or not at all, and what DuckDB makes of Parquet files."""

import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from leadline.cli.tables.write import TableOptions, run
from leadline.errors import StoreError
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.postgres import copy_to_postgres, without_password
from leadline.store.export.table import export

PROGRAMS: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
HARD: Final = ["plain", 'say "no"', "a\nb", "\\N", "", "a,b\\.", "书", "\\.", "x\0y", None]


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A server of its own, on a socket in a folder that only its user may enter."""
    if not PROGRAMS:
        pytest.skip("no PostgreSQL server is installed here")
    users = [entry.pw_name for entry in pwd.getpwall() if entry.pw_name == "postgres"]
    if os.geteuid() == 0 and not users:
        pytest.skip("PostgreSQL refuses to run as root, and there is no user postgres")
    own: dict[str, Any] = {"user": users[0]} if os.geteuid() == 0 else {}
    folder = Path(subprocess.check_output(["mktemp", "-d"], text=True, **own).strip())
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    init = [str(PROGRAMS[-1]), "-D", str(folder / "data"), "-U", "me", "-A", "trust", "--no-sync"]
    subprocess.run([*init, "-E", "UTF8"], check=True, **quiet, **own)
    control = [str(PROGRAMS[-1].with_name("pg_ctl")), "-D", str(folder / "data")]
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    subprocess.run([*control, "-w", "-o", options, "start"], check=True, **quiet, **own)
    try:
        yield f"postgresql://me@/postgres?host={folder}"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=False, **quiet, **own)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    with Store(tmp_path / "project.sqlite") as store:
        store.add_source("art", "https://art.example/")
        page = Page(Request("GET", "https://art.example/?q=a"), "https://art.example/?q=a", 200)
        number = store.add_page("art", page, None, "walk")
        long = "a name that is longer than what PostgreSQL keeps of a name, by " * 2
        store.take(
            "art",
            None,
            number,
            [
                Record("art", f"/{n}", (Field("t", text), Field(long, "1"), Field(f"{long}2", "2")))
                for n, text in enumerate(HARD)
                if text is not None
            ]
            + [Record("art", "/none", (Field(long, "1"),))],
        )
    return tmp_path


def rows_of(database: str, query: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(database) as link:
        return link.execute(query).fetchall()  # type: ignore[arg-type]


def test_all_rows_arrive_as_they_are(
    database: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(project, [f"{database}#Art of all"], [], TableOptions()) == 0
    assert "10 rows written" in capsys.readouterr().out
    rows = rows_of(database, 'SELECT t, _page, _fetched_at FROM "Art of all" ORDER BY _key')
    expected = ["x�y" if text == "x\0y" else text or None for text in HARD]
    assert [row[0] for row in rows] == expected
    assert {type(row[1]) for row in rows} == {int}
    assert {row[2].year for row in rows} == {rows[0][2].year}


def test_a_table_is_replaced_whole_or_not_at_all(database: str, project: Path) -> None:
    import psycopg

    copy_to_postgres(project / "project.sqlite", f"{database}#kept")
    copy_to_postgres(project / "project.sqlite", f"{database}#kept")
    assert rows_of(database, "SELECT count(*) FROM kept") == [(10,)]
    with psycopg.connect(database) as link:
        link.execute("CREATE VIEW seen AS SELECT count(*) FROM kept")
    with pytest.raises(StoreError, match=r"did not take the table: .*seen depends on table kept"):
        copy_to_postgres(project / "project.sqlite", f"{database}#kept", provenance=False)
    assert rows_of(database, "SELECT count(_key) FROM kept") == [(10,)]


def test_a_wrong_address_is_said_without_the_password(project: Path) -> None:
    with pytest.raises(StoreError) as told:
        copy_to_postgres(project / "project.sqlite", "postgresql://me:secret7@127.0.0.1:1/x")
    assert "secret7" not in str(told.value)


def test_no_password_is_printed() -> None:
    assert without_password("postgresql://me:a:b@db:5432/x#t") == "postgresql://me@db:5432/x#t"
    assert without_password("postgresql://db:5432/x") == "postgresql://db:5432/x"


def test_the_recipe_for_duckdb_counts_projects_of_unlike_columns(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    text = (Path(__file__).parents[2] / "docs" / "how-to-pipelines.md").read_text("utf-8")
    (recipe,) = re.findall(r"```sql\n(CREATE VIEW records.*?)```", text, re.DOTALL)
    export(project / "project.sqlite", tmp_path / "a.parquet")
    with Store(tmp_path / "other.sqlite") as store:
        store.add_source("books", "https://books.example/")
        page = Page(Request("GET", "https://books.example/"), "", 200, fetched_at=86_400.0)
        number = store.add_page("books", page, None, "walk")
        store.take("books", None, number, [Record("books", "/1", (Field("author", "Lu Xun"),))])
    export(tmp_path / "other.sqlite", tmp_path / "b.parquet")
    monkeypatch.chdir(tmp_path)
    rows = duckdb.connect().execute("SET TimeZone = 'UTC';" + recipe).fetchall()
    assert [row[:2] for row in rows] == [("art", 10), ("books", 1)]
    assert str(rows[1][2]) == "1970-01-02"
