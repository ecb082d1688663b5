"""Harvest one hostile source in a process of its own, and measure what it uses."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import load
from leadline_zoo.hostile import HostileSource

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.model import Outcome
    from leadline_zoo.hostile import Behaviour
    from leadline_zoo.site import Logged

MEASURED: Final = """
import asyncio, atexit, pathlib, sys, time
import leadline.fetch.transport
from leadline.cli import main
steps, run_step = [0.0], asyncio.Handle._run
def measured(handle):
    before = time.thread_time()
    run_step(handle)
    steps[0] = max(steps[0], time.thread_time() - before)
def show():
    sys.stderr.write(pathlib.Path("/proc/self/status").read_text())
    sys.stderr.write(f"LongestStep: {steps[0]:.3f} s")
asyncio.Handle._run = measured
atexit.register(show)
main()
"""
"""Runs leadline and tells its own peak of memory: that of ``wait4`` begins with its parent's.

Also tells the longest step of its loop, in seconds of the thread: so long do other sources wait.
"""


@dataclass(frozen=True)
class Ended:
    code: int
    outcome: Outcome
    seconds: float
    megabytes: float
    requests: int
    errors: str
    trespasses: list[Logged]
    longest_step: float


def harvest(behaviour: Behaviour, folder: Path) -> Ended:
    """Run ``leadline harvest`` and measure it."""
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
        errors = log.read_text("utf-8")
        outcome = next(iter(load(project).outcomes.values()))
        return Ended(
            os.waitstatus_to_exitcode(status),
            outcome,
            usage.ru_utime + usage.ru_stime,
            int(re.findall(r"VmHWM:\s*(\d+) kB", errors)[-1]) / 1024,
            source.requests,
            errors,
            source.trespasses,
            float(re.findall(r"LongestStep: ([\d.]+) s", errors)[-1]),
        )
