"""Refit ``forms/classify/weights.tsv`` and judge it on unseen sites: ``bench form-weights``.

Multinomial logistic regression on named form features, from the typed forms of a gold folder and
its labelled query forms. Folds never share a site. Every division of the sites into folds gives one
figure; their mean and deviation are reported. Run as a module it writes the table::

    cd src/leadline/forms/classify
    python -m leadline_research.bench.forms.form_weights GOLD/forms > weights.tsv
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, pstdev
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.forms.classify.features import form_features
from leadline.forms.classify.model import asks_secret, decide
from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.forms.form_labels import gold_forms
from leadline_research.bench.forms.form_types import KIND_OF_TYPE, gold_samples, scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from leadline.model import QueryInterface
    from leadline.page.dom import Document

PENALTY: Final = 0.005
"""L2 penalty of the fit. From .002 to .005 accuracy and F1 differ by less than .002."""

MIN_SITES_PER_FEATURE: Final = 4
"""Sites of a feature; one on fewer sites says something about the site."""

GRADIENT_STEPS: Final = 200
FOLDS: Final = 10
DIVISIONS: Final = 3
GOLD_KINDS: Final = sorted(set(KIND_OF_TYPE.values()))
MIN_WEIGHT: Final = 0.02
"""Largest weight of a feature below which it is left out of the table."""

TYPED, LABELLED = "typed", "labelled"


@dataclass(frozen=True, slots=True)
class LabelledForm:
    """A labelled form: its site, kind and features, and the gold set that it is from."""

    site: str
    kind: str
    features: tuple[str, ...]
    secret: bool
    origin: str


LabelledForms = list[LabelledForm]


def run(data: Path, divisions: int = DIVISIONS) -> dict[str, object]:
    """Return scores over several divisions of the sites; no form is judged by its own site."""
    rows = rows_of(data)
    sites = len({row.site for row in rows})
    if sites < 2:
        raise ValueError("forms of two sites or more are needed: one fits, the other judges")
    figures = [cross_validate(rows, seed) for seed in range(max(1, divisions))]
    held_out = {
        name: {
            "mean": round(mean(f[name] for f in figures), 4),
            "deviation": round(pstdev(f[name] for f in figures), 4),
        }
        for name in figures[0]
    }
    return {"held_out": held_out, "divisions": len(figures), "forms": len(rows), "sites": sites}


def rows_of(data: Path) -> LabelledForms:
    """Return the typed forms that were found on their pages, and the labelled query forms."""
    rows = [
        _row(s.site, s.kind, s.document, s.interface, TYPED)
        for s in gold_samples(data)
        if s.interface is not None and s.document is not None
    ]
    labelled = [
        _row(row["site"], "search", document, interface, LABELLED)
        for row, document, interface in gold_forms(data)
        if interface is not None
    ]
    return rows + labelled


def _row(
    site: str, kind: str, document: Document, interface: QueryInterface, origin: str
) -> LabelledForm:
    features = tuple(form_features(document, interface))
    return LabelledForm(site, kind, features, asks_secret(interface), origin)


def _for_fitting(rows: LabelledForms) -> LabelledForms:
    """Return every form once: most labelled query forms are typed forms too."""
    typed = {(row.site, row.features) for row in rows if row.origin == TYPED}
    return [r for r in rows if r.origin == TYPED or (r.site, r.features) not in typed]


def fit(rows: LabelledForms) -> tuple[list[str], NDArray[Any]]:
    """Return feature names and their weights by kind; the last row is the bias."""
    sites: dict[str, set[str]] = defaultdict(set)
    rows = _for_fitting(rows)
    for row in rows:
        for feature in row.features:
            sites[feature].add(row.site)
    names = sorted(f for f, seen in sites.items() if len(seen) >= MIN_SITES_PER_FEATURE)
    x = _matrix(rows, names)
    targets = np.eye(len(GOLD_KINDS))[[GOLD_KINDS.index(row.kind) for row in rows]]
    return names, _descend(x, targets)


def _matrix(rows: LabelledForms, names: list[str]) -> NDArray[Any]:
    place = {name: i for i, name in enumerate(names)}
    x = np.zeros((len(rows), len(names) + 1))
    x[:, -1] = 1.0
    for at, row in enumerate(rows):
        for feature in row.features:
            if feature in place:
                x[at, place[feature]] = 1.0
    return x


def _descend(x: NDArray[Any], targets: NDArray[Any]) -> NDArray[Any]:
    """Run Nesterov's accelerated gradient on the penalised log-likelihood (deterministic)."""
    step = 1.0 / (0.5 * np.linalg.norm(x, 2) ** 2 / len(x) + PENALTY)
    weights = ahead = np.zeros((x.shape[1], targets.shape[1]))
    momentum = 1.0
    for _ in range(GRADIENT_STEPS):
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


def cross_validate(rows: LabelledForms, seed: int = 0) -> dict[str, float]:
    """Return scores where no form is judged by weights that saw its site."""
    sites = sorted({row.site for row in rows})
    random.Random(seed).shuffle(sites)
    fold = {site: i % FOLDS for i, site in enumerate(sites)}
    judged: list[tuple[LabelledForm, str]] = []
    for number in range(FOLDS):
        names, weights = fit([row for row in rows if fold[row.site] != number])
        judges = [row for row in rows if fold[row.site] == number]
        chances = _matrix(judges, names) @ weights
        judged += [
            (row, decide(list(row.features), list(chance), secret=row.secret)[0])
            for row, chance in zip(judges, chances, strict=True)
        ]
    return _scores(judged)


def _scores(judged: list[tuple[LabelledForm, str]]) -> dict[str, float]:
    """Return accuracy, searchable F1, and the share of labelled query forms that are found."""
    typed = [(row.kind, kind) for row, kind in judged if row.origin == TYPED]
    query_forms = [kind == "search" for row, kind in judged if row.origin == LABELLED]
    plain: dict[str, Any] = scores([gold for gold, _ in typed], [found for _, found in typed])
    return {
        "accuracy": plain["accuracy"],
        **{f"searchable_{name}": figure for name, figure in plain["searchable"].items()},
        "query_forms_found": mean(query_forms) if query_forms else 1.0,
    }


def table(rows: LabelledForms) -> str:
    """Return the content of ``forms/classify/weights.tsv``."""
    names, weights = fit(rows)
    lines = [HEAD.format(forms=len(_for_fitting(rows))), "\t".join(["feature", *GOLD_KINDS])]
    for name, row in zip([*names, "bias"], weights, strict=True):
        if np.abs(row).max() >= MIN_WEIGHT:
            lines.append("\t".join([name, *(f"{100 * w:.0f}" for w in row)]))
    return "\n".join(lines) + "\n"


HEAD: Final = (
    "# Weights of form features by kind, in hundredths; fitted on {forms} labelled forms by "
    "leadline_research.bench.forms.form_weights; not edited."
)


def main(gold: Path) -> None:
    """Print the table fitted on everything."""
    sys.stdout.write(table(rows_of(gold)))


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.forms.form_weights", description=main.__doc__
    )
    asked.add_argument("gold", type=Path, help="folder of labelled forms")
    run_as_module(main, asked)
