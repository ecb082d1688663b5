# Holds: columns that count rows
"""Records without links: what changes with the query is left out, what names them never is."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.identity.text import TextIdentity, learn_text_identity
from tables import each_row, read_rows

Page = list[dict[str, str]]


def table(columns: str, *rows: Sequence[str]) -> Page:
    return [dict(zip(columns.split(), row, strict=True)) for row in rows]


SHIPS = read_rows(__file__, "SHIPS", "title", "author", "year")


@each_row(__file__, "LEARNED", "why", "pages", "dropped")
def test_what_changes_is_left_out(why: str, pages: Any, dropped: tuple[str, ...]) -> None:
    names = ("title", "author", "year", "c0")
    shown = [[dict(zip(names, row, strict=False)) for row in page] for page in pages]
    assert learn_text_identity(shown).dropped == dropped, why


@pytest.mark.parametrize("sign", ["{} ", "{}. ", "[{}] ", "({}) ", "{}、"])
def test_the_number_of_a_row_that_a_text_begins_with_is_left_out(sign: str) -> None:
    texts = [f"{title} by {author}, {year}" for title, author, year in SHIPS]
    first = table("text", *[(sign.format(n) + text,) for n, text in enumerate(texts, 1)])
    again = table("text", *[(sign.format(n) + text,) for n, text in enumerate(texts[2:], 11)])
    identity = learn_text_identity([first, again])
    assert [identity.key(row) for row in first[2:]] == [identity.key(row) for row in again]
    assert from_plain(TextIdentity, to_plain(identity)) == identity


def test_years_that_texts_begin_with_are_no_numbers_of_rows() -> None:
    first = table("text", *[(f"{year} {title}",) for title, _, year in SHIPS])
    assert learn_text_identity([first]).numbered == ()


def test_years_that_differ_on_a_page_name_no_records() -> None:
    """Seen in a catalogue without links: 277 of 400 books were taken for others of their year."""
    one = table("title author year", *SHIPS)
    other = table(
        "title author year",
        *[
            (
                f"Other book about {n} things",
                f"Name{n}, X.",
                ("1901", "1956", "1889", "1911", "2003", "1978")[n],
            )
            for n in range(6)
        ],
    )
    identity = learn_text_identity([one, other])
    assert len({identity.key(row) for row in one + other}) == 12


def test_an_author_of_two_books_does_not_make_them_one() -> None:
    one = table("author title", ("Adams, B.", "Iron"), ("Brook, C.", "Salt"), ("Fenn, A.", "Oak"))
    two = table("author title", ("Brook, C.", "Wool"), ("Adams, B.", "Tin"), ("Holt, G.", "Ash"))
    identity = learn_text_identity([one, two])
    assert len({identity.key(row) for row in one + two}) == 6


def test_rows_that_only_a_changing_column_tells_apart_stay_apart() -> None:
    """One title three times on a page, told apart by the volume."""
    one = table(
        "title volume", ("The iron age today", "1"), ("The iron age today", "2"), ("A", "5")
    )
    two = table("title volume", ("The iron age today", "3"), ("A", "6"), ("B", "7"))
    identity = learn_text_identity([one, two])
    assert len({identity.key(row) for row in one}) == 3


def test_chinese_records() -> None:
    one = table(
        "n 题名 得分",
        ("1", "中国古代建筑史", "98"),
        ("2", "长江航运资料汇编", "91"),
        ("3", "红楼梦", "90"),
    )
    two = table("n 题名 得分", ("1", "长江航运资料汇编", "77"), ("2", "敦煌壁画研究文集", "64"))
    identity = learn_text_identity([one, two])
    assert identity.dropped == ("n", "得分")
    assert identity.key(one[1]) == identity.key(two[0])


@each_row(__file__, "WHICH_ROWS_ARE_ONE", "one", "other", "same")
def test_which_rows_are_one(one: dict[str, str], other: dict[str, str], same: bool) -> None:
    identity = TextIdentity()
    assert (identity.key(one) == identity.key(other)) is same


CELLS = st.text(max_size=6)
ROWS = st.lists(st.fixed_dictionaries({"a": CELLS, "b": CELLS}, optional={"c": CELLS}), max_size=6)


@given(st.lists(ROWS, max_size=4))
def test_any_rows_are_learned_from_and_rows_of_a_page_stay_apart(pages: list[Page]) -> None:
    identity = learn_text_identity(pages)
    counters = [c for c in identity.dropped if all(_is_counter(page, c) for page in pages)]
    for page in pages:
        whole = TextIdentity(tuple(counters))
        assert len({identity.key(r) for r in page}) == len({whole.key(r) for r in page})


def _is_counter(page: Page, column: str) -> bool:
    values = [row.get(column, "").strip("#.) ") for row in page]
    if len(values) < 2:
        return True
    numbers = [int(value) for value in values if value.isdecimal() and len(value) < 9]
    return len(numbers) == len(values) and all(b - a == 1 for a, b in pairwise(numbers))
