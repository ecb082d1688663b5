"""Segmentation of sibling groups into records: single nodes, runs of siblings, lines.

Sections 4 and 5 of AutoRM (Shi et al. 2015), on signatures. Siblings cluster by their leaf kinds
(2.2, ``sibling_clusters``). A record of several siblings goes from head to head or from separator
to separator (``multi_node``). Segmentations without outliers (a date row, a note in front, a
pager behind) are offered too.

>>> from leadline.page.dom import parse_html
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> candidates = {}
>>> segment(SiblingGroup.from_child_lists(page, [page.document.children(2)]), candidates)
>>> runs = [region.spans for region in candidates.values() if region.form == "run"]
>>> runs[0], runs[1]
([(3, 7), (7, 11), (11, 15)], [(5, 9), (9, 13), (13, 15)])
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import itemgetter, or_
from typing import Final, Literal

from leadline.mining.multi_node import Stretch, segment_by_heads, segment_by_separators
from leadline.mining.paths import SEPARATOR_TAGS
from leadline.mining.sibling_clusters import (
    SiblingGroup,
    alternating_heads,
    cluster_siblings,
    majority_of_counted,
)
from leadline.mining.signatures import PageSignatures, similarity

Span = tuple[int, int]
"""First node and the node after the last one: whole sibling subtrees."""
Form = Literal["single", "run", "lines"]
"""One node for each record, siblings from head to head, siblings between separators."""

MAX_HEAD_CLUSTERS: Final = 3
"""Clusters tried as heads of records; Algorithm 3 tries every node."""
MIN_VISIBLE_SHARE: Final = 0.015
"""Share of the visible page below which siblings are no candidate."""
MIN_HEADS_VISIBLE_SHARE: Final = 0.005
"""Share of the visible page below which siblings are no heads of records."""
MIN_RUNS_VISIBLE_SHARE: Final = 0.05
"""Share of the visible page below which records of several siblings are not tried."""
MAX_HEADS_TEXT_SHARE: Final = 0.97
"""Share of the group's content in single nodes from which records of several are not tried."""
MIN_MEMBER_SIMILARITY: Final = 0.5
"""Similarity to the core kinds above which a record without a class is no outlier."""
PLAIN_END_FACTOR: Final = 0.5
"""Factor on the similarity of an end record that lacks the line breaks all others have."""
HEAD_ROW_FACTOR: Final = 0.4
"""Factor on the similarity of a first record that is a row of column heads."""
MAX_HEAD_ROWS: Final = 2
"""Rows in front of the records: names of columns, a link to the folder above."""
MIN_RUNS_BELOW_HEADS: Final = 4
"""Records of several siblings, the heads among them, from which heads are looked for."""
MAX_COMPARED_ROWS: Final = 12
"""Rows whose cells are compared with those of a row of heads."""
MAX_OUTLIER_SHARE: Final = 0.34
"""Share of the core kinds below which a record is an outlier."""


@dataclass(slots=True, eq=False)
class CandidateRegion:
    """A set of records: ``starts`` are their first nodes, ``stops`` the nodes after their last.

    ``core`` holds the leaf kinds of at least half of the records, ``similarities`` how similar
    each record is to the core, ``end_kinds`` the kinds of the first and last one, ``outliers`` the
    number of records with hardly any core kind.
    ``omitted`` is the share of records left out although they have no foreign kind, ``heads`` the
    number of rows of column heads left out.
    ``at_starts`` and ``at_stops`` read a list at all starts or stops.
    """

    starts: Sequence[int]
    stops: Sequence[int]
    form: Form
    core: int
    similarities: list[float]
    end_kinds: tuple[int, int] = (0, 0)
    outliers: int = 0
    omitted: float = 0.0
    heads: int = 0
    at_starts: Callable[[Sequence[int]], tuple[int, ...]] = field(init=False)
    at_stops: Callable[[Sequence[int]], tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self.at_starts, self.at_stops = itemgetter(*self.starts), itemgetter(*self.stops)

    @property
    def spans(self) -> list[Span]:
        """The records as slices of node numbers."""
        return list(zip(self.starts, self.stops, strict=True))


def segment(siblings: SiblingGroup, candidates: dict[object, CandidateRegion]) -> None:
    """Add every segmentation of a sibling group into two records or more to ``candidates``.

    A segmentation that shows the same text as a known one is not added again.
    """
    if not siblings.repeats_a_tag():
        return
    page, nodes, edges = siblings.page, siblings.nodes, siblings.edges
    end, visible = page.document.end, page.visible_sums
    group_size = sum([visible[end[nodes[stop - 1]]] for stop in edges[1:]])
    group_size -= sum([visible[nodes[start]] for start in edges[:-1]])
    builder = _RegionBuilder(page, candidates)
    clusters, least = [], MIN_VISIBLE_SHARE * page.shown_size
    for members in cluster_siblings(siblings):
        at = itemgetter(*members)
        stops = at(end)
        key = at(visible), itemgetter(*stops)(visible)
        size = sum(key[1]) - sum(key[0])
        if size >= MIN_HEADS_VISIBLE_SHARE * page.shown_size:
            clusters.append((members, size))
            if size >= least and key not in candidates:
                builder.add(key, members, stops, at(page.leaf_kinds), "single")
    if group_size >= MIN_RUNS_VISIBLE_SHARE * page.shown_size:
        most = MAX_HEADS_TEXT_SHARE * group_size
        heads = [members for members, size in clusters if least <= size < most]
        heads = heads or [members for members, size in clusters if size < least]
        for members in (*heads[:MAX_HEAD_CLUSTERS], *alternating_heads(siblings)):
            for stretches in segment_by_heads(siblings, members):
                if not _swallows_records(siblings, stretches):
                    builder.add_stretches(siblings, stretches, "run")
        if not all(siblings.kinds):
            for stretches in segment_by_separators(siblings):
                builder.add_stretches(siblings, stretches, "lines")


def _swallows_records(siblings: SiblingGroup, stretches: list[Stretch]) -> bool:
    """Tell whether most records are one sibling, and the others several of the same path."""
    path_ids, lengths = siblings.path_ids, [stop - start for start, stop in stretches]
    return 2 * lengths.count(1) > len(lengths) and all(
        len(set(path_ids[start:stop])) == 1 for start, stop in stretches
    )


class _RegionBuilder:
    """Makes candidate regions, each with and without its outliers."""

    def __init__(self, page: PageSignatures, candidates: dict[object, CandidateRegion]) -> None:
        self.page, self.candidates = page, candidates

    def add_stretches(self, siblings: SiblingGroup, stretches: list[Stretch], form: Form) -> None:
        """Add records that are stretches of siblings."""
        nodes, kinds, end = siblings.nodes, siblings.kinds, self.page.document.end
        visible = self.page.visible_sums
        starts = [nodes[first] for first, _ in stretches]
        stops = [end[nodes[stop - 1]] for _, stop in stretches]
        key = itemgetter(*starts)(visible), itemgetter(*stops)(visible)
        if key in self.candidates:
            if form == "lines":
                self.candidates[key].form = form
        else:
            record_kinds = [
                kinds[first] if stop == first + 1 else reduce(or_, kinds[first:stop])
                for first, stop in stretches
            ]
            self.add(key, starts, stops, record_kinds, form)

    def add(
        self,
        key: object,
        starts: Sequence[int],
        stops: Sequence[int],
        kinds: Sequence[int],
        form: Form,
    ) -> None:
        """Add a region that is not known yet, and its variants without outliers."""
        count, core = len(kinds), kinds[0]
        if kinds.count(core) == count:
            similarities = [similarity(core, core)] * count
            region = CandidateRegion(starts, stops, form, core, similarities, (core, core))
            self.candidates[key] = region
            self._add_without_plain_ends(region, kinds)
            return
        counted = Counter(kinds)
        core = majority_of_counted(counted, count)
        by_kinds = {mask: similarity(mask, core) for mask in counted}
        region = CandidateRegion(starts, stops, form, core, list(map(by_kinds.__getitem__, kinds)))
        region.end_kinds = (kinds[0], kinds[-1])
        few = MAX_OUTLIER_SHARE * core.bit_count()
        region.outliers = sum(
            [times for mask, times in counted.items() if (mask & core).bit_count() < few]
        )
        self.candidates[key] = region
        self._add_without_outliers(region, kinds, by_kinds, counted)

    def _add_without_outliers(
        self,
        region: CandidateRegion,
        kinds: Sequence[int],
        by_kinds: dict[int, float],
        counted: Counter[int],
    ) -> None:
        page, core = self.page, region.core
        middle = page.path_ids[region.starts[len(kinds) // 2]]
        if region.form == "single" and page.path_classes[middle]:
            subsets = _subsets_by_class(kinds, by_kinds, core)
        else:
            subsets = _subsets_by_similarity(kinds, by_kinds, core, counted)
        for positions in subsets:
            self._add_subset(region, kinds, positions)
        self._add_without_plain_ends(region, kinds)

    def _add_without_plain_ends(self, region: CandidateRegion, kinds: Sequence[int]) -> None:
        """Add a region without a row of column heads, or ends that lack the others' line breaks.

        Such a row, or a paragraph of introduction, differs more from the others than its kinds
        say, so its similarity is lowered in the whole region.
        """
        is_single = region.form == "single"
        ends = _plain_ends(self.page, region.starts) if is_single else []
        may_have_heads = is_single or len(kinds) >= MIN_RUNS_BELOW_HEADS
        heads = count_head_rows(self.page, region.spans) if may_have_heads else 0
        left_out = {*ends, *range(heads)}
        if left_out:
            positions = [at for at in range(len(region.starts)) if at not in left_out]
            self._add_subset(region, kinds, positions, heads)
            for at in left_out:
                region.similarities[at] *= HEAD_ROW_FACTOR if at < heads else PLAIN_END_FACTOR

    def _add_subset(
        self, region: CandidateRegion, kinds: Sequence[int], positions: list[int], heads: int = 0
    ) -> None:
        """Add some of the records of a region as a region; ``heads`` of the others are heads."""
        if not 1 < len(positions) < len(kinds):
            return
        at, visible = itemgetter(*positions), self.page.visible_sums
        subset = CandidateRegion(
            at(region.starts),
            at(region.stops),
            region.form,
            region.core,
            list(at(region.similarities)),
        )
        subset.end_kinds = (kinds[positions[0]], kinds[positions[-1]])
        if region.form != "single":
            subset.omitted = _omitted_share(kinds, set(at(kinds)), region.core)
        key = subset.at_starts(visible), subset.at_stops(visible)
        known = self.candidates.setdefault(key, subset)
        known.heads = max(known.heads, heads)
        if region.form == "lines":
            known.form = region.form


def _omitted_share(kinds: Sequence[int], kept: set[int], core: int) -> float:
    """Return the share of records left out although they have core kinds only."""
    few = MAX_OUTLIER_SHARE * core.bit_count()
    omitted = [
        mask for mask in kinds if mask not in kept and not mask & ~core and mask.bit_count() >= few
    ]
    return len(omitted) / len(kinds)


def _subsets_by_class(
    kinds: Sequence[int], by_kinds: dict[int, float], core: int
) -> list[list[int]]:
    """Return the positions of records without outliers, for records with a class.

    A record with most core kinds is no outlier, whatever else it has (a long post).
    """
    least = MIN_MEMBER_SIMILARITY * core.bit_count()
    own = {mask for mask in by_kinds if (mask & core).bit_count() > least}
    return [_positions(kinds, own)] if len(own) < len(by_kinds) else []


def _subsets_by_similarity(
    kinds: Sequence[int], by_kinds: dict[int, float], core: int, counted: Counter[int]
) -> list[list[int]]:
    """Return the positions of records without outliers, for records without a class.

    A record with all core kinds is no outlier. The kinds that all others share find outliers at
    the ends only.
    """
    own = {
        mask
        for mask, value in by_kinds.items()
        if value > MIN_MEMBER_SIMILARITY or mask & core == core
    }
    subsets = []
    if len(own) < len(by_kinds):
        subsets.append(_positions(kinds, own))
    if len(kinds) > 4:
        subsets.append(_without_headers(kinds, set(by_kinds), counted))
        if 1 < len(own) < len(by_kinds):
            subsets.append(_without_headers(kinds, own, counted))
    return subsets


def _positions(kinds: Sequence[int], own: set[int]) -> list[int]:
    return [at for at, mask in enumerate(kinds) if mask in own]


def _without_headers(kinds: Sequence[int], own: set[int], counted: Counter[int]) -> list[int]:
    """Return the positions of records without header rows and footers, [] if there are none.

    A header or footer is a first or last record in ``own`` that lacks a kind all between have.
    Rows equal to it are left out in the middle too.
    """
    first = next(mask for mask in kinds if mask in own)
    last = next(mask for mask in reversed(kinds) if mask in own)
    ends = {first, last} - {max(counted, key=counted.__getitem__)}
    if not ends:
        return []
    common = -1
    for mask in own:
        if mask not in ends:
            common &= mask
    records = own - {mask for mask in ends if mask & common != common}
    return _positions(kinds, records) if len(records) < len(own) else []


def _plain_ends(page: PageSignatures, starts: Sequence[int]) -> list[int]:
    """Return which of the first and last record lack a line break or rule that all others have."""
    last = len(starts) - 1
    if last < 3 or page.path_ids[starts[1]] not in page.paths.with_separators:
        return []
    usual = _separator_paths(page, starts[1])
    ends = [at for at in (0, last) if not usual <= _separator_paths(page, starts[at])]
    if not ends or not all(usual <= _separator_paths(page, starts[at]) for at in range(2, last)):
        return []
    return ends


def count_head_rows(page: PageSignatures, rows: Sequence[Span]) -> int:
    """Return how many of the first rows are no records: all up to the last row of heads.

    A second row is one only below a row without a digit.

    >>> from leadline.page.dom import parse_html
    >>> html = "<table><tr><td>Name<td>Born<tr><td>Ann<td>1901<tr><td>Bo<td>1902</table>"
    >>> page = PageSignatures(parse_html(html, "http://h.test/"))
    >>> end = page.document.end
    >>> count_head_rows(page, [(row, end[row]) for row in page.document.elements("tr")])
    1
    """
    digits = page.digit_sums
    for count in range(min(MAX_HEAD_ROWS, len(rows)), 0, -1):
        first = rows[:count]
        if not any(digits[stop] > digits[start] for start, stop in first) and _is_head_row(
            page, rows[count - 1 :]
        ):
            return count
    return 0


def _is_head_row(page: PageSignatures, rows: Sequence[Span]) -> bool:
    """Tell whether the first row has no digit, but a text where all others have one."""
    digits, text, end = page.digit_sums, page.text_sums, page.document.end
    (start, stop), others = rows[0], rows[1 : MAX_COMPARED_ROWS + 1]
    if digits[stop] > digits[start] or not all(digits[b] > digits[a] for a, b in others):
        return False
    cells = [
        content_siblings(page, a + 1, end[a]) if end[a] > a + 1 else content_siblings(page, a, b)
        for a, b in ((start, stop), *others)
    ]
    if len(others) < 2 or len(cells[0]) < 2:
        return False
    cells[0] = cells[0][-max(map(len, cells[1:])) :]
    return any(
        text[end[head]] > text[head] and all(digits[end[cell]] > digits[cell] for cell in column)
        for head, *column in zip(*cells, strict=False)
    )


def _separator_paths(page: PageSignatures, node: int) -> set[int]:
    """Return the paths of the line breaks and rules among the children of a node."""
    document = page.document
    return {
        page.path_ids[child]
        for child in document.children(node)
        if not page.leaf_kinds[child] and document.tag[child] in SEPARATOR_TAGS
    }


def content_siblings(page: PageSignatures, start: int, stop: int) -> list[int]:
    """Return the siblings from ``start`` to before ``stop`` that have content."""
    kinds, end = page.leaf_kinds, page.document.end
    nodes = []
    while start < stop:
        if kinds[start]:
            nodes.append(start)
        start = end[start]
    return nodes
