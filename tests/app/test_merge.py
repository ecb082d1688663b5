"""Integration of several sources: entities, ids and a person's decisions from run to run."""

import csv
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from amounts import further
from leadline.app.asking.choices import read_choices
from leadline.app.integration.decisions import read_decisions
from leadline.app.integration.merge import integrate_project, integrate_tables, write_provenance
from leadline.app.integration.remembered import RememberedMatcher
from leadline.app.project import read_plan
from leadline.cli.integrate import explain, run
from leadline.errors import StoreError
from leadline.integrate.fusion import FusedEntity
from leadline.integrate.matching.matcher import Matching, match
from leadline.model import Field, Page, Record, Request
from leadline.store import Store
from tables import each_row, read_text

SYLLABLES = [first + second for first in "bdfghklmnprst" for second in "aeiou"]
FILMS = 60


def title(number: int) -> str:
    chance = random.Random(number)
    return " ".join("".join(chance.choices(SYLLABLES, k=3)) for _ in range(3))


def film(source: str, number: int, *, year: int | None = None) -> Record:
    prefix = {"a": "The ", "b": "", "c": ""}[source]
    suffix = {"a": "", "b": " (film)", "c": " - DVD"}[source]
    fields = (
        Field("title", f"{prefix}{title(number)}{suffix}"),
        Field("year", str(year or 1950 + number % 40)),
    )
    return Record(source, f"{source}{number}", fields)


def tables(*sources: str) -> dict[str, list[Record]]:
    return {s: [film(s, n) for n in range(FILMS + 10 * "abc".index(s))] for s in sources}


def fill(folder: Path, given: dict[str, list[Record]]) -> None:
    with Store(folder / "project.sqlite") as store:
        for source, records in given.items():
            store.add_source(source, f"http://{source}.example/")
            url = f"http://{source}.example/list"
            number = store.add_page(source, Page(Request("GET", url), url, 200), None)
            store.take(source, None, number, records)


def write_pairs(path: Path, *rows: tuple[str, str, str]) -> None:
    lines = ["source_a,key_a,source_b,key_b,same"]
    lines += [f"{one[0]},{one},{other[0]},{other},{same}" for one, other, same in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def joined(integration: object) -> set[frozenset[str]]:
    entities = integration.entities  # type: ignore[attr-defined]
    return {frozenset(key for _, key in entity.members) for entity in entities}


def test_films_of_three_sources_become_entities() -> None:
    result = integrate_tables(tables("a", "b", "c"))
    right = {frozenset(f"{s}{n}" for s in "abc") for n in range(FILMS)}
    assert len(joined(result) & right) >= 0.95 * FILMS


@pytest.mark.parametrize("code", ["{}", further("#{}")])
def test_sources_that_number_their_records_alike_are_not_joined_by_numbers(code: str) -> None:
    def numbered(source: str, films: Sequence[int]) -> list[Record]:
        records = []
        for place, number in enumerate(films, 1):
            address = Field("page", f"http://{source}.example/{place}", "link")
            fields = (Field("id", code.format(place)), address, *film(source, number).fields)
            records.append(Record(source, f"{source}{number}", fields))
        return records

    given = {"a": numbered("a", range(400)), "b": numbered("b", range(380, 700))}
    groups = {group for group in joined(integrate_tables(given)) if len(group) > 1}
    right = {frozenset({f"a{n}", f"b{n}"}) for n in range(380, 400)}
    assert len(groups & right) >= 18
    assert len(groups - right) <= 4


def test_decisions_survive_a_second_run_a_refresh_and_a_new_source(tmp_path: Path) -> None:
    fill(tmp_path, tables("a", "b"))
    pairs = tmp_path / "mine.csv"
    write_pairs(pairs, ("a1", "b1", "no"), ("a2", "b61", "yes"))
    expected = [frozenset({"a2", "b61"}), {"a1", "b1"}]

    def check(groups: set[frozenset[str]]) -> None:
        assert any(expected[0] <= group for group in groups)
        assert not any(expected[1] <= group for group in groups)

    check(joined(integrate_project(tmp_path, pairs)))
    pairs.unlink()
    check(joined(integrate_project(tmp_path)))
    fill(tmp_path, {"b": [film("b", 99)]})
    check(joined(integrate_project(tmp_path)))
    fill(tmp_path, tables("c"))
    check(joined(integrate_project(tmp_path)))


def test_duplicates_inside_a_source_are_joined_where_a_person_expects_them() -> None:
    given = tables("a", "b")
    given["b"] += [replace(film("b", number), key=f"b{number}-again") for number in range(30)]

    def triples(*repeating: str) -> int:
        groups = joined(integrate_tables(given, repeating=repeating))
        return sum({f"a{n}", f"b{n}", f"b{n}-again"} in groups for n in range(30))

    assert triples() == 0
    assert triples("b") >= 28


@pytest.mark.many
def test_only_changed_sources_are_matched_again_and_the_outcome_is_that_of_all(
    tmp_path: Path,
) -> None:
    asked: list[tuple[int, int]] = []

    def watched(
        left: Mapping[str, Sequence[str]],
        right: Mapping[str, Sequence[str]],
        *,
        decisions: Mapping[tuple[int, int], bool],
    ) -> Matching:
        asked.append((len(left["title"]), len(right["title"])))
        return match(left, right, decisions=decisions)

    def again(given: dict[str, list[Record]]) -> tuple[FusedEntity, ...]:
        asked.clear()
        remembered = RememberedMatcher(tmp_path / "matches.json", watched)
        entities = integrate_tables(given, matcher=remembered).entities
        remembered.save()
        return tuple(entities)

    given = tables("a", "b", "c")
    first = again(given)
    assert sorted(asked) == [(60, 70), (60, 80), (70, 80)]
    assert again(given) == first
    assert asked == []
    given["c"] = [*given["c"][1:40], film("c", 5, year=1901), film("c", 99)]
    assert again(given) == tuple(integrate_tables(given).entities) != first
    assert sorted(asked) == [(60, 41), (70, 41)]


def test_a_plan_says_which_source_repeats_itself(tmp_path: Path) -> None:
    path = tmp_path / "project.toml"
    path.write_text('[[source]]\nurl = "http://b.example/"\nrepeats = true\n', "utf-8")
    assert [source.repeats for source in read_plan(path).sources] == [True]


def test_ids_stay_when_a_source_that_sorts_first_joins(tmp_path: Path) -> None:
    fill(tmp_path, tables("b", "c"))
    before = {m: e.id for e in integrate_project(tmp_path).entities for m in e.members}
    fill(tmp_path, tables("a"))
    entities = integrate_project(tmp_path).entities
    after = {m: e.id for e in entities for m in e.members}
    kept = sum(1 for member, id in before.items() if after[member] == id)
    assert kept >= 0.95 * len(before)
    assert len({entity.id for entity in entities}) == len(entities)


def test_a_majority_of_sources_gives_the_value_and_every_value_has_its_page(tmp_path: Path) -> None:
    given = tables("a", "b", "c")
    given["b"][3] = film("b", 3, year=1901)
    fill(tmp_path, given)
    integration = integrate_project(tmp_path)
    [entity] = [each for each in integration.entities if ("a", "a3") in each.members]
    assert {v.text for v in entity.values if v.attribute == "year"} == {"1953"}
    assert [(v.text, v.members) for v in entity.others if v.attribute == "year"] == [
        ("1901", (("b", "b3"),))
    ]
    rows = write_provenance(integration, tmp_path / "project.sqlite", tmp_path / "values.csv")
    with (tmp_path / "values.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == rows == 2 * sum(map(len, given.values()))
    assert {line["page_url"] for line in lines} == {f"http://{s}.example/list" for s in "abc"}


@pytest.mark.parametrize("line", ["a,1,b,2,perhaps", "a,1,b,2,"])
def test_a_decision_is_yes_or_no(line: str, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(f"source_a,key_a,source_b,key_b,same\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: same is yes or no"):
        read_decisions(path)


def test_a_person_s_files_that_are_no_text_are_named_or_passed_over(tmp_path: Path) -> None:
    for name in ("decisions.csv", "choices.jsonl"):
        (tmp_path / name).write_bytes(b"\xff\x00junk\n")
    with pytest.raises(ValueError, match=r"decisions\.csv is no CSV in UTF-8"):
        read_decisions(tmp_path / "decisions.csv")
    assert read_choices(tmp_path) == []


def test_the_commands_write_a_table_and_give_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, tables("a", "b"))
    out = tmp_path / "films.csv"
    assert run(tmp_path, [out], None, None, quiet=False) == 0
    said = capsys.readouterr().out
    assert "130 records of 2 sources are" in said
    with out.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {"_id", "_sources", "_conflicts"} < set(rows[0])
    assert explain(tmp_path, "a5", "b5") == 0
    assert "they are one entity" in capsys.readouterr().out
    assert explain(tmp_path, "a5", "b6") == 0
    assert "they are not joined" in capsys.readouterr().out
    with pytest.raises(ValueError, match="nowhere is the id of no entity"):
        explain(tmp_path, "a5", "nowhere")


@each_row(__file__, "JOINED_TABLE_HAS_COLUMNS", "said", "wanted")
def test_the_joined_table_has_the_columns_that_the_plan_wants(
    said: str, wanted: str, tmp_path: Path
) -> None:
    fill(tmp_path, tables("a", "b"))
    out = tmp_path / "films.csv"
    (tmp_path / "project.toml").write_text(f"[columns]\n{said}\n")
    if " " in wanted:
        with pytest.raises((ValueError, StoreError), match=wanted):
            run(tmp_path, [out], None, None, quiet=True)
        assert not out.exists()
        return
    assert run(tmp_path, [out], None, None, quiet=True) == 0
    head, *rows = out.read_text("utf-8-sig").splitlines()
    assert head == wanted
    assert rows
    assert min(row[:4] for row in rows) >= "1985"


PLAN = read_text(__file__, "PLAN")


def test_records_without_a_true_main_value_are_set_aside_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tables("a", "b")
    given["a"][4] = Record("a", "a4", (Field("title", title(4)), Field("year", "")))
    given["b"][7] = Record("b", "b7", (Field("title", title(7)), Field("year", "soon")))
    fill(tmp_path, given)
    (tmp_path / "project.toml").write_text(PLAN.format(column="year", attribute="year"), "utf-8")
    assert run(tmp_path, [], None, None, quiet=False) == 0
    assert "2 records were set aside and 0 are doubted" in capsys.readouterr().out
    with (tmp_path / "cleaning.csv").open(encoding="utf-8") as file:
        rows = {row["key"]: (row["kept"], row["reasons"]) for row in csv.DictReader(file)}
    assert rows == {"a4": ("no", "no year"), "b7": ("no", "year is no date: 'soon'")}
    assert explain(tmp_path, "a4", "b4") == 0
    assert "a a4 was set aside: no year" in capsys.readouterr().out


@pytest.mark.parametrize(("attribute", "mapped"), [("year", {"year"}), further("", set())])
def test_the_columns_of_the_plan_go_before_what_was_learned(
    tmp_path: Path, attribute: str, mapped: set[str]
) -> None:
    given = tables("a", "b")
    given["b"] = [
        Record("b", each.key, (each.fields[0], Field("Nr.", each.fields[1].value)))
        for each in given["b"]
    ]
    fill(tmp_path, given)
    with Store(tmp_path / "project.sqlite") as store:
        store.add_source("b.example", "http://b.example/")
        url = "http://b.example/list"
        number = store.add_page("b.example", Page(Request("GET", url), url, 200), None)
        moved = [Record("b.example", each.key, each.fields) for each in given["b"]]
        store.take("b.example", None, number, moved)
    (tmp_path / "project.toml").write_text(PLAN.format(column="Nr.", attribute=attribute), "utf-8")
    by_source = integrate_project(tmp_path).columns.by_source["b.example"]
    assert {new for old, new in by_source.items() if old == "Nr."} == mapped
