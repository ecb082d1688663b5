"""What whole texts say: directions in many languages, and texts that only look like one."""

# ruff: noqa: E501 - a row of a table stays on one line

import pytest

from leadline.page.data_files import read_table
from leadline.wrapper.pager.links import is_neutral, read_number
from leadline.wrapper.pager.words import fold, read_class, read_side, read_sign, read_word
from tables import each_row, read_text

NEXT = read_text(__file__, "NEXT")
PREV = """Previous|« Previous|< Prev|Back|previous 20|Vorherige Seite|Zurück|Précédent|Page précédente
Anterior|Página anterior|Voltar|Precedente|Indietro|Vorige|Föregående|Forrige|Edellinen|Poprzednia
Předchozí|Предыдущая|Назад|Попередня|Προηγούμενη|Önceki|Előző|הקודם|السابق|قبلی|पिछला|ก่อนหน้า
Trang trước|Sebelumnya|이전|前へ|前のページ|前の20件|上一页|上一頁|上页|前页|前一页"""
ENDS = """First|LAST: Last »|Erste|LAST: Letzte|Première|LAST: Dernière page|Primera|LAST: Última »|LAST: Ultima »
Inicio|LAST: Fin|LAST: Laatste|Первая|LAST: Последняя|首页|LAST: 末页|LAST: 尾页|LAST: 最后一页|LAST: 最後へ
第一页|最初へ|LAST: 15 Last|처음|LAST: 맨끝"""
ARTICLE = """Next post|Previous post|Next article|Next month|Next day|下一篇|上一篇文章|次の記事|下一章|下一张|Nächster Beitrag
Article suivant|Next photo|Next record"""
NEITHER = """The next big thing|Next of kin|Home|Read more about it|Contact|Page 2|More on the next exhibition|1|»
Whats next for museums|后记|次郎|前田|下関|上海|Weiterlesen|Nextcloud|back to top|last-minute|Firstborn|
Following the previous one|next/previous|首页 > 新闻 > 次要"""


def rows(texts: str) -> list[str]:
    return [text for line in texts.splitlines() for text in line.split("|") if text]


@pytest.mark.parametrize("text", rows(NEXT))
def test_next_in_many_languages(text: str) -> None:
    assert read_word(text) == "NEXT"


@pytest.mark.parametrize("text", rows(PREV))
def test_previous_in_many_languages(text: str) -> None:
    assert read_word(text) == "PREV"


@pytest.mark.parametrize("text", rows(ENDS))
def test_ends(text: str) -> None:
    wanted, mark, bare = text.partition(": ")
    assert read_word(bare if mark else text) == (wanted if mark else "FIRST")


@pytest.mark.parametrize("text", rows(ARTICLE))
def test_neighbours_of_what_is_shown_are_no_pages(text: str) -> None:
    assert read_word(text) == "ARTICLE"


@pytest.mark.parametrize("text", rows(NEITHER))
def test_other_texts_say_nothing(text: str) -> None:
    assert read_word(text) is None


@each_row(__file__, "OLDER_NEWER_AND", "text", "word")
def test_older_newer_and_more(text: str, word: str) -> None:
    assert read_word(text) == word


def test_every_word_of_the_lexicon_is_read_alone() -> None:
    """A typing slip in the table, or a word that another role took, would hide here."""
    lost = []
    for language, (forward, backward, _, _) in read_table("leadline.wrapper.pager", "lexicon.toml")[
        "directions"
    ].items():
        lost += [(language, w) for w in forward.split() if read_word(w) not in ("NEXT",)]
        lost += [(language, w) for w in backward.split() if read_word(w) not in ("PREV",)]
    assert lost == []


@each_row(__file__, "SIGNS", "text", "sign")
def test_signs(text: str, sign: tuple[str | None, bool]) -> None:
    assert read_sign(text) == sign


@each_row(__file__, "CLASS_NAMES", "name", "word")
def test_class_names(name: str, word: str | None) -> None:
    assert read_class(name) == word


@each_row(__file__, "NUMBERS", "text", "number")
def test_numbers(text: str, number: tuple[int | None, int | None]) -> None:
    assert read_number(text) == number


@each_row(__file__, "neutral_texts", "text", "neutral")
def test_neutral_texts(text: str, neutral: bool) -> None:
    assert is_neutral(text) is neutral


def test_kana_marks_are_letters_and_accents_are_not() -> None:
    assert fold("ページ") == "ページ"
    assert fold("NÄCHSTE") == "nachste"
    assert read_side("→ next →") == "NEXT"
