"""The children of a parent cut into records: single nodes, runs from head to head, separators.

Sections 4 and 5 of AutoRM (Shi et al. 2015), on signatures: siblings cluster by their leaf kinds
(2.2), a record of several siblings goes from a head node to before the next one (5.5) or from
separator to separator (5.4), what only one record has ends it (5.6). Headings between records
stop a record, and cuts without strangers, that is parts unlike the others (a date row, a note in
front, a pager behind), are offered too.

>>> from leadline.dom import parse_html
>>> from leadline.records.flat import Flat
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> drafts = {}
>>> cut(flat, [flat.document.children(2)], drafts)
>>> runs = [draft.spans for draft in drafts.values() if draft.form == "run"]
>>> runs[0], runs[1]
([(3, 7), (7, 11), (11, 15)], [(5, 9), (9, 13), (13, 15)])
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal

from leadline.records.flat import similarity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.records.flat import Flat

Span = tuple[int, int]
"""First node and the node after the last one: whole sibling subtrees."""
Children = list[list[int]]
"""The child lists of like parents."""
Look = tuple[int, int]
"""Path with class, and leaf kinds."""
Kinds = list[tuple[str, int, list[int]]]
"""Siblings with the tag and the leaf kinds they share."""
Form = Literal["one", "run", "lines"]

ALIKE: Final = 0.5
"""h of section 2.2: siblings more similar than this are of one kind."""
CLOSE: Final = 0.75
"""A stricter likeness, for lists with notes and archives in front or behind."""
MOST_SETS: Final = 12
"""Clusters kept of one parent; what is rarer is content of no cluster."""
MOST_HEADS: Final = 3
"""Clusters tried as heads of records (Algorithm 3 tries every node, one is enough of each kind)."""
LEAST_SHARE: Final = 0.015
"""Share of what the page shows below which siblings are no draft (labelled lists: .10 and more)."""
MIXED_SHARE: Final = 0.05
"""The same for children that are cut into runs of siblings, which is dear."""
MOST_SEPARATORS: Final = 4
WHOLE: Final = 0.97
"""Share of the text at which single nodes are all there is, and runs of siblings are not tried."""
STRANGE: Final = 0.34
"""Share of the common leaf kinds with less than which a record is none of its kind."""
PERIOD: Final = 4
"""Most siblings a record has whose heads are told by their not standing side by side."""
RARE: Final = 0.5
"""A heading in fewer of the records than this stands between records, not in them."""
EMPTY: Final[set[int]] = set()
HEADINGS: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "hr", "caption", "legend"}
)


class Draft:
    """A set of records: ``starts`` are their first nodes, ``stops`` the nodes after their last.

    ``core`` are the leaf kinds that at least half of the records have, ``near`` is how similar
    each record is to them, ``strangers`` how many have hardly any of them, ``left`` the share of
    records that were left out of the cut though they have nothing foreign. ``first`` and
    ``behind`` read a list at all starts or stops at once.
    """

    __slots__ = ("behind", "core", "first", "form", "left", "near", "starts", "stops", "strangers")

    def __init__(
        self, starts: Sequence[int], stops: Sequence[int], form: Form, core: int, near: list[float]
    ) -> None:
        self.starts, self.stops = starts, stops
        self.form, self.core, self.near = form, core, near
        self.strangers, self.left = 0, 0.0
        self.first, self.behind = itemgetter(*starts), itemgetter(*stops)

    @property
    def spans(self) -> list[Span]:
        """The records as slices of node numbers."""
        return list(zip(self.starts, self.stops, strict=True))


def cut(flat: Flat, group: Children, known: dict[object, Draft]) -> None:
    """Add every way to cut the children of like parents into two records or more.

    What shows the same text as a cut that is ``known`` is no other cut.
    """
    tag = flat.document.tag
    if all(len(set(map(tag.__getitem__, children))) == len(children) for children in group):
        return
    end, shown, kinds = flat.document.end, flat.shown, flat.kinds
    whole = sum([shown[end[children[-1]]] - shown[children[0]] for children in group])
    cutter = _Cutter(flat, known)
    sets = []
    kinds_of = _by_kinds(flat, group)
    for members in _sets(flat, kinds_of):
        at = itemgetter(*members)
        stops = at(end)
        held = sum(itemgetter(*stops)(shown)) - sum(at(shown))
        if held >= LEAST_SHARE * shown[-1]:
            sets.append((members, held))
            cutter.add(members, stops, at(kinds), "one")
    if whole >= MIXED_SHARE * shown[-1]:
        heads = [members for members, held in sets if held < WHOLE * whole]
        for members in heads[:MOST_HEADS]:
            _run(cutter, group, set(members))
        for members in _alternating(flat, group, kinds_of):
            _run(cutter, group, set(members))
        if not all(map(kinds.__getitem__, chain.from_iterable(group))):
            _between(cutter, group)


class _Cutter:
    """Makes drafts of cuts."""

    def __init__(self, flat: Flat, known: dict[object, Draft]) -> None:
        self.flat, self.known = flat, known

    def add(
        self, starts: Sequence[int], stops: Sequence[int], masks: Sequence[int] | None, form: Form
    ) -> None:
        """A cut, and the same without strangers."""
        flat, shown = self.flat, self.flat.shown
        key = itemgetter(*starts)(shown), itemgetter(*stops)(shown)
        if key in self.known:
            return
        if masks is None:
            kinds, end = flat.kinds, flat.document.end
            masks = [
                kinds[start] if end[start] == stop else span_kinds(flat, start, stop)
                for start, stop in zip(starts, stops, strict=True)
            ]
        core = core_kinds(masks)
        alike = {mask: similarity(mask, core) for mask in dict.fromkeys(masks)}
        near = list(map(alike.__getitem__, masks))
        draft = self.known[key] = Draft(starts, stops, form, core, near)
        few = STRANGE * core.bit_count()
        strange = {mask for mask in alike if (mask & core).bit_count() < few}
        draft.strangers = sum([mask in strange for mask in masks]) if strange else 0
        if len(alike) > 1:
            classed = form == "one" and flat.style_of[flat.named[starts[len(starts) // 2]]]
            for places in _of_class(masks, core) if classed else _of_kind(masks, alike, core):
                if 1 < len(places) < len(masks):
                    at = itemgetter(*places)
                    draft = Draft(at(starts), at(stops), form, core, list(at(near)))
                    if form != "one":
                        draft.left = _kin_left(masks, set(at(masks)), core)
                    self.known.setdefault((draft.first(shown), draft.behind(shown)), draft)


def _kin_left(masks: Sequence[int], held: set[int], core: int) -> float:
    """Share of the records that are left out though they have nothing that others have not."""
    few = STRANGE * core.bit_count()
    kin = [
        mask for mask in masks
        if mask not in held and not mask & ~core and mask.bit_count() >= few
    ]  # fmt: skip
    return len(kin) / len(masks)


def _of_class(masks: Sequence[int], core: int) -> list[list[int]]:
    """Places of records without strangers, if records have a class: one that has the kinds of the
    others is none, whatever else it has (a long post).
    """
    least = ALIKE * core.bit_count()
    return [[at for at, mask in enumerate(masks) if (mask & core).bit_count() > least]]


def _of_kind(masks: Sequence[int], alike: dict[int, float], core: int) -> list[list[int]]:
    """The same for records without a class, by likeness; the stricter one and what all the others
    have tell strangers at the ends only. Who has all that the others have is none.
    """
    own = {mask for mask, value in alike.items() if value > ALIKE or mask & core == core}
    closest = {mask for mask in own if alike[mask] > CLOSE or mask & core == core}
    kept = [at for at, mask in enumerate(masks) if mask in own]
    close = kept
    if len(closest) < len(own):
        close = [at for at in kept if masks[at] in closest]
    found = [kept]
    if close and close[-1] - close[0] < len(close):
        found.append(close)
    return [*found, _without_headers(masks)]


def _without_headers(masks: Sequence[int]) -> list[int]:
    """Places of records if a first or last one lacks what all between have: a header row, a
    footer. A header that comes again in the middle is left out there too.
    """
    if len(masks) < 5:
        return []
    ends = {masks[0], masks[-1]} - {Counter(masks).most_common(1)[0][0]}
    common = -1
    for mask in masks:
        if mask not in ends:
            common &= mask
    lacking = {mask for mask in ends if mask & common != common}
    return [at for at, mask in enumerate(masks) if mask not in lacking]


def _by_kinds(flat: Flat, group: Children) -> Kinds:
    """Siblings of one tag and the same leaf kinds, most first."""
    kinds, tag = flat.kinds, flat.document.tag
    same: dict[tuple[str, int], list[int]] = {}
    for child in chain.from_iterable(group):
        if mask := kinds[child]:
            look = tag[child], mask
            held = same.get(look)
            if held is None:
                same[look] = [child]
            else:
                held.append(child)
    ranked = sorted(same.items(), key=lambda item: (-len(item[1]), item[1][0]))
    return [(name, mask, held) for (name, mask), held in ranked]


def _clusters(kinds_of: Kinds, threshold: float) -> list[list[int]]:
    """Siblings of one tag and similar leaf kinds: leader clustering over the distinct kind sets."""
    leaders: list[tuple[str, int, list[int]]] = []
    for name, mask, members in kinds_of:
        best, place = threshold, None
        for leader_tag, leader, held in leaders:
            if leader_tag == name and (near := similarity(mask, leader)) > best:
                best, place = near, held
        if place is not None:
            place.extend(members)
        elif len(leaders) < MOST_SETS:
            leaders.append((name, mask, list(members)))
    for _, _, held in leaders:
        held.sort()
    return [held for _, _, held in leaders]


def _sets(flat: Flat, kinds_of: Kinds) -> list[list[int]]:
    """Siblings that are of one kind: by similarity, by tag and class, by tag alone; most first.

    A set with one node in every parent is left out: what it shows, its parents show.
    """
    tag, named, style_of = flat.document.tag, flat.named, flat.style_of
    found: dict[tuple[int, int, int], list[int]] = {}
    by_tag: dict[str, list[int]] = {}
    for members in _clusters(kinds_of, ALIKE):
        by_tag.setdefault(tag[members[0]], []).extend(members)
        if "" in {style_of[name] for name in set(map(named.__getitem__, members))}:
            _keep(flat, found, members)
    for members in by_tag.values():
        members.sort()
        if len({style_of[name] for name in set(map(named.__getitem__, members))}) > 1:
            by_class: dict[str, list[int]] = {}
            for node in members:
                by_class.setdefault(style_of[named[node]], []).append(node)
            for held in by_class.values():
                _keep(flat, found, held)
        _keep(flat, found, members)
    return sorted(found.values(), key=lambda members: (-len(members), members[0]))


def _keep(flat: Flat, found: dict[tuple[int, int, int], list[int]], members: list[int]) -> None:
    if len(members) > 1:
        parent = flat.document.parent
        before = -1
        for node in members:
            if parent[node] == before:
                found.setdefault((len(members), members[0], members[-1]), members)
                return
            before = parent[node]


def _alternating(flat: Flat, group: Children, kinds_of: Kinds) -> list[list[int]]:
    """Siblings that begin records though what follows them is of their tag and much like them: two
    rows for each record. Told by a stricter likeness, and by never standing side by side.
    """
    first = max(group, key=len)
    if len({flat.kinds[child] for child in first}) < 2:
        return []
    least = max(sum(map(len, group)) / PERIOD, 3)
    end, parent = flat.document.end, flat.document.parent
    for members in _clusters(kinds_of, CLOSE):
        if len(members) >= least and not any(
            end[a] == b and parent[a] == parent[b] for a, b in pairwise(members)
        ):
            return [members]
    return []


def _run(cutter: _Cutter, group: Children, heads: set[int]) -> None:
    """Records of several siblings: from a head to before the next one (section 5.5)."""
    flat = cutter.flat
    runs = list(chain.from_iterable([_split(children, heads) for children in group]))
    tag, name_of = flat.document.tag, flat.named.__getitem__
    seen = Counter(chain.from_iterable([set(map(name_of, run)) for run in runs]))
    lone = {name for name, times in seen.items() if times < 2}
    rare = {name for name, times in seen.items() if times < RARE * len(runs)}
    held = chain.from_iterable([run[1:] for run in runs])
    fronts = _fronts(flat, group, heads, runs)
    headed = fronts or not HEADINGS.isdisjoint(map(tag.__getitem__, held))
    starts = [run[0] for run in runs]
    kinds, end = flat.kinds, flat.document.end
    before: list[int] = []
    for strict in (False, True) if headed else (False,):
        if strict:
            runs = [_without_front(flat, run, fronts) for run in runs]
        ends = rare if strict else EMPTY
        whole = not lone and not ends
        stops = [
            end[run[-1]] if len(run) == 1 or (whole and kinds[run[-1]])
            else _stop(flat, run, lone, ends)
            for run in runs
        ]  # fmt: skip
        if stops != before:
            before = stops
            cutter.add(starts, stops, None, "run")


def _fronts(flat: Flat, group: Children, heads: set[int], runs: Children) -> set[Look]:
    """Looks of headings in any tag: what stands in front of the first record and ends some records,
    less than half of them.
    """
    found: set[Look] = set()
    for children in group:
        held = -1
        for child in children:
            if child in heads:
                if held >= 0 and flat.document.tag[held] != "#text":
                    found.add((flat.named[held], flat.kinds[held]))
                break
            if flat.kinds[child]:
                held = child
    if not found:
        return found
    last = [(flat.named[run[-1]], flat.kinds[run[-1]]) for run in runs if len(run) > 1]
    return {look for look in found if 0 < last.count(look) < RARE * len(runs)}


def _without_front(flat: Flat, run: list[int], fronts: set[Look]) -> list[int]:
    if len(run) > 1 and (flat.named[run[-1]], flat.kinds[run[-1]]) in fronts:
        return run[:-1]
    return run


def _split(children: list[int], heads: set[int]) -> Children:
    """Runs of children that begin with a head; what is in front of the first one is left out."""
    places = [at for at, child in enumerate(children) if child in heads]
    places.append(len(children))
    return [children[start:stop] for start, stop in pairwise(places)]


def _stop(flat: Flat, run: list[int], lone: set[int], rare: set[int]) -> int:
    """The node behind a record: it ends before a node no other record has (5.6).

    A heading that is rare among the records, if such are told, ends the record too.
    """
    kinds, named = flat.kinds, flat.named
    last = len(run) - 1
    if lone or rare:
        tag = flat.document.tag
        for at in range(1, len(run)):
            node = run[at]
            name = named[node]
            if (name in lone and (kinds[node] or tag[node] == "hr")) or (
                name in rare and tag[node] in HEADINGS and (kinds[node] or tag[node] == "hr")
            ):
                last = at - 1
                break
    while last > 0 and not kinds[run[last]]:
        last -= 1
    return flat.document.end[run[last]]


def _between(cutter: _Cutter, group: Children) -> None:
    """What lies between equal separators, nodes without content (section 5.4)."""
    flat = cutter.flat
    breaks = [_separators(flat, children) for children in group]
    counted: Counter[tuple[int, ...]] = Counter()
    for found in breaks:
        for _, names in found:
            counted.update({names} | {(name,) for name in names})
    often = sorted(counted.items(), key=lambda item: (-item[1], len(item[0]), item[0]))
    for separator, times in often[:MOST_SEPARATORS]:
        if times + len(group) > 2:
            spans: list[Span] = []
            for children, found in zip(group, breaks, strict=True):
                spans.extend(_parts(flat, children, found, separator))
            if len(spans) > max(1, len(group)):
                starts, stops = zip(*spans, strict=True)
                cutter.add(starts, stops, None, "lines")


def _separators(flat: Flat, children: list[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Runs of separator nodes between content: index of the node behind, and their paths."""
    kinds, named = flat.kinds, flat.named
    found: list[tuple[int, tuple[int, ...]]] = []
    names: list[int] = []
    for at, child in enumerate(children):
        if not kinds[child]:
            names.append(named[child])
        elif names:
            found.append((at, tuple(names[:4])))
            names = []
    return found


def _parts(
    flat: Flat,
    children: list[int],
    breaks: list[tuple[int, tuple[int, ...]]],
    separator: tuple[int, ...],
) -> Iterator[Span]:
    """The content between the runs that are or hold the separator."""
    kinds, end = flat.kinds, flat.document.end
    edges = [
        at for at, names in breaks if names == separator or separator[0] in names[: _one(separator)]
    ]
    start = 0
    for stop in (*edges, len(children)):
        content = [child for child in children[start:stop] if kinds[child]]
        if content:
            yield content[0], end[content[-1]]
        start = stop


def _one(separator: tuple[int, ...]) -> int:
    """A single node separates wherever it stands in a run, a longer run only as a whole."""
    return 4 if len(separator) == 1 else 0


def span_kinds(flat: Flat, start: int, stop: int) -> int:
    """The leaf kinds of whole siblings ``start .. stop - 1``."""
    kinds, end = flat.kinds, flat.document.end
    mask = 0
    while start < stop:
        mask |= kinds[start]
        start = end[start]
    return mask


def content(flat: Flat, start: int, stop: int) -> list[int]:
    """The siblings from ``start`` to before ``stop`` that are no separators."""
    kinds, end = flat.kinds, flat.document.end
    found = []
    while start < stop:
        if kinds[start]:
            found.append(start)
        start = end[start]
    return found


def core_kinds(masks: Sequence[int]) -> int:
    """The kinds that at least half of the records have.

    All kinds are counted at once: ``planes[i]`` holds bit ``i`` of every kind's count, a record is
    added by carrying, and the counts are compared from the highest plane down.

    >>> core_kinds([0b011, 0b001, 0b110, 0b001]) == 0b011
    True
    """
    count, union = len(masks), masks[0]
    if masks.count(union) == count:
        return union
    planes: list[int] = [0] * count.bit_length()
    for mask, times in Counter(masks).items():
        union |= mask
        for first in range(times.bit_length()):
            if times >> first & 1:
                at, carried = first, mask
                while carried:
                    planes[at], carried = planes[at] ^ carried, planes[at] & carried
                    at += 1
    least = (count + 1) // 2
    more, equal = 0, union
    for at in range(max(len(planes), least.bit_length()) - 1, -1, -1):
        plane = planes[at] if at < len(planes) else 0
        if least >> at & 1:
            equal &= plane
        else:
            more |= equal & plane
            equal &= ~plane
    return more | equal
