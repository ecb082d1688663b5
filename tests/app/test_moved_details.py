"""Record pages whose labels move, are renamed, come or go between visits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from moving_columns import PER_PAGE, Heads, MovingSite, made, serving
from test_moved_columns import BUILT, FIRST, HIGH, LOW, SEEN, SHELF, check, columns_of, texts

import leadline
from leadline.store import Reader
from tables import each_row

SHOWN = (BUILT, SEEN, LOW, HIGH)
ERECTED = ("Erected", "built")


@pytest.fixture
def site() -> Iterator[MovingSite]:
    with serving(MovingSite("th", FIRST[:2], made(2 * PER_PAGE))) as site:
        yield site


def changed(site: MovingSite) -> None:
    """Records that changed on the list: their pages are read again."""
    for row in site.rows[::3]:
        row["owner"] += " II"


@pytest.mark.parametrize(
    ("markup", "after", "said"),
    [
        ("dl", (LOW, BUILT, HIGH, SEEN), "another order now: Low, Built, High, Seen"),
        ("pairs", (ERECTED, SEEN, LOW, HIGH), "the column Built is headed Erected now"),
        ("spans", (SHELF, *SHOWN), "a new column: Shelf"),
        ("dl", SHOWN[1:], "no longer shows the column Built; what was seen of it stays"),
        ("unlabelled", (SEEN, BUILT, HIGH, LOW), "changed places, and were followed"),
    ],
)
def test_labels_of_record_pages_are_followed_and_told(
    site: MovingSite, markup: str, after: Heads, said: str, tmp_path: Path
) -> None:
    site.details = markup, SHOWN
    leadline.harvest(site.url, project=tmp_path, pace=0, details=True)
    columns = columns_of(tmp_path, site.rows, (*FIRST[:2], *SHOWN))
    check(tmp_path, site.rows, columns)
    changed(site)
    site.details = markup, after
    (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
    told = [one for one in outcome.notes if one.startswith("record pages: ")]
    assert any(said in one for one in told), outcome.notes
    check(tmp_path, site.rows, columns)


def test_labels_that_contradict_what_is_known_end_the_visit(
    site: MovingSite, tmp_path: Path
) -> None:
    """What pages said stays, and they are fetched again by the next visit."""
    site.details = "dl", SHOWN
    leadline.harvest(site.url, project=tmp_path, pace=0, details=True)
    columns = columns_of(tmp_path, site.rows, (*FIRST[:2], *SHOWN))
    taken = texts(tmp_path)
    changed(site)
    site.details = "dl", (("Low", "built"), ("Built", "low"), SEEN, HIGH)
    (outcome,) = leadline.refresh(tmp_path, pace=0, expect=True).outcomes.values()
    assert outcome.state == "failed"
    assert "record pages: the columns changed" in outcome.reason
    assert texts(tmp_path) == taken, "nothing of the lists is written either"
    (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
    assert outcome.state == "paused"
    assert "cannot be followed: under the heading" in outcome.reason
    check(tmp_path, site.rows, columns)
    for row in site.rows[::3]:
        row["low"] = "9" + row["low"]
    site.details = "dl", SHOWN
    (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
    assert outcome.state == "exhausted", outcome.reason
    check(tmp_path, site.rows, columns)


@each_row(__file__, "VISIT_FEW_RECORD_PAGES", "after", "said")
def test_a_visit_to_few_record_pages_compares_what_is_there(
    site: MovingSite, after: Heads, said: str, tmp_path: Path
) -> None:
    site.details = "dl", SHOWN
    leadline.harvest(site.url, project=tmp_path, pace=0, details=True)
    for row in site.rows[:3]:
        row["owner"] += " II"
    site.details = "dl", after
    (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
    assert any(said in one for one in (outcome.reason, *outcome.notes)), outcome
    if outcome.state == "paused":
        columns = columns_of(tmp_path, site.rows, (*FIRST[:2], *SHOWN))
        check(tmp_path, site.rows, columns)


def test_what_differs_at_once_is_left_out_and_told(site: MovingSite, tmp_path: Path) -> None:
    site.details = "dl", SHOWN
    page = site.page

    def timed(path: str, query: dict[str, str]) -> str | None:
        shown = page(path, query)
        return shown and shown.replace("</dl>", f"<dt>Took<dd>{site.requests} ms</dl>")

    site.page = timed  # type: ignore[method-assign]
    result = leadline.harvest(site.url, project=tmp_path, pace=0, details=True)
    with Reader(result.project.store) as store:
        notes = [note.text for source in store.sources() for note in store.notes(source.key)]
    assert any("say other Took when read again: left out" in note for note in notes)
    assert all("Took" not in cells for cells in texts(tmp_path).values())
