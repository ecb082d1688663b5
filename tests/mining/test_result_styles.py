"""Result lists of many applications: most columns of their cells are columns of ours."""

import pytest

from amounts import amount, further
from made_pages.result_styles import BATCHES, measure, read, score

LEAST = {"seen": 0.94, "second": 0.92, "third": 0.88, "fourth": 0.94, "fifth": 0.89}
"""Shares of columns found; what is below these is looked at."""
SEEDS = range(amount(12, many=11), 13)
"""Draws of each style; two of them find the same columns but for four of a batch at most."""


@pytest.mark.parametrize(
    "batch", [further(one) if one in ("second", "fifth") else one for one in BATCHES]
)
def test_columns_of_a_batch(batch: str) -> None:
    found, total, share = measure(BATCHES[batch], SEEDS)
    assert found >= LEAST[batch] * total
    assert share >= LEAST[batch]


@pytest.mark.parametrize("name", list(BATCHES["seen"]))
def test_titles_are_never_lost(name: str) -> None:
    style = BATCHES["seen"][name]
    column = next(one for one in ("title", "name", "subject", "summary") if one in read_cells(name))
    if name == "zh opac":
        pytest.skip("its title stands behind a caption and a rank in one run")
    assert score(name, style, 21).equal[column] >= 0.97


def read_cells(name: str) -> list[str]:
    return list(read(name, BATCHES["seen"][name], 21, pages=1)[0][1])
