"""How often a test repeats what chance decides.

Usually a few times, the same in each run. ``LEADLINE_TESTS=many ./run test PATHS`` repeats as often
as once found the faults that such tests are there for; ``.ci/run`` does so where it may take long.
Tests with the mark ``many`` run only then.
"""

import os

import pytest
from _pytest.mark import ParameterSet

MANY = os.environ.get("LEADLINE_TESTS") == "many"


def amount(usual: int, many: int) -> int:
    """Return how often something is repeated."""
    return many if MANY else usual


def further(*row: object, **named: str) -> ParameterSet:
    """Return a row of a test that runs with many alone: it shows on more what other rows show."""
    return pytest.param(*row, marks=pytest.mark.many, **named)
