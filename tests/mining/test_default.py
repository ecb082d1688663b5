"""The default miner on layouts that real result pages have; each row says what is hard in it."""

import pytest

from amounts import amount
from leadline.mining.miner import mine_regions, record_text
from leadline.page.dom import parse_html
from leadline_research.bench.records.records import Gold, score_page, squash
from leadline_research.miners import mine
from made_pages import FAULTS, SEARCHES, SECOND_HAND, made_page
from made_pages import LAYOUTS as MADE_LAYOUTS
from record_pitfalls import PITFALLS, pitfall_page
from tables import read_rows, read_values

NAMES = ["Ann Lee", "Bo Chan", "Cy Diaz", "Dee Ek", "Flo Gard", "Hal Ito", "Jo Kerr", "Lu Moss"]
NAV = (
    "<div class='nav'><ul>" + "".join(f"<li><a href=/{n}>Page {n}</a>" for n in range(9)) + "</ul>"
)
NAV += "</div>"


def card(name: str, number: int, tag: str = "div") -> str:
    return (
        f"<{tag}><a href='/p/{number}'>{name}</a> <em>Essays on the sea, vol. {number}</em>"
        f"<span>{1900 + number} pages</span></{tag}>"
    )


def cards(tag: str = "div") -> str:
    return "".join(card(name, number, tag) for number, name in enumerate(NAMES, 1))


def heads() -> str:
    return "".join(
        f"<h4><a href=/a/{n}>{name}</a></h4><div>Lot {n}, a house with a garden by the sea</div>"
        for n, name in enumerate(NAMES, 1)
    )


def rows(first: int, last: int) -> str:
    return "".join(
        f"<tr><td>{n} May</td><td><a href=/c/{n}>{NAMES[n]} v. State</a></td><td>No. {n * 37}</td>"
        for n in range(first, last)
    )


LAYOUTS = read_rows(__file__, "LAYOUTS", "why", "html")


@pytest.mark.parametrize(("why", "html"), LAYOUTS, ids=[why for why, _ in LAYOUTS])
def test_first_region_is_the_records(why: str, html: str) -> None:
    page = parse_html(f"<body>{NAV}<div id=results>{html}</div><p>Contact us</p>", "http://h.test/")
    texts = [record_text(page, span) for span in mine(page)[0].records]
    assert len(texts) == 8, texts
    for name, text in zip(NAMES, texts, strict=True):
        assert [other for other in NAMES if other in text] == [name], text


def test_chinese_list() -> None:
    books = ["活着", "红高粱", "围城", "边城", "骆驼祥子"]
    html = "".join(
        f"<div class=item><a href=/b/{n}>{book}</a><span>作者：某人{n}</span></div>"
        for n, book in enumerate(books)
    )
    page = parse_html(f"<body>{NAV}{html}", "http://h.test/")
    assert [
        record_text(page, span)[: len(book)]
        for span, book in zip(mine(page)[0].records, books, strict=True)
    ] == books


def test_duplicates_are_all_kept() -> None:
    page = parse_html("<ul>" + "<li><b>Same</b> 1999 <i>book</i></li>" * 5 + "</ul>", "")
    assert len(mine(page)[0].records) == 5


def test_regions_are_best_first_and_limited() -> None:
    page = parse_html(f"<body>{NAV}<ul>{cards('li')}</ul>", "http://h.test/")
    regions = mine(page, limit=3)
    assert len(regions) <= 3
    assert [region.score for region in regions] == sorted(
        (region.score for region in regions), reverse=True
    )


def test_spans_are_whole_siblings_in_order() -> None:
    page = parse_html(f"<body>{NAV}<div>{heads()}</div>", "http://h.test/")
    for region in mine(page):
        for span in region.records:
            assert len({page.parent[node] for node in span.nodes}) == 1
            for node, following in zip(span.nodes, span.nodes[1:], strict=False):
                assert page.end[node] == following


@pytest.mark.parametrize("html", ["", "x", "<p>", "<table><tr><td>", "<ul><li></ul>", "\x00"])
def test_nothing_to_mine(html: str) -> None:
    assert all(len(region.records) > 1 for region in mine(parse_html(html, "")))


def test_unknown_miner_is_named() -> None:
    with pytest.raises(ValueError, match="no miner 'x'; there are: default"):
        mine(parse_html("", ""), "x")


PAGES = range(500, 512)
HARD = {"groups_of_other_paths": 3}
"""Pages of twelve that are right at least, where that is not ten: lists in unlike places are
taken together only where nothing speaks against it."""


@pytest.mark.parametrize("pitfall", PITFALLS)
def test_pitfalls_of_made_up_pages(pitfall: str) -> None:
    """Pages nobody has looked at: every record is one of the first region's, and nothing else."""
    right = 0
    for seed in PAGES:
        html, found = pitfall_page(pitfall, seed)
        page = parse_html(html, "http://h.test/")
        texts = [record_text(page, span) for span in mine(page)[0].records]
        titles = [book.title for book in found]
        held = [[title for title in titles if title in text] for text in texts]
        right += held == [[title] for title in titles]
    assert right >= HARD.get(pitfall, 10)


MADE = range(500, 500 + amount(3, many=6))
HARDER = read_values(__file__, "HARDER")
"""Pages of six that are right at least, where that is not four. Lists in two parts whose boxes have
unlike classes are kept apart, as pinned and other threads of a forum are."""


@pytest.mark.parametrize("layout", [*MADE_LAYOUTS, *FAULTS, *SECOND_HAND, *SEARCHES])
def test_made_up_pages(layout: str) -> None:
    """Lists after those of the last 25 years, among menus, facets and footers; seeds not fitted."""
    right = 0
    for seed in MADE:
        html, items = made_page(layout, seed)
        page = parse_html(html, "http://h.test/")
        gold = [Gold(tuple(map(squash, i.parts)), squash(i.text), ambiguous=False) for i in items]
        texts = [record_text(page, span) for span in mine(page)[0].records]
        found, given, wanted = score_page(gold, [texts], "first")
        right += found == given == wanted
    assert right >= HARDER.get(layout, 4) - 6 + len(MADE)


def test_choices_of_a_select_are_no_part_of_the_page_that_shows() -> None:
    choices = "".join(f"<option value=c{n}>Category {n}" for n in range(9000))
    rows = "".join(f"<tr><td>Title {n}<td>Town {n}" for n in range(8))
    html = f"<select name=cat>{choices}</select><table>{rows}</table>"
    best = mine_regions(parse_html(html, "http://h.test/"))[0]
    assert len(best.records) == 8
