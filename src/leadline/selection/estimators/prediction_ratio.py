"""Observed over predicted records of one source, the latest answers counting most.

>>> ratio = PredictionRatio(decay=0.95, prior=20.0)
>>> ratio.value
1.0
>>> for _ in range(30): ratio.add(predicted=10.0, observed=5.0)
>>> round(ratio.value, 2)
0.56
"""

from typing import Final

MIN_RATIO: Final = 1 / 3
MAX_RATIO: Final = 5.0
"""Bounds of the correction: a source is not given up after a bad start."""
UNPROVEN_PRIOR_TIMES: Final = 4.0
MIN_UNPROVEN_PRIOR: Final = 0.1
"""Prior while no overlap is proven: four times the recent predictions, at least a tenth record."""


class PredictionRatio:
    """Learns by what to multiply predictions; ``prior`` records as predicted count beforehand."""

    def __init__(self, decay: float, prior: float) -> None:
        self._decay, self._prior = decay, prior
        self._predicted = self._observed = 0.0
        self.value = 1.0

    def add(self, *, predicted: float, observed: float, has_full_prior: bool = True) -> None:
        """Learn from an answer; without ``has_full_prior`` the prior shrinks in a tail."""
        self._predicted = self._decay * self._predicted + predicted
        self._observed = self._decay * self._observed + observed
        prior = self._prior
        if not has_full_prior:
            prior = min(prior, max(UNPROVEN_PRIOR_TIMES * self._predicted, MIN_UNPROVEN_PRIOR))
        ratio = (self._observed + prior) / (self._predicted + prior)
        self.value = min(MAX_RATIO, max(MIN_RATIO, ratio))
