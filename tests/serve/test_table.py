"""The table of a project in SQLite: order, choices and counts, also while it is being made."""

from pathlib import Path

import pytest
from serving import client, make_project

from leadline.app.project import Project
from leadline.model import Field, Record
from leadline.serve.table import TableShelf
from leadline.store.search.reader import IndexReader
from leadline.store.search.table import ProjectTable, RowChoice, make_table
from tables import each_row

PRICES = ("9", "10", "", "1.5", "100", "free", "7", *map(str, range(200, 300)))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A made table; the price of two rows is no number."""
    rows = [
        Record(
            "shop",
            str(n),
            (
                Field("title", f"Thing {n:03}"),
                *([Field("price", price)] if price else []),
                Field("kind", ("tool", "toy", "book")[n % 3]),
            ),
        )
        for n, price in enumerate(PRICES)
    ]
    project = make_project(tmp_path / "shop", rows)
    with IndexReader(project / "project.sqlite") as reader:
        make_table(project / "table-1.sqlite", reader, "1")
    return project / "table-1.sqlite"


def prices(path: Path, wanted: RowChoice, offset: int = 0, limit: int = 50) -> list[str]:
    with ProjectTable(path) as table:
        column = next(each for each in table.columns if each.name == "price")
        return [cells[0] for _, cells in table.page(wanted, [column], offset, limit)]


@each_row(
    __file__,
    "numbers_go_by_size_and_what_is_missing_comes_last",
    "sort",
    "first",
    "last",
    sequence=list,
)
def test_numbers_go_by_size_and_what_is_missing_comes_last(
    table: Path, sort: str, first: list[str], last: list[str]
) -> None:
    wanted = RowChoice(sort=sort)
    assert prices(table, wanted)[: len(first)] == first
    assert prices(table, wanted, len(PRICES) - len(last)) == last


def test_an_index_changes_no_order(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = prices(table, RowChoice(sort="-price"), 20, 60)
    monkeypatch.setattr("leadline.store.search.table.SAMPLED_ROWS", 10)
    assert prices(table, RowChoice(sort="-price"), 20, 60) == before
    with ProjectTable(table) as opened:
        plan = opened._all("EXPLAIN QUERY PLAN SELECT place FROM row ORDER BY sort_key(1, c1) DESC")
        assert "order1" in str(plan)


def test_choices_and_found_records_are_counted(table: Path) -> None:
    with ProjectTable(table) as opened:
        toys = RowChoice((("kind", "toy"),))
        assert opened.count(toys) == len(range(1, len(PRICES), 3))
        assert dict(opened.counts(toys)["kind"]) == {"toy": opened.count(toys)}
        either = RowChoice((("kind", "toy"), ("kind", "book")))
        assert opened.count(either) == len(PRICES) - len(range(0, len(PRICES), 3))
        assert opened.count(RowChoice((("none", "1"),))) == 0
        numbers = [number for number, _ in opened.page(RowChoice(), [], 0, 9)]
        found = [numbers[5], numbers[1], numbers[3]]
        assert [n for n, _ in opened.page(RowChoice(found=found), [], 0, 9)] == found
        assert opened.count(RowChoice((("kind", "toy"),), found)) == 1
        assert len(list(opened.rows_of(either))) == opened.count(either)


def test_a_table_in_the_making_shows_what_it_has(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(table.parent)
    with ProjectTable(table) as opened:
        opened._link.execute("UPDATE state SET seconds = NULL")
        opened._link.execute("DELETE FROM row WHERE place > 60")
    monkeypatch.setattr(TableShelf, "_current", lambda *_: table)
    text = client(project.folder.parent).get("/projects/shop/table").text
    assert f"{len(PRICES) - 60} more are being read" in text


def test_a_changed_project_has_a_new_table(table: Path) -> None:
    shelf, project = TableShelf(), Project(table.parent)
    with shelf.open(project) as opened:
        assert opened.path != table  # it was made of another state
        assert opened.rows == len(PRICES)
    assert not table.exists()
