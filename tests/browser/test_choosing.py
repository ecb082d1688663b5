"""Pages that show records only for what is chosen in lists that a script fills."""

import json
from pathlib import Path

import pytest

from amounts import further
from browser_pages import served
from leadline.app.harvest import harvest
from leadline.browser import chromium as shell
from leadline.model import Budget
from tables import read_text

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

PAGE = read_text(__file__, "PAGE")
TOWNS = ("Ash", "Birch", "Cedar")
SCHOOLS = {
    town: [f"{town[0].lower()}{n}" for n in range(1, 3 + at)] for at, town in enumerate(TOWNS)
}
LISTS = {
    code: [{"name": f"{first} {town}son", "since": 1990 + n} for n, first in enumerate(names)]
    for names in [("Ann", "Ben", "Cleo")]
    for town, codes in SCHOOLS.items()
    for code in [f"{town} {one}" for one in codes]
}


@pytest.fixture(autouse=True)
def driver(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser and its driver, with short rests: these pages answer at once."""
    pytest.importorskip("playwright")
    for name in ("SETTLED_SECONDS", "SILENT_SECONDS", "EMPTY_SECONDS", "BOX_SECONDS"):
        monkeypatch.setattr(shell, name, 0.4)


@pytest.mark.parametrize("by", ["change", further("button")])
def test_each_choice_of_lists_that_depend_on_each_other_is_asked(tmp_path: Path, by: str) -> None:
    """The second list is filled by a call in whose path the first stands; one way shows nothing."""
    bodies = {"/": PAGE.replace("BY", by), "/towns": json.dumps([*TOWNS])}
    bodies |= {f"/town/{one}": json.dumps(codes) for one, codes in SCHOOLS.items()}
    bodies |= {
        f"/staff?school={code[-2:]}": json.dumps(rows if code != "Ash a1" else [])
        for code, rows in LISTS.items()
    }
    with served(bodies) as (url, asked):
        got = harvest(url, project=tmp_path / "p", pace=0.0, budget=Budget(requests=60))
    (outcome,) = got.outcomes.values()
    rows = {tuple(one.value for one in record.fields) for record in got.records()}
    wanted = {(row["name"], str(row["since"])) for code, each in LISTS.items() for row in each}
    assert rows == wanted
    assert "each of 9 was asked by itself" in outcome.reason
    assert outcome.missing_at_most is None
    assert {one for one in asked if one.startswith("/staff?")} >= {
        f"/staff?school={code[-2:]}" for code in LISTS
    }
