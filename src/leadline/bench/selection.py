"""What one selection costs, from ten thousand to a million candidate terms, beside a plain scan.

``python -m leadline.bench.selection`` prints one JSON object: microseconds of ``BlockMaxima.best``
and of ``numpy.argmax`` over the same scores in the same run, of an update of 200 changed terms, and
the memory of the scores. The choices of both are compared after every update.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from time import perf_counter
from typing import Any, Final

import numpy as np

from leadline.bench.as_module import run_as_module
from leadline.queries.maxima import BlockMaxima

SIZES: Final = (10_000, 100_000, 1_000_000)
CHANGED: Final = 200
"""Terms that an answer of twenty records changes."""
ROUNDS: Final = 300


def run() -> list[dict[str, Any]]:
    """One row a number of terms: medians over the rounds."""
    return [_measure(size) for size in SIZES]


def _measure(size: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    plain = rng.pareto(1.0, size)
    blocks = BlockMaxima(plain.copy())
    spent: dict[str, list[float]] = {"best": [], "argmax": [], "update": []}
    same = 0
    for _ in range(ROUNDS):
        places = np.unique(rng.integers(0, size, CHANGED))
        scores = rng.pareto(1.0, len(places))
        plain[places] = scores
        begin = perf_counter()
        blocks.update(places, scores)
        updated = perf_counter()
        best = blocks.best()
        chosen = perf_counter()
        scanned = int(plain.argmax())
        end = perf_counter()
        spent["update"].append(updated - begin)
        spent["best"].append(chosen - updated)
        spent["argmax"].append(end - chosen)
        same += best == scanned
    row: dict[str, Any] = {"terms": size, "identical": same, "rounds": ROUNDS}
    row |= {f"{k}_us": round(float(np.median(v)) * 1e6, 1) for k, v in spent.items()}
    return row | {"megabytes": round(size * 8 * (1 + 1 / 1024) / 1e6, 1)}


def main() -> None:
    """Print what one selection costs, from ten thousand to a million terms."""
    sys.stdout.write(json.dumps(run(), indent=1) + "\n")


if __name__ == "__main__":
    asked = ArgumentParser("python -m leadline.bench.selection", description=main.__doc__)
    run_as_module(main, asked)
