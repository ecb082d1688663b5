"""Groups of hosts in several processes: nothing lost, nothing doubled, whoever is killed."""

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any

import pytest

from leadline.app.check import check
from leadline.app.cluster.groups import groups_of, share_of
from leadline.app.cluster.leased import LeasedHarvest
from leadline.app.cluster.processes import SHARED_BUDGET, harvest_by_processes
from leadline.app.cluster.ray_nodes import GroupActor
from leadline.app.cluster.shared_place import SharedPlace
from leadline.app.cluster.worker import GroupEnd, GroupOrder
from leadline.app.harvest import RunOptions, harvest_plan
from leadline.app.project import Plan, Project, SourceTarget, read_plan
from leadline.app.source.run import Progress
from leadline.app.start.parts import bring_all_home, hand_out, part_of, take_in
from leadline.cli.cluster import gathered
from leadline.model import Budget
from leadline.store import Reader, Store
from leadline.store.transfer import LOCATION, NUMBERED, OWN_NUMBER, TransferStore
from leadline_zoo.many import ManySources
from seen_times import seen_times

RECORDS = 60


@pytest.fixture(scope="module")
def entries() -> Iterator[list[str]]:
    """Three sources, served by another process."""
    command = [sys.executable, "-m", "leadline_zoo.many", "--sources", "3"]
    with subprocess.Popen(
        [*command, "--records", str(RECORDS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        port = int(server.stdout.readline())
        yield [ManySources(3).entry(number, port) for number in range(3)]
        server.communicate()


def plan_of(folder: Path, entries: list[str], budget: Budget = Budget()) -> Plan:  # noqa: B008
    return Plan(Project(folder), tuple(map(SourceTarget.of, entries)), budget)


def content(project: Project) -> dict[str, Any]:
    """What a project holds of each source, without numbers and times."""
    with Reader(project.store) as store:
        return {
            source.key: (
                source.state,
                [(record.key, record.row, record.fields) for record in store.records(source.key)],
                [page.url for page in store.pages(source.key)],
                [(query.text, query.pages, query.new) for query in store.queries(source.key)],
                store.choices(source.key),
                seen_times(store, source.key),
                store.learned(source.key),
            )
            for source in store.sources()
        }


@pytest.fixture(scope="module")
def alone(entries: list[str], tmp_path_factory: pytest.TempPathFactory) -> Project:
    """What one process takes."""
    plan = plan_of(tmp_path_factory.mktemp("alone"), entries)
    asyncio.run(harvest_plan(plan))
    return plan.project


def test_every_column_of_a_project_is_known_to_a_transfer(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite"):
        pass
    pointing = {"source", *NUMBERED}
    with closing(sqlite3.connect(tmp_path / "p.sqlite")) as link:
        tables = [
            name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        for table in tables:
            columns = [row[1] for row in link.execute(f"PRAGMA table_info({table})")]
            assert table in ("source", "sqlite_sequence") or {"source", "page"} & set(columns)
            for row in link.execute(f"PRAGMA foreign_key_list({table})"):
                assert row[3] in pointing, f"{table}.{row[3]} is unknown to transfer.py"
                assert row[2] == row[3]
        assert set(LOCATION) <= {row[1] for row in link.execute("PRAGMA table_info(page)")}
    assert OWN_NUMBER not in pointing


def test_a_source_goes_out_and_comes_home_as_it_was(alone: Project, tmp_path: Path) -> None:
    before = content(alone)
    keys = list(before)
    copy = Project(tmp_path / "copy")
    copy.folder.mkdir()
    with TransferStore(copy.store) as whole:
        assert take_in(whole, copy, alone) == keys
        part = part_of(copy, 7)
        hand_out(whole, copy, part, [SourceTarget.of(f"http://{keys[1]}")])
    assert list(content(part)) == keys[1:2]
    assert content(part)[keys[1]] == before[keys[1]]
    bring_all_home(copy)
    assert not part.folder.parent.exists()
    assert content(copy) == before
    assert check(copy.folder).lost == {}


def test_two_processes_take_what_one_takes_though_one_is_killed(
    alone: Project, entries: list[str], tmp_path: Path
) -> None:
    plan = plan_of(tmp_path / "two", entries)
    killed = []

    def watch(progress: Progress) -> None:
        if progress.records and not killed:
            killed.extend(multiprocessing.active_children()[:1])
            os.kill(killed[0].pid or 0, signal.SIGKILL)

    taken = harvest_by_processes(plan, 2, {"watch": watch})
    assert killed
    assert taken.ended
    both, one = content(plan.project), content(alone)
    assert list(both) == list(one)
    assert all(both[key][1] == one[key][1] for key in one), "records, rows and fields"
    assert all(both[key][2] == one[key][2] for key in one), "pages, each as often as alone"


def test_a_group_goes_on_from_its_last_whole_copy_on_another_node(
    alone: Project, entries: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("fsspec")
    plan, place = plan_of(tmp_path / "whole", entries), SharedPlace(str(tmp_path / "shared"))
    leased = LeasedHarvest(str(tmp_path / "shared"), seconds=60.0)

    async def stopped_midway() -> None:
        reached = asyncio.Event()
        options: RunOptions = {"watch": lambda progress: progress.records and reached.set()}
        running = asyncio.create_task(leased.harvest(GroupOrder(3, plan), options))
        await reached.wait()
        assert place.held_for(3, 60.0) > 0
        running.cancel()
        await asyncio.wait({running})

    place.copies(3).push(plan.project)
    asyncio.run(stopped_midway())
    assert place.held_for(3, 60.0) == 0
    place.files.pipe_file(f"{place.folder(3)}/copy-{time.time_ns()}.json", b'["store-torn')
    end = asyncio.run(leased.harvest(GroupOrder(3, plan), {}))
    place.fetch(3, plan.project)
    whole, one = content(plan.project), content(alone)
    assert {key: outcome.records for key, (outcome, _) in end.ended.items()} == dict.fromkeys(
        one, RECORDS
    )
    assert all(whole[key][1:3] == one[key][1:3] for key in one), "records and pages, each once"
    assert place.files.exists(f"{place.root}/tables/00003.parquet")


def test_groups_of_a_node_share_the_time_for_copies(tmp_path: Path) -> None:
    class Copies:
        pushed = 0

        def push(self, _: Project) -> None:
            self.pushed += 1
            time.sleep(0.002)

    async def pushed(groups: int) -> int:
        leased, copies, ended = LeasedHarvest(str(tmp_path), 0.06), Copies(), asyncio.Event()
        leased.under_way.update(range(groups))
        copying = asyncio.create_task(leased._copy(copies, Project(tmp_path), ended))  # type: ignore[arg-type]
        end = time.monotonic() + (1 if groups > 1 else 120)
        while time.monotonic() < end and copies.pushed < 3:
            await asyncio.sleep(0.01)
        ended.set()
        await copying
        return copies.pushed

    assert asyncio.run(pushed(1)) >= 3, "again and again"
    assert asyncio.run(pushed(20)) == 2, "the first and the last"


def test_an_actor_works_in_the_thread_that_ray_calls(tmp_path: Path) -> None:
    for name in ("pyarrow", "ray"):
        pytest.importorskip(name)

    class Leased:
        async def harvest(self, order: GroupOrder, _: RunOptions) -> GroupEnd:
            return GroupEnd(order.number, fault=threading.current_thread().name)

    def give_orders() -> None:
        with Client(actor.address(), authkey=b"key") as connection:
            connection.send(GroupOrder(3, Plan(Project(tmp_path), ())))
            told.append(connection.recv())
            connection.send(None)

    told: list[GroupEnd] = []
    actor = GroupActor(b"key")
    giving = threading.Thread(target=give_orders)
    giving.start()
    actor.work(Leased(), {"at_once": 1})  # type: ignore[arg-type]
    giving.join()
    assert told == [GroupEnd(3, fault=threading.current_thread().name)]


@pytest.mark.many
def test_an_actor_does_without_pandas_until_it_is_asked_for() -> None:
    for name in ("pyarrow", "pandas", "ray"):
        pytest.importorskip(name)
    code = (
        "import sys, pyarrow as pa\n"
        "from leadline.app.cluster.ray_nodes import GroupActor\n"
        "GroupActor(b'key')\n"
        "array = pa.array(['x', None], pa.string())\n"
        "assert 'pandas' not in sys.modules\n"
        "assert list(array.to_pandas())[0] == 'x'\n"
        "assert 'pandas' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("place", "said"), [("s3://art/run", "s3fs"), ("far://art", "far")])
def test_a_place_of_a_kind_that_is_not_there_is_said_in_one_sentence(place: str, said: str) -> None:
    pytest.importorskip("fsspec")
    if find_spec("s3fs") is not None and said == "s3fs":
        pytest.skip("s3fs is installed")
    with pytest.raises(ValueError, match=said):
        SharedPlace(place)


def test_a_budget_for_all_is_for_one_process(tmp_path: Path) -> None:
    plan = Plan(Project(tmp_path), (SourceTarget.of("http://a.example/"),), total=Budget(5))
    with pytest.raises(ValueError, match=SHARED_BUDGET[:40]):
        harvest_by_processes(plan, 2, {})


def test_kin_and_hosts_stay_together(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text(
        """
        [[source]]
        url = "http://a.example/1"
        kin = "art"
        [[source]]
        url = "http://b.example/"
        [[source]]
        url = "http://c.example/"
        kin = "art"
        [[source]]
        url = "http://d.example/"
        also_hosts = ["b.example"]
        """,
        encoding="utf-8",
    )
    groups = groups_of(read_plan(tmp_path / "project.toml").sources)
    assert [[target.url[7] for target in group] for group in groups] == [["a", "c"], ["b", "d"]]


def test_shares_hold_every_source_once() -> None:
    targets = [SourceTarget.of(f"http://h{n % 40}.example/{n}") for n in range(60)]
    shares = [share_of(targets, f"{n}/4") for n in range(4)]
    assert sorted(target.url for share in shares for target in share) == sorted(
        target.url for target in targets
    )
    hosts = [{target.url.split("/")[2] for target in share} for share in shares]
    assert sum(map(len, hosts)) == 40, "a host falls into one share only"
    for wrong in ("4/4", "1", "a/b", "-1/3"):
        with pytest.raises(ValueError, match="written as I/N"):
            share_of(targets, wrong)


def test_projects_are_gathered_into_one(alone: Project, tmp_path: Path) -> None:
    target = tmp_path / "all"
    (line,) = gathered(target, [alone.folder])
    assert line.endswith(": 3 sources")
    gathered(target, [alone.folder])
    assert content(Project(target)) == content(alone)
    with pytest.raises(ValueError, match="into itself"):
        gathered(target, [target])
    with pytest.raises(ValueError, match="no leadline project"):
        gathered(target, [tmp_path / "nothing"])
