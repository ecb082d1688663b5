"""The link evaluator of Zhang 2010: Algorithms 1 (GTSAT) and 2 (GPAOGP), eqs. (3), (9) and (10).

``JointSimilarity`` plugs into the shipped crawl. Dropping irrelevant pages and not following
targets (steps 1 of Algorithm 2) is the crawl's rule ``expand="hard"``.

To the letter, Q of a leaf is 0, links are scored once, and the graph is learned anew after every
150 results (``LITERAL``). ``REPAIRED`` gives leaves the reward, learns after 25 results, and scores
waiting links again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline_research.zhang2010.bm25 import GraphIndex
from leadline_research.zhang2010.link_graph import REWARD, grow_graph, q_by_hops
from leadline_research.zhang2010.naive_bayes import NaiveBayes, probability

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.discover.link_classifier import LinkSample
    from leadline.discover.messages import FoundLink, JudgedPage
    from leadline.discover.page_content import Hyperlink
    from leadline_research.zhang2010.bm25 import LinkModel

UNLIKELY: Final = 0.01
"""Similarity of an anchor that is off the topic, or says nothing."""
BATCH: Final = 500
"""Links that are compared with the graph at once."""


class AnchorSimilarity:
    """Algorithm 1 (GTSAT): topic similarity of an anchor, by the anchors of links to samples."""

    def __init__(self, samples: Iterable[LinkSample]) -> None:
        classes: tuple[list[str], list[str]] = ([], [])
        for sample in samples:
            classes[sample.is_positive].extend(sample.link.anchor)
        self._bayes = NaiveBayes([[classes[0]], [classes[1]]])

    def similarity(self, words: Sequence[str]) -> float:
        """Return the posterior of the topic; 0.01 for the other class and for unknown words."""
        _, known = self._bayes.log_likelihoods(words)
        posterior = self._bayes.posterior(words)[1] if known else 0.0
        return posterior if posterior > 0.5 else UNLIKELY


@dataclass(frozen=True, slots=True)
class JlseVariant:
    """What JLSE is given beside the letter of the paper; ``results_per_graph`` is its cf."""

    results_per_graph: int = 150
    leaf_value: float = 0.0
    rescores: bool = False
    uses_graph: bool = True


LITERAL: Final = JlseVariant()
REPAIRED: Final = JlseVariant(results_per_graph=25, leaf_value=REWARD, rescores=True)
ANCHORS_ONLY: Final = JlseVariant(uses_graph=False)
"""ATA: eq. (3) with the anchor alone."""


@dataclass(slots=True)
class ScoredPage:
    """A fetched page whose links may wait: its probability, and its links."""

    probability: float
    links: list[tuple[int, Hyperlink]]


class JointSimilarity:
    """JLSE: the better of anchor similarity and similarity to the link graph, shared by page."""

    def __init__(self, samples: Iterable[LinkSample], variant: JlseVariant = REPAIRED) -> None:
        self._anchors = AnchorSimilarity(samples)
        self._variant = variant
        self._links: dict[int, Hyperlink] = {}
        self._parents: dict[int, list[int]] = {}
        self._results: list[int] = []
        self._pages: list[ScoredPage] = []
        self._index: GraphIndex | None = None
        self._values = np.zeros(0)

    def learn(self, page: JudgedPage) -> bool:
        """Keep a result page; learn the link graph after every cf of them (definition 8)."""
        if page.judgement.reward <= 0 or not self._variant.uses_graph:
            return False
        self._results.append(page.number)
        if len(self._results) % self._variant.results_per_graph:
            return False
        vertices, edges = grow_graph(self._results, self._parents)
        leaves = set(self._results)
        values = q_by_hops(edges, leaves)
        known = sorted(vertex for vertex in vertices if vertex in self._links)
        self._values = np.array(
            [self._variant.leaf_value if v in leaves else values.get(v, 0.0) for v in known]
        )
        self._index = GraphIndex([link_model(self._links[v]) for v in known]) if known else None
        return self._variant.rescores

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> list[float]:
        """Return the priority of every link of a page, Algorithm 2 with eq. (10)."""
        for found in links:
            self._links.setdefault(found.number, found.link)
            self._parents.setdefault(found.number, []).append(page.number)
        scored = ScoredPage(
            probability(page.judgement.log_odds), [(found.number, found.link) for found in links]
        )
        if self._variant.rescores:
            self._pages.append(scored)
        return self._share(scored, self._similarities([found.link for found in links]))

    def rescore(self, waiting: Sequence[int]) -> list[float]:
        """Return the priorities of waiting links with the graph as it is now."""
        best = dict.fromkeys(waiting, 0.0)
        kept = [page for page in self._pages if any(n in best for n, _ in page.links)]
        self._pages = kept
        numbers = sorted({number for page in kept for number, _ in page.links})
        links = [self._links[number] for number in numbers]
        similarity = dict(zip(numbers, self._similarities(links), strict=True))
        for page in kept:
            shared = self._share(page, [similarity[number] for number, _ in page.links])
            for (number, _), priority in zip(page.links, shared, strict=True):
                if number in best:
                    best[number] = max(best[number], priority)
        return list(best.values())

    def _share(self, page: ScoredPage, similarities: Sequence[float]) -> list[float]:
        """Return eq. (10): similarities over their length, times the probability of the page."""
        length = sqrt(sum(value * value for value in similarities))
        return [page.probability * value / length for value in similarities]

    def _similarities(self, links: Sequence[Hyperlink]) -> list[float]:
        """Return eq. (3) for links: the better of the anchor's and the predicted similarity."""
        anchors = [self._anchors.similarity(link.anchor) for link in links]
        if self._index is None:
            return anchors
        predicted: list[float] = []
        for begin in range(0, len(links), BATCH):
            batch = [link_model(link) for link in links[begin : begin + BATCH]]
            scores = self._index.scores(batch)
            nearest = scores.argmax(axis=1)
            predicted += (scores[np.arange(len(batch)), nearest] * self._values[nearest]).tolist()
        return [max(pair) for pair in zip(anchors, predicted, strict=True)]


def link_model(link: Hyperlink) -> LinkModel:
    """Return a link as <AnchorText, Url, Context>, eq. (4)."""
    return link.anchor, link.address, link.context
