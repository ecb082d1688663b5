"""Two sources that hold much of the same: requests to 95 % of the second, beside the oracle.

``./run python tests/pipelines/measure_pairs.py [TABLE:RECORDS...]``: one line a pair; the first
number are requests for form, probes and tries, the second those after the first chosen word.
"""

from __future__ import annotations

import sys

from test_exchange import LEVEL, ideal, requests_to, second_of

from leadline.testing.pairs import overlapping

PAIRS = ("books:1500", "objects:2000", "zh_books:1500", "abstracts:1500", "people:1500")
SHARED = 0.7


def measure(name: str, count: int) -> str:
    _, second = overlapping(name, count, shared=SHARED)
    best, parts = ideal(second.table), []
    for alone in (False, True):
        ran = second_of(name, count, SHARED, alone=alone)
        before, asked = requests_to(ran.events, LEVEL * count)
        parts.append(
            f"{'alone' if alone else 'after the first'}: {before} + {asked} requests "
            f"({asked / best:.2f} x the oracle), {len(ran.records)} taken in {len(ran.gets)}"
        )
    return f"{name} {count}, oracle {best}; " + "; ".join(parts)


def main() -> None:
    for asked in sys.argv[1:] or PAIRS:
        name, _, count = asked.partition(":")
        sys.stdout.write(measure(name, int(count)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
