"""Kills refreshes (SIGKILL) at twenty instants, spread over their length; nothing may be lost.

    ./run python bench/measure_refresh_kills.py [--kills 20]

Day after day a list of 200 records changes by 5 %. Each refresh is killed and begun again, until
one comes to its end. It prints a line for each day, and fails where a change is told twice or not
at all, where a record is lost or doubled, or where a killed refresh costs more than two requests.
A kill after the last step of a visit is no loss: the next run is then another visit.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "app"))
from nursery import Nursery
from test_refresh import LIST, kill_until_done

import leadline
from leadline_zoo.adversarial.changing import serve_changing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    wanted = parser.parse_args().kills
    rng = random.Random(20)
    done = days = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serve_changing(LIST, "fixed") as source,
        Nursery() as nursery,
    ):
        leadline.harvest(source.url, project=folder)
        while done < wanted:
            before = source.requests
            kills = kill_until_done(nursery, source, Path(folder), rng, kills=1)
            done, days = done + kills, days + 1
            print(f"day {days}: killed {kills} times, {source.requests - before} requests")
    print(f"{done} kills in {days} days: every change told once, no record lost or doubled")


if __name__ == "__main__":
    main()
