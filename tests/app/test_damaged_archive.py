"""A project whose archive lost or changed bytes goes on: lost pages are fetched again."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import leadline
from amounts import amount, further
from leadline.cli.check import run as run_check
from leadline.store import Reader
from leadline_zoo.source import serve
from leadline_zoo.spec import Engine, Pager, SourceSpec

TINY: Final = SourceSpec(
    "tiny", "books", 100, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
STOP_AFTER: Final = 12
"""Requests after which the first run stops: in the middle of the walk."""


DAMAGES: Final = amount(2, many=200)
"""Random damages; 200 gave the figure of ``docs/decisions/hostile-sources.md``."""


def cut_last_byte(data: bytes) -> bytes:
    return data[:-1]


def zero_tail(data: bytes) -> bytes:
    return data[:-2000] + bytes(2000)


def flip_byte(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


def lose_all(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [*map(further, (cut_last_byte, zero_tail)), flip_byte, lose_all])
def test_lost_pages_are_fetched_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    with serve(TINY) as source:
        budget = leadline.Budget(requests=STOP_AFTER)
        stopped = leadline.harvest(source.url, project=tmp_path, budget=budget, pace=0)
        assert next(iter(stopped.outcomes.values())).state == "paused"
        (archive,) = (tmp_path / "pages").glob("*.warc.gz")
        archive.write_bytes(damage(archive.read_bytes()))

        resumed = leadline.harvest(source.url, project=tmp_path, pace=0)

        assert resumed.ended
        assert len(list(resumed.records())) == TINY.count
        (key,) = resumed.outcomes
        with Reader(resumed.project.store) as store:
            lost = [note for note in store.notes(key) if "asked for again" in note.text]
        assert len(lost) == 1

        again = leadline.harvest(source.url, project=tmp_path, pace=0)
        assert again.asked[key] <= 4, "known words only"


def damaged(data: bytes, draw: random.Random) -> bytes:
    """Cut off, zero or change bytes anywhere."""
    at = draw.randrange(len(data))
    match draw.randrange(3):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes(len(data) - at)
        case _:
            return data[:at] + bytes([data[at] ^ draw.randrange(1, 256)]) + data[at + 1 :]


def test_whatever_was_damaged_the_table_is_whole(tmp_path: Path) -> None:
    with serve(TINY) as source:
        budget = leadline.Budget(requests=2 * STOP_AFTER)
        leadline.harvest(source.url, project=tmp_path / "stopped", budget=budget, pace=0)
        for seed in range(DAMAGES):
            project = tmp_path / str(seed)
            shutil.copytree(tmp_path / "stopped", project)
            (archive,) = (project / "pages").glob("*.warc.gz")
            archive.write_bytes(damaged(archive.read_bytes(), random.Random(seed)))

            resumed = leadline.harvest(source.url, project=project, pace=0)

            assert resumed.ended, seed
            assert len({record.key for record in resumed.records()}) == TINY.count, seed
            assert leadline.check(project).is_whole, seed
            shutil.rmtree(project)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished project."""
    folder = tmp_path_factory.mktemp("finished")
    with serve(TINY) as source:
        taken = leadline.harvest(source.url, project=folder, pace=0)
        assert taken.ended, taken.outcomes
    return folder


@pytest.fixture
def whole(finished: Path, tmp_path: Path) -> Path:
    """A finished project of its own for a test that damages it."""
    return shutil.copytree(finished, tmp_path / "art")


def test_a_whole_project_is_called_whole(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_check(whole, repair=True) == 0
    assert "the project is whole" in capsys.readouterr().out


def test_lost_pages_are_named_and_asked_for_again(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (archive,) = (whole / "pages").glob("*.warc.gz")
    archive.write_bytes(flip_byte(archive.read_bytes()))
    assert run_check(whole, repair=False) == 3
    assert "of its archived pages 1 cannot be read; its records are kept" in capsys.readouterr().out
    assert leadline.load(whole).ended
    assert run_check(whole, repair=True) == 3
    (outcome,) = leadline.load(whole).outcomes.values()
    assert outcome.state == "paused"
    assert "pages of its archive are lost (1)" in outcome.reason
    assert outcome.records == TINY.count


def test_an_unfinished_end_is_cut_off(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (archive,) = (whole / "pages").glob("*.warc.gz")
    data = archive.read_bytes()
    archive.write_bytes(data + data[:100])
    assert run_check(whole, repair=True) == 0
    assert "bytes that were never finished; they were cut off" in capsys.readouterr().out
    assert archive.read_bytes() == data


def test_durable_writes_go_through_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    monkeypatch.setattr("os.fsync", calls.append)
    with serve(TINY) as source:
        taken = leadline.harvest(source.url, project=tmp_path / "art", pace=0, durable=True)
        assert len(calls) > sum(taken.asked.values())
