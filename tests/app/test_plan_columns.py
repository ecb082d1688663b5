"""A plan may say which column of a source holds which attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from leadline.app.project import plan_of

if TYPE_CHECKING:
    from pathlib import Path


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
