"""Pools of any shape: column types, layouts and sizes that nobody had seen before."""

import datetime
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from leadline_research.bench.selection.acquire import run
from leadline_research.bench.selection.made_pool import made
from leadline_research.bench.selection.pools import MAX_RECORDS_OF_NARROW_TERM, load_pool


def table(rows: int = 120) -> dict[str, list[Any]]:
    """A cell of every type that parquet knows, some of them missing."""
    rng = Random(3)
    return {
        "id": list(range(rows)),
        "title": [
            rng.choice(["静物画与柠檬", "海边的渔船", "", None, "雪中的村庄"]) for _ in range(rows)
        ],
        "year": [rng.choice([1990, 1991, None]) for _ in range(rows)],
        "rating": [rng.choice([3.5, 4.0, float("nan")]) for _ in range(rows)],
        "views": [n * 7 for n in range(rows)],
        "tags": [rng.sample(["sea", "fog", "oil"], rng.randrange(3)) for _ in range(rows)],
        "place": [rng.choice([{"town": "Paris", "floor": 2}, None]) for _ in range(rows)],
        "day": [datetime.date(2020, 1, 1 + n % 20) for n in range(rows)],
        "price": [Decimal(n % 9) for n in range(rows)],
        "raw": [rng.choice([b"\xff\xfe", b"ink"]) for _ in range(rows)],
        "lent": [n % 3 == 0 for n in range(rows)],
        "nothing": [None] * rows,
    }


def test_cells_of_any_type_become_terms_and_the_bench_runs(tmp_path: Path) -> None:
    rows = table()
    path = tmp_path / "pool.parquet"
    rows["sources"] = [n % 8 for n in range(len(rows["id"]))]
    parquet.write_table(arrow.table(rows), path)
    pool = load_pool(path, broad=True)
    values = {(t.attribute, t.value) for record in pool.records for t in record.terms}
    for found in [
        ("year", "1990"),
        ("rating", "4"),
        ("tags", "fog"),
        ("place", "Paris"),
        ("day", "2020-01-03"),
        ("raw", "ink"),
        ("lent", "True"),
    ]:
        assert found in values, found
    attributes = {attribute for attribute, _ in values}
    assert "views" not in attributes, "numbers that do not repeat are measures"
    for cap in (0, 10):
        first = run(path, strategies=["default"], seeds=2, cap=cap)
        assert first == run(path, strategies=["default"], seeds=2, cap=cap)


@pytest.mark.parametrize("mask", [["1", "3"], [1.0, None], [True, False], [-1, 2], [1 << 40, 1]])
def test_a_mask_of_any_type(mask: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "pool.parquet"
    parquet.write_table(arrow.table({"title": ["sea fog", "fog"], "sources": mask}), path)
    assert load_pool(path, broad=False).sources


def test_eight_sources_in_a_signed_byte(tmp_path: Path) -> None:
    path = tmp_path / "pool.parquet"
    masks = arrow.array([-128, 1, -1], type=arrow.int8())
    parquet.write_table(arrow.table({"title": ["sea", "fog", "oil"], "sources": masks}), path)
    sources = load_pool(path, broad=True).sources
    assert len(sources) == 8
    assert [len(places) for _, places in sources] == [2, 1, 1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize(
    ("sources", "why"),
    [
        ([1] * 60, "one source"),
        ([1 << n % 8 for n in range(60)], "eight that share nothing"),
        ([255] * 60, "eight that are the same"),
        ([1] * 59 + [2], "a source of one record"),
    ],
)
def test_every_way_of_sharing(sources: list[int], why: str, tmp_path: Path) -> None:
    path = tmp_path / "pool.parquet"
    texts = [f"word{chr(97 + n % 7)} word{chr(97 + n % 5)} thing" for n in range(60)]
    parquet.write_table(arrow.table({"title": texts, "sources": sources}), path)
    for strategy in ("default", "gt", "cycle-a", "separate-a-gb"):
        assert run(path, strategies=[strategy], cap=5)["runs"], why


def test_records_without_any_term_and_files_without_records(tmp_path: Path) -> None:
    parquet.write_table(arrow.table({"title": ["", None, ""]}), tmp_path / "silent.parquet")
    assert run(tmp_path, strategies=["default"])["runs"][0]["queries"] is None
    empty: dict[str, list[str]] = {"title": []}
    parquet.write_table(arrow.table(empty), tmp_path / "empty.parquet")
    assert [key for key, _ in load_pool(tmp_path, broad=True).sources] == ["silent"]
    (tmp_path / "silent.parquet").unlink()
    with pytest.raises(ValueError, match="no record"):
        load_pool(tmp_path, broad=True)


def test_without_ids_records_are_the_same_by_their_values(tmp_path: Path) -> None:
    for name, titles in (("one", ["sea", "fog"]), ("two", ["oil", "sea"])):
        parquet.write_table(arrow.table({"title": titles}), tmp_path / f"{name}.parquet")
    pool = load_pool(tmp_path, broad=True)
    assert len(pool.records) == 3
    one, two = (set(places.tolist()) for _, places in pool.sources)
    assert len(one & two) == 1


def test_broad_terms_are_left_out_but_none_that_few_records_hold(tmp_path: Path) -> None:
    path = tmp_path / "pool.parquet"
    rows = 4_000
    parquet.write_table(
        arrow.table(
            {
                "kind": [f"kind {n % 3}" for n in range(rows)],
                "maker": [f"maker {n % (rows // MAX_RECORDS_OF_NARROW_TERM)}" for n in range(rows)],
                "sources": [1] * rows,
            }
        ),
        path,
    )
    terms = {
        term.attribute for record in load_pool(path, broad=False).records for term in record.terms
    }
    assert terms == {"maker"}, "a third of a source is broad, fifty records are not"


def test_a_made_up_pool_repeats_and_its_sources_overlap() -> None:
    first, again = made(2_000, 1), made(2_000, 1)
    assert first == again != made(2_000, 2)
    masks = [int(mask) for mask in first["sources"]]
    assert {mask.bit_length() for mask in masks} == {0, 1, 2, 3, 4, 5}
    both = sum(mask & 3 == 3 for mask in masks)
    assert 0.1 * len(masks) < both < 0.18 * len(masks), "two by chance: .4 x .35"
