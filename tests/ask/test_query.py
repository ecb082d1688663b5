"""The query language: what a person writes, and what is understood."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.ask.query import Condition, parse_query
from tables import each_row


@each_row(__file__, "QUERIES", "text", "words", "conditions")
def test_a_query_is_read(text: str, words: tuple[str, ...], conditions: Any) -> None:
    asked = parse_query(text)
    assert (asked.words, asked.conditions) == (words, tuple(Condition(*c) for c in conditions))


@pytest.mark.parametrize("text", ["", "  ", "!!", '""', "author:", "author:?"])
def test_a_query_that_asks_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no word|no value"):
        parse_query(text)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        asked = parse_query(text)
    except ValueError:
        return
    assert asked.words or asked.conditions
