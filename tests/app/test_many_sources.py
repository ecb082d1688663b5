"""Many sources in one run: what is looked up, how many are under way, and who waits."""

import asyncio
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import leadline
from leadline.app.budget import LONG_STEPS_AT_ONCE
from leadline.app.harvest import harvest_plan
from leadline.app.project import Plan, Project, SourceTarget
from leadline.app.source import run
from leadline.app.source.admission import (
    FIRST_AT_ONCE,
    MAX_SHARE_OF_A_CORE,
    SECONDS_PER_LOOK,
    SWITCH_SECONDS,
    Admission,
)
from leadline.app.start.sources import begin_sources
from leadline.model import Outcome
from leadline.store import Reader, Store
from leadline_zoo.many import ManyServer, ManySources


def plan(folder: Path, hosts: list[str]) -> Plan:
    urls = [f"http://{host}.example/{number}" for number, host in enumerate(hosts)]
    return Plan(Project(folder), tuple(SourceTarget.of(url) for url in urls))


@pytest.mark.parametrize("count", [20, 200])
def test_a_start_reads_the_list_of_sources_a_few_times_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    everything = plan(tmp_path / "p", [f"h{number}" for number in range(count)])
    (tmp_path / "p").mkdir()
    with Store(everything.project.store) as store:
        for target in everything.sources:
            store.add_source(target.key, target.url)
            store.finish(target.key, Outcome("complete", "", "", 0, 1, None))
    listed = []
    real = Reader.sources
    monkeypatch.setattr(Reader, "sources", lambda store: (listed.append(1), real(store))[1])
    taken = asyncio.run(harvest_plan(everything))
    assert len(taken.outcomes) == count
    assert len(listed) <= 5, "one list for each source makes a start quadratic"


def test_sources_of_one_host_do_not_take_all_places(tmp_path: Path) -> None:
    everything = plan(tmp_path / "p", ["a", "a", "a", "b", "c", "b"])
    with Store(everything.project.store) as store:
        order = [target.key for target in begin_sources(everything, store)[0]]
    hosts = [key.partition(".")[0] for key in order]
    assert hosts == ["a", "b", "c", "a", "b", "a"]


def test_no_more_sources_are_under_way_than_were_allowed(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    most = []

    def watch(progress: object) -> None:
        state = progress.state  # type: ignore[attr-defined]
        seen[progress.source] = state not in ("complete", "exhausted")  # type: ignore[attr-defined]
        most.append(sum(seen.values()))

    async def run() -> leadline.Harvest:
        server = ManyServer(ManySources(5, records=30))
        port = await server.start()
        urls = [server.sources.entry(number, port) for number in range(5)]
        return await leadline.aharvest(
            *urls, project=tmp_path / "p", at_once=2, pace=0, watch=watch
        )

    taken = asyncio.run(run())
    assert [outcome.records for outcome in taken.outcomes.values()] == [30] * 5
    assert max(most) == 2


def test_a_late_process_admits_only_the_first_sources() -> None:
    async def admitted(*, busy: bool) -> int:
        async with Admission(100) as admission:

            async def ask() -> None:
                while True:
                    await admission.admit()

            asking = asyncio.create_task(ask())
            end = time.monotonic() + (1.0 if busy else 120.0)
            while time.monotonic() < end and (busy or admission.under_way <= FIRST_AT_ONCE + 1):
                await asyncio.sleep(0)
                time.sleep(0.35 if busy else 0.001)
            asking.cancel()
            return admission.under_way

    assert asyncio.run(admitted(busy=True)) <= FIRST_AT_ONCE + 1
    assert asyncio.run(admitted(busy=False)) > FIRST_AT_ONCE + 1


@pytest.mark.parametrize("share", [0.1, 1.0])
def test_a_busy_process_that_is_not_late_admits_few_more_sources(
    monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    async def admitted() -> int:
        async with Admission(100) as admission:

            async def ask() -> None:
                while True:
                    await admission.admit()

            asking = asyncio.create_task(ask())
            while admission.share_of_a_core < min(0.8 * share, 1.1 * MAX_SHARE_OF_A_CORE):
                await asyncio.sleep(SECONDS_PER_LOOK)
            begun = admission.under_way
            await asyncio.sleep(10 * SECONDS_PER_LOOK)
            asking.cancel()
            return admission.under_way - begun

    monkeypatch.setattr(time, "process_time", lambda: share * time.monotonic())
    monkeypatch.setattr("leadline.app.source.admission.MAX_LATENESS_SECONDS", 60.0)
    more = asyncio.run(admitted())
    assert (more == 0) == (share > MAX_SHARE_OF_A_CORE)


def test_few_sources_learn_at_a_time_and_threads_give_way_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learning, most = set(), []
    real, before = run._advance, sys.getswitchinterval()

    def advance(*given: Any) -> Any:
        me = threading.current_thread()
        if me is threading.main_thread():
            return real(*given)
        learning.add(me)
        most.append((len(learning), sys.getswitchinterval()))
        time.sleep(0.05)
        try:
            return real(*given)
        finally:
            learning.remove(me)

    async def harvested() -> leadline.Harvest:
        server = ManyServer(ManySources(6, records=30))
        port = await server.start()
        urls = [server.sources.entry(number, port) for number in range(6)]
        return await leadline.aharvest(*urls, project=tmp_path / "p", pace=0)

    monkeypatch.setattr(run, "_advance", advance)
    assert all(outcome.records == 30 for outcome in asyncio.run(harvested()).outcomes.values())
    assert max(most) == (LONG_STEPS_AT_ONCE, pytest.approx(SWITCH_SECONDS))
    assert sys.getswitchinterval() == before


def test_harvests_that_overlap_leave_the_switch_interval_as_it_was() -> None:
    async def overlap() -> None:
        first, second = Admission(), Admission()
        await first.__aenter__()
        await second.__aenter__()
        await first.__aexit__()
        await second.__aexit__()

    before = sys.getswitchinterval()
    asyncio.run(overlap())
    assert sys.getswitchinterval() == before


def test_at_least_one_source_is_admitted() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Admission(0)
