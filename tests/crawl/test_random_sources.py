"""What is said of sources put together by chance holds: whole is whole, records are records."""

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest
from in_memory import alive, taken

from amounts import amount
from leadline_zoo.random_sources import random_source

SOURCES = range(amount(5, many=40))
MOST = 1500
NEARLY = 0.97
MIN_WHOLE_SHARE = 0.9
"""Share of sources of which nearly everything is taken. Of the others an engine finds nothing that
is asked of it: it takes whole Chinese phrases only, or has no common word in 150 names."""


class Taken(NamedTuple):
    """What a crawl took: rows of the table, of so many, and records that are such rows."""

    rows: int
    right: int
    size: int
    records: int
    requests: int
    state: str


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "random_sources"
    shared.mkdir(exist_ok=True)
    return shared


def crawled(number: int, folder: Path) -> Taken:
    """Return what a crawl took; each source is crawled once, whichever process asks first."""
    kept = folder / f"{number}.json"
    if not kept.exists():
        ran, wire = alive(random_source(number), most=MOST)
        rows, right = taken(ran, wire.site)
        size, requests = len(wire.site.table.rows), len(ran.gets)
        found = Taken(rows, right, size, len(ran.records), requests, ran.outcome.state)
        part = folder / f"{number}-{os.getpid()}"
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(kept)
    return Taken(*json.loads(kept.read_text(encoding="utf-8")))


@pytest.mark.slow
@pytest.mark.parametrize("number", SOURCES)
def test_what_is_called_complete_is_whole_and_records_are_records(
    number: int, folder: Path
) -> None:
    source = crawled(number, folder)
    assert source.right >= NEARLY * source.records
    assert source.state != "complete" or source.rows == source.size
    assert source.requests < MOST


@pytest.mark.slow
def test_nearly_all_sources_are_taken_nearly_whole(folder: Path) -> None:
    found = {number: crawled(number, folder) for number in SOURCES}
    shares = {number: source.rows / source.size for number, source in found.items()}
    short = {number: round(share, 3) for number, share in shares.items() if share < NEARLY}
    assert len(SOURCES) - len(short) >= MIN_WHOLE_SHARE * len(SOURCES), short


@pytest.mark.slow
@pytest.mark.parametrize(("number", "most"), [(5, 262), (7, 140)])
def test_what_was_in_vain_before_is_not_asked_again(number: int, most: int, folder: Path) -> None:
    """Pages behind the bound of an answer; texts that hold another one that was answered."""
    found = crawled(number, folder)
    assert (found.rows, found.requests <= most) == (found.size, True)


def test_a_form_with_scripts_that_says_nothing_of_nothing() -> None:
    """It is shown again as it stands, so words of its menu say nothing of the engine."""
    ran, wire = alive(random_source(1_210_000))
    assert taken(ran, wire.site) == (150, 150)
