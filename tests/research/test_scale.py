"""The simulation of a large harvest obeys its two bounds: the pace of the hosts, and the cores."""

import json
from pathlib import Path
from random import Random

import pytest

from leadline_research.bench.scale import ROWS_ON_A_PAGE, Figures, Load, run, simulate

EVEN = Figures(pace=1.0, milliseconds_a_page=10.0, requests_per_page=1.0)


def hours(sources: int, processes: int, figures: Figures = EVEN) -> float:
    return float(simulate(Load(sources, 72_000), figures, processes, Random(1))["hours"])


def test_one_source_takes_as_long_as_its_pace() -> None:
    on_page = Random(1).choice(ROWS_ON_A_PAGE)
    assert hours(1, 1) == pytest.approx(72_000 / on_page / 3600)
    assert hours(1, 8) == hours(1, 1), "a source has one process"


def test_many_sources_take_as_long_as_the_cores() -> None:
    told = simulate(Load(2_000, 72_000), EVEN, 1, Random(1))
    assert told["hours"] == pytest.approx(told["requests"] * 0.010 / 3600, rel=0.15)
    assert told["efficiency"] > 0.85
    assert hours(2_000, 4) == pytest.approx(told["hours"] / 4, rel=0.4)


def test_no_number_of_processes_beats_the_longest_source() -> None:
    assert hours(100, 1000) == pytest.approx(72_000 / min(ROWS_ON_A_PAGE) / 3600)


def test_figures_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"store_bytes_a_record": 1000.0}), encoding="utf-8")
    told = run(file, limit=50)
    assert told["records"] == 5_000_000
    assert told["runs"][0]["store_gigabytes"] == 5.0
    file.write_text(json.dumps({"pages": 1}), encoding="utf-8")
    with pytest.raises(ValueError, match="no figure 'pages'"):
        run(file)
