"""Measures, one after the other, the times that issues of search, ask and serve promise.

    ./run python bench/measure_clock.py FOLDER [RECORDS]

Meant for a machine without other work. The project of ``bench/measure_search.py`` is made once
in FOLDER (1,000,000 records unless told), a smaller one for 50 people beside it. Prints one JSON
object: figures, and whether each bound is kept.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from leadline_research.bench.asking.ask import run

HERE = Path(__file__).resolve().parent
PEOPLE_RECORDS = 100_000
FIRST_RECORD_SECONDS, OVERRUN_SECONDS = 1.0, 0.2
SEARCH_P95_MS, PEOPLE_P95_SECONDS = 100.0, 0.3


def asked() -> dict[str, Any]:
    """First records, and the deadline in trouble, of the three drawn domains."""
    domains = run()["domains"]
    first = {each["name"]: each["first_seconds"] for each in domains}
    overrun = {each["name"]: each["trouble"]["overrun_seconds"] for each in domains}
    return {
        "first record, median and slowest, s (bound 1)": first,
        "first records in time": max(max(each) for each in first.values()) < FIRST_RECORD_SECONDS,
        "end after the deadline in trouble, s (bound .2)": overrun,
        "deadline kept": max(overrun.values()) <= OVERRUN_SECONDS,
    }


def searched(folder: Path, count: int) -> dict[str, Any]:
    found = measured("measure_search.py", count, folder / "load")
    p95 = found["p95 ms, processor"][0]
    return {**found, "search in time (bound 100 ms)": p95 <= SEARCH_P95_MS}


def crowded(folder: Path, count: int) -> dict[str, Any]:
    found = measured("measure_load.py", min(count, PEOPLE_RECORDS), folder / "people")
    return {**found, "people in time (bound .3 s)": found["people"]["p95"] < PEOPLE_P95_SECONDS}


def measured(script: str, count: int, folder: Path) -> dict[str, Any]:
    command = [sys.executable, str(HERE / script), str(count), str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    figures: dict[str, Any] = json.loads(printed[printed.index("{") :])
    return figures


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    figures: dict[str, Any] = {"load before": os.getloadavg()[0]}
    for name, measure in (
        ("ask", asked),
        ("search", lambda: searched(folder, count)),
        ("50 people", lambda: crowded(folder, count)),
    ):
        began = time.monotonic()
        figures[name] = measure()
        figures[name]["took, s"] = round(time.monotonic() - began)
        print(name, figures[name]["took, s"], "s", file=sys.stderr)
    print(json.dumps(figures, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
