"""Search in a project: what is found, in which order, and that it stays true."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import leadline
from leadline.app.asking.choices import ranking_weights
from leadline.app.asking.search import choose
from leadline.cli.app import app
from leadline.cli.asking.answers import plain_results
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from tables import each_row, read_values

TABLES = read_values(__file__, "TABLES")


def store_tables(folder: Path, tables: dict[str, tuple[tuple[str, ...], ...]]) -> None:
    with Store(folder / "project.sqlite", clock=lambda: 1.0) as store:
        for source, (names, *rows) in tables.items():
            store.add_source(source, f"https://{source}")
            url = f"https://{source}/find?n={len(rows)}"
            page = store.add_page(source, Page(Request("GET", url), url, 200), ("0", 0, 1), "walk")
            records = [
                Record(source, row[0], tuple(map(Field, names, row)), page, number)
                for number, row in enumerate(rows)
            ]
            store.take(source, None, page, records)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    store_tables(folder, TABLES)
    return folder


def titles(project: Path, query: str) -> set[str]:
    results = leadline.search(project, query)
    return set() if results.is_relaxed else {row.key for row in results.rows}


@each_row(__file__, "WORDS_AND_CONDITIONS", "query", "keys")
def test_words_and_conditions_find(project: Path, query: str, keys: tuple[str, ...]) -> None:
    assert titles(project, query) == {*keys}


def test_some_words_are_better_than_none_and_it_is_said(project: Path) -> None:
    results = leadline.search(project, "manet lemons austen")
    assert results.is_relaxed
    assert {row.key for row in results.rows} == {"Still life with lemons", "Emma"}
    assert not leadline.search(project, "manet lemons").is_relaxed


def test_a_source_that_cannot_answer_is_named(project: Path) -> None:
    results = leadline.search(project, "price:1..9")
    assert results.notes == ("a.example cannot answer price:1..9",)
    assert [row.values["Price"] for row in results.rows] == ["8.00 €"]


def test_rows_tell_where_they_come_from(project: Path) -> None:
    (row,) = leadline.search(project, "emma").rows
    assert (row.source, row.page_url) == ("b.example", "https://b.example/find?n=3")
    assert row.page > 0


def test_facets_count_what_was_found(project: Path) -> None:
    results = leadline.search(project, "source:a.example")
    (facet,) = [each for each in results.facets if each.attribute == "genre"]
    assert facet.values[0] == ("小说", 3)
    assert facet.counted == 5


def test_rows_can_be_paged(project: Path) -> None:
    query = "source:a.example"
    every = [row.key for row in leadline.search(project, query).rows]
    pages = [leadline.search(project, query, limit=2, offset=n).rows for n in (0, 2, 4, 6)]
    assert [row.key for page in pages for row in page] == every


def test_new_records_are_found_and_joined_ones_are_shown_once(tmp_path: Path) -> None:
    store_tables(tmp_path, TABLES)
    assert leadline.search(tmp_path, "hunger").total == 0
    names, *rows = TABLES["b.example"]
    store_tables(tmp_path, {"b.example": (names, *rows, ("Hunger", "by Lu Xun", "3.00 €"))})
    assert [row.key for row in leadline.search(tmp_path, "hunger").rows] == ["Hunger"]
    with (tmp_path / "entities.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [
                ["id", "source", "key"],
                ["e1", "b.example", "Hunger"],
                ["e1", "a.example", "鲁迅短篇小说集"],
            ]
        )
    results = leadline.search(tmp_path, "lu xun")
    (row,) = [row for row in results.rows if row.entity]
    assert sorted(source for source, _ in row.members) == ["a.example", "b.example"]
    assert (results.total, len(results.rows)) == (3, 2)
    assert json.loads(json.dumps(plain_results(results)))["rows"][0]["values"]


def test_records_that_were_divided_anew_are_indexed_anew(tmp_path: Path) -> None:
    store_tables(tmp_path, TABLES)
    assert leadline.search(tmp_path, "emma").total == 1
    with Store(tmp_path / "project.sqlite", clock=lambda: 2.0) as store:
        store.set_fields("b.example", [("Emma", (Field("Name", "Ulysses"),))])
        store.set_state("b.example", "complete", reason="done")
    assert leadline.search(tmp_path, "emma").total == 0
    assert leadline.search(tmp_path, "name:ulysses").total == 1


def test_twenty_choices_move_the_right_record_up(tmp_path: Path) -> None:
    rows = [(f"Tea {n}", "plain", "1 €") for n in range(5)]
    store_tables(
        tmp_path, {"c.example": (("Title", "Notes", "Price"), *rows, ("Cup", "for tea", "2 €"))}
    )

    def place() -> int:
        found = leadline.search(tmp_path, "tea", facets=False).rows
        return [row.key for row in found].index("Cup") + 1

    assert place() == 6
    for _ in range(20):
        assert choose(tmp_path, "tea", place()).key == "Cup"
    assert place() == 1
    weights = {each.attribute: each for each in ranking_weights(tmp_path)}
    assert weights["note"].now > weights["note"].start
    ran = CliRunner().invoke(app, ["ranking", str(tmp_path)])
    assert "note: " in ran.stdout
    assert "20 choices" in ran.stdout
    ran = CliRunner().invoke(app, ["ranking", str(tmp_path), "--reset"])
    assert "20 choices are forgotten" in ran.stdout
    assert place() == 6
