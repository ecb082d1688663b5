"""Fitting ``forms/weights.py``: multinomial logistic regression on named form features.

Reads the typed forms of a gold folder; folds never share a site. Running it prints the honest
(cross-validated) figures and writes the table::

    python -m leadline.bench.form_weights GOLD/forms > src/leadline/forms/weights.py
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.bench.form_types import KIND_OF_TYPE, Sample, gold_samples, scores
from leadline.forms.classify import PURPOSEFUL
from leadline.forms.features import form_features

if TYPE_CHECKING:
    from numpy.typing import NDArray

PENALTY: Final = 0.003
"""L2; .002 to .005 differ by less than .003 in accuracy."""

FEWEST_SITES: Final = 4
"""A feature seen on fewer sites says something about the site, not about forms."""

STEPS: Final = 400
FOLDS: Final = 10
KINDS: Final = sorted(set(KIND_OF_TYPE.values()))
SMALLEST: Final = 0.02

Rows = list[tuple[str, str, list[str]]]


def rows_of(samples: list[Sample]) -> Rows:
    """Site, kind and features of every sample that was found on its page."""
    return [
        (s.site, s.kind, form_features(s.document, s.interface))
        for s in samples
        if s.interface is not None and s.document is not None
    ]


def fit(rows: Rows) -> tuple[list[str], NDArray[Any]]:
    """Feature names and their weights by kind; the last row is the bias."""
    sites: dict[str, set[str]] = defaultdict(set)
    for site, _, features in rows:
        for feature in features:
            sites[feature].add(site)
    names = sorted(f for f, seen in sites.items() if len(seen) >= FEWEST_SITES)
    x = _matrix(rows, names)
    targets = np.eye(len(KINDS))[[KINDS.index(kind) for _, kind, _ in rows]]
    return names, _descend(x, targets)


def _matrix(rows: Rows, names: list[str]) -> NDArray[Any]:
    place = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names) + 1))
    x[:, -1] = 1.0
    for at, (_, _, features) in enumerate(rows):
        for feature in features:
            if feature in place:
                x[at, place[feature]] = 1.0
    return x


def _descend(x: NDArray[Any], targets: NDArray[Any]) -> NDArray[Any]:
    """Nesterov's accelerated gradient on the penalised log-likelihood (deterministic)."""
    step = 1.0 / (0.5 * np.linalg.norm(x, 2) ** 2 / len(x) + PENALTY)
    weights = ahead = np.zeros((x.shape[1], targets.shape[1]))
    momentum = 1.0
    for _ in range(STEPS):
        chance = _softmax(x @ ahead)
        fresh = ahead - step * (x.T @ (chance - targets) / len(x) + PENALTY * ahead)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = fresh + (momentum - 1) / following * (fresh - weights)
        weights, momentum = fresh, following
    return weights


def _softmax(scores: NDArray[Any]) -> NDArray[Any]:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: NDArray[Any] = raised / raised.sum(axis=1, keepdims=True)
    return result


def cross_validate(rows: Rows, seed: int = 0) -> dict[str, object]:
    """The scores of ``form-types`` where no form is judged by weights that saw its site."""
    sites = sorted({site for site, _, _ in rows})
    random.Random(seed).shuffle(sites)
    fold = {site: i % FOLDS for i, site in enumerate(sites)}
    gold, found = [], []
    for number in range(FOLDS):
        names, weights = fit([row for row in rows if fold[row[0]] != number])
        held = [row for row in rows if fold[row[0]] == number]
        best = (_matrix(held, names) @ weights).argmax(axis=1)
        gold += [kind for _, kind, _ in held]
        found += [
            KINDS[i] if PURPOSEFUL.isdisjoint(row[2]) else "search"
            for i, row in zip(best, held, strict=True)
        ]
    return scores(gold, found)


def table(rows: Rows) -> str:
    """The source text of ``forms/weights.py``."""
    names, weights = fit(rows)
    lines = []
    for name, row in zip([*names, "bias"], weights, strict=True):
        if np.abs(row).max() >= SMALLEST:
            lines.append("\t".join([name, *(f"{100 * w:.0f}" for w in row)]))
    head = HEAD.format(forms=len(rows))
    return head + "\n".join(lines) + '\n"""\n'


HEAD: Final = '''"""Weights of form features by kind, in hundredths: a fitted table, not edited.

Made by ``leadline.bench.form_weights`` from {forms} labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, with a column
for each of ``classify.KINDS``.
"""

from typing import Final

TABLE: Final = """\\
'''


if __name__ == "__main__":
    _rows = rows_of(gold_samples(Path(sys.argv[1])))
    sys.stderr.write(f"{cross_validate(_rows)}\n")
    sys.stdout.write(table(_rows))
