"""Compiled templates of a slot: values, places, edges of parts."""

from typing import Any

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


@each_row(__file__, "THOUSANDS", "why", "number", "wanted")
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
