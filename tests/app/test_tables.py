"""Tables as a person wants them: columns, names, rows; records read again from the archive."""

import csv
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import leadline
from leadline.app.tables.reread import reread
from leadline.cli.tables.write import TableOptions, choice_of, run
from leadline.errors import LeadlineError, StoreError
from leadline.store.export.choice import TableChoice
from leadline_zoo.adversarial.changing import serve_changing
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec
from leadline_zoo.zoo import ZOO

TINY = SourceSpec("tiny", "books", 40)


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("visited")
    with serve_changing(TINY, "fixed") as source:
        leadline.harvest(source.url, project=project)
        rows = source.truth_rows()
        source.serve_rows([{**rows[0], "publisher": "Sea & Sons"}, *rows[1:]])
        leadline.refresh(project)
    return project


@pytest.fixture
def folder(visited: Path, tmp_path: Path) -> Path:
    return shutil.copytree(visited, tmp_path / "p")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_columns_names_and_rows_are_chosen(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    choice = choice_of(["Year,title"], ["Year=when"], ["year>=1990", "publisher!="])
    assert run(folder, [table], (), TableOptions(choice=choice)) == 0
    rows = rows_of(table)
    assert rows
    assert len(rows) < TINY.count
    assert [*rows[0]] == ["when", "Title"]
    assert all(int(row["when"]) >= 1990 for row in rows)


def test_the_plan_says_so_for_good_and_options_win(folder: Path, tmp_path: Path) -> None:
    (folder / "project.toml").write_text(
        '[columns]\nkeep = ["title", "year"]\nrename = {title = "name"}\n', encoding="utf-8"
    )
    table = tmp_path / "t.csv"
    run(folder, [table], (), TableOptions())
    assert [*rows_of(table)[0]] == ["name", "Year"]
    run(folder, [table], (), TableOptions(choice=choice_of(["publisher"], [], [])))
    assert [*rows_of(table)[0]] == ["Publisher"]
    for wrong in ('[columns]\nkep = ["a"]', "[columns]\nkeep = [1]", "columns = 7"):
        (folder / "project.toml").write_text(wrong, encoding="utf-8")
        with pytest.raises(ValueError, match="columns"):
            run(folder, [table], (), TableOptions())


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (TableChoice(columns=("Titel",)), "did you mean 'Title'"),
        (TableChoice(rename=(("Yaer", "y"),)), "did you mean 'Year'"),
        (TableChoice(where=("year",)), "no condition"),
        (TableChoice(rename=(("title", "year"),)), "one name"),
    ],
)
def test_a_typing_error_is_told(choice: TableChoice, said: str, folder: Path) -> None:
    with pytest.raises(ValueError, match=said):
        leadline.export(folder / "project.sqlite", folder / "t.csv", choice=choice)


def test_nothing_replaces_a_table_that_is_there(folder: Path, tmp_path: Path) -> None:
    table, store = tmp_path / "t.csv", folder / "project.sqlite"
    table.write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="no record is of the type 'TYPO'"):
        leadline.export(store, table, kind="TYPO")
    with pytest.raises(StoreError, match="stays as it is"):
        leadline.export(store, table, choice=TableChoice(where=("year>3000",)))
    assert table.read_text(encoding="utf-8") == "mine"


def test_pages_are_read_again_by_another_wrapper_without_a_request(folder: Path) -> None:
    from leadline.store import Reader

    keys = [record.key for record in leadline.load(folder).records()]
    (same,) = reread(folder)
    assert (same.before, same.after) == (len(keys), len(keys))
    with Reader(folder / "project.sqlite") as store:
        (source,) = store.sources()
        wrapper = store.learned(source.key)["wrapper"]
        values = {f.value for record in store.records() for f in record.fields}
        assert store.counts().records == len(keys)
    assert "Sea & Sons" in values
    text = json.dumps(wrapper).replace('"Publisher"', '"house"')
    path = folder / "w.json"
    path.write_text(text, encoding="utf-8")
    reread(folder, wrapper=path)
    with Reader(folder / "project.sqlite") as store:
        names = {f.column for record in store.records() for f in record.fields}
        assert sorted(record.key for record in store.records()) == sorted(keys)
    assert "house" in names
    assert "Publisher" not in names
    for layout in wrapper["layouts"]:
        layout["template"] = {**layout["template"], "path": "html/nowhere"}
        layout["mined"] = False
    path.write_text(json.dumps(wrapper), encoding="utf-8")
    with pytest.raises(LeadlineError, match="nothing was changed"):
        reread(folder, wrapper=path)
    assert sum(1 for _ in leadline.load(folder).records()) == len(keys)


def test_a_part_read_again_stays_the_part(tmp_path: Path) -> None:
    with serve(replace(ZOO["opinions"], count=200)) as source:
        leadline.harvest(source.url, project=tmp_path / "p", only=["q=railway"])
    taken = {record.key for record in leadline.load(tmp_path / "p").records()}
    (same,) = reread(tmp_path / "p")
    assert (same.before, same.after) == (len(taken), len(taken))
    assert {record.key for record in leadline.load(tmp_path / "p").records()} == taken
