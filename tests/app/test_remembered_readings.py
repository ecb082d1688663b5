"""A resumed run recalls what was read, and ends as one that reads all pages anew."""

import asyncio
import random
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from amounts import amount
from leadline.app.source import memory
from leadline.app.source.memory import OTHER_CODE
from leadline.app.source.run import SourceRun
from leadline.crawl import page_reader
from leadline.fetch import PageArchive
from leadline.model import Budget
from leadline.store import Reader, Store
from leadline.store.readings import ReadingCache
from leadline.wrapper.wrapper import Wrapper
from leadline_zoo.in_memory import SiteWire, WireFetcher
from leadline_zoo.spec import Engine, Pager, SourceSpec

KEY: Final = "firms"
WALKED: Final = SourceSpec(
    "walked", "ru_firms", 120, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
BY_WORDS: Final = SourceSpec(
    "by-words", "books", 90, pager=Pager("next", 10), engine=Engine("words", empty="nothing")
)
TABLES: Final = (
    "SELECT word FROM choice ORDER BY number",
    "SELECT url, purpose, records, new FROM page ORDER BY number",
    "SELECT key, page, row, kind, fields FROM record ORDER BY id",
    "SELECT state, reason FROM source",
)


def harvest(
    spec: SourceSpec, folder: Path, requests: int = 0, *, version: str = "1", full: bool = False
) -> SourceRun:
    """Run a source in this process until its budget is spent."""
    with ExitStack() as opened:
        store = opened.enter_context(Store(folder / "project.sqlite"))
        archive = opened.enter_context(PageArchive(folder / "pages"))
        cache = opened.enter_context(ReadingCache(folder / "readings.sqlite", version))
        wire = SiteWire(spec)
        run = SourceRun(
            KEY, wire.url, store, archive, WireFetcher(wire), Budget(requests=requests),
            readings=cache, replays_fully=full,
        )  # fmt: skip
        asyncio.run(run.run())
    return run


def tables(folder: Path) -> list[list[tuple[Any, ...]]]:
    with Reader(folder / "project.sqlite") as store:
        return [store._all(sql) for sql in TABLES]


def notes(folder: Path) -> list[str]:
    with Reader(folder / "project.sqlite") as store:
        return [note.text for note in store.notes(KEY)]


@pytest.mark.parametrize("spec", [WALKED, BY_WORDS], ids=lambda spec: spec.name)
def test_a_resumed_run_reads_no_page_twice_and_ends_the_same(
    spec: SourceSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harvest(spec, tmp_path / "whole")
    harvest(spec, tmp_path / "stopped", 40)
    with sqlite3.connect(tmp_path / "stopped" / "readings.sqlite") as link:
        remembered = {row[0] for row in link.execute("SELECT page FROM reading")}
    read: list[int] = []
    document = Wrapper.read_document

    def counted(self: Wrapper, page: Any, *args: Any) -> Any:
        read.append(page.number)
        return document(self, page, *args)

    monkeypatch.setattr(Wrapper, "read_document", counted)
    again = harvest(spec, tmp_path / "stopped")
    assert again.recorder.memory.recalled >= 3
    assert len(remembered & {*read}) < len(remembered) / 2, "under another code alone"
    assert tables(tmp_path / "stopped") == tables(tmp_path / "whole")


def test_all_pages_are_read_anew_where_a_person_wants_it(tmp_path: Path) -> None:
    harvest(WALKED, tmp_path / "whole")
    harvest(WALKED, tmp_path / "stopped", 40)
    again = harvest(WALKED, tmp_path / "stopped", full=True)
    assert again.recorder.memory.recalled == 0
    assert tables(tmp_path / "stopped") == tables(tmp_path / "whole")


def test_another_version_recalls_nothing_and_says_so(tmp_path: Path) -> None:
    harvest(WALKED, tmp_path / "stopped", 40)
    again = harvest(WALKED, tmp_path / "stopped", version="2")
    assert again.recorder.memory.recalled == 0
    assert OTHER_CODE in notes(tmp_path / "stopped")


def test_readings_that_a_kill_lost_are_read_anew(tmp_path: Path) -> None:
    """Rows are stored and readings are not, at thirty places: the table is the same."""
    harvest(WALKED, tmp_path / "whole")
    harvest(WALKED, tmp_path / "stopped", 40)
    drawn = random.Random(5)
    for requests in range(41, amount(42, many=46)):
        path = tmp_path / "stopped" / "readings.sqlite"
        with sqlite3.connect(path) as link:
            pages = [row[0] for row in link.execute("SELECT page FROM reading")]
            lost = drawn.sample(pages, min(10, len(pages)))
            link.executemany("DELETE FROM reading WHERE page = ?", [(page,) for page in lost])
        harvest(WALKED, tmp_path / "stopped", requests)
    (tmp_path / "stopped" / "readings.sqlite").write_bytes(b"no database at all" * 100)
    harvest(WALKED, tmp_path / "stopped")
    assert tables(tmp_path / "stopped") == tables(tmp_path / "whole")


def test_the_version_of_readings_names_the_code() -> None:
    assert memory.reading_version() == memory.reading_version()
    assert page_reader.__name__.split(".")[1] in memory.READING_PACKAGES
