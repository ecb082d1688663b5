"""Moments of a crawl at which parts join in: rules that few sources need, each a file of its own.

A part is handed what is known at its moment. It may ask, and returns this changed or as it is. The
core names moments and knows no part; parts of a moment follow each other by rank.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from leadline.crawl.events import Crawl
from leadline.crawl.state.source import SourceState
from leadline.seams import parts

Matter = TypeVar("Matter")


@dataclass(frozen=True)
class Moment(Generic[Matter]):
    """A moment by its name; ``Matter`` is what its parts are handed and return."""

    name: str

    def part(
        self, rank: int, run: Callable[[SourceState, Matter], Crawl[Matter]]
    ) -> "CrawlPart[Matter]":
        """Return a part that joins in at this moment."""
        return CrawlPart(self.name, rank, run)

    def pass_by(self, source: SourceState, matter: Matter) -> Crawl[Matter]:
        """Return what all parts of this moment made of it."""
        for part in crawl_parts():
            if part.moment == self.name:
                matter = yield from part.run(source, matter)
        return matter


@dataclass(frozen=True)
class CrawlPart(Generic[Matter]):
    """A rule that joins in at a moment, before those of a higher rank."""

    moment: str
    rank: int
    run: Callable[[SourceState, Matter], Crawl[Matter]]


@cache
def crawl_parts() -> tuple[CrawlPart[Any], ...]:
    """Return the known parts by rank: those of the house, then those that packages bring."""
    return tuple(
        sorted(
            parts("leadline.crawl_parts", "leadline.crawl.parts", "CRAWL_PARTS"),
            key=lambda one: one.rank,
        )
    )
