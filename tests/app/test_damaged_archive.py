"""A project whose archive lost or changed bytes goes on: lost pages are fetched again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import leadline
from leadline.store import Reader
from leadline_zoo.source import serve
from leadline_zoo.spec import Engine, Pager, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TINY: Final = SourceSpec(
    "tiny", "books", 100, pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)  # fmt: skip
STOP_AFTER: Final = 12
"""Requests after which the first run stops: in the middle of the walk."""


def cut_last_byte(data: bytes) -> bytes:
    return data[:-1]


def zero_tail(data: bytes) -> bytes:
    return data[:-2000] + bytes(2000)


def flip_byte(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


def lose_all(data: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [cut_last_byte, zero_tail, flip_byte, lose_all])
def test_lost_pages_are_fetched_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    with serve(TINY) as source:
        budget = leadline.Budget(requests=STOP_AFTER)
        stopped = leadline.harvest(source.url, project=tmp_path, budget=budget, pace=0)
        assert next(iter(stopped.outcomes.values())).state == "paused"
        (archive,) = (tmp_path / "pages").glob("*.warc.gz")
        archive.write_bytes(damage(archive.read_bytes()))

        resumed = leadline.harvest(source.url, project=tmp_path, pace=0)

        assert resumed.complete
        assert len(list(resumed.records())) == TINY.count
        (key,) = resumed.outcomes
        with Reader(resumed.project.store) as store:
            lost = [note for note in store.notes(key) if "asked for again" in note.text]
        assert len(lost) == 1

        again = leadline.harvest(source.url, project=tmp_path, pace=0)
        assert again.asked == {key: 0}
