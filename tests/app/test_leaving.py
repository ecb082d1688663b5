"""One gate for what leaves: no output of any format, command, page or tool shows a secret.

The lists of outputs are those of the program, so a new one is asked for here by itself.
"""

import asyncio
import csv
import inspect
import io
import json
import logging
import re
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from leaving import COUNT, HONEST, SID, content_of, found_in, planted
from starlette.routing import Route
from typer.testing import CliRunner

import leadline
from leadline.app.integration.merge import integrate_project, write_provenance
from leadline.app.logs import JsonLines, log_report, log_request
from leadline.app.refresh import notify
from leadline.app.refresh.run import Refresh
from leadline.assist.tools import AssistantTools
from leadline.cli.app import app
from leadline.crawl import events
from leadline.model import Request
from leadline.page.masks import MASK, masked, masked_all, masked_key
from leadline.report import discovery, line, markup, write_report
from leadline.serve.application import create_app
from leadline.serve.workspace import Workspace
from leadline.store import Reader, Store
from leadline.store.export.exporters import suffixes
from leadline.store.export.table import export, write_table
from leadline.store.line import OpenQuestion
from leadline.store.refresh.visits import Change, Visit
from leadline_zoo.hostile import BEHAVIOURS, HostileSource
from leadline_zoo.hostile.server import rows
from tables import each_row

ASK_THE_NETWORK = {
    *("run", "harvest", "discover", "refresh", "ask", "gather", "inspect", "serve", "mcp", "demo"),
    *("bench", "read"),
}
"""Commands whose sentences go through the same functions, and which need a source or a terminal."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted(tmp_path_factory.mktemp("planted") / "art.leadline")


FILES = sorted({*suffixes(), ".csv.gz"} - {".geojson", ".wacz"})
"""Suffixes of tables that need no place."""


@pytest.mark.parametrize("suffix", FILES)
@pytest.mark.parametrize("guard", [True, False])
def test_no_table_of_any_format_shows_a_secret(
    project: Path, tmp_path: Path, suffix: str, guard: bool
) -> None:
    out = tmp_path / f"table{suffix}"
    assert export(project, out, guard=guard, typed=guard) == 2 * COUNT, "no key is lost"
    shown = content_of(out)
    assert found_in(shown) == []
    text = shown.decode("utf-8", "replace").replace("&amp;", "&")
    assert [each for each in HONEST if each not in text] == []


def test_keys_stay_keys(project: Path, tmp_path: Path) -> None:
    """A masked key tells records apart and finds its record again."""
    export(project, tmp_path / "t.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines()]
    assert len({(row["_source"], row["_key"]) for row in rows}) == 2 * COUNT
    assert masked_key("/r?token=a1b2c3d4e5") != masked_key("/r?token=a1b2c3d4e6")
    with Reader(project / "project.sqlite") as reader:
        record = reader.record(rows[5]["_source"], rows[5]["_key"])
    assert record.fields[0].value == "Water lilies 5"
    pairs = tmp_path / "pairs.csv"
    one, other = rows[0]["_key"], rows[COUNT + 1]["_key"]
    line = f"art.example,{one},gallery.example,{other},yes"
    pairs.write_text(f"source_a,key_a,source_b,key_b,same\n{line}\n", "utf-8")
    integration = integrate_project(project, pairs)
    first = ("art.example", f"/r?id=0&sid={SID}")
    holding = integration.entities.holding(first, ("gallery.example", f"/r?id=1&sid={SID}"))
    assert holding is not None


def test_joined_tables_and_their_provenance_show_none(project: Path, tmp_path: Path) -> None:
    integration = integrate_project(project)
    for suffix in FILES:
        out, provenance = tmp_path / f"joined{suffix}", tmp_path / f"provenance{suffix}"
        write_table(*integration.table(), out)
        write_provenance(integration, project / "project.sqlite", provenance)
        assert found_in(content_of(out) + content_of(provenance)) == [], suffix


def test_no_frame_and_no_notebook_shows_one(project: Path) -> None:
    taken = leadline.load(project)
    for frame in (taken.to_arrow(), taken.to_pandas(), taken.to_polars()):
        content = frame.to_pylist() if hasattr(frame, "to_pylist") else frame.to_dict()
        assert found_in(repr(content)) == []
    assert found_in(taken._repr_html_()) == []


def commands(project: Path, folder: Path) -> dict[str, list[list[str]]]:
    """Calls of every command that needs no source."""
    name, key = str(project), f"art.example#/r?id=3&sid={SID}"
    out = str(folder / "out")
    return {
        "export": [["export", name, "-o", "-"], ["export", name, "-o", "-.jsonl", "--typed"]],
        "reread": [["reread", name]],
        "sql": [["sql", name, "select * from records"], ["sql", name, "select * from sources"]],
        "schema": [["schema", name]],
        "watch": [["watch", name, "--cron"]],
        "diff": [["diff", name], ["diff", name, "-o", f"{out}.jsonl"]],
        "search": [["search", name, "lilies"], ["search", name, "lilies", "--json"]],
        "ranking": [["ranking", name]],
        "hint": [["hint", name, "record", SID, SID, "--source", "art.example"]],
        "hints": [["hints", name]],
        "check": [["check", name]],
        "rules": [["rules", name]],
        "integrate": [["integrate", name, "-o", f"{out}.csv", "--provenance", f"{out}-p.csv"]],
        "import": [["import", f"{out}.csv", "-p", f"{folder}-own"]],
        "explain": [["explain", name, key, "gallery.example#/r?id=3&sid=" + SID]],
        "wrapper": [["wrapper", name, "--source", "art.example", "-o", f"{out}-wrapper.json"]],
    }


def test_no_command_prints_or_writes_one(project: Path, tmp_path: Path) -> None:
    with Store(project / "project.sqlite") as store:
        store.learn("art.example", "wrapper", _learned_call())
    called = commands(project, tmp_path)
    names = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    assert names == set(called) | ASK_THE_NETWORK, "say here what a new command is called with"
    for name, calls in called.items():
        for call in calls:
            result = CliRunner().invoke(app, call)
            assert result.exit_code in (0, 1, 3), (call, result.output, result.exception)
            assert found_in(result.output + repr(result.exception)) == [], name
    for path in tmp_path.iterdir():
        assert found_in(content_of(path)) == [], path
    assert MASK in (tmp_path / "out-wrapper.json").read_text("utf-8")


def _learned_call() -> dict[str, Any]:
    """A learned call, of which two headers and the address hold secrets."""
    from leadline.wrapper.data.call import Call
    from leadline.wrapper.data.data_wrapper import DataWrapper

    headers = (("Authorization", "Bearer 5d41402abc4b2a76b9719d911017c592"),)
    headers += (("X-Api-Key", "12ab34cd56ef7890"), ("Accept", "application/json"))
    call = Call(Request("GET", f"http://art.example/api?sid={SID}&q=tea", headers))
    return DataWrapper((), call=call, path=("hits",)).to_dict()


def test_no_report_and_no_html_shows_one(project: Path, tmp_path: Path) -> None:
    """All HTML of reports (run, discovery and sources) is joined by the same functions."""
    write_report(project / "project.sqlite", tmp_path / "report.html")
    assert found_in(content_of(tmp_path / "report.html")) == []
    for secret in (f"http://h.example/?sid={SID}", "http://bob:hunter2xyz@h.example/"):
        parts = markup.tag("p", secret, title=secret), markup.join([secret]), markup.text(secret)
        assert found_in("".join(map(str, (*parts, markup.link(secret, secret))))) == []


def test_no_part_of_the_other_reports_shows_one() -> None:
    secret = f"http://art.example/?sid={SID}&api_key=12ab34cd56ef"
    found = [{"url": secret, "reason": f"{secret} answers", "key": f"GET {secret}"}]
    question = OpenQuestion("source", f"art.example?sid={SID}", f"it stopped: {secret}", secret)
    html = f"{discovery.refused_table(found)}{line._questions([question])}"
    assert found_in(html) == []
    assert "http://art.example/?sid=***" in html


def test_a_whole_harvest_shows_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The links of every record carry a session, as those of old catalogues do."""

    def with_session(html: str) -> str:
        return re.sub(r'href="(/[^"?]+)"', rf'href="\1;jsessionid=8F2AC1D0E7?sid={SID}"', html)

    spoiled = replace(BEHAVIOURS["honest"], change=rows(with_session), count=40)
    project, out = tmp_path / "p", tmp_path / "t.csv"
    with HostileSource(spoiled) as source, caplog.at_level(logging.DEBUG, "leadline"):
        call = ["harvest", source.url, "-p", str(project), "-o", str(out)]
        result = CliRunner().invoke(app, call)
    assert result.exit_code in (0, 3), result.output
    shown = [out.read_bytes(), (project / "report.html").read_bytes(), result.output, caplog.text]
    assert [found_in(each) for each in shown] == [[]] * 4
    with out.open(encoding="utf-8", newline="") as file:
        taken = list(csv.DictReader(file))
    assert len({row["_key"] for row in taken}) == len(taken) == 40
    assert sum("sid=***" in value for row in taken for value in row.values()) >= 40


def changes() -> list[Change]:
    key, url = f"/r?id=1&sid={SID}", f"http://art.example/?api_key=12ab34cd56ef&sid={SID}"
    before, after = "see http://bob:hunter2xyz@h.example/", f"see http://h.example/?sid={SID}"
    return [
        Change("art.example", 1, key, "changed", "link", before, after, 1, url, 1e9),
        Change("art.example", 1, key, "changed", "csrf_token", "c5rf9f8e7d6c5b4a", "", 1, url, 1e9),
        Change("art.example", 1, key, "new", "", "", after, 1, url, 1e9),
    ]


def test_no_feed_and_no_message_shows_one(project: Path, tmp_path: Path) -> None:
    visit = Visit("art.example", 1, "paused", f"?sid={SID} was refused", False, 3, 3, 1e9, 1e9)
    result = Refresh(leadline.load(project).project, (visit,), tuple(changes()))
    notify.write_feed(changes(), "art", tmp_path / "feed.xml")
    write_table(notify.NAMES, notify.change_rows(changes()), tmp_path / "changes.csv")
    notify.run_command(result, f"tee {tmp_path / 'message.json'}")
    for path in tmp_path.iterdir():
        assert found_in(content_of(path)) == [], path
    assert "q=tea" not in (tmp_path / "feed.xml").read_text("utf-8")


def test_no_page_and_no_answer_of_the_server_shows_one(project: Path) -> None:
    from starlette.testclient import TestClient

    made = create_app(Workspace.of(project.parent))
    key = f"/r?id=3&sid={SID}"
    asked = {"q": "lilies", "source": "art.example", "key": key, "number": "3", "mark": "lilies"}
    asked |= {"source_a": "art.example", "source_b": "gallery.example", "key_a": key, "key_b": key}
    with TestClient(made, "http://127.0.0.1:8765", raise_server_exceptions=False) as client:
        made.state.board.integrations[project.name] = integrate_project(project)
        entity = made.state.board.integrations[project.name].entities[0].id
        fill = {"name": project.name, "number": "1", "format": "csv", "entity_id": entity}
        fill["what"] = "entity"
        routes = [each for each in _routes(made) if "GET" in (each.methods or ())]
        assert len(routes) > 20
        answered = 0
        for route in routes:
            path = route.path.format(**{"key": "art.example", **fill})
            if path.endswith("/events"):
                continue  # the same templates, one after the other
            for more in (asked, {**asked, "q": "", "key": "art.example"}):
                answer = client.get(path, params={k: v for k, v in more.items() if v})
                assert answer.status_code < 500, (path, answer.text)
                answered += answer.status_code == 200
                assert found_in(answer.content) == [], (path, more)
        assert answered > len(routes)


def _routes(made: Any) -> list[Route]:
    """All routes, also those of rooms that are kept as a whole."""
    listed: list[Route] = []
    waiting = list(made.routes)
    while waiting:
        each = waiting.pop()
        inner = getattr(each, "original_router", None) or getattr(each, "router", None)
        if isinstance(each, Route):
            listed.append(each)
        elif inner is not None:
            waiting += inner.routes
    return listed


def test_no_tool_of_an_assistant_shows_one(project: Path) -> None:
    tools = AssistantTools(project.parent, private=True)
    given = {"project": project.name, "query": "lilies", "limit": 50}
    public = [name for name in dir(tools) if not name.startswith("_")]
    methods = [name for name in public if inspect.ismethod(getattr(tools, name))]
    assert {"projects", "search", "table"} <= {*methods}
    for name in methods:
        method = getattr(tools, name)
        wanted = {k: v for k, v in given.items() if k in inspect.signature(method).parameters}
        if inspect.iscoroutinefunction(inspect.unwrap(method)):
            assert method.__wrapped__ is not None, "a tool that asks goes through the gate too"
            continue
        shown = json.dumps(method(**wanted))
        assert found_in(shown) == [], name
    assert "signature=4%20Ep%201234" in json.dumps(tools.table(project.name))


def test_values_of_a_named_column_are_masked_at_any_depth() -> None:
    facets = {"attribute": "csrf_token", "values": [["c5rf9f8e7d6c5b4a", 24]], "counted": 24}
    headers = {"headers": [["X-Api-Key", "12ab34cd56ef7890"], ["Accept", "text/html"]]}
    shown = json.dumps(masked_all({"facets": [facets], "request": headers}))
    assert found_in(shown) == []
    assert "text/html" in shown


def test_an_awaited_tool_goes_through_the_gate() -> None:
    from leadline.assist.tools import all_leaving

    @all_leaving
    class Tools:
        async def told(self, *, fails: bool) -> dict[str, str]:
            if fails:
                raise ValueError(f"http://h.example/?sid={SID} is no web address")
            return {"note": f"http://h.example/?sid={SID}"}

    assert found_in(json.dumps(asyncio.run(Tools().told(fails=False)))) == []
    with pytest.raises(ValueError, match=r"sid=\*\*\* is no web address"):
        asyncio.run(Tools().told(fails=True))


def test_no_line_of_a_log_shows_one(caplog: pytest.LogCaptureFixture) -> None:
    url = f"http://art.example/?sid={SID}"
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out), caplog.at_level(logging.DEBUG, "leadline"):
        log_request("art.example", Request("GET", url), "walk", f"q&token={SID}")
        log_report("art.example", events.Notice(f"{url} was refused", "warning"))
        log_report("art.example", events.StateChanged("paused", f"{url} was refused"))
    assert len(caplog.records) == 3
    lines = [JsonLines().format(one) for one in caplog.records]
    assert found_in("".join([*lines, caplog.text, out.getvalue()])) == []


@pytest.mark.parametrize(
    "text",
    [
        *HONEST,
        "http://h.example/?key=17&keyword=Wissenschaftsgeschichte2&sessions=12",
        "https://github.com/@user and git@github.com:x/y.git, ssh://git@github.com/x",
        "ISBN=9783161484100; session=2024-05-12; ticket=morning; token=Rosenkavalier",
        "Cookie: chocolate chip, Secret: a history, the API key: what it is",
        "a (S(even)) b",
        "/opac?auth=Becker&sig=QB+54/12",
        "12:30 = half past; @name; 5 %3D",
    ],
)
def test_honest_data_stay(text: str) -> None:
    assert masked(text) == masked_key(text) == text


@each_row(__file__, "SECRETS_GO_WHEREVER_THEY", "text")
def test_secrets_go_wherever_they_stand(text: str) -> None:
    for made in (masked(text), masked_key(text)):
        assert SID not in made
        assert masked(made) == made, "what was masked stays as it is"
    assert "***" in masked(text) or "me" not in masked(text)


@pytest.mark.parametrize(
    "piece", ["token=", "sid=a", "/(S(", ";sid=a?", "://", "cookie:", "%3F", "a:b@", "eyJaaaaaaaa."]
)
def test_the_gate_takes_linear_time(piece: str) -> None:
    """Steps are counted as lines that run, not as seconds."""
    import sys

    def steps(text: str) -> int:
        count = 0

        def trace(*_: object) -> Any:
            nonlocal count
            count += 1
            return trace

        sys.settrace(trace)
        try:
            masked(text)
        finally:
            sys.settrace(None)
        return count

    assert steps(piece * 800 + "token=") <= 9 * steps(piece * 100 + "token=") + 200
    masked(piece * 50_000)  # an expression that went back would not end


def test_a_login_is_none_with_one_slash_less() -> None:
    assert (
        masked("http:/bob:hunter2xyz@h.example/p is no project")
        == "http:/h.example/p is no project"
    )


def test_the_report_shows_no_hidden_value_of_a_form(project: Path, tmp_path: Path) -> None:
    controls = [{"name": "csrf_token", "label": "", "value": "c5rf9f8e7d6c5b4a", "id": 7}]
    with Store(project / "project.sqlite") as store:
        store.learn("art.example", "interface", {"controls": controls})
    write_report(project / "project.sqlite", tmp_path / "r.html")
    assert found_in((tmp_path / "r.html").read_bytes()) == []
    assert json.dumps(masked_all(controls)).count(MASK) == 1
