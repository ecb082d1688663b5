"""Measures a harvest of many paced sources in one process, and kills workers of another.

    python bench/measure_many.py paced --sources 500 --at-once 500 --seconds 120
    python bench/measure_many.py kills --sources 6 --records 200 --rows 20
    python bench/measure_many.py ray --sources 6 --records 200 --rows 20
    python bench/measure_many.py efficiency --sources 40 --records 600 --rows 20

The server is another process (``leadline_zoo.many``), which tells its own processor time and when
each host was asked; what it takes is not in the figures of the harvest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager, suppress
from itertools import count, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline.app.cluster.processes import Crew, harvest_by_processes
from leadline.app.cluster.ray_nodes import RayCrew
from leadline.app.harvest import harvest_plan
from leadline.app.project import Plan, Project, SourceTarget
from leadline.fetch import HttpFetcher
from leadline.model import COLLECTION, Budget
from leadline.store import Reader
from leadline.store.export.table import export
from leadline_zoo.many import ManySources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def kills(given: argparse.Namespace) -> dict[str, Any]:
    """Kill a worker of two at random instants, in a run each; compare with one process."""
    victims = _children if given.what == "kills" else _actors
    crews = _processes() if given.what == "kills" else _ray(given.lease)
    with crews as crew_of, served(given.sources, given.records, given.rows) as (urls, _):
        return _killed_runs(given, urls, victims, crew_of)


def _killed_runs(
    given: argparse.Namespace,
    urls: list[str],
    victims: Callable[[], list[int]],
    crew_of: Callable[[Path], Crew | None],
) -> dict[str, Any]:
    chance, equal, whole, killed, spent = random.Random(given.seed), 0, 0, [], []
    differences: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        targets = tuple(SourceTarget.of(url) for url in urls)
        alone = Plan(Project(Path(folder) / "alone"), targets)
        asyncio.run(harvest_plan(alone))
        wanted = content(alone.project)
        for number in range(given.kills):
            shown, fatal = count(), chance.randrange(given.sources * given.reports)

            def watch(_: object, shown: Iterator[int] = shown, fatal: int = fatal) -> None:
                if next(shown) == fatal and (running := victims()):
                    os.kill(chance.choice(running), signal.SIGKILL)
                    killed.append(fatal)

            begun = time.monotonic()
            plan = Plan(Project(Path(folder) / str(number)), targets)
            crew = crew_of(Path(folder) / f"shared {number}")
            harvest_by_processes(plan, 2, {"watch": watch, "pace": given.pace}, crew)
            spent.append(round(time.monotonic() - begun, 1))
            got = content(plan.project)
            parts = differing(got, wanted)
            equal += not parts
            whole += not {"state", "records"} & {part.split()[0] for part in parts}
            differences.update(parts)
            print(number, fatal, len(killed), parts, spent[-1], file=sys.stderr, flush=True)
    return {
        "runs": given.kills,
        "killed at reports": killed,
        "equal states and records": whole,
        "equal records, pages and choices": equal,
        "sources that differ, by what": dict(differences),
        "seconds by the clock": spent,
    }


def _children() -> list[int]:
    return [child.pid or 0 for child in multiprocessing.active_children()]


def _actors() -> list[int]:
    """Return the processes of the actors, by the title that Ray gives them."""
    return [pid for pid, title in _titles() if title.startswith(b"ray::GroupActor")]


def _titles() -> Iterator[tuple[int, bytes]]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            yield int(path.parent.name), path.read_bytes()


def efficiency(given: argparse.Namespace) -> dict[str, Any]:
    """Harvest the same sources by one and by two workers: processes, then actors of Ray."""
    result = {}
    with served(given.sources, given.records, given.rows) as (urls, _):
        targets = tuple(SourceTarget.of(url) for url in urls)
        with tempfile.TemporaryDirectory() as folder:  # the server makes its pages once
            asyncio.run(harvest_plan(Plan(Project(Path(folder)), targets), pace=0.0))
        for name in given.crew or ("processes", "ray"):
            crews = _processes() if name == "processes" else _ray(given.lease)
            with crews as crew_of, tempfile.TemporaryDirectory() as folder:
                for round_ in range(given.rounds):
                    for workers in (1, 2):
                        plan = Plan(Project(Path(folder) / f"{workers} {round_}"), targets)
                        shared = Path(folder) / f"shared {workers} {round_}"
                        spent = _spent(plan, workers, crew_of(shared))
                        if name == "processes":  # actors write a table of each group
                            begun = time.process_time()
                            export(plan.project.store, Path(folder) / "table.parquet")
                            spent["table"] = round(time.process_time() - begun, 2)
                        result[f"{name}, {workers} at work, {round_ + 1}"] = spent
                        print(name, workers, spent, file=sys.stderr, flush=True)
    return result


def _spent(plan: Plan, workers: int, crew: Crew | None) -> dict[str, Any]:
    """Return processor seconds of a harvest: of this process, of each worker, and of Ray itself."""
    before, most, stopped = _processor_seconds(), {}, threading.Event()
    sampling = [0.0]

    def sample() -> None:
        while not stopped.wait(0.2):
            most.update(_processor_seconds())
            sampling[0] = time.thread_time()

    sampler = threading.Thread(target=sample)
    sampler.start()
    begun, own = time.monotonic(), time.process_time()
    harvest = harvest_by_processes(plan, workers, {"pace": 0.0}, crew)
    seconds, own = time.monotonic() - begun, time.process_time() - own
    stopped.set()
    sampler.join()
    spent: dict[str, list[float]] = {"workers": [], "ray": []}
    for (pid, kind), value in most.items():
        spent[kind].append(round(value - before.get((pid, kind), 0.0), 2))
    return {
        "records": sum(outcome.records for outcome in harvest.outcomes.values()),
        "parent": round(own - sampling[0], 2),
        "workers": sorted(spent["workers"], reverse=True)[:workers],
        "ray itself": round(sum(spent["ray"]) + sum(sorted(spent["workers"])[:-workers]), 2),
        "seconds": round(seconds, 1),
    }


def _processor_seconds() -> dict[tuple[int, str], float]:
    """Return processor seconds of each process that works for this one."""
    tick, result, children = os.sysconf("SC_CLK_TCK"), {}, _children()
    for pid, title in _titles():
        is_worker = pid in children or title.startswith(b"ray::GroupActor")
        if is_worker or (b"ray" in title and pid != os.getpid()):
            with suppress(OSError):
                times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                kind = "workers" if is_worker else "ray"
                result[pid, kind] = (int(times[11]) + int(times[12])) / tick
    return result


@contextmanager
def _processes() -> Iterator[Callable[[Path], Crew | None]]:
    """Give what starts processes of this machine."""
    yield lambda _: None


@contextmanager
def _ray(lease: float) -> Iterator[Callable[[Path], Crew | None]]:
    """Give what starts actors on two nodes of Ray on this machine."""
    import ray
    from ray.cluster_utils import Cluster

    def node(first_port: int) -> dict[str, Any]:
        """Ports that are given need not be waited for: a busy machine is late to tell them."""
        names = ("metrics_agent_port", "metrics_export_port", "runtime_env_agent_port")
        ports = {name: first_port + place for place, name in enumerate(names)}
        return {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False} | {
            **ports,
            "dashboard_agent_listen_port": first_port + len(names),
        }

    cluster = Cluster(initialize_head=True, head_node_args=node(52_100))
    cluster.add_node(**node(52_200))
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield lambda shared: RayCrew(str(shared), seconds=lease)
    finally:
        ray.shutdown()
        cluster.shutdown()


def differing(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Name what differs, source by source; for pages also which."""
    names = ("state", "records", "pages", "choices")
    result = []
    for key in other:
        for name, own, theirs in zip(names, one[key], other[key], strict=True):
            if own != theirs:
                more = list((Counter(own) - Counter(theirs)).items()) if name == "pages" else ""
                less = list((Counter(theirs) - Counter(own)).items()) if name == "pages" else ""
                result.append(f"{name} {key} {more} {less}")
    return result


def content(project: Project) -> dict[str, Any]:
    """What a project holds of each source, without numbers and times."""
    with Reader(project.store) as store:
        return {
            source.key: (
                source.state,
                [(record.key, record.row, record.fields) for record in store.records(source.key)],
                [page.url for page in store.pages(source.key)],
                store.choices(source.key),
            )
            for source in store.sources()
        }


MEASURES: Final = {"paced": paced, "kills": kills, "ray": kills, "efficiency": efficiency}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=list(MEASURES))
    for name, default in (
        ("sources", 500),
        ("records", 4000),
        ("rows", 10),
        ("at-once", 100),
        ("kills", 20),
        ("reports", 8),
        ("seed", 1),
        ("rounds", 2),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--crew", choices=["processes", "ray"], action="append")
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--lease", type=float, default=12.0)
    given = parser.parse_args()
    gc.set_threshold(*COLLECTION)  # as the command line does
    print(json.dumps(MEASURES[given.what](given), indent=1))


if __name__ == "__main__":
    main()
