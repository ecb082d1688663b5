"""Candidate regions of sibling groups: records without outliers, headers, introductions."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.mining.candidates import find_candidates
from leadline.mining.miner import mine_regions, record_text
from leadline.mining.segmentation import CandidateRegion, content_siblings, segment
from mining_pages import group, signed, span_texts
from tables import as_arrays, each_row

ROW = "<tr><td>{0}<td><a href=/{0}>book {0}</a></tr>".format
CARD = "<div><b>{0}</b><i>by {0}</i></div>".format


def regions(html: str, tag: str) -> list[tuple[str, list[str]]]:
    """Form and texts of all candidate regions of a group."""
    page = signed(html)
    candidates: dict[object, CandidateRegion] = {}
    segment(group(page, tag), candidates)
    return [(region.form, span_texts(page, region.spans)) for region in candidates.values()]


@each_row(__file__, "SEGMENTS", "why", "tag", "html", "expected", sequence=list)
def test_a_segmentation_is_offered(
    why: str, tag: str, html: str, expected: tuple[str, list[str]]
) -> None:
    assert expected in as_arrays(regions(html, tag))


def test_header_rows_of_plain_cells_are_left_out() -> None:
    """The header comes again in the middle, where it is left out too."""
    head = "<tr><td>No.<td>Title</tr>"
    rows = list(map(ROW, "abcd"))
    table = f"<table>{head}{rows[0]}{rows[1]}{head}{rows[2]}{rows[3]}</table>"
    offered = [texts for form, texts in regions(table, "tbody") if form == "single"]
    assert ["a book a", "b book b", "c book c", "d book d"] in offered


def best(html: str) -> list[str]:
    """What the records of the first region of a page say."""
    document = signed(html).document
    return [record_text(document, record) for record in mine_regions(document)[0].records]


@each_row(__file__, "rows_of_column_heads_are_no_records", "head", "row")
@pytest.mark.parametrize("count", [3, 8])
def test_rows_of_column_heads_are_no_records(head: str, row: str, count: int) -> None:
    rows = "".join(map(row.format, range(10, 10 + count)))
    tag = "table" if head.startswith("<tr") else "main"
    assert len(best(f"<{tag}>{head}{rows}</{tag}>")) == count


def test_a_link_to_the_folder_above_is_no_record() -> None:
    rows = "".join(f"<tr><td><a href=/{n}>sea</a><td>{n}K" for n in range(10, 18))
    head = "<tr><th>Name<th>Size<tr><td><a href=/>Parent Directory</a><td>-"
    assert len(best(f"<table>{head}{rows}</table>")) == 8


def test_heads_of_columns_above_records_of_two_rows_are_no_record() -> None:
    person = "<tr><td><a href=/{0}>Ann {1}</a><td>* 18{0}<td>Rome".format
    kin = "<tr><td colspan=3>child of Bo and Cy"
    rows = "".join(person(n, "abcdefghij"[n - 10]) + kin * (n % 5 > 0) for n in range(10, 20))
    assert len(best(f"<table><tr><td><b>Name<td><b>Born<td><b>Place{rows}</table>")) == 10


def test_a_link_to_the_folder_above_a_list_of_lines_is_no_record() -> None:
    lines = "".join(f"<img src=t> <a href=/{n}>sea</a> 20{n}-01-02  {n}K\n" for n in range(10, 18))
    heads = "<img src=b> <a href=?N>Name</a> <a href=?M>Date</a><hr>"
    assert len(best(f"<pre>{heads}<img src=u> <a href=/>Parent</a>     -\n{lines}<hr></pre>")) == 8


def test_the_last_record_without_the_rule_behind_all_others_is_a_record() -> None:
    record = "<tr><td rowspan=2><img src={0}><td><a href=/{0}>Book {0}</a><tr><td>by Ann {0}".format
    rule = "<tr><td colspan=2><img src=px>"
    rows = rule.join(map(record, range(10, 40)))
    assert len(best(f"<table>{rows}</table>")) == 30


def test_the_first_record_below_a_row_with_a_number_is_no_row_of_heads() -> None:
    rows = "".join(f"<tr><td>Ann {n}<td>{n} Kč" for n in range(10, 16))
    assert len(best(f"<table><tr><td>Bo 1<td>1 Kč<tr><td>Cy<td>sold{rows}</table>")) == 8


def test_a_first_record_without_a_price_is_no_row_of_heads() -> None:
    rows = "".join(f"<li><b>Book {n}</b><i>{n} Kč</i><p>by Ann {n}</p>" for n in range(10, 16))
    assert len(best(f"<ul><li><b>Book 9</b><i>sold</i><p>by Bo 9</p>{rows}</ul>")) == 7


def test_short_titles_of_long_texts_are_heads() -> None:
    text = "word of the court " * 30
    title, part = "<h2>No {} against the state</h2>".format, f"<p>{text}</p>"
    cases = [title(n) + part * (n + 1) for n in range(1, 5)]
    offered = regions(f"<main>{''.join(cases)}</main>", "main")
    assert [f"No {n}" for n in range(1, 5)] in [
        [record[:4] for record in texts] for form, texts in offered if form == "run"
    ]


def test_records_without_a_link_are_not_swallowed_by_those_in_front() -> None:
    """Runs from link to link would join the third to the second."""
    rows = ["<li><a href=/>title</a> <i>Ann</i></li>"] * 5
    rows[2] = "<li><b>no link here</b></li>"
    found = regions(f"<main>{''.join(rows)}</main>", "main")
    assert ("single", ["title Ann"] * 2 + ["no link here"] + ["title Ann"] * 2) in found
    assert not [texts for form, texts in found if form == "run"]


def test_small_siblings_are_no_candidate() -> None:
    text = "word " * 400
    assert regions(f"<p>{text}</p><main><b>a</b><b>b</b></main>", "main") == []


def test_siblings_without_a_repeated_tag_are_no_candidate() -> None:
    assert regions("<main><h2>a</h2><p>b</p></main>", "main") == []


def test_what_shows_the_same_is_one_candidate() -> None:
    """Rows and their only cells show the same text."""
    page = signed(f"<table>{''.join(f'<tr><td>{text}' for text in 'abc')}</table>")
    spans = [span_texts(page, region.spans) for region in find_candidates(page)]
    assert spans.count(["a", "b", "c"]) == 1


def test_similarities_and_outliers() -> None:
    page = signed("<main>" + CARD("a") + CARD("b") + CARD("c") + "<div><u>x</u></div></main>")
    candidates: dict[object, CandidateRegion] = {}
    segment(group(page, "main"), candidates)
    whole = next(region for region in candidates.values() if len(region.starts) == 4)
    assert whole.similarities == [1.0, 1.0, 1.0, 0.0]
    assert whole.outliers == 1
    assert whole.core.bit_count() == 2
    assert whole.omitted == 0


def test_the_share_of_omitted_records() -> None:
    """A line that has only what others have is omitted from the stricter set."""
    page = signed(f"<main>{'<hr>'.join(['<i>a</i><b>1</b>'] * 4 + ['<i>b</i>'])}</main>")
    candidates: dict[object, CandidateRegion] = {}
    segment(group(page, "main"), candidates)
    shares = [(span_texts(page, region.spans), region.omitted) for region in candidates.values()]
    assert (["a1"] * 4, 0.2) in shares
    assert ([*["a1"] * 4, "b"], 0) in shares


def test_content_siblings_are_those_with_leaves() -> None:
    page = signed("<main><p>a</p><hr><p></p><p>b</p></main>")
    (main,) = page.document.elements("main")
    nodes = content_siblings(page, main + 1, page.document.end[main])
    assert [page.document.visible_text(node) for node in nodes] == ["a", "b"]


PIECES = st.sampled_from(
    [
        "<p>a</p>",
        "<p><b>b</b> c</p>",
        "<h4>d</h4>",
        "<hr>",
        "<br>",
        "text",
        "<ul><li>x<li>y</ul>",
        "<div class=k><a href=/1>l</a></div>",
        "<table><tr><td>1<td>2<tr><td>3</table>",
        "<p></p>",
    ]
)


@given(st.lists(PIECES, max_size=14))
def test_records_of_a_candidate_never_overlap_and_show_something(pieces: list[str]) -> None:
    page = signed(f"<main>{''.join(pieces)}</main>")
    parent, end = page.document.parent, page.document.end
    for region in find_candidates(page):
        assert len(region.starts) == len(region.stops) == len(region.similarities) > 1
        assert all(0 <= value <= 1 for value in region.similarities)
        assert 0 <= region.omitted <= 1
        for (_, stop), (start, _) in pairwise(region.spans):
            assert stop <= start
        for start, stop in region.spans:
            assert page.visible_sums[stop] > page.visible_sums[start]
            last = start
            while end[last] < stop:
                last = end[last]
                assert parent[last] == parent[start]
            assert end[last] == stop
