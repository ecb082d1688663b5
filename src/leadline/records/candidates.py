"""Every set of siblings that could be the records of a page: all parents, like ones together.

AutoRM walks down from the root and stops at the first similar siblings, so two big boxes high in
the tree swallow the list below them. Here the children of *every* parent are cut (``cuts``), and
parents of one path (the rows of a grid, the tables of twelve months) are cut together, so a group
with one record is no exception. Each cut is a ``Draft``; choosing among them is ``rank``.

>>> from leadline.dom import parse_html
>>> from leadline.records.flat import Flat
>>> html = "<div><h3>May</h3><ul><li><b>A</b> 1<li><b>B</b> 2</ul><h3>June</h3><ul><li><b>C</b> 3"
>>> drafts = find_drafts(Flat(parse_html(html, "http://h.test/")))
>>> [(draft.form, draft.spans) for draft in drafts if len(draft.spans) == 3]
[('one', [(7, 11), (11, 15), (18, 22)])]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.records.cuts import LEAST_SHARE, MIXED_SHARE, cut
from leadline.records.twins import joined

if TYPE_CHECKING:
    from leadline.records.cuts import Draft
    from leadline.records.flat import Flat

CLOSED: Final = frozenset({"select", "optgroup", "datalist", "svg", "head", "picture", "object"})
"""Elements whose children are no records."""
LONGEST_SHARE: Final = 0.2
"""Share of a merged group that its longest part must have to be cut by itself."""


def find_drafts(flat: Flat) -> list[Draft]:
    """All cuts of all parents, in document order; what shows the same text only once."""
    drafts: dict[object, Draft] = {}
    groups = _groups(flat)
    least = LEAST_SHARE * flat.shown[-1]
    for parents in groups.values():
        if _is_worth(flat, parents, least):
            group = [flat.document.children(up) for up in parents]
            for part in (group, *_longest(group)):
                cut(flat, part, drafts)
    for view, group in joined(flat, groups, MIXED_SHARE * flat.shown[-1]):
        cut(view, group, drafts)
    return list(drafts.values())


def _groups(flat: Flat) -> dict[int, list[int]]:
    """The parents that show anything, by their path."""
    named, kinds, tag = flat.named, flat.kinds, flat.document.tag
    groups: dict[int, list[int]] = {}
    ends = np.array(flat.document.end, np.int64)
    for node in (ends - np.arange(len(ends)) > 1).nonzero()[0].tolist():
        if kinds[node]:
            groups.setdefault(named[node], []).append(node)
    return {name: held for name, held in groups.items() if tag[held[0]] not in CLOSED}


def _is_worth(flat: Flat, parents: list[int], least: float) -> bool:
    """Whether there is something to cut."""
    shown, end = flat.shown, flat.document.end
    if len(parents) == 1:
        up = parents[0]
        return end[up + 1] < end[up] and shown[end[up]] - shown[up] >= least
    return sum([shown[end[up]] - shown[up] for up in parents]) >= least and any(
        end[up + 1] < end[up] for up in parents
    )


def _longest(group: list[list[int]]) -> list[list[list[int]]]:
    """The longest child list of a merged group by itself: like parents may hold unlike things."""
    if len(group) < 2:
        return []
    longest = max(group, key=len)
    alone = len(longest) > 2 and len(longest) >= LONGEST_SHARE * sum(map(len, group))
    return [[longest]] if alone else []
