"""The whole way in a real browser, with and without script; axe-core; nothing foreign is asked."""

from __future__ import annotations

import csv
import gzip
import re
import socket
import threading
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

import pytest
import uvicorn
from serving import BODY, make_project, paintings

from amounts import amount, further
from leadline.model import Field, Record
from leadline.serve.application import create_app
from leadline.serve.jobs import JobOrder
from leadline.serve.workspace import Workspace
from leadline_research.bench.served import running
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI
    from playwright.sync_api import Browser, Page

AXE: Final = Path(__file__).parent / "axe" / "axe-core-4.14.1.min.js.gz"
FLAGS: Final = (
    *("--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
SOURCE: Final = replace(ZOO["shop"], count=80)
NARROW: Final = {"width": 360, "height": 740}
SECONDS: Final = 60_000.0
SITE_SECONDS: Final = 300_000.0
WINDOWS: Final[dict[str, Any]] = {}
"""Windows that stand empty, by their options: a new one costs more than what most tests do."""


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield started
        started.close()
        WINDOWS.clear()


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, FastAPI]]:
    """A real server on a free port; its address and its application."""
    app = create_app(Workspace.of(folder))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # who comes before the server is up waits
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", app
        server.should_exit = True
        thread.join(60)


@contextmanager
def person(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page whose requests all go to one server, and whose console stays silent.

    What a Content-Security-Policy stopped in the browser may be told: it reached nobody.
    """
    window = repr(options)
    page = WINDOWS.pop(window, None) or browser.new_context(locale="en-GB", **options).new_page()
    context = page.context
    context.set_default_timeout(SECONDS)
    hosts, troubles = set[str](), list[str]()

    def sent(request: Any) -> None:
        if request.failure != "csp":
            hosts.add(urlsplit(request.url).netloc)

    context.on("requestfinished", sent)
    context.on("requestfailed", sent)
    context.on("dialog", lambda dialog: troubles.append(dialog.message))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda told: troubles.append(told.text) if told.type == "error" else None)
    yield page
    page.goto("about:blank")
    context.clear_cookies()
    for event in ("requestfinished", "requestfailed", "dialog", "pageerror", "console"):
        page._impl_obj.remove_all_listeners(event)
        context._impl_obj.remove_all_listeners(event)
    WINDOWS[window] = page
    assert len(hosts) <= 1, hosts
    assert [told for told in troubles if "Content Security Policy" not in told] == []


def test_from_a_pasted_address_to_a_downloaded_table(browser: Browser, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with serve(SOURCE) as source, served(tmp_path) as (address, _), person(browser) as page:
        walk_to_the_table(page, address, source.url)
        assert "80 of 80 records" in page.inner_text("#result")
        title = page.locator("tbody td bdi").first.inner_text()
        page.locator("#q").fill(f'"{title}"')  # no button: the table follows what is typed
        wait_for_part(page, r"\?q=")
        page.locator(".facets a").first.click()
        wait_for_part(page, r"f\.")
        expect(page.locator("[id^='choice-']:focus")).to_have_count(1, timeout=SECONDS)
        page.locator("thead a").first.click()
        wait_for_part(page, r"sort=")
        found = int(page.inner_text(".found").split()[0])
        told = re.compile(f"^{found} ")  # for those who hear it
        expect(page.locator("#told")).to_have_text(told, timeout=SECONDS)
        assert downloaded_rows(page) == found > 0
        page.locator("a.open").first.click()
        page.get_by_text("where?").first.click()
        frame = page.frame_locator("iframe.archived")
        assert frame.locator("#marked").inner_text()


@pytest.mark.site
@pytest.mark.many
def test_the_same_way_on_a_real_site(browser: Browser, tmp_path: Path, shared: Path) -> None:
    with (
        running(shared / "sites", "namazu") as (url, truth),
        served(tmp_path) as (address, _),
        person(browser) as page,
    ):
        walk_to_the_table(page, address, url)
        assert f"{len(truth):,} of {len(truth):,} records" in page.inner_text("#result")
        page.locator("#q").fill("western")
        wait_for_part(page, r"\?q=")
        found = int(page.inner_text(".found").split()[0])
        assert downloaded_rows(page) == found > 0
        page.locator("a.open").first.click()
        page.get_by_text("where?").first.click()
        assert page.frame_locator("iframe.archived").locator("#marked").inner_text()


def walk_to_the_table(page: Page, address: str, url: str) -> None:
    """Paste an address, take the source and open its table, as a person with a keyboard does."""
    page.goto(address)
    page.keyboard.press("Tab")
    page.locator("#url").fill(url)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take it all").click(timeout=SITE_SECONDS)
    page.get_by_role("link", name="Open the table").click(timeout=SITE_SECONDS)
    page.wait_for_url("**/table")  # and loaded: before, the script does not hear what is typed


def wait_for_part(page: Page, address: str) -> None:
    """Wait until the table that an address shows stands in the page, and its links are heard."""
    from playwright.sync_api import expect

    page.wait_for_url(re.compile(address))
    signs = ", ".join(f".htmx-{sign}" for sign in ("request", "swapping", "settling", "added"))
    expect(page.locator(signs)).to_have_count(0, timeout=SECONDS)


def downloaded_rows(page: Page) -> int:
    with page.expect_download() as download:
        page.get_by_role("link", name="csv").click()
    with Path(download.value.path()).open(encoding="utf-8", newline="") as file:
        return len(list(csv.DictReader(file)))


def test_the_way_without_script(browser: Browser, tmp_path: Path) -> None:
    with (
        serve(SOURCE) as source,
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False) as page,
    ):
        page.goto(address)
        page.locator("#url").fill(source.url)
        page.get_by_role("button", name="Look").click()
        page.get_by_role("button", name="Take it all").click(timeout=SITE_SECONDS)
        page.get_by_role("link", name="Open the table").click(timeout=SITE_SECONDS)
        page.locator("#q").fill("no-such-word")
        page.get_by_role("button", name="Search").click()
        page.wait_for_url("**/table?q=no-such-word")
        assert "No record holds this" in page.inner_text("#result")


def test_an_archived_page_reaches_nothing(browser: Browser, tmp_path: Path) -> None:
    hits: list[str] = []

    class Foreign(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as foreign:
        threading.Thread(target=foreign.serve_forever, args=(0.05,), daemon=True).start()
        body = BODY.replace("evil.example", f"127.0.0.1:{foreign.server_address[1]}")
        body = body.replace("</body>", "<svg><script>alert(1)</script>")
        make_project(tmp_path / "art", paintings(), body=body)
        with served(tmp_path) as (address, _), person(browser) as page:
            page.goto(f"{address}/projects/art/pages/1?mark=Water%20lilies")
            marked = page.frame_locator("iframe").locator("#marked")
            assert marked.inner_text() == "Water lilies"
            marked.click()
            page.wait_for_timeout(300)
        assert hits == []
        context = browser.new_context()
        context.new_page().set_content(body.replace("refresh", ""), timeout=SECONDS)
        context.close()
        foreign.shutdown()
    assert "/c.png" in hits  # without its cage the page does reach out


def test_scripts_in_every_field_show_as_text(browser: Browser, tmp_path: Path) -> None:
    attack = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    records = [
        Record("a", attack, (Field(attack, attack), Field("n", "javascript:alert(3)", "link")))
    ]
    make_project(tmp_path / "art", records)
    with served(tmp_path) as (address, _), person(browser) as page:
        for path in ("", "/table", "/source?key=a", f"/record?source=a&key={quote(attack)}"):
            page.goto(f"{address}/projects/art{path}")
        assert page.locator("dd bdi").first.inner_text() == attack


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """A server with two joined sources, and the paths of its pages."""
    folder = tmp_path_factory.mktemp("projects")
    make_project(folder / "art", paintings("a"), paintings("b"))
    with served(folder) as (address, app):
        board = app.state.board
        board.wait(board.start(JobOrder("integrate", "art")).id, 300)
        asked = board.wait(board.start(JobOrder("ask", "art", question="lilies")).id, 300)
        entity = board.integrations["art"].entities[0]
        (s, k), (s2, k2) = entity.members[:2]
        pair = f"pair?source_a={s}&key_a={k}&source_b={s2}&key_b={k2}"
        inner = ["", "table?q=lilies&f.kind=oil", "source?key=a", "pages/1", "entities"]
        inner += [f"entities/{entity.id}", pair, f"record?source={s}&key={k}", "ask"]
        inner += ["changes", "teach?key=a&what=link&text=Water+lilies"]
        inner += ["teach?key=a&kind=split&text=Water,+lilies"]
        paths = [f"/projects/art/{each}".rstrip("/") for each in inner]
        yield address, ["/", "/api", *paths, f"/jobs/{asked.id}"]


@pytest.mark.parametrize(
    ("scheme", "rules"), [("light", None), further("dark", ["color-contrast"])]
)
def test_axe_finds_no_serious_fault(
    scheme: str, rules: list[str] | None, browser: Browser, scene: tuple[str, list[str]]
) -> None:
    address, paths = scene
    axe = gzip.decompress(AXE.read_bytes()).decode()
    context = browser.new_context(viewport=NARROW, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(SECONDS)
    page, faults = context.new_page(), []
    for path in paths[:: 3 if rules else amount(2, many=1)]:
        page.goto(address + path)
        page.evaluate(axe)
        options: dict[str, Any] = {"resultTypes": ["violations"], "iframes": False}
        options |= {"runOnly": rules} if rules else {}
        found = page.evaluate("options => axe.run(document, options)", options)
        faults += [
            (path, each["id"], each["nodes"][0]["html"][:200])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= NARROW["width"], path
    context.close()
    assert faults == []
