# Holds: groups of records
"""Links to pages in the one line of the records; plainer lists are sites of ``tests/sites``."""

import pytest
from trait_sites import drawn, harvested, pager_in_line, plain_source

from leadline_zoo.spec import Engine


@pytest.mark.parametrize("table", ["books", "zh_objects", "ru_firms"])
def test_links_to_pages_are_no_records(table: str) -> None:
    spec = plain_source(table, "table", engine=Engine("and"))
    result = harvested(drawn(pager_in_line, spec, shows_pager=False))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= 135
