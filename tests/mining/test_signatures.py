"""Signatures: equal leaves share a kind, equal paths a number, sums count what is shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.mining.miner import mine_regions
from leadline.mining.paths import MAX_KIND_BITS, kind_classes
from leadline.mining.signatures import PageSignatures, int_array, similarity, stable_order
from leadline.page.dom import parse_html
from leadline_research.autorm2015.autorm import kinds_without_columns
from mining_pages import signed
from tables import each_row


@each_row(__file__, "SIMILARITIES", "a", "b", "expected")
def test_similarity_is_the_share_of_common_kinds(a: int, b: int, expected: float) -> None:
    assert similarity(a, b) == similarity(b, a) == expected


@given(st.integers(0, 2**80), st.integers(0, 2**80))
def test_similarity_is_symmetric_and_between_0_and_1(a: int, b: int) -> None:
    assert 0 <= similarity(a, b) == similarity(b, a) <= 1
    assert similarity(a, a) == (1 if a else 0)


@each_row(__file__, "CLASSES", "attribute", "name")
def test_the_first_class_that_names_a_kind(attribute: str, name: str) -> None:
    assert next(iter(kind_classes(attribute)), "") == name


@each_row(__file__, "PAIRS", "why", "html", "equal")
def test_leaf_kinds(why: str, html: str, equal: bool) -> None:
    page = signed(html)
    first, second = page.document.elements("p")
    assert (page.leaf_kinds[first] == page.leaf_kinds[second]) is equal


def test_paths_are_numbered_with_their_classes() -> None:
    page = signed("<p class=x>A</p><p class=y>B</p><p class='x last'>C</p>")
    first, second, third = (page.path_ids[node] for node in page.document.elements("p"))
    assert first == third != second
    assert [page.path_classes[path_id] for path_id in (first, second)] == ["x", "y"]
    assert page.paths.tag[first] == "p"


def test_a_cell_that_spans_rows_moves_the_columns_below() -> None:
    rows = "<tr><td rowspan=2>a<td>b<td>c<tr><td>b<td>c<tr><td rowspan=2>a<td>b<td>c<tr><td>b<td>c"
    page = signed(f"<table>{rows}</table>")
    first, second, third, fourth = (page.leaf_kinds[row] for row in page.document.elements("tr"))
    assert first == third != second == fourth
    assert second & first == second


@pytest.mark.parametrize("span", ["x", "0", "-1", "9" * 400, "١"])
@pytest.mark.parametrize("name", ["rowspan", "colspan"])
def test_wrong_numbers_of_spanned_cells_are_harmless(span: str, name: str) -> None:
    page = signed(f"<table><tr><td {name}={span}>a<td>b<tr><td>a<td>b</table>")
    assert len(mine_regions(page.document)) > 0


def test_rows_have_a_kind_for_each_column() -> None:
    """A note in one wide cell has a kind that no row has, though its texts have the same path."""
    page = signed("<table><tr><td>A<td>1<tr><td colspan=2>note</table>")
    row, note = page.document.elements("tr")
    assert page.leaf_kinds[row].bit_count() == 3
    assert page.leaf_kinds[note].bit_count() == 2
    assert (page.leaf_kinds[note] & ~page.leaf_kinds[row]).bit_count() == 1
    leaves = kinds_without_columns(page)
    assert leaves[row] == leaves[note]


def test_cells_behind_a_wide_one_stand_in_later_columns() -> None:
    page = signed("<table><tr><td>1<td>+<td>A<tr><td colspan=2><td>A</table>")
    row, facts = page.document.elements("tr")
    own = page.leaf_kinds[facts] & ~page.leaf_kinds[row]
    assert own.bit_count() == 1, "the wide cell; the other stands in the third column"


def test_a_page_without_tables_keeps_its_kinds() -> None:
    page = signed("<p>A</p>")
    assert kinds_without_columns(page) is page.leaf_kinds


def test_sums_between_two_nodes() -> None:
    page = signed("<p>ab <a href=/1>cde</a></p><p> f1 <img src=/x></p><hr>")
    (first, second), end = page.document.elements("p"), page.document.end
    (rule,) = page.document.elements("hr")

    def amounts(sums: object, node: int) -> int:
        return int(sums[end[node]] - sums[node])  # type: ignore[index]

    assert [amounts(page.text_sums, node) for node in (first, second)] == [5, 2]
    assert [amounts(page.link_sums, node) for node in (first, second)] == [3, 0]
    assert [amounts(page.digit_sums, node) for node in (first, second)] == [0, 1]
    assert [amounts(page.picture_sums, node) for node in (first, second)] == [0, 1]
    assert amounts(page.visible_sums, second) > amounts(page.text_sums, second)
    assert amounts(page.visible_sums, rule) == 0
    assert page.text_sum_array.tolist() == page.text_sums
    assert page.visible_sum_array.tolist() == page.visible_sums


def test_nodes_by_path() -> None:
    page = signed("<p>A</p><div>B</div><p>C</p>")
    paragraphs = list(page.document.elements("p"))
    wanted = np.zeros(len(page.paths.tag), np.bool_)
    wanted[page.path_ids[paragraphs[0]]] = True
    assert list(page.nodes_by_path(wanted)) == [(page.path_ids[paragraphs[0]], paragraphs)]
    assert list(page.nodes_by_path(~wanted & False)) == []


def test_elements_with_separators() -> None:
    page = signed("<p>A<br>B</p><div>C</div><div><hr></div>")
    tags = {page.paths.tag[path_id] for path_id in page.paths.with_separators}
    assert tags == {"p", "div"}


def test_an_empty_document() -> None:
    page = PageSignatures(parse_html("", ""))
    assert page.text_sums[-1] == page.visible_sums[-1] == 0


def test_kind_sets_stay_small() -> None:
    html = "".join(
        f"<p><b class={'x' * (n % 97)}{chr(97 + n % 26) * (n // 97 + 1)}>t</b></p>"
        for n in range(2 * MAX_KIND_BITS)
    )
    assert max(signed(html).leaf_kinds).bit_length() <= MAX_KIND_BITS


@given(st.lists(st.integers(0, 50)))
def test_stable_order(numbers: list[int]) -> None:
    expected = sorted(range(len(numbers)), key=numbers.__getitem__)
    assert stable_order(int_array(numbers), 51).tolist() == expected
    assert stable_order(int_array(numbers), 1 << 20).tolist() == expected
