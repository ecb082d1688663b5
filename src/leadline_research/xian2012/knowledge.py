"""Published knowledge (Xian et al. 2012, section 5.1, eqs. 3-7).

``DK = {<q, P(q, S_local)>}`` with ``P(q, S_local) = num(q, S_local) / |S_local|`` (3). Candidates
enter and probabilities are renewed as records arrive (4)(5). Until ``S_local`` holds ``full_from``
records (M) the probabilities follow every query. Past it they are renewed every ``every`` queries
(K) (6)(7); K doubles whenever ``S_local`` doubles if ``grows``.

>>> from leadline.model import Query, Taken
>>> known = PublishedKnowledge()
>>> for key, values in ((1, "oil wood"), (2, "oil"), (2, "oil"), (3, "ink paper")):
...     _ = known.add(Taken(key, frozenset(Query("", v) for v in values.split())))
>>> known.tick()
>>> len(known), known.probabilities(2).tolist()  # of oil, of wood
(3, [0.6666666666666666, 0.3333333333333333])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.selection.knowledge.dynamic import DynamicKnowledge

if TYPE_CHECKING:
    from leadline.selection.knowledge.vocabulary import Floats, Vocabulary

FULL_FROM_RECORDS: Final = 10_000
"""M: records of ``S_local`` from which its probabilities need not follow every query."""


class PublishedKnowledge(DynamicKnowledge):
    """Knowledge whose probabilities are published after each query as M and K say."""

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        *,
        every: int = 1,
        full_from: int = FULL_FROM_RECORDS,
        grows: bool = False,
    ) -> None:
        super().__init__(vocabulary)
        self._published = self.count
        self._published_size = 0
        self._every, self._full_from, self._grows = every, full_from, grows
        self._since = 0

    def tick(self) -> None:
        """Note that a query of any source is over: publish when M and K say so."""
        self._since += 1
        size = len(self)
        if size < self._full_from or self._since >= self._interval(size):
            self._since = 0
            is_delayed = size >= self._full_from and self._interval(size) > 1
            self._published = self.count.copy() if is_delayed else self.count
            self._published_size = size

    def probabilities(self, size: int) -> Floats:
        """Return P(q, S_local) as published, eq. (3), for the terms numbered below ``size``."""
        result: Floats = np.zeros(size)
        seen = min(size, len(self._published))
        result[:seen] = self._published[:seen] / max(1, self._published_size)
        return result

    def _interval(self, size: int) -> int:
        if not self._grows or size < self._full_from:
            return self._every
        return self._every << (size // max(1, self._full_from)).bit_length() - 1
