"""Every set of siblings that could be the records of a page: all parents, like ones together.

AutoRM walks down from the root and stops at the first similar siblings, so two big boxes high in
the tree swallow the list below them. Here the children of *every* parent are cut (``cuts``), and
parents of one path (the rows of a grid, the tables of twelve months) are cut together, so a group
with one record is no exception. Each cut is a ``Draft``; choosing among them is ``rank``.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> html = "<div><h3>May</h3><ul><li><b>A</b> 1<li><b>B</b> 2</ul><h3>June</h3><ul><li><b>C</b> 3"
>>> drafts = find_drafts(Flat(parse_html(html, "http://h.test/")))
>>> [(draft.form, draft.spans) for draft in drafts if len(draft.spans) == 3]
[('one', [(7, 11), (11, 15), (18, 22)])]
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.mining.across_paths import SMALLEST, joined
from leadline.mining.segmentation import LEAST_SHARE, MIXED_SHARE, Siblings, cut
from leadline.mining.signatures import in_order

if TYPE_CHECKING:
    import numpy.typing as npt

    from leadline.mining.segmentation import Draft
    from leadline.mining.signatures import Flat

    Integers = npt.NDArray[np.int64]

CLOSED: Final = frozenset({"select", "optgroup", "datalist", "svg", "head", "picture", "object"})
"""Elements whose children are no records."""
LONGEST_SHARE: Final = 0.2
"""Share of a merged group that its longest part must have to be cut by itself."""


def find_drafts(flat: Flat) -> list[Draft]:
    """All cuts of all parents, in document order; what shows the same text only once."""
    drafts: dict[object, Draft] = {}
    parents = _Parents(flat)
    for siblings in parents.worth(LEAST_SHARE * flat.shown[-1]):
        cut(siblings, drafts)
        if (alone := _longest(siblings)) is not None:
            cut(alone, drafts)
    least, shown = MIXED_SHARE * flat.shown[-1], parents.shown.tolist()
    for view, group in joined(flat, parents.groups(SMALLEST), least, shown):
        cut(Siblings.of(view, group), drafts)
    return list(drafts.values())


class _Parents:
    """The parents that show anything, by their path, and their children in a row: ``kids`` are
    sorted by the path of their parent, those of each parent begin where ``begins`` says.
    """

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        names, above, ends = flat.names_of, flat.parent_of, flat.end_of
        places = np.arange(len(ends))
        sizes = flat.shown_of[ends] - flat.shown_of[places]
        shows = (ends - places > 1) & (sizes > 0)
        most = len(flat.paths.tag)
        owners = shows.nonzero()[0]
        kids = shows[above[1:]].nonzero()[0] + 1
        over = names[above[kids]]
        self.kids: Integers = kids[in_order(over, most)]
        ups = above[self.kids]
        fresh = np.ones(len(ups), np.bool_)
        fresh[1:] = ups[1:] != ups[:-1]
        self.begins = np.append(fresh.nonzero()[0], len(ups))
        self.owners: Integers = ups[fresh]
        named = names[owners]
        self.shown = np.bincount(named, sizes[owners], most)
        self.number = np.bincount(named, minlength=most)
        self.behind = self.number.cumsum()
        self.children = np.bincount(over, minlength=most)

    def worth(self, least: float) -> list[Siblings]:
        """The children of like parents that show enough, and are several in one of them."""
        several = (self.children > self.number) & (self.shown >= least)
        flat, tag_of = self.flat, self.flat.paths.tag
        kids, begins = self.kids.tolist(), self.begins.tolist()
        places = several.nonzero()[0]
        behind, number = self.behind[places].tolist(), self.number[places].tolist()
        found = []
        for name, stop, parents in zip(places.tolist(), behind, number, strict=True):
            if tag_of[name] not in CLOSED:
                edges = begins[stop - parents : stop + 1]
                first = edges[0]
                nodes = kids[first : edges[-1]]
                found.append(Siblings(flat, nodes, [edge - first for edge in edges]))
        parent = flat.document.parent
        found.sort(key=lambda siblings: parent[siblings.nodes[0]])
        return found

    def groups(self, least: int) -> dict[int, list[int]]:
        """The parents by their path, paths in document order, if the first has enough nodes."""
        owners, tag_of = self.owners, self.flat.paths.tag
        names = self.number.nonzero()[0]
        firsts = owners[self.behind[names] - self.number[names]]
        names = names[self.flat.end_of[firsts] - firsts >= least]
        firsts = self.behind[names] - self.number[names]
        names = names[np.argsort(owners[firsts])]
        stops = self.behind[names].tolist()
        numbers, held = self.number[names].tolist(), owners.tolist()
        return {
            name: held[stop - number : stop]
            for name, stop, number in zip(names.tolist(), stops, numbers, strict=True)
            if tag_of[name] not in CLOSED
        }


def _longest(siblings: Siblings) -> Siblings | None:
    """The longest child list of a merged group by itself: like parents may hold unlike things."""
    if len(siblings.edges) < 3:
        return None
    longest = max([b - a for a, b in pairwise(siblings.edges)])
    alone = longest > 2 and longest >= LONGEST_SHARE * len(siblings.nodes)
    return siblings.longest() if alone else None
