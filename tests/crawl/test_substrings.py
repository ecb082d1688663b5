# Holds: parts of words
"""Single letters are asked before words, where a source finds parts of words."""

import re
from string import ascii_letters
from urllib.parse import parse_qs, urlsplit

from in_memory import HOST, Ran, Wire, run

from leadline.model import Page, Request

SIZE, THINGS = 20, 300
PARTS = ["an", "re", "lo", "mi", "ke", "so", "du", "ti", "ra", "ne"]
FIRST = ["the", "red", "green", "new", "blue", "seven"]


def thing(n: int) -> str:
    """A name of three words that few other things have."""
    one, two, three = (PARTS[n % 10], PARTS[n // 10 % 10], PARTS[n // 100])
    return f"{one}{two}{n * 7 % 10}x {two}{three}{one} {FIRST[n % 6]} {three}{two}{n}".title()


def wire(*, parts: bool, shortest: int = 1) -> Wire:
    """A source that finds what is typed anywhere in its texts (``parts``), or whole words.

    What is shorter than ``shortest`` finds nothing.
    """

    def answer(request: Request) -> Page:
        sent = parse_qs(urlsplit(request.url).query)
        word, number = sent.get("q", [""])[0].casefold(), int(sent.get("page", ["1"])[0])
        askable = len(word) >= shortest
        found = [n for n in range(THINGS) if askable and _holds(thing(n).casefold(), word, parts)]
        rows = "".join(
            f"<li><a href=/thing/{n}>{thing(n)}</a></li>"
            for n in found[SIZE * (number - 1) : SIZE * number]
        )
        more = SIZE * number < len(found)
        after = f"<a href='?q={word}&page={number + 1}'>Next</a>" if more else ""
        body = (
            "<html lang=en><body><form action=/s><input name=q><button>Search</button></form>"
            f"<ul>{rows}</ul><p>{after}</p></body></html>"
        )
        return Page(request, request.url, 200, (), body.encode())

    return answer


def _holds(text: str, word: str, parts: bool) -> bool:
    return word in text if parts else word in re.findall(r"\w+", text)


def letters(ran: Ran) -> set[str]:
    """Latin letters that were asked alone; "a" and letters of other scripts are check words."""
    asked = {get.query for get in ran.gets if get.query and len(get.query) == 1}
    return asked & {*ascii_letters} - {"a"}


def test_letters_take_a_source_that_finds_parts_and_whose_words_lead_nowhere() -> None:
    ran = run(f"{HOST}/s", wire(parts=True))
    assert len(ran.records) == THINGS
    assert "e" in letters(ran)


def test_where_letters_find_nothing_parts_of_three_are_asked() -> None:
    ran = run(f"{HOST}/s", wire(parts=True, shortest=3))
    assert len(ran.records) >= 0.9 * THINGS
    assert not letters(ran)


def test_a_source_that_reads_whole_words_is_asked_one_letter_at_most() -> None:
    assert len(letters(run(f"{HOST}/s", wire(parts=False)))) <= 1
