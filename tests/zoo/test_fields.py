"""Sources whose forms have several controls: every control lets through what it should."""

import re

import pytest

from leadline_zoo.browser import Browser
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

ASKED = [
    ("many-fields", {"au": "garcia"}, lambda row: "Garcia" in row["author"]),
    ("many-fields", {"ti": "history", "pb": "press"},
     lambda row: "history" in row["title"].split() and "Press" in row["publisher"]),
    ("many-fields", {"yr": "1915"}, lambda row: row["year"] == "1915"),
    ("log-fields", {"qt": "author", "q": "garcia"}, lambda row: "Garcia" in row["author"]),
    ("log-fields", {"qt": "title", "q": "garcia"}, lambda row: "garcia" in row["title"].lower()),
    ("exact-catalogue", {"in": "year", "how": "exact", "q": "1915"},
     lambda row: row["year"] == "1915"),
    ("exact-catalogue", {"in": "title", "how": "start", "q": "the"},
     lambda row: row["title"].lower().startswith("the")),
    ("capped-catalogue", {"y1": "1950", "y2": "1952"},
     lambda row: "1950" <= row["year"] <= "1952"),
    ("capped-catalogue", {"q": "history", "subject": "Botany"},
     lambda row: "history" in str(row).lower() and row["subject"] == "Botany"),
    ("choices-only", {"part": "api", "st": "closed"},
     lambda row: (row["kind"], row["status"]) == ("api", "closed")),
    ("dependent", {"land": "Norland"}, lambda row: False),
    ("dependent", {"land": "Norland", "town": "Port Norland"},
     lambda row: row["city"] == "Port Norland"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "values", "fits"), ASKED)
def test_a_filled_form_finds_what_all_its_controls_let_through(name, values, fits) -> None:  # type: ignore[no-untyped-def]
    with serve(ZOO[name]) as source:
        browser = Browser(source)
        form = browser.search_form()
        blank = {box.name: "" for box in source.spec.form.boxes}
        page = browser.submit(form, blank | values)
        shown = set(re.findall(r'href="/item/([\w.-]+)"', page.html))
        wanted = {row["id"] for row in source.site.table.rows if fits(row)}
        assert shown == wanted or (len(wanted) > len(shown) > 0 and shown < wanted)
        assert len(shown) == min(len(wanted), source.spec.pager.size)


def test_towns_are_offered_once_their_country_is_chosen() -> None:
    with serve(ZOO["dependent"]) as source:
        browser = Browser(source)
        assert len(browser.search_form().css('select[name="town"] option')) == 1
        browser.submit(browser.search_form(), {"land": "Norland", "town": ""})
        assert len(browser.search_form().css('select[name="town"] option')) == 6
