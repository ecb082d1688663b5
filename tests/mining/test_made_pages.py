"""Made-up pages are drawn as ever: figures of other days were measured on the same pages."""

from __future__ import annotations

import hashlib

import pytest

from made_pages import SETS, made_page
from made_pages.result_styles import BATCHES, rows_of
from record_pitfalls import PITFALLS, pitfall_page
from result_pages import LAYOUTS, books

DRAWN = {
    "layouts": "83b6883c0db7",
    "faults": "50ad43e9f74b",
    "second-hand": "529c0d5db46f",
    "searches": "d1934f418e41",
    "more-searches": "bd4a5f53207d",
    "unlike": "a3adc0c27218",
    "more-unlike": "0e793f2afbf0",
    "rare": "ba45b9109926",
    "more-rare": "e31ec1078f77",
    "engines": "a172e21d93c3",
    "more-engines": "433432a6c219",
    "stacks": "ae06b4791dda",
    "more-stacks": "c1fab7be571b",
    "products": "d0f3ba7b5f13",
    "more-products": "4a3777e445d2",
    "seen": "0332bc58494d",
    "second": "0f60557f2557",
    "third": "7912e7e47a98",
    "fourth": "57c5212bb03e",
    "fifth": "07fae7783e05",
}
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
