"""Estimates of sizes beside the truth, what a choice costs, and the paper's figures."""

from pathlib import Path
from random import Random
from statistics import median

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from leadline_research.bench.selection import sizes, xian2012_figures
from leadline_research.bench.selection import timings as selection
from leadline_research.bench.selection.made_pool import made
from leadline_research.bench.selection.pools import load_pool
from leadline_research.bench.selection.simulated import SIMULATED_PAGE_SIZE
from tables import each_row


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    rng = Random(3)
    things, makers = [f"thing{n}" for n in range(120)], [f"Maker {n}" for n in range(60)]
    rows = 500
    table = {
        "id": [f"x{n}" for n in range(rows)],
        "title": [f"{rng.choice(things)} with {rng.choice(things)} {n:03}" for n in range(rows)],
        "artist": [rng.choice(makers) for _ in range(rows)],
        "sources": [rng.randrange(8) for _ in range(rows)],
    }
    path = tmp_path / "pool.parquet"
    parquet.write_table(arrow.table(table), path)
    return path


def test_every_estimator_is_held_against_the_truth(pool: Path) -> None:
    medians = sizes.run(pool)["medians"]
    off = {(row["estimator"], row["queries"]): row["median_error"] for row in medians}
    assert {name for name, _ in off} == {
        "default",
        "ratio",
        "chao1",
        "lincoln-petersen",
        "recaptures",
        "pool-based",
        "drill-down",
        "hd-unbiased",
    }
    assert off["pool-based", 1000] <= 0.1, "words of the other sources hold all records here"
    assert off["hd-unbiased", 1000] <= 0.1, "sixty makers part 250 records"
    assert off["drill-down", 1000] <= 0.1


@pytest.mark.many
@each_row(__file__, "the_default_is_near_the_size_where_sources_overlap", "cap", "most", "why")
def test_the_default_is_near_the_size_where_sources_overlap(
    tmp_path: Path, cap: int, most: float, why: str
) -> None:
    path = tmp_path / "pool.parquet"
    parquet.write_table(arrow.table(made(4_000, 1)), path)
    errors = default_errors(path, cap)
    assert errors[200] <= most, why
    assert errors[1_000] <= 0.01, "all is taken, and it knows"


@pytest.mark.many
def test_the_default_is_near_the_size_where_they_share_nothing(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        table = made(4_000, seed)
        table["id"] = [f"{seed} {key}" for key in table["id"]]
        del table["sources"]
        parquet.write_table(arrow.table(table), tmp_path / f"source{seed}.parquet")
    errors = default_errors(tmp_path, 20)
    assert errors[200] <= 0.1, "stated totals tell what is beyond the cap; Chao is .36 off"
    assert errors[1_000] <= 0.05


def test_seeds_are_all_in_the_medians(pool: Path) -> None:
    measured = sizes.run(pool, seeds=2)["sources"]
    assert {row["seed"] for row in measured} == {1, 2}
    of_default = [
        row["estimate"]
        for row in measured
        if row["estimator"] == "default" and row["queries"] == 200
    ]
    assert of_default[:3] != of_default[3:]


def default_errors(path: Path, cap: int) -> dict[int, float]:
    """By queries to each source; medians over the sources. Estimates of their own are left out."""
    pool = load_pool(path, broad=bool(cap))
    sources = pool.simulated(Random(1), page_size=SIMULATED_PAGE_SIZE, cap=cap)
    rows = [r for r in sizes._by_the_way(sources, cap, 1) if r["estimator"] == "default"]
    return {n: median(r["error"] for r in rows if r["queries"] == n) for n in sizes.QUERY_COUNTS}


def test_a_choice_is_timed_by_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "RECORD_COUNTS", (1_000, 4_000))
    few, many = selection.run()["default"]
    assert few["records"] == 1_000
    assert many["terms"] > 3 * few["terms"]
    assert many["matrix_megabytes"] > few["matrix_megabytes"] > 0
    assert many["counts_megabytes"] > 0
    assert 0 < few["select_us"] + few["observe_us"] < 100 * few["turn_mean_us"]


def test_the_papers_figures_are_drawn_small(pool: Path, tmp_path: Path) -> None:
    told: list[str] = []
    xian2012_figures.figures(pool, tmp_path, told.append)
    names = {path.name for path in tmp_path.glob("*.svg")}
    assert names == {f"xian2012-{n}.svg" for n in ("1", "1b", "2", "3", "4")}
    assert all(path.stat().st_size < 30_000 for path in tmp_path.glob("*.svg"))
    assert len(told) == 5
