"""The bench of acquisition: pools from parquet, the oracle, rows."""

from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from leadline.model import Query, Taken
from leadline_research.bench.selection import acquire as bench_acquire
from leadline_research.bench.selection.acquire import COVERAGE_LEVELS, run
from leadline_research.bench.selection.oracle import oracle
from leadline_research.bench.selection.pools import load_pool
from leadline_research.bench.selection.simulated import SimulatedSource
from leadline_research.bench.selection.strategies import STRATEGIES
from leadline_research.xian2012.schedule import Stops
from tables import each_row


def write_pool(path: Path, rows: int = 600) -> Path:
    rng = Random(2)
    things, makers = [f"thing{n}" for n in range(150)], [f"Maker {n}" for n in range(80)]
    table = {
        "id": [f"x{n}" for n in range(rows)],
        "title": [
            f"{rng.choice(things)} {rng.choice(things)} no {n:04}".replace(" no ", " with ")
            for n in range(rows)
        ],
        "artist": [rng.choice(makers) for _ in range(rows)],
        "subject": ["|".join(rng.sample(things, 2)) for _ in range(rows)],
        "sources": [rng.randrange(8) for _ in range(rows)],
    }
    parquet.write_table(arrow.table(table), path)
    return path


def test_a_bit_mask_makes_overlapping_sources(tmp_path: Path) -> None:
    pool = load_pool(write_pool(tmp_path / "pool.parquet"), broad=True)
    assert len(pool.sources) == 3
    members = [set(places.tolist()) for _, places in pool.sources]
    assert members[0] & members[1]
    assert set.union(*members) == set(range(len(pool.records)))
    attributes = {term.attribute for record in pool.records for term in record.terms}
    assert attributes == {"title", "artist", "subject"}, "ids are no data"
    titles = [t.value for r in pool.records for t in r.terms if t.attribute == "title"]
    assert all(" " not in title for title in titles), "texts are asked by word"


def test_a_folder_makes_a_source_of_each_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_pool(tmp_path / f"{name}.parquet", 50)
    pool = load_pool(tmp_path, broad=True)
    assert [key for key, _ in pool.sources] == ["one", "two"]
    assert len(pool.records) == 50, "the same id and title is the same record"
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ValueError, match="no parquet"):
        load_pool(empty, broad=True)


def test_the_oracle_on_a_case_done_by_hand() -> None:
    a, b, c = (Query("", v) for v in "abc")
    held = [{a, b}, {a}, {a, c}, {b}, {c}]
    source = SimulatedSource("s", [Taken(n, frozenset(t)) for n, t in enumerate(held)])
    curve = oracle([source], by_pages=False, stop=1.0)
    assert curve.covered == [3, 4, 5]
    assert curve.at(0.8) == (2, 2)
    assert curve.at(0.9) == (3, 3)
    capped = SimulatedSource("s", source.records, page_size=1, cap=1)
    reached = oracle([capped], by_pages=True, stop=1.0).covered
    assert reached == [1, 2], "the cap lets a and b reach the first record, c the third"


def test_rows_have_the_agreed_keys_and_no_run_beats_what_is_possible(tmp_path: Path) -> None:
    path = write_pool(tmp_path / "pool.parquet")
    result = run(path, strategies=["default", "separate-a-t"], seeds=2, cap=20)
    assert len(result["runs"]) == 2 * 2 * len(COVERAGE_LEVELS)
    for row in result["runs"]:
        assert {
            "strategy",
            "schedule",
            "cap",
            "seed",
            "coverage",
            "queries",
            "requests",
            "oracle_queries",
            "oracle_requests",
        } <= row.keys()
        if row["requests"] is not None:
            assert row["requests"] >= row["queries"] >= 1
            assert row["queries"] >= 0.9 * row["oracle_queries"]
            assert row["queries_ratio"] == round(row["queries"] / row["oracle_queries"], 3)
            assert row["requests_ratio"] == round(row["requests"] / row["oracle_requests"], 3)
    assert run(path, strategies=["default"], seeds=1, cap=20)["runs"] == [
        row for row in result["runs"] if row["strategy"] == "default" and row["seed"] == 1
    ]


def test_a_row_says_why_a_run_ended_before_its_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pool(tmp_path / "pool.parquet")
    (whole, *_) = run(path, strategies=["default"])["runs"]
    assert whole["ended"] == "covered"
    visited_once = replace(STRATEGIES["cycle-a"], stops=Stops(alpha=1, beta=1, theta=9.0))
    monkeypatch.setitem(STRATEGIES, "once", visited_once)
    (*_, last) = run(path, strategies=["once"])["runs"]
    assert (last["queries"], last["queries_ratio"], last["ended"]) == (None, None, "exhausted")
    monkeypatch.setattr(bench_acquire, "MAX_QUERIES", 3)
    (*_, last) = run(path, strategies=["separate-a-random"])["runs"]
    assert (last["queries"], last["ended"]) == (None, "cut")


def test_curves_are_drawn_each_beside_its_oracle(tmp_path: Path) -> None:
    path, folder = write_pool(tmp_path / "pool.parquet"), tmp_path / "deep" / "figures"
    drawn = run(path, strategies=["default", "gt"], cap=20, figures=folder)["curves"]
    oracles = [curve["counts"] for curve in drawn if curve["strategy"] == "oracle"]
    assert oracles == ["queries", "requests"]
    for unit in oracles:
        picture = (folder / f"acquire-{unit}.svg").read_text("utf-8")
        assert ElementTree.fromstring(picture).tag.endswith("svg")
        assert picture.count("<polyline") == 3
        assert f">{unit}</text>" in picture
    assert len({path.read_text("utf-8") for path in folder.iterdir()}) == 2


def test_own_selector_runs_under_the_schedule_of_the_default(
    tmp_path: Path, own_methods: str
) -> None:
    pool = write_pool(tmp_path / "pool.parquet")
    rows = run(pool, strategies=[f"{own_methods}:FirstSeen"])["runs"]
    assert {row["strategy"] for row in rows} == {f"{own_methods}:FirstSeen"}
    assert any(row["queries"] for row in rows)


@each_row(__file__, "an_own_strategy_that_is_not_there_is_named", "name", "why")
def test_an_own_strategy_that_is_not_there_is_named(
    tmp_path: Path, own_methods: str, name: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        run(tmp_path, strategies=[name])


def test_an_unknown_strategy_is_the_callers_mistake(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no strategy 'best-ever'"):
        run(tmp_path, strategies=["best-ever"])
