"""The tables of Lin 2016 (as the specification computes them) and what leads to a filled form."""

import pytest

from leadline.domain.model import DomainAttribute
from leadline.forms.classify.relevance import label_similarity, relevance
from leadline.forms.find import find_interfaces
from leadline.model import Control, QueryInterface
from leadline.page.dom import parse_html
from tables import each_row

BOOKS = [
    DomainAttribute("书名", ("题名", "图书名称", "title", "book title"), 0.6),
    DomainAttribute("作者", ("著作者", "译著者", "author"), 0.5),
    DomainAttribute("ISBN", (), 0.95),
    DomainAttribute("价格", (), 0.05),
    DomainAttribute("出版社", ("publisher",), 0.6),
]


def form(*labels: str) -> QueryInterface:
    controls = tuple(Control(f"c{i}", "text", label) for i, label in enumerate(labels))
    return QueryInterface("", "http://h/", "http://h/", "GET", controls)


def test_an_alias_that_is_part_of_a_label() -> None:
    assert label_similarity("Year from", "Year") == 0.9


@each_row(__file__, "RELEVANCE", "labels", "total", "bounded")
def test_relevance_table(labels: tuple[str, ...], total: float, bounded: float) -> None:
    found = relevance(form(*labels), BOOKS)
    assert found.total == pytest.approx(total, abs=0.0005)
    assert found.bounded == pytest.approx(bounded, abs=0.00005)
    assert found.is_ours is (total > 0.6)


def test_a_journals_number_is_no_books() -> None:
    """ISSN is 0.75 like ISBN by the formula of the paper."""
    assert relevance(form("ISSN"), BOOKS).total == 0.0


def test_each_attribute_and_control_counts_once() -> None:
    found = relevance(form("Author", "Authors", "Author:"), BOOKS)
    assert [match.attribute for match in found.matches] == ["作者"]
    assert found.matches[0].control.name == "c0"


def test_a_control_without_label_is_read_by_name_or_id() -> None:
    controls = (Control("txtPublisher", "text"), Control("x7", "text", element_id="bookTitle"))
    found = relevance(QueryInterface("", "http://h/", "http://h/", "GET", controls), BOOKS)
    weights = {match.attribute: match.similarity for match in found.matches}
    assert weights["书名"] == pytest.approx(0.7)


@each_row(__file__, "where_a_label_stands_weighs", "inside", "similarity")
def test_where_a_label_stands_weighs(inside: str, similarity: float) -> None:
    html = f"<form>{inside}<input name=zz><button>Search</button></form>"
    one = find_interfaces(parse_html(html, "http://h/"))[0]
    (match,) = relevance(one, BOOKS).matches
    assert match.similarity == pytest.approx(similarity)
