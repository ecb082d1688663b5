"""The first words to ask."""

import pytest

from leadline.page.text import script
from leadline.selection.probing.probe_words import nonsense_words, probe_words
from leadline.selection.probing.stopwords import common_words, guess_language, stop_words
from tables import each_row

PAGE = """The collection holds prints, prints and more prints, drawings and drawings, etchings,
lithographs, woodcuts, engravings, sculptures, photographs. Search the collection here."""


def test_order_is_page_then_common_then_page_then_options() -> None:
    probes = probe_words(PAGE, ["Any department", "Decorative arts"], "en")
    assert probes[:2] == ("prints", "collection"), "by frequency, then by place"
    assert probes[6:11] == common_words("en")
    assert probes[-2:] == ("decorative", "arts")
    assert "search" not in probes[:11], "words of the search itself come after all others"
    assert len(set(probes)) == len(probes) <= 30


@each_row(__file__, "other_scripts", "page", "language", "expected")
def test_other_scripts(page: str, language: str, expected: str) -> None:
    assert expected in probe_words(page, [], language)[:3]


def test_an_empty_page_still_has_probes() -> None:
    assert probe_words("", [], "") == common_words("en")
    assert probe_words("", ["绘画作品"], "")[0] == "的"


def test_common_words_of_twenty_languages_and_unknown_tags() -> None:
    assert len(stop_words()) >= 20
    assert all(len(common_words(tag)) == 5 for tag in stop_words())
    assert common_words("zh_TW") == common_words("zh")
    assert common_words("xx") == common_words("en")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "ru", "ja", "zh", "ko", "el"])
def test_language_is_guessed_from_its_own_common_words(language: str) -> None:
    assert guess_language(" ".join(sorted(stop_words()[language]))) == language


def test_one_small_word_is_no_language() -> None:
    assert guess_language("No records matched your search. Keywords") == "en"
    assert guess_language("") == "en"
    assert guess_language("Die Suche ist neu") == "de"


def test_nonsense_is_deterministic_absent_and_in_the_alphabet_of_the_page() -> None:
    single, double = nonsense_words(PAGE)
    assert (single, double) == nonsense_words(PAGE)
    assert len(single) == 7
    assert [len(w) for w in double.split()] == [7, 7]
    assert single not in double
    assert script(nonsense_words("Пётр Великий и его время")[0]) == "cyrillic"
    assert script(nonsense_words("静物画")[0]) == "latin"
    assert nonsense_words(PAGE) != nonsense_words(PAGE + "x")


def test_nonsense_words_of_the_page_itself_are_avoided() -> None:
    taken = nonsense_words("abc")[0]
    assert taken not in nonsense_words("abc " + taken)
