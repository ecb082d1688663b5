"""The Python API in pipelines: types, targets in every form, records while they come, logs."""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import duckdb
import pytest

import leadline
from leadline.app.logs import JsonLines
from leadline_zoo.scripted.sources import serving
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec, Total

TINY = SourceSpec("tiny", "books", 45, total=Total("exact", constant=True))


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[leadline.Harvest]:
    with serve(TINY) as source:
        yield leadline.harvest([source.url], project=tmp_path_factory.mktemp("p"), pace=0)


def test_a_result_stands_for_its_project(taken: leadline.Harvest, tmp_path: Path) -> None:
    assert leadline.load(taken).outcomes.keys() == taken.outcomes.keys()
    assert leadline.export(taken, tmp_path / "a.csv") == 45
    assert leadline.export(taken.project.folder, tmp_path / "b.csv") == 45
    assert leadline.check(taken).is_whole
    again = leadline.harvest(taken, pace=0)
    assert again.project == taken.project
    assert set(again.asked.values()) == {0}


def test_typed_columns_in_memory(taken: leadline.Harvest) -> None:
    table = taken.to_arrow(typed=True, provenance=False)
    plain = taken.to_arrow(provenance=False)
    added = set(table.column_names) - set(plain.column_names)
    assert added
    assert all(str(table.schema.field(name).type) != "string" for name in added)
    assert table.num_rows == plain.num_rows == 45


def test_a_result_is_an_arrow_stream_and_a_data_frame(taken: leadline.Harvest) -> None:
    import pandas
    import polars

    assert polars.DataFrame(taken).columns == taken.to_arrow().column_names
    assert pandas.api.interchange.from_dataframe(taken).shape[0] == 45
    assert duckdb.sql("SELECT count(*) FROM taken").fetchall() == [(45,)]


def test_a_notebook_shows_ends_and_first_records(taken: leadline.Harvest) -> None:
    html = taken._repr_html_()
    assert html.count("<tr>") == 1 + 1 + 1 + 5
    assert "<script" not in html
    assert "proven" in html


def test_what_a_browser_recorded_is_harvested(tmp_path: Path) -> None:
    def har(*pairs: tuple[str, object]) -> Path:
        entries = [
            {
                "request": {"method": method, "url": f"{source.url}api/places?q=bridge"},
                "response": {"content": {"text": json.dumps(data)}},
            }
            for method, data in pairs
        ]
        (tmp_path / "r.har").write_text(json.dumps({"log": {"entries": entries}}))
        return tmp_path / "r.har"

    with serving("cursor") as source:
        kept = har(("POST", "none"), ("GET", {"items": [{"id": 1}, {"id": 2}]}))
        taken = leadline.harvest(kept, project=tmp_path / "p", pace=0)
        assert len([*taken.records()]) == 22
    for pairs, why in ((("GET", 1),), "no answer in JSON"), ((("POST", [{}]),), "came by POST"):
        with pytest.raises(ValueError, match=why):
            leadline.harvest(har(*pairs), project=tmp_path / "q")


def test_the_sync_twins_say_what_they_take() -> None:
    assert leadline.harvest.__name__ == "harvest"
    assert "only" in (leadline.harvest.__doc__ or "")


def test_records_come_while_the_harvest_runs(tmp_path: Path) -> None:
    async def some(url: str) -> tuple[list[str], int]:
        keys = []
        async with aclosing(leadline.arecords(url, project=tmp_path / "p", pace=0)) as records:
            async for record in records:
                keys.append(record.key)
                if len(keys) == 3:
                    break
        early = leadline.load(tmp_path / "p")
        every = [one.key async for one in leadline.arecords(url, project=tmp_path / "p", pace=0)]
        assert every[:3] == keys
        assert len(set(every)) == len(every)
        three = leadline.Budget(requests=3)
        few = leadline.arecords(url, project=tmp_path / "q", total=three, pace=0)
        assert len([one async for one in few]) < len(every)
        with pytest.raises(ValueError, match=r"the wrapper nowhere\.json cannot be read"):
            await anext(leadline.arecords(url, project=tmp_path / "r", wrapper="nowhere.json"))
        return every, sum(each.state == "paused" for each in early.outcomes.values())

    with serve(TINY) as source:
        every, _ = asyncio.run(some(source.url))
    assert len(every) == 45


def test_logging_tells_requests_states_and_notes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "leadline")
    with serve(TINY) as source:
        leadline.harvest(source.url, project=tmp_path / "p", pace=0)
    told = [record for record in caplog.records if record.name == "leadline"]
    assert sum(hasattr(one, "purpose") for one in told) == source.requests
    assert getattr(told[-1], "state", "") == "complete"
    line = json.loads(JsonLines().format(told[0]))
    assert line["level"] == "DEBUG"
    assert {"at", "text", "source", "url", "purpose"} <= line.keys()
