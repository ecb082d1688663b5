"""Measure again what ``floors.json`` pins, and refuse to sink: ``./run floors [GROUP...]``.

Data that is not there is skipped, visibly. ``--pin`` raises floors to what was measured (rounded
to the weaker side); nothing here ever lowers one: that is an edit by hand, with its reason in the
commit.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
SHARED = PROJECT.parent / "shared"
FLOORS = PROJECT / "tests" / "floors" / "floors.json"
PLACES = 3


@dataclass(frozen=True)
class Floor:
    """One pinned figure: ``path`` leads to it in the bench's JSON, ``limit`` bounds it."""

    group: str
    bench: tuple[str, ...]
    data: str
    path: str
    kind: str
    limit: float

    def holds(self, figure: float) -> bool:
        return figure >= self.limit if self.kind == "least" else figure <= self.limit


def read_floors(path: Path = FLOORS) -> list[Floor]:
    floors = []
    for entry in json.loads(path.read_text(encoding="utf-8")):
        for figure, bound in entry["figures"].items():
            ((kind, limit),) = bound.items()
            bench = tuple(entry["bench"])
            floors.append(Floor(entry["group"], bench, entry["data"], figure, kind, limit))
    return floors


def figure_in(result: Any, path: str) -> float:
    """The number at a dotted path; a part of digits is a place in a list.

    >>> figure_in({"sites": [{"recall": 1}]}, "sites.0.recall")
    1.0
    """
    for part in path.split("."):
        result = result[int(part)] if part.isdigit() else result[part]
    return float(len(result) if isinstance(result, list) else result)


def measure(bench: tuple[str, ...], data: Path | None) -> Any:
    """Run one bench as a person would and read its JSON; some need no data."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [sys.executable, "-m", "leadline", "bench", *bench]
        command += ["--json", str(out), *(["--data", str(data)] if data else [])]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        return json.loads(out.read_text(encoding="utf-8")) if done.returncode == 0 else None


def data_folder(data: str, shared: Path) -> Path:
    """The data of a floor: in the project if it is there, else in the shared folder."""
    inside = PROJECT / data
    return inside if data and inside.exists() else shared / data


def check(floors: list[Floor], shared: Path) -> list[tuple[Floor, float | None]]:
    """Every floor with the figure measured now, None where the data or the bench is missing."""
    measured: list[tuple[Floor, float | None]] = []
    for (bench, data), group in groupby(floors, key=lambda f: (f.bench, f.data)):
        folder = data_folder(data, shared)
        there = folder.exists()
        result = measure(bench, folder if data else None) if there else None
        for floor in group:
            if not there:
                say(f"SKIPPED  {' '.join(bench)}: {floor.path} (no {data})")
                continue
            figure = figure_in(result, floor.path) if result is not None else float("nan")
            say(f"{'ok      ' if floor.holds(figure) else 'SUNK    '} {' '.join(bench)}: "
                f"{floor.path} = {figure:g} ({floor.kind} {floor.limit:g})")  # fmt: skip
            measured.append((floor, figure))
    return measured


def raised(floor: Floor, figure: float) -> float:
    """The better of the floor and the figure, never a worse one."""
    if not floor.holds(figure):
        return floor.limit
    steps = round(figure * 10**PLACES, 6)
    rounded = math.floor(steps) if floor.kind == "least" else math.ceil(steps)
    return float(rounded / 10**PLACES)


def pin(measured: list[tuple[Floor, float | None]], path: Path = FLOORS) -> None:
    """Write measured figures as the new floors, where they are better."""
    better = {(f.bench, f.path): raised(f, m) for f, m in measured if m is not None}
    entries = json.loads(path.read_text(encoding="utf-8"))
    for entry in entries:
        for figure, bound in entry["figures"].items():
            for kind in bound:
                bound[kind] = better.get((tuple(entry["bench"]), figure), bound[kind])
    path.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help="small, gold, sites; all if none is named")
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with gold and sites")
    parser.add_argument("--pin", action="store_true", help="raise floors to what is measured")
    asked = parser.parse_args()
    floors = [f for f in read_floors() if not asked.groups or f.group in asked.groups]
    if not floors:
        parser.error(f"no floors in {', '.join(asked.groups)}")
    measured = check(floors, asked.shared)
    if asked.pin:
        pin(measured)
    sunk = [floor for floor, figure in measured if figure is not None and not floor.holds(figure)]
    say(f"{len(measured) - len(sunk)} floors hold, {len(sunk)} sunk, "
        f"{len(floors) - len(measured)} skipped")  # fmt: skip
    return 1 if sunk else 0


if __name__ == "__main__":
    raise SystemExit(main())
