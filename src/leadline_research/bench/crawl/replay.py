"""A crawl replayed over stored pages: the shipped crawl, answered from memory."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING, Final

from leadline.discover.crawl import CrawlRules, FocusedCrawl
from leadline.discover.messages import CrawlOutcome, FetchLink, PageArrived
from leadline.page.dom import Document
from leadline_research.bench.crawl.corpus import hops_to_targets, read_samples
from leadline_research.bench.crawl.strategies import CrawlStrategy, TopicTask
from leadline_research.rivals.link_orders import GreedyOracle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline.discover.messages import FoundLink, JudgedPage, LinkScorer, PageJudge
    from leadline_research.bench.crawl.corpus import CrawlCorpus, CrawlTopic


MIN_CRAWL_PAGES: Final = 500
MAX_CRAWL_PAGES: Final = 2_000
CORPUS_SHARE: Final = 0.25
"""Share of a corpus that is fetched."""


@dataclass(slots=True)
class Replay:
    """What a replayed crawl fetched: for every page whether it is a target, and whether on topic.

    Times are of the processor: of scoring a link in microseconds, and of learning a page in
    milliseconds (with scoring all waiting links again).
    """

    targets: int
    is_target: list[bool] = field(default_factory=list)
    is_relevant: list[bool] = field(default_factory=list)
    us_per_link: float = 0.0
    ms_per_page: float = 0.0

    def recall(self, pages: int) -> float:
        """Return the share of all targets among the first pages, eq. (21) of Zhang 2010."""
        return sum(self.is_target[:pages]) / self.targets if self.targets else 0.0

    def harvest_rate(self, pages: int) -> float:
        """Return the share of relevant pages among the first pages, eq. (20) of Zhang 2010."""
        first = self.is_relevant[:pages]
        return sum(first) / len(first) if first else 0.0

    def area(self, pages: int) -> float:
        """Return the mean recall after 1, 2, ... pages; a crawl that ended keeps its last."""
        found = total = 0
        for place in range(pages):
            found += place < len(self.is_target) and self.is_target[place]
            total += found
        return total / (pages * self.targets) if self.targets and pages else 0.0


class TimedScorer:
    """A link scorer whose time is taken."""

    def __init__(self, scorer: LinkScorer) -> None:
        self._scorer = scorer
        self.links = self.pages = 0
        self.scoring = self.learning = 0.0

    def learn(self, page: JudgedPage) -> bool:
        """Learn as the scorer does."""
        self.pages += 1
        begin = process_time()
        changed = self._scorer.learn(page)
        self.learning += process_time() - begin
        return changed

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Score as the scorer does."""
        self.links += len(links)
        begin = process_time()
        priorities = self._scorer.score(page, links)
        self.scoring += process_time() - begin
        return priorities

    def rescore(self, waiting: Sequence[int]) -> Sequence[float]:
        """Score again as the scorer does."""
        begin = process_time()
        priorities = list(self._scorer.rescore(waiting))
        self.learning += process_time() - begin
        return priorities


def replay(
    corpus: CrawlCorpus,
    topic: CrawlTopic,
    judge: PageJudge,
    scorer: LinkScorer,
    *,
    pages: int,
    expand: str = "all",
    barren_cost: float = 0.0,
) -> Replay:
    """Crawl a corpus from its seeds until so many pages were fetched."""
    timed = TimedScorer(scorer)
    rules = CrawlRules(
        pages=pages,
        expand=expand,
        barren_cost=barren_cost,
        allows=corpus.pages.__contains__,
    )
    steps = crawl_pages(FocusedCrawl(corpus.seeds, judge, timed, rules))
    relevant = topic.targets.union(topic.positive)
    result = Replay(len(topic.targets))
    try:
        link = next(steps)
        while True:
            content = corpus.pages[link.url]
            result.is_target.append(link.url in topic.targets)
            result.is_relevant.append(link.url in relevant)
            document = Document(content.url, "utf-8", "")
            link = steps.send(PageArrived(link.number, document, content))
    except StopIteration:
        pass
    result.us_per_link = 1e6 * timed.scoring / max(timed.links, 1)
    result.ms_per_page = 1e3 * timed.learning / max(timed.pages, 1)
    return result


def crawl_budget(pages: int) -> int:
    """Return how many pages of a corpus of that size a crawl may fetch."""
    return max(MIN_CRAWL_PAGES, min(MAX_CRAWL_PAGES, int(CORPUS_SHARE * pages)))


def replays(
    corpus: CrawlCorpus, topic: CrawlTopic, strategies: Mapping[str, CrawlStrategy], pages: int
) -> dict[str, Replay]:
    """Replay strategies for one topic, and under ``oracle`` the greedy oracle."""
    task = TopicTask(corpus, topic, read_samples(corpus, topic))
    hops = hops_to_targets(corpus, topic)
    oracle = CrawlStrategy(lambda _: GreedyOracle(hops))
    return {
        name: replay(
            corpus,
            topic,
            strategy.judge(task),
            strategy.scorer(task),
            pages=pages,
            expand=strategy.expand,
            barren_cost=strategy.barren_cost,
        )
        for name, strategy in {**strategies, "oracle": oracle}.items()
    }


def crawl_pages(crawl: FocusedCrawl) -> Generator[FetchLink, PageArrived, CrawlOutcome]:
    """Run a crawl one page at a time: yield links to fetch, take pages, return the outcome."""
    while (link := crawl.next()) is not None:
        crawl.observe((yield link))
    return crawl.outcome()
