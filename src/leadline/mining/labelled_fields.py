"""Fields around inner rows: a record that holds a list is no group of records.

A record may hold a table of events that is longer than its fields. What is left when the rows are
taken out tells it from a group: a group has a heading; a record has labels, each with a value, and
the same labels come again in the next record. Or it has values of its own, one of them the link.

>>> count_fields([["Name:", "Ann", "No:", "7"], ["Name:", "Bo", "No:", "9"], ["Name:", "Cy"]])
2
>>> count_fields([["May"], ["June"], ["July"]])
0
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from statistics import median_low
from typing import Final

from leadline.mining.segmentation import CandidateRegion, Span
from leadline.mining.signatures import PageSignatures

MIN_LABEL_UNITS_SHARE: Final = 0.6
"""Share of the units in which a text recurs if it is a label."""
MIN_FIELDS: Final = 2
"""Labelled values from which something is a record, not a heading."""
MAX_LABEL_CHARS: Final = 40
MAX_UNITS: Final = 10
"""Units that are compared."""
MAX_UNIT_TEXTS: Final = 60
"""Texts of a unit that are read."""
MAX_TITLED_ROWS: Final = 100
"""Rows that are asked for titles."""
MAX_CHARS_BEFORE_TITLE: Final = 40
"""Characters of a row in front of its title: a name behind a remark is none."""
MAX_COUNT_DIGITS: Final = 4
COUNT_DIGITS: Final = re.compile(r"\d+")
MIN_VALUE_SHARE: Final = 0.9
"""Share of the units that show a text at one place if it is a value of records."""
MIN_DIFFERENT_SHARE: Final = 0.6
"""Different texts at one place, for each unit or row."""


def stands_in_records(page: PageSignatures, region: CandidateRegion) -> bool:
    """Tell whether fields stand in front of each of the lists that a region consists of.

    The region consists of several lists if its records have several parents. What stands in front
    of the first list is read only if there are two: in the part of the page without the second.
    """
    parent, starts, stops = page.document.parent, region.starts, region.stops
    gaps: list[Span] = []
    heads: list[Span] = []
    others: list[Span] = []
    for at in range(1, len(starts)):
        if parent[starts[at]] == parent[starts[at - 1]]:
            others.append((starts[at], stops[at]))
        elif len(gaps) < MAX_UNITS:
            gaps.append((stops[at - 1], starts[at]))
            heads.append((starts[at], stops[at]))
    if len(gaps) == 1:
        unit = starts[0]
        while page.document.end[parent[unit]] <= heads[0][0]:
            unit = parent[unit]
        gaps.append((unit, starts[0]))
        heads.append((starts[0], stops[0]))
    return len(gaps) > 1 and surround_lists(page, [[gap] for gap in gaps], heads, others)


def surround_lists(
    page: PageSignatures, rests: Sequence[list[Span]], heads: Sequence[Span], others: Sequence[Span]
) -> bool:
    """Tell whether fields are beside lists, or labelled ones in their first rows and no others.

    ``rests`` is what stands beside the rows of each list, ``heads`` are the first rows.
    """
    if holds_fields(page, rests) or holds_values(page, rests, [*heads, *others]):
        return True
    first_rows, other_rows = ([[span] for span in spans] for spans in (heads, others))
    return holds_fields(page, first_rows) and not holds_fields(page, other_rows)


def holds_fields(page: PageSignatures, units: Sequence[Sequence[Span]]) -> bool:
    """Tell whether units of the page, each some slices of nodes, show labelled fields."""
    nodes, text = page.document.text_nodes, page.document.text
    texts = []
    for unit in units[:MAX_UNITS]:
        shown: list[str] = []
        for start, stop in unit:
            at = bisect_left(nodes, start)
            last = min(bisect_left(nodes, stop), at + MAX_UNIT_TEXTS - len(shown))
            shown += [text[node].strip() for node in nodes[at:last]]
        texts.append(list(filter(None, shown)))
    return count_fields(texts) >= MIN_FIELDS


def holds_values(
    page: PageSignatures, rests: Sequence[Sequence[Span]], rows: Sequence[Span]
) -> bool:
    """Tell whether units show values of their own beside rows that have no titles.

    Values are texts at one place that differ from unit to unit, counts aside. A heading is one of
    them. Titles are links whose texts differ from row to row.
    """
    path_ids, text = page.path_ids, page.document.text
    values: dict[int, dict[int, str]] = {}
    count = min(len(rests), MAX_UNITS)
    for unit, rest in enumerate(rests[:count]):
        for start, stop in rest:
            for node in _texts(page, start, stop):
                if value := text[node].strip():
                    values.setdefault(path_ids[node], {}).setdefault(unit, without_count(value))
    fields = [
        found
        for found in values.values()
        if len(found) >= MIN_VALUE_SHARE * count
        and len(set(found.values())) >= MIN_DIFFERENT_SHARE * count
    ]
    if len(fields) < MIN_FIELDS:
        return False
    titles = [_first_link(page, *row) for row in rows[:MAX_TITLED_ROWS]]
    different = min(len({*found} - {""}) for found in zip(*titles, strict=True)) if titles else 0
    return different < MIN_DIFFERENT_SHARE * len(titles)


def without_count(text: str) -> str:
    """Return a text without its digits, unless they are many, as in dates and numbers of records.

    >>> without_count("Fiction (12)"), without_count("12.5.2019")
    ('Fiction ()', '12.5.2019')
    """
    rest = COUNT_DIGITS.sub("", text)
    return text if len(text) - len(rest) > MAX_COUNT_DIGITS else rest


def _first_link(page: PageSignatures, start: int, stop: int) -> tuple[str, str]:
    """Return the first linked text of a row without a count, and the page that it leads to.

    Both are '' if there is no link, or only one behind a longer text.
    """
    links, document = page.link_sums, page.document
    if links[stop] == links[start]:
        return "", ""
    node = next((n for n in _texts(page, start, stop) if links[n + 1] > links[n]), start)
    if page.text_sums[node] - page.text_sums[start] > MAX_CHARS_BEFORE_TITLE:
        return "", ""
    text = without_count(document.text[node].strip())
    while document.tag[node] != "a" and node > 0:
        node = document.parent[node]
    return text, document.attribute(node, "href").partition("#")[0] or text


def _texts(page: PageSignatures, start: int, stop: int) -> list[int]:
    """Return the first text nodes of a slice of nodes."""
    nodes = page.document.text_nodes
    first = bisect_left(nodes, start)
    return nodes[first : min(bisect_left(nodes, stop, first), first + MAX_UNIT_TEXTS)]


def count_fields(units: Sequence[Sequence[str]]) -> int:
    """Return how many labels with a value behind them a unit has, in the (lower) median.

    A label is a text that recurs in most units, or the part of a text in front of a colon.
    """
    split = [[_split_label(text) for text in unit] for unit in units]
    counted = Counter([label for unit in split for label in {label for label, _ in unit}])
    often = max(2, MIN_LABEL_UNITS_SHARE * len(units))
    labels = {label for label, times in counted.items() if times >= often}
    counts = []
    for unit in split:
        fields = 0
        for at, (label, value) in enumerate(unit):
            if label in labels:
                follows = at + 1 < len(unit) and unit[at + 1][0] not in labels
                fields += bool(value) or follows
        counts.append(fields)
    return median_low(counts) if counts else 0


def _split_label(text: str) -> tuple[str, str]:
    """Return the part of a text in front of a colon and the rest, or the text and ''."""
    label, colon, value = text[:MAX_LABEL_CHARS].partition(":")
    if not colon:
        label, colon, value = text[:MAX_LABEL_CHARS].partition("：")
    return (label, value.strip()) if colon else (text, "")
