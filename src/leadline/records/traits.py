"""Traits of a draft: what tells a list of records from menus, fields, groups and notes.

Every trait is a number that needs no knowledge of the subject or the language: counts of records,
characters, kinds and links, taken from running sums, and where on the page the draft lies.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from leadline.records.cuts import content

if TYPE_CHECKING:
    from leadline.records.cuts import Draft, Span
    from leadline.records.flat import Flat

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
        self.on_path = Counter(
            [name for name, kinds in zip(flat.named, flat.kinds, strict=True) if kinds]
        )

    def measure(self, draft: Draft) -> list[float]:
        """The traits of a draft, in the order of ``rank.WEIGHTS``."""
        flat, spans = self.flat, draft.spans
        count = len(spans)
        chars, parent = flat.chars, flat.document.parent
        page = chars[-1] or 1
        sizes = [chars[stop] - chars[start] for start, stop in spans]
        total = sum(sizes)
        mean = total / count or 1
        middle = sorted(sizes)[count // 2]
        near = draft.near
        homes = Counter([parent[start] for start, _ in spans])
        each = list(homes.values())
        side, main, boxed = self.place(draft.parent)
        linked, dated, pictures = flat.linked, flat.dated, flat.pictures
        return [
            log(min(count, 30)),
            log(min(middle, 600) + 1),
            log(min(draft.core.bit_count(), 8) + 1),
            sum(near) / count,
            sum([linked[stop] > linked[start] for start, stop in spans]) / count,
            sum([linked[stop] - linked[start] for start, stop in spans]) / (total or 1),
            log(total / page + 0.001),
            log(total / (chars[spans[-1][1]] - chars[spans[0][0]] or 1) + 0.01),
            each.count(1) / count if len(each) > 1 else 0.0,
            min(1.0, len(set(sizes)) / min(count, 12)),
            min(sqrt(sum([(size - mean) ** 2 for size in sizes]) / count) / mean, 3),
            sum([dated[stop] > dated[start] for start, stop in spans]) / count,
            sum([pictures[stop] > pictures[start] for start, stop in spans]) / count,
            side,
            main,
            boxed,
            len(each) > 1 and min(each) == max(each) > 1,
            middle < 20,
            chars[spans[0][0]] / page,
            count < 4,
            min(near[0], near[-1]),
            self._left(draft),
            self._shifted(draft),
            self._parted(spans),
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

    def _left(self, draft: Draft) -> float:
        """Share of the page's nodes of the records' path and class that are not records."""
        if draft.form == "lines":
            return 0.0
        named = self.flat.named
        return 1 - len(draft.spans) / sum(
            [self.on_path[name] for name in {named[start] for start, _ in draft.spans}]
        )

    def _parted(self, spans: list[Span]) -> float:
        """Share of neighbouring records with something else between them."""
        shown, parent = self.flat.shown, self.flat.document.parent
        pairs = [
            shown[after[0]] > shown[before[1]]
            for before, after in pairwise(spans)
            if parent[before[0]] == parent[after[0]]
        ]
        return sum(pairs) / len(pairs) if pairs else 0.0

    def _shifted(self, draft: Draft) -> bool:
        """Whether the node before the first record is of a kind that comes later in records."""
        if draft.form == "one":
            return False
        flat, spans = self.flat, draft.spans
        first = spans[0][0]
        before = content(flat, flat.document.parent[first] + 1, first)
        return bool(before) and any(
            flat.named[before[-1]] == flat.named[node]
            for start, stop in spans[:8]
            for node in content(flat, start, stop)[1:]
        )
