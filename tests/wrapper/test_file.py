"""A wrapper is a file: written, edited, used again; learned anew where it does not fit."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leadline.app.harvest import harvest
from leadline.app.project import Project
from leadline.cli.wrapper import run as write_wrapper
from leadline.model import Budget
from leadline.store import Reader
from leadline.wrapper.file import read_wrapper, wrapper_text
from leadline.wrapper.wrapper import Wrapper as Wrapper
from leadline_zoo.source import serve
from leadline_zoo.spec import Faults, Look, Pager, SourceSpec
from leadline_zoo.zoo import ZOO
from tables import read_rows

SMALL = SourceSpec("small", "objects", count=90, look=Look("table"), pager=Pager("next", size=15))


def taken(folder: Path) -> tuple[dict[str, dict[str, str]], dict[str, Any], list[str]]:
    with Reader(Project(folder).store) as store:
        (source,) = store.sources()
        rows = {r.key: {f.column: f.value for f in r.fields} for r in store.records()}
        return rows, store.learned(source.key), [note.text for note in store.notes(source.key)]


def test_a_wrapper_is_written_edited_and_used_again(tmp_path: Path) -> None:
    with serve(SMALL) as source:
        first = harvest(source.url, project=tmp_path / "one", pace=0)
        write_wrapper(tmp_path / "one", "", tmp_path / "wrapper.json")
        plain = json.loads((tmp_path / "wrapper.json").read_text(encoding="utf-8"))
        names = plain["layouts"][0]["columns"]["names"]
        slots = {name: slot for slot, name in names.items()}
        names[slots["Artist"]], names[slots["Medium"]] = "Maker", ""
        (tmp_path / "wrapper.json").write_text(json.dumps(plain), encoding="utf-8")
        again = harvest(
            source.url, project=tmp_path / "two", wrapper=tmp_path / "wrapper.json", pace=0
        )
        resumed = harvest(source.url, project=tmp_path / "two", pace=0)
    assert first.ended
    assert again.ended
    assert all(asked <= 4 for asked in resumed.asked.values()), "known words only"
    before, _, _ = taken(first.project.folder)
    after, _, notes = taken(again.project.folder)
    assert before.keys() == after.keys()
    assert len(after) == 90
    for key, row in after.items():
        wanted = {"Maker" if c == "Artist" else c: v for c, v in before[key].items()}
        wanted.pop("Medium", None)
        del wanted["Title_id"]  # made when a source ends, but not where a person gave the wrapper
        assert row == wanted
    assert not any("wrapper" in note for note in notes)


def test_a_stopped_harvest_goes_on_with_the_wrapper_it_began_with(tmp_path: Path) -> None:
    """The second run is not told the wrapper: it is in the project."""
    with serve(SMALL) as source:
        harvest(source.url, project=tmp_path / "one", pace=0)
        text = wrapper_text(taken(tmp_path / "one")[1]["wrapper"])
        edited = json.loads(text)
        names = edited["layouts"][0]["columns"]["names"]
        edited["layouts"][0]["columns"]["names"] = {s: f"my {n}" for s, n in names.items()}
        (tmp_path / "w.json").write_text(json.dumps(edited), encoding="utf-8")
        few = Budget(requests=9)
        harvest(source.url, project=tmp_path / "two", wrapper=tmp_path / "w.json", budget=few)
        harvest(source.url, project=tmp_path / "two", pace=0)
    rows, _, _ = taken(tmp_path / "two")
    assert len(rows) == 90
    assert {c.startswith("my ") for row in rows.values() for c in row} == {True}


def test_a_wrapper_of_another_source_is_learned_anew_and_noted(tmp_path: Path) -> None:
    other = replace(SMALL, look=Look("ordered"))
    with serve(SMALL) as source, serve(other) as elsewhere:
        harvest(source.url, project=tmp_path / "one", pace=0)
        write_wrapper(tmp_path / "one", "", tmp_path / "w.json")
        harvest(elsewhere.url, project=tmp_path / "two", wrapper=tmp_path / "w.json", pace=0)
    rows, _, notes = taken(tmp_path / "two")
    assert len(rows) == 90
    assert any("given wrapper finds no records" in note for note in notes)


FAULTY = read_rows(__file__, "FAULTY", "text", "why")


@pytest.mark.parametrize(("text", "why"), FAULTY, ids=[why for _, why in FAULTY])
def test_what_is_wrong_with_a_wrapper_is_said(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_wrapper(text)


@pytest.mark.parametrize("every", [0, 1, 3])
def test_two_layouts_in_one_harvest_lose_no_record(tmp_path: Path, every: int) -> None:
    """A layout that changes for good, and two that alternate: all records, columns of one name."""
    moody = ZOO["moody"]
    faults = Faults(swap_after=8) if not every else Faults(swap_every=every)
    spec = replace(moody, count=300, faults=faults)
    with serve(spec) as source:
        harvest(source.url, project=tmp_path / "p", pace=0)
        truth = source.truth()
    rows, learned, notes = taken(tmp_path / "p")
    assert len(rows) == 300
    assert len(Wrapper.from_dict(learned["wrapper"]).layouts) == 2
    assert any("another layout" in note for note in notes)
    shown = {row["title"] for row in truth}
    columns = {c for row in rows.values() for c, value in row.items() if value in shown}
    assert len(columns) == 1, columns
