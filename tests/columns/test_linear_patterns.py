"""No expression that meets fetched text may take more than linear time on it."""

from __future__ import annotations

import time

import pytest

from leadline.columns.templates.induction import TRAILING_WORDS, learn_templates

LETTERS = 40
"""Letters of one word after which an exponential pattern would never come back."""


@pytest.mark.parametrize("end", ["1968", "!", "", "–x"])
def test_long_word_before_no_separator(end: str) -> None:
    started = time.process_time()
    TRAILING_WORDS.match("wolf " + "d" * LETTERS * 1000 + end)
    assert time.process_time() - started < 2


def test_titles_with_a_long_word() -> None:
    titles = [f"iron wolf {'Donaudampfschifffahrtsgesellschaft' * 3} {year}" for year in range(60)]
    started = time.process_time()
    learn_templates(titles)
    assert time.process_time() - started < 5


def test_words_before_a_separator_still_match() -> None:
    match = TRAILING_WORDS.match(" and others, 1968")
    assert match is not None
    assert match[0] == " and others"
