"""Target (detail) pages apart from link pages: an SVM on three features, section 3.1 of Zhang 2010.

TextDegree is the logarithm of the words outside links, LinkDegree of links per word. The paper
leaves Aggregation open. Here it is the logarithm of one and the mean number of words in a block,
read as the words between two links.

Differs: features are standardised, since LinkDegree spans eight units. The constant k of TextDegree
only shifts it, and is 1.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from leadline.errors import require_package

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.discover.page_content import PageContent


def page_features(content: PageContent) -> tuple[float, float, float]:
    """Return <TextDegree, LinkDegree, Aggregation> of a page.

    >>> from leadline.discover.page_content import Hyperlink, PageContent
    >>> links = (Hyperlink("http://h.example/", anchor=("tide", "table")),)
    >>> page_features(PageContent("", ("tide", "table", "of", "high", "water", "here"), links))
    (2.0, -2.584962500721156, 1.584962500721156)
    """
    words, links = len(content.words), len(content.links)
    plain = max(words - sum(len(link.anchor) for link in content.links), 0)
    text_degree = log2(max(plain, 1))
    link_degree = log2(max(links, 0.5) / max(words, 1))
    aggregation = log2(1 + plain / (links + 1))
    return text_degree, link_degree, aggregation


class TargetClassifier:
    """An RBF support vector machine over the features of detail pages and link pages."""

    def __init__(self, details: Sequence[PageContent], lists: Sequence[PageContent]) -> None:
        require_package("sklearn", "the classifier of detail pages")
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC

        self._model = make_pipeline(
            StandardScaler(), SVC(C=1.0, gamma="scale", kernel="rbf", class_weight="balanced")
        )
        rows = [page_features(page) for page in (*details, *lists)]
        self._model.fit(rows, [1] * len(details) + [0] * len(lists))

    def is_target(self, content: PageContent) -> bool:
        """Return whether a page is a detail page."""
        return bool(self._model.predict([page_features(content)])[0])


def split_by_link_share(
    pages: Sequence[PageContent],
) -> tuple[list[PageContent], list[PageContent]]:
    """Return detail pages and link pages by a weak label: most words of a link page are in links.

    It stands for the sample set WebSet2 of the paper, which a topic does not bring along.
    """
    details: list[PageContent] = []
    lists: list[PageContent] = []
    for page in pages:
        linked = sum(len(link.anchor) for link in page.links)
        (lists if 2 * linked > len(page.words) else details).append(page)
    return details, lists
