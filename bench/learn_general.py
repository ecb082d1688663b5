"""Learns the weights of ``leadline.integrate.matching.matcher`` from labelled tables of one column.

    ./run python bench/learn_general.py ../shared/data/match

Tables are taken whole, and with a fifth of their matches. Pairs assigned one to one by plain
likeness are examples; every set counts the same. Each line gives weights and intercept
without one of the sets, the last one those of all sets.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.blocking import candidate_pairs
from leadline.integrate.matching.comparison import Comparer
from leadline.integrate.matching.matcher import general_facts
from leadline.integrate.matching.text import comparison_text
from leadline.integrate.matching.training import Pairs, fit
from leadline_research.bench.matching.data import MatchSet, read_set, read_sets

KEPT = (1.0, 0.2)
RIDGE = 1.0
WEIGHT = 100.0
"""Weight of all examples of a set."""


def examples(pool: MatchSet) -> tuple[np.ndarray, np.ndarray] | None:
    """Facts of assigned pairs, and whether they are matches; nothing where columns are several."""
    left = pool.columns(pool.left)
    if pool.right is None or len(left) > 1:
        return None
    ((name, cells),) = left.items()
    cells = [*cells, *pool.columns(pool.right)[name]]
    texts, rows, others = {name: [*map(comparison_text, cells)]}, len(pool.left), len(pool.right)
    first, second, _ = candidate_pairs(texts, np.repeat([0, 1], [rows, others]))
    compared = Comparer(texts, {name: cells}).compare(first, second)
    ends = (second, first) if others <= rows else (first, second)
    pairs = Pairs(*ends, rows + others, min(rows, others))
    places = assign(*ends, compared.first_scores(name))
    found = zip(first[places].tolist(), (second[places] - rows).tolist(), strict=True)
    return general_facts(compared, pairs)[places], np.array([pair in pool.gold for pair in found])


def main() -> None:
    """Learn without each of the sets, then from all."""
    of_sets: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    for folder in read_sets(Path(sys.argv[1]), []):
        for keep in KEPT:
            pool = read_set(folder, keep, random.Random(f"{folder.name} {keep}"))
            if (found := examples(pool)) is not None:
                of_sets.setdefault(pool.name, []).append(found)
    for left_out in [*of_sets, ""]:
        used = [part for name, parts in of_sets.items() if name != left_out for part in parts]
        facts, is_match = (np.concatenate(each) for each in zip(*used, strict=True))
        weights = np.concatenate([np.full(len(part), WEIGHT / len(part)) for _, part in used])
        model = fit(facts, is_match, RIDGE, weights)
        slopes = model.weights / model.scale
        intercept = float(model.intercept - model.mean @ slopes)
        print(left_out, slopes.round(2).tolist(), round(intercept, 2))


if __name__ == "__main__":
    main()
