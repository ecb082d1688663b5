"""What the documents show in Python runs as it stands there."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import duckdb
import polars
import pytest
from serving import make_project, paintings

import leadline
from leadline.app.discovery.plan import discovery_plan_of
from leadline.app.project import Project, read_plan
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec

ROOT = Path(__file__).resolve().parents[1]
PYTHON = re.compile(r"^```python(?: title=[^\n]*)?\n(.*?)^```", re.M | re.S)
TOML = re.compile(r"^```toml\n(.*?)^```", re.M | re.S)
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "README.zh.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
]


def blocks(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    return [
        (path.name, block)
        for path in DOCUMENTS
        for block in pattern.findall(path.read_text(encoding="utf-8"))
    ]


def test_the_tutorial_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (program,) = [text for name, text in blocks(PYTHON) if name == "tutorial.md"]
    exec(compile(program, "docs/tutorial.md", "exec"), {"__name__": "__main__"})  # noqa: S102
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "True"
    assert lines[1].startswith("1200 records: ")
    assert lines[2].startswith("1200 [")


def test_a_method_in_thirty_lines_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from leadline_research.bench.records import records
    from leadline_research.bench.selection import acquire, made_pool

    program, miner = [text for name, text in blocks(PYTHON) if name == "your-method.md"]
    assert len(program.splitlines()) <= 30
    (tmp_path / "recent.py").write_text(program, encoding="utf-8")
    (tmp_path / "widest.py").write_text(miner, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    made_pool.main(tmp_path / "pool.parquet", records=300, seed=1)
    rows = acquire.run(tmp_path / "pool.parquet", strategies=["recent:Recent", "default"])["runs"]
    assert {row["strategy"] for row in rows if row["queries"]} == {"recent:Recent", "default"}
    told = records.run(ROOT / "tests/gold_small", methods=["widest:widest"])["methods"]
    assert 0.2 < told["widest:widest"]["first"]["f1"] < 1


@pytest.mark.many
@pytest.mark.parametrize("library", ["dlt", "dagster"])
def test_a_pipeline_runs(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = pytest.importorskip(library)
    (program,) = [text for _, text in blocks(PYTHON) if text.startswith(f"import {library}\n")]
    monkeypatch.chdir(make_project(tmp_path / "art.leadline", paintings()).parent)
    for name in ("HOME", "DAGSTER_HOME", "DLT_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    visited = leadline.Refresh(Project(Path("art.leadline")), {}, (), ())
    monkeypatch.setattr(leadline, "refresh", lambda _: visited)
    for _ in range(2):
        made: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(program, library, "exec"), made)  # noqa: S102
    if library == "dagster":
        assert run.materialize([made["prints"]]).success
        assert len(polars.read_parquet("prints.parquet")) == 40
    else:
        kept = duckdb.connect("museum.duckdb").execute("SELECT count(*) FROM museum_dataset.prints")
        assert kept.fetchall() == [(40,)]


@pytest.mark.many
def test_a_task_of_airflow_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an environment of its own: airflow pins a hundred packages."""
    (program,) = [text for _, text in blocks(PYTHON) if text.startswith("from airflow")]
    (tmp_path / "dags").mkdir()
    program = program.replace("/data", str(tmp_path)).replace("s3://bucket/", "")
    (tmp_path / "dags" / "museum_airflow.py").write_text(program, "utf-8")
    monkeypatch.setenv("AIRFLOW_HOME", str(tmp_path))
    monkeypatch.setenv("AIRFLOW__CORE__LOAD_EXAMPLES", "false")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    order = [os.environ.get("UV", "uv"), "run", "--no-project", "--python", version]
    order += ["--with", "apache-airflow>=3.1,<4", "airflow"]
    made = shutil.which(order[0]) and subprocess.run([*order, "db", "migrate"], check=False)
    if not made or made.returncode:
        pytest.skip("airflow cannot be installed here")
    with serve(SourceSpec("tiny", "books", 45)) as source:
        leadline.harvest(source.url, project=tmp_path / "art.leadline", pace=0)
        assert subprocess.run([*order, "dags", "test", "museum"], check=False).returncode == 0
    assert len(polars.read_parquet(tmp_path / "prints.parquet")) == 45
    failed = subprocess.run([*order, "dags", "test", "museum"], check=False)  # the source is gone
    assert failed.returncode == 1


@pytest.mark.parametrize(("name", "program"), blocks(PYTHON))
def test_every_program_uses_what_there_is(name: str, program: str) -> None:
    """Programs that would need a real museum are compiled, and their names looked up."""
    import leadline

    compile(program, name, "exec")
    for used in re.findall(r"leadline\.(\w+)", program):
        assert hasattr(leadline, used) or find_spec(f"leadline.{used}"), used
    for used in re.findall(r"taken\.(\w+)", program):
        assert hasattr(leadline.Harvest, used) or used in leadline.Harvest.__slots__, used


@pytest.mark.parametrize(("name", "plan"), blocks(TOML))
def test_every_plan_can_be_read(name: str, plan: str, tmp_path: Path) -> None:
    tomllib.loads(plan)
    (tmp_path / "project.toml").write_text(plan, encoding="utf-8")
    if "[discover]" in plan:
        (tmp_path / "hosts.txt").write_text("library.example", encoding="utf-8")
        assert discovery_plan_of([str(tmp_path / "project.toml")]).seeds
    else:
        assert read_plan(tmp_path / "project.toml").sources or "[[source]]" not in plan


def test_the_chinese_readme_shows_the_same_commands_programs_and_links() -> None:
    """Comments are translated; all else that is no prose is the same. Mend README.zh.md, too."""

    def shown(name: str) -> tuple[list[str], list[str], list[str]]:
        text = (ROOT / name).read_text(encoding="utf-8")
        code = re.findall(r"^```\w+\n.*?^```|^ {4}[^\n]*$", text, re.M | re.S)
        lines = [line.split("#")[0].rstrip() for block in code for line in block.splitlines()]
        return lines, re.findall(r"^(#+) ", text, re.M), sorted(re.findall(r"\]\(([^)]+)\)", text))

    lines, headings, links = shown("README.md")
    assert len(lines) > 40
    assert (lines, headings) == shown("README.zh.md")[:2]
    others = {"README.md": "README.zh.md"}
    assert sorted(others.get(link, link) for link in shown("README.zh.md")[2]) == links
