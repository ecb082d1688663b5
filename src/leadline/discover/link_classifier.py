"""The default link scorer: an online logistic classifier of links with a prior that fades.

A link is a set of features: words of its anchor, address and context, its tag path, the list in
which it stands, and how much the page that shows it is on the topic. Every fetched page labels the
links that led to it, rewarded or not. The classifier is fitted again in growing steps. Then all
waiting links are scored again. Until enough rewards were seen, a prior counts too: words of anchors
that led to sample pages, and the relevance of the page that shows the link.

>>> from leadline.discover.messages import Judgement
>>> from leadline.discover.page_content import PageContent
>>> links = Hyperlink("", ("tide",)), Hyperlink("", ("bread",))
>>> scorer = LinkClassifier([LinkSample(links[0], 2.0, True), LinkSample(links[1], -2.0, False)])
>>> page = JudgedPage(0, PageContent("", (), links), Judgement(0.0, 0.0))
>>> tide, bread = scorer.score(page, [FoundLink(1, links[0]), FoundLink(2, links[1])])
>>> tide > bread
True
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, tanh
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from leadline.discover.logistic import fit_logistic
from leadline.discover.messages import FoundLink, JudgedPage
from leadline.discover.page_content import Hyperlink
from leadline.discover.words import url_words
from leadline.page.urls import host_key

FEATURE_BITS: Final = 18
"""Features are numbered by a hash of so many bits."""
FIRST_FITS: Final = (20, 50)
"""Fetched pages after which the classifier is fitted for the first times."""
FIT_PAGES: Final = 100
"""Fetched pages between two fits at the least."""
FIT_GROWTH: Final = 1.1
"""Growth of the number of pages between fits: the cost a page stays the same."""
PRIOR_REWARDS: Final = 20.0
"""Rewards after which the prior counts half."""
MAX_PRIOR: Final = 3.0
"""Bound of either part of the prior, in log-odds."""
PARENT_SHARE: Final = 0.5
"""Weight of the page that shows a link, beside its anchor, in the prior."""
LINK_PENALTY: Final = 0.5
"""Inverse strength of the regularisation."""
MAX_LABELLED_INLINKS: Final = 2
"""Links to one fetched page that are learned from."""
MAX_INLINKS: Final = 4
"""Links to one address that are remembered."""
PARENT_LEVELS: Final = 5
"""Levels of relevance of a page to either side of doubt."""


@dataclass(frozen=True, slots=True)
class LinkSample:
    """A link to a sample page, known before the crawl, with the log-odds of the page it is on."""

    link: Hyperlink
    page_log_odds: float
    is_positive: bool


class LinkClassifier:
    """Scores links by a logistic model that learns from every page of the crawl.

    ``link_log_odds`` is a prior for a link. It is needed where no links to sample pages are known,
    for example ``TopicRelevance.log_odds`` of its anchor.
    """

    def __init__(
        self,
        samples: Sequence[LinkSample] = (),
        link_log_odds: Callable[[Hyperlink], float] | None = None,
    ) -> None:
        self._link_log_odds = link_log_odds or AnchorWords(samples).link_log_odds
        self._store = LinkStore()
        self._rows = [link_features(s.link, s.page_log_odds) for s in samples]
        self._labels = [s.is_positive for s in samples]
        self._weights = np.zeros(1 << FEATURE_BITS, dtype=np.float32)
        self._rewards = 0.0
        self._pages = 0
        self._next_fit = FIRST_FITS[0]
        self._fit()

    def learn(self, page: JudgedPage) -> bool:
        """Label the links that led to the page; return whether the classifier was fitted again."""
        is_rewarded = page.judgement.reward > 0
        self._rewards += is_rewarded
        rows = self._store.take(page.number)
        self._rows += rows[:MAX_LABELLED_INLINKS]
        self._labels += [is_rewarded] * len(rows[:MAX_LABELLED_INLINKS])
        self._pages += 1
        if self._pages < self._next_fit:
            return False
        later = [pages for pages in FIRST_FITS if pages > self._pages]
        grown = max(self._pages + FIT_PAGES, int(self._pages * FIT_GROWTH))
        self._next_fit = later[0] if later else grown
        self._fit()
        return True

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> list[float]:
        """Return the priority of every link; those that wait are remembered with their features."""
        priorities = []
        parent = page.judgement.log_odds
        for found in links:
            features = link_features(found.link, parent, page.content.url)
            prior = self._prior(found.link, parent)
            if found.is_waiting:
                self._store.add(found.number, features, prior)
            weights = self._weights[features]
            priorities.append(float(weights.sum()) + self._prior_weight() * prior)
        return priorities

    def rescore(self, waiting: Sequence[int]) -> list[float]:
        """Return the priorities of waiting links: of several places the best counts."""
        best = self._store.best(self._weights, self._prior_weight())
        return [float(score) for score in best[np.asarray(waiting, dtype=np.int64)]]

    def _prior(self, link: Hyperlink, parent: float) -> float:
        anchor = self._link_log_odds(link)
        return _bounded(anchor) + PARENT_SHARE * _bounded(parent)

    def _prior_weight(self) -> float:
        return PRIOR_REWARDS / (PRIOR_REWARDS + self._rewards)

    def _fit(self) -> None:
        if len(set(self._labels)) < 2:
            return
        rows = [(row, np.ones(len(row))) for row in self._rows]
        width = 1 << FEATURE_BITS
        weights, _ = fit_logistic(rows, self._labels, width=width, penalty=LINK_PENALTY)
        self._weights = weights.astype(np.float32)


class AnchorWords:
    """Naive Bayes over the anchors of links to sample pages (Algorithm 1 of Zhang 2010)."""

    def __init__(self, samples: Iterable[LinkSample]) -> None:
        counts: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for sample in samples:
            of_class = counts[sample.is_positive]
            for word in sample.link.anchor:
                of_class[word] = of_class.get(word, 0) + 1
        vocabulary = counts[0].keys() | counts[1].keys()
        totals = [sum(of_class.values()) + len(vocabulary) for of_class in counts]
        self._log_ratios = {
            word: log((counts[1].get(word, 0) + 1) / totals[1])
            - log((counts[0].get(word, 0) + 1) / totals[0])
            for word in sorted(vocabulary)
        }

    def link_log_odds(self, link: Hyperlink) -> float:
        """Return how much the anchor of a link speaks for the topic; unknown words do not count."""
        return sum(self._log_ratios.get(word, 0.0) for word in link.anchor)


class LinkStore:
    """Features of the links that wait, in flat arrays: four bytes a feature."""

    def __init__(self) -> None:
        self._features = array("i")
        self._starts = array("q")
        self._owners = array("i")
        self._priors = array("f")
        self._places: dict[int, list[int]] = {}

    def add(self, number: int, features: NDArray[np.int32], prior: float) -> None:
        """Remember a place where a link stands, if few are known."""
        places = self._places.setdefault(number, [])
        if len(places) < MAX_INLINKS:
            places.append(len(self._starts))
            self._starts.append(len(self._features))
            self._owners.append(number)
            self._priors.append(prior)
            self._features.frombytes(features.tobytes())

    def take(self, number: int) -> list[NDArray[np.int32]]:
        """Return the features of every place of a link, and forget it."""
        return [self._row(place) for place in self._places.pop(number, ())]

    def best(self, weights: NDArray[np.float32], prior_weight: float) -> NDArray[np.float64]:
        """Return the highest score of each link by number; minus infinity for unknown ones."""
        if len(self._places) * 2 < len(self._starts):
            self._compact()
        owners = np.array(self._owners, dtype=np.int64)
        best = np.full(int(owners.max(initial=0)) + 1, -np.inf)
        if len(owners):
            features = np.frombuffer(self._features, dtype=np.int32)
            starts = np.array(self._starts)
            scores = np.add.reduceat(weights[features], starts).astype(np.float64)
            np.maximum.at(best, owners, scores + prior_weight * np.array(self._priors))
        return best

    def _row(self, place: int) -> NDArray[np.int32]:
        starts = self._starts
        stop = starts[place + 1] if place + 1 < len(starts) else len(self._features)
        return np.array(self._features[starts[place] : stop], dtype=np.int32)

    def _compact(self) -> None:
        """Drop the features of links that were fetched."""
        kept = [
            (number, self._row(place), self._priors[place])
            for number, places in self._places.items()
            for place in places
        ]
        self.__init__()  # type: ignore[misc]
        for number, features, prior in kept:
            self.add(number, features, prior)


def link_features(link: Hyperlink, page_log_odds: float, page_url: str = "") -> NDArray[np.int32]:
    """Return the numbers of the features of a link, each once.

    ``page_log_odds`` is how much the page that shows the link is on the topic. The list in which a
    link stands is a feature, by page and tag path: where one of its links led is likely for the
    others. The name of the host is none: what was learned on one site must hold on the next.
    """
    path_words = link.address[_count_host_words(host_key(link.url)) :]
    level = round(PARENT_LEVELS * tanh(page_log_odds / 2))
    names = {
        *(f"a {word}" for word in link.anchor),
        *(f"u {word}" for word in path_words),
        *(f"c {word}" for word in link.context),
        f"p {link.path}",
        f"r {level}",
        *([f"l {page_url} {link.path}"] if page_url else ()),
    }
    mask = (1 << FEATURE_BITS) - 1
    marks = {crc32(name.encode("utf-8", "replace")) & mask for name in names}
    return np.array(sorted(marks), dtype=np.int32)


@lru_cache(maxsize=10_000)
def _count_host_words(host: str) -> int:
    return len(url_words(f"//{host}/"))


def _bounded(log_odds: float) -> float:
    return max(-MAX_PRIOR, min(MAX_PRIOR, log_odds))
