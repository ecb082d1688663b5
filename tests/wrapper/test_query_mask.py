"""The query's echo is boxed in every form, and nothing else is."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.page.dom import parse_html
from leadline.wrapper.query_mask import MASK, MAX_CHUNK_CHARACTERS, QueryMask
from leadline.wrapper.region_choice import ProbePage
from tables import read_rows

BOXED = read_rows(__file__, "BOXED", "query", "said", "left", "why")


@pytest.mark.parametrize(
    ("query", "said", "left"), [row[:3] for row in BOXED], ids=[row[3] for row in BOXED]
)
def test_the_echo_is_boxed(query: str, said: str, left: str) -> None:
    assert QueryMask(query).mask(said) == left


FOUND = [
    ("sea", "Overseas trade", True, "inside a word: engines look there too"),
    ("deep sea", "the sea", True, "one word of it"),
    ("sea", "Land", False, "not at all"),
    ("", "Land", False, "an empty query is found nowhere"),
    ("海", "上海", True, "Han"),
]


@pytest.mark.parametrize(
    ("query", "said", "found"), [row[:3] for row in FOUND], ids=[row[3] for row in FOUND]
)
def test_where_a_record_holds_the_query(query: str, said: str, found: bool) -> None:
    assert QueryMask(query).occurs_in(said) is found


def test_pages_say_the_same_whatever_is_asked() -> None:
    def said(query: str) -> frozenset[str]:
        html = f"<title>{query} - Library</title><h1>No hits for '{query}'</h1><p>New books</p>"
        return ProbePage(parse_html(html, "http://h.test/"), query).chunks

    frame = said("qzxvkjw")
    for query in ("whale", "new", "Books", "a", "deep sea", "人山"):
        page = parse_html(f"<h1>No hits for '{query}'</h1><p>New books</p>", "http://h.test/")
        echo = QueryMask(query)
        assert all(echo.is_known(page.text[node], frame) for node in page.text_nodes)
    assert not QueryMask("whale").is_known("Moby Dick", frame)
    assert not QueryMask("new").is_known("New titles", frame)


def test_addresses_are_read_before_they_are_boxed() -> None:
    assert QueryMask("人山 海").mask_address("/find/%E4%BA%BA%E5%B1%B1+%E6%B5%B7/2") == "/find/□/2"


def test_long_chunks_are_known_by_their_beginning() -> None:
    known = frozenset({QueryMask("").mask("x" * MAX_CHUNK_CHARACTERS)})
    assert QueryMask("whale").is_known("x" * 10_000, known)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@given(st.text(max_size=40), st.text(max_size=200))
def test_boxing_never_breaks_and_never_adds_letters(query: str, said: str) -> None:
    echo = QueryMask(query)
    boxed = echo.mask(said)
    folded = " ".join(said.split()).casefold()
    assert len(boxed) <= len(folded)
    assert echo.folded_and_masked(said) == (folded, boxed)
    assert not query.strip() or echo.occurs_in(said) or boxed == folded


@given(TEXTS, st.sampled_from(["whale", "deep sea", "人山", "море", "c++"]), TEXTS)
def test_what_surrounds_the_echo_is_left_alone(before: str, query: str, after: str) -> None:
    frame = QueryMask("qzxvkjw zzqakkw")
    echo = QueryMask(query)
    if echo.occurs_in(before) or echo.occurs_in(after):
        return
    one = echo.mask(f"{before} {query} {after}")
    other = frame.mask(f"{before} qzxvkjw zzqakkw {after}")
    assert one == other
    assert MASK in one


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a", "a " * 500_000),
        ("a" * 200 + "b", "a" * 300_000),
        (" ".join(f"word{n}" for n in range(30)), "word29 " * 50_000),
        ("(" * 5_000, "(" * 500_000),
        ("%" * 1_000, "%25" * 200_000),
    ],
    ids=["one letter", "nearly everywhere", "30 words", "brackets", "percent signs"],
)
def test_boxing_is_not_quadratic(query: str, said: str) -> None:
    started = time.process_time()
    echo = QueryMask(query)
    echo.mask(said)
    echo.occurs_in(said)
    assert time.process_time() - started < 3.0
