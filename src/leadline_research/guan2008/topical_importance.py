"""On-line topical importance estimation (OPIE): cash flows along links, more of it to the topic.

Every seed has cash 1. A fetched page gives its cash to its links in proportion to .01 plus half the
topic probability of anchor and context, and half that of the page. A link waits with the cash it
has received.

The paper is a poster of two pages; this is a reconstruction after section 2 of Zhang 2010.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from leadline_research.rivals.link_orders import FixedOrder
from leadline_research.zhang2010.naive_bayes import NaiveBayes, probability

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.discover.link_classifier import LinkSample
    from leadline.discover.messages import FoundLink, JudgedPage

LINK_SHARE: Final = 0.5
"""Weight of a link's own words beside those of the page."""
LEAST_SHARE: Final = 0.01
"""What every link gets, whatever its words."""


class TopicalImportance(FixedOrder):
    """Scores links by the cash they have received."""

    def __init__(self, samples: Iterable[LinkSample]) -> None:
        classes: tuple[list[str], list[str]] = ([], [])
        for sample in samples:
            classes[sample.is_positive].extend((*sample.link.anchor, *sample.link.context))
        self._bayes = NaiveBayes([[classes[0]], [classes[1]]])
        self._cash: defaultdict[int, float] = defaultdict(float)

    def score(self, page: JudgedPage, links: Sequence[FoundLink]) -> Sequence[float]:
        """Give away the cash of a page, and return what each link has now."""
        cash = self._cash.pop(page.number, 0.0) if page.depth else 1.0
        of_page = (1 - LINK_SHARE) * probability(page.judgement.log_odds)
        shares = [
            LEAST_SHARE
            + of_page
            + LINK_SHARE * self._bayes.posterior((*f.link.anchor, *f.link.context))[1]
            for f in links
        ]
        for found, share in zip(links, shares, strict=True):
            self._cash[found.number] += cash * share / sum(shares)
        return [self._cash[found.number] for found in links]
