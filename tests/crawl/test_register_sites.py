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
        ("lines of pre", 40, "two lines are one entry, and the page's own line is none"),
    ],
)
def test_a_register_is_taken(name: str, most: int, why: str) -> None:
    got = harvested(REGISTERS[name]())
    assert got.recall >= 0.98, f"{why}: {got}"
    assert got.precision >= 0.98, f"{why}: {got}"
    assert got.requests <= most, f"{why}: {got}"
