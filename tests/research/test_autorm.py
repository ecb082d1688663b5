"""AutoRM: the worked examples of the paper (figures 1 and 2), and its parts one by one."""

import pytest

from leadline.mining.miner import record_text
from leadline.mining.signatures import PageSignatures
from leadline.page.dom import Document, parse_html
from leadline_research.autorm2015.autorm import AutoRM
from leadline_research.autorm2015.segment import (
    Siblings,
    by_head_order,
    by_separator,
    find_regions,
    mine_with_head,
    quality,
    segment_region,
)
from leadline_research.autorm2015.similarity import cluster, data_types, leaf, leaf_similarity
from leadline_research.miners import mine
from tables import read_rows

FIGURE_1 = (
    "<div><br><hr>Results of the query<br><br>The old house by <a href=/1>Ann Lee</a><br>"
    "<span><img src=/star.gif></span><br><font color=green>$ 12.50</font><br><br>"
    "A garden of words by <a href=/2>Bo Chan</a><br><font color=green>$ 7.00</font><hr><br></div>"
)
NAMES = read_rows(__file__, "NAMES")
FIGURE_2 = (
    "<table><tr><td><b>Lot 11</b> sold for 110 pounds<td><b>Lot 12</b> sold for 120 pounds"
    "<tr><td><b>Lot 21</b> sold for 210 pounds<td><b>Lot 22</b> sold for 220 pounds</table>"
)


@pytest.fixture(scope="module")
def figure_1() -> tuple[Document, list[int], Siblings]:
    """The children of the div of figure 1(b), numbered from 1 as in the paper."""
    page = parse_html(FIGURE_1, "http://h.test/")
    div = next(page.elements("div"))
    children = page.children(div)
    assert [f"{page.tag[node]}{at}" for at, node in enumerate(children, 1)] == NAMES
    return page, children, AutoRM(PageSignatures(page)).siblings(div, children)


def test_figure_1_clusters(figure_1: tuple[Document, list[int], Siblings]) -> None:
    """Section 2.2: the final set of clusters S."""
    _, _, siblings = figure_1
    found: dict[int, set[str]] = {}
    for name, number in zip(NAMES, siblings.cluster, strict=True):
        found.setdefault(number, set()).add(name)
    assert sorted(map(sorted, found.values())) == sorted(
        map(
            sorted,
            [
                {"br1", "br4", "br5", "br8", "br10", "br12", "br13", "br16", "br19"},
                {"hr2", "hr18"},
                {"#text3", "#text6", "#text14"},
                {"a7", "a15"},
                {"span9"},
                {"font11", "font17"},
            ],
        )
    )


def test_figure_1_region(figure_1: tuple[Document, list[int], Siblings]) -> None:
    """Section 4: intervals [3,14] [7,15] [9,9] [11,17] merge to [3,17] (here from 0)."""
    _, children, siblings = figure_1
    assert find_regions(siblings, 0, len(children)) == [(3 - 1, 17 - 1)]


def test_figure_1_records(figure_1: tuple[Document, list[int], Siblings]) -> None:
    """Section 1: {#text6, a7, span9, font11} and {#text14, a15, font17}; text 3 is in neither."""
    _, _, siblings = figure_1
    parts = segment_region(siblings, 2, 16)
    named = [[NAMES[at] for at in range(a, b + 1) if siblings.leaves[at]] for a, b in parts]
    assert named == [["#text6", "a7", "span9", "font11"], ["#text14", "a15", "font17"]]


def test_figure_1_form_1_is_by_separator(figure_1: tuple[Document, list[int], Siblings]) -> None:
    """The two records are divided by br12, br13."""
    _, _, siblings = figure_1
    assert by_separator(siblings, 5, 16) == [(5, 10), (13, 16)]


def test_figure_1_head_text_3_is_worse(figure_1: tuple[Document, list[int], Siblings]) -> None:
    """Algorithm 3: with head #text3 irrelevant text is in the first record."""
    _, _, siblings = figure_1
    with_note = mine_with_head(siblings, 2, 16)
    without = mine_with_head(siblings, 5, 16)
    assert quality(siblings, without, (2, 16)) > quality(siblings, with_note, (2, 16))


def test_figure_2_actual_records() -> None:
    """Sections 1 and 6: td11, td12, td21, td22 and not the two rows."""
    page = parse_html(FIGURE_2, "http://h.test/")
    records = mine(page, "autorm")[0].records
    assert [page.visible_text(span.nodes[0]) for span in records] == [
        f"Lot {n} sold for {n}0 pounds" for n in (11, 12, 21, 22)
    ]


def test_figure_2_by_leaves_alone() -> None:
    records = mine(parse_html(FIGURE_2, "http://h.test/"), "autorm-literal")[0].records
    assert len(records) == 4


def test_interleaved_records_of_two_rows() -> None:
    """Titles in one row, prices in the next: the second step finds pairs of rows, section 6 their
    columns.
    """
    rows = "".join(
        "<tr>" + "".join(f"<td><a href=/{n}>Book {n}</a></td>" for n in range(at, at + 3)) + "</tr>"
        "<tr>" + "".join(f"<td>by Ann {n}<br><b>$ {n}.50</b></td>" for n in range(at, at + 3))
        for at in (10, 20, 30)
    )
    page = parse_html(f"<table>{rows}</table>", "http://h.test/")
    texts = [record_text(page, span) for span in mine(page, "autorm-literal")[0].records]
    numbers = [at + n for at in (10, 20, 30) for n in range(3)]
    assert texts == [f"Book {n} by Ann {n} $ {n}.50" for n in numbers]


def test_every_head_is_tried_before_the_best_is_taken() -> None:
    """Ten notes of ten kinds stand in front: the right head is the eleventh."""
    notes = " ".join(str(n) for n in range(20, 30))
    siblings = Siblings.of(f"1 {notes} 1 2 3 4 1 2 3 4 1 2 3 4")
    assert segment_region(siblings, 0, 22) == [(11, 14), (15, 18), (19, 22)]


def test_intervals_of_the_paper() -> None:
    """Section 4 on the cluster indexes alone: {3,6,14} {7,15} {9} {11,17}."""
    places = {3: 1, 6: 1, 14: 1, 7: 2, 15: 2, 9: 3, 11: 4, 17: 4}
    siblings = Siblings.of(" ".join(str(places.get(at, 0)) for at in range(20)), separators="0")
    assert find_regions(siblings, 0, 20) == [(3, 17)]


REGIONS = [
    ("two runs apart", "1 1 9 2 2", [(0, 1), (3, 4)]),
    ("a cluster of one is no region", "1 2 3", []),
    ("a node inside an interval belongs to it", "1 2 1", [(0, 2)]),
]


@pytest.mark.parametrize(("why", "clusters", "regions"), REGIONS, ids=[r[0] for r in REGIONS])
def test_find_regions(why: str, clusters: str, regions: list[tuple[int, int]]) -> None:
    siblings = Siblings.of(clusters, separators="9")
    assert find_regions(siblings, 0, len(siblings.cluster)) == regions


ORDERS = [
    ("head to head", "1 2 3 1 2 3", [(0, 2), (3, 5)]),
    ("a field is missing", "1 2 3 1 3 1 2 3", [(0, 2), (3, 4), (5, 7)]),
    ("a pager behind the last record", "1 2 1 2 1 2 7 8", [(0, 1), (2, 3), (4, 5)]),
    (
        "headings between records belong to none",
        "1 2 3 5 1 2 3 1 2 3 5 1 2 3",
        [(0, 2), (4, 6), (7, 9), (11, 13)],
    ),
]


@pytest.mark.parametrize(("why", "clusters", "parts"), ORDERS, ids=[row[0] for row in ORDERS])
def test_by_head_order(why: str, clusters: str, parts: list[tuple[int, int]]) -> None:
    siblings = Siblings.of(clusters)
    assert by_head_order(siblings, 0, len(siblings.cluster) - 1) == parts


def test_equal_separators_only() -> None:
    """A single break lies between fields, a double one between records."""
    siblings = Siblings.of("1 9 2 9 9 1 9 2 9 9 1 9 2", separators="9")
    assert by_separator(siblings, 0, 12) == [(0, 2), (5, 7), (10, 12)]


def test_leaf_similarity_by_feature() -> None:
    date, other, title = (
        leaf(text, ("span",)) for text in ("12/05/2024", "1/6/1999", "The old man and the sea")
    )
    assert leaf_similarity(leaf("A", ("b",), date, other), leaf("A", ("b",), date, other)) == 1.0
    assert leaf_similarity(date, other) > 0.6 > leaf_similarity(date, title)
    assert leaf_similarity(leaf("Ann", ("b",)), leaf("Ann", ("i",))) < 1.0
    assert data_types("￥12.50 5% 2001年3月") == ("Currency", "Percentage", "Date")


def test_average_linkage_stops_at_the_threshold() -> None:
    """0 and 1 are close to each other, 2 to 1 alone: its mean to the pair is below."""
    alike = {(0, 1): 0.9, (1, 2): 0.6, (0, 2): 0.2}
    assert cluster([1, 1, 1], lambda a, b: alike[a, b], 0.5) == [[0, 1], [2]]
    assert cluster([1, 5, 1], lambda a, b: alike[a, b], 0.5) == [[0, 1, 2]]
