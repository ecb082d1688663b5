"""A few texts for each reader of fetched text; ``fuzz.py`` tries many."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from fuzz_targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_no_text_breaks_a_reader(name: str) -> None:
    target = TARGETS[name]
    for example in target.examples:
        target.run(example)

    @settings(
        max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(target.texts())
    def run(body: bytes) -> None:
        target.run(body)

    run()
