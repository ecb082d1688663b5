"""Multinomial naive Bayes, eqs. (1) and (2) of Zhang 2010: the page classifier of the paper.

Differs: the vocabulary V of eq. (2) is that of all classes, else P(w|c) could not be compared.
Words outside it are passed over.

>>> bayes = NaiveBayes([["bread oven".split()], ["tide moon".split(), "tide sea".split()]])
>>> [round(p, 2) for p in bayes.posterior(["tide"])], round(bayes.log_odds(["unknown"]), 2)
([0.18, 0.82], 0.69)
"""

from __future__ import annotations

from collections import Counter
from math import exp, log
from typing import TYPE_CHECKING

from leadline.discover.messages import Judgement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from leadline.discover.page_content import PageContent
    from leadline.page.dom import Document


class NaiveBayes:
    """Classes of documents, each a sequence of words; of two classes the second is the topic."""

    def __init__(self, classes: Sequence[Sequence[Iterable[str]]]) -> None:
        documents = sum(len(of_class) for of_class in classes)
        counts = [Counter(w for words in of_class for w in words) for of_class in classes]
        vocabulary = set().union(*counts)
        self.priors = [len(of_class) / documents if documents else 0.5 for of_class in classes]
        totals = [count.total() + len(vocabulary) for count in counts]
        self._log_likelihoods = {
            word: [
                log((1 + count[word]) / total) for count, total in zip(counts, totals, strict=True)
            ]
            for word in vocabulary
        }

    def log_likelihoods(self, words: Iterable[str]) -> tuple[list[float], int]:
        """Return the log-likelihood of a document in every class, and its known words."""
        sums = [0.0] * len(self.priors)
        known = 0
        for word in words:
            likelihoods = self._log_likelihoods.get(word)
            if likelihoods is not None:
                known += 1
                sums = [a + b for a, b in zip(sums, likelihoods, strict=True)]
        return sums, known

    def log_odds(self, words: Iterable[str]) -> float:
        """Return the log-odds of the second class, eq. (1)."""
        (negative, positive), _ = self.log_likelihoods(words)
        return positive - negative + log(self.priors[1]) - log(self.priors[0])

    def posterior(self, words: Iterable[str]) -> list[float]:
        """Return the probability of every class, eq. (1)."""
        sums, _ = self.log_likelihoods(words)
        return softmax([s + log(prior) for s, prior in zip(sums, self.priors, strict=True)])


class BayesJudge:
    """Pages judged by naive Bayes; those on the topic are rewarded where they are targets too."""

    def __init__(self, bayes: NaiveBayes, is_target: Callable[[PageContent], bool]) -> None:
        self._bayes = bayes
        self._is_target = is_target

    def judge(self, content: PageContent, document: Document, linked: str = "") -> Judgement:
        """Return the log-odds of a page, and reward 1 for a target on the topic."""
        log_odds = self._bayes.log_odds(content.words)
        return Judgement(log_odds, float(log_odds > 0 and self._is_target(content)))


def softmax(logarithms: Sequence[float]) -> list[float]:
    """Return probabilities in proportion to numbers given by their logarithms."""
    most = max(logarithms)
    parts = [exp(value - most) for value in logarithms]
    return [part / sum(parts) for part in parts]


def probability(log_odds: float) -> float:
    """Return the probability of log-odds, without overflow."""
    return softmax([0.0, log_odds])[1]
