"""Every behaviour of the hostile source ends in a true sentence, within its limits.

Rows that cost much run in a process of their own, which is measured. All others are sources of one
project, which must not wait for each other. ``measure_hostile.py`` runs and measures each alone.
"""

import asyncio
import gc
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from hostile_run import harvest
from nursery import Nursery

from amounts import MANY, further
from leadline.app.harvest import aharvest
from leadline.model import Outcome
from leadline_zoo.hostile import BEHAVIOURS, Behaviour, HostileSource
from leadline_zoo.site import Logged

MAX_SECONDS_OF_A_STEP: Final = 1.0
MAX_SECONDS_TOGETHER: Final = 900
SECONDS_BETWEEN_LOOKS: Final = 0.01
"""A look at each turn would be busy while all sources wait."""
HEAVY: Final = [name for name, row in BEHAVIOURS.items() if row.is_heavy and row.seconds <= 20]
LIKE_OTHERS: Final = (
    *("div later", "boxes later", "million later", "entry of a million nodes", "long words"),
    *("options later", "gzip bombs", "flood of cookies", "trap form", "header line of megabytes"),
    *("two encodings on a page", "formulas", "honest", "five thousand forms", "long header lines"),
    *("session ends with the form", "session ends with a sentence", "session of a cookie ends"),
    "script challenge",
)
"""What a source of another name does too, at another request."""
LIGHT: Final = [
    name
    for name, row in BEHAVIOURS.items()
    if not (row.is_heavy or row.is_slow) and (MANY or name not in LIKE_OTHERS)
]
LONG_LEARNING: Final = ("options later", "16 MB of boxes", "lists in lists")
"""Sources of which one step would take long if it were not divided, or done in a thread."""


def check(row: Behaviour, outcome: Outcome, requests: int, trespasses: list[Logged]) -> None:
    assert outcome.state in row.states
    assert outcome.records >= row.least_records
    assert row.reason in outcome.reason
    assert requests <= row.requests
    assert trespasses == []


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kB as Linux does")
@pytest.mark.parametrize("name", [further(name) if name in LIKE_OTHERS else name for name in HEAVY])
def test_heavy(name: str, tmp_path: Path, nursery: Nursery) -> None:
    row = BEHAVIOURS[name]
    ended = harvest(row, tmp_path, nursery)
    assert "Traceback" not in ended.errors
    assert ended.code in row.exit_codes
    check(row, ended.outcome, ended.requests, ended.trespasses)
    assert ended.seconds <= row.seconds
    assert ended.megabytes <= row.megabytes
    if name in LONG_LEARNING:
        assert ended.longest_step < MAX_SECONDS_OF_A_STEP


@dataclass(frozen=True)
class Together:
    """What became of the sources of one project, and the longest turn of its loop in seconds."""

    outcomes: dict[str, Outcome]
    sources: dict[str, HostileSource]
    longest_step: float


def harvest_together(names: list[str], folder: Path) -> Together:
    """Harvest these sources at once; measure the work of the loop's thread between two turns."""
    steps: list[float] = []

    async def watch() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            steps.append(time.thread_time() - before)

    with ExitStack() as stack:
        sources = {name: HostileSource(BEHAVIOURS[name]) for name in names}
        for source in sources.values():
            stack.enter_context(source)

        async def run() -> dict[str, Outcome]:
            watcher = asyncio.create_task(watch())
            urls = [source.url for source in sources.values()]
            harvest = aharvest(*urls, project=folder / "p", pace=0)
            taken = await asyncio.wait_for(harvest, MAX_SECONDS_TOGETHER)
            watcher.cancel()
            return taken.outcomes

        gc.freeze()  # what other tests left is not looked through in a turn of this loop
        outcomes = list(asyncio.run(run()).values())
        gc.unfreeze()
    return Together(dict(zip(names, outcomes, strict=True)), sources, max(steps))


@pytest.mark.slow
def test_light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One turn of the loop may hold a step of each of them."""
    monkeypatch.setattr("leadline.app.source.run.LOOPBACK_PAUSE", 0.05)
    together = harvest_together(LIGHT, tmp_path)
    for name, source in together.sources.items():
        check(BEHAVIOURS[name], together.outcomes[name], source.requests, source.trespasses)
    assert together.longest_step < 3 * MAX_SECONDS_OF_A_STEP
