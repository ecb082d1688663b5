"""What the crawl and its driver say to each other: links to fetch, pages, notes, outcome.

>>> FetchLink(3, "http://h.example/list", "h.example", 0.5).host
'h.example'
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from leadline.discover.page_content import Hyperlink, PageContent
from leadline.page.dom import Document


@dataclass(frozen=True, slots=True)
class FetchLink:
    """An instruction: fetch this page. ``number`` is the link's own; ``depth`` counts from a seed.

    ``found_on`` is the address of the page that shows it, '' for seeds.
    """

    number: int
    url: str
    host: str
    priority: float
    depth: int = 0
    found_on: str = ""


@dataclass(frozen=True, slots=True)
class PageArrived:
    """The answer to a ``FetchLink``, by its number; no document where no page came.

    ``document.url`` is the address after redirects. ``content`` is what was read of the document
    before; without it the crawl reads the document.
    """

    number: int
    document: Document | None
    content: PageContent | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a page is worth: the log-odds of its topic, a reward, and the targets it holds.

    ``targets`` are keys of what was found, for example of query interfaces. ``reason`` says in one
    sentence why the page is rewarded or not. ``queries`` are addresses that the judge wants to see,
    beside the links of the page.
    """

    log_odds: float
    reward: float
    targets: tuple[str, ...] = ()
    reason: str = ""
    queries: tuple[Hyperlink, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRead:
    """A note: what a fetched page was worth, and what the crawl made of its links.

    ``duplicate_of`` is the address of an earlier page of the site with nearly the same words.
    """

    link: FetchLink
    url: str
    judgement: Judgement
    duplicate_of: str = ""


@dataclass(frozen=True, slots=True)
class CrawlOutcome:
    """How a crawl ended: pages that came, rewarded pages, links left."""

    pages: int
    rewarded: int
    waiting: int
    reason: str


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A fetched page as link scorers see it; ``number`` is that of the link that led to it."""

    number: int
    content: PageContent
    judgement: Judgement
    depth: int = 0


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A link of a page with the number of its address; equal addresses have equal numbers."""

    number: int
    link: Hyperlink
    is_waiting: bool = True


class PageJudge(Protocol):
    """The target of a crawl: relevant pages, or query interfaces of a domain."""

    def judge(self, content: PageContent, document: Document, linked: str = "") -> Judgement:
        """Return what a page is worth, in the order of arrival; ``linked`` before a redirect."""


class LinkScorer(Protocol):
    """Decides which link is fetched next. Equal pages in the same order give equal scores."""

    def learn(self, page: JudgedPage) -> bool:
        """Learn from a fetched page; return whether waiting links need to be scored again."""

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Return the priority of each link of a page; of several pages the highest counts."""

    def rescore(self, waiting: Sequence[int]) -> Iterable[float]:
        """Return the priorities of waiting links, by number, that now replace the old ones."""
