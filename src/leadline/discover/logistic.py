"""Logistic regression of sparse rows, by scikit-learn, which the extra ``discover`` installs.

>>> rows = [([0], [1.0]), ([0, 1], [1.0, 1.0]), ([2], [1.0]), ([1, 2], [1.0, 1.0])]
>>> weights, bias = fit_logistic(rows, [True, True, False, False], width=3, penalty=1.0)
>>> [round(float(weight), 1) for weight in weights]
[0.7, 0.0, -0.7]
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from leadline.errors import require_package

Row = tuple["Sequence[int] | NDArray[np.int32]", "Sequence[float] | NDArray[np.float64]"]
"""Columns of a row, and the value of each."""


def fit_logistic(
    rows: Sequence[Row], labels: Sequence[bool], *, width: int, penalty: float
) -> tuple[NDArray[np.float64], float]:
    """Return the weight of every column and the bias; classes count alike, whatever their sizes.

    ``penalty`` is the inverse strength of the L2 regularisation. Columns no row holds weigh 0.
    """
    require_package("sklearn", "learning which links lead to the topic")
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    columns = np.concatenate([np.asarray(row[0], dtype=np.int64) for row in rows])
    values = np.concatenate([np.asarray(row[1], dtype=np.float64) for row in rows])
    ends = np.cumsum([0, *(len(row[0]) for row in rows)])
    used, places = np.unique(columns, return_inverse=True)
    matrix = csr_matrix((values, places, ends), shape=(len(rows), max(len(used), 1)))
    model = LogisticRegression(
        C=penalty, class_weight="balanced", solver="liblinear", random_state=0
    )
    model.fit(matrix, np.asarray(labels))
    weights = np.zeros(width)
    weights[used] = model.coef_[0][: len(used)]
    return weights, float(model.intercept_[0])
