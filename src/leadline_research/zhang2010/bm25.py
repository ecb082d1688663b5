"""BM25 of links against the link graph, eqs. (5) to (8) of Zhang 2010, as one sparse product.

Each of three features (anchor, address, context) has a matrix with a row for every vertex and a
column for every word, of ready BM25 weights. A batch of links is a 0-1 matrix of their words.
``bm25_naive`` is eq. (5) word by word; tests hold both together.

Differs: idf of eq. (6) is 0 where it would be negative. The paper does not say how columns of eq.
(7) are normalised: here each has length 1.

>>> graph = [(("tide", "table"), (), ()), (("bread",), (), ()), (("oven",), (), ())]
>>> scores = GraphIndex(graph).scores([(("tide",), (), ())])
>>> [round(float(score), 2) for score in scores[0]]
[0.5, 0.0, 0.0]
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.errors import require_package

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

K1: Final = 2.0
B: Final = 0.75
FEATURE_WEIGHTS: Final = (0.5, 0.2, 0.3)
"""Weights of anchor, address and context, eq. (8)."""

Bag = tuple[str, ...]
LinkModel = tuple[Bag, Bag, Bag]
"""A link as <AnchorText, Url, Context>, eq. (4)."""


def idf(vertices: int, holding: int) -> float:
    """Return the inverse document frequency of eq. (6), at least 0."""
    return max(log((vertices - holding + 0.5) / (holding + 0.5)), 0.0)


def bm25_naive(query: Bag, documents: Sequence[Bag]) -> list[float]:
    """Return eq. (5) of a query with every document, as it is written."""
    holding = Counter(word for document in documents for word in set(document))
    mean = sum(map(len, documents)) / len(documents)
    scores = []
    for document in documents:
        counts = Counter(document)
        damping = K1 * (B * len(document) / mean + 1 - B) if mean else K1
        scores.append(
            sum(
                idf(len(documents), holding[word])
                * counts[word]
                * (K1 + 1)
                / (damping + counts[word])
                for word in set(query)
                if counts[word]
            )
        )
    return scores


class GraphIndex:
    """The vertices of a link graph, ready to be compared with links."""

    def __init__(self, vertices: Sequence[LinkModel]) -> None:
        require_package("sklearn", "comparing links with the link graph")
        self.size = len(vertices)
        self._features = [_FeatureIndex([v[place] for v in vertices]) for place in range(3)]

    def scores(self, links: Sequence[LinkModel]) -> NDArray[np.float64]:
        """Return s of eq. (8): a row for every link, a column for every vertex."""
        total = np.zeros((len(links), self.size))
        for place, (feature, weight) in enumerate(
            zip(self._features, FEATURE_WEIGHTS, strict=True)
        ):
            part = feature.scores([link[place] for link in links])
            lengths = np.sqrt((part * part).sum(axis=1, keepdims=True))
            total += weight * np.divide(part, lengths, out=np.zeros_like(part), where=lengths > 0)
        return total


class _FeatureIndex:
    """BM25 weights of one feature: words by vertices."""

    def __init__(self, documents: Sequence[Bag]) -> None:
        counts = [Counter(document) for document in documents]
        holding = Counter(word for count in counts for word in count)
        self._columns = {word: column for column, word in enumerate(holding)}
        mean = sum(map(len, documents)) / max(len(documents), 1)
        rows, columns, values = [], [], []
        for vertex, (document, count) in enumerate(zip(documents, counts, strict=True)):
            damping = K1 * (B * len(document) / mean + 1 - B) if mean else K1
            for word, times in count.items():
                rows.append(self._columns[word])
                columns.append(vertex)
                values.append(
                    idf(len(documents), holding[word]) * times * (K1 + 1) / (damping + times)
                )
        self._weights = _sparse(values, rows, columns, (max(len(holding), 1), len(documents)))

    def scores(self, queries: Sequence[Bag]) -> NDArray[np.float64]:
        """Return eq. (5) of every query with every vertex."""
        rows: list[int] = []
        columns: list[int] = []
        for row, words in enumerate(queries):
            known = {self._columns[word] for word in words if word in self._columns}
            rows += [row] * len(known)
            columns += known
        shape = (len(queries), self._weights.shape[0])
        matrix = _sparse(np.ones(len(rows)), rows, columns, shape)
        product: NDArray[np.float64] = (matrix @ self._weights).toarray()
        return product


def _sparse(values: Any, rows: Any, columns: Any, shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_matrix

    return csr_matrix((values, (rows, columns)), shape=shape)
