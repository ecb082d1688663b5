"""What a person allows, visits and tells apart by clicks alone; it is kept for later visits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from test_browser import NARROW, browser, person, served
from test_teach import choose

import leadline
from browser_pages import SHORT_RESTS
from browser_pages import served as pages
from leadline.app.hint_log import HINTS_FILE, read_hints
from leadline.browser import chromium
from leadline.model import Budget
from misread import FOREIGN, LICENCES, a_week_later, licences, one_list, register, two_lists

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

__all__ = ["browser"]
LEADS_AWAY = "<form action={}find><input name=q><button>Go</button></form>"
NAMES = ("Harbour", "Library", "Orchard", "Theatre", "Museum", "Station")
BY_A_DEED = """<!doctype html><title>A</title><script>
fetch('/api/vote', {method: 'POST'}).then((one) => one.json()).then((rows) => rows.forEach((row) =>
  document.body.append(Object.assign(document.createElement('p'), {textContent: row.name}))));
</script>"""

WALLED_IN = """<!doctype html><title>A</title><div role=dialog style="position:fixed;inset:0">
<h2>Your privacy</h2><p>We use cookies.</p><button onclick="go()">Accept all</button></div><script>
const go = () => { document.querySelector('div').remove();
  fetch('/api/places').then((one) => one.json()).then((rows) => rows.forEach((row) =>
    document.body.append(Object.assign(document.createElement('p'), {textContent: row.name}))));
};</script>"""


OF_A_YEAR = """<!doctype html><title>A</title>{}<ul></ul><script>
const show = (url) => fetch(url).then((one) => one.json()).then((rows) => {{
  document.querySelector('ul').replaceChildren(...rows.map((row) =>
    Object.assign(document.createElement('li'), {{textContent: row.name + ' ' + row.year}})));
}});
show('{}');</script>"""
ROWS_OF_YEARS = [{"id": n, "name": f"{NAMES[n % 6]} {n}", "year": 2024 + n % 3} for n in range(31)]


@pytest.fixture(autouse=True)
def short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in SHORT_RESTS.items():
        monkeypatch.setattr(chromium, name, seconds)


@pytest.mark.many
@pytest.mark.parametrize(
    "press", ["<a href=/all>All years</a>", "<button onclick=show('/api?all=1')>All years</button>"]
)
def test_a_part_is_the_whole_once_a_button_is_pressed_first(
    browser: Browser, tmp_path: Path, press: str
) -> None:
    of_year = json.dumps([row for row in ROWS_OF_YEARS if row["year"] == 2026])
    bodies = {"/": OF_A_YEAR.format(press, "/api?year=2026"), "/api?year=2026": of_year}
    bodies |= {"/all": OF_A_YEAR.format("", "/api?all=1"), "/api?all=1": json.dumps(ROWS_OF_YEARS)}
    project = tmp_path / "p"
    with pages(bodies) as (url, _), served(tmp_path) as (address, _), person(browser) as page:
        taken = leadline.harvest(url, project=project, pace=0)
        (outcome,) = taken.outcomes.values()
        assert {one.kind: one.settled_by for one in outcome.doubts}["part"].startswith("first ")
        page.goto(f"{address}/projects/p")
        page.get_by_role("link", name="Settle it").click()
        assert "must be pressed before the search" in page.locator(".doubt").first.inner_text()
        page.goto(page.url + "&text=All+years&what=link&kind=first#menu")
        page.get_by_role("button", name="Keep this").click()
        page.get_by_role("button", name="Ask the site again so").click()
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("31 of 31 records").first.wait_for(timeout=120_000)
        assert not leadline.refresh(project, pace=0).count("gone")
        leadline.harvest(url, project=project, pace=0, fresh=True)
    (outcome,) = leadline.load(project).outcomes.values()
    assert len(list(leadline.load(project).records())) == 31
    assert "part" not in {one.kind for one in outcome.doubts}


def test_what_a_script_may_send_is_allowed_by_a_button_and_kept(
    browser: Browser, tmp_path: Path
) -> None:
    rows = json.dumps([{"id": n, "name": name} for n, name in enumerate(NAMES)])
    with (
        pages({"/": BY_A_DEED, "/api/vote": rows}) as (url, asked),
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False) as page,
    ):
        leadline.harvest(url, project=tmp_path / "p", pace=0)
        assert "/api/vote" not in str(asked)
        page.goto(f"{address}/projects/p")
        assert "POST /api/vote" in page.locator(".asks code").inner_text()
        page.get_by_role("button", name="allow it").press("Enter")
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("6 of 6 records").first.wait_for(timeout=120_000)
        page.goto(f"{address}/projects/p")
        assert page.locator(".asks code").count() == 0
    assert read_hints(tmp_path / "p" / HINTS_FILE)[0].line == "allow 'POST /api/vote'"


@pytest.mark.many
def test_a_wall_about_cookies_is_answered_by_a_button(browser: Browser, tmp_path: Path) -> None:
    rows = json.dumps([{"id": n, "name": name} for n, name in enumerate(NAMES)])
    with (
        pages({"/": WALLED_IN, "/api/places": rows}) as (url, asked),
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False) as page,
    ):
        leadline.harvest(url, project=tmp_path / "p", pace=0)
        assert "/api/places" not in asked
        page.goto(f"{address}/projects/p")
        page.get_by_role("button", name="I agree").press("Enter")
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("6 of 6 records").first.wait_for(timeout=120_000)


def test_another_host_is_named_by_a_button_and_kept(browser: Browser, tmp_path: Path) -> None:
    with (
        register(one_list) as (other, _),
        pages({"/": LEADS_AWAY.format(other)}) as (url, _),
        served(tmp_path) as (address, _),
        person(browser) as page,
    ):
        leadline.harvest(url, project=tmp_path / "p", pace=0, budget=Budget(requests=300))
        page.goto(f"{address}/projects/p")
        page.get_by_role("button", name="go there too").click()
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("60 of 60 records").first.wait_for(timeout=120_000)
        page.goto(f"{address}/projects/p")
        page.get_by_role("button", name="Visit again").click()
        page.get_by_role("link", name="See what changed").click(timeout=120_000)
        assert "Nothing is new" in page.locator("main").inner_text()
    assert read_hints(tmp_path / "p" / HINTS_FILE)[0].kind == "host"


def test_a_journalist_settles_a_doubt_and_comes_back_next_week(
    browser: Browser, tmp_path: Path
) -> None:
    rows = [*LICENCES]
    with (
        register(licences, rows=rows) as (url, asked),
        served(tmp_path) as (address, _),
        person(browser, viewport=NARROW) as page,
    ):
        page.goto(address)
        page.locator("#url").fill(url)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Take it all").click(timeout=120_000)
        page.get_by_role("link", name="Open the project").click(timeout=120_000)
        assert "doubt" in page.locator(".badge").inner_text()
        page.get_by_role("link", name="Settle it").click()
        before = len(asked)
        page.get_by_role("link", name="Licences found").first.click()
        page.get_by_role("button", name="Keep this").click()
        page.get_by_text("60 records").wait_for(timeout=120_000)
        assert len(asked) == before
        page.get_by_role("button", name="Go on").click()
        page.get_by_role("link", name="Open the project").click(timeout=120_000)
        a_week_later(rows)
        page.get_by_role("button", name="Visit again").click()
        page.get_by_role("link", name="See what changed").click(timeout=120_000)
        told = page.locator("dl.figures").inner_text().split()
        assert told == ["new", "3", "changed", "1", "gone", "0", "back", "0"]
        page.get_by_role("link", name="Table").click()
        page.get_by_text("63 of 63 records").first.wait_for(timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_the_way_is_chosen_before_a_harvest(browser: Browser, tmp_path: Path) -> None:
    with (
        register(one_list, browse=True) as (url, _),
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False, viewport=NARROW) as page,
    ):
        page.goto(address)
        page.locator("#url").fill(url)
        page.get_by_role("button", name="Look").click()
        page.get_by_text("Options").click(timeout=120_000)
        page.locator("#way").select_option("list")
        page.get_by_role("button", name="Take it all").click()
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("60 of 60 records").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    (project,) = (
        one for one in tmp_path.iterdir() if one.is_dir() and (one / "project.sqlite").is_file()
    )
    names = {one.value for row in leadline.load(project).records() for one in row.fields}
    assert {row["name"] for row in FOREIGN} <= names


@pytest.mark.many
def test_the_form_is_chosen_before_a_harvest_and_after(browser: Browser, tmp_path: Path) -> None:
    with (
        register(one_list, forms=2) as (url, _),
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False) as page,
    ):
        page.goto(address)
        page.locator("#url").fill(url)
        page.get_by_role("button", name="Look").click()
        page.get_by_text("Options").click(timeout=120_000)
        wanted = page.locator("#form option", has_text="/find").get_attribute("value")
        page.locator("#form").select_option(wanted)
        page.get_by_role("button", name="Take it all").click()
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("60 of 60 records").first.wait_for()
        page.get_by_role("link", name="Overview").click()
        page.get_by_role("link", name="how to read").click()
        forms = page.locator("#alternatives details", has_text="/news")
        forms.get_by_role("button", name="Take this").click()
        page.get_by_role("button", name="Ask the site again so").click()
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("20 of 20 records").first.wait_for()


@pytest.mark.many
def test_what_looks_wrong_is_shown_on_the_page_before_all_is_taken(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        register(two_lists) as (url, asked),
        served(tmp_path) as (address, _),
        person(browser, viewport=NARROW) as page,
    ):
        page.goto(address)
        page.locator("#url").fill(url)
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Show leadline on the page").click(timeout=120_000)
        page.get_by_role("link", name="how to read").click(timeout=120_000)
        before = len(asked)
        choose(page, "Entries")
        page.get_by_role("button", name="only list of records").click()
        page.get_by_role("button", name="Keep this").click()
        page.get_by_text("60 records").wait_for(timeout=120_000)  # of the pages of the look
        assert len(asked) == before
        page.get_by_role("link", name="Open the table").click(timeout=120_000)
        page.get_by_text("60 of 60 records").first.wait_for(timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.many
def test_two_that_are_not_one_stay_apart_at_later_visits(browser: Browser, tmp_path: Path) -> None:
    def join(button: str) -> int:
        page.get_by_role("button", name=button).click()
        page.get_by_role("link", name="Joined", exact=True).last.click(timeout=120_000)
        page.locator("dl.figures").wait_for()
        return int(page.locator("dl.figures dd").nth(1).inner_text())

    with (
        register(one_list) as (one, _),
        register(one_list) as (other, _),
        served(tmp_path) as (address, _),
        person(browser, java_script_enabled=False) as page,
    ):
        leadline.harvest([one, other], project=tmp_path / "p", pace=0)
        page.goto(f"{address}/projects/p/entities")
        before = join("Join the sources")
        page.locator(".entities a").first.click()
        page.get_by_role("button", name="not the same").click()
        assert "1 decision of yours" in page.locator("main").inner_text()
        assert join("Join again") == before - 1
        page.get_by_role("link", name="Overview").click()
        page.get_by_role("button", name="Visit again").click()
        page.get_by_role("link", name="See what changed").click(timeout=120_000)
        page.get_by_role("link", name="Joined", exact=True).click()
        assert join("Join again") == before - 1
