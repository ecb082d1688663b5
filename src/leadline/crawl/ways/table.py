"""The ways into a source: siblings in one table, tried by rank until one holds.

A way looks at the page that a person gave, says what it offers, and takes it. What holds is an
outcome, answers of a form to learn from, or a call that is asked from then on. A way that is a
``rival`` is tried beside answers of a form, too. Ways of other packages are entry points of
``leadline.ways``.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from leadline.crawl.events import Crawl
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.probe.probes import Probes
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome, Page
from leadline.page.dom import Document
from leadline.seams import parts


@dataclass(slots=True)
class Approach:
    """A source while its ways are tried: its entry page, and what those before found.

    ``page`` is where its form stands, ``frames`` are those of a page without one, ``linked`` what
    was fetched behind its links. ``probes`` are the answers of a form that holds.
    """

    source: SourceState
    document: Document
    page: Document
    frames: list[Document] = field(default_factory=list)
    linked: list[Page] = field(default_factory=list)
    probes: Probes | None = None
    failed: CrawlEnded | None = None

    @property
    def entry(self) -> Page:
        """The entry page; raise ``ValueError`` before it came."""
        if self.source.entry is None:
            raise ValueError("no entry page came yet")
        return self.source.entry

    @property
    def why(self) -> str:
        """Why the ways before did not hold, '' where none was tried."""
        return self.failed.outcome.reason if self.failed is not None else ""

    @property
    def scripted(self) -> Document:
        """The first page with a script of those that were looked at, else the entry page.

        A source whose entry page only holds frames is taken from there on.
        """
        seen = (self.document, self.page, *self.frames)
        drawn = next((page for page in seen if "<script" in page.html), self.document)
        if drawn is not self.document:
            self.document = drawn
            self.source.move(drawn.url)
        return drawn


@dataclass(frozen=True, slots=True)
class Offer:
    """What a way offers: a sentence and an address; ``records`` as far as a page says how many."""

    what: str = ""
    url: str = ""
    records: int | None = None


UNNAMED: Final = Offer()
"""Offer of a way that no page names: it is looked for."""
Taken: TypeAlias = Outcome | Probes | None


@dataclass(frozen=True, slots=True)
class Way:
    """A way into a source: where it is offered, how it is taken, and its rank among others.

    ``find`` asks nothing. ``take`` raises ``CrawlEnded`` or returns None where the way fails; it
    leaves a wrapper where a call is asked from then on.
    """

    name: str
    rank: int
    find: Callable[[Approach], Offer | None]
    take: Callable[[Approach], Crawl[Taken]]
    is_rival: bool = False
    is_data: bool = False


@cache
def all_ways() -> tuple[Way, ...]:
    """Return the ways of the house and of installed packages, in the order of their trial."""
    return tuple(
        sorted(parts("leadline.ways", __package__ or "", "WAYS"), key=lambda way: way.rank)
    )


def take_ways(approach: Approach, *, with_pages: bool = True) -> Crawl[Outcome | None]:
    """Try ways until one holds; raise ``CrawlEnded`` where none does.

    Return None where a call, or what answered as ``approach.probes``, is to be asked. Without those
    that read ``with_pages``, only what comes as data is tried.
    """
    for way in all_ways():
        is_due = (with_pages or way.is_data) and (approach.probes is None or way.is_rival)
        if not is_due or way.find(approach) is None:
            continue
        try:
            taken = yield from way.take(approach)
        except CrawlEnded as end:
            approach.failed = end
            continue
        if isinstance(taken, Probes):
            approach.probes = taken
        elif taken is not None or approach.source.wrapper is not None:
            return taken
    if approach.probes is None and approach.failed is not None:
        raise approach.failed
    return None
