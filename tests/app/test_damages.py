"""Damaged files of a project: `check` names them, and the next run ends with the whole table."""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from damaging import BLOCK, KINDS, break_seals, damage, zero_block
from nursery import Nursery

import leadline
from amounts import amount
from bombs import apart
from leadline.app.asking.choices import CHOICES_FILE, log_choice, read_choices
from leadline.app.hint_log import HINTS_FILE, write_hints
from leadline.app.integration.decisions import DECISIONS_FILE, read_decisions, write_decisions
from leadline.app.integration.kept_ids import ENTITIES_FILE, ID_COLUMNS, read_ids
from leadline.app.mend import mend
from leadline.app.project import Project
from leadline.app.start.parts import part_of
from leadline.cli.check import run as run_check
from leadline.cli.wrapper import run as export_wrapper
from leadline.errors import Damaged
from leadline.fetch.archive import page_archive
from leadline.model import Hint
from leadline.report import write_report
from leadline.serve.table import TableShelf
from leadline.store import Reader, Store
from leadline.store.export.table import write_rows
from leadline.store.line import LINE_FILE, LineState, StageNote
from leadline.store.readings import ReadingCache
from leadline.store.seals import seal
from leadline_zoo.source import ServedSource, serve
from leadline_zoo.spec import Engine, Form, Pager, SourceSpec

SMALL: Final = SourceSpec(
    "small", "books", 60, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
DAMAGES: Final = amount(2, many=150)
"""Random damages; of a finished project and of a stopped one."""
BLOCKS: Final = amount(2, many=1_000)
"""Blocks of a store that are zeroed, one at a time; many are all."""


@pytest.fixture(scope="module")
def source() -> Iterator[ServedSource]:
    with serve(SMALL) as served:
        yield served


def made(source: ServedSource, folder: Path, budget: leadline.Budget | None = None) -> Path:
    """A project with all that is made of it."""
    folder.mkdir()
    plan = f'[[source]]\nurl = "{source.url}"\n[[attribute]]\nname = "title"\n'
    (folder / "project.toml").write_text(plan)
    leadline.harvest(folder, pace=0, budget=budget)
    leadline.search(folder, "the")
    shelf = TableShelf()
    shelf.open(Project(folder)).close()
    write_report(folder / "project.sqlite", folder / "report.html")
    return folder


@pytest.fixture(scope="module")
def finished(source: ServedSource, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(source, tmp_path_factory.mktemp("projects") / "finished")


@pytest.fixture(scope="module")
def stopped(source: ServedSource, tmp_path_factory: pytest.TempPathFactory) -> Path:
    budget = leadline.Budget(requests=12)
    return made(source, tmp_path_factory.mktemp("projects") / "stopped", budget)


@pytest.fixture
def whole(finished: Path, tmp_path: Path) -> Path:
    """A finished project of its own for a test that damages it."""
    return shutil.copytree(finished, tmp_path / "art")


def table(project: Path) -> list[tuple[Any, ...]]:
    """Keys and fields of all records."""
    with Reader(project / "project.sqlite") as store:
        keys = [each.key for each in store.sources()]
        return sorted((one.key, *one.fields) for key in keys for one in store.records(key))


def files_of(project: Path) -> list[Path]:
    """Files that a run made."""
    patterns = ("*.sqlite", "pages/*.gz", "report.html", "learned.toml")
    return sorted(path for pattern in patterns for path in project.glob(pattern))


def mended(project: Path) -> leadline.Harvest:
    """The project after another run, sound in its structure, every value with its page."""
    taken = leadline.harvest(project, pace=0)
    with closing(sqlite3.connect(project / "project.sqlite")) as link:
        assert link.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert link.execute("PRAGMA foreign_key_check").fetchall() == []
    return taken


def test_names_that_are_no_text_are_damage_and_recovered(whole: Path, finished: Path) -> None:
    store = whole / "project.sqlite"
    store.write_bytes(store.read_bytes().replace(b"CREATE TABLE note", b"CREATE \xeb\xebBLE note"))
    assert leadline.check(whole).damage
    with pytest.raises(Damaged, match=r"check .* --repair"):
        leadline.load(whole).records()
    mended(whole)
    assert table(whole) == table(finished)


def test_a_value_that_is_no_text_is_damage_without_a_seal_too(whole: Path, finished: Path) -> None:
    break_seals(whole)
    with closing(sqlite3.connect(whole / "project.sqlite")) as link, link:
        torn = "UPDATE record SET fields = CAST(replace(fields, 'a', x'eb') AS TEXT) WHERE id = 1"
        link.execute(torn)
    assert "fields in record" in leadline.check(whole).damage
    mended(whole)
    assert table(whole) == table(finished)


@pytest.mark.parametrize("state", ["finished", "stopped"])
def test_whatever_is_damaged_is_named_and_the_next_run_ends_with_the_whole_table(
    state: str, request: pytest.FixtureRequest, tmp_path: Path, finished: Path
) -> None:
    project, wanted = request.getfixturevalue(state), table(finished)
    for seed in range(DAMAGES):
        draw = random.Random(seed)
        copy = shutil.copytree(project, tmp_path / str(seed))
        if is_killed := draw.random() < 0.3:
            break_seals(copy)
        path, kind = draw.choice(files_of(copy)), draw.choice(KINDS)
        if is_killed and kind == "scattered":  # letters that turned into others: only seals tell
            kind = "cut"
        before = path.read_bytes()
        damage(path, kind, draw)
        case = seed, path.name, kind, is_killed

        found = leadline.check(copy)
        is_idle = kind == "flipped" and path.name.endswith(".gz")  # a bit that says nothing
        is_idle |= path.is_file() and path.read_bytes() == before  # zeros before: nothing changed
        assert not found.is_whole or is_killed or is_idle, case
        taken = mended(copy)
        assert taken.ended, case
        assert table(copy) == wanted, case

        leadline.check(copy, repair=True)
        leadline.harvest(copy, pace=0)
        assert leadline.check(copy).is_whole, case
        shutil.rmtree(copy)


def test_a_killed_writer_leaves_no_seal_and_that_is_said(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    break_seals(whole)
    assert run_check(whole, repair=False) == 0
    said = capsys.readouterr().out
    assert "project.sqlite, search.sqlite, readings.sqlite, learned.toml, table-" in said


def blocks_of(path: Path) -> list[int]:
    blocks = range(path.stat().st_size // BLOCK)
    return random.Random(1).sample(blocks, min(BLOCKS, len(blocks)))


@pytest.mark.parametrize("is_sealed", [True, False])
def test_any_zeroed_block_of_the_store_is_recovered(
    whole: Path, tmp_path: Path, *, is_sealed: bool
) -> None:
    wanted = table(whole)
    for number in blocks_of(whole / "project.sqlite"):
        copy = shutil.copytree(whole, tmp_path / str(number))
        zero_block(copy / "project.sqlite", number)
        before = (copy / "project.sqlite").read_bytes()
        if before == (whole / "project.sqlite").read_bytes():
            continue  # it held nothing
        if not is_sealed:
            break_seals(copy)
        taken = mended(copy)
        assert table(copy) == wanted, number
        assert all(asked <= 5 for asked in taken.asked.values()), "known words only"
        (note,) = taken.notes
        assert "the damaged file is kept as damaged/project.sqlite" in note
        assert (copy / "damaged" / "project.sqlite").read_bytes() == before
        shutil.rmtree(copy)


def test_a_store_that_is_gone_is_made_again_from_an_archive_that_names_no_source(
    source: ServedSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: Path
) -> None:
    real = page_archive.warc.records_of
    with monkeypatch.context() as patch:
        patch.setattr(page_archive.warc, "records_of", lambda page, info, **_: real(page, info))
        leadline.harvest(source.url, project=tmp_path / "art", pace=0)
    (tmp_path / "art" / "project.sqlite").unlink()
    taken = leadline.harvest(source.url, project=tmp_path / "art", pace=0)
    assert table(tmp_path / "art") == table(finished)
    assert all(asked <= 5 for asked in taken.asked.values()), "known words only"


def test_what_a_killed_writer_left_in_the_log_is_recovered_too(whole: Path) -> None:
    store, other = whole / "project.sqlite", whole.parent / "killed"
    with Store(store) as writer:
        writer.note(next(iter(writer.sources())).key, "noted before the kill")
        shutil.copytree(whole, other)
    zero_block(other / "project.sqlite", 0)
    mended(other)
    with Reader(other / "project.sqlite") as reader:
        notes = [note.text for one in reader.sources() for note in reader.notes(one.key)]
    assert "noted before the kill" in notes


def test_another_file_of_ours_in_place_of_the_store_is_taken_as_it_is(
    whole: Path, stopped: Path
) -> None:
    shutil.copyfile(stopped / "project.sqlite", whole / "project.sqlite")
    shutil.copytree(stopped / "pages", whole / "pages", dirs_exist_ok=True)
    before = table(whole)
    assert leadline.check(whole, repair=True).damage == ""
    assert table(whole) == before
    assert mended(whole).ended


@pytest.mark.parametrize("instant", ["_keep_damaged", "remove", "seal"])
def test_a_recovery_that_ends_at_an_instant_is_done_by_the_next_run(
    whole: Path, monkeypatch: pytest.MonkeyPatch, instant: str
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    wanted = table(whole)
    zero_block(whole / "project.sqlite", 3)
    with monkeypatch.context() as patch:
        patch.setattr(f"leadline.app.mend.{instant}", killed)
        with pytest.raises(KeyboardInterrupt):
            mend(Project(whole))
    mended(whole)
    assert table(whole) == wanted


def test_whoever_writes_to_a_damaged_store_is_told_what_to_do(whole: Path) -> None:
    data = bytearray((whole / "project.sqlite").read_bytes())
    data[-10] ^= 1
    (whole / "project.sqlite").write_bytes(data)
    with pytest.raises(Damaged, match=r"is damaged: `leadline check .*art --repair` recovers"):
        Store(whole / "project.sqlite")


def test_the_command_says_what_was_damaged_and_what_it_did(
    whole: Path, nursery: Nursery, capsys: pytest.CaptureFixture[str]
) -> None:
    zero_block(whole / "project.sqlite", 3)
    zero_block(whole / "readings.sqlite", 0)
    (whole / "report.html").unlink()
    (whole / "report.html").mkdir()
    assert run_check(whole, repair=False) == 3
    said = capsys.readouterr().out
    assert "the database is damaged: 1 of its blocks are not as leadline wrote them" in said
    assert "readings.sqlite is damaged: 1 of its blocks" in said
    assert "report.html is damaged: it is no file" in said
    assert "the project is whole" not in said
    assert run_check(whole, repair=True) == 3
    assert "the damaged file is kept as damaged/project.sqlite" in capsys.readouterr().out
    assert nursery.run("harvest", whole, "--pace", 0).code == 0
    assert run_check(whole, repair=False) == 0


@pytest.mark.parametrize("name", [ENTITIES_FILE, DECISIONS_FILE, CHOICES_FILE])
@pytest.mark.parametrize("kind", ["zeroed", "emptied", "folder", "cut"])
def test_of_what_no_run_makes_again_the_lines_that_can_be_read_stay(
    whole: Path, name: str, kind: str
) -> None:
    rows = [[f"{n:016x}", "a.test", f"key {n}"] for n in range(400)]
    write_rows(whole / ENTITIES_FILE, ID_COLUMNS, rows)
    seal(whole / ENTITIES_FILE)
    pairs = {(("a", str(n)), ("b", str(n))): n % 2 == 0 for n in range(400)}
    write_decisions(whole / DECISIONS_FILE, pairs)
    for number in range(200):
        log_choice(whole, "the", [{"text": 0.5}], number)
    before = [whole / file for file in (ENTITIES_FILE, DECISIONS_FILE, CHOICES_FILE)]
    held = [read_ids(before[0]), read_decisions(before[1]), read_choices(whole)]
    damage(whole / name, kind, random.Random(5))

    assert name in leadline.check(whole).own
    (said,) = leadline.check(whole, repair=True).repaired
    assert f"kept as damaged/{name}" in said
    after = [read_ids(before[0]), read_decisions(before[1]), read_choices(whole)]
    for was, now, path in zip(held, after, before, strict=True):
        assert now == was if path.name != name else len(now) < len(was)
        assert all(one in was for one in now)
    assert leadline.check(whole).is_whole


def test_what_counts_for_nothing_or_a_person_may_change_is_named_too(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_hints(whole / HINTS_FILE, [Hint("never", ("Order",))])
    write_decisions(whole / DECISIONS_FILE, {(("a", "1"), ("b", "1")): True})
    assert run_check(whole, repair=False) == 0
    assert "changed" not in capsys.readouterr().out
    (whole / HINTS_FILE).unlink()
    (whole / DECISIONS_FILE).write_text("source_a,key_a,source_b,key_b,same\na,1,b,1,no\n")
    (archive,) = (whole / "pages").glob("*.gz")
    data = bytearray(archive.read_bytes())
    data[9] ^= 1  # of the first head of gzip: the system that packed it
    archive.write_bytes(data)
    leadline.harvest(whole, pace=0)  # known words may be asked, so it grows
    assert run_check(whole, repair=False) == 0
    told = capsys.readouterr().out
    assert f"{archive.name} of the page archive: 1 of its blocks" in told
    assert "decisions.csv, hints.toml: changed or removed since" in told
    (whole / "project.toml").write_text("[[source")
    assert run_check(whole, repair=True) == 1
    assert "project.toml is damaged" in capsys.readouterr().out
    (whole / "project.toml").unlink()
    assert leadline.check(whole).archive == {}


def test_hints_that_cannot_be_read_are_named_and_left_to_the_person(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (whole / HINTS_FILE).write_text('[[hint]]\nform = "Tit')
    assert run_check(whole, repair=True) == 1
    assert "correct hints.toml, or move it away" in capsys.readouterr().out


def test_lost_pages_that_no_harvest_asks_for_are_told_once(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leadline.refresh(whole, pace=0)
    for archive in (whole / "pages").glob("*.gz"):
        archive.write_bytes(b"")
    mended(whole)
    assert not leadline.check(whole).lost
    assert run_check(whole, repair=True) == 0
    assert (
        "pages of visits, questions or a browser, or earlier ones of records, cannot"
        in capsys.readouterr().out
    )
    assert leadline.check(whole).is_whole


def test_answers_that_were_asked_for_again_under_another_token_are_made_good(
    tmp_path: Path,
) -> None:
    with serve(replace(SMALL, form=Form(method="POST", token=True))) as served:
        project = made(served, tmp_path / "art", leadline.Budget(requests=8))
        for archive in (project / "pages").glob("*.gz"):
            archive.write_bytes(b"")
        mended(project)
        leadline.check(project, repair=True)
        mended(project)
        assert leadline.check(project).is_whole
        assert len(table(project)) == SMALL.count


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-lock"])
def test_a_folder_in_place_of_a_file_beside_the_store_stops_nothing(
    whole: Path, finished: Path, ending: str
) -> None:
    beside = whole / f"project.sqlite{ending}"
    beside.unlink(missing_ok=True)
    beside.mkdir()
    assert not leadline.check(whole).is_whole
    mended(whole)
    assert table(whole) == table(finished)


def test_made_files_that_are_missing_or_of_another_kind_are_named(whole: Path) -> None:
    index, (other,) = whole / "search.sqlite", whole.glob("table-*.sqlite")
    index.unlink()
    assert leadline.check(whole).made == {index.name: "it is missing"}
    index.touch()
    assert leadline.check(whole).made == {index.name: "it is empty"}
    break_seals(whole)
    shutil.copyfile(other, index)
    assert leadline.check(whole).made == {index.name: "it is of another program"}
    leadline.check(whole, repair=True)
    (whole / "learned.toml").write_text("some,csv")
    assert leadline.check(whole).made == {"learned.toml": "it cannot be read"}
    leadline.check(whole, repair=True)
    assert leadline.check(whole).is_whole


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_makes_a_damaged_index_again(whole: Path, kind: str) -> None:
    wanted = leadline.search(whole, "the").total
    for seed in range(amount(1, many=20)):
        damage(whole / "search.sqlite", kind, random.Random(seed))
        if kind in ("flipped", "scattered"):  # other content, which `check` alone sees
            leadline.check(whole, repair=True)
        assert leadline.search(whole, "the").total == wanted


def test_the_server_makes_a_damaged_table_again(whole: Path) -> None:
    (path,) = whole.glob("table-*.sqlite")
    for kind in KINDS:
        damage(path, kind, random.Random(3))
        with TableShelf().open(Project(whole)) as opened:
            assert opened.rows == SMALL.count, kind


def test_a_damaged_part_of_a_killed_run_by_processes_comes_home(whole: Path) -> None:
    wanted, part = table(whole), part_of(Project(whole), 1)
    part.folder.mkdir(parents=True)
    for name in ("project.sqlite", "pages"):
        (whole / name).rename(part.folder / name)
    break_seals(whole)
    zero_block(part.store, 3)
    assert leadline.check(whole).parts
    mended(whole)
    assert table(whole) == wanted


def test_readings_that_cannot_be_written_are_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    (tmp_path / "readings.sqlite").mkdir()
    monkeypatch.setattr("leadline.store.readings.set_aside_damaged", refused)
    with ReadingCache(tmp_path / "readings.sqlite", "1") as cache:
        cache.put(7, "code", b"rows")
        cache.write()
        assert cache.get(7, "code") is None


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"run": "x"}', "\x00" * 50])
def test_a_line_whose_state_is_damaged_is_begun_anew(tmp_path: Path, content: str) -> None:
    state = LineState.begin(tmp_path)
    state.add(StageNote("discover", "done", "2 found", "no link is left", after="harvest"))
    (tmp_path / LINE_FILE).write_text(content)
    again = LineState.begin(tmp_path)
    assert (again.next_stage, again.run) == ("discover", 1)
    assert "run.json was damaged" in again.trouble
    assert "trouble" not in json.loads((tmp_path / LINE_FILE).read_text())


def test_a_damaged_wrapper_file_does_not_stop_a_harvest_that_was_begun_with_it(
    source: ServedSource, whole: Path, tmp_path: Path
) -> None:
    file, project = tmp_path / "wrapper.json", tmp_path / "given"
    export_wrapper(whole, "", file)
    budget = leadline.Budget(requests=12)
    leadline.harvest(source.url, project=project, wrapper=file, budget=budget, pace=0)
    file.write_text(file.read_text()[:100])
    with pytest.raises(ValueError, match="wrapper"):
        leadline.harvest(source.url, project=tmp_path / "new", wrapper=file, pace=0)
    taken = leadline.harvest(source.url, project=project, wrapper=file, pace=0)
    assert taken.ended
    assert len(table(project)) == SMALL.count


def test_a_refresh_of_a_damaged_project_recovers_it_and_forgets_its_damaged_visit(
    whole: Path,
) -> None:
    before = table(whole)
    leadline.refresh(whole, pace=0)
    zero_block(whole / "project.sqlite", 3)
    (whole / "visit.sqlite").mkdir()
    leadline.refresh(whole, pace=0)
    mended(whole)
    assert table(whole) == before
    (whole / "project.sqlite").unlink()
    mended(whole)
    assert table(whole) == before, "pages of visits are not taken for answers of the harvest"


def mended_until(project: Path, last: int) -> int:
    """Mend in a child that dies at a call into C; count these calls where it is left alone."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "c_call"
        if calls == last:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> str:
        sys.setprofile(count)
        mend(Project(project))
        sys.setprofile(None)
        return str(calls)

    said = apart(work)
    return int(said) if said.isdigit() else 0


def test_a_recovery_that_is_killed_at_any_instant_is_done_by_the_next_run(
    whole: Path, tmp_path: Path
) -> None:
    wanted, draw = table(whole), random.Random(11)
    calls = 0
    for at in range(amount(3, many=26)):
        copy = shutil.copytree(whole, tmp_path / str(at))
        zero_block(copy / "project.sqlite", draw.randrange(20))
        calls = mended_until(copy, draw.randrange(1, calls) if calls else 0) or calls
        mended(copy)
        assert table(copy) == wanted, at
        shutil.rmtree(copy)
