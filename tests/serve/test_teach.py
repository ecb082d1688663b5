"""A person shows by clicks alone how a register is read; hostile pages stay marked pages."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from serving import client, make_project, paintings
from test_browser import NARROW, SECONDS, SITE_SECONDS, browser, person, served

import leadline
from amounts import amount
from leadline.app.hint_log import HINTS_FILE, read_hints
from leadline.model import Budget
from leadline.page.dom import parse_html
from leadline.serve.marked import MADE_TAGS, MARKED_POLICY, MAX_PLACES_MARKED, marked_html
from misread import ROWS, one_list, one_text, register, two_lists, two_rows
from tables import read_rows, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

__all__ = ["browser"]
HOSTILE = read_text(__file__, "HOSTILE")


def harvest(url: str, project: Path) -> int:
    taken = leadline.harvest(url, project=project, pace=0, budget=Budget(requests=300))
    return len(list(taken.records()))


def choose(page: Page, text: str, nth: int = 0) -> None:
    """Press a mark on the archived page, by the keyboard: it needs no mouse."""
    frame = page.frame_locator("iframe.marked")
    mark = frame.get_by_role("link", name=text, exact=True).nth(nth)
    mark.focus()
    mark.press("Enter")
    page.locator("#menu q", has_text=text.strip("[]")).first.wait_for(timeout=SECONDS)


def test_two_clicks_mend_a_misread_list_and_undo_takes_them_back(
    browser: Browser, tmp_path: Path
) -> None:
    project = tmp_path / "p"
    with register(two_lists) as (url, asked), served(tmp_path) as (address, _):
        before = harvest(url, project)
        del asked[:]
        with person(browser, viewport=NARROW, java_script_enabled=False) as page:
            page.goto(f"{address}/projects/p")
            page.get_by_role("link", name="Settle it").click()
            assert "list" in page.locator(".doubt").first.inner_text()
            choose(page, "Entries")
            page.get_by_role("button", name="only list of records").click()
            assert "pages" in page.locator(".agree").inner_text()
            assert page.locator("#preview tbody:not(.gone) tr").count() == 10
            page.get_by_role("button", name="Keep this").click(timeout=SITE_SECONDS)
            page.get_by_text("60 records").wait_for(timeout=SITE_SECONDS)
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
            assert read_hints(project / HINTS_FILE)[0].texts == ("Entries",)
            page.locator("#said").get_by_role("button", name="Undo").click(timeout=SITE_SECONDS)
            page.get_by_text(f"{before} records").wait_for(timeout=SITE_SECONDS)
        assert asked == []


def test_an_icon_a_name_and_a_column_that_is_left_out(browser: Browser, tmp_path: Path) -> None:
    project = tmp_path / "p"
    with register(one_list, icon=True) as (url, asked), served(tmp_path) as (address, _):
        harvest(url, project)
        key = next(iter(leadline.load(project).outcomes))
        del asked[:]
        with person(browser) as page:
            page.goto(f"{address}/projects/p/teach?key={key}")
            page.locator("#c2").fill("owner")
            page.get_by_role("button", name="Rename").nth(1).click(timeout=SITE_SECONDS)
            page.get_by_text("read again").wait_for(timeout=SITE_SECONDS)
            page.get_by_role("button", name="Leave out").nth(2).click(timeout=SITE_SECONDS)
            page.get_by_text("read again").wait_for(timeout=SITE_SECONDS)
            assert asked == []
            choose(page, "[a7.png]")
            page.get_by_role("button", name="leads to the next page").click()
            page.get_by_role("button", name="Keep this").click(timeout=SITE_SECONDS)
            page.get_by_role("button", name="Ask the site again so").click(timeout=SITE_SECONDS)
            page.get_by_role("link", name="Open the table").click(timeout=SITE_SECONDS)
            page.get_by_text("60 of 60 records").first.wait_for(timeout=SITE_SECONDS)
            heads = page.locator("#result thead").inner_text()
        assert "owner" in heads
        years = {row["year"] for row in ROWS}
        cells = {one.value for taken in leadline.load(project).records() for one in taken.fields}
        assert not years & cells


def keep(page: Page) -> None:
    page.get_by_role("button", name="Keep this").press("Enter", timeout=SITE_SECONDS)
    page.get_by_text("read again").wait_for(timeout=SITE_SECONDS)


def test_a_record_is_shown_by_its_first_and_its_last_text(browser: Browser, tmp_path: Path) -> None:
    project = tmp_path / "p"
    with register(two_rows) as (url, asked), served(tmp_path) as (address, _):
        harvest(url, project)
        key = next(iter(leadline.load(project).outcomes))
        del asked[:]
        with person(browser, viewport=NARROW) as page:
            page.goto(f"{address}/projects/p/teach?key={key}")
            first, last = ROWS[1]["name"], ROWS[1]["town"]
            choose(page, first)
            page.get_by_role("link", name="is the first text of a record").press("Enter")
            page.get_by_text("choose the last text").wait_for(timeout=SECONDS)
            choose(page, last, nth=[row["town"] for row in ROWS[:2]].count(last) - 1)
            page.get_by_role("button", name="is the last text of that record").press("Enter")
            page.locator(".agree").wait_for(timeout=SECONDS)
            assert page.locator("#preview tbody:not(.gone) tr").count() == 10
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
            keep(page)
        assert asked == []
    taken = [{one.value for one in row.fields} for row in leadline.load(project).records()]
    assert len(taken) == len(ROWS)
    assert all(any({row["name"], row["town"]} <= values for values in taken) for row in ROWS)


def test_a_text_is_cut_by_clicks_in_both_of_its_formats(browser: Browser, tmp_path: Path) -> None:
    project, names = tmp_path / "p", ("owner", "name", "town", "year")
    with register(one_text) as (url, asked), served(tmp_path) as (address, _):
        harvest(url, project)
        key = next(iter(leadline.load(project).outcomes))
        del asked[:]
        with person(browser, java_script_enabled=False) as page:
            for odd, order in ((0, names), (1, ("name", "owner", "town", "year"))):
                row = next(one for one in ROWS if int(one["key"]) % 2 == odd)
                page.goto(f"{address}/projects/p/teach?key={key}")
                text = (
                    "{owner}: {name}. {town}, {year}"
                    if not odd
                    else "{name} / {owner} — {town} {year}"
                )
                choose(page, text.format(**row))
                page.get_by_role("button", name="several values").press("Enter")
                cut_as(page, [row[name] for name in order])
                for name, box in zip(order, page.locator(".part input").all(), strict=True):
                    box.fill(name)
                page.get_by_role("button", name="See the table so").click()
                assert page.locator("#preview th").count() >= len(names)
                keep(page)
        assert asked == []
    taken = [
        {one.column: one.value for one in row.fields} for row in leadline.load(project).records()
    ]
    wanted = {tuple(row[name] for name in names) for row in ROWS}
    assert {tuple(row.get(name) for name in names) for row in taken} == wanted


def cut_as(page: Page, wanted: list[str]) -> None:
    """Press marks between words until the parts are those that are wanted."""
    for _ in range(9):
        page.wait_for_load_state()
        parts = [one.inner_text() for one in page.locator(".part label q").all()]
        shown = [one.strip('“”"') for one in parts]
        if shown == wanted:
            return
        at = next(n for n, one in enumerate(wanted) if shown[n : n + 1] != [one])
        is_too_long = shown[at].startswith(wanted[at])
        rest = shown[at].removeprefix(wanted[at]).split() if is_too_long else []
        word = rest[0] if rest else shown[at + 1].split()[0]
        marks = page.locator(f".words button[aria-pressed={'false' if rest else 'true'}]")
        marks.and_(page.get_by_label(f"Cut before “{word.strip(',')}")).first.press("Enter")
    raise AssertionError(wanted)


TRICKS = read_rows(__file__, "TRICKS")


@pytest.mark.parametrize("page", [HOSTILE, *TRICKS])
def test_nothing_of_a_hostile_page_survives_but_its_texts(page: str) -> None:
    made = marked_html(parse_html(page, "http://h/"), lambda what, text: "/ours", (), "go")
    tags = re.findall("<[^>]*>", made.partition("<body>")[2])
    ours = f"</?(?:{'|'.join((*MADE_TAGS, 'br', 'a'))})>"
    mark = '<a class="k(?: l)?(?: c)?"(?: id="chosen")? href="/ours">'
    assert [tag for tag in tags if not re.fullmatch(f"{ours}|{mark}", tag)] == []
    assert "Water lilies" in made or page != HOSTILE


def test_a_huge_or_deep_page_has_bounded_marks() -> None:
    for page in ("<p>word</p>" * 60_000, "<div>" * 60_000 + "word", f"<p>{'word ' * 200_000}"):
        made = marked_html(parse_html(page, "http://h/"), lambda what, text: f"/m?{text}")
        assert 1 <= made.count("<a ") <= MAX_PLACES_MARKED
        assert len(made) < 3 * len(page) + 300 * MAX_PLACES_MARKED


def test_what_an_address_says_is_shown_as_text(tmp_path: Path) -> None:
    make_project(tmp_path / "art", paintings(), body=HOSTILE)
    attack = quote('"><script>x()</script><a href="javascript:x()">')
    said = f"text={attack}&begins={attack}&what={attack}&told={attack}&n0={attack}&cuts={attack}"
    for kind in ("region", "split", attack):
        for path in ("teach", "marked"):
            answer = client(tmp_path).get(
                f"/projects/art/{path}?key=art&page=1&kind={kind}&turn={attack}&{said}"
            )
            assert answer.status_code == 200
            assert not re.search(r"<script(?! src=\"/static/)|href=\"javascript", answer.text)


def test_a_marked_page_may_lead_to_this_server_and_nowhere_else(tmp_path: Path) -> None:
    make_project(tmp_path / "art", paintings(), body=HOSTILE)
    headers = client(tmp_path).get("/projects/art/marked?key=art&page=1").headers
    assert headers["content-security-policy"] == MARKED_POLICY
    assert "script" not in MARKED_POLICY
    assert "unsafe" not in MARKED_POLICY
    for path in ("marked?key=art&page=9", "marked?key=other&page=1", "teach?key=other"):
        assert client(tmp_path).get(f"/projects/art/{path}").status_code == 404


def test_a_hostile_page_cannot_escape_the_frame(browser: Browser, tmp_path: Path) -> None:
    hits: list[str] = []

    class Foreign(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as foreign:
        threading.Thread(target=foreign.serve_forever, args=(0.05,), daemon=True).start()
        body = "".join((*TRICKS[:-1], HOSTILE, TRICKS[-1])).replace(
            "//evil", f"http://127.0.0.1:{foreign.server_address[1]}"
        )
        make_project(tmp_path / "art", paintings(), body=body)
        with served(tmp_path) as (address, _), person(browser) as page:
            path = "/projects/art/teach?key=art"
            page.goto(address + path)
            marks = page.frame_locator("iframe.marked").locator("a.k")
            for place in range(0, marks.count(), amount(12, many=1)):
                marks.nth(place).click()
                page.locator("#menu").wait_for(timeout=SECONDS)
                assert page.url.startswith(address)
                page.goto(address + path)
        foreign.shutdown()
    assert hits == []
    assert not (tmp_path / "art" / HINTS_FILE).exists()
