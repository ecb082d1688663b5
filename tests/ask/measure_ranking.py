"""Learned weights of attributes on a public sample of judged queries (MSLR-WEB, SVMlight lines).

Usage: measure_ranking.py TRAIN TEST

BM25 of body, anchor, title and address (features 106 to 109) stand for attributes. A made person is
shown ten documents of each training query, in the order of the start, and chooses one: a document
is looked at with the chance 1 / place and chosen with a chance that grows with its judgement.
Printed is nDCG@10 over the test queries: at the start, learned from choices, and the best of 2,000
random weights on the test queries themselves.
"""

from __future__ import annotations

import sys
from itertools import islice
from math import log2
from pathlib import Path
from random import Random

from leadline.ask.learning import LoggedChoice, learn_weights, start_weights

NAMES = {"106": "body", "107": "anchor", "108": "title", "109": "address"}
SCALE = 10.0
SHOWN = 10
CHANCES = (0.05, 0.3, 0.6, 0.9, 1.0)
"""Chance that a document that is looked at is chosen, by judgement."""
Row = tuple[int, dict[str, float]]


def read(path: Path) -> dict[str, list[Row]]:
    """Read judged rows by query."""
    queries: dict[str, list[Row]] = {}
    for line in path.read_text().splitlines():
        judged, query, *features = line.split()
        pairs = (feature.split(":") for feature in features)
        row = {NAMES[name]: float(value) / SCALE for name, value in pairs if name in NAMES}
        queries.setdefault(query, []).append((int(judged), row))
    return queries


def ranked(rows: list[Row], weights: dict[str, float]) -> list[Row]:
    """Sort rows by their weighted sum, the best first."""
    return sorted(rows, key=lambda row: -sum(weights[n] * value for n, value in row[1].items()))


def ndcg(queries: dict[str, list[Row]], weights: dict[str, float], most: int = 10) -> float:
    """Return the mean nDCG of queries with any relevant document."""
    shares = []
    for rows in queries.values():
        best = _gain(sorted((judged for judged, _ in rows), reverse=True)[:most])
        if best:
            shares.append(_gain([judged for judged, _ in ranked(rows, weights)[:most]]) / best)
    return sum(shares) / len(shares)


def _gain(judged: list[int]) -> float:
    return sum((2**each - 1) / log2(place + 2) for place, each in enumerate(judged))


def choices(
    queries: dict[str, list[Row]], weights: dict[str, float], seed: int
) -> list[LoggedChoice]:
    """Let a made person choose once for each query, if anything is chosen at all."""
    random = Random(seed)
    made = []
    for query, rows in queries.items():
        shown = ranked(rows, weights)[:SHOWN]
        for place, (judged, _) in enumerate(shown):
            if random.random() < 1 / (place + 1) and random.random() < CHANCES[judged]:
                made.append(LoggedChoice(query, tuple(row for _, row in shown), place))
                break
    return made


def main(train: str, test: str) -> None:
    """Print the figures of eight draws of about a hundred choices, and their mean."""
    learning, judged = read(Path(train)), read(Path(test))
    start = dict.fromkeys(NAMES.values(), 1.0) | start_weights(None)
    print(f"start {ndcg(judged, start):.4f} on {len(judged)} queries")
    reached = []
    for seed in range(8):
        log = [each for turn in range(4) for each in choices(learning, start, 10 * seed + turn)]
        weights = learn_weights(log, start)
        reached.append(ndcg(judged, weights))
        print(f"{len(log)} choices: {reached[-1]:.4f}", weights)
    print(f"mean {sum(reached) / len(reached):.4f}")
    random = Random(0)
    drawn = ({name: random.expovariate(1) for name in NAMES.values()} for _ in range(2_000))
    best = max(islice(drawn, 2_000), key=lambda weights: ndcg(judged, weights))
    print(f"best of 2,000 random weights {ndcg(judged, best):.4f}", best)


if __name__ == "__main__":
    main(*sys.argv[1:])
