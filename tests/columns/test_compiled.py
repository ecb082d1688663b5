"""Compiled templates of a slot: values, places, edges of parts."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.templates.compiled import (
    MAX_COMPILED_DEPTH,
    compile_division,
    trimmed,
    without_thousands_signs,
)
from tables import as_arrays, each_row


@each_row(__file__, "TRIMMED", "why", "part", "wanted")
def test_trimmed(why: str, part: Any, wanted: Any) -> None:
    assert trimmed(part) == wanted, why


THOUSANDS = [
    ("'1,234'", "1,234", "1234"),
    ("'1 234'", "1 234", "1234"),
    ("'1\\xa0234\\u202f567'", "1\xa0234\u202f567", "1234567"),
    ("'12,34'", "12,34", "12,34"),
    ("'1,234.5'", "1,234.5", "1234.5"),
    ("'1.234,5'", "1.234,5", "1.234,5"),
    ("'-1,000'", "-1,000", "-1000"),
    ("'a'", "a", "a"),
    ("''", "", ""),
    ("'1,2345'", "1,2345", "1,2345"),
]


@pytest.mark.parametrize(("why", "number", "wanted"), THOUSANDS, ids=[row[0] for row in THOUSANDS])
def test_thousands_signs(why: str, number: Any, wanted: Any) -> None:
    assert without_thousands_signs(number) == wanted, why


@each_row(__file__, "VALUES", "why", "templates", "text", "wanted", sequence=list)
def test_values(why: str, templates: Any, text: Any, wanted: Any) -> None:
    assert as_arrays(compile_division("s", templates, str).values(text)) == wanted, why


def test_parts_of_parts_end_at_the_depth_limit() -> None:
    slots = ["s" + "|0" * depth for depth in range(MAX_COMPILED_DEPTH + 3)]
    division = compile_division("s", {slot: ["{rest}x"] for slot in slots}, str)
    values = division.values("a" + "x" * (MAX_COMPILED_DEPTH + 3))
    assert [at for at, _ in values] == slots[: MAX_COMPILED_DEPTH + 2]
