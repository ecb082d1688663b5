"""The query language: what a person writes, and what is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.ask.query import Condition, parse_query


@pytest.mark.parametrize(
    ("text", "words", "conditions"),
    [
        ("lu xun", ("lu", "xun"), ()),
        ('"call to arms" 1923', ("call to arms", "1923"), ()),
        ("novel author:lu xun", ("novel",), (Condition("author", "lu xun"),)),
        ('author:"lu xun" novel', ("novel",), (Condition("author", "lu xun"),)),
        ("author: lu  xun", (), (Condition("author", "lu xun"),)),
        ("year:1920..1930", (), (Condition("year", "", "1920", "1930"),)),
        ("year:1920-05..", (), (Condition("year", "", "1920-05", ""),)),
        ("year:..1930 title:a", (), (Condition("year", "", "", "1930"), Condition("title", "a"))),
        ('"date of birth":1881', (), (Condition("date of birth", "1881"),)),
        ("作者：鲁迅", (), (Condition("作者", "鲁迅"),)),
        ("http://a.example/x", ("http://a.example/x",), ()),
        ("ratio 16:9", ("ratio", "16:9"), ()),
        ("title:wait...what", (), (Condition("title", "", "wait", "what"),)),
    ],
)
def test_a_query_is_read(
    text: str, words: tuple[str, ...], conditions: tuple[Condition, ...]
) -> None:
    asked = parse_query(text)
    assert (asked.words, asked.conditions) == (words, conditions)


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
