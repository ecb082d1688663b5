"""Prints what a third source of a domain takes, alone and after two others; no test.

``./run python bench/measure_line_knowledge.py novels-north novels-south novels-east``: sources
of ``bench/lines``. For each it prints requests, records and the names of its columns.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import leadline
from leadline.store import Reader
from leadline_research.bench.line.line import call

SCRIPT = str(Path(__file__).parent / "lines" / "site")


def show(title: str, folder: str, *urls: str) -> None:
    """Harvest sources into a project, and print what the last one took."""
    taken = leadline.harvest(*urls, project=folder, pace=0.0)
    key, outcome = list(taken.outcomes.items())[-1]
    with Reader(taken.project.store) as store:
        names = [column.column for column in store.columns(key) if column.kind == "text"]
    print(f"{title}: {outcome.requests} requests, {outcome.records} records, {outcome.state}")
    print(f"  {', '.join(names)}", flush=True)


def main() -> None:
    """Measure the last of the named sources with and without the others."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+")
    names = parser.parse_args().names
    urls = {name: call(SCRIPT, "start", name, "0").split()[-1] for name in names}
    try:
        with tempfile.TemporaryDirectory() as alone, tempfile.TemporaryDirectory() as together:
            show(f"{names[-1]} alone", f"{alone}/p", urls[names[-1]])
            for at, name in enumerate(names, 1):
                show(f"{name} in company", f"{together}/p", *[urls[each] for each in names[:at]])
    finally:
        for name in names:
            call(SCRIPT, "stop", name)


if __name__ == "__main__":
    main()
