"""Parents of unlike paths that hold records of one make: a group with a wrapper more than others.

``candidates`` cuts parents of one path together. Here parents are joined whose own tag and class
are the same, and whose children are of one make inside, wherever they stand. Leaf kinds are paths
from the root, so the nodes below the other parents are first given the names that they would have
below the first one.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> row = "<li><b>Ann {0}</b> 19{0}".format
>>> html = f"<ul>{row(1)}{row(2)}</ul><div><ul>{row(3)}</ul></div>"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> one, two = flat.document.elements("ul")
>>> flat.kinds[one] == flat.kinds[two]
False
>>> [(view, children)] = joined(flat, {flat.named[one]: [one], flat.named[two]: [two]}, 0)
>>> len(children), view.kinds[one] == view.kinds[two]
(2, True)
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.mining.signatures import Flat

Look = tuple[str, str]
"""Tag and first class."""
SMALLEST: Final = 4
"""Nodes of a parent with a child of two leaves, the least that has a make."""
MOST_JOINED: Final = 3
"""Sets of parents that are joined on one page."""
MOST_PATHS: Final = 12
"""Other paths that are joined to one."""
MOST_LEAVES: Final = 40
"""Leaves of a child that are looked at to tell its make."""
LONGER: Final = 3.0
"""How many times as long as others children may be: facets and hits are both links with text."""
ALIKE: Final = 0.6
"""How alike the leaves of children must be, by their paths inside."""


def joined(
    flat: Flat, groups: dict[int, list[int]], least: float, shown: Sequence[float] = ()
) -> Iterator[tuple[Flat, list[list[int]]]]:
    """The child lists of parents that are joined, with the names they then have; ``least`` is
    what the parents of one path must show for others to be joined to them, ``shown`` (by path)
    what they show, if that is known.
    """
    made = 0
    for names in _of_one_look(flat, groups, least, shown):
        first, *others = _apart(flat, [groups[name] for name in names])
        make, length = _make(flat, first[0]), _length(flat, first)
        if len(make) < 2:
            continue
        same = [
            held for held in others
            if length < LONGER * _length(flat, held) < LONGER**2 * length
            and _same(make, _make(flat, held[0]))
        ]  # fmt: skip
        if same:
            parents = [first, *same]
            children = [flat.document.children(up) for held in parents for up in held]
            yield _renamed(flat, parents), sorted(children)
            made += 1
            if made == MOST_JOINED:
                break


def _of_one_look(
    flat: Flat, groups: dict[int, list[int]], least: float, shown: Sequence[float]
) -> Iterator[list[int]]:
    """Paths whose parents look alike and whose children do, the one that shows most in front."""
    end, tag_of, style_of = flat.document.end, flat.paths.tag, flat.style_of
    looks: dict[Look, list[int]] = {}
    for name, parents in groups.items():
        if end[parents[0]] - parents[0] >= SMALLEST:
            looks.setdefault((tag_of[name], style_of[name]), []).append(name)
    for names in looks.values():
        if len(names) > 1:
            sizes = shown or _sizes(flat, groups, names)
            first = max(names, key=sizes.__getitem__)
            if sizes[first] >= least:
                usual = _usual(flat, groups[first][0])
                same = [n for n in names if n != first and _usual(flat, groups[n][0]) == usual]
                if same:
                    yield [first, *same[:MOST_PATHS]]


def _sizes(flat: Flat, groups: dict[int, list[int]], names: list[int]) -> dict[int, float]:
    """What the parents of some paths show."""
    shown, end = flat.shown, flat.document.end
    return {name: sum([shown[end[up]] - shown[up] for up in groups[name]]) for name in names}


def _apart(flat: Flat, parents: list[list[int]]) -> list[list[int]]:
    """Parents without those that stand inside others, the first ones' before all."""
    end = flat.document.end
    edges = [(up, end[up]) for up in parents[0]]
    kept = [parents[0]]
    for held in parents[1:]:
        found = []
        for up in held:
            at = bisect_left(edges, (up, 0))
            inside = at > 0 and edges[at - 1][1] > up
            if not inside and not (at < len(edges) and edges[at][0] < end[up]):
                edges.insert(at, (up, end[up]))
                found.append(up)
        if found:
            kept.append(found)
    return kept


def _look(flat: Flat, node: int) -> Look:
    return flat.document.tag[node], flat.style_of[flat.named[node]]


def _usual(flat: Flat, parent: int) -> Look:
    """Tag and class of the child that shows most."""
    shown, end = flat.shown, flat.document.end
    child = max(flat.document.children(parent), key=lambda node: shown[end[node]] - shown[node])
    return _look(flat, child)


def _make(flat: Flat, parent: int) -> set[tuple[Look, ...]]:
    """Paths of the leaves of the child that shows most, from it down."""
    document, shown = flat.document, flat.shown
    end, up = document.end, document.parent
    child = max(document.children(parent), key=lambda node: shown[end[node]] - shown[node])
    texts = document.text_nodes
    begin = bisect_left(texts, child)
    leaves = texts[begin : min(begin + MOST_LEAVES, bisect_left(texts, end[child]))]
    found = set()
    for node in {flat.named[leaf]: leaf for leaf in leaves}.values():
        path: list[Look] = []
        while node >= child and len(path) < MOST_LEAVES:
            path.append(_look(flat, node))
            node = up[node]
        found.add(tuple(path))
    return found


def _length(flat: Flat, parents: list[int]) -> float:
    """What a child shows, in the mean."""
    shown, end, children = flat.shown, flat.document.end, flat.document.children
    sizes = [shown[end[node]] - shown[node] for up in parents for node in children(up)]
    held = [size for size in sizes if size]
    return sum(held) / (len(held) or 1)


def _same(a: set[tuple[Look, ...]], b: set[tuple[Look, ...]]) -> bool:
    return len(a & b) > ALIKE * max(len(a), len(b))


def _renamed(flat: Flat, parents: list[list[int]]) -> Flat:
    """The same page with the nodes below all parents named as below the first ones."""
    view = copy(flat)
    view.named, view.kinds = flat.named.copy(), flat.kinds.copy()
    twin = _names_below(flat, parents[0])
    first = flat.named[parents[0][0]]
    for held in parents[1:]:
        known = {flat.named[held[0]]: first}
        for up in held:
            _rename(flat, view, up, known, twin)
    return view


def _names_below(flat: Flat, parents: list[int]) -> dict[tuple[int, Look], int]:
    named, up = flat.named, flat.document.parent
    found: dict[tuple[int, Look], int] = {}
    for parent in parents:
        for node in range(parent + 1, flat.document.end[parent]):
            found.setdefault((named[up[node]], _look(flat, node)), named[node])
    return found


def _rename(
    flat: Flat, view: Flat, parent: int, known: dict[int, int], twin: dict[tuple[int, Look], int]
) -> None:
    named, up, tag = flat.named, flat.document.parent, flat.document.tag
    last = flat.document.end[parent]
    for node in range(parent + 1, last):
        name = known.get(named[node])
        if name is None:
            key = known[named[up[node]]], _look(flat, node)
            name = known[named[node]] = twin.get(key, named[node])
        view.named[node] = name
        view.kinds[node] = flat.paths.leaf[name]
    view.kinds[parent] = 0
    for node in range(last - 1, parent, -1):
        view.kinds[up[node]] |= view.kinds[node]
    column: dict[int, int] = {}
    for node in range(parent + 1, last):
        if tag[node] == "td" or tag[node] == "th":
            row = up[node]
            at = column[row] = column.get(row, -1) + 1
            if view.kinds[row]:
                view.kinds[row] |= flat.paths.column(view.named[node], at)
