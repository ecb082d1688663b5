"""Context focused crawling (CFC): pages sorted into layers by their distance to the topic.

The context graph holds sample pages in layer 0 and the pages that lead to them in so many links in
layers 1 to 4, at most 300 a layer. A fetched page is classified into a layer by naive Bayes, and
its links wait in the queue of that layer. Unsure pages go to a sixth queue.

Differs: back links come from the stored corpus, where the paper asks a search engine. Likelihoods
are divided by the root of the page's length, since those of whole pages leave no doubt.

>>> layers = [[("tide", "gauge")], [("harbour", "list")], [("sea", "index")]]
>>> graph = ContextGraph(layers)
>>> graph.layer(("tide", "gauge"))[0], graph.layer(("index", "of", "sea"))[0], graph.layer(())[0]
(0, 2, 3)
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

from leadline_research.rivals.link_orders import FixedOrder
from leadline_research.zhang2010.naive_bayes import NaiveBayes, softmax

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from leadline.discover.messages import FoundLink, JudgedPage

CONTEXT_LAYERS: Final = 4
MAX_LAYER_PAGES: Final = 300
MIN_POSTERIOR: Final = 0.5
"""Probability of a layer under which a page belongs to none."""


def context_layers(samples: Iterable[str], parents: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the addresses of every layer: samples, pages linking to them, and so on."""
    layers = [list(samples)[:MAX_LAYER_PAGES]]
    seen = set(layers[0])
    for _ in range(CONTEXT_LAYERS):
        layer: list[str] = []
        for address in layers[-1]:
            for parent in parents.get(address, ()):
                if parent not in seen and len(layer) < MAX_LAYER_PAGES:
                    seen.add(parent)
                    layer.append(parent)
        layers.append(layer)
    return [layer for layer in layers if layer]


class ContextGraph(FixedOrder):
    """Scores links by the layer of the page that shows them."""

    def __init__(self, layers: Sequence[Sequence[Sequence[str]]]) -> None:
        self._bayes = NaiveBayes(layers)
        self._others = len(layers)

    def layer(self, words: Sequence[str]) -> tuple[int, float]:
        """Return the layer of a page and its probability; unsure pages are behind all layers."""
        sums, known = self._bayes.log_likelihoods(words)
        scale = sqrt(max(known, 1))
        posterior = softmax(
            [s / scale + log(p) for s, p in zip(sums, self._bayes.priors, strict=True)]
        )
        best = max(range(len(posterior)), key=posterior.__getitem__)
        is_sure = known > 0 and posterior[best] >= MIN_POSTERIOR
        return (best if is_sure else self._others), posterior[best]

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Return the negated layer plus the probability, the same for all links of a page."""
        layer, posterior = self.layer(page.content.words)
        return [posterior - 2.0 * layer] * len(links)
