"""Measures a harvest of many paced sources in one process, and by processes.

    python tests/app/measure_many.py paced --sources 500 --at-once 500 --seconds 120
    python tests/app/measure_many.py processes --sources 60

The server is another process (``leadline_zoo.many``), which tells its own processor time and when
each host was asked; what it takes is not in the figures of the harvest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from leadline.app.harvest import harvest_plan
from leadline.app.project import Plan, Project, SourceTarget
from leadline.fetch import HttpFetcher
from leadline.model import Budget
from leadline_zoo.many import ManySources

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.fetch.hosts import Host
    from leadline.model import Request


@contextmanager
def served(sources: int, records: int, rows: int) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Serve sources in another process: their entries, and in the end what the server tells."""
    command = [sys.executable, "-m", "leadline_zoo.many", "--sources", str(sources)]
    options = ["--records", str(records), "--rows", str(rows)]
    told: dict[str, Any] = {}
    with subprocess.Popen(
        [*command, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        port = int(server.stdout.readline())
        many = ManySources(sources)
        yield [many.entry(number, port) for number in range(sources)], told
        server.stdin.close()
        told.update(json.loads(server.stdout.read()))


def share(values: list[float], part: float) -> float:
    """Return the value below which that part of the values lies."""
    return round(sorted(values)[int(part * (len(values) - 1))], 3) if values else 0.0


class Lateness:
    """When each request could have been sent by its host's pace, and when it was."""

    def __init__(self) -> None:
        self.late: list[tuple[float, float]] = []
        self.sent: dict[int, list[float]] = {}
        self._wait = HttpFetcher._wait
        HttpFetcher._wait = self.wait  # type: ignore[assignment,method-assign]

    async def wait(self, fetcher: HttpFetcher, host: Host, asked: Request) -> None:
        due = max(time.monotonic(), host.pace.ready_at())
        await self._wait(fetcher, host, asked)
        now = time.monotonic()
        self.late.append((now, now - due))
        self.sent.setdefault(id(host), []).append(now)


def paced(given: argparse.Namespace) -> dict[str, Any]:
    """Harvest paced sources in this process for some time."""
    lateness = Lateness()
    wait = lateness.wait
    HttpFetcher._wait = lambda self, host, asked: wait(self, host, asked)  # type: ignore[method-assign]
    under_way: list[int] = []
    with (
        served(given.sources, given.records, given.rows) as (urls, told),
        tempfile.TemporaryDirectory() as folder,
    ):
        targets = tuple(SourceTarget.of(url) for url in urls)
        plan = Plan(Project(Path(folder)), targets, Budget(minutes=given.seconds / 60))
        begin, processor = time.monotonic(), time.process_time()

        async def run() -> None:
            running = asyncio.create_task(
                harvest_plan(plan, pace=given.pace, at_once=given.at_once)
            )
            while not running.done() and time.monotonic() < begin + given.seconds:
                await asyncio.wait({running}, timeout=1)
                under_way.append(sum(run.get_name() != "" for run in asyncio.all_tasks()))
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

        asyncio.run(run())
        seconds, processor = time.monotonic() - begin, time.process_time() - processor
    late = [value for _, value in lateness.late]
    settled = [value for at, value in lateness.late if at > begin + given.seconds / 2]
    gaps = [b - a for times in lateness.sent.values() for a, b in pairwise(times)]
    return {
        "sources begun": len(lateness.sent),
        "requests": len(late),
        "requests a second": round(len(late) / seconds, 1),
        "processor ms a request": round(1000 * processor / max(1, len(late)), 2),
        "share of a core": round(processor / seconds, 2),
        "late p50, p95, p99": [share(late, part) for part in (0.5, 0.95, 0.99)],
        "late p50, p95, p99 of the second half": [share(settled, p) for p in (0.5, 0.95, 0.99)],
        "seconds between two requests to a host: least, p50, p95": [
            share(gaps, part) for part in (0.0, 0.5, 0.95)
        ],
        "peak MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "processor seconds of the server": round(told["processor_seconds"], 2),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["paced"])
    for name, default in (("sources", 500), ("records", 4000), ("rows", 10), ("at-once", 100)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pace", type=float, default=1.0)
    given = parser.parse_args()
    print(json.dumps({"paced": paced}[given.what](given), indent=1))


if __name__ == "__main__":
    main()
