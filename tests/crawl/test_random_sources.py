"""What is said of sources put together by chance holds: whole is whole, records are records."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from in_memory import alive, taken

from leadline_zoo.random_sources import random_source

if TYPE_CHECKING:
    from in_memory import Ran

SOURCES = range(40)
MOST = 1500
NEARLY = 0.97
FEWEST = 36
"""Sources of which nearly everything is taken. Of the others an engine finds nothing that is asked
of it: it takes whole Chinese phrases only, or has no common word in 150 names."""


@cache
def lived(number: int) -> tuple[Ran, int, int, int]:
    """What a life took: rows of the table, records that are such rows, rows that there are."""
    ran, wire = alive(random_source(number), most=MOST)
    return (ran, *taken(ran, wire.site), len(wire.site.table.rows))


@pytest.mark.slow
@pytest.mark.parametrize("number", SOURCES)
def test_what_is_called_complete_is_whole_and_records_are_records(number: int) -> None:
    ran, rows, right, size = lived(number)
    assert right >= NEARLY * len(ran.records)
    assert ran.outcome.state != "complete" or rows == size
    assert len(ran.gets) < MOST


@pytest.mark.slow
def test_nearly_all_sources_are_taken_nearly_whole() -> None:
    shares = {number: lived(number)[1] / lived(number)[3] for number in SOURCES}
    short = {number: round(share, 3) for number, share in shares.items() if share < NEARLY}
    assert len(SOURCES) - len(short) >= FEWEST, short
