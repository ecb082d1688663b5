"""Addresses that tell of the search as well as of the record."""

import pytest

from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline.wrapper.identity.induction import learn_identity
from leadline.wrapper.identity.link import LinkIdentity, RecordSighting
from tables import read_rows

ROWS = (3, 14, 15)

# how a row's link is written, and what is left of it; {q} is the query of the page
LINKS = read_rows(__file__, "LINKS", "link", "left", "why")


def seen(link: str, query: str) -> list[RecordSighting]:
    rows = "".join(f"<li><a href='{link.format(n=n, q=query)}'>Book {n}</a></li>" for n in ROWS)
    page = parse_html(f"<ul>{rows}</ul>", "http://h.test/find")
    return [RecordSighting(page, RecordSpan((node,)), query) for node in page.elements("li")]


@pytest.mark.parametrize(("link", "left", "why"), LINKS, ids=[row[2] for row in LINKS])
def test_what_tells_of_the_search_is_no_part_of_the_key(link: str, left: str, why: str) -> None:
    pages = [seen(link, "whale"), seen(link, "boat")]
    identity = learn_identity(pages)
    assert identity is not None
    for rows in (*pages, seen(link, ""), seen(link, "oil")):
        keys = [identity.canonical(identity.address(s.document, s.span), s.query) for s in rows]
        assert keys == ["h.test" + left.format(n=n) for n in ROWS], why


def test_a_way_back_in_a_coding_of_its_own_is_no_part_of_the_key() -> None:
    def coded(query: str) -> list[RecordSighting]:
        back = f"http://h.test/find?q={query}".encode().hex()
        return seen("/show?id={n}&from=" + back, query)

    identity = learn_identity([coded("whale"), coded("boat")])
    assert identity is not None
    keys = {identity.canonical(identity.address(s.document, s.span), "oil") for s in coded("oil")}
    assert keys == {f"h.test/show?id={n}" for n in ROWS}


@pytest.mark.parametrize("link", ["/show?kind={}&id={}", "/show/{}/{}", "/{}s/{}"])
def test_a_category_that_all_rows_of_a_page_share_is_kept(link: str) -> None:
    def of(kind: str, *numbers: int) -> list[RecordSighting]:
        rows = "".join(f"<li><a href='{link.format(kind, n)}'>{n}</a></li>" for n in numbers)
        page = parse_html(f"<ul>{rows}</ul>", "http://h.test/find")
        return [
            RecordSighting(page, RecordSpan((node,)), kind + "s") for node in page.elements("li")
        ]

    identity = learn_identity([of("book", 1, 2, 3), of("map", 4, 5, 6)])
    assert identity is not None
    assert identity.dropped == ()


def test_a_parameter_whose_one_value_was_asked_by_chance_stays() -> None:
    link = "/show?kind=book&id={n}"
    identity = learn_identity([seen(link, "book"), seen(link, "whale")])
    assert identity is not None
    for rows in (seen(link, "book"), seen(link, "whale"), seen(link, "")):
        keys = [identity.canonical(identity.address(s.document, s.span), s.query) for s in rows]
        assert keys == [f"h.test/show?kind=book&id={n}" for n in ROWS]


def test_words_of_a_query_given_one_by_one_are_no_part_of_the_key() -> None:
    link = "/show?id={n}&w=old&w=whale"
    identity = learn_identity([seen(link, "old whale"), seen(link, "old whale")])
    assert identity == LinkIdentity("li/a", ("w",), required=True, names=("id", "w"), kept=("id",))


def test_a_parameter_that_came_with_a_larger_page_is_no_part_of_the_key() -> None:
    identity = learn_identity([seen("/rev/{n}?db=a", "whale"), seen("/rev/{n}?db=a", "boat")])
    assert identity is not None
    page = "http://h.test/log?q=whale&count=500&db=a"
    large = identity.canonical("http://h.test/rev/3?count=500&db=a", "whale", page)
    assert large == identity.canonical("http://h.test/rev/3?db=a", "boat") == "h.test/rev/3?db=a"
    other = identity.canonical("http://h.test/rev/3?db=a&part=2", "whale", page)
    assert other == "h.test/rev/3?db=a&part=2", "what the page did not ask for may be the record's"
