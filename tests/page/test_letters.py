"""Pages that declare no encoding are read by their letters."""

import random

from leadline.page.charset import decode
from leadline.page.letters import PAIRS, SINGLES, best_charset, high_texts
from tables import each_row, read_values

TITLES = read_values(__file__, "TITLES")


def page_of(words: list[str]) -> str:
    items = "".join(
        f"<li><a href=/item?id={n}>{word}</a> (19{n:02})" for n, word in enumerate(words)
    )
    return f"<title>search</title><form><input name=q><button>Go</button></form><ul>{items}</ul>"


@each_row(__file__, "ENCODINGS", "language", "encoding")
def test_a_page_that_declares_nothing_is_read_by_its_letters(language: str, encoding: str) -> None:
    chance, words = random.Random(7), TITLES[language].split()
    pages = [page_of(chance.choices(words, k=count)) for count in (5, 10, 30) for _ in range(7)]
    read = [decode(page.encode(encoding))[0] == page for page in pages]
    assert sum(read) >= 20, encoding


def test_letters_of_several_pages_are_judged_as_those_of_one() -> None:
    page = page_of(TITLES["ukrainian"].split())
    assert best_charset(high_texts(page.encode("koi8_u"))) == "koi8-u"


def test_utf8_that_was_disproved_is_never_guessed() -> None:
    chance = random.Random(3)
    for _ in range(300):
        body = bytes(chance.randrange(0x80, 0x100) for _ in range(chance.randrange(1, 40)))
        assert best_charset(high_texts(b"<p>" + body)) in {*PAIRS, *SINGLES} | {
            *("iso8859-6", "iso8859-7", "iso8859-8")
        }


def test_a_page_that_is_cut_inside_a_character_is_read() -> None:
    page = page_of(TITLES["kanji"].split() * 3)
    for encoding in ("cp932", "euc_jp"):
        body = page.encode(encoding)
        cut = body[: body.rindex("名".encode(encoding)) + 1]
        assert decode(cut)[0][:-1] == page[: len(decode(cut)[0]) - 1]
