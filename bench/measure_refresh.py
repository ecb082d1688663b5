"""Requests of a refresh and what it finds, by the order of the source; and twenty kills.

    ./run python bench/measure_refresh.py [--count 20000] [--words 3000] [--kills 20]

A source changes 1 % a day: a third each is inserted, changed and removed. Prints a row a source.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_args

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "app"))

import leadline
from leadline_zoo.adversarial.changing import Order, serve_changing
from leadline_zoo.spec import Engine, Pager, SourceSpec

if TYPE_CHECKING:
    from leadline.app.refresh.revisit import Extent

SHARE = 0.01
DAYS = 3


def measure(spec: SourceSpec, order: Order, extent: Extent) -> str:
    """Harvest a source, let days pass, and refresh after each."""
    rng, requests, found, all_changes, false, gone, removed = Random(1), 0, 0, 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, serve_changing(spec, order) as source:
        leadline.harvest(source.url, project=folder)
        harvest = source.requests
        missing, made, altered = set[str](), set[str](), set[str]()
        for _ in range(DAYS):
            day, before = source.pass_day(SHARE, rng), source.requests
            result = leadline.refresh(folder, extent=extent)
            requests += source.requests - before
            told: dict[str, set[str]] = {"new": set(), "changed": set(), "gone": set()}
            for change in result.changes:
                told.setdefault(change.what, set()).add(change.key.rpartition("/")[2])
            found += len(told["new"] & day.new) + len(told["changed"] & day.changed)
            made, altered = made | day.new, altered | day.changed
            false += len(told["new"] - made) + len(told["changed"] - altered)
            all_changes += len(day.new) + len(day.changed)
            missing |= day.gone
            gone, removed = gone + len(told["gone"] & missing), removed + len(day.gone)
            false += len(told["gone"] - missing)
    share = requests / DAYS / harvest
    return (
        f"| {spec.name} | {order} | {extent} | {harvest:,} | {requests / DAYS:,.0f} ({share:.1%}) "
        f"| {found / all_changes:.1%} | {gone} of {removed} | {false} |"
    )


def main() -> None:
    """Print the table, then the kills."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--words", type=int, default=3_000)
    parser.add_argument("--kills", type=int, default=20)
    args = parser.parse_args()
    whole = SourceSpec("one list", "books", args.count, pager=Pager("next", 50))
    words = SourceSpec("words", "books", args.words, engine=Engine(empty="nothing"))
    extents: tuple[Extent, ...] = ("changes", "new")
    for spec in (whole, words):
        for order in get_args(Order):
            for extent in extents:
                print(measure(spec, order, extent), flush=True)
    from nursery import Nursery
    from test_refresh import LIST, kill_until_done

    with (
        tempfile.TemporaryDirectory() as folder,
        serve_changing(LIST, "fixed") as source,
        Nursery() as nursery,
    ):
        leadline.harvest(source.url, project=folder)
        rng = random.Random(20261122)
        kills = kill_until_done(nursery, source, Path(folder), rng, kills=args.kills)
        print(f"{kills} kills: nothing lost, doubled or told twice")


if __name__ == "__main__":
    main()
