"""Candidate regions of a page: the children of all parents, parents of one path together.

AutoRM walks down from the root and stops at the first similar siblings, so two large boxes high in
the tree hide the list below them. Here the children of *every* parent are segmented
(``segmentation``). Parents of one path (the rows of a grid, the tables of twelve months) are
segmented together, so that a group with one record is found too. ``ranking`` chooses among the
candidates.

>>> from leadline.page.dom import parse_html
>>> html = "<div><h3>May</h3><ul><li><b>A</b> 1<li><b>B</b> 2</ul><h3>June</h3><ul><li><b>C</b> 3"
>>> candidates = find_candidates(PageSignatures(parse_html(html, "http://h.test/")))
>>> [(region.form, region.spans) for region in candidates if len(region.spans) == 3]
[('single', [(7, 11), (11, 15), (18, 22)])]
"""

import numpy as np
import numpy.typing as npt

from leadline.mining.across_paths import merge_across_paths
from leadline.mining.segmentation import (
    MIN_RUNS_VISIBLE_SHARE,
    MIN_VISIBLE_SHARE,
    CandidateRegion,
    segment,
)
from leadline.mining.sibling_clusters import SiblingGroup
from leadline.mining.signatures import CLOSED_TAGS, PageSignatures, stable_order

Integers = npt.NDArray[np.int64]


def find_candidates(page: PageSignatures) -> list[CandidateRegion]:
    """Return the segmentations of all parents, each displayed text once."""
    candidates: dict[object, CandidateRegion] = {}
    parents = _ParentsByPath(page)
    visible = page.shown_size
    for siblings in parents.sibling_groups(MIN_VISIBLE_SHARE * visible):
        segment(siblings, candidates)
        for child_list in siblings.longest_lists():
            segment(child_list, candidates)
    least, sizes = MIN_RUNS_VISIBLE_SHARE * visible, parents.visible.tolist()
    for view, child_lists in merge_across_paths(page, parents.by_path(), least, sizes):
        segment(SiblingGroup.from_child_lists(view, child_lists), candidates)
    return list(candidates.values())


class _ParentsByPath:
    """Parents with content, sorted by path, and their children with content in the same order.

    The children of the i-th parent begin at ``starts[i]`` in ``children``. By path number,
    ``visible`` is what its parents show, ``counts`` their number, ``ends`` the running sum of
    ``counts`` and ``child_counts`` the number of their children.
    """

    def __init__(self, page: PageSignatures) -> None:
        self.page = page
        path_ids, parent, end = page.path_id_array, page.parent_array, page.end_array
        nodes = np.arange(len(end))
        sizes = page.visible_sum_array[end] - page.visible_sum_array[nodes]
        is_parent = (end - nodes > 1) & (sizes > 0)
        path_count = len(page.paths.tag)
        parents = is_parent.nonzero()[0]
        children = is_parent[parent[1:]].nonzero()[0] + 1
        parent_paths = path_ids[parent[children]]
        self.children: Integers = children[stable_order(parent_paths, path_count)]
        parent_of_child = parent[self.children]
        is_first = np.ones(len(parent_of_child), np.bool_)
        is_first[1:] = parent_of_child[1:] != parent_of_child[:-1]
        self.starts = np.append(is_first.nonzero()[0], len(parent_of_child))
        self.parents: Integers = parent_of_child[is_first]
        self.visible = np.bincount(path_ids[parents], sizes[parents], path_count)
        self.counts = np.bincount(path_ids[parents], minlength=path_count)
        self.ends = self.counts.cumsum()
        self.child_counts = np.bincount(parent_paths, minlength=path_count)

    def sibling_groups(self, least: float) -> list[SiblingGroup]:
        """Return the children of parents of one path that show ``least`` or more, in page order.

        At least one of the parents has several children.
        """
        several = (self.child_counts > self.counts) & (self.visible >= least)
        page, tag_of = self.page, self.page.paths.tag
        children, starts = self.children.tolist(), self.starts.tolist()
        path_ids = several.nonzero()[0]
        ends, counts = self.ends[path_ids].tolist(), self.counts[path_ids].tolist()
        groups = []
        for path_id, stop, count in zip(path_ids.tolist(), ends, counts, strict=True):
            if tag_of[path_id] not in CLOSED_TAGS:
                edges = starts[stop - count : stop + 1]
                first = edges[0]
                nodes = children[first : edges[-1]]
                groups.append(SiblingGroup(page, nodes, [edge - first for edge in edges]))
        parent = page.document.parent
        groups.sort(key=lambda siblings: parent[siblings.nodes[0]])
        return groups

    def by_path(self) -> dict[int, list[int]]:
        """Return the parents by path number, paths in page order."""
        path_ids = self.counts.nonzero()[0]
        first_parents = self.parents[self.ends[path_ids] - self.counts[path_ids]]
        path_ids = path_ids[np.argsort(first_parents)]
        ends, counts = self.ends[path_ids].tolist(), self.counts[path_ids].tolist()
        parents, tag_of = self.parents.tolist(), self.page.paths.tag
        return {
            path_id: parents[stop - count : stop]
            for path_id, stop, count in zip(path_ids.tolist(), ends, counts, strict=True)
            if tag_of[path_id] not in CLOSED_TAGS
        }
