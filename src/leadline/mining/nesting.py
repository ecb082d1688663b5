"""Tests whether records are groups of records: months of rulings, rows of a grid, panels.

Section 6 of AutoRM mines actual records inside candidate records. Here inner and outer sets are
both candidates already, and these tests tell groups from records. Most text of a group is in rich
siblings of one kind. That also holds for a record with field rows; but field rows begin with the
same labels in every record.

>>> from leadline.page.dom import parse_html
>>> row = "<tr><td>{}<td><a href=/{}>x</a>".format
>>> def table(first):
...     return "<table>" + "".join(row(first + n, n) for n in range(4)) + "</table>"
>>> page = PageSignatures(parse_html(table(10) + table(20) + table(30), "http://h.test/"))
>>> tables = list(page.document.elements("table"))
>>> NestingTest(page).group_share([(node, page.document.end[node]) for node in tables])
1.0
"""

from bisect import bisect_left
from collections import Counter
from functools import cache
from itertools import chain, combinations, pairwise
from operator import sub
from typing import Final

from leadline.mining.labelled_fields import stands_in_records, surround_lists
from leadline.mining.segmentation import CandidateRegion, Span
from leadline.mining.sibling_clusters import majority_kinds
from leadline.mining.signatures import PageSignatures, similarity
from leadline.page.dom import INLINE_TAGS

SAMPLED_RECORDS: Final = 5
"""Records of a region that are looked into."""
MIN_INNER_TEXT_SHARE: Final = 0.6
"""Share of a record's text that inner siblings must hold."""
MIN_INNER_SIMILARITY: Final = 0.6
"""Similarity to their core kinds that inner siblings must exceed."""
MIN_LABEL_SHARE: Final = 0.4
"""Share of groups in which a first text must recur to be a label, and of labels among texts."""
MIN_COLUMN_CONTRAST: Final = 0.1
"""Difference of similarities at one place and between places above which siblings are columns."""
MIN_CONTRAST_OF_FEW: Final = 0.22
"""Difference for two groups, of which one kind in five may differ by chance."""
MAX_COLUMNS: Final = 4
"""Inner siblings of a group up to which they may be columns."""
MAX_COMPARED_GROUPS: Final = 12
"""Groups whose columns are compared."""
MIN_INNER_RATIO: Final = 1.5
"""Inner records for each outer record, at least."""
MAX_EQUAL_COUNT_SHARE: Final = 0.8
"""Share of outer records with one number of inner records from which inner ones are fields."""
FEW_GROUPS: Final = 3
"""Outer records up to which equal numbers of inner ones are no proof of fields."""
MANY_INNER: Final = 8
"""Inner records in each of few groups from which equal numbers are no proof of fields."""
MIN_INLINE_STARTS_SHARE: Final = 0.9
"""Share of records that begin with an inline element, if that tells where records begin."""
MAX_INLINE_LINES_SHARE: Final = 0.5
"""Share of the lines inside that begin so, if they are paragraphs of the records."""
MAX_DEPTH: Final = 15
"""Levels below a record that are searched for inner siblings."""
MAX_SIBLINGS: Final = 400
"""Siblings of one level that are looked at."""


class NestingTest:
    """Tests on the records of one page; results by record are kept."""

    def __init__(self, page: PageSignatures) -> None:
        self.page = page
        self._inner_siblings = cache(self._find_inner)

    def group_share(self, spans: list[Span]) -> float:
        """Return the share of sampled records that are groups of records."""
        sample = spans[:: max(1, len(spans) // SAMPLED_RECORDS)]
        inner = [self._inner_siblings(span) for span in sample]
        groups = list(filter(None, inner))
        if not groups or self._begin_with_labels(groups) or self._are_columns(groups):
            return 0.0
        end = self.page.document.end
        rows = [[(node, end[node]) for node in nodes] for nodes in inner]
        if self._leaves_fields(sample, rows):
            return 0.0
        return len(groups) / len(inner)

    def enclosed_share(self, region: CandidateRegion) -> float:
        """Return 1 if records are fields or inner lists of other records, else 0."""
        parents = region.at_starts(self.page.document.parent)
        if parents[0] == parents[-1]:
            return 0.0
        edges = [0, *(at for at, (a, b) in enumerate(pairwise(parents), 1) if a != b), len(parents)]
        groups = [list(region.starts[a:b]) for a, b in pairwise(edges)]
        if len(groups) >= FEW_GROUPS:
            if self._begin_with_labels(groups[:MAX_COMPARED_GROUPS]):
                return 1.0
        elif len(groups[0]) > 1 and self._first_texts(groups[0]) == self._first_texts(groups[1]):
            return 1.0
        return float(stands_in_records(self.page, region))

    def contained_share(self, outer: CandidateRegion, inner: CandidateRegion) -> float:
        """Return the share of outer records that hold several inner ones, 0 if those are fields.

        Inner records hold most of the text, and not the same number is in each outer record
        (conditions F1, F2, F5 and F6).
        """
        starts, text = inner.starts, self.page.text_sums
        if (
            len(starts) < MIN_INNER_RATIO * len(outer.starts)
            or starts[0] < outer.starts[0]
            or inner.stops[-1] > outer.stops[-1]
        ):
            return 0.0
        cuts = [bisect_left(starts, edge) for edge in chain(outer.starts, outer.stops[-1:])]
        counts = list(map(sub, cuts[1:], cuts))
        if 0 in counts:
            return 0.0
        if max(Counter(counts).values()) >= MAX_EQUAL_COUNT_SHARE * len(counts) and (
            len(counts) > FEW_GROUPS or min(counts) < MANY_INNER
        ):
            return 0.0
        if inner.core.bit_count() == 1 and self._begin_inline(outer, inner):
            return 0.0
        inner_text = sum(inner.at_stops(text)) - sum(inner.at_starts(text))
        outer_text = sum(outer.at_stops(text)) - sum(outer.at_starts(text))
        if inner_text < MIN_INNER_TEXT_SHARE * outer_text:
            return 0.0
        groups = [list(starts[a:b]) for a, b in pairwise(cuts)]
        if self._begin_with_labels(groups) or self._are_columns(groups):
            return 0.0
        rows = list(zip(starts, inner.stops, strict=True))
        if self._leaves_fields(outer.spans, [rows[a:b] for a, b in pairwise(cuts)]):
            return 0.0
        return 1 - counts.count(1) / len(counts)

    def _begin_inline(self, outer: CandidateRegion, inner: CandidateRegion) -> bool:
        """Tell whether outer records begin with an inline element, but few inner ones, bare texts.

        Then the inner records are paragraphs of a record that begins with its name.
        """
        tag, tops = self.page.document.tag, set(outer.starts)
        inline = [tag[start] in INLINE_TAGS for start in outer.starts]
        own = [tag[start] in INLINE_TAGS or start in tops for start in inner.starts]
        return sum(inline) >= MIN_INLINE_STARTS_SHARE * len(inline) and sum(
            own
        ) < MAX_INLINE_LINES_SHARE * len(own)

    def _leaves_fields(self, spans: list[Span], inner: list[list[Span]]) -> bool:
        """Tell whether records show fields beside their inner siblings."""
        rests, heads, others = [], [], []
        for (start, stop), rows in zip(spans[:MAX_COMPARED_GROUPS], inner, strict=False):
            if rows:
                starts, stops = zip(*rows, strict=True)
                rests.append(list(zip((start, *stops), (*starts, stop), strict=True)))
                heads.append(rows[0])
                others += rows[1:]
        return len(rests) > 1 and surround_lists(self.page, rests, heads, others)

    def _begin_with_labels(self, groups: list[list[int]]) -> bool:
        """Tell whether the siblings begin with the same labels in every group."""
        first_texts: list[str] = []
        for members in groups:
            texts = self._first_texts(members)
            if len(set(texts)) == len(texts) > 1:
                first_texts += texts
            else:
                counted = Counter(texts)
                first_texts += [text for text, n in counted.items() if 2 * n <= len(texts)]
        labels = Counter(first_texts)
        often = max(2, MIN_LABEL_SHARE * len(groups))
        repeated = sum([times for times in labels.values() if times >= often])
        return repeated > MIN_LABEL_SHARE * labels.total()

    def _are_columns(self, groups: list[list[int]]) -> bool:
        """Tell whether siblings at one place are more similar than siblings at different places.

        This is condition F6, with two more kinds: holds a digit, begins with a link. Two rows of
        one record are such columns.
        """
        size = max(map(len, groups), default=0)
        if not 1 < size <= MAX_COLUMNS or len(groups) == 1 or self._share_cells(groups):
            return False
        kinds, end, digits = self.page.leaf_kinds, self.page.document.end, self.page.digit_sums
        columns: list[list[int]] = [[] for _ in range(size)]
        for members in groups[:MAX_COMPARED_GROUPS]:
            for column, node in zip(columns, members, strict=False):
                has_digit = int(digits[end[node]] > digits[node])
                column.append(kinds[node] << 2 | has_digit | 2 * self._begins_with_link(node))
        same = [similarity(a, b) for column in columns for a, b in combinations(column, 2)]
        apart = [
            similarity(a, b)
            for first, second in combinations(columns, 2)
            for a in first
            for b in second
        ]
        contrast = sum(same) / (len(same) or 1) - sum(apart) / len(apart)
        is_few = len(groups) < FEW_GROUPS
        return contrast > (MIN_CONTRAST_OF_FEW if is_few else MIN_COLUMN_CONTRAST)

    def _share_cells(self, groups: list[list[int]]) -> bool:
        """Tell whether first rows differ from the rows below by a cell that spans all of them."""
        kinds, tag = self.page.leaf_kinds, self.page.document.tag
        attributes, children = self.page.document.attributes, self.page.document.children
        several = [members for members in groups[:MAX_COMPARED_GROUPS] if len(members) > 1]
        return bool(several) and all(
            tag[head] == "tr"
            and not any(kinds[row] & ~kinds[head] for row in rows)
            and any("rowspan" in attributes[cell] for cell in children(head))
            for head, *rows in several
        )

    def _begins_with_link(self, node: int) -> bool:
        texts, links = self.page.document.text_nodes, self.page.link_sums
        at = bisect_left(texts, node)
        return at < len(texts) and bool(links[texts[at] + 1] > links[texts[at]])

    def _first_texts(self, nodes: list[int]) -> list[str]:
        """Return the text that each of some siblings begins with."""
        end = self.page.document.end
        return [self._first_text(node, end[node]) for node in nodes[:MAX_SIBLINGS]]

    def _first_text(self, start: int, stop: int) -> str:
        document, texts = self.page.document, self.page.document.text_nodes
        at = bisect_left(texts, start)
        return document.text[texts[at]].strip() if at < len(texts) and texts[at] < stop else ""

    def _find_inner(self, span: Span) -> list[int]:
        """Return the siblings of one kind that hold most of a record, [] if there are none."""
        start, stop = span
        text, end = self.page.text_sums, self.page.document.end
        least = MIN_INNER_TEXT_SHARE * (text[stop] - text[start])
        kinds = self.page.leaf_kinds
        for _ in range(MAX_DEPTH):
            siblings, node = [], start
            while node < stop:
                if kinds[node]:
                    siblings.append(node)
                node = end[node]
            del siblings[MAX_SIBLINGS:]
            if len(siblings) > 1 and (members := self._similar_siblings(siblings, least)):
                return members
            sizes = [text[end[node]] - text[node] for node in siblings]
            if not sizes or (largest := max(sizes)) < least:
                break
            big = siblings[sizes.index(largest)]
            start, stop = big + 1, end[big]
        return []

    def _similar_siblings(self, siblings: list[int], least: float) -> list[int]:
        """Return rich siblings of one tag and similar kinds with ``least`` characters, or []."""
        kinds, tag = self.page.leaf_kinds, self.page.document.tag
        text, end = self.page.text_sums, self.page.document.end
        by_tag: dict[str, list[int]] = {}
        for node in siblings:
            column_kinds = tag[node] == "tr"
            if kinds[node].bit_count() > 1 + column_kinds:
                by_tag.setdefault(tag[node], []).append(node)
        for members in by_tag.values():
            if len(members) < 2 or sum([text[end[n]] - text[n] for n in members]) < least:
                continue
            core = majority_kinds([kinds[node] for node in members])
            similar = [n for n in members if similarity(kinds[n], core) > MIN_INNER_SIMILARITY]
            size = sum([text[end[node]] - text[node] for node in similar])
            if len(similar) > 1 and size >= least:
                return similar
        return []
