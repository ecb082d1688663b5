"""Parents of different paths that hold similar records, merged into one group.

``candidates`` segments parents of one path together. Here parents are merged whose own tag and
class are equal and whose children have the same inner structure: a group that stands in one more
element than the others. Leaf kinds are paths from the root. So the nodes below the other parents
get the path numbers that they would have below the first parent.

>>> from leadline.page.dom import parse_html
>>> row = "<li><b>Ann {0}</b> 19{0}".format
>>> html = f"<ul>{row(1)}{row(2)}</ul><div><ul>{row(3)}</ul></div>"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> first, second = page.document.elements("ul")
>>> page.leaf_kinds[first] == page.leaf_kinds[second]
False
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from leadline.mining.signatures import PageSignatures

Look = tuple[str, str]
"""Tag and first class of a node."""
Structure = set[tuple[Look, ...]]
"""Paths of leaves inside a child, from the leaf up to the child."""

MIN_PARENT_NODES: Final = 4
"""Nodes of a parent with one child of two leaves, the smallest that has a structure."""
MAX_MERGED_GROUPS: Final = 3
"""Groups of parents that are merged on one page."""
MAX_MERGED_PATHS: Final = 12
"""Other paths that are merged with the first."""
MAX_COMPARED_LEAVES: Final = 40
"""Leaves of a child, and steps of a leaf's path, that are compared."""
MAX_LENGTH_RATIO: Final = 3.0
"""Ratio of mean child sizes up to which parents are merged: facets and hits are both links."""
MIN_STRUCTURE_SHARE: Final = 0.6
"""Share of leaf paths that two children must have in common."""


def merge_across_paths(
    page: PageSignatures,
    parents_by_path: dict[int, list[int]],
    least: float,
    sizes: Sequence[float],
) -> Iterator[tuple[PageSignatures, list[list[int]]]]:
    """Yield for each merged group a renamed view of the page and the child lists of its parents.

    ``sizes`` is what the parents of each path show. Other paths are merged only with a path that
    shows ``least`` or more.
    """
    merged = 0
    for path_ids in _paths_of_equal_look(page, parents_by_path, least, sizes):
        first, *others = _disjoint(page, [parents_by_path[path_id] for path_id in path_ids])
        structure, length = _structure(page, first[0]), _mean_child_size(page, first)
        if len(structure) < 2:
            continue
        similar = [
            parents
            for parents in others
            if 1 / MAX_LENGTH_RATIO < _mean_child_size(page, parents) / length < MAX_LENGTH_RATIO
            and _are_similar(structure, _structure(page, parents[0]))
        ]
        if similar:
            groups = [first, *similar]
            child_lists = [page.document.children(up) for parents in groups for up in parents]
            numbers = [page.path_ids[parents[0]] for parents in groups]
            same = {number: min(numbers) for number in numbers if number > min(numbers)}
            yield page.with_same_paths(same), sorted(child_lists)
            merged += 1
            if merged == MAX_MERGED_GROUPS:
                break


def _paths_of_equal_look(
    page: PageSignatures,
    parents_by_path: dict[int, list[int]],
    least: float,
    sizes: Sequence[float],
) -> Iterator[list[int]]:
    """Yield paths whose parents and main children look alike, the one that shows most first."""
    end, tag_of, path_classes = page.document.end, page.paths.tag, page.path_classes
    by_look: dict[Look, list[int]] = {}
    for path_id, parents in parents_by_path.items():
        if end[parents[0]] - parents[0] >= MIN_PARENT_NODES:
            by_look.setdefault((tag_of[path_id], path_classes[path_id]), []).append(path_id)
    for path_ids in by_look.values():
        if len(path_ids) > 1:
            first = max(path_ids, key=sizes.__getitem__)
            if sizes[first] >= least:
                look = _look(page, _main_child(page, parents_by_path[first][0]))
                others = [
                    path_id
                    for path_id in path_ids
                    if path_id != first
                    and _look(page, _main_child(page, parents_by_path[path_id][0])) == look
                ]
                if others:
                    yield [first, *others[:MAX_MERGED_PATHS]]


def _disjoint(page: PageSignatures, groups: list[list[int]]) -> list[list[int]]:
    """Remove parents that contain, or stand inside, parents of earlier groups."""
    end = page.document.end
    edges = [(parent, end[parent]) for parent in groups[0]]
    disjoint = [groups[0]]
    for parents in groups[1:]:
        kept = []
        for parent in parents:
            at = bisect_left(edges, (parent, 0))
            inside = at > 0 and edges[at - 1][1] > parent
            if not inside and not (at < len(edges) and edges[at][0] < end[parent]):
                edges.insert(at, (parent, end[parent]))
                kept.append(parent)
        if kept:
            disjoint.append(kept)
    return disjoint


def _look(page: PageSignatures, node: int) -> Look:
    return page.document.tag[node], page.path_classes[page.path_ids[node]]


def _main_child(page: PageSignatures, parent: int) -> int:
    """Return the child that shows most."""
    visible, end = page.visible_sums, page.document.end
    return max(page.document.children(parent), key=lambda node: visible[end[node]] - visible[node])


def _structure(page: PageSignatures, parent: int) -> Structure:
    """Return the paths of the texts in the child that shows most."""
    end, above = page.document.end, page.document.parent
    child = _main_child(page, parent)
    texts = page.document.text_nodes
    begin = bisect_left(texts, child)
    leaves = texts[begin : min(begin + MAX_COMPARED_LEAVES, bisect_left(texts, end[child]))]
    structure = set()
    for node in {page.path_ids[leaf]: leaf for leaf in leaves}.values():
        path: list[Look] = []
        while node >= child and len(path) < MAX_COMPARED_LEAVES:
            path.append(_look(page, node))
            node = above[node]
        structure.add(tuple(path))
    return structure


def _mean_child_size(page: PageSignatures, parents: list[int]) -> float:
    """Return what a child with content shows, in the mean."""
    visible, end, children = page.visible_sums, page.document.end, page.document.children
    sizes = [visible[end[node]] - visible[node] for up in parents for node in children(up)]
    return sum(sizes) / (len([size for size in sizes if size]) or 1)


def _are_similar(a: Structure, b: Structure) -> bool:
    return len(a & b) > MIN_STRUCTURE_SHARE * max(len(a), len(b))
