"""Jobs: a look, a harvest that is stopped and goes on, what a killed server left, and REST."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

import pytest
from damaging import zero_block
from serving import client, csrf_of, make_project, paintings, post

from leadline.app.project import SourceTarget
from leadline.crawl.restriction.condition import ONLY_COMPONENT
from leadline.serve.jobs import JOBS_FILE, Job, JobBoard, JobOrder
from leadline.serve.workspace import Workspace
from leadline.store import Reader, Store
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

    from leadline_zoo.replies import SiteReply

SOURCE: Final = replace(ZOO["shop"], count=90)


def ended(made: TestClient, location: str) -> Job:
    job: Job = made.app.state.board.wait(location.removeprefix("/jobs/"), 300)  # type: ignore[attr-defined]
    assert not job.is_running
    return job


def test_from_an_address_to_a_table(tmp_path: Path) -> None:
    with serve(SOURCE) as source, client(tmp_path) as made:
        location = post(made, "/looks", url=source.url).headers["location"]
        ended(made, location)
        seen = made.get(location).text
        assert "Take it all" in seen
        assert "Search form" in seen
        assert not list(tmp_path.iterdir())  # a look stores nothing
        location = post(made, "/harvests", url=source.url).headers["location"]
        job = ended(made, location)
        assert (job.state, job.outcome) == ("done", "exhausted")
        events = made.get(f"{location}/events").text
        assert "event: progress" in events
        assert events.rstrip().splitlines()[-2] == "event: ended"
        table = made.get(f"/api/projects/{job.order.project}/records?limit=5").json()
        assert table["count"] == len(source.truth())
        assert (tmp_path / job.order.project / "report.html").is_file()
        word = source.truth()[0]["title"].split()[-1].casefold()
        job = ended(made, post(made, "/harvests", url=source.url, only=word).headers["location"])
        assert (job.state, job.outcome, job.order.only) == ("done", "exhausted", (word,))
        assert [key.endswith(f"[{word}]") for key in job.progress] == [True]
        chosen = post(made, "/harvests", url=source.url, way="oai-pmh").headers["location"]
        job = ended(made, chosen)
        assert [key.endswith("[way:oai-pmh]") for key in job.progress] == [True]
        assert job.outcome == "failed"


def test_a_harvest_is_stopped_and_goes_on(tmp_path: Path) -> None:
    with serve(SOURCE) as source, client(tmp_path) as made:
        stopped, own = Event(), source.answer

        def answer(*request: Any) -> SiteReply:
            if source.requests >= 20:
                assert stopped.wait(300)  # so that there is something to stop
            return own(*request)

        source.answer = answer  # type: ignore[method-assign]
        location = post(made, "/harvests", url=source.url).headers["location"]
        job = made.app.state.board.job(location.removeprefix("/jobs/"))  # type: ignore[attr-defined]
        while job.is_running and not job.records:
            time.sleep(0.01)
        post(made, f"{location}/stop")
        stopped.set()
        assert ended(made, location).state == "stopped"
        name = job.order.project
        asked = source.requests
        assert "Go on" in made.get(f"/projects/{name}").text
        location = post(made, f"/projects/{name}/go-on").headers["location"]
        assert ended(made, location).outcome == "exhausted"
        with Reader(tmp_path / name / "project.sqlite") as reader:
            assert reader.counts().records == len(source.truth())
            assert reader.counts().requests <= source.requests <= reader.counts().requests + 2
        assert asked < source.requests


def test_a_killed_server_goes_on_with_its_jobs(tmp_path: Path) -> None:
    with serve(SOURCE) as source:
        orders = [{"kind": "harvest", "project": "shop", "targets": [source.url], "requests": 0}]
        (tmp_path / JOBS_FILE).write_text(json.dumps(orders), "utf-8")
        with client(tmp_path) as made:
            (job,) = made.app.state.board.jobs()  # type: ignore[attr-defined]
            assert ended(made, job.id).outcome == "exhausted"
            assert not (tmp_path / JOBS_FILE).exists()


def test_a_server_that_ends_keeps_what_is_under_way(tmp_path: Path) -> None:
    with serve(SOURCE) as source:
        board = JobBoard(Workspace(tmp_path))
        job = board.start(JobOrder("harvest", "m", (source.url.replace("//", "//me:secret@"),)))
        kept = (tmp_path / JOBS_FILE).read_text("utf-8")
        board.close()
    assert not job.is_running
    (under_way,) = json.loads(kept)
    assert under_way["targets"] == [source.url]
    assert json.loads((tmp_path / JOBS_FILE).read_text("utf-8")) == [under_way | {"deaths": 0}]


def test_a_job_that_a_server_died_of_twice_waits_for_a_person(tmp_path: Path) -> None:
    code = """
import os, sys, time
from pathlib import Path
from leadline.serve.jobs import JobBoard, JobOrder
from leadline.serve.workspace import Workspace
board = JobBoard(Workspace(Path(sys.argv[1])))
resumed = board.resume()
if sys.argv[2]:
    resumed = [board.start(JobOrder("harvest", "art", (sys.argv[2],)))]
print(len(resumed), flush=True)
os.kill(os.getpid(), 9)
"""
    with serve(SOURCE) as source:
        begun = []
        for url in (source.url, "", ""):
            run = [sys.executable, "-c", code, str(tmp_path), url]
            begun.append(subprocess.run(run, capture_output=True, text=True, check=False).stdout)
        assert begun == ["1\n", "1\n", "0\n"], "begun, begun again, and not a third time"
        with client(tmp_path) as made:
            (job,) = made.get("/api/jobs").json()
            assert (job["state"], job["held"]) == ("stopped", True)
            assert "the server died 2 times" in made.get("/").text
            assert "Begin anew" in made.get(f"/jobs/{job['id']}").text
            assert JOBS_FILE in {path.name for path in tmp_path.iterdir()}, "it is not forgotten"
            location = post(made, f"/jobs/{job['id']}/again").headers["location"]
            assert ended(made, location).outcome == "exhausted"
            assert not made.get(f"/api/jobs/{job['id']}").json()["held"]
        assert not (tmp_path / JOBS_FILE).exists()


def test_a_part_goes_on_as_a_part_and_no_whole_is_added(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    folder.mkdir()
    url = "http://m.example/find"
    part, whole = SourceTarget(url, only=("q=sea",)), SourceTarget("http://other.example/")
    planned = SourceTarget("http://planned.example/")
    (folder / "project.toml").write_text(f'[[source]]\nurl = "{planned.url}"\n', "utf-8")
    with Store(folder / "project.sqlite") as store:
        for target in (part, whole):
            store.add_source(target.key, target.url)
        store.learn(part.key, ONLY_COMPONENT, ["q=sea"])
    board = JobBoard(Workspace(tmp_path))
    order = JobOrder("harvest", "m", also_hosts=("more.example",))
    plan = board.plan_of_order(order)
    assert [one.key for one in plan.sources] == [planned.key, part.key, whole.key]
    assert {one.also_hosts for one in plan.sources} == {("more.example",)}


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"kind": "x"}]', "\x00"])
def test_a_strange_file_of_jobs_is_as_none(content: str, tmp_path: Path) -> None:
    (tmp_path / JOBS_FILE).write_text(content, "utf-8")
    assert JobBoard(Workspace(tmp_path)).resume() == []


def test_a_private_address_that_nobody_typed_is_not_asked(tmp_path: Path) -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", inner.url)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with (
        serve(ZOO["shop"]) as inner,
        ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as outer,
        client(tmp_path) as made,
    ):
        Thread(target=outer.serve_forever, args=(0.05,), daemon=True).start()
        url = f"http://127.0.0.1:{outer.server_address[1]}/"
        job = ended(made, post(made, "/looks", url=url).headers["location"])
        outer.shutdown()
        assert job.inspection is not None
        assert "is not among the named hosts" in job.inspection.trouble
        assert inner.log == []


@pytest.mark.parametrize(
    "url", ["", "ftp://a.example/", "javascript:alert(1)", "http://", "/etc/passwd"]
)
def test_what_is_no_address_is_said_to_be_none(url: str, tmp_path: Path) -> None:
    answer = post(client(tmp_path), "/looks", url=url)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def api(made: TestClient, path: str, body: dict[str, Any]) -> Any:
    token = made.get("/api/session").json()["csrf"]
    return made.post(path, json=body, headers={"x-csrf-token": token})


def test_rest_does_what_the_pages_do(tmp_path: Path) -> None:
    make_project(tmp_path / "art", paintings())
    with client(tmp_path) as made:
        assert made.get("/api/projects").json() == [made.get("/api/projects/art").json()]
        (source,) = made.get("/api/projects/art/sources").json()
        assert (source["key"], source["state"], source["records"]) == ("art", "complete", 40)
        assert len(made.get("/api/projects/art/sources/coverage?source=art").json()) == 2
        found = made.get("/api/projects/art/records?q=year:1901..1903&sort=-year&limit=2").json()
        assert (found["count"], [r["key"] for r in found["records"]]) == (3, ["art-3", "art-2"])
        best = made.get("/api/projects/art/search?q=lilies+7&limit=3").json()
        assert best["rows"][0]["key"] == "art-7"
        kept = api(made, "/api/projects/art/choices", {"q": "lilies 7", "place": 1})
        assert kept.json()["key"] == "art-7"
        assert len((tmp_path / "art" / "choices.jsonl").read_text().splitlines()) == 1
        job = api(made, "/api/jobs", {"kind": "integrate", "project": "art"}).json()
        made.app.state.board.wait(job["id"], 300)  # type: ignore[attr-defined]
        assert made.get(f"/api/jobs/{job['id']}").json()["state"] == "done"
        assert [each["id"] for each in made.get("/api/jobs").json()] == [job["id"]]
        wrong = api(made, "/api/jobs", {"kind": "destroy"})
        assert (wrong.status_code, list(wrong.json())) == (422, ["detail"])
        assert api(made, "/api/jobs", {"kind": "harvest"}).status_code == 400
        assert api(made, "/api/jobs", {"kind": "harvest", "project": "../x"}).status_code == 404
        assert made.get("/api/projects/none").status_code == 404


def test_the_rest_interface_is_documented(tmp_path: Path) -> None:
    made = client(tmp_path)
    schema = made.get("/api/openapi.json").json()
    operations = [o for methods in schema["paths"].values() for o in methods.values()]
    assert all(operation.get("description") for operation in operations)
    text = made.get("/api").text
    assert all(path in text for path in schema["paths"])
    assert csrf_of(made)


def test_a_further_source_joins_a_project_with_a_plan(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    plan = "[[source]]\nurl = 'http://127.0.0.1:9/a'\n"
    (tmp_path / "art" / "project.toml").write_text(plan, "utf-8")
    with client(tmp_path) as made:
        order = {"kind": "harvest", "url": "http://127.0.0.1:9/b", "project": "art"}
        job = api(made, "/api/jobs", order).json()
        assert ended(made, job["id"]).outcome == "failed"
        sources = made.get("/api/projects/art/sources").json()
    states = {each["key"]: each["state"] for each in sources}
    assert states == {"127.0.0.1:9/a": "failed", "127.0.0.1:9/b": "failed"}


def test_a_harvest_of_a_damaged_project_recovers_it_and_says_so(tmp_path: Path) -> None:
    with serve(SOURCE) as source, client(tmp_path) as made:
        job = ended(made, post(made, "/harvests", url=source.url).headers["location"])
        name = job.order.project
        zero_block(tmp_path / name / "project.sqlite", 3)
        location = post(made, f"/projects/{name}/go-on").headers["location"]
        assert ended(made, location).outcome == "exhausted"
        assert "the damaged file is kept as damaged/project.sqlite" in made.get(location).text
        with Reader(tmp_path / name / "project.sqlite") as reader:
            assert reader.counts().records == len(source.truth())
