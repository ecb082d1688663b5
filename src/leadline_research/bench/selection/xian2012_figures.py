"""Figures 1 to 4 of Xian et al. 2012 in shape, drawn on a pool of overlapping sources.

``python -m leadline_research.bench.selection.xian2012_figures POOL FOLDER`` writes an SVG a figure:

- 1: Cycle-A beside Separate-A with three selectors, run in a row as the paper counts. In ``1b``
  every source is stopped at the same coverage by itself.
- 2: QuerySelect-DK and its rivals on the last source, after all others were taken.
- 3 and 4: knowledge renewed every 1, 10 and 30 queries, and ever less often as it grows. It starts
  empty in 3 and rich in 4.

>>> together([[(1, 1, 0.5), (2, 2, 1.0)], [(1, 1, 1.0)]])[-1]
(3, 3, 1.0)
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.selection.acquire import acquire
from leadline_research.bench.selection.curves import curves_svg
from leadline_research.bench.selection.pools import load_pool
from leadline_research.bench.selection.simulated import SIMULATED_PAGE_SIZE
from leadline_research.bench.selection.strategies import STRATEGIES, Strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from leadline_research.bench.selection.oracle import Curve
    from leadline_research.bench.selection.simulated import SimulatedSource

Points = list[tuple[int, int, float]]
SEPARATE_STRATEGIES: Final = ("separate-a-t", "separate-a-gb", "separate-a-hf")
LAST_SOURCE_STRATEGIES: Final = {
    "QuerySelect-DK": Strategy("dk", "separate"),
    "QuerySelect-T": Strategy("t", "separate"),
    "Graph-Based": Strategy("gb", "separate"),
    "High-frequency": Strategy("hf", "separate"),
    "default": STRATEGIES["default"],
}
MAX_FIGURE_POINTS: Final = 60
SHOWN_QUERIES: Final = 1_500
"""Queries shown in figures 3 and 4; the paper's curves differ during the first 400."""
RENEWAL_STRATEGIES: Final = {
    "K = 1": STRATEGIES["cycle-a"],
    "K = 10": STRATEGIES["cycle-a-k10"],
    "K = 30": STRATEGIES["cycle-a-k30"],
    "K grows": STRATEGIES["cycle-a-grows"],
}


def together(curves: Sequence[Points]) -> Points:
    """Sum the queries and requests of sources stopped at the same coverage, level by level."""
    levels = sorted({round(point[2], 3) for points in curves for point in points})
    found: Points = []
    for level in levels:
        reached = [next((p for p in points if p[2] >= level), None) for points in curves]
        if all(reached):
            done = [point for point in reached if point is not None]
            found.append((sum(p[0] for p in done), sum(p[1] for p in done), level))
    return found


def figures(pool: Path, folder: Path, tell: Callable[[str], None] = print) -> None:
    """Write the pictures."""
    loaded = load_pool(pool, broad=False)
    sources = loaded.simulated(Random(1), page_size=SIMULATED_PAGE_SIZE, cap=0)
    drawn = {
        **_figure_1(sources),
        "xian2012-2": _figure_2(sources),
        "xian2012-3": _renewed(sources[:1], ()),
        "xian2012-4": _renewed(sources[2:3], sources[:2]),
    }
    for name, curves in drawn.items():
        path = folder / f"{name}.svg"
        path.write_text(curves_svg(curves), encoding="utf-8")
        tell(f"{path}: " + ", ".join(f"{c['strategy']} {_last(c['points'])}" for c in curves))


def _figure_1(sources: Sequence[SimulatedSource]) -> dict[str, list[dict[str, Any]]]:
    in_a_row, stopped = [], []
    for name in ("default", "cycle-a-60", "cycle-a", *SEPARATE_STRATEGIES):
        trial = acquire(sources, STRATEGIES[name], seed=1)
        in_a_row.append(_drawn(name, _thinned(trial.together)))
        each = [_thinned(curve, 300) for curve in trial.each.values()]
        stopped.append(_drawn(name, together(each)[:: max(1, 300 // MAX_FIGURE_POINTS)]))
    return {"xian2012-1": in_a_row, "xian2012-1b": stopped}


def _figure_2(sources: Sequence[SimulatedSource]) -> list[dict[str, Any]]:
    *known, last = sources
    curves = []
    for name, strategy in LAST_SOURCE_STRATEGIES.items():
        shared = name in ("QuerySelect-DK", "default")
        schedule = Strategy(strategy.selector, "best") if shared else strategy
        trial = acquire([last], schedule, seed=1, known=known if shared else ())
        curves.append(_drawn(name, _thinned(trial.together)))
    return curves


def _renewed(
    asked: Sequence[SimulatedSource], known: Sequence[SimulatedSource]
) -> list[dict[str, Any]]:
    curves = []
    for name, strategy in RENEWAL_STRATEGIES.items():
        trial = acquire(asked, replace(strategy, schedule="best"), seed=1, known=known)
        curves.append(_drawn(name, _thinned(trial.together, most=SHOWN_QUERIES)))
    return curves


def _thinned(curve: Curve, points: int = MAX_FIGURE_POINTS, most: int = 0) -> Points:
    size = min(len(curve.covered), most) if most else len(curve.covered)
    places = sorted({size * i // points for i in range(points)} | {size - 1}) if size else []
    return [(p + 1, curve.requests[p], round(curve.covered[p] / curve.total, 4)) for p in places]


def _drawn(name: str, points: Points) -> dict[str, Any]:
    return {"strategy": name, "points": points}


def _last(points: Points) -> str:
    return f"{points[-1][2]:.1%} after {points[-1][0]:,}" if points else "nothing"


def main(pool: Path, folder: Path) -> None:
    """Draw figures 1 to 4 of Xian et al. 2012 on a pool of overlapping sources."""
    if not pool.exists():
        raise ValueError(f"{pool} does not exist")
    folder.mkdir(parents=True, exist_ok=True)
    figures(pool, folder)


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.selection.xian2012_figures", description=main.__doc__
    )
    asked.add_argument("pool", type=Path, help="a parquet file with a bit mask, or a folder")
    asked.add_argument("folder", type=Path, help="where the pictures go; made where it is missing")
    run_as_module(main, asked)
