"""``python -m leadline_research.bench.large.one_source``: one large source, harvested and resumed.

Pages come from this process, and the time that making them takes is left out. Printed is one JSON
object: records, requests, processor seconds and their microseconds a record, resident memory, and
the longest steps of the event loop. ``--requests`` stops the run there; the same command on the
same folder resumes it. ``seconds_to_first`` is the processor time until the first new request.
Run each figure in a process of its own: memory is that of the process.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from argparse import ArgumentParser
from asyncio.events import Handle
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time, thread_time
from typing import Any, Final

from leadline.app.budget import BudgetScheduler
from leadline.app.source.memory import reading_version
from leadline.app.source.run import Progress, SourceRun
from leadline.fetch import PageArchive
from leadline.model import COLLECTION, Budget
from leadline.selection.coordinator import QueryCoordinator
from leadline.store import Store
from leadline.store.readings import ReadingCache
from leadline_research.bench.as_module import run_as_module
from leadline_research.bench.large.made_source import MadeSource

KEY: Final = "made.test"
LONGEST_SHOWN: Final = 5
PAGE_BYTES: Final = 4096
MB: Final = 1e6


class Steps:
    """Times of the steps of the event loop, without the time that made pages take."""

    def __init__(self, source: MadeSource) -> None:
        self.longest: list[tuple[float, int]] = []
        self.over_100_ms = 0
        self._source = source
        self._run = Handle._run

    def __enter__(self) -> Steps:
        run, source, steps = self._run, self._source, self

        def timed(handle: Handle) -> None:
            begun, made = thread_time(), source.seconds
            run(handle)
            seconds = thread_time() - begun - (source.seconds - made)
            steps.over_100_ms += seconds > 0.1
            steps.longest = sorted([*steps.longest, (seconds, source.sent)])[-LONGEST_SHOWN:]

        Handle._run = timed  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_: object) -> None:
        Handle._run = self._run  # type: ignore[method-assign]


def resident_mb() -> float:
    """Return the memory that this process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * PAGE_BYTES / MB


async def harvest(source: MadeSource, folder: Path, requests: int) -> dict[str, Any]:
    """Harvest, or resume; return the figures."""
    course: list[tuple[int, float, float]] = []
    every = max(1, source.count // source.page_size // 10)

    def watch(progress: Progress) -> None:
        if progress.requests >= (len(course) + 1) * every:
            course.append((progress.requests, round(process_time(), 2), round(resident_mb())))

    with (
        Store(folder / "project.sqlite") as store,
        PageArchive(folder / "pages") as archive,
        ReadingCache(folder / "readings.sqlite", reading_version()) as readings,
    ):
        scheduler = BudgetScheduler(sources=[KEY])
        budget = Budget(requests=requests, records=0)
        coordinator = QueryCoordinator([KEY])
        run = SourceRun(
            KEY,
            source.url,
            store,
            archive,
            source,
            budget,
            watch,
            coordinator,
            scheduler,
            readings=readings,
        )
        outcome = await run.run()
        choices = len(store.choices(KEY))
    return {
        "records": outcome.records,
        "state": outcome.state,
        "requests": outcome.requests,
        "choices": choices,
        "course": course,
    }


def run(
    folder: Path, records: int = 30_000, way: str = "whole", requests: int = 0
) -> dict[str, Any]:
    """Harvest a made source into a folder, or resume it there; return the figures."""
    source = MadeSource(records, way, 50 if way == "whole" else 20)
    gc.set_threshold(*COLLECTION)  # as the command line does
    before, begun = resident_mb(), process_time()
    at_start = thread_time()
    with Steps(source) as steps:
        figures = asyncio.run(harvest(source, folder, requests))
    seconds = process_time() - begun - source.seconds
    return {
        **figures,
        "seconds": round(seconds, 2),
        "us_a_record": round(seconds / max(1, figures["records"]) * 1e6),
        "ms_a_request": round(seconds / max(1, figures["requests"]) * 1e3, 2),
        "seconds_to_first": round(source.first_sent - at_start, 2) if source.sent else None,
        "sent": source.sent,
        "mb_before": round(before),
        "mb_peak": round(getrusage(RUSAGE_SELF).ru_maxrss * 1024 / MB),
        "steps_over_100_ms": steps.over_100_ms,
        "longest_ms": [(round(1e3 * step), at) for step, at in reversed(steps.longest)],
    }


def main(folder: Path, records: int, way: str, requests: int) -> None:
    """Print the figures."""
    json.dump(run(folder, records, way, requests), sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--records", type=int, default=30_000)
    parser.add_argument("--way", choices=("whole", "words"), default="whole")
    parser.add_argument("--requests", type=int, default=0)
    run_as_module(main, parser)
