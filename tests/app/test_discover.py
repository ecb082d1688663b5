"""Discovery on loopback: sources of the zoo behind a directory, among decoys."""

import asyncio
import gzip
import random
import signal
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, pairwise
from pathlib import Path

import pytest
from damaging import zero_block
from discovery_scene import TOPICS, Scene, served_scene
from nursery import Nursery

import leadline
from amounts import amount
from leadline.app.discover import prepare_run
from leadline.app.discovery.log import DiscoveryLog
from leadline.app.discovery.plan import discovery_plan_of
from leadline.fetch import HttpFetcher, PageArchive
from leadline.fetch.politeness import HostPace
from leadline.store import Store
from leadline.store.discovery import DISCOVERY_KEY
from leadline_zoo.directory import serve_directory
from tables import read_text

BOOKS = "books, library catalogue"


def test_every_interface_of_the_topic_is_found_and_no_other(tmp_path: Path) -> None:
    with served_scene(TOPICS[BOOKS]) as scene:
        discovery = leadline.discover(
            scene.directory.url, project=tmp_path / "p", topic=BOOKS, anywhere=True
        )
        assert not scene.wrong(discovery)
        assert discovery.sources == len(scene.wanted)
        assert discovery.outcome.state == "exhausted"
        assert discovery.outcome.requests <= 3 * scene.fewest_requests
        assert not [path for path in scene.directory.log if path in ("/session", "/buy", "/send")]


def test_a_harvest_takes_what_was_found(tmp_path: Path) -> None:
    with served_scene(["opac"], ["jobs"]) as scene:
        folder = tmp_path / "p"
        leadline.discover(scene.directory.url, project=folder, topic=BOOKS, anywhere=True)
        taken = leadline.harvest(folder, budget=leadline.Budget(requests=30))
        (outcome,) = taken.outcomes.values()
        assert outcome.records > 100


KILLS = amount(1, many=30)
KILLS_A_CRAWL = amount(1, many=10)
"""Kills after which a crawl is left in peace: one whose replay outlasts its life goes on too."""
REQUESTS = amount(30, many=120)
"""Requests of a thorough crawl, which waits with a frontier then."""
STOPPED_EARLY = 3
State = tuple[Counter[str], set[str], list[str]]
"""What was fetched, what was found, and what waits."""


async def state_of(folder: Path, scene: Scene) -> State:
    """Read the state of a discovery by replaying it, without a request."""
    plan = discovery_plan_of([scene.directory.url], folder, topic=BOOKS, anywhere=True)
    with Store(plan.own.store) as store, PageArchive(plan.own.pages) as archive:
        async with HttpFetcher(plan.allowed_hosts()) as fetcher:
            log = DiscoveryLog(store, archive)
            log.begin(plan.seeds[0], plan.settings)
            run = await prepare_run(plan, log, fetcher)
            await run.replay()
            fetched = Counter(scene.named(page.url) for page in store.pages(DISCOVERY_KEY))
    found = {scene.named(interface.url) for interface in run.judge.found}
    return fetched, found, sorted(map(scene.named, run.crawl.waiting()))


@pytest.mark.slow
def test_kills_leave_frontier_and_findings_as_they_were(tmp_path: Path, nursery: Nursery) -> None:
    rng, kills, seconds = random.Random(20261122), 0, 0.0
    undisturbed: dict[int, State] = {}
    modes = (["--thorough", "--requests", str(REQUESTS)], [])[: amount(1, many=2)]
    with served_scene(["opac", "many-fields"], ["jobs", "keyset"]) as scene:  # one: ports count
        for number in count():
            asked_before, kills_before = scene.asked(), kills
            folder = tmp_path / str(number)
            command = ["discover", scene.directory.url, "-p", folder, "--topic", BOOKS]
            command += ["--anywhere", "--at-once", "1", *modes[number % len(modes)]]
            while True:
                in_peace = number < len(modes) or kills - kills_before >= KILLS_A_CRAWL
                after = None if in_peace else rng.uniform(0.1, 0.5 * seconds)
                run = nursery.run(*command, after=after)
                seconds = seconds or run.seconds
                if run.code in (0, STOPPED_EARLY):
                    break
                assert run.code == -signal.SIGKILL, run.err
                kills += 1
            state = asyncio.run(state_of(folder, scene))
            assert state == undisturbed.setdefault(number % len(modes), state)
            asked = scene.asked() - asked_before
            repeated = asked - state[0]
            assert repeated.total() <= kills - kills_before, repeated
            assert not state[0] - asked
            if kills >= KILLS:
                break


@pytest.mark.slow
def test_a_hundred_hosts_are_asked_at_once_each_at_its_own_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace, hosts, pages = 0.5, 100, 3
    paces, starts, started = list[HostPace](), defaultdict[int, list[float]](list), HostPace.started

    def noted(pace: HostPace, now: float) -> None:
        paces.append(pace)
        starts[id(pace)].append(now)
        started(pace, now)

    monkeypatch.setattr(HostPace, "started", noted)
    with many_hosts() as (port, asked):
        seeds = tmp_path / "hosts.txt"
        names = [f"127.0.0.{number}:{port}" for number in range(2, 2 + hosts)]
        seeds.write_text("\n".join(names))
        discovery = leadline.discover(
            seeds, project=tmp_path / "p", topic="tides", pace=pace, site_requests=pages
        )
    assert discovery.progress.pages == hosts * pages
    assert len({*asked[: 3 * hosts]}) == hosts, "one after the other these are three in four"
    assert Counter(asked) == dict.fromkeys(names, pages + 1)  # robots.txt
    assert [len(times) for times in starts.values()] == [pages + 1] * hosts
    for times in starts.values():
        assert all(later - earlier > 0.99 * pace for earlier, later in pairwise(times))


@contextmanager
def many_hosts() -> Iterator[tuple[int, list[str]]]:
    """Serve every address of this machine on one port; log the host of each request."""
    log: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            log.append(self.headers["Host"])
            page = b"" if self.path == "/robots.txt" else f"<a href={self.path}x>on</a>".encode()
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("0.0.0.0", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server.server_address[1], log
        finally:
            server.shutdown()


def test_a_sitemap_that_robots_names_leads_to_pages_without_a_link(tmp_path: Path) -> None:
    with serve_directory([], articles=1) as directory:
        box = "<form action=/find><input name=q><input type=submit value=Search></form>"
        directory.paths["/hidden"] = f"<title>Tide tables</title>{box}"
        directory.paths["/map.xml"] = (
            f"<urlset><url><loc>{directory.url}hidden</loc></url></urlset>"
        )
        directory.paths["/robots.txt"] = f"Sitemap: {directory.url}map.xml\n"
        folder = tmp_path / "p"
        for _ in range(2):  # the second run replays the first
            discovery = leadline.discover(directory.url, project=folder, topic="tide tables")
            assert [found.url for found in discovery.found] == [f"{directory.url}hidden"]
        assert directory.log.count("/map.xml") == 1


KILLED = read_text(__file__, "KILLED")


@pytest.mark.parametrize("step", ["InterfaceJudge, 'judge'", "DiscoveryRun, '_show'"])
def test_a_kill_while_a_page_is_read_loses_no_sitemap(tmp_path: Path, step: str) -> None:
    with serve_directory([], articles=0) as directory:
        box = "<form action=/find><input name=q><input type=submit value=Search></form>"
        directory.paths["/hidden"] = f"<title>Tide tables</title>{box}"
        directory.paths["/map.xml"] = (
            f"<urlset><url><loc>{directory.url}hidden</loc></url></urlset>"
        )
        directory.paths["/robots.txt"] = f"Sitemap: {directory.url}map.xml\n"
        command = [sys.executable, "-c", KILLED.format(step=step), directory.url, tmp_path / "a"]
        assert subprocess.run(command, check=False).returncode == 9
        for folder in ("a", "b"):
            leadline.discover(directory.url, project=tmp_path / folder, topic="tide tables")
        asked = [path for path in directory.log if path != "/robots.txt"]
        assert "/map.xml" in asked
        assert asked == 2 * asked[: len(asked) // 2]


def test_a_sitemap_at_the_usual_place_is_read_where_a_site_of_the_topic_shows_no_form(
    tmp_path: Path,
) -> None:
    with serve_directory([], articles=1) as directory:
        box = "<form action=/find><input name=q><input type=submit value=Search></form>"
        directory.paths["/tides"] = "<title>Tide tables</title>"
        directory.paths["/hidden"] = f"<title>Tide tables</title>{box}"
        listed = f"<urlset><url><loc>{directory.url}hidden</loc></url></urlset>"
        directory.paths["/sitemap.xml.gz"] = gzip.compress(listed.encode()).decode("latin-1")
        directory.encoding = "latin-1"
        seed = f"{directory.url}tides"
        discovery = leadline.discover(seed, project=tmp_path / "p", topic="tide tables")
        assert [found.url for found in discovery.found] == [f"{directory.url}hidden"]


@pytest.mark.parametrize("kept", [0.0, 0.4, 0.95])
def test_a_crawl_goes_on_when_the_archive_lost_its_end(tmp_path: Path, kept: float) -> None:
    with served_scene(["opac", "many-fields"], ["jobs"]) as scene:
        options = {"project": tmp_path, "topic": BOOKS, "anywhere": True}
        budget = leadline.Budget(requests=4)
        leadline.discover(scene.directory.url, budget=budget, **options)
        (archive,) = (tmp_path / "discovery" / "pages").glob("*.warc.gz")
        data = archive.read_bytes()
        archive.write_bytes(data[: int(kept * len(data))])
        for _ in range(2):
            discovery = leadline.discover(scene.directory.url, **options)
            assert not scene.wrong(discovery)
            asked = scene.requests
        leadline.discover(scene.directory.url, **options)
        assert scene.requests == asked


def test_links_that_were_left_are_followed_when_a_person_wants_all(tmp_path: Path) -> None:
    with served_scene(["opac"], ["keyset"]) as scene:
        options = {"project": tmp_path, "topic": BOOKS, "anywhere": True, "site_requests": 20}
        first = leadline.discover(scene.directory.url, **options)
        assert first.outcome.reason.endswith("promise too little; --thorough follows them too")
        every = leadline.discover(scene.directory.url, thorough=True, **options)
        assert every.outcome.reason == "no link is left"
        assert every.outcome.requests > first.outcome.requests + 10
        again = leadline.discover(scene.directory.url, **options)
        assert again.outcome == every.outcome


def test_the_command_says_what_it_found_and_why(tmp_path: Path, nursery: Nursery) -> None:
    with served_scene(["opac"], ["jobs"]) as scene:
        folder = tmp_path / "p"
        run = nursery.run(
            "discover",
            scene.directory.url,
            "--topic",
            BOOKS,
            "--anywhere",
            "-p",
            folder,
            "--requests",
            3,
        )
        assert run.code == STOPPED_EARLY
        assert "found: 1 query interface (1 source) in 3 requests" in run.out
        assert "why it ended: the budget of 3 requests is used up" in run.out
        report = (folder / "discovery.html").read_text("utf-8")
    assert "form and headings speak of library, catalogue" in report
    assert "it is a login form" in report
    assert "<script" not in report


def test_a_damaged_discovery_goes_on_and_keeps_what_it_found(tmp_path: Path) -> None:
    with served_scene(["opac", "many-fields"], ["jobs"]) as scene:
        options = {"project": tmp_path, "topic": BOOKS, "anywhere": True}
        leadline.discover(scene.directory.url, **options)
        asked, found = scene.requests, (tmp_path / "found.toml").read_text()
        (tmp_path / "found.toml").write_text(found[:-20])
        store = tmp_path / "discovery" / "project.sqlite"
        for number in random.Random(5).sample(range(store.stat().st_size // 4096), 5):
            zero_block(store, number)
            assert leadline.check(tmp_path).parts
            discovery = leadline.discover(scene.directory.url, **options)
            assert not scene.wrong(discovery), number
            assert (tmp_path / "found.toml").read_text() == found
        assert scene.requests == asked, "all pages are in the archive"
