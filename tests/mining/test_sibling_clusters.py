# Holds: alternating heads
"""Which siblings are one cluster: by leaf kinds, by class, by tag."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from leadline.mining.sibling_clusters import (
    MAX_CLUSTERS,
    SiblingGroup,
    cluster_siblings,
    majority_kinds,
    majority_of_counted,
)
from mining_pages import group, signed, texts
from tables import each_row


@each_row(__file__, "CLUSTERS", "why", "html", "expected", sequence=list)
def test_clusters(why: str, html: str, expected: list[list[str]]) -> None:
    page = signed(f"<main>{html}</main>")
    clusters = cluster_siblings(group(page, "main"))
    assert [texts(page, members) for members in clusters] == expected


def test_a_cluster_with_one_node_in_every_parent_is_left_out() -> None:
    page = signed("<ul><li>a</ul>" * 3)
    assert cluster_siblings(group(page, "ul")) == []


def test_children_of_several_parents_form_one_cluster() -> None:
    page = signed("<ul><li>a<li>b</ul><ul><li>c</ul>")
    (members,) = cluster_siblings(group(page, "ul"))
    assert texts(page, members) == ["a", "b", "c"]


def test_there_are_only_so_many_clusters() -> None:
    page = signed(
        "<main>"
        + "".join(f"<p><b class={'x' * (n + 1)}>{n}</b></p>" * 2 for n in range(3 * MAX_CLUSTERS))
        + "</main>"
    )
    assert len(cluster_siblings(group(page, "main"))) <= MAX_CLUSTERS + 1


def test_positions_and_lists_of_a_group() -> None:
    page = signed("<ul><li>a<li>b</ul><ul><li>c<li>d<li>e</ul><ul><li>f<li>g<li>h<li>i</ul>")
    siblings = group(page, "ul")
    assert siblings.edges == [0, 2, 5, 9]
    assert siblings.positions(siblings.nodes[1:3]) == {1, 2}
    longest, other = siblings.longest_lists()
    assert texts(page, other.nodes) == ["c", "d", "e"]
    assert texts(page, longest.nodes) == ["f", "g", "h", "i"]
    assert longest.edges == [0, 4]
    assert siblings.tags == ("li",) * 9
    assert len(set(siblings.path_ids)) == 1


def test_variants_are_grouped_largest_first() -> None:
    page = signed("<main><p>a</p><p><b>b</b></p><p><b>c</b></p><hr></main>")
    variants = group(page, "main").variants
    assert [(tag, texts(page, nodes)) for tag, _, nodes in variants] == [
        ("p", ["b", "c"]),
        ("p", ["a"]),
    ]


@each_row(__file__, "REPEATS", "html", "repeats")
def test_a_tag_that_some_parent_repeats(html: str, repeats: bool) -> None:
    assert group(signed(html), "ul").repeats_a_tag() is repeats


def test_a_group_of_one() -> None:
    page = signed("<ul><li>a</ul>")
    (ul,) = page.document.elements("ul")
    siblings = SiblingGroup(page, page.document.children(ul), [0, 1])
    assert siblings.kinds == (page.leaf_kinds[ul],)


MASKS = st.lists(st.integers(0, 2**12 - 1), min_size=1, max_size=40)


@given(MASKS)
def test_majority_kinds_are_those_of_half_the_records(masks: list[int]) -> None:
    expected = sum(
        1 << bit for bit in range(12) if 2 * sum(mask >> bit & 1 for mask in masks) >= len(masks)
    )
    assert majority_kinds(masks) == expected
    assert majority_of_counted(Counter(masks), len(masks)) == expected
