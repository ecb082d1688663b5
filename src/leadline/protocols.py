"""Interfaces that have more than one implementation.

>>> Prediction(new=30.0, pages=2.0).efficiency
15.0
"""

from dataclasses import dataclass
from typing import Protocol, Self

from leadline.model import Page, Query, Request

NOTHING = Query("", "")


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a selector expects of a query: new records, and the result pages they take.

    ``cost`` is what counts as paid for them; 0 means the pages.
    """

    query: Query = NOTHING
    new: float = 0.0
    pages: float = 1.0
    cost: float = 0.0

    @property
    def efficiency(self) -> float:
        """Expected new records by cost, eq. (11) of Xian 2012."""
        return self.new / (self.cost or self.pages or 1.0)


class Closing:
    """Something that is closed at the end of a ``with`` block."""

    def close(self) -> None:
        """Close it; nothing is done with it afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Fetcher(Protocol):
    """Brings pages: from the network, or from an archive. Used inside ``async with``.

    Keeps to robots.txt, the hosts that the person named, and the pace; so a ``fetch`` may take
    long. Every status but an endless 429 or 503 is a page: what it means is for others to say.
    """

    async def fetch(self, request: Request) -> Page:
        """Return the answering page; raise NotAllowed, Unreachable or Blocked (``FetchError``)."""

    def remember(self, page: Page) -> None:
        """Take over the cookies of a page that was fetched before, in an earlier run."""

    async def __aenter__(self) -> Self:
        """Ready to fetch."""

    async def __aexit__(self, *_: object) -> None:
        """Closes connections; nothing is fetched afterwards."""
