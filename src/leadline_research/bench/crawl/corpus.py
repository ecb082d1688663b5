"""A corpus of stored pages for replayed crawls, and the topics to look for in it.

A corpus is a folder: ``pages.jsonl.xz`` (a line a page: id, url, html), ``seeds.txt`` and one
``topic_NAME.json`` a topic (``train_pos``, ``train_neg``, ``targets``: ids or addresses). Pages are
read as a stream. Only words and links are kept.
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from leadline.discover.link_classifier import LinkSample
from leadline.discover.page_content import read_content
from leadline.discover.traps import canonical_url
from leadline.page.dom import parse_html
from leadline.page.urls import sendable_url
from leadline_research.bench.crawl.relevance import TopicRelevance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from leadline.discover.page_content import Hyperlink, PageContent

MAX_SAMPLE_PARENTS: Final = 3
"""Pages that link to a sample page, of which the link is known before the crawl."""


@dataclass(frozen=True, slots=True)
class CrawlTopic:
    """A topic of a corpus: canonical addresses of samples and targets."""

    name: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    targets: frozenset[str]


@dataclass(frozen=True, slots=True)
class CrawlCorpus:
    """Stored pages by canonical address, and for each the pages that link to it."""

    name: str
    pages: Mapping[str, PageContent]
    seeds: tuple[str, ...]
    topics: tuple[CrawlTopic, ...]
    inlinks: Mapping[str, tuple[tuple[str, Hyperlink], ...]]


@dataclass(frozen=True, slots=True)
class TopicSamples:
    """What is known of a topic before a crawl: sample pages, links to them, a page classifier."""

    positive: tuple[PageContent, ...]
    negative: tuple[PageContent, ...]
    links: tuple[LinkSample, ...]
    relevance: TopicRelevance


def load_corpus(folder: Path, topics: Iterable[str] = ()) -> CrawlCorpus:
    """Read a corpus with its topics, or some of them; raises ``ValueError`` for what is missing."""
    path = folder / "pages.jsonl.xz"
    if not path.exists():
        raise ValueError(f"{path} does not exist")
    pages: dict[str, PageContent] = {}
    by_id: dict[str, str] = {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            address = page_address(row["url"])
            by_id[str(row["id"])] = address
            pages[address] = read_content(parse_html(row["html"], row["url"]))
    inlinks = defaultdict(list)
    for address, content in pages.items():
        for link in content.links:
            target = canonical_url(link.url)
            if target in pages and target != address:
                inlinks[target].append((address, link))
    seeds = (folder / "seeds.txt").read_text(encoding="utf-8").split()
    return CrawlCorpus(
        folder.name,
        pages,
        tuple(page_address(seed) for seed in seeds),
        tuple(_topics(folder, frozenset(topics), by_id)),
        {target: tuple(links) for target, links in inlinks.items()},
    )


def page_address(url: str) -> str:
    """Return the address by which links lead to a page, escaped as they are.

    >>> page_address("http://h.example/天文#top")
    'http://h.example/%E5%A4%A9%E6%96%87'
    """
    return canonical_url(sendable_url(url))


def _topics(folder: Path, wanted: frozenset[str], by_id: Mapping[str, str]) -> list[CrawlTopic]:
    topics = []
    for path in sorted(folder.glob("topic_*.json")):
        name = path.stem.removeprefix("topic_")
        if not wanted or name in wanted:
            row = json.loads(path.read_text(encoding="utf-8"))
            positive, negative, targets = (
                tuple(_address(page, by_id) for page in row[key])
                for key in ("train_pos", "train_neg", "targets")
            )
            topics.append(CrawlTopic(name, positive, negative, frozenset(targets)))
    unknown = wanted - {topic.name for topic in topics}
    if unknown or not topics:
        raise ValueError(f"{folder} has no topic {', '.join(sorted(unknown)) or 'at all'}")
    return topics


def _address(page: Any, by_id: Mapping[str, str]) -> str:
    """Return the address of a page that is given by its id or its address."""
    return by_id.get(str(page)) or page_address(str(page))


def read_samples(corpus: CrawlCorpus, topic: CrawlTopic) -> TopicSamples:
    """Train the page classifier on the sample pages, and collect the links to them."""
    positive, negative = (
        tuple(corpus.pages[address] for address in addresses if address in corpus.pages)
        for addresses in (topic.positive, topic.negative)
    )
    relevance = TopicRelevance([p.words for p in positive], [p.words for p in negative])
    links = [
        LinkSample(link, relevance.log_odds(corpus.pages[parent].words), is_positive)
        for is_positive, addresses in ((True, topic.positive), (False, topic.negative))
        for address in addresses
        for parent, link in corpus.inlinks.get(address, ())[:MAX_SAMPLE_PARENTS]
    ]
    return TopicSamples(positive, negative, tuple(links), relevance)


def hops_to_targets(corpus: CrawlCorpus, topic: CrawlTopic) -> dict[str, int]:
    """Return from every page the number of links to the nearest target."""
    hops = dict.fromkeys(sorted(topic.targets), 0)
    waiting = deque(hops)
    while waiting:
        address = waiting.popleft()
        for parent, _ in corpus.inlinks.get(address, ()):
            if parent not in hops:
                hops[parent] = hops[address] + 1
                waiting.append(parent)
    return hops
