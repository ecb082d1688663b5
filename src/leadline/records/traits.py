"""Traits of a draft: what tells a list of records from menus, fields, groups and notes.

Every trait is a number that needs no knowledge of the subject or the language: counts of records,
characters, kinds and links, taken from running sums, and where on the page the draft lies.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import compress
from math import log, sqrt
from operator import and_, eq, gt, mul, sub
from typing import TYPE_CHECKING, Final

from leadline.dom import INLINE
from leadline.records.cuts import content

if TYPE_CHECKING:
    from leadline.records.cuts import Draft
    from leadline.records.flat import Flat

INLINE_HEADS: Final = INLINE | {"#text"}
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
    """Measures the drafts of one page."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.places: dict[int, tuple[int, int, int]] = {}
        self.on_path = Counter(compress(flat.named, flat.kinds))

    def measure(self, draft: Draft) -> list[float]:
        """The traits of a draft, in the order of ``rank.WEIGHTS``."""
        flat, first, behind, near = self.flat, draft.first, draft.behind, draft.near
        count = len(near)
        chars, linked, parent = flat.chars, flat.linked, flat.document.parent
        page = chars[-1] or 1
        begins, ends = first(chars), behind(chars)
        sizes = list(map(sub, ends, begins))
        total = sum(sizes)
        mean = total / count or 1.0
        middle = sorted(sizes)[count // 2]
        links = list(map(sub, behind(linked), first(linked)))
        home = parent[draft.starts[0]]
        lonely, steady = (0.0, False) if home == parent[draft.starts[-1]] else _homes(first(parent))
        side, main, boxed = self.place(home)
        return [
            log(min(count, 30)),
            log(min(middle, 600) + 1),
            log(min(draft.core.bit_count(), 8) + 1),
            sum(near) / count,
            1 - links.count(0) / count,
            sum(links) / (total or 1),
            log(total / page + 0.001),
            log(total / (ends[-1] - begins[0] or 1) + 0.01),
            lonely,
            min(1.0, len(set(sizes)) / min(count, 12)),
            min(sqrt(max(sum(map(mul, sizes, sizes)) / count - mean * mean, 0)) / mean, 3.0),
            sum(map(gt, behind(flat.dated), first(flat.dated))) / count,
            sum(map(gt, behind(flat.pictures), first(flat.pictures))) / count,
            side,
            main,
            boxed,
            steady,
            middle < 20,
            begins[0] / page,
            count < 4,
            min(near[0], near[-1]),
            *self._left(draft),
            self._shifted(draft),
            self._parted(draft),
            self._alternating(draft),
        ]

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
                    if small and not ASIDE_WORDS.isdisjoint(WORD.findall(name.lower())):
                        side = 1
                    if MAIN.search(name):
                        main = 1
            places[node] = (side, main, boxed)
        return side, main, boxed

    def _left(self, draft: Draft) -> tuple[float, float]:
        """Share of the page's nodes of the records' path and class that are not records: if they
        have no class, and if they have one.
        """
        flat = self.flat
        if flat.document.tag[draft.starts[0]] in INLINE_HEADS:
            return 0.0, 0.0
        names = set(draft.first(flat.named))
        left = 1 - len(draft.near) / sum([self.on_path[name] for name in names])
        return (0.0, left) if all(flat.style_of[name] for name in names) else (left, 0.0)

    def _parted(self, draft: Draft) -> float:
        """Share of neighbouring records with something else between them."""
        shown, parent = self.flat.shown, self.flat.document.parent
        begins, ends, homes = draft.first(shown), draft.behind(shown), draft.first(parent)
        together = list(map(eq, homes, homes[1:]))
        parted = map(and_, together, map(gt, begins[1:], ends))
        return float(sum(parted) / (sum(together) or 1))

    def _alternating(self, draft: Draft) -> float:
        """How much more often every second record has as many kinds than neighbours have: then two
        of them are one record. (Numbers, for classes that alternate do not change them.)
        """
        if draft.form != "one" or len(draft.near) < 6:
            return 0.0
        sizes = list(map(int.bit_count, draft.first(self.flat.kinds)))
        second = sum(map(eq, sizes, sizes[2:])) / (len(sizes) - 2)
        return float(max(0.0, second - sum(map(eq, sizes, sizes[1:])) / (len(sizes) - 1)))

    def _shifted(self, draft: Draft) -> bool:
        """Whether the node before the first record is of a kind that comes later in records: then
        they are cut one field too late. Text comes anywhere, so text counts at their ends only.
        """
        if draft.form == "one":
            return False
        flat, first = self.flat, draft.starts[0]
        before = content(flat, flat.document.parent[first] + 1, first)
        if not before:
            return False
        name = flat.named[before[-1]]
        records = [content(flat, *span) for span in draft.spans[:8]]
        if flat.document.tag[before[-1]] == "#text":
            ends = sum(len(nodes) > 1 and flat.named[nodes[-1]] == name for nodes in records)
            return 2 * ends > len(records)
        return any(flat.named[node] == name for nodes in records for node in nodes[1:])


def _homes(parents: tuple[int, ...]) -> tuple[float, bool]:
    """Share of records alone in their parent; whether all parents hold as many, two or more."""
    each = list(Counter(parents).values())
    return each.count(1) / len(parents), min(each) == max(each) > 1
