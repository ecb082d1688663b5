"""Learned weights of attributes on a public sample of judged queries (MSLR-WEB, SVMlight lines).

Usage: measure_ranking.py TRAIN TEST [all | text | bm25] [TURNS]

Attributes are all 136 features of a document, or the 125 that come of its texts, each scaled to 0
to 1 within a query and of weight 1 at the start; or BM25 of body, anchor, title and address
(features 106 to 109), where the title counts twice. A made person is shown ten documents of each
training query, in the order of the start, TURNS times (4), and chooses one: a document is looked at
with the chance 1 / place and chosen with a chance that grows with its judgement.
Printed is nDCG@10 over the test queries, of which nothing was learned: at the start, learned from
choices, and the standard error of the gain over the queries.
"""

from __future__ import annotations

import sys
from math import log2
from pathlib import Path
from random import Random
from statistics import mean, stdev

from leadline.ask.learning import LoggedChoice, learn_weights, start_weights

BM25 = {"106": "body", "107": "anchor", "108": "title", "109": "address"}
TEXTS = 125
"""The first features come of texts; those behind them of links, addresses and logged clicks."""
SHOWN, DRAWS = 10, 8
CHANCES = (0.05, 0.3, 0.6, 0.9, 1.0)
"""Chance that a document that is looked at is chosen, by judgement."""
Row = tuple[int, dict[str, float]]


def read(path: Path, which: str) -> dict[str, list[Row]]:
    """Read judged rows by query."""
    queries: dict[str, list[Row]] = {}
    for line in path.read_text().splitlines():
        judged, query, *features = line.split()
        pairs = [feature.split(":") for feature in features]
        if which == "bm25":
            row = {BM25[name]: float(value) / 10 for name, value in pairs if name in BM25}
        else:
            most = TEXTS if which == "text" else len(pairs)
            row = {name: float(value) for name, value in pairs[:most]}
        queries.setdefault(query, []).append((int(judged), row))
    return queries if which == "bm25" else {q: scaled(rows) for q, rows in queries.items()}


def scaled(rows: list[Row]) -> list[Row]:
    """Scale each feature to 0 to 1 within a query."""
    ends = {name: [row[name] for _, row in rows] for name in rows[0][1]}
    low = {name: min(values) for name, values in ends.items()}
    width = {name: max(values) - low[name] or 1.0 for name, values in ends.items()}
    return [(j, {n: (value - low[n]) / width[n] for n, value in row.items()}) for j, row in rows]


def ranked(rows: list[Row], weights: dict[str, float]) -> list[Row]:
    """Sort rows by their weighted sum, the best first."""
    return sorted(
        rows, key=lambda row: -sum(weights.get(n, 1.0) * value for n, value in row[1].items())
    )


def ndcg(queries: dict[str, list[Row]], weights: dict[str, float], most: int = 10) -> list[float]:
    """Return the nDCG of each query with any relevant document."""
    shares = []
    for rows in queries.values():
        best = _gain(sorted((judged for judged, _ in rows), reverse=True)[:most])
        if best:
            shares.append(_gain([judged for judged, _ in ranked(rows, weights)[:most]]) / best)
    return shares


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


def main(train: str, test: str, which: str = "all", turns: str = "4") -> None:
    """Print the figures of eight draws of choices, and their mean."""
    learning, judged = read(Path(train), which), read(Path(test), which)
    start = start_weights(None) if which == "bm25" else {}
    before = ndcg(judged, start)
    print(f"{which}: start {mean(before):.4f} on {len(before)} queries")
    gains = [0.0] * len(before)
    for seed in range(DRAWS):
        log = [c for turn in range(int(turns)) for c in choices(learning, start, 100 * seed + turn)]
        reached = ndcg(judged, learn_weights(log, start))
        print(f"{len(log)} choices: {mean(reached):.4f}", flush=True)
        gains = [g + (r - b) / DRAWS for g, r, b in zip(gains, reached, before, strict=True)]
    error = stdev(gains) / len(gains) ** 0.5
    print(f"learned {mean(before) + mean(gains):.4f}, gain {mean(gains):+.4f} ± {error:.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
