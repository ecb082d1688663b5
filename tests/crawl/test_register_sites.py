"""Public registers of old stacks: refusals, frames, windows and lists as they draw them."""

from __future__ import annotations

import pytest
from register_sites import REGISTERS, harvested

from tables import read_rows

A_REGISTER_IS = read_rows(__file__, "A_REGISTER_IS", "name", "most", "why")


@pytest.mark.parametrize(
    ("name", "most", "why"),
    A_REGISTER_IS,
)
def test_a_register_is_taken(name: str, most: int, why: str) -> None:
    got = harvested(REGISTERS[name]())
    assert got.recall >= 0.98, f"{why}: {got}"
    assert got.precision >= 0.98, f"{why}: {got}"
    assert got.requests <= most, f"{why}: {got}"


def test_words_as_short_as_those_refused_are_not_asked_again() -> None:
    got = harvested(REGISTERS["two letters"]())
    assert got.recall >= 0.95, got
    assert got.requests <= 430, got
    single = [get.query for get in got.ran.gets if len(get.query or "") == 1]
    assert len(single) < 12, "a letter is refused each time"
