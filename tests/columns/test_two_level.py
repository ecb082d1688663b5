# Holds: parts of parts
"""Two-level templates: outer separators first."""

from typing import Any

import pytest

from leadline.columns.templates.template import compile_template
from leadline.columns.templates.two_level import widened
from tables import read_rows

WIDENED = read_rows(__file__, "WIDENED", "why", "template", "values", "wanted", sequence=list)


@pytest.mark.parametrize(
    ("why", "template", "values", "wanted"), WIDENED, ids=[row[0] for row in WIDENED]
)
def test_widened(why: str, template: Any, values: Any, wanted: Any) -> None:
    assert widened(template, values) == wanted, why


@pytest.mark.parametrize("row", WIDENED, ids=[row[0] for row in WIDENED])
def test_widened_templates_read_the_same_texts(row: tuple[str, str, list[str], str]) -> None:
    _, template, values, wide = row
    for value in values:
        assert compile_template(template)(value) is not None
        assert compile_template(wide)(value) is not None
