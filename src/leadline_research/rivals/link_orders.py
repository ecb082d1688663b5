"""Link orders without learning: breadth first, and the greedy order that knows all distances.

>>> from leadline.discover.messages import FoundLink, JudgedPage, Judgement
>>> from leadline.discover.page_content import Hyperlink, PageContent
>>> page = JudgedPage(0, PageContent("", (), ()), Judgement(0.0, 0.0))
>>> urls = "http://h.example/a", "http://h.example/b"
>>> links = [FoundLink(number, Hyperlink(url)) for number, url in enumerate(urls)]
>>> BreadthFirst().score(page, links)
[-1.0, -2.0]
>>> GreedyOracle({"http://h.example/b": 1}).score(page, links)
[-1000.0, -1.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.discover.traps import canonical_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline.discover.messages import FoundLink, JudgedPage

NO_WAY: Final = 1_000
"""Hops from a page that leads to no target."""


class FixedOrder:
    """A link scorer that learns nothing: a link keeps its first priority."""

    def learn(self, page: JudgedPage) -> bool:
        """Learn nothing."""
        return False

    def rescore(self, waiting: Sequence[int]) -> Sequence[float]:
        """Never called: nothing is learned."""
        raise NotImplementedError


class BreadthFirst(FixedOrder):
    """Links in the order of discovery."""

    def __init__(self) -> None:
        self._found = 0

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Return falling numbers."""
        first, self._found = self._found, self._found + len(links)
        return [-float(first + place) for place in range(1, len(links) + 1)]


class GreedyOracle(FixedOrder):
    """Links by their true distance to the nearest target; a reference, not an upper bound."""

    def __init__(self, hops: Mapping[str, int]) -> None:
        self._hops = hops

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Return the negated number of hops from each link to a target."""
        return [-float(self._hops.get(canonical_url(f.link.url), NO_WAY)) for f in links]
