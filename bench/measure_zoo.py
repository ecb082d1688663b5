"""Harvests sources of the zoo from their entry address and says how much of each was taken.

``./run python bench/measure_zoo.py [NAME...] [--minutes 1]``: one line a source. No test:
what a harvester reaches is pinned elsewhere; this shows where it stands on every kind of source.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from leadline.app.harvest import aharvest
from leadline.model import Budget
from leadline.store import Reader
from leadline_zoo.source import ServedSource, serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from leadline.model import Outcome, Record


def address(url: str) -> str:
    """A detail link without what belongs to a session."""
    parts = urlsplit(url)
    number = parse_qs(parts.query).get("id", [""])[0]
    return f"{parts.path}#{number}"


def taken_of(source: ServedSource, records: list[Record]) -> tuple[int, int]:
    """How many rows of the truth were taken, and how many records are rows of the truth."""
    truth = source.truth()
    if "url" in truth[0]:
        wanted = {address(row["url"]) for row in truth}
        keys = [
            next((address(f.value) for f in record.fields if address(f.value) in wanted), "")
            for record in records
            if any(f.kind == "link" for f in record.fields)
        ]
        return len(set(keys) - {""}), sum(map(bool, keys))
    rows = {frozenset(v for v in row.values() if v) for row in truth}
    values = [frozenset(f.value for f in record.fields) for record in records]
    found = [next((row for row in rows if row <= got), None) for got in values]
    return len({row for row in found if row}), sum(row is not None for row in found)


async def harvested(
    source: ServedSource, folder: str, minutes: float
) -> tuple[Outcome, list[Record]]:
    result = await aharvest(source.url, project=f"{folder}/p", budget=Budget(minutes=minutes))
    with Reader(result.project.store) as reader:
        return next(iter(result.outcomes.values())), list(reader.records())


def measure(name: str, minutes: float) -> str:
    with serve(ZOO[name]) as source, tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        try:
            outcome, records = asyncio.run(harvested(source, folder, minutes))
        except Exception as error:  # one source that breaks must not end the list
            return f"{name:17} CRASH {error!r}"
        taken, right = taken_of(source, records)
        recall, precision = taken / len(source.truth()), right / max(1, len(records))
        return (
            f"{name:17} recall {recall:.3f} precision {precision:.3f} "
            f"requests {source.requests}/{source.ideal_requests} "
            f"traps {len(source.trespasses)} {time.monotonic() - started:.0f} s "
            f"{outcome.state}: {outcome.proof or outcome.reason}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*ZOO], metavar="NAME")
    parser.add_argument("--minutes", type=float, default=1.0, help="most minutes a source")
    asked = parser.parse_args()
    for name in asked.names:
        sys.stdout.write(measure(name, asked.minutes) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
