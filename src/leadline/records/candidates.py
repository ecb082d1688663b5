"""Every set of siblings that could be the records of a page (``spec``: every parent, merged).

AutoRM walks down from the root and stops at the first similar siblings, so two big boxes high in
the tree swallow the list below them. Here the children of *every* parent are cut, and parents of
one path (the rows of a grid, the tables of twelve months) are cut together, so a group with one
record is no exception. Each cut is a ``Draft``; choosing among them is ``rank``.

>>> from leadline.dom import parse_html
>>> from leadline.records.flat import Flat
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> runs = [draft.spans for draft in find_drafts(flat) if draft.form == "run"]
>>> runs[0], runs[1]
([(3, 7), (7, 11), (11, 15)], [(5, 9), (9, 13), (13, 15)])
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.records.flat import similarity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.records.flat import Flat

Span = tuple[int, int]
"""First node and the node after the last one: whole sibling subtrees."""

ALIKE: Final = 0.5
"""h of section 2.2: siblings at least this similar are of one kind."""
MOST_SETS: Final = 12
"""Clusters kept of one group; what is rarer is content of no cluster."""
MOST_HEADS: Final = 4
"""Clusters tried as the head of a record (Algorithm 3 tries every node)."""
HEADINGS: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "hr", "caption", "legend"}
)
LINE_BREAKS: Final = frozenset({"br", "hr"})


@dataclass(slots=True)
class Draft:
    """A set of records as slices of node numbers, ``parent`` the first record's parent."""

    parent: int
    spans: list[Span]
    form: str


def find_drafts(flat: Flat) -> list[Draft]:
    """All cuts of all parents, equal cuts once, in document order of their first record."""
    drafts: dict[tuple[Span, ...], Draft] = {}
    for group in _groups(flat):
        for draft in _cuts(flat, group):
            if len(draft.spans) > 1:
                drafts.setdefault(_outline(flat, draft.spans), draft)
    return list(drafts.values())


def _outline(flat: Flat, spans: Sequence[Span]) -> tuple[Span, ...]:
    """What the spans show: equal for ``li`` and for the only ``a`` in every ``li``."""
    chars, things = flat.chars, flat.things
    return tuple(
        (chars[start] * 4 + things[start], chars[stop] * 4 + things[stop]) for start, stop in spans
    )


def _groups(flat: Flat) -> Iterator[list[list[int]]]:
    """The child lists of all parents with one path, parents with two children or more first."""
    document, named = flat.document, flat.named
    by_path: dict[int, list[list[int]]] = {}
    parent, kinds = document.parent, flat.kinds
    lists: dict[int, list[int]] = {}
    for node in range(1, len(document)):
        up = parent[node]
        if up in lists:
            lists[up].append(node)
        else:
            lists[up] = [node]
    for up in sorted(lists):
        if kinds[up]:
            by_path.setdefault(named[up], []).append(lists[up])
    for group in by_path.values():
        if len(group) > 1 or len(group[0]) > 1:
            yield group


def _cuts(flat: Flat, group: list[list[int]]) -> Iterator[Draft]:
    sets = _clusters(flat, group)
    repeated = [members for members in sets if len(members) > 1]
    if not repeated:
        return
    end, parent = flat.document.end, flat.document.parent
    for members in _variants(flat, sets):
        yield Draft(parent[members[0]], [(i, end[i]) for i in members], "one")
    repeated.sort(key=len, reverse=True)
    yield from _runs(flat, group, repeated[:MOST_HEADS])
    yield from _lines(flat, group)


def _clusters(flat: Flat, group: list[list[int]]) -> list[list[int]]:
    """Siblings of one tag and similar leaf kinds: leader clustering over the distinct kind sets."""
    kinds, tag = flat.kinds, flat.document.tag
    same: dict[tuple[str, int], list[int]] = {}
    for children in group:
        for child in children:
            if kinds[child]:
                same.setdefault((tag[child], kinds[child]), []).append(child)
    leaders: list[tuple[str, int, list[int]]] = []
    for (name, mask), members in sorted(same.items(), key=lambda item: (-len(item[1]), item[1][0])):
        best, place = ALIKE, None
        for leader_tag, leader, held in leaders:
            if leader_tag == name and (near := similarity(mask, leader)) >= best:
                best, place = near, held
        if place is not None:
            place.extend(members)
        elif len(leaders) < MOST_SETS:
            leaders.append((name, mask, list(members)))
    for _, _, held in leaders:
        held.sort()
    return [held for _, _, held in leaders]


def _variants(flat: Flat, sets: list[list[int]]) -> Iterator[list[int]]:
    """Single nodes as records: by similarity, by tag and class, by tag alone."""
    tag, style = flat.document.tag, flat.style
    by_tag: dict[str, list[int]] = {}
    for members in sets:
        by_tag.setdefault(tag[members[0]], []).extend(members)
        if len(members) > 1:
            yield members
    for members in by_tag.values():
        members.sort()
        by_class: dict[str, list[int]] = {}
        for node in members:
            by_class.setdefault(style[node], []).append(node)
        if len(by_class) > 1:
            yield from (held for held in by_class.values() if len(held) > 1)
        if len(members) > 1:
            yield members


def _runs(flat: Flat, group: list[list[int]], heads: list[list[int]]) -> Iterator[Draft]:
    """Records of several siblings: from a head to before the next one (section 5.5)."""
    chars, end = flat.chars, flat.document.end
    whole = sum(chars[end[children[-1]]] - chars[children[0]] for children in group)
    for members in heads:
        held = sum(chars[end[i]] - chars[i] for i in members)
        if held < 0.97 * whole:
            yield from _run(flat, group, set(members))


def _run(flat: Flat, group: list[list[int]], heads: set[int]) -> Iterator[Draft]:
    runs = [run for children in group for run in _split(flat, children, heads)]
    if len(runs) < 2:
        return
    kinds = flat.kinds
    seen = Counter(kind for run in runs for kind in {_kind(flat, i) for i in run})
    for stops in (False, True):
        spans = []
        for run in runs:
            last = _tail(flat, run, seen, len(runs), stops)
            while last > 0 and not kinds[run[last]]:
                last -= 1
            spans.append((run[0], flat.document.end[run[last]]))
        yield Draft(flat.document.parent[runs[0][0]], spans, "run")


def _split(flat: Flat, children: list[int], heads: set[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for child in children:
        if child in heads:
            if run:
                yield run
            run = [child]
        elif run:
            run.append(child)
    if run:
        yield run


def _kind(flat: Flat, node: int) -> int:
    return flat.named[node]


def _tail(flat: Flat, run: list[int], seen: Counter[int], count: int, stops: bool) -> int:
    """Index of the last node of a record: nothing from a node no other record has (5.6).

    With ``stops`` a rare heading ends the record too (a date row between two records).
    """
    tag = flat.document.tag
    for at in range(1, len(run)):
        node = run[at]
        if not flat.kinds[node] and tag[node] != "hr":
            continue
        often = seen[_kind(flat, node)]
        if often < 2 or (stops and often < 0.5 * count and tag[node] in HEADINGS):
            return at - 1
    return len(run) - 1


def _lines(flat: Flat, group: list[list[int]]) -> Iterator[Draft]:
    """Text between line breaks: single ``br`` and runs of two or more (section 5.4)."""
    tag, kinds = flat.document.tag, flat.kinds
    if not any(tag[child] in LINE_BREAKS for children in group for child in children):
        return
    for least in (1, 2):
        spans: list[Span] = []
        for children in group:
            part: list[int] = []
            gap = 0
            for child in children:
                if not kinds[child]:
                    gap += tag[child] in LINE_BREAKS or tag[child] not in ("a", "span")
                    continue
                if gap >= least and part:
                    spans.append((part[0], flat.document.end[part[-1]]))
                    part = []
                gap = 0
                part.append(child)
            if part:
                spans.append((part[0], flat.document.end[part[-1]]))
        if len(spans) > 1:
            yield Draft(flat.document.parent[spans[0][0]], spans, "lines")
