"""Definitions and gold tables of lines: what a stranger may write is read."""

from pathlib import Path

import pytest

from leadline_research.bench.line.definition import read_line
from leadline_research.bench.line.gold import entities_by_columns, entity_figures, read_entities
from tables import each_row, read_values

TRUTHS = {
    "north": [{"id": "n1", "title": "Emma"}, {"id": "n2", "title": "Faust"}],
    "south": [{"key": "s1", "title": "Emma"}, {"key": "s2", "title": "Hamlet"}],
}
JOINED = frozenset([("north", 0), ("south", 0)])
DEFINITIONS = read_values(__file__, "DEFINITIONS")
GOLD = read_values(__file__, "GOLD")


@pytest.mark.parametrize("text", DEFINITIONS.values(), ids=list(DEFINITIONS))
def test_a_definition_may_be_written_in_many_ways(text: str, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("")
    (tmp_path / "line.toml").write_text(text, "utf-8")
    line = read_line(tmp_path)
    assert line.topic == "art"
    assert [site.name for site in line.sites] == ["a", "b"]
    assert {site.script for site in line.sites} == {str(tmp_path / "site")}
    assert line.wanted == ("a",)


@pytest.mark.parametrize("text", GOLD.values(), ids=list(GOLD))
def test_a_gold_table_may_have_several_layouts(text: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.csv"
    path.write_text(text, "utf-8")
    entities = read_entities(path, TRUTHS)
    assert JOINED in entities
    assert len(entities) == 3


def test_gold_as_json_lists_members(tmp_path: Path) -> None:
    path = tmp_path / "gold.json"
    path.write_text('{"entities": [{"members": [["north", "n1"], ["south", "s1"]]}]}', "utf-8")
    assert JOINED in read_entities(path, TRUTHS)


def test_equal_columns_are_a_gold_table_too() -> None:
    assert JOINED in entities_by_columns(TRUTHS, ["title"])
    assert len(entities_by_columns(TRUTHS, [])) == 4


def test_joining_what_is_apart_costs_the_figure() -> None:
    apart = entities_by_columns(TRUTHS, [])
    assert entity_figures(apart, apart)["f1"] == 1.0
    assert entity_figures([JOINED, *apart[1:3]], apart)["f1"] < 1.0
    gold = entities_by_columns(TRUTHS, ["title"])
    assert entity_figures(apart, gold)["f1"] == 0.0
    assert entity_figures(gold, gold)["pairs"]["gold"] == 1


@each_row(__file__, "a_definition_that_says_too_little_is_refused", "text", "complaint")
def test_a_definition_that_says_too_little_is_refused(
    text: str, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "line.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=complaint):
        read_line(tmp_path)


@pytest.mark.parametrize(
    "folder", sorted((Path(__file__).parents[2] / "bench" / "lines").glob("*/line.toml")), ids=str
)
def test_the_lines_of_the_project_can_be_read(folder: Path) -> None:
    text = folder.read_text("utf-8")
    if "shared" not in text or (Path(__file__).parents[3] / "shared").exists():
        line = read_line(folder.parent)
        assert set(line.wanted) <= {site.name for site in line.sites}
        assert line.decoys is not None
