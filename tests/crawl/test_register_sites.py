"""Public registers of old stacks: refusals, frames, windows and lists as they draw them."""

from __future__ import annotations

import pytest
from register_sites import REGISTERS, harvested


@pytest.mark.parametrize(
    ("name", "most", "why"),
    [
        ("opaque next", 50, "the word of a picture leads on, its address is a token"),
        ("page select", 48, "a list of pages sends the form that it stands in"),
        ("frame target", 60, "the form and its answers stand in frames beside a site's own search"),
        ("framed answers", 90, "an answer is what its frames hold together"),
        ("window of days", 80, "a period that is refused is shortened, and the next one asked"),
        ("year and month", 60, "selects without a choice for all are bound together"),
        (
            "too many",
            120,
            "a source that refuses everything is asked by choices, two where one is refused",
        ),
        ("shuffled ties", 75, "a column's heading offers an order that is steady"),
        ("preset years", 60, "lists preset to the newest year are sent with all years"),
        ("lines of pre", 40, "two lines are one entry, and the page's own line is none"),
    ],
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
