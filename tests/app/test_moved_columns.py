# Holds: columns followed over layouts; columns by their headings
"""Columns that move, are renamed, come or go between visits: no value under another's name."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from moving_columns import PER_PAGE, Heads, MovingSite, Row, made, serving
from typer.testing import CliRunner

import leadline
from amounts import further
from leadline.app.tables.reread import reread
from leadline.cli.app import app
from tables import each_row

TITLE, OWNER, YEAR, PRICE = (
    ("Title", "title"),
    ("Owner", "owner"),
    ("Year", "year"),
    ("Price", "price"),
)
FIRST = (TITLE, OWNER, YEAR, PRICE)
SHELF, HOLDER = ("Shelf", "shelf"), ("Holder", "owner")
BUILT, SEEN, LOW, HIGH = (("Built", "built"), ("Seen", "seen"), ("Low", "low"), ("High", "high"))
LIKE = (TITLE, BUILT, SEEN, LOW, HIGH)


def heads(names: Sequence[str]) -> Heads:
    """Headings of a table of rows; ``Holder=owner`` stands over the values of another key."""
    pairs = (one.partition("=") for one in names)
    return tuple((name, key or name.lower()) for name, _, key in pairs)


def texts(project: Path) -> dict[str, dict[str, str]]:
    """The texts of each record by its number and column."""
    return {
        one.key.rpartition("/")[2]: {f.column: f.value for f in one.fields if f.kind == "text"}
        for one in leadline.load(project).records()
    }


def columns_of(project: Path, rows: list[Row], heads: Heads) -> dict[str, str]:
    """The column in which the values of each key stand in most records."""
    found = {}
    for _, key in heads:
        table = texts(project)
        times = Counter(
            column
            for row in rows
            for column, value in table.get(row["id"], {}).items()
            if value == row[key]
        )
        found[key] = times.most_common(1)[0][0]
    return found


def check(project: Path, rows: list[Row], columns: dict[str, str]) -> None:
    table = texts(project)
    assert table.keys() == {row["id"] for row in rows}
    wrong = [
        (row["id"], column, table[row["id"]].get(column))
        for row in rows
        for key, column in columns.items()
        if table[row["id"]].get(column) != row[key]
    ]
    assert not wrong, wrong[:3]


@each_row(__file__, "FOLLOWED", "markup", "before", "after", "said")
def test_a_visit_follows_columns_and_says_so(
    markup: str, before: Sequence[str], after: Sequence[str], said: str, tmp_path: Path
) -> None:
    rows, first = made(3 * PER_PAGE), heads(before)
    with serving(MovingSite(markup, first, rows)) as site:
        leadline.harvest(site.entry, project=tmp_path, pace=0)
        columns = columns_of(tmp_path, rows, first)
        check(tmp_path, rows, columns)
        assert not leadline.refresh(tmp_path, pace=0, extent="whole").changes
        site.heads = heads(after)
        result = leadline.refresh(tmp_path, pace=0)
        (outcome,) = result.outcomes.values()
        assert any(said in note for note in outcome.notes), outcome.notes
        assert "(36)" not in before[0] or not any("is headed" in one for one in outcome.notes)
        assert not result.changes
        check(tmp_path, rows, columns)
        again = leadline.refresh(tmp_path, pace=0, extent="whole")
        assert not again.changes
        assert [one.notes for one in again.outcomes.values()] == [()], "it is said once"
        check(tmp_path, rows, columns)


@each_row(__file__, "CONTRADICTED", "markup", "before", "after", "said")
def test_what_cannot_be_followed_ends_the_visit_and_changes_nothing(
    markup: str, before: Sequence[str], after: Sequence[str], said: str, tmp_path: Path
) -> None:
    with serving(MovingSite(markup, heads(before), made(3 * PER_PAGE))) as site:
        leadline.harvest(site.entry, project=tmp_path, pace=0)
        taken = texts(tmp_path)
        site.heads = heads(after)
        ran = CliRunner().invoke(app, ["refresh", str(tmp_path), "--pace", "0"])
        assert ran.exit_code == 3
        assert said in ran.stderr
        assert "nothing was changed" in ran.stderr
        assert texts(tmp_path) == taken
        ran = CliRunner().invoke(app, ["refresh", str(tmp_path), "--pace", "0", "--expect"])
        assert ran.exit_code == 1
        assert said in ran.stderr
        assert texts(tmp_path) == taken
        reread(tmp_path)
        assert texts(tmp_path) == taken


def test_a_visit_that_expects_the_columns_writes_nothing_where_one_is_new(tmp_path: Path) -> None:
    rows = made(2 * PER_PAGE)
    with serving(MovingSite("th", FIRST, rows)) as site:
        leadline.harvest(site.url, project=tmp_path, pace=0)
        taken = texts(tmp_path)
        site.heads = (PRICE, OWNER, TITLE, YEAR)
        (outcome,) = leadline.refresh(tmp_path, pace=0, expect=True).outcomes.values()
        assert outcome.state == "exhausted", "what moved is followed"
        site.heads = (SHELF, *FIRST)
        (outcome,) = leadline.refresh(tmp_path, pace=0, expect=True).outcomes.values()
        assert outcome.state == "failed"
        assert "a new column: Shelf; nothing was written" in outcome.reason
        assert texts(tmp_path) == taken
        table = tmp_path / "changes.csv"
        order = ["refresh", str(tmp_path), "--pace", "0", "--expect", "-o", str(table)]
        assert CliRunner().invoke(app, order).exit_code == 1
        assert not table.exists()
        (outcome,) = leadline.refresh(tmp_path, pace=0).outcomes.values()
        assert outcome.notes == ("the source shows a new column: Shelf",)
        assert all("Shelf" in cells for cells in texts(tmp_path).values())


@pytest.mark.parametrize("way", ["within a harvest", "resumed", "read again"])
@pytest.mark.parametrize("markup", ["th", further("paragraphs"), further("roles")])
def test_headings_are_followed_in_every_way_of_reading(
    markup: str, way: str, tmp_path: Path
) -> None:
    rows = made(4 * PER_PAGE)
    after = (PRICE, HOLDER, TITLE, YEAR)
    with serving(MovingSite(markup, FIRST, rows)) as site:
        if way == "within a harvest":
            site.heads_of = lambda start: FIRST if start < 2 * PER_PAGE else after
        elif way == "resumed":
            leadline.harvest(site.url, project=tmp_path, pace=0, budget=leadline.Budget(requests=7))
            site.heads = after
        (outcome,) = leadline.harvest(site.url, project=tmp_path, pace=0).outcomes.values()
        if way != "read again":
            assert "the column Owner is headed Holder now; it keeps its name" in outcome.notes
        else:
            site.heads = after
            leadline.refresh(tmp_path, pace=0, extent="whole")
            (read,) = reread(tmp_path)
            assert any("Owner is headed Holder" in note for note in read.notes)
        check(tmp_path, rows, {key: name for name, key in FIRST})


@pytest.mark.parametrize("markup", ["lines", *map(further, ("lines below", "inline", "th"))])
def test_what_came_is_known_on_a_page_of_one_record_too(markup: str, tmp_path: Path) -> None:
    """The label inside a text that pages before showed under another name, or not at all."""
    rows = made(3 * PER_PAGE + 1)
    last = rows.pop()
    with serving(MovingSite(markup, FIRST, rows)) as site:
        leadline.harvest(site.url, project=tmp_path, pace=0)
        rows.append(last)
        site.heads = (TITLE, HOLDER, SHELF, YEAR, PRICE)
        leadline.refresh(tmp_path, pace=0, extent="whole")
        columns = {key: name for name, key in (*FIRST, SHELF)}
        check(tmp_path, rows, columns)
        rows.append({**last, "id": "9000", "title": "Bridge of late"})
        leadline.refresh(tmp_path, pace=0, extent="whole")
        check(tmp_path, rows, columns)


OTHERS = ("spans", "lines", "packed", "paragraphs")


@pytest.mark.parametrize("markup", ["th", *map(further, OTHERS)])
@pytest.mark.parametrize("taken", ["built", further("year")])
def test_another_heading_of_a_column_that_a_new_one_takes(
    markup: str, taken: str, tmp_path: Path
) -> None:
    """A visit saw a column under another heading; then its own one is back, and beside this."""
    rows = made(2 * PER_PAGE)
    with serving(MovingSite(markup, FIRST, rows)) as site:
        leadline.harvest(site.url, project=tmp_path, pace=0)
        columns = columns_of(tmp_path, rows, FIRST)
        other = (TITLE, HOLDER, YEAR, PRICE)
        for heads in (other, FIRST, other, (TITLE, ("Holder", taken), OWNER, PRICE)):
            site.heads = heads
            (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
            assert outcome.state == "exhausted", outcome
            assert heads != FIRST or "Owner is headed as at first again" in str(outcome.notes)
            check(tmp_path, rows, columns)


def test_a_page_that_lacks_a_heading_takes_no_value_away(tmp_path: Path) -> None:
    rows = made(4 * PER_PAGE)
    with serving(MovingSite("th", FIRST, rows)) as site:
        site.heads_of = lambda start: FIRST if start % (2 * PER_PAGE) == 0 else FIRST[:3]
        leadline.harvest(site.url, project=tmp_path, pace=0)
        before = texts(tmp_path)
        assert not leadline.refresh(tmp_path, pace=0, extent="whole").changes
        rows.insert(0, {**rows.pop(), "title": "Garden of letters"})
        leadline.refresh(tmp_path, pace=0, extent="whole")
        reread(tmp_path)
        assert all({*before[one]} <= {*cells} for one, cells in texts(tmp_path).items())


@each_row(__file__, "WITHOUT_LINKS", "markup", "after")
def test_records_without_links_stay_themselves(
    markup: str, after: Sequence[str], tmp_path: Path
) -> None:
    """Their keys are their texts, so a column that moves, comes or goes must not change them."""
    with serving(MovingSite(markup, FIRST, made(2 * PER_PAGE), link="")) as site:
        leadline.harvest(site.url, project=tmp_path, pace=0)
        before = {one.key: one.fields for one in leadline.load(tmp_path).records()}
        site.heads = heads(after)
        assert not leadline.refresh(tmp_path, pace=0, extent="whole").changes
        table = {one.key: one.fields for one in leadline.load(tmp_path).records()}
        reread(tmp_path)
        assert {one.key for one in leadline.load(tmp_path).records()} == table.keys()
    assert table.keys() == before.keys()
    assert all({*before[key]} <= {*table[key]} for key in table)


def rows_of(project: Path) -> Counter[tuple[tuple[str, str], ...]]:
    return Counter(
        tuple((f.column, f.value) for f in one.fields if f.kind == "text")
        for one in leadline.load(project).records()
    )


@each_row(__file__, "BY_TEXTS", "markup", "headed_from", "after", "said")
def test_records_without_a_link_are_known_by_their_texts(
    markup: str, headed_from: int, after: Sequence[str], said: str, tmp_path: Path
) -> None:
    """Plain cells above the rows are headings; below none, values tell where they moved."""
    with serving(MovingSite(markup, LIKE, made(3 * PER_PAGE), link="")) as site:
        site.headed_from = headed_from or 0
        leadline.harvest(site.url, project=tmp_path, pace=0)
        table = rows_of(tmp_path)
        if markup == "td":
            assert {name for row in table for name, _ in row} == {*dict(LIKE)}
        assert not leadline.refresh(tmp_path, pace=0, extent="whole").changes
        site.heads = heads(after)
        result = leadline.refresh(tmp_path, pace=0, extent="whole")
        (outcome,) = result.outcomes.values()
        assert any(said in note for note in outcome.notes), outcome
        assert not result.changes
        assert rows_of(tmp_path) == table


@each_row(__file__, "BY_FORMS", "markup", "after")
def test_forms_tell_of_records_without_links_that_others_stand_there(
    markup: str, after: Sequence[str], tmp_path: Path
) -> None:
    with serving(MovingSite(markup, FIRST, made(3 * PER_PAGE), link="")) as site:
        leadline.harvest(site.url, project=tmp_path, pace=0)
        table = rows_of(tmp_path)
        site.heads = heads(after)
        (outcome,) = leadline.refresh(tmp_path, pace=0, extent="whole").outcomes.values()
        assert "under the heading" in outcome.reason, outcome
        assert rows_of(tmp_path) == table


@each_row(__file__, "WITHIN", "markup", "before", "after")
def test_what_cannot_be_followed_within_a_harvest_is_left_out_and_told(
    markup: str, before: Sequence[str], after: Sequence[str], tmp_path: Path
) -> None:
    """Records without a link; behind the second page other values stand in known columns."""
    rows = made(4 * PER_PAGE)
    with serving(MovingSite(markup, heads(before), rows, link="")) as site:
        site.heads_of = lambda start: heads(before if start < 2 * PER_PAGE else after)
        (outcome,) = leadline.harvest(site.url, project=tmp_path, pace=0).outcomes.values()
    said = " ".join((outcome.reason, *(one.sentence for one in outcome.doubts)))
    assert "left out: the columns changed and cannot be followed" in said, outcome
    assert outcome.state != "complete"
    assert "no way past" not in said
    told = rows_of(tmp_path)
    assert len(told) >= 2 * PER_PAGE
    if markup != "none":
        taken = {tuple((name, row[key]) for name, key in heads(before)) for row in rows}
        assert {tuple(sorted(one)) for one in told} <= {tuple(sorted(one)) for one in taken}


@each_row(__file__, "COLUMNS_WITHIN", "markup", "before", "after")
def test_records_without_links_are_taken_once_where_columns_come_and_go(
    markup: str, before: list[str], after: list[str], tmp_path: Path
) -> None:
    """Pages of two kinds: each record is found again on pages that lack some of its columns."""
    rows = made(4 * PER_PAGE)
    one, two = ([(name.capitalize(), name) for name in names] for names in (before, after))
    with serving(MovingSite(markup, one, rows, link="")) as site:
        site.heads_of = lambda start: two if start // PER_PAGE % 2 else one
        leadline.harvest(site.url, project=tmp_path, pace=0)
        found = rows_of(tmp_path)
        assert sum(found.values()) == len(rows)
        changes = leadline.refresh(tmp_path, pace=0, extent="whole").changes
        assert {one.what for one in changes} <= {"changed"}, changes[:3]
        assert sum(rows_of(tmp_path).values()) == len(rows)
