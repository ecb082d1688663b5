"""The children of like parents cut into records: single nodes, runs of siblings, lines.

Sections 4 and 5 of AutoRM (Shi et al. 2015), on signatures: siblings cluster by their leaf kinds
(2.2, ``alike``), a record of several siblings goes from a head node to before the next one or from
separator to separator (``stretches``). Cuts without strangers, that is parts unlike the others (a
date row, a note in front, a pager behind), are offered too.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> drafts = {}
>>> cut(Siblings.of(flat, [flat.document.children(2)]), drafts)
>>> runs = [draft.spans for draft in drafts.values() if draft.form == "run"]
>>> runs[0], runs[1]
([(3, 7), (7, 11), (11, 15)], [(5, 9), (9, 13), (13, 15)])
"""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import itemgetter, or_
from typing import TYPE_CHECKING, Final, Literal

from leadline.mining.multi_node import lines, runs
from leadline.mining.sibling_clusters import (
    ALIKE,
    CLOSE,
    Siblings,
    alternating,
    core_kinds,
    of_one_kind,
    usual_kinds,
)
from leadline.mining.signatures import BREAKS, similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from leadline.mining.multi_node import Stretch
    from leadline.mining.signatures import Flat

__all__ = [
    "ALIKE", "CLOSE", "LEAST_SHARE", "MIXED_SHARE", "STRANGE", "Draft", "Siblings", "Span",
    "content", "core_kinds", "cut",
]  # fmt: skip

Span = tuple[int, int]
"""First node and the node after the last one: whole sibling subtrees."""
Form = Literal["one", "run", "lines"]

MOST_HEADS: Final = 3
"""Clusters tried as heads of records (Algorithm 3 tries every node, one is enough of each kind)."""
LEAST_SHARE: Final = 0.015
"""Share of what the page shows below which siblings are no draft (labelled lists: .10 and more)."""
MIXED_SHARE: Final = 0.05
"""The same for children that are cut into runs of siblings, which is dear."""
WHOLE: Final = 0.97
"""Share of the text at which single nodes are all there is, and runs of siblings are not tried."""
PLAIN: Final = 0.5
"""How like the others an end of a list is without the line breaks that they all have."""
STRANGE: Final = 0.34
"""Share of the common leaf kinds with less than which a record is none of its kind."""


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
        self.first: Callable[[Sequence[int]], tuple[int, ...]] = itemgetter(*starts)
        self.behind: Callable[[Sequence[int]], tuple[int, ...]] = itemgetter(*stops)

    @property
    def spans(self) -> list[Span]:
        """The records as slices of node numbers."""
        return list(zip(self.starts, self.stops, strict=True))


def cut(siblings: Siblings, known: dict[object, Draft]) -> None:
    """Add every way to cut the children of like parents into two records or more.

    What shows the same text as a cut that is ``known`` is no other cut.
    """
    if not siblings.repeat():
        return
    flat, nodes, edges = siblings.flat, siblings.nodes, siblings.edges
    end, shown, kinds = flat.document.end, flat.shown, flat.kinds
    whole = sum([shown[end[nodes[stop - 1]]] for stop in edges[1:]])
    whole -= sum([shown[nodes[start]] for start in edges[:-1]])
    cutter = _Cutter(flat, known)
    sets = []
    for members in of_one_kind(siblings):
        at = itemgetter(*members)
        stops = at(end)
        key = at(shown), itemgetter(*stops)(shown)
        held = sum(key[1]) - sum(key[0])
        if held >= LEAST_SHARE * shown[-1]:
            sets.append((members, held))
            if key not in known:
                cutter.add(key, members, stops, at(kinds), "one")
    if whole >= MIXED_SHARE * shown[-1]:
        heads = [members for members, held in sets if held < WHOLE * whole][:MOST_HEADS]
        for members in (*heads, *alternating(siblings)):
            for found in runs(siblings, members):
                cutter.add_stretches(siblings, found, "run")
        if not all(siblings.masks):
            for found in lines(siblings):
                cutter.add_stretches(siblings, found, "lines")


class _Cutter:
    """Makes drafts of cuts."""

    def __init__(self, flat: Flat, known: dict[object, Draft]) -> None:
        self.flat, self.known = flat, known

    def add_stretches(self, siblings: Siblings, found: list[Stretch], form: Form) -> None:
        """A cut into stretches of siblings."""
        nodes, masks, end = siblings.nodes, siblings.masks, self.flat.document.end
        shown = self.flat.shown
        starts = [nodes[first] for first, _ in found]
        stops = [end[nodes[stop - 1]] for _, stop in found]
        key = itemgetter(*starts)(shown), itemgetter(*stops)(shown)
        if key in self.known:
            if form == "lines":
                self.known[key].form = form
        else:
            held = [
                masks[first] if stop == first + 1 else reduce(or_, masks[first:stop])
                for first, stop in found
            ]
            self.add(key, starts, stops, held, form)

    def add(
        self, key: object, starts: Sequence[int], stops: Sequence[int], masks: Sequence[int],
        form: Form,
    ) -> None:  # fmt: skip
        """A cut that is not known, and the same without strangers."""
        count, core = len(masks), masks[0]
        if masks.count(core) == count:
            near = [similarity(core, core)] * count
            draft = self.known[key] = Draft(starts, stops, form, core, near)
            if form == "one":
                self._without_plain_ends(draft, masks)
            return
        counted = Counter(masks)
        core = usual_kinds(counted, count)
        size = core.bit_count()
        few = STRANGE * size
        alike: dict[int, float] = {}
        strangers = 0
        for mask, times in counted.items():
            shared = (mask & core).bit_count()
            alike[mask] = shared / (max(mask.bit_count(), size) or 1)
            if shared < few:
                strangers += times
        draft = Draft(starts, stops, form, core, list(map(alike.__getitem__, masks)))
        draft.strangers = strangers
        self.known[key] = draft
        self._without_strangers(draft, masks, alike, counted)

    def _without_strangers(
        self, whole: Draft, masks: Sequence[int], alike: dict[int, float], counted: Counter[int]
    ) -> None:
        flat, core = self.flat, whole.core
        if whole.form == "one" and flat.style_of[flat.named[whole.starts[len(masks) // 2]]]:
            found = _of_class(masks, alike, core)
        else:
            found = _of_kind(masks, alike, core, counted)
        for places in found:
            self._part(whole, masks, places)
        if whole.form == "one":
            self._without_plain_ends(whole, masks)

    def _without_plain_ends(self, whole: Draft, masks: Sequence[int]) -> None:
        """A cut without a first or last record that has no line break or rule where all between do:
        a paragraph of introduction is less like paragraphs of several lines than its kinds say.
        """
        ends = _plain_ends(self.flat, whole.starts)
        if ends:
            self._part(whole, masks, [at for at in range(len(masks)) if at not in ends])
            for at in ends:
                whole.near[at] *= PLAIN

    def _part(self, whole: Draft, masks: Sequence[int], places: list[int]) -> None:
        """A cut into some of the records of another."""
        if 1 < len(places) < len(masks):
            at, shown = itemgetter(*places), self.flat.shown
            near = list(at(whole.near))
            draft = Draft(at(whole.starts), at(whole.stops), whole.form, whole.core, near)
            if whole.form != "one":
                draft.left = _kin_left(masks, set(at(masks)), whole.core)
            known = self.known.setdefault((draft.first(shown), draft.behind(shown)), draft)
            if whole.form == "lines":
                known.form = whole.form


def _kin_left(masks: Sequence[int], held: set[int], core: int) -> float:
    """Share of the records that are left out though they have nothing that others have not."""
    few = STRANGE * core.bit_count()
    kin = [
        mask for mask in masks
        if mask not in held and not mask & ~core and mask.bit_count() >= few
    ]  # fmt: skip
    return len(kin) / len(masks)


def _of_class(masks: Sequence[int], alike: dict[int, float], core: int) -> list[list[int]]:
    """Places of records without strangers, if records have a class: one that has the kinds of the
    others is none, whatever else it has (a long post).
    """
    least = ALIKE * core.bit_count()
    own = {mask for mask in alike if (mask & core).bit_count() > least}
    return [_places(masks, own)] if len(own) < len(alike) else []


def _of_kind(
    masks: Sequence[int], alike: dict[int, float], core: int, counted: Counter[int]
) -> list[list[int]]:
    """The same for records without a class, by likeness; the stricter one and what all the others
    have tell strangers at the ends only. Who has all that the others have is none.
    """
    own = {mask for mask, value in alike.items() if value > ALIKE or mask & core == core}
    closest = {mask for mask in own if alike[mask] > CLOSE or mask & core == core}
    found = []
    if len(own) < len(alike):
        found.append(_places(masks, own))
    if len(closest) < len(own):
        close = _places(masks, closest)
        if close and close[-1] - close[0] < len(close):
            found.append(close)
    if len(masks) > 4:
        found.append(_without_headers(masks, set(alike), counted))
        if 1 < len(own) < len(alike):
            found.append(_without_headers(masks, own, counted))
    return found


def _places(masks: Sequence[int], own: set[int]) -> list[int]:
    return [at for at, mask in enumerate(masks) if mask in own]


def _without_headers(masks: Sequence[int], own: set[int], counted: Counter[int]) -> list[int]:
    """Places of records if the first or last that is no stranger lacks what all between have: a
    header row, a footer. A header that comes again in the middle is left out there too.
    """
    first = next(mask for mask in masks if mask in own)
    last = next(mask for mask in reversed(masks) if mask in own)
    ends = {first, last} - {max(counted, key=counted.__getitem__)}
    if not ends:
        return []
    common = -1
    for mask in own:
        if mask not in ends:
            common &= mask
    records = own - {mask for mask in ends if mask & common != common}
    return _places(masks, records) if len(records) < len(own) else []


def _plain_ends(flat: Flat, starts: Sequence[int]) -> list[int]:
    """Which of the first and the last record lack a line break or rule that all between have."""
    last = len(starts) - 1
    if last < 3 or flat.named[starts[1]] not in flat.paths.broken:
        return []
    usual = _breaks(flat, starts[1])
    ends = [at for at in (0, last) if not usual <= _breaks(flat, starts[at])]
    if not ends or not all(usual <= _breaks(flat, starts[at]) for at in range(2, last)):
        return []
    return ends


def _breaks(flat: Flat, node: int) -> set[int]:
    """Paths of the line breaks and rules directly inside a node."""
    document, kinds = flat.document, flat.kinds
    tag, end, stop = document.tag, document.end, document.end[node]
    found = set()
    node += 1
    while node < stop:
        if not kinds[node] and tag[node] in BREAKS:
            found.add(flat.named[node])
        node = end[node]
    return found


def content(flat: Flat, start: int, stop: int) -> list[int]:
    """The siblings from ``start`` to before ``stop`` that are no separators."""
    kinds, end = flat.kinds, flat.document.end
    found = []
    while start < stop:
        if kinds[start]:
            found.append(start)
        start = end[start]
    return found
