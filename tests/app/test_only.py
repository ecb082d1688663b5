"""A part of a source in a project: kept in the plan, resumed from the folder, told in the end."""

from pathlib import Path

import pytest

import leadline
from leadline.app.project import plan_of, project_plan, read_plan
from leadline_zoo.source import serve
from leadline_zoo.spec import Box, Form, SourceSpec

SUBJECT = SourceSpec("tiny", "books", 60, form=Form(boxes=(Box("s", "subject", "select"),)))


def test_a_part_is_a_source_of_its_own_and_goes_on_from_the_folder(tmp_path: Path) -> None:
    with serve(SUBJECT) as source:
        rows = source.truth()
        subject = rows[0]["subject"]
        only = [f"subject={subject}"]
        first = leadline.harvest(source.url, project=tmp_path / "p", only=only, pace=0)
        again = leadline.harvest(tmp_path / "p", pace=0)
    (key,), (outcome,) = first.outcomes, first.outcomes.values()
    assert key.endswith(f"[subject={subject}]")
    assert outcome.records == sum(row["subject"] == subject for row in rows)
    assert outcome.reason.startswith(f"only subject={subject} is wanted: ")
    assert again.outcomes[key].records == outcome.records
    assert again.outcomes[key].part == f"subject={subject}"


def test_another_look_at_a_part_of_several_answers_stays_inside_of_it(tmp_path: Path) -> None:
    with serve(SUBJECT) as source:
        rows = source.truth()
        wanted = sorted({row["subject"] for row in rows})[:2]
        only = [f"subject={subject}" for subject in wanted]
        first = leadline.harvest(source.url, project=tmp_path / "p", only=only, pace=0)
        again = leadline.harvest(tmp_path / "p", pace=0)
    (outcome,), (later,) = first.outcomes.values(), again.outcomes.values()
    assert outcome.records == later.records == sum(row["subject"] in wanted for row in rows)


def test_a_chosen_way_is_kept_in_plan_and_project(tmp_path: Path) -> None:
    plan = tmp_path / "project.toml"
    plan.write_text('[[source]]\nurl = "http://h.test/"\nway = "list"\n')
    assert read_plan(plan).sources[0].key == "h.test[way:list]"
    assert plan_of([str(plan)], way="2").sources[0].way == "2"
    with serve(SUBJECT) as source:
        first = leadline.harvest(source.url, project=tmp_path / "p", way="form", pace=0)
        again = leadline.harvest(tmp_path / "p", pace=0)
    ((key, outcome),) = first.outcomes.items()
    assert key.endswith("[way:form]")
    assert [(way.name, way.came) for way in outcome.ways] == [("form", "taken")]
    assert again.outcomes[key].ways == outcome.ways
    assert project_plan(tmp_path / "p").sources[0].way == "form"


def test_a_plan_keeps_the_part(tmp_path: Path) -> None:
    plan = tmp_path / "project.toml"
    text = '[[source]]\nurl = "http://h.test/"\nonly = {}\n'
    plan.write_text(text.format('[" year = 1990..1999", "sea  fog"]'))
    assert read_plan(plan).sources[0].key == "h.test[year=1990..1999 & sea fog]"
    assert plan_of([str(plan)], only=["q=x"]).sources[0].only == ("q=x",)
    for wrong in ('"year=1990"', '["year="]', "[1990]"):
        plan.write_text(text.format(wrong))
        with pytest.raises(ValueError, match=r"project\.toml: only"):
            read_plan(plan)
