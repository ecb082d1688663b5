# Holds: a lone word that leads on; forms in frames before a search of the site
# Holds: periods that a form takes
# Holds: everything inside of a choice, where a source orders to choose
# Holds: selects without a choice for all, bound together; letters that begin names
# Holds: a choice that is obeyed
"""Public registers of old stacks: refusals, frames, windows and lists as they draw them."""

import pytest
from register_sites import REGISTERS, Register, harvested


@pytest.mark.parametrize("name", REGISTERS)
def test_a_register_is_taken(name: str) -> None:
    got, said = harvested(Register(name)), REGISTERS[name]
    assert got.recall >= said.get("recall", 0.98), f"{said['why']}: {got}"
    assert got.precision >= 0.98, f"{said['why']}: {got}"
    assert got.requests <= said["most"], f"{said['why']}: {got}"
    if name == "two letters":
        single = [get.query for get in got.ran.gets if len(get.query or "") == 1]
        assert len(single) < 12, "a letter is refused each time"
