"""``leadline demo``, whole: what a person sees first."""

import csv
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from amounts import amount
from leadline.cli import demo
from leadline.errors import LeadlineError
from leadline_zoo.airports import asian_rows, load_airports

SECONDS = 45.0
"""Of processor time for the fewer airports of the test."""
ONE_OF = amount(160, many=40)
"""Airports outside Asia for one that the test keeps: the others would come as it does."""
ONE_OF_ASIA = amount(25, many=1)
"""The same of those in Asia, which both sources show."""
TOLD_OF = ("ZBAA", "LTAC")
"""Airports of Asia that the test looks at."""
FEWER = "import json, pathlib\nload = lambda: json.loads(pathlib.Path({path!r}).read_text())\n"
"""A stand-in for the package of airports, with some of them."""


def fewer_airports(folder: Path) -> tuple[int, int]:
    """Write a stand-in that knows some airports; count all of them, and those of Asia."""
    every = load_airports()
    asian = {row["icao"] for row in asian_rows(every)}
    others = [icao for icao in every if icao not in asian]
    shared = {*sorted(asian)[::ONE_OF_ASIA], *TOLD_OF}
    kept = {*shared, *others[::ONE_OF]}
    some = {icao: row for icao, row in every.items() if icao in kept}
    (folder / "airports.json").write_text(json.dumps(some), encoding="utf-8")
    stand_in = FEWER.format(path=str(folder / "airports.json"))
    (folder / "airportsdata.py").write_text(stand_in, encoding="utf-8")
    return len(some), len(shared)


@pytest.mark.slow
def test_the_demo(tmp_path: Path) -> None:
    pytest.importorskip("airportsdata", reason="the demo extra is not installed")
    pytest.importorskip("datasette", reason="the demo extra is not installed")
    count, shared = fewer_airports(tmp_path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-m", "leadline", "demo"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < SECONDS
    assert done.stdout.count(": nothing more found\n") == 2
    assert "joined by the columns icao = 四字码" in done.stdout
    assert "国际机场" in done.stdout
    assert f"report:  {tmp_path.name}" not in done.stdout
    assert "report:  leadline-demo/report.html" in done.stdout
    with (tmp_path / "leadline-demo" / "airports.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count
    beijing = next(row for row in rows if row["icao"] == "ZBAA")
    assert beijing["name"] == "Beijing Capital International Airport"
    assert beijing["类型"] == "国际机场"
    assert beijing["国家"] == "中国"
    assert beijing["country"] == "CN"
    assert len(beijing["_sources"].split()) == 2
    assert sum(1 for row in rows if len(row["_sources"].split()) == 2) > 0.95 * shared
    assert "city" in next(row for row in rows if row["icao"] == "LTAC")["_conflicts"]


def test_without_its_extra_one_sentence_says_how_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "NEEDS", ("airportsdata", "no_such_package_at_all"))
    with pytest.raises(LeadlineError, match=r"no_such_package_at_all: pip install .*\[demo\]"):
        demo.run(tmp_path / "demo")
    assert json.dumps([str(path) for path in tmp_path.iterdir()]) == "[]"
