"""Rows of one table that nothing compared tells apart: releases of an album, offers of a product.

As rivals of each other they would speak against every match. So one of them is matched for all, and
the others go where it goes.

>>> works, lands = ["Emma", "Faust", "Emma", "Emma", "Faust"], ["", "", "UK", "US", "UK"]
>>> twins = Twins([works], [lands], 2, (np.array([0, 0, 1]), np.array([2, 3, 4])))
>>> twins.side, twins.places.tolist()
('right', [0, 2])
>>> twins.beside({0: 5.0})
{1: 5.0}
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.training import Training

MIN_TWIN_SHARE: Final = 0.1
"""Share of the rows of one table, and not of the other, that are like an earlier one."""


class Twins:
    """Candidate pairs of two tables, and those of them that are matched for their like."""

    def __init__(
        self,
        columns: Sequence[Sequence[str]],
        others: Sequence[Sequence[str]],
        rows: int,
        ends: tuple[NDArray[np.int64], NDArray[np.int64]],
        said: Collection[int] = (),
    ) -> None:
        """Take the compared cells of both tables, ``rows`` of the first, and the candidate pairs.

        Rows that are equal in the ``others`` too are no twins: one thing is listed again.
        Pairs at places that are ``said`` stand for themselves.
        """
        known: dict[tuple[object, ...], int] = {}
        cells = enumerate(zip(*columns, strict=True))
        keys = [(row < rows, *each, *(() if all(each) else (row,))) for row, each in cells]
        own = np.array([known.setdefault(key, row) for row, key in enumerate(keys)])
        rest = [*zip(*others, strict=True)] or [()] * len(own)
        again = [row for row, first in enumerate(own.tolist()) if rest[row] == rest[first]]
        own[again] = again
        is_twin = own != np.arange(len(own))
        shares = [part.mean() if len(part) else 0 for part in (is_twin[:rows], is_twin[rows:])]
        self.side = ""
        """Table ("left" or "right") whose rows have twins; none where both have, or neither."""
        if min(shares) < MIN_TWIN_SHARE <= max(shares):
            self.side = "right" if shares[1] > shares[0] else "left"
        for_all = own if self.side else np.arange(len(own))
        place_of = {
            pair: n for n, pair in enumerate(zip(*map(np.ndarray.tolist, ends), strict=True))
        }
        firsts = zip(*(for_all[end].tolist() for end in ends), strict=True)
        self.first = np.array([place_of.get(pair, -1) for pair in firsts], dtype=np.int64)
        """Place of the pair that is matched for each; -1 for none."""
        self.first[[*said]] = [*said]
        self.places = np.flatnonzero(self.first == np.arange(len(self.first)))

    def all_of(self, training: Training) -> Training:
        """Return what was learned of the pairs at ``places``, as of all candidates."""
        scores = np.full(len(self.first) + 1, training.pair_scores.min(initial=0.0))
        scores[self.places] = training.pair_scores
        assigned = self.places[training.assigned]
        return replace(training, assigned=assigned, pair_scores=scores[self.first])

    def beside(self, joined: Mapping[int, float]) -> dict[int, float]:
        """Return the pairs that go with some ``joined`` ones, with the score of those."""
        found = np.flatnonzero(np.isin(self.first, [*joined])).tolist()
        return {place: joined[int(self.first[place])] for place in found if place not in joined}
