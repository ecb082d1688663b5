"""Templates: how they are written, compiled and numbered."""

from typing import Any

import pytest

from leadline.columns.templates.template import (
    KINDS,
    MAX_CHARACTERS,
    MAX_OPEN_ENDED_CHARACTERS,
    compile_template,
    items_of,
    numbered,
    parts_in,
    written,
)
from tables import each_row


@each_row(__file__, "READ", "why", "template", "text", "wanted")
def test_read(why: str, template: Any, text: Any, wanted: Any) -> None:
    assert compile_template(template)(text) == wanted, why


@each_row(__file__, "ITEMS", "why", "template", "wanted")
def test_items_and_back(why: str, template: Any, wanted: Any) -> None:
    assert (items_of(template), written(items_of(template)) == template) == wanted, why


@each_row(__file__, "NUMBERED", "why", "templates", "wanted", sequence=list)
def test_numbers_of_parts(why: str, templates: Any, wanted: Any) -> None:
    assert numbered(templates) == wanted, why


PARTS = [
    (
        "before and after",
        "by {rest} on {date:4}",
        [(0, "rest", "by ", " on "), (4, "date", " on ", "")],
    ),
    ("at the edges", "{number}-{number}", [(0, "number", "", "-"), (1, "number", "-", "")]),
    ("none", "abc", []),
]


@pytest.mark.parametrize(("why", "template", "wanted"), PARTS, ids=[row[0] for row in PARTS])
def test_parts(why: str, template: Any, wanted: Any) -> None:
    assert [
        (part.number, part.kind, part.before, part.after) for part in parts_in(template)
    ] == wanted, why


def test_long_texts_are_prose() -> None:
    read = compile_template("{text} - {date}")
    assert read("a" * (MAX_CHARACTERS - 13) + " - 2012-01-01") is not None
    assert read("a" * (MAX_CHARACTERS - 12) + " - 2012-01-01") is None
    open_ended = compile_template("{date} {rest}")
    assert open_ended("2012-01-01 " + "a" * 5_000) is not None
    assert open_ended("2012-01-01 " + "a" * MAX_OPEN_ENDED_CHARACTERS) is None


def test_every_kind_reads_one_part() -> None:
    for kind in KINDS:
        assert len(parts_in(f"{{{kind}}}")) == 1
        assert compile_template(f"{{{kind}}}")("") is None
