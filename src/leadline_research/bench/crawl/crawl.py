"""``leadline bench crawl``: harvest rate and target recall of focused crawls over stored pages.

``auc`` is the mean of the target recall after 1, 2, ... pages, up to the budget. ``auc_oracle`` is
that of the greedy oracle, which knows the true distance of every page. The budget is a quarter of
the corpus, between 500 and 2,000 pages. ``fetched`` is lower where a crawl ran out of links.

Seed 1 uses all sample pages. Every further seed draws four fifths of them, by its number.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.crawl.corpus import load_corpus
from leadline_research.bench.crawl.figures import write_figures
from leadline_research.bench.crawl.replay import Replay, crawl_budget, replays
from leadline_research.bench.crawl.strategies import CRAWL_STRATEGIES, crawl_strategy_of
from leadline_research.named import chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from leadline_research.bench.crawl.corpus import CrawlTopic

PAGE_MARKS: Final = (100, 250, 500, 1_000, 1_500, 2_000)
"""Fetched pages at which harvest rate and recall are stated."""
SAMPLE_SHARE: Final = 0.8
"""Share of the sample pages that seeds after the first draw."""


def run(
    data: Path,
    *,
    strategies: Sequence[str] = (),
    seeds: int = 1,
    topics: Sequence[str] = (),
    requests: int | None = None,
    figures: Path | None = None,
    tell: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Replay strategies on a corpus: a row for every topic and seed, and the curves of all."""
    corpus = load_corpus(data, topics)
    pages = requests or crawl_budget(len(corpus.pages))
    names = chosen(strategies, CRAWL_STRATEGIES, "strategy")
    told = {name: crawl_strategy_of(name) for name in names}
    rows = []
    drawn: dict[str, list[Replay]] = {}
    for topic in corpus.topics:
        for seed in range(1, seeds + 1):
            samples = draw_samples(topic, seed)
            replayed = replays(corpus, samples, told, pages)
            for name, crawled in replayed.items():
                drawn.setdefault(name, []).append(crawled)
                if name == "oracle":
                    continue
                row = _row(crawled, replayed["oracle"], pages)
                rows.append({"strategy": name, "topic": topic.name, "seed": seed} | row)
                if tell is not None:
                    tell(f"{name}, {topic.name}, seed {seed}: {row['auc']}")
    if figures is not None:
        write_figures(drawn, pages, figures, "crawl-harvest", "crawl-recall")
    return {"runs": rows, "corpus": corpus.name, "pages": len(corpus.pages), "budget": pages}


def draw_samples(topic: CrawlTopic, seed: int) -> CrawlTopic:
    """Return a topic with the samples of a seed: all for seed 1, else four fifths of them."""
    if seed == 1:
        return topic
    rng = Random(seed)
    positive, negative = (
        tuple(rng.sample(pages, round(SAMPLE_SHARE * len(pages))))
        for pages in (topic.positive, topic.negative)
    )
    return replace(topic, positive=positive, negative=negative)


def _row(crawled: Replay, oracle: Replay, pages: int) -> dict[str, Any]:
    marks = [mark for mark in PAGE_MARKS if mark <= pages]
    auc, best = crawled.area(pages), oracle.area(pages)
    return {
        "auc": round(auc, 4),
        "auc_oracle": round(best, 4),
        "auc_ratio": round(auc / best, 4) if best else None,
        "harvest_at": {str(mark): round(crawled.harvest_rate(mark), 4) for mark in marks},
        "recall_at": {str(mark): round(crawled.recall(mark), 4) for mark in marks},
        "us_per_link": round(crawled.us_per_link, 1),
        "ms_per_page": round(crawled.ms_per_page, 3),
        "fetched": len(crawled.is_target),
    }
