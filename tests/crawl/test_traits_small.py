"""Small sources that show all they have cost their checks, and little more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from trait_sites import Site, harvested, plain_source

from leadline_zoo.spec import Engine, Pager

SMALL = [
    ("books", "table", 18, 50, 34),
    ("de_press", "items", 12, 20, 32),
    ("ru_firms", "brief", 30, 50, 38),
    ("zh_objects", "items", 40, 20, 36),
    ("people", "dl", 60, 25, 42),
    ("fr_notices", "cards", 20, 25, 42),
]


@pytest.mark.parametrize(("table", "layout", "count", "size", "most"), SMALL)
def test_a_small_source_is_taken_at_the_cost_of_its_checks(
    table: str, layout: str, count: int, size: int, most: int
) -> None:
    spec = plain_source(table, layout, engine=Engine("and"), pager=Pager("next", size))
    result = harvested(Site(replace(spec, count=count)))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.ran.outcome.level != "stopped"
    assert result.requests <= most
