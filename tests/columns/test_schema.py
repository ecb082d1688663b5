"""Columns as data: slots, names and the stored form."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.reader import Columns
from leadline.columns.schema import ColumnSchema

SCHEMA = ColumnSchema(
    names={"/h3": "Title", "/p": "", "/ul/li": "Tags"},
    class_variants={"/p": "p.open", "/div/span": "span.a"},
    list_slots={"/ul/li"},
)

SLOTS = [
    ("the record itself", (), ""),
    ("a field", (("h3", 0),), "/h3"),
    ("a later field", (("td", 0), ("p", 2)), "/td/p#2"),
    ("a member of a list", (("ul", 0), ("li", 3)), "/ul/li"),
    ("a member of a second list", (("ul", 1), ("li", 3)), "/ul#1/li#3"),
    ("a class that is a value", (("p.closed", 0),), "/p.open"),
    ("a tag with a class that is a value", (("p", 0),), "/p.open"),
    ("a class inside", (("div", 0), ("span.b", 1)), "/div/span.a#1"),
    ("the class elsewhere", (("span.b", 0),), "/span.b"),
]


@pytest.mark.parametrize(("why", "place", "wanted"), SLOTS, ids=[row[0] for row in SLOTS])
def test_slots(why: str, place: Any, wanted: Any) -> None:
    assert SCHEMA.slot_of(place) == wanted, why


NAMES = [
    ("learned", "/h3", "text", "Title"),
    ("learned, of a link", "/h3", "link", "Title_url"),
    ("learned, of an image", "/h3", "image", "Title_image"),
    ("left out", "/p", "text", ""),
    ("left out, of a link", "/p", "link", ""),
    ("never seen", "/div.note#1/b", "text", "extra_div_note_1_b"),
    ("never seen, of a link", "/a", "link", "extra_a_url"),
    ("behind a label", "/p=Year of birth", "text", "Year of birth"),
    ("behind a label that names another column", "/p=Title", "text", "extra_p_Title"),
    ("a part behind a label", "/p=Size|1", "text", "Size_1"),
    ("in Chinese", "/p=作者", "text", "作者"),
]


@pytest.mark.parametrize(("why", "slot", "kind", "wanted"), NAMES, ids=[row[0] for row in NAMES])
def test_names(why: str, slot: Any, kind: Any, wanted: Any) -> None:
    assert SCHEMA.name(slot, kind) == wanted, why


FULL = {
    "names": {"/h3": "Title"},
    "class_variants": {"/p": "p.a"},
    "list_slots": ["/li", "/ul/li"],
    "split_pieces": ["/a"],
    "split_lines": ["/b"],
    "class_values": ["/c"],
    "loose_lines": ["/d"],
    "indexed_pieces": ["/e"],
    "templates": {"/f": ["{rest} ({number})"]},
    "inline_labels": {"/g": ["Year"]},
    "labels": {"/h": ["Maker"]},
    "captions": {"/i": ["Size"]},
    "inner_link": {"/j": "a"},
    "headings": {"tr": ["Who", "Born"]},
    "aliases": {"name": "Who"},
}


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
