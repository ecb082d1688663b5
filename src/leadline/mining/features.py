"""Ranking features: what distinguishes a list of records from menus, fields, groups and notes.

Every feature is a number that needs no knowledge of subject or language. Most come from running
sums; they are computed for all candidates of a page at once, the last twelve one by one:

==================  ==============================================================================
record_count        logarithm of the number of records, up to 30
median_length       logarithm of the characters of the median record, up to 600
core_kinds          logarithm of the leaf kinds that half of the records have, up to 8
mean_similarity     mean similarity of the records to those kinds
linked_share        share of records with a link
link_text_share     share of the text that is inside links
link_only_share     share of records with hardly any text but links
page_share          logarithm of the share of the page's text
length_variety      number of different lengths, divided by the number of records up to 12
length_deviation    standard deviation of the lengths, divided by their mean, up to 3
digit_share         share of records with a digit
picture_share       share of records with a picture
is_short            the median record has fewer than 20 characters
offset              share of the page's text before the first record
is_few              two or three records
end_similarity      similarity to the core kinds of the first or last record, the lesser one
separated_share     share of neighbouring records with something between them
outlier_share       share of records with hardly any core kind
leading_link_share  share of records of several siblings that begin with a link
single_child_share  share of records that are alone in their parent, if there are several parents
in_aside            inside a small element, or records, whose tag, class or id names an aside
in_main             inside an element, or records, whose tag, class or id names the main part
pager_behind        page numbers stand right behind the records, in one part of the page with them
below_headings      the records are rows of a table with header cells above them
count_stated        their number is the greatest of a text shortly in front; from ten on one half
missed_share        share of the nodes of that path that are no records, if they have no class
missed_class_share  the same share, if they have a class
missed_alike_share  share of those nodes that are no records though they have core kinds only
missed_first        the node before the first record has the link or digit that records need
shifted             the node before the first record is of a kind that the last record lacks
repeated_heading    the node before the first record is of a kind inside all records
==================  ==============================================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from leadline.mining.page_places import PagePlaces
from leadline.mining.segmentation import (
    MAX_OUTLIER_SHARE,
    MIN_MEMBER_SIMILARITY,
    CandidateRegion,
    Span,
    content_siblings,
)
from leadline.mining.signatures import PageSignatures, int_array
from leadline.page.dom import INLINE_TAGS

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

MAX_COUNTED_RECORDS: Final = 30
MAX_COUNTED_CHARS: Final = 600
MAX_COUNTED_KINDS: Final = 8
MAX_COUNTED_LENGTHS: Final = 12
MAX_FEW_RECORDS: Final = 3
MAX_LENGTH_DEVIATION: Final = 3.0
MIN_RECORD_CHARS: Final = 20
"""Characters of the median record below which the records are short."""
MIN_NEEDED_SHARE: Final = 0.9
"""Share of records with a link (or a digit) from which every record needs one."""
MAX_LINK_ONLY_CHARS: Final = 10
"""Characters beside its links below which a record is only links."""
MAX_SHIFT_RECORDS: Final = 8
"""Records that are compared with the node before the first one."""
RECORD_HEADING_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
"""Headings: records begin with them, whatever stands in front."""
INLINE_HEAD_TAGS: Final = INLINE_TAGS | {"#text"}


class FeatureExtractor:
    """Computes the features of all candidates of one page."""

    def __init__(self, page: PageSignatures) -> None:
        self.page = page
        self._kinds_on_path: dict[int, list[int]] = {}
        self._places = PagePlaces(page)

    def features(self, candidates: list[CandidateRegion]) -> Floats:
        """Return one row of features for each candidate, in the order of the module docstring."""
        page, page_text = self.page, self.page.text_sums[-1] or 1
        records = _RecordColumns(candidates)
        self._collect_kinds_on_paths(records.starts)
        starts, stops, total = records.starts, records.stops, records.total
        counts, first = records.counts, records.first
        similarities = np.fromiter(
            chain.from_iterable([region.similarities for region in candidates]), np.float64
        )
        begins = page.text_sum_array[starts]
        lengths = page.text_sum_array[stops] - begins
        text = total(lengths)
        mean = text / counts
        mean[mean == 0] = 1.0
        variance = np.maximum(total(lengths * lengths) / counts - mean * mean, 0)
        median, different = records.medians(lengths)
        links = page.link_sums[stops] - page.link_sums[starts]
        core_sizes = [region.core.bit_count() for region in candidates]
        is_multi_node = [region.form != "single" for region in candidates]
        linked_share = total(links != 0) / counts
        digit_share = total(page.digit_sums[stops] > page.digit_sums[starts]) / counts
        needed = (linked_share >= MIN_NEEDED_SHARE, digit_share >= MIN_NEEDED_SHARE)
        needs = list(zip(*(share.tolist() for share in needed), strict=True))
        columns = [
            np.log(np.minimum(counts, MAX_COUNTED_RECORDS)),
            np.log(np.minimum(median, MAX_COUNTED_CHARS) + 1),
            np.log(np.minimum(core_sizes, MAX_COUNTED_KINDS) + 1),
            total(similarities) / counts,
            linked_share,
            total(links) / np.maximum(text, 1),
            total(lengths - links < MAX_LINK_ONLY_CHARS) / counts,
            np.log(text / page_text + 0.001),
            np.minimum(different / np.minimum(counts, MAX_COUNTED_LENGTHS), 1.0),
            np.minimum(np.sqrt(variance) / mean, MAX_LENGTH_DEVIATION),
            digit_share,
            total(page.picture_sums[stops] > page.picture_sums[starts]) / counts,
            median < MIN_RECORD_CHARS,
            begins[first] / page_text,
            counts <= MAX_FEW_RECORDS,
            [self._end_similarity(*pair) for pair in zip(candidates, needs, strict=True)],
            self._separated_share(records),
            [region.outliers for region in candidates] / counts,
            total(self._begin_with_link(starts)) / counts * is_multi_node,
        ]
        single = [
            self._single_features(region, need)
            for region, need in zip(candidates, needs, strict=True)
        ]
        return np.hstack((np.array(columns).T, single))

    def _begin_with_link(self, starts: Integers) -> npt.NDArray[np.bool_]:
        """Mark the records whose first text is inside a link."""
        document, links = self.page.document, self.page.link_sums
        texts = int_array([*document.text_nodes, len(document) - 1])
        at = texts[np.searchsorted(texts, starts)]
        begin: npt.NDArray[np.bool_] = links[at + 1] > links[at]
        return begin

    def _collect_kinds_on_paths(self, starts: Integers) -> None:
        """Collect the leaf kinds of all nodes that have the path of a record's first node."""
        page = self.page
        wanted = np.zeros(len(page.paths.tag), np.bool_)
        wanted[page.path_id_array[starts]] = True
        kinds = page.leaf_kinds
        for path_id, nodes in page.nodes_by_path(wanted):
            self._kinds_on_path[path_id] = list(filter(None, map(kinds.__getitem__, nodes)))

    def _separated_share(self, records: _RecordColumns) -> Floats:
        """Return the share of neighbouring records with something else between them."""
        visible, parents = self.page.visible_sum_array, self.page.parent_array[records.starts]
        neighbours = np.zeros(len(parents), np.bool_)
        neighbours[1:] = parents[1:] == parents[:-1]
        neighbours[records.first] = False
        separated = neighbours.copy()
        separated[1:] &= visible[records.starts[1:]] > visible[records.stops[:-1]]
        share = records.total(separated) / np.maximum(records.total(neighbours), 1)
        return np.asarray(share)

    def _single_features(self, region: CandidateRegion, need: tuple[bool, bool]) -> list[float]:
        """Return the features that are computed for each candidate by itself."""
        parent = self.page.document.parent
        home = parent[region.starts[0]]
        single_child_share = 0.0
        if home != parent[region.starts[-1]]:
            parents = region.at_starts(parent)
            single_child_share = list(Counter(parents).values()).count(1) / len(parents)
        missed, missed_alike = self._missed_shares(region)
        has_class = all(
            self.page.path_classes[path_id] for path_id in set(region.at_starts(self.page.path_ids))
        )
        missed_first = (missed or missed_alike) and region.form == "single"
        may_shift = region.form == "run" and not region.heads
        return [
            single_child_share,
            *self._places.of_records(region),
            self._places.is_before_pager(region),
            self._places.is_below_headings(region),
            self._places.states_count(region),
            0.0 if has_class else missed,
            missed if has_class else 0.0,
            missed_alike,
            self._missed_first(region, need) if missed_first else 0.0,
            *(self._shifted(region) if may_shift else (0.0, 0.0)),
        ]

    def _missed_shares(self, region: CandidateRegion) -> tuple[float, float]:
        """Return which share of the nodes of the records' path and class are no records.

        The second share counts only those with no kind beyond the core kinds: they lack a field
        that not all records have.
        """
        page = self.page
        if page.document.tag[region.starts[0]] in INLINE_HEAD_TAGS:
            return 0.0, 0.0
        path_ids = dict.fromkeys(region.at_starts(page.path_ids))
        kinds = list(chain.from_iterable([self._kinds_on_path[path_id] for path_id in path_ids]))
        count = max(len(kinds) - region.heads, len(region.similarities))
        missed = 1 - len(region.similarities) / count
        missed_alike = region.omitted
        if missed and region.form == "single":
            own = _count_core_only(region.at_starts(page.leaf_kinds), region.core)
            missed_alike = (_count_core_only(kinds, region.core) - own - region.heads) / count
            missed_alike = max(region.omitted, missed_alike)
        return missed, missed_alike

    def _end_similarity(self, region: CandidateRegion, need: tuple[bool, bool]) -> float:
        """Return the similarity of the first or last record to the core kinds, the lesser one.

        A record that only lacks something is an eighth as unlike as one with something foreign.
        A paragraph without a class may be a note, unless another between lacks as much.
        """
        values = []
        for at, mask in zip((0, -1), region.end_kinds, strict=True):
            value, span = region.similarities[at], (region.starts[at], region.stops[at])
            if value < 1 and not mask & ~region.core:
                is_record = (
                    value >= MIN_MEMBER_SIMILARITY
                    and not self._may_be_note(span[0])
                    and self._has_needed(span, need)
                )
                if is_record or value in region.similarities[1:-1]:
                    value = (7 + value) / 8
            values.append(value)
        return min(values)

    def _may_be_note(self, node: int) -> bool:
        """Tell whether a node is text, an inline element, or a paragraph without a class."""
        page, tag = self.page, self.page.document.tag[node]
        return tag in INLINE_HEAD_TAGS or (
            tag == "p" and not page.path_classes[page.path_ids[node]]
        )

    def _has_needed(self, span: Span, need: tuple[bool, bool]) -> bool:
        """Tell whether nodes have the link or the digit if records need one or both."""
        page, (start, stop) = self.page, span
        has_link = page.link_sums[stop] > page.link_sums[start]
        has_digit = page.digit_sums[stop] > page.digit_sums[start]
        needs_link, needs_digit = need
        return bool((needs_link and has_link) or (needs_digit and has_digit)) or not any(need)

    def _missed_first(self, region: CandidateRegion, need: tuple[bool, bool]) -> float:
        """Return 1 if a first record of another structure is missed.

        That is the node before the first record: it has its path and class, and the link and the
        digit that records need.
        """
        needs_link, needs_digit = need
        if not (needs_link or needs_digit):
            return 0.0
        page, first = self.page, region.starts[0]
        before = content_siblings(page, page.document.parent[first] + 1, first)
        if not before or page.path_ids[before[-1]] != page.path_ids[first]:
            return 0.0
        start, stop = before[-1], page.document.end[before[-1]]
        return float(
            (not needs_link or page.link_sums[stop] > page.link_sums[start])
            and (not needs_digit or page.digit_sums[stop] > page.digit_sums[start])
        )

    def _shifted(self, region: CandidateRegion) -> tuple[float, float]:
        """Return whether records start one field too late, and whether a heading stands in front.

        Records start too late if the node before the first one is of a kind inside the others,
        which the last one lacks. If the last one has it too, the node may be a note of like
        structure. Text stands anywhere, so it counts at the ends of records only.
        """
        page, first = self.page, region.starts[0]
        before = content_siblings(page, page.document.parent[first] + 1, first)
        if not before or page.document.tag[first] in RECORD_HEADING_TAGS:
            return 0.0, 0.0
        path_id = page.path_ids[before[-1]]
        records = [content_siblings(page, *span) for span in region.spans[:MAX_SHIFT_RECORDS]]
        last = content_siblings(page, region.starts[-1], region.stops[-1])
        if page.document.tag[before[-1]] == "#text":
            ends = [len(nodes) > 1 and page.path_ids[nodes[-1]] == path_id for nodes in records]
            recurs = 2 * sum(ends) > len(records)
            is_whole = len(last) > 1 and page.path_ids[last[-1]] == path_id
        else:
            recurs = any(page.path_ids[node] == path_id for nodes in records for node in nodes[1:])
            is_whole = any(page.path_ids[node] == path_id for node in last[1:])
        return float(recurs and not is_whole), float(recurs and is_whole)


class _RecordColumns:
    """The records of all candidates in a row; ``first`` and ``last`` delimit each candidate's."""

    def __init__(self, candidates: list[CandidateRegion]) -> None:
        self.counts = int_array([len(region.starts) for region in candidates])
        self.last = self.counts.cumsum() - 1
        self.first = self.last - self.counts + 1
        self.starts = int_array(list(chain.from_iterable([c.starts for c in candidates])))
        self.stops = int_array(list(chain.from_iterable([c.stops for c in candidates])))

    def total(self, values: npt.NDArray[Any]) -> Floats:
        """Return the sum over the records of each candidate."""
        return np.add.reduceat(values, self.first, dtype=np.float64)

    def medians(self, lengths: Integers) -> tuple[Integers, Floats]:
        """Return of each candidate the median length (upper of two) and how many lengths differ."""
        offsets = np.repeat(np.arange(len(self.counts)), self.counts) * (int(lengths.max()) + 1)
        ranked = np.sort(offsets + lengths) - offsets
        is_new = np.ones(len(lengths))
        is_new[1:] = ranked[1:] != ranked[:-1]
        is_new[self.first] = 1
        return ranked[self.first + self.counts // 2], self.total(is_new)


def _count_core_only(kinds: Sequence[int], core: int) -> int:
    """Count the kind sets with enough core kinds and no others."""
    few, foreign = MAX_OUTLIER_SHARE * core.bit_count(), ~core
    return len([mask for mask in kinds if not mask & foreign and mask.bit_count() >= few])
