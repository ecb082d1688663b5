"""``bench record-weights``: refit ``mining/weights.toml``, judged on pages not fitted on.

A softmax regression: on every page the candidates that score best against the labels should win
over the others; one that is nearly as good counts nearly as much. The results of the nesting test
depend on which candidates contend, and so on the weights; they are computed with the weights of
the round before. Folds never share a family. Run as a module, with more folders whose pages are
fitted on but not judged, it prints the weights::

    python -m leadline_research.bench.records.record_weights GOLD/records [MADE_UP ...]
"""

from __future__ import annotations

import json
import random
import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, pstdev
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.mining.candidates import find_candidates
from leadline.mining.features import FeatureExtractor
from leadline.mining.miner import record_text
from leadline.mining.nesting import NestingTest
from leadline.mining.ranking import MAX_CONTENDERS, nesting_shares, order_by_value, ranking_weights
from leadline.mining.signatures import PageSignatures
from leadline.model import RecordSpan
from leadline.page.charset import decode
from leadline.page.dom import parse_html
from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.records.records import f1, macro, read_pages, score_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from leadline.mining.segmentation import CandidateRegion
    from leadline.page.dom import Document

    Floats = NDArray[np.float64]

L2_PENALTY: Final = 0.1
"""Penalty on standardised features; less fits better and does no better on families left out."""
MIN_BEST_F1: Final = 0.5
"""F1 of its best candidate below which a page says nothing about the choice."""
SHARPNESS: Final = 8
"""A candidate counts as right by its F1 to this power, the best one of the page as 1."""
MADE_UP_WEIGHT: Final = 0.3
"""Weight of a made-up page beside a labelled one."""
GROUP_ROUNDS: Final = 3
"""Fits, each with the groups that the weights of the fit before find."""
NESTING_RESULTS: Final = 2
"""Weights behind those of the features."""
MAX_NEWTON_STEPS: Final = 60
MIN_NEWTON_STEP: Final = 1e-2
"""Largest component of a step at which fitting ends."""
FOLDS: Final = 6
DIVISIONS: Final = 3
"""Random divisions of the families into folds."""


@dataclass(frozen=True, slots=True)
class FitPage:
    """A labelled page: its candidates, their features, and the score of each as the only answer."""

    name: str
    family: str
    candidates: list[CandidateRegion]
    nesting: NestingTest
    features: Floats
    counts: list[tuple[int, int, int]]
    f1: Floats


def run(data: Path, divisions: int = DIVISIONS) -> dict[str, object]:
    """Judge first choices on families that were left out of fitting, over several divisions."""
    return judge(read_fit_pages(data), [], divisions)


def judge(
    pages: list[FitPage], others: list[FitPage], divisions: int = DIVISIONS
) -> dict[str, object]:
    """Judge first choices on left-out families; ``others`` are always fitted on, never judged."""
    families = len({page.family for page in pages})
    if families < 2:
        raise ValueError("pages of two families or more are needed: one fits, the other judges")
    results = [cross_validate(pages, others, seed) for seed in range(max(1, divisions))]
    held_out = {
        name: {
            "mean": round(mean(result[name] for result in results), 4),
            "deviation": round(pstdev(result[name] for result in results), 4),
        }
        for name in ("f1", "perfect")
    }
    return {
        "held_out": held_out,
        "as_it_is": macro(first_choices(pages, current_weights())),
        "divisions": len(results),
        "pages": len(pages),
        "families": families,
        "made_up": len(others),
    }


def current_weights() -> Floats:
    """Return the weights in use: those of the features in order, then those of the nesting test."""
    weights = ranking_weights()
    return np.array([*weights.features.values(), *weights.nesting])


def read_fit_pages(data: Path) -> list[FitPage]:
    """Read all labelled pages of a folder that have candidates."""
    pages = []
    for name, body, gold in read_pages(data):
        label = json.loads((data / f"{name}.json").read_text("utf-8"))
        html, charset = decode(body, "")
        document = parse_html(html, "http://gold.invalid/", charset)
        page = PageSignatures(document)
        candidates = find_candidates(page)
        if candidates:
            counts = [score_page(gold, [_texts(document, c)], "first") for c in candidates]
            family = str(label.get("family") or name)
            scores = np.array([f1(*count) for count in counts])
            features = FeatureExtractor(page).features(candidates)
            nesting = NestingTest(page)
            pages.append(FitPage(name, family, candidates, nesting, features, counts, scores))
    return pages


def _texts(document: Document, region: CandidateRegion) -> list[str]:
    texts = []
    for start, stop in region.spans:
        nodes = [start]
        while (start := document.end[start]) < stop:
            nodes.append(start)
        texts.append(record_text(document, RecordSpan(tuple(nodes))))
    return texts


def fit(pages: Sequence[FitPage], others: Sequence[FitPage] = ()) -> Floats:
    """Fit the weights, in the order of ``current_weights``; ``others`` count less."""
    weights = current_weights()
    labelled = [page for page in pages if page.f1.max() >= MIN_BEST_F1]
    made_up = [page for page in others if page.f1.max() >= MIN_BEST_F1]
    counts = np.array([1.0] * len(labelled) + [MADE_UP_WEIGHT] * len(made_up))
    fitted = labelled + made_up
    for _ in range(GROUP_ROUNDS):
        features = [_with_nesting(page, weights) for page in fitted]
        right = [(page.f1 / page.f1.max()) ** SHARPNESS for page in fitted]
        weights = _newton(features, right, counts / counts.sum())
    return weights


def _with_nesting(page: FitPage, weights: Floats) -> Floats:
    """Return the features, with the results of the nesting test on the contenders behind."""
    values = page.features @ weights[:-NESTING_RESULTS]
    contenders = np.argsort(-values, kind="stable")[:MAX_CONTENDERS].tolist()
    best = [(float(values[at]), page.candidates[at]) for at in contenders]
    results = np.zeros((len(values), NESTING_RESULTS))
    for at in contenders:
        results[at] = nesting_shares(page.nesting, float(values[at]), page.candidates[at], best)
    return np.hstack((page.features, results))


def _newton(features: list[Floats], right: list[Floats], counts: Floats) -> Floats:
    """Maximise the penalised log-likelihood of the right candidates by halved Newton steps."""
    x, is_right = np.concatenate(features), np.concatenate(right)
    scale = x.std(axis=0)
    scale[scale == 0] = 1.0
    x = x / scale
    sizes = np.array([len(rows) for rows in features])
    starts = sizes.cumsum() - sizes
    row_counts = np.repeat(counts, sizes)

    def likelihood(weights: Floats) -> float:
        chance = np.add.reduceat(_softmax(x @ weights, starts, sizes) * is_right, starts)
        return float(np.log(chance + 1e-300) @ counts - L2_PENALTY / 2 * weights @ weights)

    weights = np.zeros(x.shape[1])
    now = likelihood(weights)
    for _ in range(MAX_NEWTON_STEPS):
        chance = _softmax(x @ weights, starts, sizes)
        target = chance * is_right
        target /= np.repeat(np.add.reduceat(target, starts), sizes)
        means = np.add.reduceat(x * chance[:, None], starts)
        hessian = x.T @ (x * (chance * row_counts)[:, None]) - means.T @ (means * counts[:, None])
        gradient = x.T @ ((target - chance) * row_counts) - L2_PENALTY * weights
        step = np.linalg.solve(hessian + L2_PENALTY * np.eye(len(gradient)), gradient)
        while likelihood(weights + step) <= now and np.abs(step).max() > MIN_NEWTON_STEP:
            step /= 2
        if np.abs(step).max() <= MIN_NEWTON_STEP:
            break
        weights = weights + step
        now = likelihood(weights)
    result: Floats = weights / scale
    return result


def _softmax(values: Floats, starts: NDArray[Any], sizes: NDArray[Any]) -> Floats:
    raised = np.exp(values - np.repeat(np.maximum.reduceat(values, starts), sizes))
    result: Floats = raised / np.repeat(np.add.reduceat(raised, starts), sizes)
    return result


def first_choices(pages: Sequence[FitPage], weights: Floats) -> list[tuple[int, int, int]]:
    """Return right, given and labelled records of the first choice of every page."""
    counts = []
    for page in pages:
        values = page.features @ weights[:-NESTING_RESULTS]
        nesting_weights = (float(weights[-2]), float(weights[-1]))
        ((_, at),) = order_by_value(page.nesting, page.candidates, values, 1, nesting_weights)
        counts.append(page.counts[at])
    return counts


def cross_validate(pages: list[FitPage], others: list[FitPage], seed: int) -> dict[str, float]:
    """Score first choices on pages whose family was left out of fitting."""
    families = sorted({page.family for page in pages})
    random.Random(seed).shuffle(families)
    fold_of = {family: i % FOLDS for i, family in enumerate(families)}
    counts: list[tuple[int, int, int]] = []
    for fold in range(FOLDS):
        weights = fit([page for page in pages if fold_of[page.family] != fold], others)
        counts += first_choices([page for page in pages if fold_of[page.family] == fold], weights)
    return macro(counts)


def main(gold: Path, made_up: Sequence[Path]) -> None:
    """Print how the weights do on families left out, and the weights fitted on everything."""
    pages = read_fit_pages(gold)
    others = [page for folder in made_up for page in read_fit_pages(folder)]
    weights = fit(pages, others)
    names = [*ranking_weights().features, "groups", "enclosed"]
    result = {
        **judge(pages, others),
        "fitted": macro(first_choices(pages, weights)),
        "weights": dict(zip(names, weights.round(2).tolist(), strict=True)),
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    parser = ArgumentParser(
        "python -m leadline_research.bench.records.record_weights", description=main.__doc__
    )
    parser.add_argument("gold", type=Path, help="folder of labelled pages, fitted on and judged")
    parser.add_argument("made_up", type=Path, nargs="*", help="folders of pages only fitted on")
    run_as_module(main, parser)
