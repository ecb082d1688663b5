"""Words of every script, and what the engine-facing rules keep out."""

import time

from hypothesis import given
from hypothesis import strategies as st

from leadline.page.markup import prepared_markup
from leadline.page.text import fold, is_han, script, terms, unaccented, words
from tables import each_row


@each_row(__file__, "WORDS", "text", "expected", "why", sequence=list)
def test_words(text: str, expected: list[str], why: str) -> None:
    assert words(text) == expected, why


@each_row(__file__, "script", "text", "expected")
def test_script(text: str, expected: str) -> None:
    assert script(text) == expected


def test_fold_and_accents() -> None:
    assert fold("Édouard") == fold("EDOUARD")
    assert unaccented("café") == "cafe"
    assert unaccented("ガ") == "ガ", "the voicing mark is no accent"
    assert is_han("々")
    assert not is_han("カ")


def test_terms_keep_numbers_and_short_words() -> None:
    assert terms("Nr. 7 静物画") == ["nr", "7", "静物", "物画"]


@given(st.text(max_size=200))
def test_any_text_gives_lower_case_words_of_bounded_length(text: str) -> None:
    for word in words(text):
        assert 1 < len(word) <= 20
        assert not any(c.isspace() for c in word)
        assert word == word.lower()


def test_a_megabyte_of_letters_takes_no_time() -> None:
    begin = time.process_time()
    for filler in ("a", "静", "à", "あ"):
        words(filler * 1_000_000)
    assert time.process_time() - begin < 2.0


def test_closing_tags_that_close_nothing_do_not_hide_how_deep_elements_nest() -> None:
    prepared = prepared_markup("</script><b>" * 40_000)
    assert prepared.text.count("<b>") < 2_000
