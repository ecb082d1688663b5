"""Fuzz readers of fetched text: ``./run python bench/fuzz.py [TARGET ...] --seconds 60``.

Prints how many texts each reader took. A text that breaks one is made small and shown.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from hypothesis import HealthCheck, given, seed, settings

from fuzz_targets import TARGETS

EXAMPLES_OF_A_ROUND = 500


def fuzz(name: str, seconds: float) -> int:
    """Run one target for some seconds, with other texts in every round; count them."""
    target, texts, until = TARGETS[name], 0, time.monotonic() + seconds
    round_number = time.time_ns() % 1_000_000
    while time.monotonic() < until:
        round_number += 1

        @seed(round_number)
        @settings(
            max_examples=EXAMPLES_OF_A_ROUND,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(target.texts())
        def run(body: bytes) -> None:
            nonlocal texts
            texts += 1
            target.run(body)

        run()
    return texts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []])
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    chosen = parser.parse_args()
    for name in chosen.targets or TARGETS:
        print(f"{name}: {fuzz(name, chosen.seconds):,} texts", flush=True)


if __name__ == "__main__":
    main()
