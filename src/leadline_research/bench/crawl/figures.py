"""Figures 3 to 5 of Zhang 2010 in shape: harvest rate and target recall over pages, and cf.

``python -m leadline_research.bench.crawl.figures CORPUS FOLDER`` draws one picture each, as means
over the topics of the corpus:

- 3: average harvest rate of every strategy, eq. (20);
- 4: average target recall, eq. (21), with the greedy oracle;
- 5: harvest rate of the repaired JLSE for several incremental learning factors cf.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.crawl.corpus import load_corpus
from leadline_research.bench.crawl.replay import Replay, crawl_budget, replays
from leadline_research.bench.crawl.strategies import CRAWL_STRATEGIES, jlse_with
from leadline_research.bench.selection.curves import curves_svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline_research.bench.crawl.corpus import CrawlCorpus
    from leadline_research.bench.crawl.strategies import CrawlStrategy

LEARNING_FACTORS: Final = (10, 25, 50, 100, 150, 200)
"""Values of cf in figure 5; the paper shows 50 to 200."""
CURVE_STEPS: Final = 100
"""Points of a curve."""


def write_figures(
    replayed: Mapping[str, Sequence[Replay]], pages: int, folder: Path, harvest: str, recall: str
) -> None:
    """Write the curves of harvest rate and of recall, each the mean of several replays."""
    folder.mkdir(parents=True, exist_ok=True)
    marks = sorted({max(pages * step // CURVE_STEPS, 1) for step in range(1, CURVE_STEPS + 1)})

    def drawn(name: str, is_recall: bool) -> dict[str, Any]:
        measure = Replay.recall if is_recall else Replay.harvest_rate
        runs = replayed[name]
        points = [(mark, mark, sum(measure(r, mark) for r in runs) / len(runs)) for mark in marks]
        return {"strategy": name, "points": points}

    for file, is_recall in ((harvest, False), (recall, True)):
        if file:
            curves = [drawn(name, is_recall) for name in replayed]
            picture = curves_svg(curves, unit="pages fetched")
            (folder / f"{file}.svg").write_text(picture + "\n", encoding="utf-8")


def replay_topics(
    corpus: CrawlCorpus, strategies: Mapping[str, CrawlStrategy], pages: int
) -> dict[str, list[Replay]]:
    """Replay strategies for every topic, and under ``oracle`` the greedy oracle."""
    replayed: dict[str, list[Replay]] = {}
    for topic in corpus.topics:
        for name, crawled in replays(corpus, topic, strategies, pages).items():
            replayed.setdefault(name, []).append(crawled)
    return replayed


def main(corpus: Path, folder: Path) -> None:
    """Draw figures 3 to 5 of Zhang et al. 2010 on a corpus of stored pages."""
    stored = load_corpus(corpus)
    pages = crawl_budget(len(stored.pages))
    all_keys = replay_topics(stored, CRAWL_STRATEGIES, pages)
    write_figures(all_keys, pages, folder, "zhang2010-3", "zhang2010-4")
    factors = {f"cf = {factor}": jlse_with(factor) for factor in LEARNING_FACTORS}
    by_factor = replay_topics(stored, factors, pages)
    del by_factor["oracle"]
    write_figures(by_factor, pages, folder, "zhang2010-5", "")


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.crawl.figures", description=main.__doc__
    )
    asked.add_argument("corpus", type=Path, help="a folder with pages.jsonl.xz and topics")
    asked.add_argument("folder", type=Path, help="where the pictures go; made where it is missing")
    run_as_module(main, asked)
