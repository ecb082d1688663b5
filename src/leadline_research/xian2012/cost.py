"""What a query costs: Xian et al. 2012, section 3, eq. (1).

A query costs ``C_q``, every interaction with the server ``C_m`` and every page downloaded
``C_d``; pages and interactions are one for one, and a query without a result costs one of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Costs:
    """Constants of eq. (1). The default counts requests: one a page, the query itself free."""

    query: float = 0.0
    interaction: float = 1.0
    page: float = 0.0

    def of(self, pages: float) -> float:
        """Return Cost(q, DB) of a query whose answer takes ``pages`` interactions.

        >>> Costs(query=2.0, interaction=1.0, page=0.5).of(11)
        18.5
        """
        return self.query + (self.interaction + self.page) * pages

    def each(self, pages: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the costs of many queries, by the pages of each."""
        return self.query + (self.interaction + self.page) * pages


REQUESTS = Costs()
QUERIES = Costs(query=1.0, interaction=0.0)
"""Costs that count queries and nothing else, as the paper's experiments do."""
