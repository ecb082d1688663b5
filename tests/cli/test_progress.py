"""What progress says, and above all what it does not pretend to know."""

from collections import deque
from collections.abc import Sequence

import pytest

from leadline.app.source.run import Progress
from leadline.cli.terminal.progress import MAX_ROWS, Watcher, activity, remaining_time
from tables import each_row


def progress(records: int, seconds: float, **more: object) -> Progress:
    values = {"requests": 1, "sent": 1, "estimate": 1000.0, "asking": "'rose'", **more}
    return Progress("a.test", "harvesting", records, seconds=seconds, **values)  # type: ignore[arg-type]


def time_left(points: Sequence[tuple[float, int]], **more: object) -> str:
    past = deque((seconds, records, 1) for seconds, records in points)
    seconds, records = points[-1]
    return remaining_time(progress(records, seconds, **more), past)


@each_row(__file__, "the_time_left", "points", "estimate", "said")
def test_the_time_left(points: list[tuple[float, int]], estimate: float | None, said: str) -> None:
    assert time_left(points, estimate=estimate) == said


def test_the_rate_is_that_of_late_and_not_of_what_was_read_again() -> None:
    watcher = Watcher(quiet=True)
    watcher.watch(progress(5000, 1.0, sent=0, replaying=True, estimate=6000.0))
    for second in range(2, 200):
        watcher.watch(progress(5000 + second, float(second), estimate=6000.0, sent=second))
    assert watcher.cells(watcher.rows["a.test"])[5] == "13 min 21 s"


def test_what_goes_on_is_said_in_words() -> None:
    assert activity(progress(0, 0.0)) == "asking 'rose'"
    assert activity(progress(0, 0.0, replaying=True)) == "reading again what was fetched"
    assert activity(Progress("a.test", "paused")) == "stopped"


def test_lines_come_now_and_then_and_have_no_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with Watcher() as watcher:
        watcher.watch(progress(1, 1.0))
        assert capsys.readouterr().err.startswith("a.test: 1 record of about 1,000")  # at once
        watcher.watch(progress(1, 1.5))
        assert capsys.readouterr().err == ""
        watcher.last -= 60
        watcher.watch(progress(2, 2.0, asking="'\x1b[31mred'"))
        watcher.watch(progress(3, 3.0))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("a.test: 2 records of about 1,000, 1 request ")
    assert "\x1b" not in line


def test_the_live_table_shows_every_source() -> None:
    watcher = Watcher(quiet=True)
    watcher.watch(progress(1, 1.0))
    watcher.watch(Progress("北京.test", "complete", 7, 3, estimate=7.0))
    table = watcher.table()
    assert table.row_count == 2
    assert [str(cell) for cell in table.columns[0].cells] == ["a.test", "北京.test"]
    assert [str(cell) for cell in table.columns[6].cells] == ["asking 'rose'", "proven"]


def test_of_many_sources_those_that_moved_last_are_shown_and_a_sum_of_all() -> None:
    watcher = Watcher(quiet=True)
    for number in range(1000):
        state = "exhausted" if number % 2 else "harvesting"
        watcher.watch(Progress(f"h{number}.test", state, 10, 2))
    watcher.watch(Progress("h0.test", "harvesting", 11, 3))
    table = watcher.table()
    assert table.row_count == MAX_ROWS
    assert str(list(table.columns[0].cells)[-1]) == "h0.test"
    assert table.caption == "1,000 sources begun, 500 ended: 10,001 records, 2,001 requests"
