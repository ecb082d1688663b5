"""A column is swept where its words share nothing and so cover the rest in fewer pages."""

import numpy as np
import pytest

from leadline.selection.keywords.column_scan import ScanModel

PRESSES, TITLES = 5, 10


def model(*, known: int = 1, cap: int = 0, taken: float = 0.0) -> ScanModel:
    """Sixty records of five presses; five of six share a word of the title, all of one page."""
    counts = np.repeat(np.array([known, 0], dtype=np.int32), (PRESSES, TITLES))
    made = ScanModel(counts, page_size=5, records=60.0 + taken, taken=taken, cap=cap)
    for n in range(60):
        title = {PRESSES + n // 6: "title"} if n % 6 else {}
        made.add({n // 12: "press"} | title)
    return made


@pytest.mark.parametrize(
    ("made", "best", "why"),
    [
        (model(), range(PRESSES), "titles bring more a page and leave one of six to any word"),
        (model(known=30), (), "the presses show thirty known records each again"),
        (model(known=0), (), "the presses bring as much a page: the greedy choice takes them"),
        (model(cap=4), (), "the source shows four records of a press"),
        (model(taken=2_000.0), (), "nineteen of twenty are taken"),
        (ScanModel(np.zeros(0, dtype=np.int32), 5, 60.0, 0.0), (), "nothing is known from kin"),
    ],
)
def test_what_takes_fewest_pages_is_swept(made: ScanModel, best: range, why: str) -> None:
    assert made.best_terms() == list(best), why
