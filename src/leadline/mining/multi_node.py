"""Records of several siblings: from a head to before the next one, or between separators.

AutoRM (Shi et al. 2015): a record runs from a head to before the next head (5.5), equal nodes
without content separate records (5.4), a node that only one record has ends it (5.6). Headings
between records end a record too.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import PageSignatures
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> siblings = SiblingGroup.from_child_lists(page, [page.document.children(2)])
>>> next(segment_by_heads(siblings, list(page.document.elements("h4"))))
[(0, 2), (2, 4), (4, 6)]
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from leadline.mining.sibling_clusters import SiblingGroup

Stretch = tuple[int, int]
"""Positions of the first sibling and behind the last one."""
SeparatorRun = tuple[int, tuple[int, ...]]
"""Position behind a run of separators, and their path numbers."""

MAX_HEADING_SHARE: Final = 0.5
"""Share of the records below which a heading stands between records, not in them."""
MAX_SEPARATORS: Final = 4
"""Separators that are tried, most frequent first."""
MAX_SEPARATOR_RUN: Final = 4
"""Nodes of a run of separators that are compared."""
HEADING_TAGS: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "hr", "caption", "legend"}
)
MIN_USUAL_SHARE: Final = 0.2
"""Share of the records from which an equal sequence of paths is a usual record."""


def segment_by_heads(siblings: SiblingGroup, heads: list[int]) -> Iterator[list[Stretch]]:
    """Yield the stretches from head to head, then the same without headings between records.

    The second segmentation is left out where it equals the first.
    """
    segmentation = _HeadSegmentation(siblings, heads)
    stretches = segmentation.end_early(frozenset())
    yield stretches
    if (headings := segmentation.rare_headings()) and (
        shorter := segmentation.end_early(headings)
    ) != stretches:
        yield shorter


class _HeadSegmentation:
    """Stretches from head to head; nodes in front of the first head of a parent are left out."""

    def __init__(self, siblings: SiblingGroup, heads: list[int]) -> None:
        self.siblings, self.tag_of = siblings, siblings.page.paths.tag
        self.kinds, self.path_ids = siblings.kinds, siblings.path_ids
        self.heads = siblings.positions(heads)
        self.bounds = sorted(self.heads.union(siblings.edges))
        self.stretches = [pair for pair in pairwise(self.bounds) if pair[0] in self.heads]
        self.sequences = [self.path_ids[start:stop] for start, stop in self.stretches]
        self.distinct = Counter(self.sequences)
        self.records_with: Counter[int] = Counter()
        for sequence, times in self.distinct.items():
            for path_id in set(sequence):
                self.records_with[path_id] += times
        self.unique_paths = frozenset(
            {path_id for path_id, times in self.records_with.items() if times < 2}
        )

    def rare_headings(self) -> frozenset[int]:
        """Return the paths of headings that few of the records have."""
        few, tag_of = MAX_HEADING_SHARE * len(self.stretches), self.tag_of
        return frozenset(
            path_id
            for path_id, times in self.records_with.items()
            if times < few and tag_of[path_id] in HEADING_TAGS
        )

    def end_early(self, headings: frozenset[int]) -> list[Stretch]:
        """End the stretches before ``headings`` and nodes that no other record has (5.6)."""
        kinds, foreign = self.kinds, self.unique_paths | headings
        has_foreign = {sequence: not foreign.isdisjoint(sequence[1:]) for sequence in self.distinct}
        if True not in has_foreign.values() and 0 not in [kinds[b - 1] for _, b in self.stretches]:
            return self.stretches
        shorter = []
        for (start, stop), sequence in zip(self.stretches, self.sequences, strict=True):
            if has_foreign[sequence]:
                stop = self._first_foreign(start, stop, foreign)
            while stop > start + 1 and not kinds[stop - 1]:
                stop -= 1
            shorter.append((start, stop))
        return shorter

    def _first_foreign(self, start: int, stop: int, foreign: frozenset[int]) -> int:
        path_ids, kinds = self.path_ids, self.kinds
        for at in range(start + 1, stop):
            if path_ids[at] in foreign and (kinds[at] or self.tag_of[path_ids[at]] == "hr"):
                return at
        return stop


def segment_by_separators(siblings: SiblingGroup) -> Iterator[list[Stretch]]:
    """Yield the stretches between equal separators, which are nodes without content (5.4)."""
    runs = _separator_runs(siblings)
    parents = len(siblings.edges) - 1
    counted: Counter[tuple[int, ...]] = Counter()
    for path_ids, times in Counter([path_ids for _, path_ids in runs]).items():
        for separator in {path_ids, *((path_id,) for path_id in path_ids)}:
            counted[separator] += times
    frequent = sorted(counted.items(), key=lambda item: (-item[1], len(item[0]), item[0]))
    for separator, times in frequent[:MAX_SEPARATORS]:
        if times + parents > 2:
            stretches = _between(siblings, runs, separator)
            if len(stretches) > max(1, parents):
                yield stretches
                trimmed = _without_leading_nodes(siblings, stretches)
                if trimmed != stretches:
                    yield trimmed


def _without_leading_nodes(siblings: SiblingGroup, stretches: list[Stretch]) -> list[Stretch]:
    """Cut off leading nodes where the rest of a stretch is a usual record.

    This is done for the first stretch of a parent, and for stretches with a heading.
    """
    path_of = siblings.page.path_ids
    path_ids = [path_of[node] for node in siblings.nodes]
    shown = [path if mask else -1 for path, mask in zip(path_ids, siblings.kinds, strict=True)]
    sequences = [tuple([path for path in shown[a:b] if path >= 0]) for a, b in stretches]
    counted = Counter(sequences)
    least = MIN_USUAL_SHARE * len(stretches)
    usual = sorted({sequence for sequence, times in counted.items() if times >= least}, key=len)
    if not usual or len(counted) == len(usual):
        return stretches
    tag_of, edges = siblings.page.paths.tag, set(siblings.edges)
    trimmed = []
    for (start, stop), sequence in zip(stretches, sequences, strict=True):
        if counted[sequence] < least and (
            _is_first_content(siblings, start, edges)
            or any(tag_of[path] in HEADING_TAGS for path in sequence)
        ):
            tails = [
                tail
                for tail in usual
                if len(tail) < len(sequence) and sequence[-len(tail) :] == tail
            ]
            if tails:
                surplus = len(sequence) - len(tails[-1])
                while surplus:
                    surplus -= shown[start] >= 0
                    start += 1
                while shown[start] < 0:
                    start += 1
        trimmed.append((start, stop))
    return trimmed


def _is_first_content(siblings: SiblingGroup, at: int, edges: set[int]) -> bool:
    """Tell whether no sibling in front of a position has content."""
    while at not in edges and not siblings.kinds[at - 1]:
        at -= 1
    return at in edges


def _separator_runs(siblings: SiblingGroup) -> list[SeparatorRun]:
    """Return the runs of separators with content of the same parent behind them."""
    kinds, edges = siblings.kinds, set(siblings.edges)
    path_of, nodes = siblings.page.path_ids, siblings.nodes
    runs: list[SeparatorRun] = []
    path_ids: list[int] = []
    behind = -1
    for at in [at for at, mask in enumerate(kinds) if not mask]:
        if at != behind or at in edges:
            if path_ids and behind not in edges:
                runs.append((behind, tuple(path_ids[:MAX_SEPARATOR_RUN])))
            path_ids = []
        path_ids.append(path_of[nodes[at]])
        behind = at + 1
    if path_ids and behind not in edges:
        runs.append((behind, tuple(path_ids[:MAX_SEPARATOR_RUN])))
    return runs


def _between(
    siblings: SiblingGroup, runs: list[SeparatorRun], separator: tuple[int, ...]
) -> list[Stretch]:
    """Return the content between the runs that are or hold the separator.

    A single node separates at any place of a run, a longer separator only as the whole run.
    """
    kinds = siblings.kinds
    single = separator[0] if len(separator) == 1 else -1
    cuts = [at for at, path_ids in runs if path_ids == separator or single in path_ids]
    stretches = []
    for start, stop in pairwise(sorted({*cuts, *siblings.edges})):
        while start < stop and not kinds[start]:
            start += 1
        while start < stop and not kinds[stop - 1]:
            stop -= 1
        if start < stop:
            stretches.append((start, stop))
    return stretches
