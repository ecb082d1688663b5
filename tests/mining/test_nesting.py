"""Groups of records, and records with fields that look like groups."""

import pytest

from leadline.mining.candidates import find_candidates
from leadline.mining.nesting import NestingTest
from leadline.mining.segmentation import CandidateRegion
from leadline.mining.signatures import PageSignatures
from mining_pages import signed
from tables import each_row

ITEM = "<li><b>{0} title</b> <a href=/{0}>more on {0}</a>".format


def sections(bodies: list[str]) -> str:
    return "".join(f"<section>{body}</section>" for body in bodies)


def share(page: PageSignatures) -> float:
    end = page.document.end
    spans = [(node, end[node]) for node in page.document.elements("section")]
    return NestingTest(page).group_share(spans)


@each_row(__file__, "GROUPS", "why", "bodies", "expected", sequence=list)
def test_share_of_groups(why: str, bodies: list[str], expected: float) -> None:
    assert share(signed(sections(bodies))) == expected


def region(page: PageSignatures, tag: str) -> CandidateRegion:
    """All elements of a tag as records."""
    nodes = list(page.document.elements(tag))
    stops = [page.document.end[node] for node in nodes]
    return CandidateRegion(nodes, stops, "single", 0, [1.0] * len(nodes))


def contained(page: PageSignatures) -> float:
    outer, inner = region(page, "section"), region(page, "article")
    return NestingTest(page).contained_share(outer, inner)


ARTICLE = "<article><b>{0}</b> <a href=/{0}>{0} words</a></article>".format


@each_row(__file__, "CONTAINED", "why", "counts", "beside", "expected", sequence=list)
def test_share_of_records_that_contain_others(
    why: str, counts: list[int], beside: str, expected: float
) -> None:
    numbers = iter(range(10, 99))
    bodies = [
        f"<p>{beside}</p>" + "".join(ARTICLE(next(numbers)) for _ in range(count))
        for count in counts
    ]
    assert contained(signed(sections(bodies))) == expected


def test_records_outside_of_the_outer_ones() -> None:
    page = signed(ARTICLE(1) + sections([ARTICLE(2) + ARTICLE(3) + ARTICLE(4)] * 2))
    assert contained(page) == 0


def test_months_of_rows_are_found_as_rows() -> None:
    """The same by the whole way: rows and months are candidates, months hold rows."""
    tables = "".join(f"<section><ul>{ITEM(n)}{ITEM(n + 1)}</ul></section>" for n in (10, 20, 30))
    counts = {len(candidate.starts) for candidate in find_candidates(signed(tables))}
    assert {3, 6} <= counts


NOTE = "<tr><td>{0} May<td>sailed with {0} barrels of oil</tr>".format


def visits(counts: list[int], fields: str) -> PageSignatures:
    """Return boxes with fields and a table of so many rows each."""
    boxes = [
        fields.format(at) + f"<table>{''.join(map(NOTE, range(9 * at, 9 * at + count)))}</table>"
        for at, count in enumerate(counts)
    ]
    return signed(f"<main>{sections(boxes)}</main>")


def region_of(page: PageSignatures, tag: str) -> CandidateRegion:
    nodes = list(page.document.elements(tag))
    regions = find_candidates(page)
    return next(region for region in regions if list(region.starts) == nodes)


LABELLED = "<p><b>Name:</b> Ship {0}<p><b>No:</b> 10{0}<p><b>Owner:</b> Ann {0}"
JOINED = "<p>Name: Ship {0}<p>No: 10{0}<p>Owner: Ann {0}"


@pytest.mark.parametrize("fields", [LABELLED, JOINED])
def test_rows_between_labelled_fields_are_no_records(fields: str) -> None:
    page = visits([4, 1, 6, 3, 5], fields)
    test = NestingTest(page)
    assert test.enclosed_share(region_of(page, "tr")) == 1.0
    assert test.group_share(region_of(page, "section").spans) == 0.0


TITLED = "<h3><a href=/b/{0}>Book {1}</a></h3><p>by {2}</p>"
PASSAGE = "<li><a href=/b/{0}?p={1}>p. {1}</a> ... {2} sailed with <em>barrels</em> of oil"
MEANING = "<li><b>{1}</b> what sailors of {2} say of the sea"
TITLE = "<li><a href=/{1}>On {2} and the whale</a> <i>Ann</i>"
NAMES = [f"{a}{b}" for a in ("Ada", "Bo", "Cy", "Di", "Eva", "Flo") for b in ("m", "n", "r", "s")]


def shelves(head: str, row: str) -> PageSignatures:
    """Return boxes with a head and a list of one to six rows."""
    boxes = []
    for at, count in enumerate([4, 1, 6, 3, 5]):
        rows = [row.format(at, 10 * at + n, NAMES[4 * at + n % 4]) for n in range(count)]
        boxes.append(head.format(at, NAMES[at], NAMES[-at]) + f"<ul>{''.join(rows)}</ul>")
    return signed(f"<main>{sections(boxes)}</main>")


@pytest.mark.parametrize("row", [PASSAGE, MEANING])
def test_rows_without_titles_below_a_title_and_a_value_are_no_records(row: str) -> None:
    page = shelves(TITLED, row)
    test = NestingTest(page)
    assert test.enclosed_share(region_of(page, "li")) == 1.0
    assert test.group_share(region_of(page, "section").spans) == 0.0


@pytest.mark.parametrize(
    ("head", "row"),
    [(TITLED, TITLE), ("<h3><a href=/c/{0}>{1}</a></h3> <small>(1{0})</small>", PASSAGE)],
)
def test_rows_with_titles_or_below_a_count_are_records(head: str, row: str) -> None:
    page = shelves(head, row)
    test = NestingTest(page)
    assert test.enclosed_share(region_of(page, "li")) == 0.0
    assert test.group_share(region_of(page, "section").spans) > 0.5


def test_rows_that_share_a_cell_are_records() -> None:
    """The first row of a day has one cell more, which spans the others."""
    row = "<tr>{0}<td>{1}<td><a href=/{1}>Talk {1}</a>".format
    rows = [
        row(f"<td rowspan={count}>{day}" if not n else "", 100 + 9 * day + n)
        for day, count in enumerate([3, 2, 4, 3, 2])
        for n in range(count)
    ]
    page = signed(f"<table>{''.join(rows)}</table>")
    nodes = list(page.document.elements("tr"))
    edges = [0, 3, 5, 9, 12]
    stops = [*(nodes[at] for at in edges[1:]), page.document.end[nodes[-1]]]
    days = [(nodes[at], stop) for at, stop in zip(edges, stops, strict=True)]
    assert NestingTest(page).group_share(days) == 1.0


@pytest.mark.parametrize("heading", ["<h3>May {0}</h3>", "<h3>May {0}</h3><p>Notes: none</p>"])
def test_rows_below_a_heading_are_records(heading: str) -> None:
    page = visits([4, 1, 6, 3, 5], heading)
    test = NestingTest(page)
    assert test.enclosed_share(region_of(page, "tr")) == 0.0
    assert test.group_share(region_of(page, "section").spans) > 0.5


@pytest.mark.parametrize(("last", "expected"), [("Pages", 1.0), ("Price", 0.0)])
def test_two_records_whose_rows_begin_alike(last: str, expected: float) -> None:
    """Two tables of labelled rows are two records; two lists that differ are one list."""
    row = "<tr><td>{}<td>{}".format
    page = signed(
        sections(
            [
                f"<table>{row('Author', 'Ann')}{row('Year', 1901)}{row('Pages', 8)}</table>",
                f"<table>{row('Author', 'Bo')}{row('Year', 1902)}{row(last, 9)}</table>",
            ]
        )
    )
    assert NestingTest(page).enclosed_share(region_of(page, "tr")) == expected
