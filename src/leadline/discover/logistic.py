"""Logistic regression of sparse rows, minimised by scipy, which the extra ``discover`` installs.

>>> rows = [([0], [1.0]), ([0, 1], [1.0, 1.0]), ([2], [1.0]), ([1, 2], [1.0, 1.0])]
>>> weights, bias = fit_logistic(rows, [True, True, False, False], width=3, penalty=1.0)
>>> [round(float(weight), 1) + 0.0 for weight in weights]
[0.7, 0.0, -0.7]
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.errors import require_package

Vector = NDArray[np.float64]
Row = tuple["Sequence[int] | NDArray[np.int32]", "Sequence[float] | Vector"]
"""Columns of a row, and the value of each."""
ENOUGH: Final = {"maxiter": 1_000, "ftol": 1e-12, "gtol": 1e-6}
"""When the minimum is near enough."""


def fit_logistic(
    rows: Sequence[Row], labels: Sequence[bool], *, width: int, penalty: float
) -> tuple[Vector, float]:
    """Return the weight of every column and the bias; classes count alike, whatever their sizes.

    ``penalty`` is the inverse strength of the L2 regularisation, of the bias too. Columns no row
    holds weigh 0. Raises ``ValueError`` for rows of one class.
    """
    require_package("scipy", "learning which links lead to the topic")
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix
    from scipy.special import expit

    held = np.asarray(labels, dtype=bool)
    sizes = np.bincount(held, minlength=2)
    if not sizes.all():
        raise ValueError("rows of two classes are needed")
    signs, costs = np.where(held, 1.0, -1.0), penalty * len(rows) / 2 / sizes[held.astype(int)]
    columns = np.concatenate([[*row[0], width] for row in rows])  # the last one is the bias
    values = np.concatenate([[*row[1], 1.0] for row in rows])
    ends = np.cumsum([0, *(len(row[0]) + 1 for row in rows)])
    used, places = np.unique(columns, return_inverse=True)
    matrix = csr_matrix((values, places, ends), shape=(len(rows), len(used)))

    def loss_and_slope(weights: Vector) -> tuple[float, Vector]:
        scores = signs * (matrix @ weights)
        loss = weights @ weights / 2 + costs @ np.logaddexp(0.0, -scores)
        return loss, weights - matrix.T @ (costs * signs * expit(-scores))

    start = np.zeros(len(used))
    found = np.zeros(width + 1)
    found[used] = minimize(loss_and_slope, start, jac=True, method="L-BFGS-B", options=ENOUGH).x
    return found[:width], float(found[width])
