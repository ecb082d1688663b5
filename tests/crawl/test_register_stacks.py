# Holds: leaves of a folded list; parts that load alone
# Holds: actions of controls; functions of script files
# Holds: clicks that scripts bind; members of a list alone
"""Registers whose controls are calls of scripts are taken whole, and nothing is written."""

from typing import Final

import pytest
from in_memory import run
from register_stacks import HOST, STACKS, Stack

MOST_REQUESTS: Final = {
    "domino folded view": 50,
    "turbo frame": 62,
    "webforms cascade": 85,
    "webforms letters": 30,
}
"""Where it is not 45."""


@pytest.mark.parametrize("name", STACKS)
def test_a_register_of_script_calls_is_taken_whole(name: str) -> None:
    stack = Stack(name)
    ran = run(f"{HOST}/", stack, most=400)
    wanted = {row["number"] for row in stack.rows}
    taken = {v.value for record in ran.records.values() for v in record.fields} & wanted
    assert len(taken) == len(wanted), ran.outcome
    assert len(ran.records) <= 1.02 * len(wanted)
    assert len(ran.gets) <= MOST_REQUESTS.get(name, 45)
    assert not stack.wrote
    asked = {get.query or "" for get in ran.gets if get.purpose in ("check", "word")}
    assert len({*map(str.casefold, asked)}) == len(asked), "a word is asked in other capitals too"
    assert name != "letters with counts" or "was taken whole" in ran.outcome.reason
