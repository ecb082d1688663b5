"""A discovery that is killed after any of its steps goes on to the same sources."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import leadline
from leadline.app import discover
from leadline.app.discover import Discovery, load_discovery
from leadline.app.discovery import run as discovery_run
from leadline.app.discovery.plan import write_found
from leadline.app.line import run as line_run
from leadline.app.project import Project, found_sources
from leadline.cli.line import execute
from leadline.cli.orders import LineOrder
from leadline.errors import Unreachable
from leadline.fetch import HttpFetcher, PageArchive
from leadline.model import Request
from leadline.store import open as store_open
from leadline.store.writer import ProjectWriter
from leadline_zoo.directory import Directory, serve_directory

SEARCH = "<title>Tide tables</title><form action=/find><input name=q><button>Search</button></form>"


@contextmanager
def harbour() -> Iterator[tuple[Directory, Directory]]:
    """A page of links among decoys, with a sitemap that leads to a search; and a second site."""
    with serve_directory([], articles=1) as other:
        other.paths["/"] = SEARCH
        with serve_directory([(other.url, "Tide tables")], articles=1) as directory:
            directory.paths["/tide-tables"] = SEARCH
            place = f"{directory.url}tide-tables"
            directory.paths["/map.xml"] = f"<urlset><url><loc>{place}</loc></url></urlset>"
            directory.paths["/robots.txt"] = f"Sitemap: {directory.url}map.xml\n"
            yield directory, other


class Killed(Exception):
    """What stands for a kill at the begin of the harvest."""


def discovered(directory: Directory, project: Path) -> Discovery:
    """Run a line up to its harvest."""
    with pytest.raises(Killed):
        leadline.run(seeds=[directory.url], topic="tide tables", anywhere=True, project=project)
    return load_discovery(Project(project))


def kept(discovery: Discovery) -> tuple[object, ...]:
    """What a discovery says, and what a harvest and its report read of it."""
    found = sorted(each.url for each in discovery.found)
    targets = sorted(target.url for target in found_sources(discovery.project.folder))
    return found, targets, discovery.outcome


def copied_at_every_step(patch: pytest.MonkeyPatch, project: Path, copies: Path) -> None:
    """Let all that stores something copy the project: what a kill at this step would leave."""
    states: list[dict[Path, bytes]] = [{}]

    def copy(store: object) -> None:
        inside = isinstance(store, ProjectWriter) and store._link.in_transaction
        files = () if inside else (path for path in project.rglob("*") if path.is_file())
        state = {path: path.read_bytes() for path in files if not path.match("*-shm")}
        if not inside and state != states[-1]:
            shutil.copytree(project, copies / str(len(states)))
            states.append(state)

    def copying(step: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **options: Any) -> Any:
            copy(words[0])
            return step(*words, **options)

        return call

    patch.setattr(ProjectWriter, "transaction", copying(ProjectWriter.transaction))
    patch.setattr(ProjectWriter, "_run", copying(ProjectWriter._run))
    patch.setattr(PageArchive, "write", copying(PageArchive.write))
    patch.setattr(store_open, "make_tables", copying(store_open.make_tables))
    for module in (discovery_run, discover):
        patch.setattr(module, "write_found", copying(write_found))
    patch.setattr(ProjectWriter, "close", copying(ProjectWriter.close))


def test_a_kill_at_any_step_loses_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(*_: object, **__: object) -> None:
        raise Killed

    monkeypatch.setattr(line_run, "harvest_plan", kill)
    with harbour() as (directory, other):
        with monkeypatch.context() as patch:
            copied_at_every_step(patch, tmp_path / "alone", tmp_path / "copies")
            alone = discovered(directory, tmp_path / "alone")
        places = [f"{directory.url}tide-tables", other.url]
        assert sorted(each.url for each in alone.found) == sorted(places)
        asked = {*directory.log}
        for project in sorted((tmp_path / "copies").iterdir()):
            directory.log.clear()
            assert kept(discovered(directory, project)) == kept(alone), project.name
            assert len(directory.log) == len(set(directory.log))
            assert asked.issuperset(directory.log)


def test_an_archived_page_counts_though_its_robots_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(*_: object) -> None:
        raise Killed

    async def fail(_: HttpFetcher, url: str) -> None:
        raise Unreachable("no whole answer within 30 s", Request("GET", url))

    with harbour() as (directory, other):
        options = {"topic": "tide tables", "anywhere": True, "project": tmp_path}
        with monkeypatch.context() as patch:
            patch.setattr(discovery_run.DiscoveryRun, "_observe", kill)
            with pytest.raises(Killed):
                leadline.discover(directory.url, **options)
        monkeypatch.setattr(HttpFetcher, "read_rules", fail)
        found = leadline.discover(directory.url, **options).found
    assert other.url in [each.url for each in found]


def test_a_run_that_found_nothing_says_why_and_begins_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve_directory([], articles=0) as directory:
        host = directory.url.split("/")[2]
        front = directory.paths.pop("/")
        order = LineOrder(seed=[directory.url], topic="tide tables", project=tmp_path, quiet=True)
        assert execute(order) == 1
        said = capsys.readouterr().err
        assert f"1 of 1 hosts brought no page, the first: {host} answers 404" in said
        directory.paths["/"] = front
        assert execute(order) == 1
        said = capsys.readouterr().err
        assert "discover: 0 query interfaces found" in said
        assert "404" not in said
