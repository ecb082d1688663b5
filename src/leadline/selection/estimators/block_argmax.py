"""The greatest of a million scores without looking at a million: maxima of blocks.

Scores live in blocks of 1,024 with the maximum of each kept beside them. The best term is the
maximum of the maxima and its place in one block; a change renews the maxima of touched blocks only.

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
import numpy.typing as npt

if TYPE_CHECKING:
    from leadline.selection.keywords.statistics import Floats

BLOCK: Final = 1024
SHIFT: Final = 10
MOST_BLOCKS: Final = 16
"""Blocks that ties are gathered from: in the tail of a source most of them hold some."""


class BlockArgmax:
    """A fixed number of scores, 0 or more; finding the best costs two short scans."""

    def __init__(self, scores: Floats) -> None:
        self.size = len(scores)
        blocks = max(1, -(-len(scores) // BLOCK))
        self._scores: Floats = np.full((blocks, BLOCK), -1.0)
        self._flat = self._scores.reshape(-1)
        self._flat[: self.size] = scores
        self._maxima: Floats = self._scores.max(axis=1)

    @property
    def top(self) -> float:
        """The greatest score."""
        return float(self._maxima.max())

    def best(self) -> int:
        """The first place of the greatest score, as ``numpy.argmax`` gives it."""
        block = int(self._maxima.argmax())
        return (block << SHIFT) + int(self._scores[block].argmax())

    def ties(self) -> npt.NDArray[np.int64]:
        """Places of the greatest score, rising: all of those in the first blocks that have any."""
        top = self._maxima.max()
        blocks = np.flatnonzero(self._maxima == top)[:MOST_BLOCKS]
        row, column = np.nonzero(self._scores[blocks] == top)
        found: npt.NDArray[np.int64] = (blocks[row] << SHIFT) + column
        return found

    def update(self, places: npt.NDArray[Any], scores: Floats) -> None:
        """New scores at some places."""
        self._flat[places] = scores
        touched = np.zeros(len(self._maxima), dtype=np.bool_)
        touched[places >> SHIFT] = True
        blocks = np.flatnonzero(touched)
        self._maxima[blocks] = self._scores[blocks].max(axis=1)
