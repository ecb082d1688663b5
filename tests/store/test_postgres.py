"""Tables in databases and buckets that run here: whole or not at all, and merged by a key."""

import itertools
import os
import pwd
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import duckdb
import fsspec
import polars
import pymysql
import pytest
from deltalake import DeltaTable

from leadline.cli.tables.write import TableOptions, run
from leadline.errors import StoreError
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.table import export
from leadline.store.export.targets import without_password
from leadline.store.export.targets.mysql import parts_of

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


def put(folder: Path, rows: dict[str, dict[str, str]], source: str = "art") -> Path:
    """A project that holds rows by their keys; a page of 1970 showed them."""
    with Store(folder / "project.sqlite") as store:
        store.add_source(source, f"https://{source}.example/")
        url = f"https://{source}.example/?q=a"
        page = Page(Request("GET", url), url, 200, fetched_at=86_400.0)
        number = store.add_page(source, page, None, "walk")
        fields = {key: tuple(itertools.starmap(Field, row.items())) for key, row in rows.items()}
        store.take(source, None, number, [Record(source, *pair) for pair in fields.items()])
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    long = "a name that is longer than what PostgreSQL keeps of a name, by " * 2
    texts = {f"/{n}": text for n, text in enumerate(HARD) if text is not None}
    rows = {key: {"t": text, long: "1", f"{long}2": "2"} for key, text in texts.items()}
    return put(tmp_path, rows | {"/none": {long: "1"}})


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

    run(project, [f"{database}#kept"], [], TableOptions())
    run(project, [f"{database}#kept"], [], TableOptions())
    assert rows_of(database, "SELECT count(*) FROM kept") == [(10,)]
    with psycopg.connect(database) as link:
        link.execute("CREATE VIEW seen AS SELECT count(*) FROM kept")
    with pytest.raises(StoreError, match=r"did not take the table: .*seen depends on table kept"):
        run(project, [f"{database}#kept"], [], TableOptions(provenance=False))
    assert rows_of(database, "SELECT count(_key) FROM kept") == [(10,)]


def test_a_wrong_address_is_said_without_the_password(project: Path) -> None:
    with pytest.raises(StoreError) as told:
        run(project, ["postgresql://me:secret7@127.0.0.1:1/x"], [], TableOptions())
    assert "secret7" not in str(told.value)


@pytest.fixture(scope="module")
def mysql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A MariaDB of its own, on a socket."""
    if not shutil.which("mariadbd", path="/usr/sbin:/usr/bin"):
        pytest.skip("no MariaDB server is installed here")
    folder = tmp_path_factory.mktemp("m")
    own = (
        f"--no-defaults --datadir={folder}/data --user={pwd.getpwuid(os.geteuid()).pw_name}".split()
    )
    plain = "--auth-root-authentication-method=normal"
    subprocess.run(["mariadb-install-db", *own, plain], check=True, capture_output=True)
    server = ["/usr/sbin/mariadbd", *own, "--skip-networking", f"--socket={folder}/s"]
    with subprocess.Popen(server, stderr=subprocess.DEVNULL) as process:
        for _ in range(200):
            time.sleep(0 if (folder / "s").exists() else 0.1)
        yield f"mysql://root@/test?unix_socket={folder}/s"
        process.terminate()


def read_back(place: str, query: str) -> list[tuple[Any, ...]]:
    """Rows of a table, by a reader that somebody else made."""
    if place.startswith("postgresql"):
        return rows_of(place, query)
    if place.startswith("mysql"):
        with pymysql.connect(**parts_of(place)) as link, link.cursor() as cursor:
            cursor.execute(query)
            return [*cursor.fetchall()]
    if place.startswith("duckdb"):
        return duckdb.connect(place.removeprefix("duckdb:")).execute(query).fetchall()
    table = DeltaTable(place.removeprefix("delta:"))
    assert table.history(1)[0]["description"].startswith("art: ")
    merged = table.to_pyarrow_table()
    return duckdb.sql(query).fetchall() if merged else []


@pytest.mark.parametrize(
    "kind", ["database", "duckdb", "delta", pytest.param("mysql", marks=pytest.mark.many)]
)
def test_rows_are_merged_by_their_key(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    is_own = kind in ("duckdb", "delta")
    home = f"{kind}:{tmp_path}/d" if is_own else request.getfixturevalue(kind)
    place = home if kind == "delta" else f"{home}#merged"
    merging = TableOptions(merge=("_source", "_key"))
    texts = {f"/{n}/{text!r}": f"{text}{n}" for n in range(16) for text in HARD}
    first = put(tmp_path / "first", {key: {"t": text} for key, text in texts.items()})
    changed = {key: {"t": f"{text}!", "more": "1"} for key, text in [*texts.items()][150:]}
    second = put(tmp_path / "second", changed)
    for project in (first, second, second):
        assert run(project, [place], [], merging) == 0
    hard = {key: text.replace("\0", "\ufffd") for key, text in texts.items()}
    whole = [(key, hard[key], None) for key in [*texts][:150]]
    whole += [(key, f"{hard[key]}!", "1") for key in [*texts][150:]]
    assert sorted(read_back(home, "SELECT _key, t, more FROM merged")) == sorted(whole)
    with pytest.raises(ValueError, match="the table has no column 'kex'"):
        run(first, [place], [], TableOptions(merge=("kex",)))
    with pytest.raises(ValueError, match="a file, written anew"):
        run(first, ["t.csv"], [], merging)


def test_no_password_is_printed() -> None:
    assert without_password("postgresql://me:a:b@db:5432/x#t") == "postgresql://me@db:5432/x#t"
    assert without_password("postgresql://db:5432/x") == "postgresql://db:5432/x"


def test_the_recipe_for_duckdb_counts_projects_of_unlike_columns(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(__file__).parents[2] / "docs" / "how-to-pipelines.md").read_text("utf-8")
    (recipe,) = re.findall(r"```sql\n(CREATE VIEW records.*?)```", text, re.DOTALL)
    export(project / "project.sqlite", tmp_path / "a.parquet")
    export(put(tmp_path / "o", {"/1": {"author": "Lu Xun"}}, "books"), tmp_path / "b.parquet")
    monkeypatch.chdir(tmp_path)
    rows = duckdb.connect().execute("SET TimeZone = 'UTC';" + recipe).fetchall()
    assert [row[:2] for row in rows] == [("art", 10), ("books", 1)]
    assert str(rows[1][2]) == "1970-01-02"


@pytest.mark.many
def test_a_table_lies_in_a_bucket_of_google(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    emulator = pytest.importorskip("gcp_storage_emulator.server")
    server = emulator.create_server("127.0.0.1", 0, in_memory=True, default_bucket="art")
    server.start()
    assert server._api.is_running.wait(10)
    port = server._api._httpd.server_port
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"http://127.0.0.1:{port}")
    try:
        assert run(project, ["gs://art/b/a.csv"], [], TableOptions()) == 0
        export(project, tmp_path / "a.csv")
        with fsspec.open("gs://art/b/a.csv") as file:
            assert file.read() == (tmp_path / "a.csv").read_bytes()
        with pytest.raises(StoreError, match=r"gs://none/a\.csv did not take the table: "):
            run(project, ["gs://none/a.csv"], [], TableOptions())
    finally:
        server.stop()


@pytest.mark.many
def test_tables_lie_in_a_bucket(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "ALLOW_HTTP", "REGION"):
        monkeypatch.setenv(f"AWS_{name}", "true" if name != "REGION" else "us-east-1")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://{}:{}".format(*server.get_host_and_port()))
    fsspec.filesystem("s3").mkdir("art")
    places = ["s3://art/a.csv.gz", "s3://art/b/a.parquet", "delta:s3://art/delta"]
    assert run(project, places, [], TableOptions()) == 0
    export(project, tmp_path / "a.csv.gz")
    assert fsspec.open(places[0]).open().read() == (tmp_path / "a.csv.gz").read_bytes()
    assert len(polars.read_parquet(places[1])) == len(polars.read_delta(places[2][6:])) == 10
    with pytest.raises(StoreError, match=r"s3://A_/a\.csv did not take the table: "):
        run(project, ["s3://A_/a.csv"], [], TableOptions())
    server.stop()
