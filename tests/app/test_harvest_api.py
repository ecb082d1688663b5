"""The Python door: plain calls, awaited calls, tables in memory, a running loop, mistakes."""

import asyncio
import signal
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

import leadline
from leadline.store import Reader
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

BOOKS: Final = SourceSpec(
    "books", "books", 60, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",), extra=3),
)  # fmt: skip
OTHER: Final = SourceSpec(
    "other", "zh_books", 40, look=Look("definitions"), pager=Pager("next", 20),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[leadline.Harvest]:
    folder = tmp_path_factory.mktemp("api") / "p"
    with ServedSource(BOOKS) as books, ServedSource(OTHER) as other:
        yield leadline.harvest(books.url, other.url, project=folder)


def test_a_harvest_tells_how_each_source_ended(taken: leadline.Harvest) -> None:
    assert taken.ended
    assert not taken.complete, "no source says how many records it holds"
    assert [one.records for one in taken.outcomes.values()] == [63, 40]
    assert all(one.level == "nothing more found" for one in taken.outcomes.values())
    assert all(number > 0 for number in taken.asked.values())


def test_records_are_plain_values(taken: leadline.Harvest) -> None:
    records = list(taken.records())
    assert len(records) == 103
    assert all(isinstance(one, leadline.Record) for one in records)
    assert {one.source for one in records} == set(taken.outcomes)
    helps = next(kind for kind in {one.kind for one in records} if "help" in kind)
    assert len(list(taken.records(kind=helps))) == 3


def test_tables_in_memory_are_those_of_export(taken: leadline.Harvest, tmp_path: Path) -> None:
    import pandas as pd  # only here: these take long to import
    import polars as pl
    import pyarrow as pa

    arrow = taken.to_arrow()
    assert isinstance(arrow, pa.Table)
    assert arrow.num_rows == 103
    assert leadline.export(taken.project.store, tmp_path / "t.parquet") == 103
    assert arrow.equals(pa.parquet.read_table(tmp_path / "t.parquet"))
    assert arrow.schema.field("_fetched_at").type == pa.timestamp("us", tz="UTC")
    frame, table = taken.to_pandas(), taken.to_polars(provenance=False)
    assert isinstance(frame, pd.DataFrame)
    assert isinstance(table, pl.DataFrame)
    assert frame.shape == (103, arrow.num_columns)
    assert table.height == 103
    assert not [name for name in table.columns if name.startswith("_")]


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_what_is_not_installed_is_named(
    taken: leadline.Harvest, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"to_{name} needs {name}: pip install {name}"):
        getattr(taken, f"to_{name}")()


def test_an_earlier_harvest_is_loaded(taken: leadline.Harvest) -> None:
    again = leadline.load(taken.project.folder)
    assert again.outcomes.keys() == taken.outcomes.keys()
    assert [one.level for one in again.outcomes.values()] == ["nothing more found"] * 2
    assert again.to_arrow().equals(taken.to_arrow())
    with pytest.raises(ValueError, match="there is no such folder"):
        leadline.load(taken.project.folder / "nothing")


def test_both_colours_inside_a_running_loop(tmp_path: Path) -> None:
    async def program(url: str) -> tuple[leadline.Harvest, leadline.Harvest]:
        plain = leadline.harvest(url, project=tmp_path / "plain")
        awaited = await leadline.aharvest(url, project=tmp_path / "awaited")
        return plain, awaited

    with ServedSource(BOOKS) as source:
        plain, awaited = asyncio.run(program(source.url))
    assert plain.ended
    assert awaited.ended
    keys = [[one.key for one in each.records()] for each in (plain, awaited)]
    assert keys[0] == keys[1]


def test_inspect_inside_a_running_loop() -> None:
    async def program(url: str) -> tuple[leadline.Inspection, leadline.Inspection]:
        return leadline.inspect(url), await leadline.ainspect(url)

    with ServedSource(BOOKS) as source:
        plain, awaited = asyncio.run(program(source.url))
    assert plain.control == awaited.control == "q"
    assert len(plain.rows) == 10
    assert plain.rows == awaited.rows


def test_progress_is_told(tmp_path: Path) -> None:
    news: list[leadline.Progress] = []
    with ServedSource(BOOKS) as source:
        leadline.harvest(source.url, project=tmp_path / "p", watch=news.append)
        records = [one.records for one in news]
        assert records == sorted(records)
        assert news[-1].state == "exhausted"
        assert news[-1].records == 63
        assert {one.asking for one in news} >= {"the entry", "'%'", "'%', page 2"}


def test_a_budget_is_kept_and_said(tmp_path: Path) -> None:
    with ServedSource(BOOKS) as source:
        taken = leadline.harvest(
            source.url, project=tmp_path / "p", budget=leadline.Budget(requests=7)
        )
        assert source.requests == 7
    (outcome,) = taken.outcomes.values()
    assert (outcome.state, outcome.reason) == ("paused", "the budget of 7 requests is used up")


def test_sources_on_one_host_share_its_pace(tmp_path: Path) -> None:
    """Two sources, one server: requests start a pace apart, whoever sends them."""
    with ServedSource(BOOKS) as source:
        leadline.harvest(
            source.url, f"{source.url}?again=1", project=tmp_path / "p", pace=0.1,
            budget=leadline.Budget(requests=8),
        )  # fmt: skip
        assert len(source.log) == 16 + 1
    with Reader(tmp_path / "p" / "project.sqlite") as reader:
        pages = [page for one in reader.sources() for page in reader.pages(one.key)]
    starts = sorted(page.fetched_at for page in pages)
    assert len(starts) == 16
    assert all(later - earlier > 0.09 for earlier, later in pairwise(starts))


def test_a_task_that_is_cancelled_leaves_the_source_paused(tmp_path: Path) -> None:
    async def program(url: str) -> None:
        task = asyncio.create_task(leadline.aharvest(url, project=tmp_path / "p", pace=0.1))
        while source.requests < 5 and not task.done():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with ServedSource(BOOKS) as source:
        asyncio.run(program(source.url))
        (outcome,) = leadline.load(tmp_path / "p").outcomes.values()
        assert (outcome.state, outcome.reason[:22]) == ("paused", "the harvest was stoppe")
        assert leadline.harvest(source.url, project=tmp_path / "p").ended


def test_ctrl_c_in_a_notebook_stops_the_harvest(tmp_path: Path) -> None:
    """There the harvest runs in a thread of its own, and Ctrl-C reaches the notebook's."""
    mine = threading.get_ident()

    async def program(url: str) -> None:
        threading.Timer(1.0, signal.pthread_kill, [mine, signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            leadline.harvest(url, project=tmp_path / "p", pace=0.1)

    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    loop = asyncio.new_event_loop()
    try:
        with ServedSource(BOOKS) as source:
            loop.run_until_complete(program(source.url))
    finally:
        loop.close()
        signal.signal(signal.SIGINT, old)
    (outcome,) = leadline.load(tmp_path / "p").outcomes.values()
    assert outcome.state == "paused"


def test_mistakes_are_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="name at least one address"):
        leadline.harvest()
    with pytest.raises(ValueError, match="is no web address"):
        leadline.harvest("museum", project=tmp_path / "p")
    with pytest.raises(ValueError, match="is no web address"):
        leadline.inspect("museum")
    assert not (tmp_path / "p").exists()
