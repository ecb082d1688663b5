"""The Python API in pipelines: types, targets in every form, records while they come, logs."""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import duckdb
import pytest

import leadline
from leadline.app.logs import JsonLines
from leadline_zoo.scripted.sources import serving
from leadline_zoo.source import serve
from leadline_zoo.spec import SourceSpec, Total
from tables import each_row

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


@each_row(__file__, "RECORDED", "kind", "method", "path", "posted", "count", "state")
def test_what_a_browser_recorded_is_harvested(
    kind: str, method: str, path: str, posted: Any, count: int, state: str, tmp_path: Path
) -> None:
    with serving(kind) as source:
        sent = {"Cookie": "sid=s3cr3t", "Referer": source.url, "Origin": source.url.rstrip("/")}
        call = {
            "method": method,
            "url": source.url + path,
            "headers": [{"name": name, "value": text} for name, text in sent.items()],
            "postData": posted,
        }
        data = source.answer(method, f"/{path}", (posted or {}).get("text", "").encode())
        (tmp_path / "r.har").write_text(recording(call, data))
        taken = leadline.harvest(tmp_path / "r.har", project=tmp_path / "p", pace=0)
        assert len([*taken.records()]) == count
        assert [each.state for each in taken.outcomes.values()] == [state]
        assert not leadline.refresh(tmp_path / "p", pace=0).changes
    assert b"s3cr3t" not in (tmp_path / "p" / "project.sqlite").read_bytes()


def recording(call: object, data: object) -> str:
    entry = {"request": call, "response": {"content": {"text": json.dumps(data)}}}
    return json.dumps({"log": {"entries": [entry]}})


@each_row(__file__, "NO_RECORDING", "method", "url", "data", "why")
def test_a_recording_of_no_list_is_refused(
    method: str, url: str, data: object, why: str, tmp_path: Path
) -> None:
    (tmp_path / "r.har").write_text(recording({"method": method, "url": url}, data))
    with pytest.raises(ValueError, match=why):
        leadline.harvest(tmp_path / "r.har", project=tmp_path / "q")


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
