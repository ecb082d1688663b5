"""Made-up pages are drawn as ever: figures of other days were measured on the same pages."""

import hashlib

import pytest

from made_pages import SETS, made_page
from made_pages.result_styles import BATCHES, rows_of
from record_pitfalls import PITFALLS, pitfall_page
from result_pages import LAYOUTS, books
from tables import read_values

DRAWN = read_values(__file__, "DRAWN")
"""Digests of the pages of seed 500 and of 20 records of seed 21."""


def digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


@pytest.mark.parametrize("kinds", list(SETS))
def test_pages_of_a_set_stay(kinds: str) -> None:
    texts = []
    for name in SETS[kinds]:
        html, items = made_page(name, 500, kinds)
        assert all(item.parts for item in items), name
        texts += [html, *(item.text for item in items)]
    assert digest(texts) == DRAWN[kinds]


@pytest.mark.parametrize("batch", list(BATCHES))
def test_records_of_a_batch_stay(batch: str) -> None:
    drawn = [row for name, style in BATCHES[batch].items() for row in rows_of(name, style, 21, 20)]
    assert digest([f"{markup} {cells}" for markup, cells in drawn]) == DRAWN[batch]


def test_pitfalls_and_pages_of_books_stay() -> None:
    drawn = [pitfall_page(name, 500)[0] for name in PITFALLS]
    drawn += [show(books("whale", 12)) for show in LAYOUTS.values()]
    assert digest(drawn) == "f7c78a43451d"
