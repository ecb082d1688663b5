"""Topic relevance of pages: tf-idf and logistic regression over sample pages.

>>> tides = [("tide", "table", "harbour"), ("tide", "gauge", "moon")]
>>> others = [("bread", "flour", "oven"), ("bread", "table", "salt"), ("oven", "salt")]
>>> relevance = TopicRelevance(tides, others)
>>> relevance.log_odds(("harbour", "tide")) > 0 > relevance.log_odds(("salt", "bread"))
True
"""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt
from typing import Final

from leadline.discover.logistic import fit_logistic
from leadline.discover.messages import Judgement
from leadline.discover.page_content import PageContent
from leadline.page.dom import Document

PAGE_PENALTY: Final = 10.0
"""Inverse strength of the regularisation of the page classifier."""


class TopicRelevance:
    """Log-odds that a page is on the topic, learned from words of sample pages.

    Raises ``ValueError`` without a sample of either kind.
    """

    def __init__(
        self, positive: Sequence[Sequence[str]], negative: Sequence[Sequence[str]]
    ) -> None:
        if not positive or not negative:
            raise ValueError("a topic needs sample pages on it, and sample pages off it")
        samples = [*positive, *negative]
        document_counts = Counter(word for words in samples for word in set(words))
        self._idf = {
            word: log((1 + len(samples)) / (1 + count)) + 1
            for word, count in document_counts.items()
        }
        self._columns = {word: column for column, word in enumerate(self._idf)}
        rows = [self._row(words) for words in samples]
        weights, self._bias = fit_logistic(
            [(list(row), list(row.values())) for row in rows],
            [True] * len(positive) + [False] * len(negative),
            width=len(self._columns),
            penalty=PAGE_PENALTY,
        )
        self._weights: list[float] = weights.tolist()

    def log_odds(self, words: Sequence[str]) -> float:
        """Return the log-odds of a text, positive if it is more likely on the topic."""
        row = self._row(words)
        weights = self._weights
        return self._bias + sum(value * weights[column] for column, value in row.items())

    def _row(self, words: Sequence[str]) -> dict[int, float]:
        """Return the tf-idf values of known words by column, of length 1."""
        idf, columns = self._idf, self._columns
        values = {
            columns[word]: (1 + log(count)) * idf[word]
            for word, count in Counter(words).items()
            if word in columns
        }
        length = sqrt(sum(value * value for value in values.values()))
        return {column: value / length for column, value in values.items()} if length else {}


class TopicJudge:
    """The target "relevant pages": a page that is more likely on the topic than not is rewarded."""

    def __init__(self, relevance: TopicRelevance) -> None:
        self._relevance = relevance

    def judge(self, content: PageContent, document: Document, linked: str = "") -> Judgement:
        """Return the log-odds of a page; its reward is 1 or 0."""
        log_odds = self._relevance.log_odds(content.words)
        return Judgement(log_odds, float(log_odds > 0))
