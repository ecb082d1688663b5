"""The controls of a drawn page are read as they stand, whatever draws them."""

from __future__ import annotations

import pytest

from browser_pages import URL, seen
from leadline.browser import ChromiumPage
from leadline.browser import chromium as shell
from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from leadline.script.narrowing import shown_presets

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

DRAWN = """<!DOCTYPE html><title>Permits</title><main id=at></main><div id=in></div><script>
at.innerHTML = `<label for=s>Status</label><select id=s><option value=a>Active<option value=c>Closed
  <option value="">All</select><label>Only open <input type=checkbox id=open></label>
  <label for=q>Search</label><input type=search id=q><label for=f>From</label>
  <input type=date id=f><input type=password value=secret>
  <span id=k>Kind</span><div role=combobox aria-labelledby=k>Mills</div>
  <div role=tablist aria-label=Region><button role=tab aria-selected=true>North</button>
  <button role=tab aria-selected=false>South</button></div>`;
f.value = '2026-01-01';
document.getElementById('open').checked = true;
document.getElementById('in').attachShadow({mode: 'open'}).innerHTML =
  '<label for=y>Year</label><select id=y><option>2025<option selected>2026</select>';
</script>"""


@pytest.fixture(autouse=True)
def driver(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser and its driver, with short rests: these pages answer at once."""
    pytest.importorskip("playwright")
    for name in ("SETTLED_SECONDS", "SILENT_SECONDS", "EMPTY_SECONDS", "BOX_SECONDS"):
        monkeypatch.setattr(shell, name, 0.5)
    monkeypatch.setattr(shell, "BUSY_SECONDS", 0.15)  # who looks slowly waits longer
    monkeypatch.setattr(shell, "ACTION_MILLISECONDS", 30_000)


def test_what_a_drawn_page_stands_on_is_read_from_its_controls() -> None:
    async def read(page: ChromiumPage) -> None:
        controls.append(await page.controls())

    controls: list[str] = []
    seen(DRAWN, read)
    (markup,) = controls
    said = shown_presets(find_interfaces(parse_html(markup, URL)))
    assert sorted(said) == [
        "From: 2026-01-01",
        "Kind: Mills",
        "Only open",
        "Region: North",
        "Status: Active",
        "Year: 2026",
    ]
    assert "secret" not in markup
