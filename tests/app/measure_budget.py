"""Prints what a line takes of one budget, by the share that discovery may take; no test.

``./run python tests/app/measure_budget.py small --budgets 50 250 --shares .03 .1 .3 1``: libraries
of a scene among other sources and decoys, behind a page that calls them by their titles, in the
barren one by mere names.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from dataclasses import replace

from discovery_scene import OTHERS

import leadline
from leadline.app.discover import load_discovery
from leadline.app.line import budget
from leadline_zoo.directory import serve_directory
from leadline_zoo.source import ServedSource
from leadline_zoo.zoo import ZOO

SCENES = {"small": (12, 60, 15), "large": (2, 3_000, 15), "barren": (1, 600, 30)}
"""Libraries of a scene, records of each, and sources of other domains."""
LIBRARIES = ("opac", "discovery", "moody", "many-fields", "capped-catalogue")


def taken(scene: str, requests: int, share: float) -> tuple[int, int, int]:
    """Return the records, the interfaces found and the requests of discovery of one run."""
    libraries, records, others = SCENES[scene]
    budget.DISCOVERY_SHARE = share  # type: ignore[misc]
    specs = [
        replace(ZOO[LIBRARIES[at % len(LIBRARIES)]], count=records, seed=at)
        for at in range(libraries)
    ]
    specs += [replace(ZOO[OTHERS[at % len(OTHERS)]], seed=at) for at in range(others)]
    with ExitStack() as stack:
        served = [stack.enter_context(ServedSource(spec)) for spec in specs]
        is_named = scene == "barren"
        links = [
            (source.url, f"Qorlan{at}" if is_named else source.spec.kind)
            for at, source in enumerate(served)
        ]
        index = stack.enter_context(serve_directory(links))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        total = leadline.Budget(requests=requests)
        line = leadline.run(
            index.url,
            project=folder,
            topic="books, library catalogue",
            anywhere=True,
            total=total,
            pace=0.0,
        )
        found = load_discovery(line.project)
        return line.facts.get("records", 0), len(found.found), found.outcome.requests


def main() -> None:
    """Measure a scene with each budget and share."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scene", choices=SCENES)
    parser.add_argument("--budgets", nargs="+", type=int, default=[50, 100, 250, 1_000])
    parser.add_argument("--shares", nargs="+", type=float, default=[0.03, 0.1, 0.3, 1.0])
    options = parser.parse_args()
    for requests in options.budgets:
        for share in options.shares:
            records, found, asked = taken(options.scene, requests, share)
            print(
                f"{options.scene}, {requests} requests, share {share}: {records:,} records, "
                f"{found} found, {asked} for discovery",
                flush=True,
            )


if __name__ == "__main__":
    main()
