"""The whole line on loopback: sources of the zoo behind a directory, up to one table."""

import csv
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from damaging import KINDS, damage

import leadline
from amounts import amount
from leadline.app.integration.merge import integrate_project
from leadline.app.line.join import source_questions
from leadline.app.line.plan import line_plan_of
from leadline.app.line.run import Spent, discovery_share, left_of
from leadline.errors import StoreError
from leadline.model import Budget
from leadline.report.line import LINE_REPORT, render_line
from leadline.store import Store
from leadline.store.line import LINE_FILE, TABLE_FILE, LineState, OpenQuestion, StageNote
from leadline_zoo.data.tables import Table, make_table
from leadline_zoo.directory import Directory, serve_directory
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

TOPIC = "library books"
SIZE = 60


@contextmanager
def scene() -> Iterator[tuple[Directory, list[ServedSource]]]:
    """Two libraries that share books, and a source of another subject, behind one page."""
    whole = make_table("books", SIZE + 20)
    left, right = Table(whole.recipe, whole.rows[:SIZE]), Table(whole.recipe, whole.rows[20:])
    first = SourceSpec("east", "books", SIZE, "East Library Books", engine=Engine("substring"))
    second = SourceSpec(
        "west",
        "books",
        SIZE,
        "West Library Books",
        look=Look("definitions"),
        pager=Pager("offset", 20),
    )
    other = SourceSpec("tickets", "tickets", SIZE, "Issue tracker")
    with (
        ServedSource(first, left) as east,
        ServedSource(second, right) as west,
        ServedSource(other) as tracker,
        serve_directory(
            [(source.url, source.spec.kind) for source in (east, west, tracker)], articles=4
        ) as directory,
    ):
        yield directory, [east, west, tracker]


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return sorted(csv.reader(file))


def test_one_call_goes_from_a_topic_to_one_table_and_not_again(tmp_path: Path) -> None:
    with scene() as (directory, sources):
        options = {"topic": TOPIC, "anywhere": True, "project": tmp_path / "p"}
        line = leadline.run(directory.url, outputs=[tmp_path / "books.csv"], **options)
        assert [note.stage for note in line.stages] == ["discover", "harvest", "integrate"]
        assert line.ended
        assert line.facts["sources"] == 2
        assert line.facts["records"] == 2 * SIZE
        assert SIZE - 22 <= line.facts["shared"] <= SIZE - 14
        assert rows_of(line.table) == rows_of(tmp_path / "books.csv")
        page = (tmp_path / "p" / LINE_REPORT).read_text("utf-8")
        assert "Found" in page
        assert "no link" in page or "promise too little" in page
        asked = [source.requests for source in sources]
        again = leadline.run(tmp_path / "p")
        assert [source.requests for source in sources] == asked
        assert again.facts == line.facts
        assert all("nothing was" in note.why for note in again.stages)


def test_whatever_of_a_line_is_damaged_the_next_run_gives_the_same_table(tmp_path: Path) -> None:
    draw, project = random.Random(4), tmp_path / "p"
    with scene() as (_, sources):
        urls = [source.url for source in sources[:2]]
        wanted = rows_of(leadline.run(*urls, project=project).table)
        assert leadline.check(project).is_whole
        files = (TABLE_FILE, "matches.json", LINE_FILE, "entities.csv", LINE_REPORT)
        for name in files[: amount(1, many=5)]:
            for kind in draw.sample(KINDS, amount(1, many=7)):
                copy = shutil.copytree(project, tmp_path / f"{name}-{kind}")
                damage(copy / name, kind, draw)
                case = name, kind
                assert name == "entities.csv" or name in leadline.check(copy).made, case
                rows = rows_of(leadline.run(*urls, project=copy).table)
                assert without_ids(rows) == without_ids(wanted), case
                leadline.check(copy, repair=True)
                assert leadline.check(copy).is_whole, case
                assert integrate_project(copy).entities, case


def without_ids(rows: list[list[str]]) -> list[list[str]]:
    """The table without the ids of entities, which are given anew where those known are lost."""
    (names,) = (row for row in rows if "_id" in row)
    return sorted(
        [cell for name, cell in zip(names, row, strict=True) if name != "_id"] for row in rows
    )


def test_a_source_named_later_joins_and_the_others_are_not_asked(tmp_path: Path) -> None:
    with scene() as (_, (east, west, _)):
        leadline.run(east.url, project=tmp_path)
        asked = east.requests
        line = leadline.run(west.url, project=tmp_path)
        assert line.facts["sources"] == 2
        assert east.requests == asked


def test_tables_have_the_columns_that_the_plan_wants(tmp_path: Path) -> None:
    plan, table = tmp_path / "project.toml", tmp_path / "t.csv"
    with scene() as (_, (east, *_others)):
        plan.write_text('[columns]\nkeep = "title"\n')
        with pytest.raises(ValueError, match="keep is a list of texts"):
            leadline.run(east.url, project=tmp_path, outputs=[table])
        assert not east.requests
        plan.write_text('[columns]\nkeep = ["title"]\nrename = {title = "name"}\n')
        leadline.run(east.url, project=tmp_path, outputs=[table])
        assert {len(row) for row in rows_of(table)} == {1}
        assert table.read_text("utf-8-sig").splitlines()[0] == "name"
        plan.write_text('[columns]\nkeep = ["titel"]\n')
        table.unlink()
        with pytest.raises(ValueError, match="no column 'titel'; did you mean 'Title'"):
            leadline.run(east.url, project=tmp_path, outputs=[table])
        assert not table.exists()


def test_a_budget_that_is_used_up_stops_each_stage_with_that_reason(tmp_path: Path) -> None:
    with scene() as (directory, sources):
        total = Budget(requests=12)
        line = leadline.run(
            directory.url, topic=TOPIC, anywhere=True, project=tmp_path, total=total
        )
        assert not line.ended
        assert sum(source.requests for source in sources) + len(directory.log) <= 12 + 4  # robots
        assert any("budget" in note.why for note in line.stages)


def test_discovery_goes_on_while_no_source_is_known(tmp_path: Path) -> None:
    with scene() as (directory, _):
        total = Budget(requests=9)  # its first share is the page of links alone
        options = {"topic": TOPIC, "anywhere": True, "project": tmp_path / "p"}
        line = leadline.run(directory.url, total=total, **options)
        found = [note.did.partition(" ")[0] for note in line.stages if note.stage == "discover"]
        assert found[0] == "0"
        assert found[-1] in {"1", "2"}


def test_discovery_takes_a_share_of_what_is_left() -> None:
    total = Budget(requests=100)
    share = discovery_share(total, Spent(requests=50), own=10)
    assert share is not None
    assert share.requests == 15
    assert left_of(total, Spent(requests=100)) is None
    assert left_of(Budget(), Spent(requests=10**9)) == Budget()


def test_a_killed_run_goes_on_after_the_last_note(tmp_path: Path) -> None:
    state = LineState.begin(tmp_path)
    state.add(StageNote("discover", "done", "", "", after="harvest"))
    assert LineState.begin(tmp_path).next_stage == "harvest"
    state.add(StageNote("harvest", "done", "", "", after="integrate"))
    state.add(StageNote("integrate", "done", "", ""))
    fresh = LineState.begin(tmp_path)
    assert (fresh.run, fresh.next_stage) == (2, "discover")
    (tmp_path / LINE_FILE).write_text("{", "utf-8")
    with pytest.raises(StoreError, match="damaged"):
        LineState.read(tmp_path)
    assert LineState.begin(tmp_path).trouble


def test_what_nobody_named_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="say what to run"):
        line_plan_of([])
    with pytest.raises(ValueError, match="names no source and no seed"):
        line_plan_of([str(tmp_path)])
    (tmp_path / "project.toml").write_text('[discover]\nseeds = ["http://h.test/"]\n', "utf-8")
    with pytest.raises(ValueError, match="say what to look for"):
        line_plan_of([str(tmp_path)])


def test_a_source_that_wants_a_session_is_a_question(tmp_path: Path) -> None:
    with Store(tmp_path / "project.sqlite") as store:
        for name, reason in (("a", "the source shows a login form"), ("b", "the budget of 3")):
            store.add_source(name, f"http://{name}.test/")
            store.set_state(name, "paused", reason=reason)
        (question,) = source_questions(store.sources())
    assert question.about == "a"
    assert "--cookies" in question.how


def test_the_report_escapes_what_was_harvested(tmp_path: Path) -> None:
    state = LineState.begin(tmp_path)
    state.questions = [OpenQuestion("columns", "<script>", "<b>", "<i>")]
    state.write()
    page = render_line(tmp_path)
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
