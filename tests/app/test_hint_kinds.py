"""Every kind of hint is heeded by every command that reads a project, and stays in its log."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import leadline
from amounts import MANY, further
from leadline.app.hint_log import HINTS_FILE, hints_text, read_hints
from leadline.app.project import PLAN_FILE
from leadline.app.tables.reread import reread
from leadline.cli.cluster import gathered
from leadline.model import ASKING_KINDS, Budget, Hint
from misread import (
    CODED,
    FOREIGN,
    ROWS,
    Row,
    Show,
    a_note,
    beside_others,
    by_groups,
    by_years,
    coded,
    in_two_layouts,
    in_two_orders,
    is_deep,
    is_turned,
    left_out,
    of_more,
    one_list,
    one_sentence,
    one_text,
    register,
    side_by_side,
    two_lists,
    two_rows,
    with_a_friend,
    with_advert,
    with_notes,
)

Asked = list[str]


def words_of(asked: Asked) -> set[str]:
    return {parse_qs(urlsplit(path).query).get("q", [""])[0].casefold() for path in asked}


@dataclass(frozen=True)
class Case:
    """A register that is misread, the hints, and the columns that show that they are heeded.

    ``doubt`` is said before; ``asks`` looks at what was asked since; ``names`` must be columns.
    """

    show: Show
    hints: tuple[tuple[str, ...], ...]
    shown: tuple[str, ...] = ("name", "owner", "year")
    options: dict[str, Any] = field(default_factory=dict)
    entry: str = ""
    asks: Callable[[Asked], bool] = lambda asked: True
    names: tuple[str, ...] = ()
    doubt: str = ""
    rows: list[Row] = field(default_factory=lambda: ROWS)


RECORD = (ROWS[4]["name"], ROWS[4]["town"])


def example(at: int, *order: str) -> tuple[str, ...]:
    return tuple(f"{name}={ROWS[at][name]}" for name in order)


CASES = {
    "way": Case(one_list, (("list",),), options={"browse": True}, rows=FOREIGN),
    "form": Case(one_list, (("Search",),), options={"forms": 2}, rows=FOREIGN[:20], doubt="form"),
    "first": Case(
        one_list, (("Reading room",),), entry="gate", asks=lambda asked: "/about" not in asked
    ),
    "first of a session": Case(
        one_list,
        (("Search them together",),),
        options={"branch": True},
        asks=lambda asked: asked.count("/wide") >= asked.count("/"),
    ),
    "ask": Case(one_list, (("dolton",),), asks=lambda asked: "dolton" in words_of(asked)),
    "ask of codes": Case(coded, (("e3",),), options={"rows": CODED}, rows=CODED),
    "never": Case(one_list, (("amber",),), asks=lambda asked: "amber" not in words_of(asked)),
    "region": Case(two_lists, (("Entries",),), doubt="list"),
    "region beside one of each page": Case(beside_others, (("Entries",),), doubt="list"),
    "region by a row of groups": Case(by_years, ((ROWS[4]["name"],),)),
    "not_region": Case(two_lists, (("Seen by others",),), doubt="list"),
    "record": Case(two_rows, (RECORD,), ("name", "owner", "town"), doubt="record"),
    "record beside another": Case(
        side_by_side, (RECORD,), ("name", "owner", "town"), doubt="record"
    ),
    "not_record": Case(with_advert, (("Sponsor",),)),
    "not_record of bare rows": Case(
        with_notes, ((next(filter(None, map(a_note, ROWS))),),), doubt="bare"
    ),
    "not_record of what stands on each page": Case(
        with_a_friend, (("Become a friend",),), doubt="repeated"
    ),
    "next": Case(
        one_list,
        (("a7",),),
        options={"icon": True},
        asks=lambda asked: "k=z32x" in str(asked),
        doubt="paging",
    ),
    "total": Case(of_more, (("none",),)),
    "key": Case(by_groups, (("Nr",),), ("key", "town", "owner")),
    "column": Case(one_list, ((f"holder={ROWS[4]['owner']}",),), names=("holder",)),
    "column in two layouts": Case(
        in_two_layouts,
        ((f"title={next(r['name'] for r in ROWS if not is_deep(r))}",),),
        ("name", "owner"),
        names=("title",),
        doubt="columns",
    ),
    "column of shifted cells": Case(
        left_out,
        ((f"built={next(r['year'] for r in ROWS if int(r['key']) % 3 == 0)}",),),
        ("name", "year", "town"),
        names=("built",),
        doubt="columns",
    ),
    "column of another kind of rows": Case(
        in_two_orders,
        (
            (f"title={next(r['name'] for r in ROWS if not is_turned(r))}",),
            (f"title={next(r['name'] for r in ROWS if is_turned(r))}",),
        ),
        names=("title",),
    ),
    "split behind words": Case(
        one_sentence,
        (example(2, "owner", "town", "name", "year"), example(3, "name", "year", "owner", "town")),
        ("name", "owner", "town", "year"),
        names=("owner", "town"),
        doubt="text",
    ),
    "split": Case(
        one_text,
        (example(2, "owner", "name", "town", "year"), example(3, "name", "owner", "town", "year")),
        ("name", "owner", "town", "year"),
        names=("owner", "town"),
        doubt="text",
    ),
}


class Reading:
    """A project, and whether its table is right by a case."""

    def __init__(self, kind: str, project: Path, url: str, asked: Asked) -> None:
        self.case, self.project, self.asked = CASES[kind], project, asked
        self.kind = kind.partition(" ")[0]
        self.log = tuple(Hint(self.kind, texts) for texts in self.case.hints)
        self.settles = self.kind.removeprefix("not_")
        self.url = url + self.case.entry

    def harvest(self, project: Path, most: int = 300, **options: Any) -> None:
        budget = Budget(requests=most)
        leadline.harvest(self.url, project=project, pace=0, budget=budget, **options)

    def check(self, stage: str, project: Path | None = None) -> None:
        """All rows are right, and the log says what it said."""
        taken = leadline.load(project or self.project)
        rows = [[cell for cell in one.fields if cell.kind == "text"] for one in taken.records()]
        texts = [{cell.value for cell in cells} for cells in rows]
        wanted = [{row[name] for name in self.case.shown} for row in self.case.rows]
        found = sum(any(row <= cells for cells in texts) for row in wanted)
        assert (found, len(texts)) == (len(wanted), len(wanted)), stage
        for name in self.case.names:  # each row has it, and it is one and the same thing
            values = {cell.value for cells in rows for cell in cells if cell.column == name}
            assert all(name in {cell.column for cell in cells} for cells in rows), stage
            assert any(values <= {row[of] for row in self.case.rows} for of in ROWS[0]), stage
        log = read_hints((project or self.project) / HINTS_FILE)
        assert [(one.kind, one.texts) for one in log] == [(one.kind, one.texts) for one in self.log]


LATER = {"ask", "record", "split"}
"""What later runs heed of the others, they heed of these in the same way."""


LIKE_OTHERS = {"not_region", "next", "never", "record", *(one for one in CASES if " " in one)} - {
    "record beside another"
}


@pytest.mark.parametrize("kind", [further(one) if one in LIKE_OTHERS else one for one in CASES])
def test_a_hint_is_heeded_by_every_command(tmp_path: Path, kind: str) -> None:
    case, project = CASES[kind], tmp_path / "p"
    with register(case.show, **case.options) as (url, asked):
        reading = Reading(kind, project, url, asked)
        reading.harvest(project)
        (outcome,) = leadline.load(project).outcomes.values()
        doubts = {one.kind: one.settled_by for one in outcome.doubts}
        assert not case.doubt or reading.settles in doubts[case.doubt]
        del asked[:]
        for texts in case.hints:
            leadline.hint(project, reading.kind, texts)
        assert not asked
        if reading.kind not in ASKING_KINDS:
            reading.check("at once")
        reading.harvest(project)
        reading.check("harvest")
        (outcome,) = leadline.load(project).outcomes.values()
        assert not case.doubt or case.doubt not in {one.kind for one in outcome.doubts}
        reread(project)
        reading.check("reread")
        assert not leadline.refresh(project, pace=0).count("gone")
        reading.check("refresh")
        reread(project)
        reading.check("reread of a visit")
        assert case.asks(asked)
        if kind not in LATER and not MANY:
            return
        del asked[:]
        reading.harvest(project, fresh=True)
        reading.check("fresh")
        assert case.asks(asked)
        assert not leadline.refresh(project, pace=0).count("gone")
        reading.check("refresh of a fresh one")
        gathered(tmp_path / "all", [project])
        leadline.harvest(tmp_path / "all", pace=0)
        reading.check("gathered", tmp_path / "all")


@pytest.mark.parametrize("kind", [one if one in LATER else further(one) for one in CASES])
def test_a_hint_is_heeded_by_a_run_that_goes_on(tmp_path: Path, kind: str) -> None:
    """The plan says it from the start; the run is stopped twice, and goes on."""
    case, project = CASES[kind], tmp_path / "p"
    with register(case.show, **case.options) as (url, asked):
        reading = Reading(kind, project, url, asked)
        project.mkdir()
        said = hints_text(reading.log).replace("[[hint]]", "[[source.hint]]")
        plan = f'[[source]]\nurl = "{reading.url}"\n{said}'
        (project / PLAN_FILE).write_text(plan, encoding="utf-8")
        reading.url, reading.log = str(project), ()
        for most in (6, 14, 300):
            reading.harvest(project, most)
        reading.check("resumed")
        assert case.asks(asked)


@pytest.mark.parametrize("kind", [one if one in LATER else further(one) for one in CASES])
def test_a_file_that_was_edited_by_hand_is_heeded_by_a_refresh(tmp_path: Path, kind: str) -> None:
    case, project, other = CASES[kind], tmp_path / "p", tmp_path / "q"
    with register(case.show, **case.options) as (url, asked):
        reading = Reading(kind, project, url, asked)
        other.mkdir()
        (other / HINTS_FILE).write_text(hints_text(reading.log), encoding="utf-8")
        reading.harvest(other)
        reading.check("first", other)
        reading.harvest(project)
        (project / HINTS_FILE).write_text(hints_text(reading.log), encoding="utf-8")
        (outcome,) = leadline.refresh(project, pace=0).outcomes.values()
        if reading.kind in ASKING_KINDS:
            assert f"({reading.kind}) wait for the next harvest" in str(outcome.notes)
            reading.harvest(project)
        reading.check("edited")
