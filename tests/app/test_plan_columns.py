"""A plan may say which column of a source holds which attribute."""

from pathlib import Path

import pytest

import leadline
from leadline.app.project import plan_of
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec


def written(folder: Path, columns: str) -> Path:
    path = folder / "project.toml"
    path.write_text(f'[[source]]\nurl = "https://a.example/"\ncolumns = {columns}\n', "utf-8")
    return path


def test_columns_of_a_source_are_read(tmp_path: Path) -> None:
    plan = plan_of([str(written(tmp_path, '{ "Titel" = "title", "Nr." = "" }'))])
    assert plan.sources[0].columns == (("Titel", "title"), ("Nr.", ""))


@pytest.mark.parametrize("columns", ['["Titel"]', "{ Titel = 3 }"])
def test_columns_that_name_no_attribute_are_refused(tmp_path: Path, columns: str) -> None:
    with pytest.raises(ValueError, match="columns says of a column which attribute it holds"):
        plan_of([str(written(tmp_path, columns))])


def test_a_plan_without_sources_is_about_those_that_the_project_holds(tmp_path: Path) -> None:
    with serve(SourceSpec("tiny", "books", 40)) as source:
        leadline.harvest(source.url, project=tmp_path)
        (tmp_path / "project.toml").write_text('[columns]\nkeep = ["Title"]\n', "utf-8")
        assert [target.url for target in plan_of([str(tmp_path)]).sources] == [source.url]
        assert leadline.check(tmp_path).is_whole
        assert leadline.harvest(tmp_path).ended
