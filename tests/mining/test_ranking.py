# Holds: numbers of pages are no records
"""Features say what they are called, and the ranking prefers records to what surrounds them."""

import pytest

from leadline.mining.candidates import find_candidates
from leadline.mining.features import FeatureExtractor
from leadline.mining.miner import mine_regions, record_text
from leadline.mining.ranking import rank_candidates, ranking_weights
from leadline.mining.segmentation import CandidateRegion
from leadline.mining.signatures import PageSignatures
from mining_pages import signed
from tables import each_row

NAMES = list(ranking_weights().features)


def region_of(page: PageSignatures, *nodes: int) -> CandidateRegion:
    core = page.leaf_kinds[nodes[0]]
    stops = [page.document.end[node] for node in nodes]
    similarities = [1.0] * len(nodes)
    return CandidateRegion(list(nodes), stops, "single", core, similarities)


def features(html: str, tag: str = "li") -> dict[str, float]:
    """The features of all elements of a tag as one region."""
    page = signed(html)
    region = region_of(page, *page.document.elements(tag))
    (row,) = FeatureExtractor(page).features([region])
    return dict(zip(NAMES, row.tolist(), strict=True))


@each_row(__file__, "FEATURES", "name", "html", "expected")
def test_features(name: str, html: str, expected: float) -> None:
    assert features(html)[name] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("similarities", "expected"), [([0.6, 1, 1, 1], 0.6), ([0.6, 1, 0.6, 1], 0.95)]
)
def test_an_end_that_lacks_what_one_between_lacks(
    similarities: list[float], expected: float
) -> None:
    """It is nearly no stranger; ``p`` without a class may otherwise be a note."""
    page = signed("<p>a<p><a href=/1>b</a><p><a href=/2>c</a><p><a href=/3>d</a>")
    region = region_of(page, *page.document.elements("p"))
    region.core |= page.leaf_kinds[region.starts[1]]
    region.similarities = similarities
    region.end_kinds = (page.leaf_kinds[region.starts[0]], region.core)
    (row,) = FeatureExtractor(page).features([region])
    assert row[NAMES.index("end_similarity")] == pytest.approx(expected)


ROWS = "<tr><td>a<td>1<tr><td>b<td>2"


@each_row(__file__, "rows_below_header_cells", "table", "expected")
def test_rows_below_header_cells(table: str, expected: int) -> None:
    page = signed(table)
    rows = list(page.document.elements("tr"))[-2:]
    (values,) = FeatureExtractor(page).features([region_of(page, *rows)])
    assert values[NAMES.index("below_headings")] == expected


@pytest.mark.parametrize("tag", ["li", "tr"])
def test_an_end_that_lacks_a_field_is_hardly_a_stranger(tag: str) -> None:
    cell, outer = {"li": ("b", "ul"), "tr": ("td", "table")}[tag]
    row = f"<{tag}><{cell}><a href=/>a</a></{cell}><{cell}>1</{cell}>"
    rows = [f"{row}<{cell}><i>x</i></{cell}>"] * 4 + [row]
    found = []
    for lines in (rows, rows[::-1]):
        page = signed(f"<{outer}>{''.join(lines)}</{outer}>")
        region = region_of(page, *page.document.elements(tag))
        masks = region.at_starts(page.leaf_kinds)
        region.core = max(masks)
        region.similarities = [0.6 if mask != region.core else 1 for mask in masks]
        region.end_kinds = (masks[0], masks[-1])
        (values,) = FeatureExtractor(page).features([region])
        found.append(values[NAMES.index("end_similarity")])
    assert found == pytest.approx([0.95, 0.95])


def test_neighbours_are_records_of_one_candidate() -> None:
    """What stands between the records of two candidates separates none of their own."""
    page = signed("<ul>" + "<li>a</li>" * 5 + "</ul>")
    nodes = list(page.document.elements("li"))
    regions = [region_of(page, *nodes[:2]), region_of(page, *nodes[3:])]
    rows = FeatureExtractor(page).features(regions)
    assert rows[:, NAMES.index("separated_share")].tolist() == [0, 0]


def missed(html: str, count: int) -> dict[str, float]:
    """The features of the last ``count`` elements as records: those in front are missed."""
    page = signed(html)
    nodes = list(page.document.elements("li"))[-count:]
    (row,) = FeatureExtractor(page).features([region_of(page, *nodes)])
    return dict(zip(NAMES, row.tolist(), strict=True))


def test_missed_nodes_without_and_with_a_class() -> None:
    plain = missed("<ul><li>a<li>b<li>c<li>d</ul>", 3)
    assert (plain["missed_share"], plain["missed_class_share"]) == (0.25, 0)
    classed = missed("<ul>" + "<li class=k>a" * 4 + "</ul>", 3)
    assert (classed["missed_share"], classed["missed_class_share"]) == (0, 0.25)
    assert classed["missed_alike_share"] == 0.25


def test_a_first_record_with_link_and_digit_is_missed() -> None:
    rows = "".join(f"<li><a href=/{n}>title {n}</a>" for n in range(5))
    assert missed(f"<ul>{rows}</ul>", 4)["missed_first"] == 1
    assert missed(f"<ul><li>found{rows}</ul>", 5)["missed_first"] == 0


def run_features(html: str, start: int) -> dict[str, float]:
    """The features of runs of two siblings that begin at a position."""
    page = signed(f"<main>{html}</main>")
    (main,) = page.document.elements("main")
    children = page.document.children(main)[start:]
    starts = children[::2]
    stops = [*starts[1:], page.document.end[main]]
    kinds = page.leaf_kinds[children[0]] | page.leaf_kinds[children[1]]
    region = CandidateRegion(starts, stops, "run", kinds, [1.0] * len(starts))
    (row,) = FeatureExtractor(page).features([region])
    return dict(zip(NAMES, row.tolist(), strict=True))


def test_records_that_start_one_field_too_late() -> None:
    entries = "".join(f"<h4><a href=/{n}>t{n}</a></h4><p>text {n}</p>" for n in range(4))
    assert run_features(entries, 0)["shifted"] == 0
    assert run_features(entries, 1)["shifted"] == 1
    assert run_features("<p>text</p>" + entries, 1)["repeated_heading"] == 0
    rich = entries.replace("</h4>", " <i>new</i> <em>1</em></h4>", 1)
    assert run_features(rich, 1)["shifted"] == 1, "the first heading has more than the others"
    bold = entries.replace("h4", "b")
    assert run_features("<p>text</p>" + bold, 1)["repeated_heading"] == 1


def test_every_weight_has_a_feature_that_is_described() -> None:
    page = signed("<ul><li>a<li>b</ul>")
    region = region_of(page, *page.document.elements("li"))
    assert FeatureExtractor(page).features([region]).shape == (1, len(NAMES))
    described = FeatureExtractor.__module__
    text = __import__(described, fromlist=["__doc__"]).__doc__ or ""
    assert [
        line.split()[0]
        for line in text.splitlines()
        if line[:4].strip() in {name[:4] for name in NAMES} and line.split()[0] in NAMES
    ] == NAMES


ROWS = "".join(
    f"<li><a href=/{n}>Book {n} of the sea</a> by <i>Ann {n}</i>, {1900 + n}" for n in range(9)
)


@each_row(__file__, "AROUND", "why", "html")
def test_records_win_over_what_surrounds_them(why: str, html: str) -> None:
    page = signed(f"<div>{html}</ul></div><ol>{ROWS}</ol>")
    best = mine_regions(page.document)[0]
    assert [record_text(page.document, span)[:6] for span in best.records] == [
        f"Book {n}" for n in range(9)
    ]


def test_scores_fall_and_the_limit_holds() -> None:
    page = signed(f"<ul><li>a<li>b</ul><ol>{ROWS}</ol>")
    ranked = rank_candidates(page, find_candidates(page), 2)
    assert len(ranked) == 2
    assert ranked[0][0] >= ranked[1][0] > 0
    assert rank_candidates(page, [], 2) == []


def test_rows_of_months_win_over_months() -> None:
    months = "".join(
        f"<section><h3>Month {n}</h3><ul>"
        + "".join(
            f"<li><a href=/{n}{k}>Ruling {n}{k} of court</a> <i>{k} May</i>" for k in range(3 + n)
        )
        + "</ul></section>"
        for n in range(3)
    )
    assert len(mine_regions(signed(months).document)[0].records) == 12
