"""Columns as data: slots, names and the stored form."""

from typing import Any

import pytest

from leadline.columns.reader import Columns
from leadline.columns.schema import ColumnSchema
from tables import each_row, read_values

SCHEMA = ColumnSchema(
    names={"/h3": "Title", "/p": "", "/ul/li": "Tags"},
    class_variants={"/p": "p.open", "/div/span": "span.a"},
    list_slots={"/ul/li"},
)


@each_row(__file__, "SLOTS", "why", "place", "wanted")
def test_slots(why: str, place: Any, wanted: Any) -> None:
    assert SCHEMA.slot_of(place) == wanted, why


@each_row(__file__, "NAMES", "why", "slot", "kind", "wanted")
def test_names(why: str, slot: Any, kind: Any, wanted: Any) -> None:
    assert SCHEMA.name(slot, kind) == wanted, why


FULL = read_values(__file__, "FULL", sequence=list)


def test_stored_form_is_plain_and_complete() -> None:
    schema = ColumnSchema.from_dict(FULL)
    assert schema.to_dict() == FULL
    assert [*schema.to_dict()] == [*FULL]
    assert schema.list_slots == {"/li", "/ul/li"}


def test_what_is_missing_is_empty() -> None:
    assert ColumnSchema.from_dict({}) == ColumnSchema()


def test_a_stored_form_is_no_part_of_the_schema() -> None:
    schema = ColumnSchema.from_dict(FULL)
    stored = schema.to_dict()
    stored["names"]["/h3"] = "Other"
    stored["list_slots"].append("/x")
    assert schema.to_dict() == FULL


@pytest.mark.parametrize("name", ["names", "templates", "list_slots"])
def test_a_wrong_part_is_refused(name: str) -> None:
    with pytest.raises(TypeError):
        ColumnSchema.from_dict({name: 7})


def test_columns_differ_by_what_was_learned_only() -> None:
    one, other = Columns.from_dict(FULL), Columns.from_dict(FULL)
    one.reset_plans()
    assert one == other
    other.names["/h3"] = "Head"
    assert one != other
