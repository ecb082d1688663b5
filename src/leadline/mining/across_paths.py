"""Parents of different paths that hold similar records, merged into one group.

``candidates`` segments parents of one path together. Here parents are merged whose own tag and
class are equal and whose children have the same inner structure: a group that stands in one more
element than the others. Leaf kinds are paths from the root. So the nodes below the other parents
get the path numbers that they would have below the first parent. Or some records are moved in: they
stand in one more element (a ``blockquote``) between the others, whose place its children take.

>>> from leadline.page.dom import parse_html
>>> row = "<li><b>Ann {0}</b> 19{0}".format
>>> html = f"<ul>{row(1)}{row(2)}</ul><div><ul>{row(3)}</ul></div>"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> first, second = page.document.elements("ul")
>>> page.leaf_kinds[first] == page.leaf_kinds[second]
False
>>> by_path = {page.path_ids[first]: [first], page.path_ids[second]: [second]}
>>> [(view, child_lists)] = merge_across_paths(page, by_path, 0, [1] * len(page.paths.tag))
>>> len(child_lists), view.leaf_kinds[first] == view.leaf_kinds[second]
(2, True)
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final

from leadline.mining.signatures import CELL_TAGS, PageSignatures
from leadline.page.dom import INLINE_TAGS

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
MAX_MOVED_CHILDREN: Final = 6
"""Children of a record that is moved in, and different makes of such records in a parent."""
MIN_PLAIN: Final = 2
"""Records of the same make that are not moved in."""


def join_records(
    page: PageSignatures,
    parents_by_path: dict[int, list[int]],
    least: float,
    sizes: Sequence[float],
) -> Iterator[tuple[PageSignatures, list[list[int]]]]:
    """Yield merged groups as ``merge_across_paths`` does, then parents with moved-in records."""
    yield from merge_across_paths(page, parents_by_path, least, sizes)
    found = 0
    for path_id, parents in parents_by_path.items():
        if sizes[path_id] >= least and len(parents) == 1 and found < MAX_MERGED_GROUPS:
            children = page.document.children(parents[0])
            if moved := _moved_in(page, children):
                view = _renamed_view(page, [parents, *([node] for node in moved)])
                yield view, _put_in_place(page, children, moved)
                found += 1


def _moved_in(page: PageSignatures, children: list[int]) -> set[int]:
    """Return the children that hold what stands twice or more beside them."""
    if len(children) <= 2 * MIN_PLAIN:
        return set()
    kinds, tag, path_ids = page.leaf_kinds, page.document.tag, page.path_ids
    looks = [_look(page, node) for node in children if kinds[node]]
    own = set(looks)
    moved: dict[tuple[Look, ...], list[int]] = {}
    unlike: set[int] = set()
    for node in children:
        if kinds[node] and path_ids[node] not in unlike and tag[node] not in INLINE_TAGS:
            inner = [child for child in page.document.children(node) if kinds[child]]
            make = tuple(_look(page, child) for child in inner)
            if not own.issuperset(make):
                unlike.add(path_ids[node])
            elif 1 < len(make) <= MAX_MOVED_CHILDREN:
                moved.setdefault(make, []).append(node)
    makes = sorted(moved, key=lambda make: -len(moved[make]))[:MAX_MOVED_CHILDREN]
    return {node for make in makes if _count(looks, make) >= MIN_PLAIN for node in moved[make]}


def _count(looks: list[Look], make: tuple[Look, ...]) -> int:
    """Return how often the looks of ``make`` follow each other."""
    shifted = zip(*(looks[at:] for at in range(len(make))), strict=False)
    return sum(found == make for found in shifted)


def _put_in_place(page: PageSignatures, children: list[int], moved: set[int]) -> list[list[int]]:
    """Return the children, cut at moved-in ones, whose own children stand in their place."""
    lists: list[list[int]] = [[]]
    for node in children:
        if node in moved:
            lists += [page.document.children(node), []]
        else:
            lists[-1].append(node)
    return list(filter(None, lists))


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
            yield _renamed_view(page, groups), sorted(child_lists)
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


def _renamed_view(page: PageSignatures, groups: list[list[int]]) -> PageSignatures:
    """Return the page with the nodes below all parents numbered as below the first ones."""
    view = copy(page)
    view.path_ids, view.leaf_kinds = page.path_ids.copy(), page.leaf_kinds.copy()
    below_first = _paths_below(page, groups[0])
    first = page.path_ids[groups[0][0]]
    for parents in groups[1:]:
        renamed = {page.path_ids[parents[0]]: first}
        for parent in parents:
            _rename_below(page, view, parent, renamed, below_first)
            _collect_kinds_below(view, parent)
    return view


def _paths_below(page: PageSignatures, parents: list[int]) -> dict[tuple[int, Look], int]:
    """Return the path numbers below parents, by the number above and the look."""
    path_ids, above = page.path_ids, page.document.parent
    paths: dict[tuple[int, Look], int] = {}
    for parent in parents:
        for node in range(parent + 1, page.document.end[parent]):
            paths.setdefault((path_ids[above[node]], _look(page, node)), path_ids[node])
    return paths


def _rename_below(
    page: PageSignatures,
    view: PageSignatures,
    parent: int,
    renamed: dict[int, int],
    below_first: dict[tuple[int, Look], int],
) -> None:
    path_ids, above = page.path_ids, page.document.parent
    for node in range(parent + 1, page.document.end[parent]):
        path_id = renamed.get(path_ids[node])
        if path_id is None:
            key = renamed[path_ids[above[node]]], _look(page, node)
            path_id = renamed[path_ids[node]] = below_first.get(key, path_ids[node])
        view.path_ids[node] = path_id
        view.leaf_kinds[node] = page.paths.leaf_kind[path_id]
    view.leaf_kinds[parent] = 0


def _collect_kinds_below(view: PageSignatures, parent: int) -> None:
    """Give the subtrees below a parent the kinds of their leaves, and rows those of columns."""
    above, tag = view.document.parent, view.document.tag
    last, kinds = view.document.end[parent], view.leaf_kinds
    for node in range(last - 1, parent, -1):
        kinds[above[node]] |= kinds[node]
    last_column: dict[int, int] = {}
    for node in range(parent + 1, last):
        if tag[node] in CELL_TAGS:
            row = above[node]
            column = last_column[row] = last_column.get(row, -1) + 1
            if kinds[row]:
                kinds[row] |= view.paths.column_kind(view.path_ids[node], column)
