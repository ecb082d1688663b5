"""Measure every hostile behaviour alone: ``./run python bench/measure_hostile.py [NAME ...]``.

Takes some minutes; rows that are slow wait for time-outs.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "app"))
from hostile_run import harvest
from nursery import Nursery

from leadline_zoo.hostile import BEHAVIOURS


def main(names: list[str]) -> None:
    print("| behaviour | state | records | requests | seconds | MB | reason |")
    for name in names or BEHAVIOURS:
        with tempfile.TemporaryDirectory() as folder, Nursery() as nursery:
            ended = harvest(BEHAVIOURS[name], Path(folder), nursery)
        outcome = ended.outcome
        print(
            f"| {name} | {outcome.state} | {outcome.records} | {ended.requests} | "
            f"{ended.seconds:.1f} | {ended.megabytes:.0f} | {outcome.reason} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
