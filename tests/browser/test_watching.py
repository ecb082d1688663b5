"""A page in a browser reaches its own host alone, sends nothing that writes, and is learned."""

import asyncio
import json
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from aiohttp import web

from amounts import further
from browser_pages import PATIENCE, SHORT_RESTS, advance, answering, page_of, seen, served
from leadline.app.harvest import Harvest, harvest
from leadline.app.hint import hint
from leadline.app.project import Project
from leadline.app.refresh.run import refresh
from leadline.app.tables.reread import reread
from leadline.browser import ChromiumPage, find_chromium
from leadline.browser import chromium as shell
from leadline.browser.sockets import MAX_FRAMES, Socket
from leadline.browser.watching import watch
from leadline.cli.cluster import gathered
from leadline.errors import BudgetSpent, NotAllowed
from leadline.fetch import HttpFetcher
from leadline.fetch.cookies import CookieStore
from leadline.model import Budget, Page, Request
from leadline.page.observed import Learn
from leadline.page.urls import host_key
from leadline.store import Reader
from leadline_zoo.scripted.sources import english, serving
from tables import read_rows, read_text

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

FOREIGN = "127.0.0.2"
HOSTILE = read_text(__file__, "HOSTILE")


@pytest.fixture(autouse=True)
def driver(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser and its driver, with short rests: these pages answer at once."""
    pytest.importorskip("playwright")
    for name, seconds in SHORT_RESTS.items():
        monkeypatch.setattr(shell, name, seconds)


@pytest.fixture
def foreign() -> Iterator[tuple[str, list[Any]]]:
    """A listener on another address, and who came."""
    came: list[Any] = []
    with socket.create_server((FOREIGN, 0)) as server, socket.socket(type=socket.SOCK_DGRAM) as udp:
        server.settimeout(0.05)
        udp.bind(server.getsockname())
        udp.settimeout(0.05)
        is_open = True

        def listen() -> None:
            while is_open:
                with suppress(TimeoutError):
                    came.append(udp.recv(200))
                with suppress(TimeoutError):
                    connection, _ = server.accept()
                    came.append(connection.recv(200))
                    connection.close()

        thread = Thread(target=listen)
        thread.start()
        yield f"{FOREIGN}:{server.getsockname()[1]}", came
        is_open = False
        thread.join()


def test_a_hostile_page_reaches_no_other_host_and_writes_nothing(
    foreign: tuple[str, list[Any]],
) -> None:
    address, came = foreign
    asked: list[tuple[str, str]] = []

    class HostileHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.command, self.path))
            body = HOSTILE.format(foreign=address) if self.path == "/" else "{}"
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.send_header("Content-Type", "text/html" if self.path == "/" else "text/plain")
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), HostileHandler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        lines, refused = asyncio.run(_open(url))
        server.shutdown()
    assert came == []
    assert ("POST", "/api/find") in asked
    assert {path for method, path in asked if method != "GET"} == {"/api/find", "/graphql"}
    assert "/api/items/8" not in {path for _, path in asked}
    assert "One line of text" in lines
    assert any(FOREIGN in reason for reason in refused)


LIVE = read_text(__file__, "LIVE")
PLACES = [{"title": str(row["title"]), "place": str(row["note"])} for row in english()]


@contextmanager
def live_source(robots: str = "") -> Iterator[tuple[str, list[str]]]:
    """A page whose rows come over a websocket; yields its address and what the socket was sent."""
    came: list[str] = []

    async def live(request: web.Request) -> web.WebSocketResponse:
        answer = web.WebSocketResponse()
        await answer.prepare(request)
        came.append(request.path)
        async for message in answer:
            came.append(str(message.data))
            word = json.loads(message.data)["word"].casefold()
            rows = [row for row in PLACES if word in row["title"].casefold()]
            await answer.send_json({"rows": rows})
        return answer

    async def entry(_: web.Request) -> web.Response:
        return web.Response(text=LIVE, content_type="text/html")

    async def rules(_: web.Request) -> web.Response:
        return web.Response(text=robots)

    async def serve() -> None:
        app = web.Application()
        routes = {"/": entry, "/live": live, "/robots.txt": rules}
        app.add_routes([web.get(path, answer) for path, answer in routes.items()])
        runner = web.AppRunner(app)
        await runner.setup()
        await web.SockSite(runner, listening).start()
        ready.set()
        await asyncio.to_thread(done.wait)
        await runner.cleanup()

    ready, done = Event(), Event()
    listening = socket.create_server(("127.0.0.1", 0))
    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/", came
    done.set()
    thread.join()


def test_what_a_websocket_of_the_source_says_is_read_and_nothing_is_written(tmp_path: Path) -> None:
    with live_source() as (url, came):
        taken = harvest(url, project=tmp_path / "live")
        sent = len(came)
        (key,) = taken.outcomes
        reopen(tmp_path / "live", key)
        again = harvest(tmp_path / "live")
        assert len(came) == sent
    assert {field.value for one in taken.records() for field in one.fields} == {
        value for row in PLACES for value in row.values()
    }
    assert list(again.records()) == list(taken.records())
    assert {json.loads(frame)["type"] for frame in came if frame != "/live"} == {"find"}


@pytest.mark.parametrize(
    ("host", "robots", "refusal"),
    [
        ("", "User-agent: *\nDisallow: /live", NotAllowed),
        (f"http://{FOREIGN}:9/", "", NotAllowed),
        ("", "", BudgetSpent),
    ],
)
def test_a_websocket_that_is_not_allowed_is_not_opened(
    host: str, robots: str, refusal: type[Exception]
) -> None:
    async def spend() -> None:
        raise BudgetSpent("100 requests were allowed")

    async def opened(url: str) -> None:
        async with HttpFetcher([host_key(url)], pace=0) as fetcher:
            with pytest.raises(refusal):
                await fetcher.connect(Request("GET", f"{host or url}live"), (), spend)

    with live_source(robots) as (url, came):
        asyncio.run(opened(url))
    assert came == []


VIRTUAL = """<!DOCTYPE html><link rel=stylesheet href=/list.css><div id=list></div><script>
const list = document.getElementById('list');
for (let n = 0; n < list.clientHeight / 20; n++) list.append(Object.assign(
  document.createElement('p'), {textContent: 'Row ' + n}));
</script>"""


def test_a_list_that_its_style_sheet_gives_a_height_is_drawn() -> None:
    with served({"/": VIRTUAL, "/list.css": "#list {height: 400px}"}) as (url, _):
        lines, refused = asyncio.run(_open(url))
    assert [line for line in lines if line.startswith("Row")] == [f"Row {n}" for n in range(20)]
    assert refused == []


def test_a_call_that_is_refused_is_named() -> None:
    html = "<!DOCTYPE html><p>Books</p><script>fetch('/api/books'); fetch('/api/me')</script>"

    async def fetch(request: Request) -> Page:
        status = {"books": 500, "me": 404}.get(request.url.rpartition("/")[2], 200)
        return page_of(request, html, status=status)

    assert seen(fetch)[2] == ["its call /api/books was answered 500"]


MENU = """<!DOCTYPE html><title>A</title><body><script>fetch('/api/books');
fetch('/api/menu').then((one) => one.json()).then((rows) => rows.forEach((row) =>
  document.body.append(Object.assign(document.createElement('p'), {textContent: row.name}))));
</script>"""


@pytest.mark.parametrize(
    ("books", "said"), [("500", "was answered 500"), ('[{"id": 1, "name": "Se', "that is cut off")]
)
def test_a_list_beside_one_that_is_refused_is_taken_in_doubt(
    books: str, said: str, tmp_path: Path
) -> None:
    places = ("Harbour", "Library", "Orchard", "Theatre", "Museum", "Station")
    menu = json.dumps([{"id": n, "name": name} for n, name in enumerate(places)])

    with served({"/": MENU, "/api/menu": menu, "/api/books": books}) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    ((key, outcome),) = taken.outcomes.items()
    with Reader(Project(tmp_path / "p").store) as reader:
        notes = [one.text for one in reader.notes(key)]
    assert len(list(taken.records())) == len(places)
    assert any("its call /api/books was" in note and said in note for note in notes)
    assert any("parts were not searched" in one.sentence for one in outcome.doubts), outcome
    assert any("no bound is said: its call /api/books was" in one for one in outcome.notes)


BY_A_DEED = MENU.replace("fetch('/api/books');", "").replace("menu')", "vote', {method: 'POST'})")


def test_a_page_that_waits_for_what_is_withheld_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("EMPTY_SECONDS", "BOX_SECONDS", "MAX_SETTLING_SECONDS"):
        monkeypatch.setattr(shell, name, 10 * PATIENCE)

    assert seen(BY_A_DEED, looked_for_box)[0] == ()


async def looked_for_box(page: ChromiumPage) -> None:
    assert not await page.type("", "type")


def test_what_a_person_allows_is_sent(tmp_path: Path) -> None:
    places = ("Harbour", "Library", "Orchard", "Theatre", "Museum", "Station")
    rows = json.dumps([{"id": n, "name": name} for n, name in enumerate(places)])
    with served({"/": BY_A_DEED, "/api/vote": rows}) as (url, asked):
        before = harvest(url, project=tmp_path / "p")
        (outcome,) = before.outcomes.values()
        assert '--allow "POST /api/vote" sends it' in outcome.reason
        assert "/api/vote" not in str(asked)
        with pytest.raises(ValueError, match="a method and a path"):
            hint(tmp_path / "p", "allow", "vote")
        assert hint(tmp_path / "p", "allow", "POST /api/vote").waits
        stopped = {"fresh": True, "budget": Budget(requests=1)}
        for options in ({}, stopped, {}):
            taken = harvest(tmp_path / "p", **options)
            if options != stopped:
                assert [one.state for one in taken.outcomes.values()] == ["exhausted"]
                assert len(list(taken.records())) == len(places)
        assert [one.after for one in reread(tmp_path / "p")] == [len(places)]
        assert not refresh(tmp_path / "p", pace=0).count("gone")
        gathered(tmp_path / "all", [tmp_path / "p"])
        taken = harvest(tmp_path / "all", fresh=True)
    assert len(list(taken.records())) == len(places)


WALLED_IN = """<!DOCTYPE html><title>A</title><ul id=list></ul>
<div role=dialog style="position:fixed;inset:0;background:#fff"><h2>Your privacy</h2>
<p>We use cookies.</p><button onclick="go()">Accept all</button><button onclick="go()">Reject all
</button></div><script>const go = async () => { document.querySelector('[role=dialog]').remove();
for (const row of await (await fetch('/api/places')).json())
  document.body.append(Object.assign(document.createElement('p'), {textContent: row.name})) };
</script>"""


def test_a_wall_about_cookies_waits_for_the_word_of_a_person(tmp_path: Path) -> None:
    names = ("Harbour", "Library", "Orchard", "Theatre", "Museum", "Station")
    rows = json.dumps([{"id": n, "name": name} for n, name in enumerate(names)])
    with served({"/": WALLED_IN, "/api/places": rows}) as (url, asked):
        (outcome,) = harvest(url, project=tmp_path / "p").outcomes.values()
        assert "waits for an answer about cookies or privacy; --accept-terms" in outcome.reason
        assert "/api/places" not in asked
        hint(tmp_path / "p", "first", "Accept all")
        stopped = {"fresh": True, "budget": Budget(requests=1)}
        for options in ({}, stopped, {}):
            taken = harvest(url, project=tmp_path / "p", **options)
            assert options == stopped or len(list(taken.records())) == len(names)
        assert [one.after for one in reread(tmp_path / "p")] == [len(names)]
        taken = harvest(url, project=tmp_path / "q", accept_terms=True)
    assert len(list(taken.records())) == len(names)


COVERED = """<!DOCTYPE html><p>Row 1<button aria-label='Next page' class='disabled:opacity-50'
  onclick="document.body.append('Row 2')">&gt;</button><div style='position:fixed;inset:0'></div>"""


def test_a_control_that_something_covers_is_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "ACTION_MILLISECONDS", 300)

    assert "Row 2" in seen(COVERED, advance)[0]


NUMBERED = """<!DOCTYPE html><p>Row 1</p><ul><li class='is-current'>1</li>
  <li onclick="document.body.append('Row 2'); fetch('/rows', {method: 'POST', body: 'page=2'})
    ">2</li>
  <li>3</li></ul><table><tr><td class=active>1</td><td>2</td></tr></table>"""


def test_the_number_behind_that_of_the_page_leads_on() -> None:
    sent: list[tuple[str | None, ...]] = []

    async def fetch(request: Request) -> Page:
        named = {name.casefold(): value for name, value in request.headers}
        sent.append((request.method, *map(named.get, ("origin", "referer"))))
        return page_of(request, NUMBERED)

    assert "Row 2" in seen(fetch, advance)[0]
    assert sent == [("GET", None, None), ("POST", "http://h.test", "http://h.test/")]


ON_SCREEN = read_text(__file__, "ON_SCREEN")


def test_a_list_that_holds_only_what_is_on_screen_is_read_by_screens() -> None:
    wish = Learn("http://h.test/", "qwzuxok", steps=40)
    told = asyncio.run(watch(wish, answering(ON_SCREEN), lambda page: page))
    assert {*told.lines} == {f"Row {number}" for number in range(300)}
    assert len(told.sightings) < 30


CHATTY = """<!DOCTYPE html><ul id=list></ul><script>
const live = new WebSocket('ws://' + location.host + '/live');
live.onmessage = (frame) => list.append(JSON.parse(frame.data).row, document.createElement('br'));
live.onclose = () => { list.innerHTML = ''; };
</script>"""


def test_a_list_that_holds_all_its_rows_asks_for_more_at_its_end() -> None:
    """It is longer than the screens by which a list is read that draws other rows at each."""
    drawn = """<div id=at style="height:200px;overflow:auto"></div><script>
    const add = (said) => at.insertAdjacentHTML('beforeend', `<p style="height:90px">${said}</p>`);
    for (let n = 0; n < 60; n += 1) add('Mill ' + n);
    at.onscroll = () => { if (at.scrollTop + 250 > at.scrollHeight) add('Further'); };</script>"""

    async def scroll(page: ChromiumPage) -> None:
        assert await page.advance(by_screens=True)

    lines, _, _ = seen(drawn, scroll)
    assert "Further" in lines


def test_a_websocket_that_says_more_than_is_kept_goes_on_talking_to_its_page() -> None:
    class Chatty:
        async def send(self, text: str) -> None:
            """Say nothing."""

        async def frames(self) -> AsyncIterator[str | bytes]:
            for number in range(400):
                yield json.dumps({"row": f"Row {number}"})
            await asyncio.sleep(60)

        async def close(self) -> None:
            """Close nothing."""

    async def connect(request: Request, protocols: Sequence[str]) -> Socket:
        return Chatty()

    wish = Learn("http://h.test/", "qwzuxok")
    told = asyncio.run(watch(wish, answering(CHATTY), None, connect))
    assert "Row 399" in told.lines
    assert MAX_FRAMES <= sum(len(one.pages) for one in told.sightings) < 400


BOXES = read_rows(__file__, "BOXES", "box", "x")


@pytest.fixture(scope="module")
def typed(chromium: str) -> list[bool]:
    """Whether a word is typed into each of these boxes; one browser opens them in turn."""
    pytest.importorskip("playwright")

    async def fetch(request: Request) -> Page:
        return page_of(request, BOXES[int(request.url.rpartition("/")[2])][0])

    async def type_into_all() -> list[bool]:
        async with ChromiumPage(fetch, chromium) as page:
            typed = []
            for number in range(len(BOXES)):
                await page.open(f"http://h.test/{number}")
                await page.observed()  # only the first box is waited for
                typed.append(await page.type("sea", "type"))
            return typed

    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in SHORT_RESTS.items():
            patch.setattr(shell, name, seconds)
        return asyncio.run(type_into_all())


@pytest.mark.parametrize("number", range(len(BOXES)), ids=[box for box, _ in BOXES])
def test_a_box_that_runs_or_adds_is_no_search_box(number: int, typed: list[bool]) -> None:
    assert typed[number] == BOXES[number][1]


@pytest.mark.parametrize("end", ["app/index", "app/\u00e4"])
def test_a_page_that_its_address_leads_to_is_opened_there_once(end: str) -> None:
    asked: list[str] = []

    async def fetch(request: Request) -> Page:
        asked.append(request.url)
        url = f"http://h.test/{end}"  # the browser writes its letters otherwise
        return Page(request, url, 200, (("Content-Type", "text/html"),), b"<p>Row 1</p>")

    assert seen(fetch)[0] == ("Row 1",)
    assert len(asked) == 1 + (not end.isascii())


STREAM = """<!DOCTYPE html><script>new EventSource('/live').onmessage = (event) =>
  document.body.append(...JSON.parse(event.data).map((row) => row + ' '));</script>"""


def test_a_stream_of_events_is_opened_once_and_is_data() -> None:
    asked: list[str] = []

    async def fetch(request: Request) -> Page:
        asked.append(request.url)
        is_live = request.url.endswith("/live")
        kind = "text/event-stream" if is_live else "text/html"
        body = 'retry: 50\n\ndata: ["Row 1", "Row 2"]\n\n' if is_live else STREAM
        return page_of(request, body, kind)

    lines, pages, _ = seen(fetch)
    assert lines == ("Row 1 Row 2",)
    assert asked == ["http://h.test/", "http://h.test/live"]
    assert [page.url for page in pages] == asked


def test_scripts_see_the_cookies_of_the_session() -> None:
    html = "<!DOCTYPE html><body><script>document.body.append(document.cookie)</script>"

    store, kept = CookieStore(), ("XSRF-TOKEN=7; Path=/", "sid=8; HttpOnly")
    store.take("http://h.test/", [("Set-Cookie", one) for one in kept])
    assert seen(html, cookies=store.for_scripts)[0] == ("XSRF-TOKEN=7",)


@pytest.mark.parametrize(
    ("scripts", "first", "drawn"),
    [(30, "", True), (30, "<p>Menu</p>", True), (80, "", False)],
    ids=["many", "its frame is shown before", "too many"],
)
def test_a_page_may_start_with_many_scripts(
    scripts: int, first: str, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five times as many where nobody waits."""
    for name in ("MAX_PAGE_REQUESTS", "MAX_SCRIPTS", "MORE_REQUESTS"):
        monkeypatch.setattr(shell, name, getattr(shell, name) // 5)
    tags = "".join(f"<script src=/{number}.js></script>" for number in range(scripts))
    drawing = f"<script>if (window.n === {scripts}) document.write('Drawn')</script>"
    html = f"<!DOCTYPE html>{first}{tags}{drawing}"

    async def fetch(request: Request) -> Page:
        if request.url.endswith(".js"):
            return page_of(request, "window.n = (window.n || 0) + 1", "text/javascript")
        return page_of(request, html)

    lines, _, refused = seen(fetch)
    assert ("Drawn" in lines) == drawn
    assert bool(refused) != drawn


RESTLESS = """<!DOCTYPE html><p>Rows</p><script>setInterval(() => {
  const told = Object.assign(document.createElement('p'), {textContent: 'refused'});
  fetch('/rows', {method: 'DELETE'}).catch(() => document.body.append(told));
}, 50);</script>"""


def test_a_page_that_asks_again_for_what_is_refused_is_taken_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 1.0)

    assert "Rows" in seen(RESTLESS)[0]


ENTITIES = """<!DOCTYPE html><title>A</title><body><script src=/app.js></script><script>
for (let n = 1; n < 9; n++) document.body.append(Object.assign(
  document.createElement('p'), {textContent: 'Welcome, line ' + n}));</script>"""


def test_what_a_script_holds_and_the_page_never_shows_is_no_record(tmp_path: Path) -> None:
    names = ["quot", "amp", "lt", "gt", "nbsp", "iexcl", "cent", "pound", "curren", "yen"]
    script = "const names = " + json.dumps([{"name": one, "sign": f"&{one};"} for one in names])

    with served({"/": ENTITIES, "/app.js": script}) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    (outcome,) = taken.outcomes.values()
    assert outcome.state == "failed"
    assert not list(taken.records())


def test_a_list_that_its_page_never_walks_is_walked(tmp_path: Path) -> None:
    with serving("keyset") as source:
        taken = harvest(source.url, project=tmp_path / "p")
        sent = len(source.requests)
    keys = {field.value for one in taken.records() for field in one.fields if field.column == "id"}
    assert keys == {str(row["id"]) for row in source.rows}
    assert sent < 60  # by pages, not by words


async def _open(url: str) -> tuple[tuple[str, ...], list[str]]:
    async with HttpFetcher([host_key(url)], pace=0) as fetcher:

        async def fetch(request: Request) -> Page:
            return await fetcher.fetch(request)

        async def connect(request: Request, protocols: Sequence[str]) -> Socket:
            return await fetcher.connect(request, protocols, partial(asyncio.sleep, 0))

        async with ChromiumPage(fetch, find_chromium(), connect) as page:
            await page.open(url)
            lines, _ = await page.observed()
            return lines, list(page.refused)


def test_a_call_is_learned_once_and_a_resumed_run_needs_no_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving("graphql") as source:
        whole = harvest(source.url, project=tmp_path / "whole")
        (outcome,) = whole.outcomes.values()
        assert outcome.state == "complete"
        assert titles(whole) == {row["title"] for row in source.rows}
        assert not any(b"mutation" in body for _, _, body in source.requests)
        (key,) = whole.outcomes
        shutil.copytree(tmp_path / "whole", tmp_path / "cut")
        reopen(tmp_path / "cut", key)
        monkeypatch.setenv("PATH", "/nonexistent")
        before = len(source.requests)
        again = harvest(tmp_path / "cut")
        assert len(source.requests) == before
        assert list(again.records()) == list(whole.records())
        new = harvest(source.url, project=tmp_path / "new")
    (refused,) = new.outcomes.values()
    assert refused.state == "failed"
    assert refused.reason.endswith("needs Chromium (Debian: apt install chromium)")


@pytest.mark.parametrize("kind", [further("packed"), "token"])
def test_a_page_that_no_call_explains_is_read_and_a_token_is_renewed(
    tmp_path: Path, kind: str
) -> None:
    with serving(kind) as source:
        taken = harvest(source.url, project=tmp_path / kind)
        shown = {field.value for record in taken.records() for field in record.fields}
        assert {str(row["title"]) for row in source.rows} <= shown
        sent = len(source.requests)
        (key,) = taken.outcomes
        reopen(tmp_path / kind, key)
        again = harvest(tmp_path / kind)
        assert len(source.requests) == sent
    assert list(again.records()) == list(taken.records())
    (outcome,) = again.outcomes.values()
    assert outcome.state == "exhausted"
    assert (len(source.tokens) > 1) == (kind == "token")


def titles(taken: Harvest) -> set[str]:
    return {f.value for one in taken.records() for f in one.fields if f.column == "node title"}


def reopen(project: Path, key: str) -> None:
    """Make a finished source one that was killed at its end."""
    store = Project(project).store
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE source SET state = 'harvesting' WHERE key = ?", (key,))
    with Reader(store) as reader:
        assert reader.source(key).state == "harvesting"


def test_a_browser_that_does_not_start_is_a_sentence_and_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leadline.browser.watching.find_chromium", lambda: "/bin/false")
    with serving("cursor") as source:
        (outcome,) = harvest(source.url, project=tmp_path / "p").outcomes.values()
    assert outcome.state == "failed"
    assert "the browser cannot show the page" in outcome.reason
