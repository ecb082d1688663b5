"""One example by a person mends a misread register, costs no request where the archive holds the
answer, and stays: after a harvest begun anew, a refresh, and in a recipe for another project."""

import asyncio
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from serving import client

import leadline
from amounts import further
from browser_pages import served as pages
from leadline.app.hint import preview
from leadline.app.hint_log import HINTS_FILE, hints_text, read_hints
from leadline.assist.tools import AssistantTools
from leadline.cli.app import main
from leadline.errors import LeadlineError
from leadline.model import Budget, Hint
from misread import ROWS, WORDS, Show, one_list, register, two_lists, two_rows, with_advert
from tables import each_row


def harvest(target: str, project: Path, **options: Any) -> list[set[str]]:
    taken = leadline.harvest(
        target, project=project, pace=0, budget=Budget(requests=300), **options
    )
    return texts(taken)


def texts(taken: leadline.Harvest) -> list[set[str]]:
    return [{cell.value for cell in one.fields if cell.kind == "text"} for one in taken.records()]


def right(rows: list[set[str]], *names: str) -> tuple[int, int]:
    """How many rows of the register stand in the table, and how many rows of it are no such."""
    whole = [{row[name] for name in names} for row in ROWS]
    found = sum(any(row <= cells for cells in rows) for row in whole)
    return found, sum(not any(row <= cells for row in whole) for cells in rows)


def test_a_form_and_an_icon_are_asked_as_a_person_said(tmp_path: Path) -> None:
    with register(one_list, icon=True, forms=2) as (url, asked):
        project = tmp_path / "p"
        harvest(url, project)
        assert not any("k=z32x" in path for path in asked)
        assert leadline.hint(project, "form", "Search").waits
        assert right(harvest(url, project), "name", "year")[0] == 0
        assert leadline.hint(project, "form", "Rolls").waits  # the heading above it
        leadline.hint(project, "next", "a7")
        assert right(harvest(url, project), "name", "year") == (60, 0)
        assert any("/find" in path and "k=z32x" in path for path in asked)
        recipe, other = tmp_path / "recipe.toml", tmp_path / "other"
        assert run(["hints", project, "--export", recipe]) == 0
        run(["harvest", url, "-p", other, "--recipe", recipe, "--pace", 0, "-q"])
        assert right(texts(leadline.load(other)), "name", "year") == (60, 0)


@pytest.mark.parametrize(
    ("show", "icon", "kind", "said", "names"),
    [
        further(two_lists, False, "region", "'Entries'", ("name", "owner", "year"), id="region"),
        pytest.param(two_rows, False, "record", "", ("name", "owner", "town"), id="record"),
        further(one_list, True, "next", "a7.png", ("name", "year"), id="next"),
    ],
)
def test_an_alternative_is_chosen_by_its_number(
    tmp_path: Path, show: Show, icon: bool, kind: str, said: str, names: tuple[str, ...]
) -> None:
    project = tmp_path / "p"
    with register(show, icon=icon) as (url, asked):
        harvest(url, project)
        (outcome,) = leadline.load(project).outcomes.values()
        offered = [one for one in outcome.alternatives if one.decision == kind]
        seen = leadline.inspect(url)
        shown = {(one.decision, one.number) for one in seen.alternatives}
        assert {(kind, one.number) for one in offered} <= shown
        assert [one.is_taken for one in offered].count(True) == 1
        (by_rest,) = client(tmp_path).get("/api/projects/p/sources").json()
        (by_mcp,) = AssistantTools(tmp_path).doubts("p")["sources"].values()
        for told in by_rest, by_mcp:
            assert told["alternatives"] == [one.to_dict() for one in outcome.alternatives]
            settled = [one["settled_by"] for one in told["doubts"]]
            assert settled == [one.settled_by for one in outcome.doubts]
        meant = [one for one in offered if said in one.what and one.example]
        if kind == "record":
            meant = [one for one in meant if dict(one.evidence) == {"records": 10, "texts": 4}]
        del asked[:]
        heeded = leadline.hint(project, kind, str(meant[0].number))
        assert heeded.agreement is not None
        assert heeded.agreement.hint.texts == meant[0].example
        assert not asked
        assert right(harvest(url, project), *names) == (60, 0)


def test_a_column_is_named_by_its_number(tmp_path: Path) -> None:
    project = tmp_path / "p"
    with register(one_list) as (url, _):
        harvest(url, project)
        (outcome,) = leadline.load(project).outcomes.values()
        columns = [one for one in outcome.alternatives if one.decision == "column"]
        assert [one.number for one in columns] == [1, 2, 3]
        heeded = leadline.hint(project, "column", [str(columns[1].number), "owner"])
        (outcome,) = heeded.harvest.outcomes.values()
        told = [one.what for one in outcome.alternatives if one.decision == "column"]
        assert told[1].startswith("owner: ")
        with pytest.raises(ValueError, match=r"key 1 .* is what is read without a hint"):
            leadline.hint(project, "key", "1")


def test_rows_are_no_records_and_words_are_never_asked(tmp_path: Path) -> None:
    project = tmp_path / "p"
    with register(with_advert) as (url, asked):
        first = harvest(url, project)
        assert any("[Sponsor]" in cells for cells in first)
        words = [parse_qs(urlsplit(path).query).get("q", [""])[0].casefold() for path in asked]
        leadline.hint(project, "not_record", "Sponsor")
        kept = texts(leadline.load(project))
        assert not any("[Sponsor]" in cells for cells in kept)
        never = next(word for word in words if word.isalpha() and word in WORDS)
        assert leadline.hint(project, "never", never).waits
        del asked[:]
        harvest(url, project, fresh=True)
        assert f"q={never}" not in " ".join(asked).casefold()
        assert right(texts(leadline.load(project)), "name", "owner", "year") == (60, 0)


def test_a_hint_that_holds_and_cuts_records_says_so(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    project, shown = tmp_path / "p", ROWS[4]
    with register(two_rows) as (url, _):
        harvest(url, project)
        leadline.hint(project, "record", [shown["name"], shown["town"]])
        page = next(iter(leadline.load(project).records())).page
        seen = preview(project, "record", [shown["name"], shown["year"]], page=page)
        assert "rows hold a part of one earlier row each" in " ".join(seen.made)
        capfd.readouterr()
        assert run(["hint", project, "record", shown["name"], shown["year"]]) == 0
        told = capfd.readouterr().out
        assert re.search(r"105 rows instead of 60; 105 rows hold a part .*--undo", told)
        given = AssistantTools(tmp_path).take_back("p")
        assert asyncio.run(given)["before"] == 105


def test_what_must_be_pressed_first_and_the_way_are_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The entry page only offers a link that nobody takes for one to a search."""
    (tmp_path / HINTS_FILE).write_text(hints_text([Hint("first", ("Reading room",))]))
    with register(one_list) as (url, asked):
        gate = f"{url}gate"
        assert right(harvest(gate, tmp_path), "name", "year") == (60, 0)
        assert asked[1:3] == ["/gate", "/?seen=1"]
        (tmp_path / HINTS_FILE).write_text(hints_text([Hint("first", ("Enter here",))]))
        assert run(["harvest", gate, "-p", tmp_path, "--pace", 0, "-q"]) == 1
        assert "nothing that can be pressed" in capfd.readouterr().err
        (tmp_path / HINTS_FILE).write_text(hints_text([Hint("way", ("list",))]))
        assert run(["harvest", url, "-p", tmp_path / "w", "--recipe", tmp_path / HINTS_FILE]) == 1
        assert "the way" in capfd.readouterr().err


def test_hints_go_along_when_projects_are_gathered_and_lie_in_a_folder_by_host(
    tmp_path: Path,
) -> None:
    project, names = tmp_path / "p", ("name", "owner", "year")
    with register(two_lists) as (url, asked):
        harvest(url, project)
        leadline.hint(project, "region", "Entries")
        del asked[:]
        assert run(["gather", tmp_path / "all", project]) == 0
        (kept,) = read_hints(tmp_path / "all" / HINTS_FILE)
        assert kept.source == urlsplit(url).netloc
        leadline.harvest(tmp_path / "all", pace=0)
        assert right(texts(leadline.load(tmp_path / "all")), *names) == (60, 0)
        assert not any("k=z" in path for path in asked)  # no page is asked again
        (tmp_path / "recipes").mkdir()
        recipe = tmp_path / "recipes" / f"{urlsplit(url).netloc.replace(':', '-')}.toml"
        assert run(["hints", project, "--export", recipe]) == 0
        (recipe.parent / "other.example.toml").write_text(hints_text([Hint("form", ("Nowhere",))]))
        run(["harvest", url, "-p", tmp_path / "q", "--recipe", recipe.parent, "--pace", 0, "-q"])
        assert right(texts(leadline.load(tmp_path / "q")), *names) == (60, 0)


def test_an_example_whose_page_comes_later_is_heeded_by_the_same_run(tmp_path: Path) -> None:
    shown = ROWS[47]
    log = [Hint("record", (shown["name"], shown["town"])), Hint("column", (f"it={shown['name']}",))]
    (tmp_path / HINTS_FILE).write_text(hints_text(log), encoding="utf-8")
    with register(two_rows) as (url, _):
        assert right(harvest(url, tmp_path), "name", "owner", "town") == (60, 0)
    columns = [{one.column for one in each.fields} for each in leadline.load(tmp_path).records()]
    assert all("it" in names for names in columns)


def test_words_are_said_of_a_source_that_showed_nothing(tmp_path: Path) -> None:
    bare = "<form action={}x><label>Name <input name=q></label></form>"
    with pages({"/": bare.format("/"), "/x": "<p>Nothing found."}) as (url, _):
        assert not harvest(url, tmp_path)
        assert leadline.hint(tmp_path, "ask", "Aranda").waits


def test_a_hint_that_is_killed_is_read_by_the_next_run(tmp_path: Path) -> None:
    project = tmp_path / "p"
    with register(two_lists) as (url, asked):
        harvest(url, project)
        del asked[:]
        command = [sys.executable, "-m", "leadline", "hint", str(project), "region", "Entries"]
        giving = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while giving.poll() is None and not (project / HINTS_FILE).exists():
            time.sleep(0.01)
        giving.kill()
        giving.wait()
        assert right(harvest(url, project), "name", "owner", "year") == (60, 0)
        assert not any("k=z" in path for path in asked)  # no page is asked again


def run(arguments: list[object]) -> int:
    before, sys.argv = sys.argv, ["leadline", *map(str, arguments)]
    try:
        with pytest.raises(SystemExit) as end:
            main()
    finally:
        sys.argv = before
    return int(end.value.code or 0)


def test_a_wrong_hint_is_refused_and_a_hint_is_taken_back(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "p"
    with register(two_lists) as (url, asked):
        before = harvest(url, project)
        del asked[:]
        with pytest.raises(LeadlineError, match="no archived page shows region 'Nowhere'"):
            leadline.hint(project, "region", "Nowhere")
        with pytest.raises(ValueError, match="no kind of hint is 'colour'"):
            leadline.hint(project, "colour", "red")
        assert not (project / HINTS_FILE).exists()
        assert run(["hint", project, "region", "Entries"]) == 0
        assert run(["hints", project]) == 0
        said = capfd.readouterr().out
        assert "nothing was asked" in said
        assert "1 region 'Entries': holds on" in said
        assert run(["hints", project, "--undo"]) == 0
        assert texts(leadline.load(project)) == before
        assert not asked
        harvested = ["harvest", url, "-p", project, "--pace", 0]
        run([*harvested, "--next", "a9.png", "--record", "Nobody", "--fresh"])
        said = capfd.readouterr().out
        assert "note: the hint next 'a9.png' changed nothing" in said
        assert "note: the hint record 'Nobody' changed nothing" in said
        (project / HINTS_FILE).unlink()
        assert run([*harvested, "--form", "Nowhere", "--fresh", "-q"]) == 1
    assert "is called 'Nowhere': there is 1 Entry" in capfd.readouterr().err


@each_row(__file__, "a_file_of_hints_that_is_none_is_told", "text", "said")
def test_a_file_of_hints_that_is_none_is_told(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / HINTS_FILE).write_text(text)
    with pytest.raises(ValueError, match=said.replace("[", r"\[")):
        read_hints(tmp_path / HINTS_FILE)


def test_hints_are_written_as_they_are_read(tmp_path: Path) -> None:
    log = (Hint("next", ('»"\\\x7f',)), Hint("record", ("a", "b"), "h.test", '{"path": "a"}'))
    (tmp_path / HINTS_FILE).write_text(hints_text(log), encoding="utf-8")
    assert read_hints(tmp_path / HINTS_FILE) == log


@each_row(__file__, "a_rule_of_a_foreign_recipe_is_read_or_left_alone", "kind", "rule")
def test_a_rule_of_a_foreign_recipe_is_read_or_left_alone(
    tmp_path: Path, kind: str, rule: str
) -> None:
    (tmp_path / HINTS_FILE).write_text(hints_text([Hint(kind, ("a=b",), rule=rule)]))
    with register(one_list) as (url, _):
        assert right(harvest(url, tmp_path), "name", "year") == (60, 0)
