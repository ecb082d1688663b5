"""Whether records are groups of records: months of rulings, rows of a grid, panels of projects.

Section 6 of AutoRM mines actual records inside candidate records. Here inner and outer sets are
both drafts already, and this tells which is which: a group's text is mostly in rich siblings of
one kind. So is that of a record with field rows, but field rows begin with the same labels in
every record, or have classes of their own.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> row = "<tr><td>{}<td><a href=/{}>x</a>".format
>>> def table(first):
...     return "<table>" + "".join(row(first + n, n) for n in range(4)) + "</table>"
>>> flat = Flat(parse_html(table(10) + table(20) + table(30), "http://h.test/"))
>>> tables = list(flat.document.elements("table"))
>>> Nesting(flat).groups([(node, flat.document.end[node]) for node in tables])
1.0
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from itertools import chain, combinations, pairwise
from operator import sub
from typing import TYPE_CHECKING, Final

from leadline.mining.sibling_clusters import core_kinds
from leadline.mining.signatures import similarity

if TYPE_CHECKING:
    from leadline.mining.segmentation import Draft, Span
    from leadline.mining.signatures import Flat

STATE: Final = re.compile(r"odd|even|first|last|active|alt|\d+|\s")
"""What class names say of a place in a row, not of a kind of thing."""
MOST: Final = 0.6
"""Share of a record's text that inner siblings must hold, and how alike they must be."""
LABELS: Final = 0.4
"""Share of groups in which a first text must come again to be a label, and of such texts."""

COLUMNS: Final = 0.1
"""How much more alike inner siblings of one place may be than those of different ones."""
MOST_COLUMNS: Final = 4
MOST_GROUPS: Final = 12
MORE: Final = 1.5
"""How many times as many inner records there must be."""
SAME: Final = 0.8
"""Share of outer records with the same number from which on inner ones are fields."""
BREAK: Final = "br"
ROW: Final = "tr"
"""Rows have a kind for each of their cells beside those of their leaves."""
FEW: Final = 3
MANY: Final = 8
"""Two or three objects with as many inner ones each, and so many, are groups all the same."""
DEEPEST: Final = 15
MOST_SIBLINGS: Final = 400


class Nesting:
    """Looks into the records of one page."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.inner: dict[Span, list[int]] = {}
        self.pairs: set[Span] = set()

    def groups(self, spans: list[Span]) -> float:
        """Share of the records (five are looked at) that are groups of records.

        Two lines of text may be one record's, unless others have three or more.
        """
        chosen = spans[:: max(1, len(spans) // 5)]
        inner = [self._inner(span) for span in chosen]
        whole = any(len(found) > 2 for found in inner)
        have = [
            found for span, found in zip(chosen, inner, strict=True)
            if found and (whole or span not in self.pairs)
        ]  # fmt: skip
        fields = self._are_fields(have) or self._are_columns(have)
        return 0.0 if fields else len(have) / len(inner)

    def hold(self, outer: Draft, inner: Draft) -> float:
        """Share of outer records that hold several inner ones, if those are records and not fields:
        they hold most of the text, and are not as many in each (conditions F1, F2, F5 and F6).
        """
        starts, chars = inner.starts, self.flat.chars
        if (
            len(starts) < MORE * len(outer.starts)
            or starts[0] < outer.starts[0]
            or inner.stops[-1] > outer.stops[-1]
        ):
            return 0.0
        cuts = [bisect_left(starts, edge) for edge in chain(outer.starts, outer.stops[-1:])]
        counts = list(map(sub, cuts[1:], cuts))
        if 0 in counts:
            return 0.0
        if max(Counter(counts).values()) >= SAME * len(counts) and (
            len(counts) > FEW or min(counts) < MANY
        ):
            return 0.0
        text = sum(inner.behind(chars)) - sum(inner.first(chars))
        whole = sum(outer.behind(chars)) - sum(outer.first(chars))
        if text < MOST * whole:
            return 0.0
        members = [list(starts[a:b]) for a, b in pairwise(cuts)]
        if self._are_fields(members) or self._are_columns(members):
            return 0.0
        return 1 - counts.count(1) / len(counts)

    def _are_fields(self, groups: list[list[int]]) -> bool:
        """Whether the siblings begin with the same labels in every group."""
        end = self.flat.document.end
        told: list[str] = []
        for members in groups:
            own = [self._first(node, end[node]) for node in members[:MOST_SIBLINGS]]
            if len(set(own)) == len(own) > 1:
                told += own
            else:
                told += [text for text, times in Counter(own).items() if 2 * times <= len(own)]
        labels = Counter(told)
        often = max(2, LABELS * len(groups))
        repeated = sum([times for times in labels.values() if times >= often])
        return repeated > LABELS * labels.total()

    def _are_columns(self, groups: list[list[int]]) -> bool:
        """Whether what stands at one place in them is more alike than what stands at different ones
        (condition F6), in kinds, by numbers or by a link in front: two rows of one record.
        """
        size = max(map(len, groups), default=0)
        if not 1 < size <= MOST_COLUMNS or len(groups) < FEW:
            return False
        kinds, end, dated = self.flat.kinds, self.flat.document.end, self.flat.dated
        columns: list[list[int]] = [[] for _ in range(size)]
        for members in groups[:MOST_GROUPS]:
            for column, node in zip(columns, members, strict=False):
                told = int(dated[end[node]] > dated[node]) | 2 * self._is_led(node)
                column.append(kinds[node] << 2 | told)
        same = [similarity(a, b) for column in columns for a, b in combinations(column, 2)]
        apart = [
            similarity(a, b)
            for one, other in combinations(columns, 2) for a in one for b in other
        ]  # fmt: skip
        return sum(same) / (len(same) or 1) - sum(apart) / len(apart) > COLUMNS

    def _is_led(self, node: int) -> bool:
        """Whether a node begins with a link."""
        nodes, linked = self.flat.document.text_nodes, self.flat.linked
        at = bisect_left(nodes, node)
        return at < len(nodes) and bool(linked[nodes[at] + 1] > linked[nodes[at]])

    def _first(self, start: int, stop: int) -> str:
        document, nodes = self.flat.document, self.flat.document.text_nodes
        at = bisect_left(nodes, start)
        return document.text[nodes[at]].strip() if at < len(nodes) and nodes[at] < stop else ""

    def _inner(self, span: Span) -> list[int]:
        """The siblings of one kind that hold most of a record, [] if there are none."""
        found = self.inner.get(span)
        if found is None:
            found = self.inner[span] = self._look_into(span)
        return found

    def _look_into(self, span: Span) -> list[int]:
        start, stop = span
        chars, end, tag = self.flat.chars, self.flat.document.end, self.flat.document.tag
        most = MOST * (chars[stop] - chars[start])
        kinds = self.flat.kinds
        for _ in range(DEEPEST):
            siblings, node, broken = [], start, False
            while node < stop:
                if kinds[node]:
                    siblings.append(node)
                elif tag[node] == BREAK:
                    broken = True
                node = end[node]
            del siblings[MOST_SIBLINGS:]
            if len(siblings) > 1 and (found := self._alike(siblings, most)):
                return found
            if broken and (found := self._lines(start, stop, most)):
                if len(found) > 2:
                    return found
                if (start, stop) == span and end[start] < stop:
                    self.pairs.add(span)
                    return found
            sizes = [chars[end[node]] - chars[node] for node in siblings]
            if not sizes or (most_held := max(sizes)) < most:
                break
            big = siblings[sizes.index(most_held)]
            start, stop = big + 1, end[big]
        return []

    def _alike(self, siblings: list[int], most: float) -> list[int]:
        """Rich siblings of one tag and like kinds that hold the most, [] if there are none."""
        kinds, tag = self.flat.kinds, self.flat.document.tag
        by_tag: dict[str, list[int]] = {}
        for node in siblings:
            if kinds[node].bit_count() > (2 if tag[node] == ROW else 1):
                by_tag.setdefault(tag[node], []).append(node)
        chars, end = self.flat.chars, self.flat.document.end
        for members in by_tag.values():
            if len(members) < 2 or sum([chars[end[node]] - chars[node] for node in members]) < most:
                continue
            core = core_kinds([kinds[node] for node in members])
            alike = [node for node in members if similarity(kinds[node], core) > MOST]
            held = sum([chars[end[node]] - chars[node] for node in alike])
            if len(alike) > 1 and held >= most and not self._differ(alike):
                return alike
        return []

    def _lines(self, start: int, stop: int, most: float) -> list[int]:
        """First nodes of rich and like lines between breaks that hold the most, [] if not so."""
        flat = self.flat
        kinds, end, chars, tag = flat.kinds, flat.document.end, flat.chars, flat.document.tag
        lines: list[tuple[int, int, int]] = []
        first, mask = start, 0
        while start < stop and len(lines) < MOST_SIBLINGS:
            if tag[start] == BREAK:
                lines.append((first, mask, chars[start] - chars[first]))
                first, mask = end[start], 0
            mask |= kinds[start]
            start = end[start]
        lines.append((first, mask, chars[start] - chars[first]))
        rich = [line for line in lines if line[1].bit_count() > 1]
        if len(rich) < 2:
            return []
        core = core_kinds([mask for _, mask, _ in rich])
        alike = [line for line in rich if similarity(line[1], core) > MOST]
        return [line[0] for line in alike] if sum(line[2] for line in alike) >= most else []

    def _differ(self, members: list[int]) -> bool:
        """Whether siblings have classes of their own, as the fields of a record do."""
        attributes = self.flat.document.attributes
        classes = {STATE.sub("", attributes[node].get("class") or "") for node in members}
        return len(classes) > 1 and len(classes) >= 0.7 * len(members)
