"""Features say what they are called, and the ranking prefers records to what surrounds them."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import pytest

from leadline.mining.candidates import find_candidates
from leadline.mining.features import FeatureExtractor
from leadline.mining.miner import mine_regions, record_text
from leadline.mining.ranking import rank_candidates, ranking_weights
from leadline.mining.segmentation import CandidateRegion
from mining_pages import signed

if TYPE_CHECKING:
    from leadline.mining.signatures import PageSignatures

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


LIST = "<ul><li>a<li>b</ul>"
PAGES = "<a href=/1>1</a> <a href=/2>2</a>"
FEATURES = [
    ("record_count", "<ul><li>a<li>b<li>c</ul>", log(3)),
    ("median_length", "<ul><li>aa<li>bbbb<li>cccccc</ul>", log(5)),
    ("linked_share", "<ul><li><a href=/1>a</a><li>b</ul>", 0.5),
    ("link_text_share", "<ul><li><a href=/1>aa</a><li>bb</ul>", 0.5),
    ("link_only_share", "<ul><li><a href=/1>a</a><li>b and a longer text</ul>", 0.5),
    ("page_share", "<ul><li>aa<li>bb</ul><p>cccc</p>", log(0.501)),
    ("length_variety", "<ul><li>aa<li>bb<li>ccc</ul>", 2 / 3),
    ("length_deviation", "<ul><li>aa<li>bb</ul>", 0),
    ("digit_share", "<ul><li>a1<li>bb<li>3<li>4</ul>", 0.75),
    ("picture_share", "<ul><li><img src=/1><li>b</ul>", 0.5),
    ("is_short", "<ul><li>a<li>b</ul>", 1),
    ("offset", "<p>cccc</p><ul><li>aa<li>bb</ul>", 0.5),
    ("is_few", "<ul><li>a<li>b<li>c</ul>", 1),
    ("is_few", "<ul><li>a<li>b<li>c<li>d</ul>", 0),
    ("separated_share", "<ul><li>a<li>b</li><p>x</p><li>c</ul>", 0.5),
    ("single_child_share", "<ul><li>a</ul><ul><li>b<li>c</ul>", 1 / 3),
    ("in_aside", "<div class='left menu'><ul><li>a<li>b</ul></div><p>and more</p>", 1),
    ("in_aside", "<div class='left menu'><ul><li>a<li>b</ul></div>", 0),
    ("in_aside", "<aside><ul><li>a<li>b</ul></aside><p>and more</p>", 1),
    ("in_aside", "<aside><p>and more</p><ul><li>a<li>b</ul></aside><p>text</p>", 1),
    ("in_aside", "<div id=rightcol><ul><li>a<li>b</ul></div><p>and more</p>", 1),
    ("in_aside", "<div class=text-right><ul><li>a<li>b</ul></div><p>and more</p>", 0),
    ("in_aside", "<ul><li class=left>a<li class=right>b</ul><p>and more</p>", 0),
    ("in_aside", "<ul><li class=widget>a<li class=widget>b</ul><p>and more</p>", 1),
    ("in_main", "<ul><li class=result>a<li class=result>b</ul>", 1),
    ("in_main", "<div id=results><ul><li>a<li>b</ul></div>", 1),
    ("in_main", "<main><ul><li>a<li>b</ul></main>", 1),
    ("in_main", "<div><ul><li>a<li>b</ul></div>", 0),
    ("in_main", "<div role=main><ul><li>a<li>b</ul></div>", 1),
    ("in_aside", "<div role=navigation><ul><li>a<li>b</ul></div><p>and more</p>", 1),
    ("in_main", "<div><ul><li class=item>a<li class=item>b</ul></div>", 0),
    ("in_main", "<article><ul><li>a<li>b</ul></article>", 1),
    ("in_main", "<article><ul><li>a</ul></article><article><ul><li>b</ul></article>", 0),
    ("in_main", "<main><ul><li class=header>a<li class=header>b</ul></main><p>and more</p>", 0),
    ("in_aside", f"<div class=col-md-3>{LIST}</div><div class=col-md-9>and more</div>", 1),
    (
        "in_main",
        f"<div class=col-md-3><div id=list>{LIST}</div></div><div class=col-md-9>more text</div>",
        0,
    ),
    ("in_aside", f"<div class=col-md-9>{LIST}</div><div class=col-md-3>and more</div>", 0),
    ("in_aside", f"<div class=span4>{LIST}</div><div class=span4>and more</div>", 0),
    ("in_aside", f"<table><tr><td width=150>{LIST}<td>and more</table>", 1),
    ("in_aside", f"<table><tr><td width='70%'>{LIST}<td width='30%'>and more</table>", 0),
    ("pager_behind", f"<div>{LIST}<p><b>1</b> <a href=/2>2</a> <a href=/3>3</a></p></div>", 1),
    ("pager_behind", f"<div>{LIST}</div><p><b>1</b> <a href=/2>2</a> <a href=/3>3</a></p>", 0),
    ("pager_behind", f"<div><p><b>1</b> <a href=/2>2</a> <a href=/3>3</a></p>{LIST}</div>", 0),
    ("pager_behind", f"<div>{LIST}<p>{'and more ' * 9}</p><a>1</a> <a>2</a></div>", 0),
    ("pager_behind", f"<div><ul><li>a<li>b</li>{'and more ' * 9}</ul>{PAGES}</div>", 1),
    ("pager_behind", f"<div>{LIST}{''.join(f'<a>{n}</a> ' for n in range(1, 31))}</div>", 0),
    ("count_stated", f"<p>2 hits</p>{LIST}", 1),
    ("count_stated", f"<p>1 - 2</p>{LIST}", 1),
    ("count_stated", f"<p>1 - 2 / 64</p>{LIST}", 1),
    ("count_stated", f"<p><a href=/f>Fiction</a> (2)</p>{LIST}", 0),
    ("count_stated", f"<p>2 - 9</p>{LIST}", 0),
    ("count_stated", f"<p>2.5 of 12, on 2/3/2012</p>{LIST}", 0),
    ("count_stated", f"<p>2012年2月1日</p>{LIST}", 0),
    ("count_stated", f"<p><a href=/2>2</a></p>{LIST}", 0),
    ("count_stated", f"<p>2 hits</p><p>{'and more ' * 40}</p>{LIST}", 0),
    ("count_stated", f"{LIST}<p>2 hits</p>", 0),
    ("count_stated", f"<p>10 hits</p><ul>{'<li>a' * 10}</ul>", 0.5),
    ("count_stated", f"<p>2/10/2012</p><ul>{'<li>a' * 10}</ul>", 0),
    ("count_stated", f"{'<b>2</b> ' * 10}{LIST}", 0),
]


@pytest.mark.parametrize(("name", "html", "expected"), FEATURES)
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


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (f"<table><tr><th>Name<th>No{ROWS}</table>", 1),
        (f"<table><thead><tr><th>Name<th>No</thead><tbody>{ROWS}</table>", 1),
        (f"<table><caption>Name</caption>{ROWS}</table>", 0),
        (f"<table><tr><th>Name<th>No</table><table>{ROWS}</table>", 0),
        ("<table><tr><th>Name<td>1<tr><th>No<td>2</table>", 0),
        ("<table><tr><th>Mon<td>1<tr><th>Tue<td>2<tr><td>3<td>4<tr><td>5<td>6</table>", 0),
    ],
)
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
AROUND = [
    ("a menu", "<ul class=menu>" + "".join(f"<li><a href=/m{n}>Page</a>" for n in range(12))),
    (
        "many facets",
        "<ul class=facets>" + "".join(f"<li><a href=?f={n}>f{n}</a> ({n})" for n in range(40)),
    ),
    ("a pager", "<ul>" + "".join(f"<li><a href=?p={n}>{n}</a>" for n in range(10))),
    ("a footer", "<footer><ul>" + "<li><a href=/x>Imprint</a>" * 6),
]


@pytest.mark.parametrize(("why", "html"), AROUND, ids=[row[0] for row in AROUND])
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
