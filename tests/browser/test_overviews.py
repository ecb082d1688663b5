"""Where records are found that do not stand at the entry, or whose page never rests."""

import json
import re
import time
from pathlib import Path

import pytest

from amounts import further
from browser_pages import seen, served
from leadline.app.harvest import harvest
from leadline.browser import ChromiumPage
from leadline.browser import chromium as shell
from leadline.model import Budget
from tables import read_text

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

ROWS = [
    {"file": f"./src/{name}-{n}.js", "bytes": 900 + n} for n in range(30) for name in ("a", "b")
]
OVERVIEW = """<!DOCTYPE html><title>Report</title><div id=top></div><main id=app></main><script>
window.REPORT = {"modules": ROWS};
const tile = (name, n, to) => `<p><a href="${to}">${name} ${n}</a></p>`;
const draw = () => { app.innerHTML = location.hash === '#/modules'
  ? window.REPORT.modules.map((one) => `<li>${one.file.split('/').pop()}</li>`).join('')
  : tile('Chunks', 2, '#/chunks') + tile('Modules', 60, '#/modules') + tile('Purge', 99, '/purge')
    + '<p>Total size</p><p>Build time</p>'; };
addEventListener('hashchange', draw); draw();</script>""".replace("ROWS", json.dumps(ROWS))
MENU = read_text(__file__, "MENU")
WAYS = ("Welcome", "Ships", "Harbours", "Weather", "Charts", "Crews")
GROUPS = read_text(__file__, "GROUPS")
ONWARD = """<!DOCTYPE html><title>Fleet</title><ul id=at></ul><p>CONTROL</p><script>
let behind = 0;
const go = async () => { const rows = await (await fetch('/rows?behind=' + behind)).json();
  behind = rows[rows.length - 1].bytes;
  at.innerHTML = rows.map((one) => `<li>${one.file}</li>`).join(''); };
document.getElementById('on').onclick = go; go();</script>"""
SEE_MORE = "<a id=on>See more</a>"
ARROWS = "<style>a { padding: 9px; }</style><a href=#><i class=fa-angle-left></i></a>"
ARROWS += "<a id=on><i class=fa-angle-right></i></a>"
TREE = read_text(__file__, "TREE")
ONE_BY_ONE = """<!DOCTYPE html><title>Runs</title><div id=at>Runs</div><script>
const more = async () => { const rows = await (await fetch('/api/ships')).json();
  await Promise.all(rows.map((one) => fetch('/api/ship/' + one.bytes).then((own) => own.json())));
  await new Promise(() => {}); }; more();</script>"""
THINGS = """<!DOCTYPE html><title>Runs</title><div id=at>Runs</div><p style=height:3000px>
</p><script>
fetch('/api/run/7').then((one) => one.json()).then((rows) => { at.innerHTML =
  rows.map((one) => `<li>${one.file}</li>`).join(''); fetch('/api/run/delete'); });
addEventListener('scroll', () => fetch('/api/update'));</script>"""
HIDDEN_BOX = """<!DOCTYPE html><p>Pages of a site</p>CONTROL<div id=at></div><script>
const show = () => { at.innerHTML = '<input type=search>'; };
addEventListener('keydown', (event) => { if (event.key === 'KEY') show(); });</script>"""


@pytest.fixture(autouse=True)
def driver(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser and its driver, with short rests: these pages answer at once."""
    pytest.importorskip("playwright")
    for name in ("SETTLED_SECONDS", "SILENT_SECONDS", "EMPTY_SECONDS", "BOX_SECONDS"):
        monkeypatch.setattr(shell, name, 0.3)
    monkeypatch.setattr(shell, "BUSY_SECONDS", 0.15)  # who looks slowly waits longer
    monkeypatch.setattr(shell, "ACTION_MILLISECONDS", 6_000)


def test_a_list_behind_a_link_of_an_overview_is_taken(tmp_path: Path) -> None:
    with served({"/": OVERVIEW}) as (url, asked):
        taken = harvest(url, project=tmp_path / "p")
    files = {one.value for record in taken.records() for one in record.fields}
    assert {str(row["file"]) for row in ROWS} <= files
    assert "/purge" not in asked


def test_a_menu_that_comes_as_data_is_no_list_where_it_leads_to_one(tmp_path: Path) -> None:
    menu = [{"title": way, "path": f"#/{way.lower()}"} for way in WAYS]
    bodies = {f"/api/{way.lower()}": "[]" for way in WAYS}
    bodies |= {"/": MENU, "/api/menu": json.dumps(menu), "/api/ships": json.dumps(ROWS)}
    with served(bodies) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    files = {one.value for record in taken.records() for one in record.fields}
    assert {str(row["file"]) for row in ROWS} <= files


def test_what_a_page_asks_for_when_it_opens_may_be_called_as_a_deed(tmp_path: Path) -> None:
    with served({"/": THINGS, "/api/run/7": json.dumps(ROWS)}) as (url, asked):
        taken = harvest(url, project=tmp_path / "p")
    assert len(list(taken.records())) == len(ROWS)
    assert not {"/api/run/delete", "/api/update"} & {*asked}


TITLES = re.sub(
    r"<button aria-expanded=false\s+(onclick=\"unfold.*?\")>(.*?)</button>",
    r"<div \1 style='cursor:pointer'><h4><svg width=9 height=9></svg>\2</h4></div>",
    GROUPS,
    flags=re.DOTALL,
)
"""The same groups, folded by headings that say nothing of it but by a sign and the pointer."""


@pytest.mark.parametrize("groups", [GROUPS, further(TITLES)])
def test_rows_in_closed_groups_are_taken(tmp_path: Path, groups: str) -> None:
    with served({"/": groups}) as (url, asked):
        taken = harvest(url, project=tmp_path / "p")
    texts = {one.value for record in taken.records() for one in record.fields}
    assert len({one for one in texts if re.fullmatch(r"Ship \w+", one)}) == 36
    assert "/erase" not in asked


def test_leaves_of_closed_branches_of_a_tree_are_taken(tmp_path: Path) -> None:
    with served({"/": TREE}) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    texts = {one.value for record in taken.records() for one in record.fields}
    assert len({one for one in texts if re.fullmatch(r"[b-z][aeiou][b-z][aeiou][nsw]", one)}) == 36


@pytest.mark.parametrize(
    "control",
    ["<button id=on>Next 23</button>", *map(further, (SEE_MORE, "<a id=on>&#9654;</a>")), ARROWS],
)
def test_what_leads_on_is_known_by_its_words_or_its_arrow(control: str, tmp_path: Path) -> None:
    rows = [{**row, "bytes": 900 + number} for number, row in enumerate(ROWS)]
    bodies = {"/": ONWARD.replace("CONTROL", control), "/rows?behind=959": "[]"}
    bodies["/rows?behind=0"] = json.dumps(rows[:23])
    bodies |= {f"/rows?behind={900 + at - 1}": json.dumps(rows[at : at + 23]) for at in (23, 46)}
    with served(bodies) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    files = {one.value for record in taken.records() for one in record.fields}
    assert {str(row["file"]) for row in ROWS} <= files


def test_a_list_whose_objects_are_asked_for_one_by_one_is_taken(tmp_path: Path) -> None:
    details = {f"/api/ship/{row['bytes']}": '{"crew": 7}' for row in ROWS}
    bodies = {"/": ONE_BY_ONE, "/api/ships": json.dumps(ROWS), **details}
    with served(bodies) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    files = {one.value for record in taken.records() for one in record.fields}
    assert {str(row["file"]) for row in ROWS} <= files


@pytest.mark.parametrize(
    ("control", "key"),
    [("<a id=search onclick=show()>?</a>", "never"), ("", "k"), further("", "/")],
)
def test_a_box_that_a_link_or_a_key_opens_is_found(control: str, key: str) -> None:
    async def typed(page: ChromiumPage) -> None:
        assert await page.type("word", "type")

    seen(HIDDEN_BOX.replace("CONTROL", control).replace("KEY", key), typed)


def test_the_time_of_the_budget_ends_a_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 600.0)
    restless = """<!DOCTYPE html><p>Ships</p><p id=at>a</p><input type=search><script>
    setInterval(() => { at.textContent = at.textContent === 'a' ? 'b' : 'a'; }, 100);</script>"""
    begin = time.monotonic()
    with served({"/": restless}) as (url, _):
        taken = harvest(url, project=tmp_path / "p", budget=Budget(minutes=0.1))
    (outcome,) = taken.outcomes.values()
    assert (outcome.state, "0.1 minutes" in outcome.reason) == ("paused", True)
    assert time.monotonic() - begin < 300


def test_tables_of_a_script_are_no_records_of_a_page_that_draws_nothing(tmp_path: Path) -> None:
    fields = ",".join(f'{{kind:"Field",name:"ask{n}",to:"seat"}}' for n in range(9))
    bodies = {
        "/": "<!DOCTYPE html><div id=at></div><script src=app.js></script>",
        "/app.js": f"const asked = {{kind: 'Document', fields: [{fields}]}};",
    }
    with served(bodies) as (url, _):
        taken = harvest(url, project=tmp_path / "p")
    (outcome,) = taken.outcomes.values()
    assert (outcome.state, list(taken.records())) == ("failed", [])
