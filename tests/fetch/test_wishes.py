"""What hosts wish outlives the process that was told."""

import asyncio
import os
from pathlib import Path

import pytest
from hostile_server import FakeTime, Site, answer

from leadline.errors import Blocked
from leadline.fetch import HttpFetcher
from leadline.fetch.hosts import Hosts
from leadline.fetch.robots import RobotsRules
from leadline.fetch.wishes import FILES, HostWishes
from tables import each_row


def test_an_hour_is_an_hour_also_for_the_next_process(tmp_path: Path) -> None:
    """The second process sends nothing; one that comes after the hour does."""
    wishes = HostWishes(tmp_path / "state" / "hosts")
    busy = answer(b"busy", 429, "Retry-After: 3600")

    async def ask(site: Site, time: FakeTime) -> None:
        clock = time.clock()
        hosts = Hosts(0, clock, wishes)
        fetcher = HttpFetcher([site.host], hosts=hosts, clock=clock, robots=False)
        async with fetcher:
            await fetcher.fetch(site.get("/"))

    async def run() -> None:
        async with Site({"/": [busy, answer(b"<p>good")]}) as site:
            with pytest.raises(Blocked):
                await ask(site, FakeTime())
            with pytest.raises(Blocked, match="left alone for another 3590 s"):
                await ask(site, FakeTime(1_000_000_010.0))
            assert len(site.seen) == 1
            await ask(site, FakeTime(1_000_003_601.0))
            assert len(site.seen) == 2

    asyncio.run(run())


def test_two_processes_keep_one_pace_together(tmp_path: Path) -> None:
    first, second = (HostWishes(tmp_path / "hosts") for _ in range(2))
    turns = [wishes.reserve("a.example", 100.0, 1.0) for wishes in (first, second, first)]
    assert turns == [0.0, 1.0, 2.0]
    assert first.reserve("b.example", 100.0, 1.0) == 0.0


def test_a_turn_reads_the_wishes_of_few_hosts(tmp_path: Path) -> None:
    wishes = HostWishes(tmp_path)
    for number in range(1000):
        wishes.reserve(f"{number}.example", 100.0, 50.0)
    assert max(file.read_text().count(":") for file in tmp_path.iterdir()) < 20
    assert all(wishes.until(f"{number}.example") == 150.0 for number in range(1000))


LONG = b'{"a.example": ' + b"9" * 400 + b"}"


@pytest.mark.parametrize("content", [b"", b"[", b"[1]", b'{"a.example": "x"}', b"\xff" * 100, LONG])
def test_a_broken_file_is_as_none(tmp_path: Path, content: bytes) -> None:
    wishes = HostWishes(tmp_path)
    for number in range(FILES):
        (tmp_path / f"{number:02x}.json").write_bytes(content)
    assert wishes.until("a.example") == 0.0
    wishes.leave_alone("a.example", 50.0)
    assert wishes.until("a.example") == 50.0


@pytest.mark.parametrize(
    ("owner", "call"), [(os, "truncate"), (os, "write"), (os, "fdopen"), (Path, "replace")]
)
def test_a_process_that_dies_while_it_writes_loses_no_wish(
    tmp_path: Path, owner: object, call: str
) -> None:
    wishes = HostWishes(tmp_path)
    wishes.leave_alone("a.example", 5_000_000.0)
    child = os.fork()
    if not child:
        setattr(owner, call, lambda *_: os._exit(9))
        wishes.reserve("a.example", 1.0, 2.0)  # a shorter number
        os._exit(0)
    os.waitpid(child, 0)
    assert wishes.until("a.example") > 600_000.0
    wishes.leave_alone("a.example", 6_000_000.0)
    assert wishes.until("a.example") == 6_000_000.0


def test_a_folder_that_cannot_be_made_is_as_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    wishes = HostWishes(tmp_path / "file" / "hosts")
    wishes.leave_alone("a.example", 50.0)
    assert wishes.until("a.example") == 0.0


@each_row(__file__, "DELAYS", "line", "wanted")
def test_unreadable_delays_are_read_on_the_careful_side(line: str, wanted: float) -> None:
    body = f"User-agent: *\n{line}\n".encode()
    assert RobotsRules.read(200, body).delay == wanted
