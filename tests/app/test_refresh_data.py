"""Further visits to sources whose records come as data: an index, a list of an API, their parts."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest

import leadline
from leadline.app.refresh.run import Refresh
from leadline.app.source import run as driver
from leadline.app.tables.reread import reread
from leadline.page import plain_rows
from leadline.wrapper.data import rows

PER_PAGE = 20
PAGE = """<html><head><meta name=generator content="mkdocs-1.6"><script>var base_url = "."</script>
</head><body><div id=app></div></body></html>"""


def made_rows(count: int) -> list[dict[str, object]]:
    names = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak")
    return [
        {"id": n + 100, "title": f"{names[n % 6]} house number {n}", "built": 1500 + n}
        for n in range(count)
    ]


@contextmanager
def serving(rows: list[dict[str, object]]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            body, kind = PAGE, "text/html"
            if parts.path == "/search/search_index.json":
                docs = [{"location": f"p{row['id']}/", **row} for row in rows]
                body, kind = json.dumps({"docs": docs}), "application/json"
            elif parts.path == "/api":
                start = PER_PAGE * (int(parse_qs(parts.query).get("page", ["1"])[0]) - 1)
                shown = {"total": len(rows), "items": rows[start : start + PER_PAGE]}
                body, kind = json.dumps(shown), "application/json"
            elif parts.path == "/packed":
                start = PER_PAGE * (int(parse_qs(parts.query).get("page", ["1"])[0]) - 1)
                cells = [[*map(str, row.values())] for row in rows[start : start + PER_PAGE]]
                shown = {"columns": [*rows[0]], "rows": cells, "total": len(rows)}
                body, kind = json.dumps(shown), "application/json"
            self.send_response(404 if parts.path == "/robots.txt" else 200)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def told(result: Refresh) -> set[tuple[str, str, str]]:
    """What changed: the kind, the record's number, the column."""
    return {(one.what, one.key, one.column) for one in result.changes}


def change(rows: list[dict[str, object]]) -> None:
    rows[2]["title"] = "Cedar house, moved"
    rows.insert(0, {"id": 900, "title": "Cedar house, new", "built": 1900})
    rows.insert(1, {"id": 901, "title": "Oak house, new", "built": 1901})
    del rows[-1]


@pytest.mark.parametrize("way", ["/", "/api?page=1"])
@pytest.mark.parametrize("in_thread", [False, True])
def test_news_of_an_index_and_of_an_api_are_told(
    way: str, in_thread: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if in_thread:
        monkeypatch.setattr(driver, "MAX_QUICK_BYTES", 0)
    rows = made_rows(66)
    with serving(rows) as url:
        assert leadline.harvest(url + way, project=tmp_path, pace=0).complete
        records = _records(tmp_path)
        key = {str(row["id"]): one.key for row, one in zip(rows, records, strict=True)}
        change(rows)
        first = leadline.refresh(tmp_path, pace=0)
        second = leadline.refresh(tmp_path, extent="whole", pace=0)
        third = leadline.refresh(tmp_path, extent="whole", pace=0)
    news = {one.key for one in first.changes if one.what == "new"}
    assert len(news) == 2
    assert told(first) == {("changed", key["102"], "title"), *(("new", one, "") for one in news)}
    gone = ("gone", key["165"], "")
    assert [told(second), told(third)].count({gone}) == 1
    assert len(_records(tmp_path)) == 68


@pytest.mark.parametrize("way", ["/", "/api?page=1"])
def test_a_part_that_is_looked_for_in_records_stays_that_part(way: str, tmp_path: Path) -> None:
    rows = made_rows(66)
    with serving(rows) as url:
        leadline.harvest(url + way, project=tmp_path, only=["title=cedar"], pace=0)
        change(rows)
        result = leadline.refresh(tmp_path, pace=0)
    assert sorted(one.what for one in result.changes) == ["changed", "new"]
    fields = [one for each in _records(tmp_path) for one in each.fields]
    titles = {one.value for one in fields if one.column == "title"}
    assert len(titles) == 12
    assert all(title.startswith("Cedar") for title in titles)
    if way != "/":
        assert reread(tmp_path)[0].after == 12


def _records(folder: Path) -> list[leadline.Record]:
    return list(leadline.load(folder).records())


def test_a_file_that_is_taken_again_keeps_records_and_columns_under_other_names(
    tmp_path: Path,
) -> None:
    rows = made_rows(30)
    for row in rows:
        row["sold"] = 1500 + (int(str(row["built"])) * 7) % 30  # the same years, in another order
    with serving(rows) as url:
        leadline.harvest(url, project=tmp_path, pace=0)
        before = {one.key: one.fields for one in leadline.load(tmp_path).records()}
        for row in rows:
            row["erected"], row["sale"] = row.pop("built"), row.pop("sold")
        seen = leadline.refresh(tmp_path, pace=0)
        (outcome,) = seen.outcomes.values()
        assert not seen.changes
        assert "the column built is headed erected now; it keeps its name" in outcome.notes
        assert {one.key: one.fields for one in leadline.load(tmp_path).records()} == before
        for row in rows:
            row["seller"] = "Ann"
        expected = leadline.refresh(tmp_path, pace=0, expect=True)
        assert [one.state for one in expected.outcomes.values()] == ["failed"]
        (outcome,) = leadline.refresh(tmp_path, pace=0).outcomes.values()
        assert any("a new column: seller" in note for note in outcome.notes)
        assert len([*leadline.load(tmp_path).records()]) == len(rows)


def test_a_table_whose_columns_an_older_version_named_by_place_is_taken_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its records were known by their texts: none of these names said that one is a number."""
    with serving(made_rows(45)) as url:
        address = f"{url}/packed?page=1"
        with monkeypatch.context() as older:
            older.setattr(plain_rows, "_heads", lambda _: [])
            older.setattr(rows, "_column", str)
            leadline.harvest(address, project=tmp_path, pace=0)
        before = {one.key: one.fields for one in leadline.load(tmp_path).records()}
        assert {one.column for fields in before.values() for one in fields} == {"0", "1", "2"}
        leadline.harvest(address, project=tmp_path, pace=0)
        assert {one.key: one.fields for one in leadline.load(tmp_path).records()} == before
        seen = leadline.refresh(tmp_path, pace=0)
        assert not seen.changes
        (outcome,) = seen.outcomes.values()
        assert any("the column 1 is headed title now" in note for note in outcome.notes), outcome
