"""The controls of a drawn page are read as they stand, whatever draws them."""

import pytest

from browser_pages import URL, seen
from leadline.browser import ChromiumPage
from leadline.browser import chromium as shell
from leadline.forms.find import find_interfaces
from leadline.page.dom import parse_html
from leadline.script.narrowing import shown_presets
from tables import read_text

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

DRAWN = read_text(__file__, "DRAWN")


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
