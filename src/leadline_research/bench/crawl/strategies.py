"""Strategies of ``leadline bench crawl``: link scorers that plug into the shipped crawl."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from leadline.discover.crawl import COST_OF_BARREN_PAGE
from leadline.discover.link_classifier import LinkClassifier
from leadline_research.bench.crawl.relevance import TopicJudge
from leadline_research.diligenti2000.context_graph import ContextGraph, context_layers
from leadline_research.guan2008.topical_importance import TopicalImportance
from leadline_research.named import member
from leadline_research.rivals.link_orders import BreadthFirst
from leadline_research.zhang2010.link_evaluator import (
    ANCHORS_ONLY,
    LITERAL,
    REPAIRED,
    JointSimilarity,
)
from leadline_research.zhang2010.naive_bayes import BayesJudge, NaiveBayes
from leadline_research.zhang2010.target_pages import TargetClassifier, split_by_link_share

if TYPE_CHECKING:
    from collections.abc import Callable

    from leadline.discover.messages import LinkScorer, PageJudge
    from leadline_research.bench.crawl.corpus import CrawlCorpus, CrawlTopic, TopicSamples


@dataclass(frozen=True, slots=True)
class TopicTask:
    """A topic to be crawled for, with what is known of it before."""

    corpus: CrawlCorpus
    topic: CrawlTopic
    samples: TopicSamples


@dataclass(frozen=True, slots=True)
class CrawlStrategy:
    """How links are scored and pages judged, which pages are followed, what barren sites lose."""

    scorer: Callable[[TopicTask], LinkScorer]
    judge: Callable[[TopicTask], PageJudge] = lambda task: TopicJudge(task.samples.relevance)
    expand: str = "all"
    barren_cost: float = 0.0


def _literal_judge(task: TopicTask) -> PageJudge:
    """Judge pages by naive Bayes; results are detail pages by the support vector machine."""
    samples = task.samples
    classes = [
        [page.words for page in of_class] for of_class in (samples.negative, samples.positive)
    ]
    details, lists = split_by_link_share([*samples.positive, *samples.negative])
    is_target = TargetClassifier(details, lists).is_target if details and lists else bool
    return BayesJudge(NaiveBayes(classes), is_target)


def _context_graph(task: TopicTask) -> LinkScorer:
    corpus = task.corpus
    parents = {page: [parent for parent, _ in links] for page, links in corpus.inlinks.items()}
    samples = [page for page in task.topic.positive if page in corpus.pages]
    layers = context_layers(samples, parents)
    return ContextGraph([[corpus.pages[page].words for page in layer] for layer in layers])


def jlse_with(results_per_graph: int) -> CrawlStrategy:
    """Return the repaired JLSE with another incremental learning factor cf (figure 5)."""
    variant = replace(REPAIRED, results_per_graph=results_per_graph)
    return CrawlStrategy(lambda task: JointSimilarity(task.samples.links, variant))


CRAWL_STRATEGIES: Final[dict[str, CrawlStrategy]] = {
    "bfs": CrawlStrategy(lambda _: BreadthFirst()),
    "ata": CrawlStrategy(lambda task: JointSimilarity(task.samples.links, ANCHORS_ONLY)),
    "cfc": CrawlStrategy(_context_graph),
    "opie": CrawlStrategy(lambda task: TopicalImportance(task.samples.links)),
    "jlse": CrawlStrategy(
        lambda task: JointSimilarity(task.samples.links, LITERAL), _literal_judge, "hard"
    ),
    "jlse-repaired": CrawlStrategy(lambda task: JointSimilarity(task.samples.links, REPAIRED)),
    "default": CrawlStrategy(
        lambda task: LinkClassifier(task.samples.links), barren_cost=COST_OF_BARREN_PAGE
    ),
}


def crawl_strategy_of(name: str) -> CrawlStrategy:
    """Return a strategy by name; one's own may be a class that scores the links of a topic."""
    found: Any = member(name, CRAWL_STRATEGIES, "strategy")
    return found if isinstance(found, CrawlStrategy) else CrawlStrategy(found)
