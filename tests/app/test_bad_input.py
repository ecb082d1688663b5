"""Whatever a person names or a server does: one sentence, the right exit code, nothing lost."""

import os
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from nursery import Nursery, Run
from pages import Fixed, Pages

from leadline.store import Reader, Store
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Faults, Form, Pager, SourceSpec
from tables import each_row

FAILED, USAGE, STOPPED = 1, 2, 3
FORM: Final = '<form action="/search"><input type="search" name="q"><button>Search</button></form>'
LOGIN: Final = (
    '<form action="/in" method="post">User <input name="user"> Password'
    ' <input type="password" name="word"><button>Log in</button></form>'
)
TINY: Final = SourceSpec(
    "tiny", "books", 100, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
BIG_PAGES: Final = replace(TINY, name="big", count=250, pager=Pager("next", 50))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "project"


def sentence(run: Run) -> str:
    """The one sentence on standard error, which is all there is."""
    lines = [line for line in run.err.splitlines() if line.startswith("leadline: ")]
    assert len(lines) == 1, run.err
    assert "Traceback" not in run.err + run.out
    return lines[0].removeprefix("leadline: ")


# -- what a person names -----------------------------------------------------------------------


@each_row(__file__, "what_is_no_address_is_wrong_usage", "target", "said")
def test_what_is_no_address_is_wrong_usage(
    nursery: Nursery, folder: Path, target: str, said: str
) -> None:
    run = nursery.run("harvest", target, "-p", folder)
    assert run.code == USAGE
    assert said in sentence(run)
    assert not folder.exists()


@each_row(__file__, "a_wrong_plan_is_said_and_nothing_is_begun", "plan", "said")
def test_a_wrong_plan_is_said_and_nothing_is_begun(
    nursery: Nursery, tmp_path: Path, plan: str, said: str
) -> None:
    path = tmp_path / "project.toml"
    path.write_text(plan, encoding="utf-8")
    run = nursery.run("harvest", path)
    assert run.code == USAGE
    assert said in sentence(run)
    assert os.listdir(tmp_path) == ["project.toml"]


@each_row(__file__, "an_output_that_cannot_be_is_said_before_the_harvest", "output", "said")
def test_an_output_that_cannot_be_is_said_before_the_harvest(
    nursery: Nursery, tmp_path: Path, folder: Path, output: str, said: str
) -> None:
    with ServedSource(TINY) as source:
        run = nursery.run("harvest", source.url, "-p", folder, "-o", tmp_path / output)
        assert run.code == USAGE
        assert said in sentence(run)
        assert source.log == []
    assert not folder.exists()


# -- what answers ------------------------------------------------------------------------------


@each_row(__file__, "a_dead_host", "url", "said")
def test_a_dead_host(nursery: Nursery, folder: Path, url: str, said: str) -> None:
    run = nursery.run("harvest", url, "-p", folder)
    assert run.code == FAILED
    assert sentence(run).endswith(f"stopped: {said}")


@each_row(__file__, "NO_SEARCH_PAGE", "page", "status", "type", "said")
def test_a_page_that_is_no_search_page(
    nursery: Nursery, folder: Path, page: str, status: int | None, type: str | None, said: str
) -> None:
    headers = {"Content-Type": type} if type else {}
    with Pages({"/": Fixed(page.encode("latin-1"), status or 200, headers)}) as server:
        run = nursery.run("harvest", server.url, "-p", folder)
    assert run.code == FAILED
    assert said in sentence(run)


def test_a_failed_source_is_begun_anew_next_time(nursery: Nursery, folder: Path) -> None:
    with ServedSource(TINY) as source:
        source.site.spec = replace(TINY, faults=Faults(dead=True))
        assert nursery.run("harvest", source.url, "-p", folder).code == FAILED
        source.site.spec = TINY
        assert nursery.run("harvest", source.url, "-p", folder).code == 0
    assert records(folder) == 100


@each_row(__file__, "ROBOTS_THAT_FORBID", "rules", "asked", sequence=list)
def test_robots_that_forbid(nursery: Nursery, folder: Path, rules: str, asked: list[str]) -> None:
    with Pages({"/": FORM, "/robots.txt": f"User-agent: *\n{rules}\n", "/search": "x"}) as server:
        run = nursery.run("harvest", server.url, "-p", folder)
        assert run.code == FAILED
        assert f"robots.txt of {server.host} forbids http://{server.host}/" in sentence(run)
        assert server.asked == asked
        shown = nursery.run("inspect", server.url).out
        assert f"with leave: leadline inspect {server.url} --ignore-robots" in shown
        shown = nursery.run("inspect", f"{server.url}?token=a9f3K2xQ7vLm").out
        assert "a9f3K2xQ7vLm" not in shown
        assert "put your own value in place of ***" in shown


def test_a_server_that_always_answers_500(nursery: Nursery, folder: Path) -> None:
    with ServedSource(replace(TINY, faults=Faults(dead=True))) as source:
        run = nursery.run("harvest", source.url, "-p", folder)
        assert run.code == FAILED
        assert "the search form does not answer: status 500" in sentence(run)
        assert source.requests <= 11  # six of them look for a list behind its menu


def test_an_empty_database(nursery: Nursery, folder: Path) -> None:
    with ServedSource(replace(TINY, count=0)) as source:
        run = nursery.run("harvest", source.url, "-p", folder, "-o", folder.with_suffix(".csv"))
        assert run.code == FAILED
        assert "no word that was tried found anything" in run.err
        assert "nothing was taken, so" in run.err
        why = "common and rarer words, all, letters, capitals, words of other languages, links"
        assert source.requests <= 76, why
    assert not folder.with_suffix(".csv").exists()


def test_an_endless_redirect(nursery: Nursery, folder: Path) -> None:
    with Pages({"/": Fixed(status=302, headers={"Location": "/"})}) as server:
        run = nursery.run("harvest", server.url, "-p", folder)
        assert run.code == FAILED
        assert "leads in circles" in sentence(run)
        assert len(server.asked) <= 13


# -- other hosts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(lambda url: {"/": Fixed(status=302, headers={"Location": url})}, id="entry"),
        pytest.param(lambda url: {"/": f"<meta http-equiv='refresh' content='0; url={url}'>"},
                     id="refresh"),
        pytest.param(lambda url: {"/": FORM.replace("/search", url)}, id="action"),
        pytest.param(lambda url: {"/": FORM, "/search": Fixed("", 307, {"Location": url})},
                     id="answer"),
    ],
)  # fmt: skip
def test_another_host_is_named_and_not_asked(nursery: Nursery, folder: Path, way: Any) -> None:
    with Pages({"/": FORM}) as other, Pages({}) as server:
        server.pages = Pages(way(other.url)).pages
        run = nursery.run("harvest", server.url, "-p", folder)
        assert run.code == FAILED
        assert f"{other.host} is not among the named hosts ({server.host})" in sentence(run)
        assert f"(--also-host {other.host})" in sentence(run)
        assert other.asked == []


def test_another_host_that_is_named_too_is_asked(nursery: Nursery, folder: Path) -> None:
    with ServedSource(TINY) as source, Pages({}) as server:
        server.pages = {"/": Fixed(status=302, headers={"Location": source.url})}
        host = source.url.split("/")[2]
        assert nursery.run("harvest", server.url, "-p", folder, "--also-host", host).code == 0
    assert records(folder) == 100


def test_a_private_address_that_nobody_named_is_not_asked(nursery: Nursery, folder: Path) -> None:
    target = "http://169.254.169.254/latest/meta-data/"
    with Pages({"/": Fixed(status=302, headers={"Location": target})}) as server:
        run = nursery.run("harvest", server.url, "-p", folder)
    assert run.code == FAILED
    assert "169.254.169.254 is not among the named hosts" in sentence(run)
    assert "--also-host" not in run.err


# -- what turns bad on the way -----------------------------------------------------------------


class Moody(ServedSource):
    """A source that answers ``trouble`` instead of results from some request on."""

    trouble: SiteReply | None = None
    results = 0
    refused = 0

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        self.results += target.startswith("/search")
        if self.trouble is None or self.results <= 25 or target.startswith("/robots"):
            return super().answer(method, target, body, cookie)
        self.refused += 1
        return self.trouble


@each_row(__file__, "TROUBLES", "status", "page", "headers", "said", "most")
def test_a_source_that_turns_bad_is_paused_and_gone_on_with(
    nursery: Nursery, folder: Path, status: int, page: str, headers: Any, said: str, most: int
) -> None:
    with Moody(TINY) as source:
        source.trouble = SiteReply(status, page.encode(), headers)
        run = nursery.run("harvest", source.url, "-p", folder, "-q")
        assert run.code == STOPPED
        assert f": stopped: {said}" in run.err or said in sentence(run)
        assert 0 < source.refused <= most
        assert 0 < records(folder) <= 100
        source.trouble = None
        rest = nursery.run("harvest", source.url, "-p", folder)
        assert rest.code in (0, STOPPED)
        assert "nothing was asked" not in rest.out
    assert records(folder) == 100


def records(folder: Path) -> int:
    with Reader(folder / "project.sqlite") as store:
        return store.counts().records


# -- the project and the disk ------------------------------------------------------------------


def test_a_project_of_a_newer_version(nursery: Nursery, folder: Path) -> None:
    Store(folder / "project.sqlite").close()
    with sqlite3.connect(folder / "project.sqlite") as link:
        link.execute("PRAGMA user_version = 99")
    link.close()
    with ServedSource(TINY) as source:
        run = nursery.run("harvest", source.url, "-p", folder)
        assert run.code == FAILED
        assert "was written by a newer leadline" in sentence(run)
        assert source.log == []


def test_a_project_that_another_run_writes(nursery: Nursery, folder: Path) -> None:
    with ServedSource(TINY) as source, Store(folder / "project.sqlite"):
        for more in ((), ("--fresh",)):
            run = nursery.run("harvest", source.url, "-p", folder, *more)
            assert run.code == FAILED
            said = rf"Another leadline \(process {os.getpid()}\) is writing to .*project\.sqlite"
            assert re.match(said, sentence(run))
        assert source.log == []


def test_a_file_of_somebody_else_is_left_alone(nursery: Nursery, folder: Path) -> None:
    folder.mkdir()
    with sqlite3.connect(folder / "project.sqlite") as link:
        link.execute("CREATE TABLE mine (a)")
    link.close()
    before = (folder / "project.sqlite").read_bytes()
    for more in ((), ("--fresh",)):
        run = nursery.run("harvest", "http://127.0.0.1:9/", "-p", folder, *more)
        assert run.code == FAILED
        assert "leadline project" in sentence(run)
    assert (folder / "project.sqlite").read_bytes() == before


def test_files_that_may_not_grow(nursery: Nursery, folder: Path) -> None:
    """What was taken is kept, and a run with more room goes on."""
    with ServedSource(BIG_PAGES) as source:
        run = nursery.run("harvest", source.url, "-p", folder, largest=600_000)
        assert run.code == FAILED
        assert "Traceback" not in run.err
        assert re.search(r"File too large|allows no larger file|cannot be written", sentence(run))
        before = source.requests
        some = records(folder)
        rest = nursery.run("harvest", source.url, "-p", folder)
        assert rest.code == 0
        asked = [entry.target for entry in source.log if entry.kind != "robots"]
        assert len(asked) - len(set(asked)) <= 2  # the page under way, a known word at the end
        assert before > 5
    assert 0 < some < records(folder) == 250


def test_a_full_disk(tmp_path: Path, nursery: Nursery) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("needs the right to mount a small disk")
    try:
        with ServedSource(BIG_PAGES) as source:
            run = nursery.run("harvest", source.url, "-p", disk / "project")
            assert run.code == FAILED
            assert re.search("The disk is full|No space left on device", sentence(run))
            some = records(disk / "project")
            grow = ["mount", "-o", "remount,size=20m", str(disk)]
            subprocess.run(grow, check=True, capture_output=True)
            assert nursery.run("harvest", source.url, "-p", disk / "project").code == 0
            asked = [entry.target for entry in source.log if entry.kind != "robots"]
            nursery.run("harvest", source.url, "-p", tmp_path / "undisturbed")
            log = [entry.target for entry in source.log if entry.kind != "robots"]
            usual = log[len(asked) :]
            assert len(asked) - len(set(asked)) <= 1 + len(usual) - len(set(usual))
        assert 0 < some <= records(disk / "project") == 250
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_a_full_disk_under_the_table_keeps_the_project(nursery: Nursery, folder: Path) -> None:
    with ServedSource(BIG_PAGES) as source:
        assert nursery.run("harvest", source.url, "-p", folder).code == 0
    table = folder.with_suffix(".csv")
    run = nursery.run("export", folder, "-o", table, largest=50_000)
    assert run.code == FAILED
    assert f"{table} cannot be written" in sentence(run)
    assert not table.exists()
    assert nursery.run("export", folder, "-o", table).code == 0


def test_a_form_with_a_private_action_is_not_sent(nursery: Nursery, folder: Path) -> None:
    spec = replace(TINY, form=Form(action="/search"))
    with ServedSource(spec) as inside, Pages({"/": FORM.replace("/search", inside.url)}) as server:
        assert nursery.run("harvest", server.url, "-p", folder).code == FAILED
        assert inside.log == []
