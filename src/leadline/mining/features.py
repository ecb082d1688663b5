"""Traits of a draft: what tells a list of records from menus, fields, groups and notes.

Every trait is a number that needs no knowledge of the subject or the language: counts of records,
characters, kinds and links, taken from running sums, and where on the page the draft lies.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain
from operator import eq
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.mining.segmentation import CLOSE, STRANGE, content
from leadline.mining.signatures import LONGEST_CLASS, integers, similarity
from leadline.page.dom import INLINE_TAGS

if TYPE_CHECKING:
    import numpy.typing as npt

    from leadline.mining.segmentation import Draft
    from leadline.mining.signatures import Flat

    Floats = npt.NDArray[np.float64]
    Integers = npt.NDArray[np.int64]

USUAL: Final = 0.9
"""Share of records that have a link or a number from which on they all need one."""
BARE: Final = 10
"""Characters beside its links up to which an entry says hardly more than where it leads."""
STEADY: Final = 0.7
"""Share of records like the second next from which on this is no chance."""
INLINE_HEADS: Final = INLINE_TAGS | {"#text"}
ASIDE_TAGS: Final = frozenset({"nav", "footer", "header", "aside", "form"})
MAIN: Final = re.compile(r"main|content|result|list|post|article|record|item|entr", re.I)
WORD: Final = re.compile(r"[a-z]+")
ASIDE_WORDS: Final = frozenset({
    "nav", "navbar", "navigation", "menu", "menus", "submenu", "foot", "footer", "side", "sidebar",
    "widget", "breadcrumb", "breadcrumbs", "crumbs", "header", "masthead", "topbar", "pager",
    "pagination", "paging", "toolbar", "filter", "filters", "facet", "facets", "share", "social",
    "sort", "sorting", "tags", "related", "login", "cart", "banner", "promo", "ad", "ads",
    "advert", "advertisement",
})  # fmt: skip
"""Words in classes and ids of what a page shows beside its subject."""


class Traits:
    """Measures the drafts of one page, all at once."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.places: dict[int, tuple[int, int, int]] = {}
        self.on_path: dict[int, list[int]] = {}

    def measure(self, drafts: list[Draft]) -> Floats:
        """A row of traits for each draft, in the order of ``rank.WEIGHTS``."""
        flat, page = self.flat, self.flat.chars[-1] or 1
        spans = _Spans(drafts)
        self._see(spans.starts)
        starts, stops, total = spans.starts, spans.stops, spans.total
        counts, first, last = spans.counts, spans.first, spans.last
        near = np.fromiter(chain.from_iterable([draft.near for draft in drafts]), np.float64)
        begins, ends = flat.chars_of[starts], flat.chars_of[stops]
        sizes = ends - begins
        whole = total(sizes)
        mean = whole / counts
        mean[mean == 0] = 1.0
        middle, different = spans.ordered(sizes)
        links = flat.linked[stops] - flat.linked[starts]
        homes = flat.parent_of[starts]
        cores = [min(draft.core.bit_count(), 8) + 1 for draft in drafts]
        columns = [
            np.log(np.minimum(counts, 30)),
            np.log(np.minimum(middle, 600) + 1),
            np.log(cores),
            total(near) / counts,
            total(links != 0) / counts,
            total(links) / np.maximum(whole, 1),
            total(sizes - links < BARE) / counts,
            np.log(whole / page + 0.001),
            np.log(whole / np.maximum(ends[last] - begins[first], 1) + 0.01),
            np.minimum(different / np.minimum(counts, 12), 1.0),
            np.minimum(
                np.sqrt(np.maximum(total(sizes * sizes) / counts - mean * mean, 0)) / mean, 3.0
            ),
            total(flat.dated[stops] > flat.dated[starts]) / counts,
            total(flat.pictures[stops] > flat.pictures[starts]) / counts,
            middle < 20,
            begins[first] / page,
            counts < 4,
            np.minimum(near[first], near[last]),
            self._parted(spans, homes),
            [draft.strangers for draft in drafts] / counts,
            total(self._led(starts)) / counts * [draft.form != "one" for draft in drafts],
        ]
        needs = zip(columns[4] >= USUAL, columns[11] >= USUAL, strict=True)
        single = [self._single(draft, need) for draft, need in zip(drafts, needs, strict=True)]
        return np.hstack((np.array(columns).T, single))

    def _led(self, starts: Integers) -> npt.NDArray[np.bool_]:
        """Which records begin with a link."""
        texts = integers([*self.flat.document.text_nodes, len(self.flat.document) - 1])
        at = texts[np.searchsorted(texts, starts)]
        led: npt.NDArray[np.bool_] = self.flat.linked[at + 1] > self.flat.linked[at]
        return led

    def _see(self, starts: Integers) -> None:
        """Collect the leaf kinds of all nodes that have the path and class of a record's first."""
        flat, on_path = self.flat, self.on_path
        wanted = np.zeros(len(flat.paths.tag), np.bool_)
        wanted[flat.names_of[starts]] = True
        kinds = flat.kinds
        for name, nodes in flat.nodes_of(wanted):
            on_path[name] = list(filter(None, map(kinds.__getitem__, nodes)))

    def _single(self, draft: Draft, need: tuple[bool, bool]) -> list[float]:
        """The traits that are found for each draft by itself."""
        parent = self.flat.document.parent
        home = parent[draft.starts[0]]
        one, lonely, steady = draft.form == "one", 0.0, False
        if home != parent[draft.starts[-1]]:
            lonely, steady = _homes(draft.first(parent))
        return [
            lonely,
            *(self.places.get(home) or self.place(home)),
            steady,
            *(left := self._left(draft)),
            self._headless(draft, need) if one and max(left) else 0.0,
            *(self._shifted(draft) if draft.form == "run" else (0.0, 0.0)),
            self._alternating(draft) if one and len(draft.near) > 5 else 0.0,
        ]

    def _parted(self, spans: _Spans, homes: Integers) -> Floats:
        """Share of neighbouring records with something else between them."""
        shown = self.flat.shown_of
        together = np.zeros(len(homes), np.bool_)
        together[1:] = homes[1:] == homes[:-1]
        together[spans.first] = False
        parted = together.copy()
        parted[1:] &= shown[spans.starts[1:]] > shown[spans.stops[:-1]]
        return np.asarray(spans.total(parted) / np.maximum(spans.total(together), 1))

    def place(self, node: int) -> tuple[int, int, int]:
        """Whether a node lies aside, in the main part, in a tag for things aside."""
        document, chars, places = self.flat.document, self.flat.chars, self.places
        chain = []
        while node >= 0 and node not in places:
            chain.append(node)
            node = document.parent[node]
        side, main, boxed = places[node] if node >= 0 else (0, 0, 0)
        for node in reversed(chain):
            small = 2 * (chars[document.end[node]] - chars[node]) < chars[-1]
            tag, held = document.tag[node], document.attributes[node]
            if tag not in ("body", "html"):
                if tag == "main" or tag == "article":
                    main = 1
                elif small and tag in ASIDE_TAGS:
                    boxed = 1
                name = f"{held.get('class') or ''} {held.get('id') or ''}"
                if len(name) > 1:
                    aside, central = _told(name[:LONGEST_CLASS])
                    side = side or int(small and aside)
                    main = main or int(central)
            places[node] = (side, main, boxed)
        return side, main, boxed

    def _left(self, draft: Draft) -> tuple[float, float, float]:
        """Share of the page's nodes of the records' path and class that are not records: if they
        have no class, and if they have one. And of those that have nothing that records have not:
        they lack a field that is not always there.
        """
        flat = self.flat
        if flat.document.tag[draft.starts[0]] in INLINE_HEADS:
            return 0.0, 0.0, 0.0
        names = list(dict.fromkeys(draft.first(flat.named)))
        masks = list(chain.from_iterable([self.on_path[name] for name in names]))
        left = 1 - len(draft.near) / len(masks)
        kin = draft.left
        if left and draft.form == "one":
            few, foreign = STRANGE * draft.core.bit_count(), ~draft.core
            alike = [m for m in masks if not m & foreign and m.bit_count() >= few]
            held = [m for m in draft.first(flat.kinds) if not m & foreign and m.bit_count() >= few]
            kin = max(kin, (len(alike) - len(held)) / len(masks))
        if all(map(flat.style_of.__getitem__, names)):
            return 0.0, left, kin
        return left, 0.0, kin

    def _alternating(self, draft: Draft) -> float:
        """How much more often every second record has as many kinds than neighbours have: then two
        of them are one record. (Numbers, for classes that alternate do not change them.)
        """
        if draft.near.count(1.0) == len(draft.near):
            return 0.0
        sizes = list(map(int.bit_count, draft.first(self.flat.kinds)))
        second = sum(map(eq, sizes, sizes[2:])) / (len(sizes) - 2)
        if second < STEADY:
            return 0.0
        return float(max(0.0, second - sum(map(eq, sizes, sizes[1:])) / (len(sizes) - 1)))

    def _headless(self, draft: Draft, need: tuple[bool, bool]) -> float:
        """Whether the node before the first record is of its path and class, and has the link and
        the number that records have: a first record that is laid out otherwise.
        """
        linked, dated = need
        if not (linked or dated):
            return 0.0
        flat, first = self.flat, draft.starts[0]
        before = content(flat, flat.document.parent[first] + 1, first)
        if not before or flat.named[before[-1]] != flat.named[first]:
            return 0.0
        start, stop = before[-1], flat.document.end[before[-1]]
        return float(
            (not linked or flat.linked[stop] > flat.linked[start])
            and (not dated or flat.dated[stop] > flat.dated[start])
        )

    def _shifted(self, draft: Draft) -> tuple[float, float]:
        """Whether the node before the first record is of a kind that comes later in records: then
        they are cut one field too late. Text comes anywhere, so text counts at their ends only.
        The last record then lacks that kind; if not, it may be but a note of like make in front.
        """
        flat, first = self.flat, draft.starts[0]
        before = content(flat, flat.document.parent[first] + 1, first)
        if not before:
            return float(self._cut_early(draft)), 0.0
        name = flat.named[before[-1]]
        records = [content(flat, *span) for span in draft.spans[:8]]
        last = content(flat, draft.starts[-1], draft.stops[-1])
        if flat.document.tag[before[-1]] == "#text":
            ends = sum(len(nodes) > 1 and flat.named[nodes[-1]] == name for nodes in records)
            whole = len(last) > 1 and flat.named[last[-1]] == name
            found = 2 * ends > len(records)
            return float(found and not whole), float(found and whole)
        kinds, mask = flat.kinds, flat.kinds[before[-1]]
        found = any(
            flat.named[node] == name and similarity(kinds[node], mask) > CLOSE
            for nodes in records for node in nodes[1:]
        )  # fmt: skip
        whole = any(flat.named[node] == name for node in last[1:])
        return float(found and not whole), float(found and whole)

    def _cut_early(self, draft: Draft) -> bool:
        """Whether records begin with text and such a text, the end of the last, is left behind."""
        flat, stop = self.flat, draft.stops[-1]
        if flat.document.tag[draft.starts[-1]] != "#text":
            return False
        last = flat.document.end[flat.document.parent[draft.starts[-1]]]
        return stop < last and flat.named[stop] == flat.named[draft.starts[-1]]


class _Spans:
    """The records of all drafts in a row: where they start and stop, and which are of one draft."""

    def __init__(self, drafts: list[Draft]) -> None:
        self.counts = integers([len(draft.near) for draft in drafts])
        self.last = self.counts.cumsum() - 1
        self.first = self.last - self.counts + 1
        self.starts = integers(list(chain.from_iterable([draft.starts for draft in drafts])))
        self.stops = integers(list(chain.from_iterable([draft.stops for draft in drafts])))

    def total(self, values: npt.NDArray[Any]) -> Floats:
        """Sums over the records of each draft."""
        return np.add.reduceat(values, self.first, dtype=np.float64)

    def ordered(self, sizes: Integers) -> tuple[Integers, Floats]:
        """The middle size of each draft, and how many different ones it has."""
        number = np.repeat(np.arange(len(self.counts)), self.counts) * (int(sizes.max()) + 1)
        ranked = np.sort(number + sizes) - number
        steps = np.ones(len(sizes))
        steps[1:] = ranked[1:] != ranked[:-1]
        steps[self.first] = 1
        return ranked[self.first + self.counts // 2], self.total(steps)


@lru_cache(maxsize=20_000)
def _told(name: str) -> tuple[bool, bool]:
    """Whether class and id say that something lies aside, and that it is the main part."""
    aside = not ASIDE_WORDS.isdisjoint(WORD.findall(name.lower()))
    return aside, MAIN.search(name) is not None


def _homes(parents: tuple[int, ...]) -> tuple[float, bool]:
    """Share of records alone in their parent; whether all parents hold as many, two or more."""
    each = list(Counter(parents).values())
    return each.count(1) / len(parents), min(each) == max(each) > 1
