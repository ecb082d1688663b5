# Holds: stated pages; the size of the whole database
"""Stated totals in many languages, the choice by contrast, and the place that is pinned."""

# ruff: noqa: E501 - a row of a table stays on one line

import pytest

from leadline.page.dom import Document, parse_html
from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.totals.choice import choose_total, database_constant
from leadline.wrapper.totals.stated import (
    TotalLocator,
    read_count,
    read_total,
    stated_pages,
    stated_totals,
)
from tables import each_row


def view(html: str, query: str = "sea") -> tuple[Document, object]:
    return parse_html(html, "http://h.test/s"), QueryMask(query).mask


def folded(text: str) -> str:
    return " ".join(text.split()).casefold()


# what a page says, its total, first and last record, whether it is an estimate


@each_row(__file__, "STATED", "text", "value", "first", "last", "about")
def test_what_pages_say(
    text: str, value: int, first: int | None, last: int | None, about: bool
) -> None:
    found = stated_totals(parse_html(f"<p>{text}</p>", ""), mask=folded)
    best = found[0]
    assert (best.value, best.first, best.last, best.approximate) == (value, first, last, about)


@each_row(__file__, "parts_in_elements_of_their_own", "html", "value")
def test_parts_in_elements_of_their_own(html: str, value: int) -> None:
    assert stated_totals(parse_html(html, ""), mask=folded)[0].value == value


@each_row(__file__, "numbers_of_pages_are_kept_apart", "text", "page", "pages")
def test_numbers_of_pages_are_kept_apart(text: str, page: int, pages: int) -> None:
    found = [s for s in stated_totals(parse_html(f"<p>{text}</p>", ""), mask=folded) if s.pages]
    assert [(s.page, s.pages, s.value) for s in found] == [(page, pages, None)]


@each_row(__file__, "a_number_of_pages_is_never_a_total", "text", "pages")
def test_a_number_of_pages_is_never_a_total(text: str, pages: int) -> None:
    found = stated_totals(parse_html(f"<p>{text}</p>", ""), mask=folded)
    assert pages in [s.pages for s in found]
    assert pages not in [s.value for s in found]


@each_row(__file__, "dates_dockets_and_prices_are_no_totals", "text")
def test_dates_dockets_and_prices_are_no_totals(text: str) -> None:
    values = [s.value for s in stated_totals(parse_html(f"<p>{text}</p>", ""), mask=folded)]
    assert not {12, 31, 2025, 5574, 20000, 16, 4, 2019} & set(values)


RECORD = "<li><a href=/i/{0}>Item {0}, made 1890</a> 3 reviews</li>"


def answer(words: str, count: int = 20) -> str:
    rows = "".join(RECORD.format(i) for i in range(count))
    return (
        f"<p class=about>This index contains 4,000 documents and 31,396 keywords.</p>"
        f"<p class=hits>{words}</p><ol>{rows}</ol><p>Page 1 of 7</p>"
    )


def test_the_total_is_what_moves_with_the_query() -> None:
    a, a2 = (
        view(answer("Total 130 documents matching sea.")),
        view(answer("Total 130 documents matching sea.")),
    )
    b, n = (
        view(answer("Total 45 documents matching war.", 20), "war"),
        view(answer("No document.", 0), "qqq"),
    )
    locator = choose_total(a, a2, b, n, 20)
    assert locator is not None
    assert (locator.pattern, locator.place) == ("count", "p.hits")
    assert [read_total(*page[:1], locator, page[1]).value for page in (a, b)] == [130, 45]  # type: ignore[union-attr,arg-type]
    assert read_total(n[0], locator, n[1]) is None  # type: ignore[arg-type]
    assert database_constant([a, b, n]) == 4000


def test_a_number_that_never_moves_is_no_total() -> None:
    a, b = view(answer("")), view(answer(""), "war")
    assert choose_total(a, a, b, view(answer("", 0), "qqq"), 20) is None


def test_a_number_before_a_pager_is_no_number_of_pages() -> None:
    found = stated_totals(parse_html("<p>List: 21 - 40<br>Page: [1] [2]</p>", ""), mask=folded)
    assert [s for s in found if s.pages] == []


def test_a_bare_number_of_pages_is_no_total() -> None:
    """It would end the walk after so many records."""
    a, a2 = view("<p>1 of 75</p>"), view("<p>2 of 75</p>")
    assert choose_total(a, a2, view("<p>1 of 30</p>", "war"), None, 20) is None
    a, a2 = view("<p>1 / 75</p>"), view("<p>2 / 75</p>")
    assert choose_total(a, a2, view("<p>1 / 30</p>", "war"), None, 20) is None


def test_shown_of_all_is_a_total() -> None:
    a, b = (
        view("<p>Showing results: 10 of 15227</p>"),
        view("<p>Showing results: 10 of 77</p>", "war"),
    )
    locator = choose_total(a, a, b, None, 10)
    assert locator is not None
    assert read_total(a[0], locator, a[1]).value == 15227  # type: ignore[union-attr,arg-type]


def test_a_number_that_changes_on_page_two_is_no_total() -> None:
    a, a2 = view("<p>Showing 20 results</p>"), view("<p>Showing 40 results</p>")
    assert choose_total(a, a2, view("<p>Showing 20 results</p>", "war"), None, 20) is None


def test_a_range_that_fits_the_page_beats_a_bare_number() -> None:
    a = view("<h1>99 results in news</h1><p>1-20 of 130</p>")
    b = view("<h1>98 results in news</h1><p>1-20 of 50</p>", "war")
    locator = choose_total(a, None, b, None, 20)
    assert locator is not None
    assert locator.pattern == "range"


def test_an_answer_of_one_page_states_the_number_only() -> None:
    a = view(
        "<form><strong>1500</strong> results, showing <strong>1</strong> to <strong>20</strong>.</form>"
    )
    b = view("<form><strong>12</strong> results.</form>", "war")
    locator = choose_total(a, a, b, view("<form>nothing</form>", "qqq"), 20)
    assert locator is not None
    found = read_total(b[0], locator, b[1])  # type: ignore[arg-type]
    assert found is not None
    assert found.value == 12


def test_the_query_may_be_a_number() -> None:
    """The box hides it: 1999 is neither a total nor part of the place."""
    a = view("<p>130 results for 1999</p>", "1999")
    b = view("<p>45 results for war</p>", "war")
    locator = choose_total(a, None, b, None, 20)
    assert locator == TotalLocator("count", "p", "", "results for □")


@pytest.mark.parametrize(
    "word", ["a", "of", "total", "documents", "matching", "1", "30", "deep sea"]
)
def test_any_word_may_have_been_asked_for(word: str) -> None:
    """Probe words are common words of the page: "total" must not hide the word "total"."""
    line = "Total {} documents matching {}. Showing 1-20 of {}"
    a = view(f"<p>{line.format(130, word, 130)}</p>", word)
    b = view(f"<p>{line.format(45, 'war', 45)}</p>", "war")
    for one, other in ((a, b), (b, a)):
        locator = choose_total(one, one, other, view("<p>No document.</p>", "qqq"), 20)
        assert locator is not None
        found = [read_total(page[0], locator, page[1]) for page in (a, b)]  # type: ignore[arg-type]
        assert [stated.value for stated in found if stated] == [130, 45]


def test_locators_survive_the_store() -> None:
    locator = TotalLocator("range", "p.n", "results", "for □")
    assert from_plain(TotalLocator, to_plain(locator)) == locator


@each_row(__file__, "COUNTS", "text", "value")
def test_counts(text: str, value: int | None) -> None:
    assert read_count(text) == value


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>" + "1 " * 20000,
        "<p>" + "9" * 100000,
        "<p>" + "1-" * 20000,
        "<p>1 of " * 5000,
        "<p>" + "共" * 20000,
        "<p>" + "results " * 20000 + "5",
        "<p>①②③ ⅧⅨ ५ ௫ 𝟙𝟚",
        "<p>" + "1,234," * 9000,
    ],
    ids=range(9),
)
def test_hostile_pages_are_read_to_the_end(html: str) -> None:
    document = parse_html(html, "")
    stated_totals(document, mask=folded)
    choose_total((document, folded), (document, folded), (document, folded), None, 3)
    database_constant([(document, folded)] * 2)


def test_what_a_record_says_is_no_total() -> None:
    """A year before "American films" or a number alone in a cell looks like a count of hits."""
    html = "<ul>{}</ul>".format(
        "".join(
            f"<li><a href=/{n}>F{n}</a> is one of the 19{n} American films</li>" for n in (43, 51)
        )
    )
    a, b = view(html), view(html.replace("43", "38"), "air")
    assert choose_total(a, None, b, view("<p>nothing</p>", "qqq"), 2) is not None  # type: ignore[arg-type]
    rows = frozenset(a[0].elements("li"))
    assert choose_total(a, None, b, view("<p>nothing</p>", "qqq"), 2, rows=rows) is None  # type: ignore[arg-type]
    last = "<table><tr><td><a href=/1>Film</a></td></tr><tr><td>1-2 of 130</td></tr></table>"
    document = parse_html(last, "")
    found = stated_totals(document, mask=folded, rows=frozenset(document.elements("tr")))
    assert [stated.value for stated in found][:1] == [130], "a row of the table may be its foot"


@each_row(__file__, "stated_pages", "html", "wanted", "why")
def test_stated_pages(html: str, wanted: tuple[int, int] | None, why: str) -> None:
    assert stated_pages(parse_html(html, "")) == wanted, why
