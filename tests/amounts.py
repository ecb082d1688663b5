"""How often a test repeats what chance decides.

Usually a few times, the same in each run. ``LEADLINE_TESTS=many ./run test PATHS`` repeats as often
as once found the faults that such tests are there for; ``.ci/run`` does so where it may take long.
"""

import os

MANY = os.environ.get("LEADLINE_TESTS") == "many"


def amount(usual: int, many: int) -> int:
    """Return how often something is repeated."""
    return many if MANY else usual
