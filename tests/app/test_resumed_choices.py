"""A run that was stopped and resumed asks what a run asks that nobody stopped."""

import asyncio
from pathlib import Path
from typing import Any, Final

import pytest

from leadline.app.source.run import SourceRun
from leadline.fetch import PageArchive
from leadline.model import Budget
from leadline.selection.keywords import overlap_aware
from leadline.selection.keywords.overlap_aware import MIN_TERMS_FOR_SHORTLIST
from leadline.store import Store
from leadline_zoo.in_memory import SiteWire, WireFetcher
from leadline_zoo.zoo import ZOO
from tables import each_row

KEY: Final = "source"
TABLES: Final = {
    "choices": "SELECT word, basis FROM choice ORDER BY number",
    "requests": "SELECT url, purpose, records, new FROM page ORDER BY number",
    "records": "SELECT key, page, row, kind, fields FROM record ORDER BY id",
}


def harvest(name: str, folder: Path, *stops: int) -> dict[str, list[tuple[Any, ...]]]:
    """Run a source, stopped after so many requests and begun again; return what was stored."""
    wire = SiteWire(ZOO[name])
    for requests in stops:
        with Store(folder / "project.sqlite") as store, PageArchive(folder / "pages") as archive:
            run = SourceRun(KEY, wire.url, store, archive, WireFetcher(wire), Budget(requests))
            asyncio.run(run.run())
            rows = {table: store._all(sql) for table, sql in TABLES.items()}
    return rows


@each_row(
    __file__,
    "choices_and_requests_are_those_of_a_run_that_was_not_stopped",
    "name",
    "stops",
    "words",
)
def test_choices_and_requests_are_those_of_a_run_that_was_not_stopped(
    name: str,
    stops: tuple[int, ...],
    words: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terms = words or MIN_TERMS_FOR_SHORTLIST
    monkeypatch.setattr(overlap_aware, "MIN_TERMS_FOR_SHORTLIST", terms)
    for folder in ("whole", "stopped"):
        (tmp_path / folder).mkdir()
    whole = harvest(name, tmp_path / "whole", stops[-1])
    stopped = harvest(name, tmp_path / "stopped", *stops)
    assert stopped["choices"] == whole["choices"]
    assert len(whole["choices"]) > 4, "words were chosen"
    assert stopped == whole
