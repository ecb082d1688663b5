"""Logistic regression of sparse rows, by Newton's method with conjugate gradients.

>>> rows = [([0], [1.0]), ([0, 1], [1.0, 1.0]), ([2], [1.0]), ([1, 2], [1.0, 1.0])]
>>> weights, bias = fit_logistic(rows, [True, True, False, False], width=3, penalty=1.0)
>>> [round(float(weight), 1) + 0.0 for weight in weights]
[0.7, 0.0, -0.7]
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Row = tuple["Sequence[int] | NDArray[np.int32]", "Sequence[float] | Vector"]
"""Columns of a row, and the value of each."""

MAX_NEWTON_STEPS: Final = 50
MAX_CONJUGATE_STEPS: Final = 200
SLOPE_SHARE_LEFT: Final = 1e-6
"""Share of its first slope that the loss may still have at its end."""
ERROR_SHARE_LEFT: Final = 1e-4
"""Share of its squared error that a step may still have."""


def fit_logistic(
    rows: Sequence[Row], labels: Sequence[bool], *, width: int, penalty: float
) -> tuple[Vector, float]:
    """Return the weight of every column and the bias; classes count alike, whatever their sizes.

    ``penalty`` is the inverse strength of the L2 regularisation. Columns no row holds weigh 0.
    """
    held = np.asarray(labels, dtype=bool)
    sizes = np.bincount(held, minlength=2)
    if not sizes.all():
        raise ValueError("rows of two classes are needed")
    signs, costs = np.where(held, 1.0, -1.0), penalty * len(rows) / 2 / sizes[held.astype(int)]
    columns = np.concatenate([[*row[0], width] for row in rows])  # the last one is the bias
    used, places = np.unique(columns, return_inverse=True)
    owners = np.repeat(np.arange(len(rows)), [len(row[0]) + 1 for row in rows])
    matrix = _Matrix(owners, places, np.concatenate([[*row[1], 1.0] for row in rows]))

    def loss(weights: Vector) -> float:
        misses = np.logaddexp(0, -signs * matrix.scores(weights))
        return float(weights @ weights / 2 + costs @ misses)

    weights, least = np.zeros(len(used)), 0.0
    for _ in range(MAX_NEWTON_STEPS):
        wrong = np.exp(-np.logaddexp(0, signs * matrix.scores(weights)))
        slope = weights - matrix.sums(costs * signs * wrong)
        steepness = float(np.linalg.norm(slope))
        least = least or SLOPE_SHARE_LEFT * steepness
        if steepness <= least:
            break
        step = _solve(matrix, costs * wrong * (1 - wrong), -slope)
        while loss(weights + step) > loss(weights) * (1 + SLOPE_SHARE_LEFT):
            step = step / 2
        weights = weights + step
    found = np.zeros(width + 1)
    found[used] = weights
    return found[:width], float(found[width])


class _Matrix(NamedTuple):
    """Values of sparse rows, the row of each, and its place among the columns that are used."""

    owners: NDArray[np.int64]
    places: NDArray[np.int64]
    values: Vector

    def scores(self, weights: Vector) -> Vector:
        """Multiply each row by the weights."""
        return np.asarray(np.bincount(self.owners, self.values * weights[self.places]), float)

    def sums(self, shares: Vector) -> Vector:
        """Sum up the columns; each row counts by its share."""
        return np.asarray(np.bincount(self.places, self.values * shares[self.owners]), float)


def _solve(matrix: _Matrix, bend: Vector, left: Vector) -> Vector:
    """Return the step of Newton's method against a slope, by conjugate gradients."""
    solution, way, error = np.zeros(len(left)), left, float(left @ left)
    enough = ERROR_SHARE_LEFT * error
    for _ in range(MAX_CONJUGATE_STEPS):
        if error <= enough:
            break
        turned = way + matrix.sums(bend * matrix.scores(way))
        far = error / float(way @ turned)
        solution, left = solution + far * way, left - far * turned
        error, before = float(left @ left), error
        way = left + error / before * way
    return solution
