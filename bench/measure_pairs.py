"""Two sources that hold much of the same: requests to 95 % of the second, beside the oracle.

``./run python bench/measure_pairs.py [TABLE:RECORDS[:CAP:PAGE:MATCH:ORDER]...]``: one
line a pair; the first number are requests for form, probes and tries, the second those after the
first chosen word.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "crawl"))
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "selection"))
from test_coordinator import LEVEL, ideal, requests_to, second_of

from leadline_zoo.pairs import overlapping

PAIRS = ("books:1500", "objects:2000", "zh_books:1500", "abstracts:1500", "people:1500")
SHARED = 0.7


def measure(name: str, count: int, **how: Any) -> str:
    _, second = overlapping(name, count, shared=SHARED, **how)
    best, parts = ideal(second.table, **how), []
    for alone in (False, True):
        ran = second_of(name, count, SHARED, alone=alone, **how)
        before, asked = requests_to(ran.events, LEVEL * count)
        parts.append(
            f"{'alone' if alone else 'after the first'}: {before} + {asked} requests "
            f"({asked / best:.2f} x the oracle), {len(ran.records)} taken in {len(ran.gets)}"
        )
    return f"{name} {count}, oracle {best}; " + "; ".join(parts)


def how_of(given: list[str]) -> dict[str, Any]:
    """The second source as it is told: cap, page size, what two words find, order."""
    if not given:
        return {}
    cap, page, match, order = given
    return {"cap": int(cap), "page": int(page), "match": match, "order": order}


def main() -> None:
    for asked in sys.argv[1:] or PAIRS:
        name, count, *how = asked.split(":")
        sys.stdout.write(measure(name, int(count), **how_of(how)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
