"""Which texts tell that an engine finds beginnings (sites: ``tests/sites``)."""

from __future__ import annotations

import pytest

from leadline.crawl.parts.prefixes import finds_prefixes

TELLING = [
    ("names", "a", ["Abel, Bo", "Adams, Ed", "Aiken, Jo", "Amis, Al", "Ash, Jim"], True),
    ("too few", "a", ["Abel, Bo", "Adams, Ed"], False),
    ("a word of the texts", "a", ["A town", "A man", "A dog", "A cat, Abel", "Ash, a man"], False),
    ("parts of words", "a", ["Boa", "Area", "Lama", "Ash", "Koala"], False),
    ("every long text has such a word", "b", ["Bo", "Ed bit", "Al by", "Oz be", "Ox bus"], False),
    ("no blanks part words", "藍染", ["藍染皿", "藍染椀", "藍染鉢", "藍染箸", "藍染盆"], False),
]


@pytest.mark.parametrize(
    ("query", "texts", "told"), [one[1:] for one in TELLING], ids=[one[0] for one in TELLING]
)
def test_what_tells_that_beginnings_are_found(query: str, texts: list[str], told: bool) -> None:
    assert finds_prefixes({query: texts}, ["Best of all", "By the sea", "Ben"]) is told
