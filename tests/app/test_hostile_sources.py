"""Every behaviour of the hostile source ends in a true sentence, within its limits."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from leadline.app.harvest import aharvest, load
from leadline_zoo.hostile import BEHAVIOURS, HostileSource

if TYPE_CHECKING:
    from leadline.model import Outcome
    from leadline_zoo.hostile import Behaviour
    from leadline_zoo.site import Logged

MAX_SECONDS_OF_A_STEP: Final = 1.0
MEASURED: Final = """
import atexit, pathlib, sys
from leadline.cli import main
show = lambda: sys.stderr.write(pathlib.Path("/proc/self/status").read_text())
atexit.register(show)
main()
"""
"""Runs leadline and tells its own peak of memory: that of ``wait4`` begins with its parent's."""


@dataclass(frozen=True)
class Ended:
    code: int
    outcome: Outcome
    seconds: float
    megabytes: float
    requests: int
    errors: str
    trespasses: list[Logged]


def harvest(behaviour: Behaviour, folder: Path) -> Ended:
    """Run ``leadline harvest`` in a process of its own and measure what it uses."""
    with HostileSource(behaviour) as source:
        project, log = folder / "project", folder / "errors"
        argv = ["-c", MEASURED, "harvest", source.url, "-p", str(project), "-q", "--pace", "0"]
        child = os.posix_spawn(
            sys.executable,
            [sys.executable, *argv],
            {**os.environ, "XDG_STATE_HOME": str(folder), "OMP_NUM_THREADS": "1"},
            file_actions=[(os.POSIX_SPAWN_OPEN, 2, str(log), os.O_WRONLY | os.O_CREAT, 0o644)],
        )
        _, status, usage = os.wait4(child, 0)
        outcome = next(iter(load(project).outcomes.values()))
        return Ended(
            os.waitstatus_to_exitcode(status),
            outcome,
            usage.ru_utime + usage.ru_stime,
            int(re.findall(r"VmHWM:\s*(\d+) kB", log.read_text("utf-8"))[-1]) / 1024,
            source.requests,
            log.read_text("utf-8"),
            source.trespasses,
        )


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")
@pytest.mark.parametrize("name", BEHAVIOURS)
def test_behaviour(name: str, tmp_path: Path) -> None:
    row = BEHAVIOURS[name]
    ended = harvest(row, tmp_path)
    assert "Traceback" not in ended.errors
    assert ended.outcome.state in row.states
    assert ended.code in row.exit_codes
    assert ended.outcome.records >= row.least
    assert row.reason in ended.outcome.reason
    assert ended.seconds <= row.seconds
    assert ended.megabytes <= row.megabytes
    assert ended.requests <= row.requests
    assert ended.trespasses == []


@pytest.mark.parametrize("name", ["options later", "16 MB of boxes", "lists in lists"])
def test_other_sources_do_not_wait(name: str, tmp_path: Path) -> None:
    """Between two turns of the loop its thread works for less than a second."""
    steps: list[float] = []

    async def watch() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0)
            steps.append(time.thread_time() - before)

    async def run() -> None:
        watcher = asyncio.create_task(watch())
        with HostileSource(BEHAVIOURS[name]) as hostile, HostileSource(HONEST) as honest:
            await aharvest(hostile.url, honest.url, project=tmp_path / "p", pace=0)
        watcher.cancel()

    asyncio.run(run())
    assert max(steps) < MAX_SECONDS_OF_A_STEP


HONEST: Final = BEHAVIOURS["honest"]
