"""Block argmax: the greatest of a million scores without looking at a million.

Scores stand in blocks of 1,024, and the maximum of each block beside them. A change renews the
maxima of touched blocks only.

>>> scores = BlockArgmax(np.array([3.0, 9.0, 9.0, 1.0]))
>>> scores.best(), scores.top
(1, 9.0)
>>> scores.update(np.array([1, 3]), np.array([0.0, 9.5]))
>>> scores.best(), scores.ties().tolist()
(3, [3])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Sequence

    from leadline.selection.knowledge.vocabulary import Floats, Numbers, Places

BLOCK_BITS: Final = 10
BLOCK_SIZE: Final = 1 << BLOCK_BITS
MAX_TIED_BLOCKS: Final = 16
"""Blocks that ties are gathered from: in the tail of a source most blocks hold some."""
MAX_STALE_ANSWERS: Final = 50
"""Answers after which all scores are calculated anew."""


class BlockArgmax:
    """A fixed number of scores, 0 or more; finding the best costs two short scans."""

    def __init__(self, scores: Floats) -> None:
        self.size = len(scores)
        blocks = max(1, -(-len(scores) // BLOCK_SIZE))
        self._scores: Floats = np.full((blocks, BLOCK_SIZE), -1.0)
        self._flat = self._scores.reshape(-1)
        self._flat[: self.size] = scores
        self._maxima: Floats = self._scores.max(axis=1)

    @property
    def top(self) -> float:
        """The greatest score."""
        return float(self._maxima.max())

    def best(self) -> int:
        """Return the first place of the greatest score, as ``numpy.argmax`` does."""
        block = int(self._maxima.argmax())
        return (block << BLOCK_BITS) + int(self._scores[block].argmax())

    def ties(self) -> Places:
        """Return places of the greatest score, rising: those of the first blocks that have any."""
        top = self._maxima.max()
        blocks = np.flatnonzero(self._maxima == top)[:MAX_TIED_BLOCKS]
        row, column = np.nonzero(self._scores[blocks] == top)
        places: Places = (blocks[row] << BLOCK_BITS) + column
        return places

    def update(self, places: Numbers, scores: Floats) -> None:
        """Set new scores at some places."""
        self._flat[places] = scores
        touched = np.zeros(len(self._maxima), dtype=np.bool_)
        touched[places >> BLOCK_BITS] = True
        blocks = np.flatnonzero(touched)
        self._maxima[blocks] = self._scores[blocks].max(axis=1)


class ChangeFollowingArgmax:
    """Keeps scores of all terms, of which only changed ones are calculated between renewals.

    ``changes`` are the sets of changed terms that the counts behind the scores report.
    """

    def __init__(self, changes: Sequence[deque[Any]]) -> None:
        self._changes = changes
        self._blocks: BlockArgmax | None = None
        self.stale_answers = 0

    def invalidate(self) -> None:
        """Calculate all scores anew next time."""
        self._blocks = None

    def ties(
        self, size: int, all_scores: Callable[[], Floats], scores_of: Callable[[Places], Floats]
    ) -> Places | None:
        """Return the terms of the greatest score above 0, None if there is none."""
        blocks = self._blocks
        if blocks is None or blocks.size < size or self.stale_answers >= MAX_STALE_ANSWERS:
            scores = np.zeros(size + size // 4)
            scores[:size] = all_scores()
            self._blocks = blocks = BlockArgmax(scores)
            self.stale_answers = 0
        else:
            touched = [terms for change in self._changes for terms in change]
            if touched:
                terms = np.unique(np.concatenate(touched))
                blocks.update(terms, scores_of(terms))
        for change in self._changes:
            change.clear()
        return blocks.ties() if blocks.top > 0 else None
