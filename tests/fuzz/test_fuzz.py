"""A few texts for each reader of fetched text; ``bench/fuzz.py`` tries many."""

import os
import signal
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

from amounts import MANY, amount
from bombs import apart, faults
from fuzz_targets import TARGETS, Target


@pytest.mark.parametrize("name", TARGETS)
def test_no_text_breaks_a_reader(name: str) -> None:
    target = TARGETS[name]
    for example in target.examples:
        target.run(example)

    @settings(max_examples=amount(15, 60), derandomize=True, suppress_health_check=[*HealthCheck])
    @given(target.texts())
    def run(body: bytes) -> None:
        target.run(body)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_no_bomb_breaks_or_stops_a_reader(name: str) -> None:
    """Deep, wide, repeated and numeric texts, in a child that may crash; time grows as they do."""
    texts, pairs = (1_000, 60) if MANY else (4, 1)
    found = apart(lambda: "\n".join(faults(TARGETS[name], texts, pairs)))
    assert found == ""


BROKEN: Final = {
    "quadratic": lambda body: sum(1 for at in range(0, len(body), 64) for _ in body[at::4]),
    "raises": lambda body: int(body) if body.isdigit() else 0,
    "dies": lambda body: os.kill(os.getpid(), signal.SIGKILL),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_measure_finds_what_breaks(name: str) -> None:
    target = Target(BROKEN[name], (b"a",), (b"7",))
    assert apart(lambda: "\n".join(faults(target, most=1))) != ""
