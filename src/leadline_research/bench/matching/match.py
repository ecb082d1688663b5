"""``bench match``: pairwise F1 of record matching without labels, on whole tables.

Each set is matched whole, and again with half and with four fifths of the true matches taken away.
``oracle_f1`` is F1 at the threshold that labels would have chosen. Times are of processor.
"""

from __future__ import annotations

import random
import resource
import time
from importlib.util import find_spec
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from leadline.integrate.matching.matcher import match
from leadline_research.bench.matching.data import MatchSet, read_set, read_sets
from leadline_research.bench.matching.rivals import (
    autofj_pairs,
    jaro_winkler_pairs,
    splink_pairs,
    tf_idf_pairs,
    token_set_pairs,
)
from leadline_research.named import chosen, member

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

KEPT: Final = (1.0, 0.5, 0.2)
SCORED = "list[tuple[int, int, float]]"


def run(
    data: Path, names: Sequence[str] = (), kept: Sequence[float] = KEPT, methods: Sequence[str] = ()
) -> dict[str, Any]:
    """Measure every set at every share of kept matches, by every method."""
    installed = [name for name in METHODS if name != "splink" or find_spec("splink")]
    methods = chosen(methods or installed, METHODS, "method")
    rows = []
    for folder in read_sets(data, list(names)):
        for keep in kept:
            pool = read_set(folder, keep, random.Random(f"{folder.name} {keep}"))
            for method in methods:
                row = {"name": pool.name, "keep": keep, "method": method, **measure(pool, method)}
                rows.append(row)
    own = [row for row in rows if row["method"] == "default" and row["keep"] == 1]
    return {"sets": own or rows, "all": rows, "means": means(rows), "lead": lead(rows)}


def measure(pool: MatchSet, method: str) -> dict[str, Any]:
    """Precision, recall and F1 of a method on a set, with its time and memory."""
    started = time.process_time()
    ranked, threshold = member(method, METHODS, "method")(pool)
    seconds = time.process_time() - started
    found = {(left, right) for left, right, score in ranked if score >= threshold}
    right = len(found & pool.gold)
    return {
        "precision": round(right / max(1, len(found)), 4),
        "recall": round(right / max(1, len(pool.gold)), 4),
        "f1": round(2 * right / max(1, len(found) + len(pool.gold)), 4),
        "oracle_f1": round(oracle_f1(ranked, pool.gold), 4),
        "seconds": round(seconds, 2),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def oracle_f1(ranked: Sequence[tuple[int, int, float]], gold: set[tuple[int, int]]) -> float:
    """Return F1 at the best number of pairs, best pairs first."""
    best, right = 0.0, 0
    for number, pair in enumerate(sorted(ranked, key=lambda each: -each[2]), start=1):
        right += pair[:2] in gold
        best = max(best, 2 * right / (number + len(gold)))
    return best


def means(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Mean F1 of the sets and of their oracles, by method and share of kept matches."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        family = "autofj" if row["name"].startswith("autofj") else "others"
        groups.setdefault(f"{row['method']} {row['keep']} {family}", []).append(row)
    return {
        name: {key: round(fmean(row[key] for row in group), 4) for key in ("f1", "oracle_f1")}
        for name, group in groups.items()
    }


def lead(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Lead of the default over the peer of the best mean F1 of all sets, by share that is kept.

    >>> found = {"default": 0.9, "splink": 0.7, "tf-idf": 0.8}
    >>> lead([{"method": name, "keep": 1.0, "f1": f1} for name, f1 in found.items()])
    {'1.0': {'sets': 1, 'f1': 0.9, 'best_peer': 'tf-idf', 'peer_f1': 0.8, 'lead': 0.1}}
    """
    found: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        found.setdefault(str(row["keep"]), {}).setdefault(row["method"], []).append(row["f1"])
    leads: dict[str, dict[str, Any]] = {}
    for keep, of_methods in found.items():
        own = of_methods.pop("default", None)
        if own and of_methods:
            peer = max(of_methods, key=lambda name: fmean(of_methods[name]))
            best = fmean(of_methods[peer])
            leads[keep] = {"sets": len(own), "f1": round(fmean(own), 4), "best_peer": peer}
            leads[keep] |= {"peer_f1": round(best, 4), "lead": round(fmean(own) - best, 4)}
    return leads


def _default(pool: MatchSet) -> tuple[list[tuple[int, int, float]], float]:
    right = pool.columns(pool.right) if pool.right is not None else None
    matching = match(pool.columns(pool.left), right)
    ranked = [(pair.left, pair.right, pair.score) for pair in matching.ranked]
    return ranked, matching.threshold


METHODS: Final[dict[str, Callable[[MatchSet], tuple[list[tuple[int, int, float]], float]]]] = {
    "default": _default,
    "token-set": token_set_pairs,
    "tf-idf": tf_idf_pairs,
    "jaro-winkler": jaro_winkler_pairs,
    "autofj": autofj_pairs,
    "splink": splink_pairs,
}
