"""Kills a run of a whole line at random instants and compares its table; no test.

``./run python bench/measure_line.py bench/lines/chinese --kills 20``: the sites of the line are
served, one run is left alone, others are killed with SIGKILL and run again until so many kills were
made. Each must end with the records, the entities and the table of the first. Kills are aimed at
the stages in turn, at a random instant of each.
"""

from __future__ import annotations

import argparse
import csv
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from leadline.app.integration.kept_ids import ENTITIES_FILE
from leadline.cli.harvest import STOPPED_EXIT_CODE
from leadline.store import Reader
from leadline.store.line import TABLE_FILE, LineState
from leadline_research.bench.line.definition import LineDefinition, read_line
from leadline_research.bench.line.line import running_sites, served_index

Outcome = dict[str, object]


def command(definition: LineDefinition, index: str, folder: Path) -> list[str]:
    """Return the command of a run."""
    options = ["--topic", definition.topic, "--seed", index, "-p", str(folder), "--pace", "0", "-q"]
    return [sys.executable, "-m", "leadline", "run", *options]


def outcome(folder: Path) -> Outcome:
    """Return what a run left: records, entities and rows of the table, in no order."""
    with Reader(folder / "project.sqlite") as store:
        records = Counter((record.source, record.key, record.fields) for record in store.records())
    with (folder / ENTITIES_FILE).open(encoding="utf-8", newline="") as file:
        groups: dict[str, list[tuple[str, str]]] = {}
        for row in csv.DictReader(file):
            groups.setdefault(row["id"], []).append((row["source"], row["key"]))
    with (folder / TABLE_FILE).open(encoding="utf-8", newline="") as file:
        rows = Counter(frozenset(row.items()) for row in csv.DictReader(file))
    return {
        "records": records,
        "entities": Counter(tuple(sorted(group)) for group in groups.values()),
        "rows": rows,
    }


def stage_of(folder: Path) -> str:
    """Return the stage that is under way."""
    state = LineState.read(folder) if folder.is_dir() else None
    return (state.next_stage if state else "discover") or "integrate"


def say_end(code: int) -> None:
    """Say how a run ended that nobody killed; raise ``SystemExit`` if it was not by itself."""
    print(f"  ended with {code}", flush=True)
    if code not in (0, STOPPED_EXIT_CODE):
        raise SystemExit(f"a run ended with {code}")


def killed_run(
    call: list[str],
    folder: Path,
    rng: random.Random,
    seconds: dict[str, float],
    start: float,
    most: int,
) -> int:
    """Run to the end with at most so many kills; return how many there were.

    ``seconds`` are those that each stage took undisturbed, in their order; before its first stage
    a run takes ``start`` seconds.
    """
    stages = list(seconds)
    kills = 0
    while True:
        process = subprocess.Popen(call)
        if kills == most:
            say_end(process.wait())
            return kills
        # a stage that is over cannot be hit: then the one that is under way
        aim = stages[max(kills * len(stages) // most, stages.index(stage_of(folder)))]
        before = start
        while process.poll() is None and stage_of(folder) != aim:
            time.sleep(0.05)
            before = 0.0
        try:
            say_end(process.wait(rng.uniform(0.2, before + seconds[aim])))
        except subprocess.TimeoutExpired:
            was = stage_of(folder)
            process.kill()
            process.wait()
            kills += 1
            print(f"  killed in {was}", flush=True)
        else:
            return kills


def main() -> None:
    """Measure one line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("line", type=Path)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    definition, rng = read_line(options.line), random.Random(options.seed)
    with running_sites(definition) as sites, tempfile.TemporaryDirectory() as folder:
        links = [(site.url, site.text) for site in sites.values()]
        with served_index(links, definition.decoys) as index:
            alone = Path(folder) / "alone"
            began = time.monotonic()
            subprocess.run(command(definition, index, alone), check=False)
            whole = time.monotonic() - began
            state, expected = LineState.read(alone), outcome(alone)
            assert state is not None
            seconds = {note.stage: max(note.seconds, 0.5) for note in state.notes}
            start = whole - sum(note.seconds for note in state.notes)
            print(f"undisturbed: {start:.1f} s and {seconds}, {len(expected['rows'])} rows")
            kills = number = 0
            while kills < options.kills:
                number += 1
                own = Path(folder) / f"killed-{number}"
                call = command(definition, index, own)
                kills += killed_run(call, own, rng, seconds, start, options.kills - kills)
                again = outcome(own)
                for name, value in expected.items():
                    differing = sum(((value - again[name]) + (again[name] - value)).values())
                    print(f"run {number}, {kills} kills: {differing} {name} differ", flush=True)


if __name__ == "__main__":
    main()
