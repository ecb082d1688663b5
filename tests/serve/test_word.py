"""What a person allows, visits and tells apart by clicks alone; it is kept for later visits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from test_browser import browser, person, served

import leadline
from browser_pages import served as pages
from leadline.app.hint_log import HINTS_FILE, read_hints
from leadline.model import Budget
from misread import one_list, register

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
        page.get_by_role("link", name="Open the table").click(timeout=30_000)
        page.get_by_text("6 of 6 records").first.wait_for(timeout=30_000)
        page.goto(f"{address}/projects/p")
        assert page.locator(".asks code").count() == 0
        page.get_by_role("button", name="Visit again").click()
        page.get_by_role("link", name="See what changed").click(timeout=30_000)
        assert "Nothing is new" in page.locator("main").inner_text()
    assert read_hints(tmp_path / "p" / HINTS_FILE)[0].line == "allow 'POST /api/vote'"


def test_another_host_is_named_by_a_button_and_kept(browser: Browser, tmp_path: Path) -> None:
    with (
        register(one_list) as (other, _),
        pages({"/": LEADS_AWAY.format(other)}) as (
            url,
            _,
        ),
        served(tmp_path) as (address, _),
        person(browser) as page,
    ):
        leadline.harvest(url, project=tmp_path / "p", pace=0, budget=Budget(requests=300))
        page.goto(f"{address}/projects/p")
        page.get_by_role("button", name="go there too").click()
        page.get_by_role("link", name="Open the table").click(timeout=30_000)
        page.get_by_text("60 of 60 records").first.wait_for(timeout=30_000)
        page.goto(f"{address}/projects/p")
        page.get_by_role("button", name="Visit again").click()
        page.get_by_role("link", name="See what changed").click(timeout=30_000)
        assert "Nothing is new" in page.locator("main").inner_text()
    assert read_hints(tmp_path / "p" / HINTS_FILE)[0].kind == "host"
