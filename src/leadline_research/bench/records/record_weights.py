"""``bench record-weights``: refit the weights of ``mining/ranking.py``, judged on pages not seen.

A softmax regression: on every page the drafts that score best against the labels should win over
the others of that page. The trait "the records are groups of records" depends on who contends, and
so on the weights; it is told by the weights of the round before. Folds never share a family. Run as
a module, with more folders whose pages are fitted on but not judged, it prints the weights::

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

from leadline.mining.candidates import find_drafts
from leadline.mining.features import Traits
from leadline.mining.nesting import Nesting
from leadline.mining.ranking import CONTENDERS, GROUPS, WEIGHTS, groups_of, order
from leadline.mining.signatures import Flat
from leadline.mining.span_text import record_text
from leadline.model import RecordSpan
from leadline.page.charset import decode
from leadline.page.dom import parse_html
from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.records.records import f1, macro, read_pages, score_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from leadline.mining.segmentation import Draft
    from leadline.page.dom import Document

    Floats = NDArray[np.float64]

PENALTY: Final = 0.1
"""L2 on standardised traits; less of it fits better and does no better on families left out."""
LEAST: Final = 0.5
"""Pages on which no draft is this good say nothing about the choice."""
OTHERS: Final = 0.3
"""What a made-up page counts beside a labelled one."""
ROUNDS: Final = 3
STEPS: Final = 60
SMALLEST: Final = 1e-2
"""A step after which the weights are as good as they get."""
FOLDS: Final = 6
DIVISIONS: Final = 3
GROUP_TRAIT: Final = "groups"


@dataclass(frozen=True, slots=True)
class Page:
    """A labelled page: its drafts with their traits, and what each scores as the only answer."""

    name: str
    family: str
    flat: Flat
    drafts: list[Draft]
    nesting: Nesting
    traits: Floats
    counts: list[tuple[int, int, int]]
    value: Floats


def run(data: Path, divisions: int = DIVISIONS) -> dict[str, object]:
    """First choices on families that were left out of fitting, over several divisions."""
    return judged(pages_of(data), [], divisions)


def judged(pages: list[Page], others: list[Page], divisions: int = DIVISIONS) -> dict[str, object]:
    """The same with other pages among what is fitted on."""
    families = len({page.family for page in pages})
    if families < 2:
        raise ValueError("pages of two families or more are needed: one fits, the other judges")
    found = [cross_validate(pages, others, seed) for seed in range(max(1, divisions))]
    held_out = {
        name: {"mean": round(mean(f[name] for f in found), 4),
               "deviation": round(pstdev(f[name] for f in found), 4)}
        for name in ("f1", "perfect")
    }  # fmt: skip
    return {
        "held_out": held_out,
        "as_it_is": macro(chosen(pages, np.array([*WEIGHTS.values(), GROUPS]))),
        "divisions": len(found),
        "pages": len(pages),
        "families": families,
        "made_up": len(others),
    }


def pages_of(data: Path) -> list[Page]:
    """All labelled pages of a folder, with their drafts."""
    found = []
    for name, body, gold in read_pages(data):
        label = json.loads((data / f"{name}.json").read_text("utf-8"))
        html, charset = decode(body, "")
        document = parse_html(html, "http://gold.invalid/", charset)
        flat = Flat(document)
        drafts = find_drafts(flat)
        if drafts:
            counts = [score_page(gold, [_texts(document, draft)], "first") for draft in drafts]
            family = str(label.get("family") or name)
            value = np.array([f1(*count) for count in counts])
            traits = Traits(flat).measure(drafts)
            found.append(Page(name, family, flat, drafts, Nesting(flat), traits, counts, value))
    return found


def _texts(document: Document, draft: Draft) -> list[str]:
    found = []
    for start, stop in draft.spans:
        nodes = [start]
        while (start := document.end[start]) < stop:
            nodes.append(start)
        found.append(record_text(document, RecordSpan(tuple(nodes))))
    return found


def fit(pages: Sequence[Page], others: Sequence[Page] = ()) -> Floats:
    """Weights in the order of ``rank.WEIGHTS``, then that of groups; other pages count less."""
    weights = np.array([*WEIGHTS.values(), GROUPS])
    told = [page for page in pages if page.value.max() >= LEAST]
    less = [page for page in others if page.value.max() >= LEAST]
    counts = np.array([1.0] * len(told) + [OTHERS] * len(less))
    told += less
    for _ in range(ROUNDS):
        traits = [_with_groups(page, weights) for page in told]
        right = [page.value >= page.value.max() - 1e-9 for page in told]
        weights = _climb(traits, right, counts / counts.sum())
    return weights


def _with_groups(page: Page, weights: Floats) -> Floats:
    """The traits and, for the contenders by these weights, whether their records are groups."""
    values = page.traits @ weights[:-1]
    ranked = np.argsort(-values, kind="stable")[:CONTENDERS].tolist()
    best = [(float(values[at]), page.drafts[at]) for at in ranked]
    grouped = np.zeros(len(values))
    for at in ranked:
        grouped[at] = groups_of(page.nesting, float(values[at]), page.drafts[at], best)
    return np.column_stack((page.traits, grouped))


def _climb(traits: list[Floats], right: list[NDArray[np.bool_]], counts: Floats) -> Floats:
    """Newton steps, halved until they win, on the penalised log-likelihood of the right drafts."""
    x, good = np.concatenate(traits), np.concatenate(right)
    scale = x.std(axis=0)
    scale[scale == 0] = 1.0
    x = x / scale
    sizes = np.array([len(rows) for rows in traits])
    starts = sizes.cumsum() - sizes
    each = np.repeat(counts, sizes)

    def gain(weights: Floats) -> float:
        held = np.add.reduceat(_softmax(x @ weights, starts, sizes) * good, starts)
        return float(np.log(held + 1e-300) @ counts - PENALTY / 2 * weights @ weights)

    weights = np.zeros(x.shape[1])
    now = gain(weights)
    for _ in range(STEPS):
        chance = _softmax(x @ weights, starts, sizes)
        target = chance * good
        target /= np.repeat(np.add.reduceat(target, starts), sizes)
        middle = np.add.reduceat(x * chance[:, None], starts)
        bend = x.T @ (x * (chance * each)[:, None]) - middle.T @ (middle * counts[:, None])
        slope = x.T @ ((target - chance) * each) - PENALTY * weights
        step = np.linalg.solve(bend + PENALTY * np.eye(len(slope)), slope)
        while gain(weights + step) <= now and np.abs(step).max() > SMALLEST:
            step /= 2
        if np.abs(step).max() <= SMALLEST:
            break
        weights = weights + step
        now = gain(weights)
    result: Floats = weights / scale
    return result


def _softmax(values: Floats, starts: NDArray[Any], sizes: NDArray[Any]) -> Floats:
    raised = np.exp(values - np.repeat(np.maximum.reduceat(values, starts), sizes))
    result: Floats = raised / np.repeat(np.add.reduceat(raised, starts), sizes)
    return result


def chosen(pages: Sequence[Page], weights: Floats) -> list[tuple[int, int, int]]:
    """Right, given and labelled records of the first choice of every page."""
    found = []
    for page in pages:
        values = page.traits @ weights[:-1]
        ((_, at),) = order(page.nesting, page.drafts, values, 1, float(weights[-1]))
        found.append(page.counts[at])
    return found


def cross_validate(pages: list[Page], others: list[Page], seed: int) -> dict[str, float]:
    """First choices on pages whose family was left out."""
    families = sorted({page.family for page in pages})
    random.Random(seed).shuffle(families)
    fold = {family: i % FOLDS for i, family in enumerate(families)}
    counts: list[tuple[int, int, int]] = []
    for number in range(FOLDS):
        weights = fit([page for page in pages if fold[page.family] != number], others)
        counts += chosen([page for page in pages if fold[page.family] == number], weights)
    return macro(counts)


def main(gold: Path, made_up: Sequence[Path]) -> None:
    """Print how the weights do on families left out, and the weights fitted on everything."""
    pages = pages_of(gold)
    others = [page for folder in made_up for page in pages_of(folder)]
    weights = fit(pages, others)
    fitted = dict(zip([*WEIGHTS, GROUP_TRAIT], weights.round(2).tolist(), strict=True))
    result = {**judged(pages, others), "fitted": macro(chosen(pages, weights)), "weights": fitted}
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.records.record_weights", description=main.__doc__
    )
    asked.add_argument("gold", type=Path, help="folder of labelled pages, fitted on and judged")
    asked.add_argument("made_up", type=Path, nargs="*", help="folders of pages only fitted on")
    run_as_module(main, asked)
