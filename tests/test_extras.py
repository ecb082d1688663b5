"""What a default install lacks is said in one sentence, before anything is done."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from nursery import WARM, Nursery

import leadline
from leadline.app.dataframes import arrow_table
from leadline.errors import (
    LeadlineError,
    MissingExtra,
    install_command,
    installed_from,
    require_package,
)
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from leadline.store.export.table import write_table
from leadline_zoo.scripted.sources import serving
from tables import each_row


def command(extra: str) -> str:
    return install_command(extra, installed_from())


MISSING = [
    ("pyarrow", ".parquet", f"writing parquet needs pyarrow: {command('parquet')}"),
    ("openpyxl", ".xlsx", f"writing xlsx needs openpyxl: {command('xlsx')}"),
]
EXTRAS = (
    *("pyarrow", "openpyxl", "airportsdata", "datasette", "scipy", "rjieba", "fastapi", "mcp"),
    *("playwright", "yaml"),
)
NO_EXTRAS = f"import sys\nsys.modules |= dict.fromkeys({EXTRAS})\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "p" / "project.sqlite"
    with Store(path) as store:
        store.add_source("s", "http://s.example/")
        page = Page(Request("GET", "http://s.example/"), "http://s.example/", 0)
        number = store.add_page("s", page, None)  # an answered one without a place is a lost one
        store.take("s", None, number, [Record("s", "1", (Field("name", "oil"),))])
    return path


@pytest.mark.parametrize(("package", "suffix", "sentence"), MISSING)
def test_a_format_whose_package_is_missing_is_refused(
    package: str,
    suffix: str,
    sentence: str,
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    out = tmp_path / f"t{suffix}"
    with pytest.raises(MissingExtra) as caught:
        leadline.export(project, out)
    assert str(caught.value) == sentence
    with pytest.raises(ImportError):
        write_table(["a"], [["b"]], out)
    assert not out.exists()
    assert leadline.export(project, tmp_path / "t.csv") == 1


def test_a_table_in_memory_needs_pyarrow(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=re.escape(f"needs pyarrow: {command('parquet')}")):
        arrow_table(project, ["s"], provenance=True)


def test_a_missing_extra_is_an_error_of_leadline_and_an_import_error() -> None:
    assert issubclass(MissingExtra, LeadlineError)
    assert issubclass(MissingExtra, ImportError)
    require_package("json", "nothing")


@pytest.mark.parametrize(("package", "suffix", "sentence"), MISSING)
def test_a_harvest_says_before_its_first_request_what_is_missing(
    package: str, suffix: str, sentence: str, tmp_path: Path, nursery: Nursery
) -> None:
    del package
    wanted = ("harvest", "http://127.0.0.1:9/", "-o", f"t{suffix}")
    done = nursery.run(*wanted, cwd=tmp_path, without=EXTRAS)
    assert (done.code, done.err) == (1, f"leadline: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_export_writes_nothing_when_one_of_its_formats_is_missing(
    project: Path, tmp_path: Path, nursery: Nursery
) -> None:
    arguments = ("export", str(project.parent), "-o", "a.csv", "-o", "a.xlsx")
    done = nursery.run(*arguments, cwd=tmp_path, without=EXTRAS)
    assert (done.code, done.err) == (1, f"leadline: {MISSING[1][2]}\n")
    assert not (tmp_path / "a.csv").exists()


def test_export_to_csv_needs_no_extra(project: Path, tmp_path: Path, nursery: Nursery) -> None:
    done = nursery.run("export", project.parent, "-o", "a.csv", cwd=tmp_path, without=EXTRAS)
    assert (done.code, done.out) == (0, "1 rows written to a.csv\n")


@pytest.mark.parametrize("name", ["acquire", "sizes"])
def test_a_bench_says_that_it_reads_parquet(name: str, tmp_path: Path, nursery: Nursery) -> None:
    (tmp_path / "pool.parquet").write_bytes(b"")
    wanted = ("bench", name, "--data", "pool.parquet")
    done = nursery.run(*wanted, cwd=tmp_path, without=EXTRAS)
    sentence = f"reading parquet needs pyarrow: {command('parquet')}"
    assert (done.code, done.err) == (1, f"leadline: {sentence}\n")


def test_the_demo_says_what_it_needs(tmp_path: Path, nursery: Nursery) -> None:
    done = nursery.run("demo", cwd=tmp_path, without=EXTRAS)
    assert done.code == 1
    assert done.err == f"leadline: the demo needs airportsdata: {command('demo')}\n"
    assert list(tmp_path.iterdir()) == []


def test_importing_touches_no_extra() -> None:
    """Nor do commands, before they are asked: a warm process has imported them already."""
    code = (
        f"{NO_EXTRAS}del sys.modules['rjieba'], sys.modules['scipy']\n"  # discovery looks
        "import importlib, leadline\n"
        "for name in leadline.__all__: getattr(leadline, name)\n"
        f"for name in {WARM}: importlib.import_module(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@each_row(__file__, "DEFAULT_INSTALL_TAKES", "asked", "said", sequence=list)
def test_a_default_install_takes_reads_and_checks(
    project: Path, asked: list[str], said: str
) -> None:
    code = f"{NO_EXTRAS}from leadline.cli.app import main\nmain()"
    run = subprocess.run(
        [sys.executable, "-c", code, *asked],
        cwd=project.parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said in run.stdout + run.stderr
    assert " needs " not in run.stderr


def test_discover_names_its_extra_before_anything_is_done(tmp_path: Path) -> None:
    code = f"{NO_EXTRAS}from leadline.cli.app import main\nmain()"
    run = subprocess.run(
        [sys.executable, "-c", code, "discover", "http://a.example/", "--topic", "sea"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    sentence = f"leadline discover needs rjieba: {command('discover')}"
    assert run.stderr == f"leadline: {sentence}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "needed"), [("serve", "fastapi"), ("mcp", "mcp")])
def test_a_command_names_its_extra(
    name: str, needed: str, tmp_path: Path, nursery: Nursery
) -> None:
    run = nursery.run(name, cwd=tmp_path, without=EXTRAS)
    assert run.code == 1
    assert run.err == f"leadline: leadline {name} needs {needed}: {command(name)}\n"


@pytest.mark.parametrize("missing", ["driver", "Chromium"])
def test_a_page_that_a_script_draws_names_what_its_browser_needs(
    missing: str, tmp_path: Path, nursery: Nursery
) -> None:
    with serving("graphql") as source:
        lacks = EXTRAS if missing == "driver" else ()
        wanted = ("harvest", source.url, "-q", "-p", "p")
        run = nursery.run(*wanted, cwd=tmp_path, path=tmp_path, without=lacks)
        if missing == "driver":
            need = f"playwright: {command('browser')}"
        else:
            need = "Chromium (Debian: apt install chromium)"
    assert run.code == 1
    assert run.err.endswith(f"a page that a script draws needs {need}\n")


def test_a_description_in_yaml_names_what_reads_it(tmp_path: Path, nursery: Nursery) -> None:
    with serving("described") as source:
        wanted = ("harvest", source.url, "-q", "-p", "p")
        run = nursery.run(*wanted, cwd=tmp_path, without=EXTRAS)
    assert run.code == 1
    need = f"a description of an API in YAML needs yaml: {command('browser')}\n"
    assert run.err.endswith(need)


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        ("", ""),
        ({"url": "file:///w/leadline.whl", "archive_info": {}}, " @ file:///w/leadline.whl"),
        ({"url": "file:///a%20b", "dir_info": {}}, " @ file:///a%20b"),
        (
            {"url": "https://h.test/x", "vcs_info": {"vcs": "git", "commit_id": "8f"}},
            " @ git+https://h.test/x@8f",
        ),
    ],
)
def test_an_extra_comes_from_where_leadline_came_from(origin: object, source: str) -> None:
    kept = json.dumps(origin) if origin else ""
    assert install_command("xlsx", kept) == f'pip install "leadline[xlsx]{source}"'


def test_an_extra_leaves_an_editable_installation_editable() -> None:
    kept = json.dumps({"url": "file:///src", "dir_info": {"editable": True}})
    assert install_command("xlsx", kept) == 'pip install -e "leadline[xlsx] @ file:///src"'
