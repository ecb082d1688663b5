"""Registers whose controls are calls of scripts are taken whole, and nothing is written."""

from __future__ import annotations

import pytest
from in_memory import run
from register_stacks import HOST, STACKS

MOST_REQUESTS = {
    "webforms master page": 45,
    "webforms rows with commands": 45,
    "jsf command links": 45,
    "apex": 45,
    "domino": 45,
    "webforms cascade": 85,
    "webforms letters": 30,
    "struts link page": 45,
    "asp page menu": 45,
    "primefaces partial": 45,
    "wicket": 45,
    "wicket button": 45,
    "faces new form": 45,
}


@pytest.mark.parametrize("name", MOST_REQUESTS)
def test_a_register_of_script_calls_is_taken_whole(name: str) -> None:
    stack = STACKS[name]()
    ran = run(f"{HOST}/", stack, most=400)
    wanted = {row["number"] for row in stack.rows}
    taken = {v.value for record in ran.records.values() for v in record.fields} & wanted
    assert len(taken) == len(wanted), ran.outcome
    assert len(ran.records) <= 1.02 * len(wanted)
    assert len(ran.gets) <= MOST_REQUESTS[name]
    assert not stack.wrote
