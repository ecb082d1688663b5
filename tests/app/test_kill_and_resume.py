"""A harvest that is killed, however often and whenever, ends with the table of one that was not."""

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from nursery import Nursery

from amounts import amount, further
from leadline.errors import StoreError
from leadline.model import Record
from leadline.store import Reader
from leadline_zoo.pairs import overlapping
from leadline_zoo.replies import SiteReply
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Form, Pager, SourceSpec

BY_LINK: Final = SourceSpec(
    "by-link",
    "books",
    60,
    pager=Pager("next", 10),
    engine=Engine("substring", empty="nothing", everything=("%",)),
)
BY_POST: Final = SourceSpec(
    "by-post",
    "ru_firms",
    40,
    charset="windows-1251",
    form=Form("POST", "name", "/find.php", "/", token=True),
    pager=Pager("post", 10, parameter="p"),
    engine=Engine("substring", empty="error", min_length=3),
)
"""Two ways to ask: links and nothing else; a token in a form that belongs to a cookie."""

Asked = tuple[str, str, bytes]
"""Method, address and body of a request."""

Table = list[tuple[str, list[tuple[Any, ...]]]]
"""State and records of every source."""

TOKEN: Final = re.compile(rb"csrf=\w+")
KILLS: Final = amount(1, many=25)
"""Of each of two tests."""
LEAST: Final = 0.95
"""Share of its records that a source without a proof gives whichever way it is asked."""
COMPLETE, STOPPED = 0, 3
DONE: Final = (COMPLETE, STOPPED)


@dataclass
class Stage:
    """Both sources on fresh ports, and a project of them."""

    sources: list[ServedSource]
    folder: Path
    seen: list[int] = field(default_factory=list)

    @property
    def command(self) -> list[object]:
        return ["harvest", *(source.url for source in self.sources), "-p", self.folder]

    def asked(self, number: int) -> list[Asked]:
        """What one source was asked so far, in order, but for robots.txt (read once a run)."""
        return [
            (entry.method, entry.target, TOKEN.sub(b"csrf=", entry.body))
            for entry in self.sources[number].log
            if entry.kind != "robots"
        ]

    def table(self) -> Table:
        """All that was taken, source by source; ports and the order of taking aside."""
        with Reader(self.folder / "project.sqlite") as store:
            return [
                (one.state, sorted(plain(record, one.key) for record in store.records(one.key)))
                for one in store.sources()
            ]

    def has_ended(self) -> bool:
        """Whether both sources came to an end: a further run looks at them again."""
        try:
            with Reader(self.folder / "project.sqlite") as store:
                states = [one.state for one in store.sources()]
        except StoreError:
            return False
        return len(states) == 2 and all(state in ("complete", "exhausted") for state in states)

    def keys(self) -> set[str]:
        """The keys of all records that the project holds, if it was begun."""
        try:
            with Reader(self.folder / "project.sqlite") as store:
                return {record.key for one in store.sources() for record in store.records(one.key)}
        except StoreError:
            return set()

    def titles(self) -> list[list[str]]:
        """The titles that were taken, source by source."""
        with Reader(self.folder / "project.sqlite") as store:
            return [
                sorted(
                    next(f.value for f in record.fields if f.kind == "text" and len(f.value) > 9)
                    for record in store.records(one.key)
                )
                for one in store.sources()
            ]


def plain(record: Record, source: str) -> tuple[Any, ...]:
    host = source.partition("/")[0]
    fields = tuple((one.column, one.value.replace(host, "HOST"), one.kind) for one in record.fields)
    key, kind = record.key.replace(host, "HOST"), record.kind.replace(host, "HOST")
    return key, fields, kind


@pytest.fixture
def stages(tmp_path: Path) -> Iterator[Iterator[Stage]]:
    """As many stages as are asked for."""
    with ExitStack() as open_sources:

        def more() -> Iterator[Stage]:
            for number in range(1000):
                sources = [
                    open_sources.enter_context(ServedSource(spec)) for spec in (BY_LINK, BY_POST)
                ]
                yield Stage(sources, tmp_path / str(number))

        yield more()


@pytest.mark.slow
def test_kills_lose_nothing_double_nothing_and_repeat_one_request_each(
    stages: Iterator[Stage], nursery: Nursery
) -> None:
    """The sources run side by side, so what the one tells the other comes earlier or later and may
    change which words are asked: of the one that has no proof a record more or less may be found.
    """
    undisturbed = next(stages)
    whole = nursery.run(*undisturbed.command)
    assert whole.code in DONE, whole.err
    wanted = [Counter(undisturbed.asked(number)) for number in (0, 1)]
    rng, kills = random.Random(20261103), 0
    while kills < KILLS:
        stage = next(stages)
        parts, held = [[0, 0]], []
        while True:
            run = nursery.run(*stage.command, after=instant(rng, whole.seconds, len(parts)))
            parts.append([len(stage.asked(number)) for number in (0, 1)])
            if run.code in DONE:
                break
            assert run.code == -signal.SIGKILL, run.err
            kills += 1
            held.append(stage.keys())
            if stage.has_ended():
                break
        assert all(keys <= stage.keys() for keys in held)
        assert_alike(stage.table(), undisturbed.table())
        for number in (0, 1):
            usual = {one for one, times in wanted[number].items() if times > 1}
            asked = stage.asked(number)
            again = [
                again_of(asked, *part, usual) for part in pairwise(row[number] for row in parts)
            ]
            assert all(times <= 1 for times in again), again


@pytest.mark.slow
@pytest.mark.many
def test_kills_of_two_sources_that_share_what_they_know(tmp_path: Path, nursery: Nursery) -> None:
    """What is chosen depends on the other source, so the order may differ, and at the end of an
    unproven source a record; what was taken is never lost or doubled.
    """
    halves = overlapping("books", 60, shared=0.7, cap=30)
    wanted = [sorted(row["title"] for row in half.table.rows) for half in halves]
    rng, kills, seconds = random.Random(20261120), 0, 0.0
    usual: list[set[Asked]] = []
    for number in count():
        with ExitStack() as running:
            sources = [running.enter_context(half.serve()) for half in halves]
            stage = Stage(sources, tmp_path / str(number))
            parts, held = [[0, 0]], []
            while True:
                after = instant(rng, seconds, len(parts)) if seconds else None
                run = nursery.run(*stage.command, after=after)
                seconds = seconds or run.seconds
                parts.append([len(stage.asked(source)) for source in (0, 1)])
                if run.code in DONE:
                    break
                assert run.code == -signal.SIGKILL, run.err
                kills += 1
                held.append(stage.keys())
                if stage.has_ended():
                    break
            assert all(keys <= stage.keys() for keys in held)
            for found, those in zip(stage.titles(), wanted, strict=True):
                assert not Counter(found) - Counter(those)
                assert len(found) >= LEAST * len(those)
            for source in (0, 1):
                asked = stage.asked(source)
                if len(usual) <= source:  # the first run is not disturbed
                    usual.append({one for one, times in Counter(asked).items() if times > 1})
                assert_one_repeated_a_kill(asked, [row[source] for row in parts], usual[source])
        if kills >= KILLS:
            break


def assert_alike(found: Table, wanted: Table) -> None:
    """The proven source to the last value, the other one but for records found by luck."""
    assert found[0] == wanted[0]
    (state, records), (usual, others) = found[1], wanted[1]
    assert state == usual
    assert len({record[0] for record in records}) == len(records) >= LEAST * BY_POST.count
    theirs = {record[0]: record for record in others}
    assert all(theirs.get(record[0], record) == record for record in records)


def assert_one_repeated_a_kill(
    asked: list[Asked], ends: list[int], usual: Collection[Asked]
) -> None:
    """Every run so far may have lost the one request that was under way when it was killed.

    What a source is asked next depends on the other source, so a lost request may be repeated later
    than in the next run.
    """
    again = [again_of(asked, *part, usual) for part in pairwise(ends)]
    assert all(sum(again[: run + 1]) <= run for run in range(len(again))), again


def instant(rng: random.Random, seconds: float, runs: int) -> float:
    """When to kill: within most of a whole run, later each time, so that slow machines end too."""
    return rng.uniform(0.02, (0.6 + 0.1 * runs) * seconds)


def again_of(asked: list[Asked], begin: int, end: int, usual: Collection[Asked] = ()) -> int:
    """How many requests of one run had been sent in an earlier one, but for those that a harvest
    which nobody disturbs sends twice as well.
    """
    before = set(asked[:begin]).difference(usual)
    return sum(one in before for one in asked[begin:end])


class Slow(ServedSource):
    """A source that takes its time, so that there is something to stop."""

    seconds = 0.1

    def answer(self, *request: Any) -> SiteReply:
        time.sleep(self.seconds)
        return super().answer(*request)


@pytest.mark.parametrize("sent", [signal.SIGINT, further(signal.SIGTERM)])
def test_ctrl_c_pauses_and_the_next_run_goes_on(
    tmp_path: Path, nursery: Nursery, sent: signal.Signals
) -> None:
    with Slow(BY_LINK) as one, Slow(BY_POST) as two:
        stop_and_go_on(Stage([one, two], tmp_path / "project"), nursery, sent)


def stop_and_go_on(stage: Stage, nursery: Nursery, sent: signal.Signals) -> None:
    table = stage.folder.with_suffix(".csv")
    store = stage.folder / "project.sqlite"
    run = nursery.run(*stage.command, "-o", table, after=0.3, by=sent, until=store)
    for source in stage.sources:
        source.seconds = 0.01  # type: ignore[attr-defined]
    assert run.code == STOPPED
    assert "leadline: stopped; run the same command again to go on" in run.err
    assert "Traceback" not in run.err
    with Reader(stage.folder / "project.sqlite") as store:
        kept = [one for one in store.sources() if one.state == "paused"]
        assert kept
        assert all(one.reason.startswith("the harvest was stopped") for one in kept)
        taken = store.counts().records
    assert f"project: {stage.folder}" in run.out
    assert len(table.read_text("utf-8").splitlines()) == taken + 1
    before = [stage.asked(number) for number in (0, 1)]
    assert nursery.run(*stage.command).code in DONE
    after = [stage.asked(number) for number in (0, 1)]
    assert nursery.run(*stage.command, "--fresh").code in DONE
    for number in (0, 1):
        asked = Counter(after[number][len(before[number]) :])
        undisturbed = stage.asked(number)[len(after[number]) :]
        assert sum((asked & Counter(before[number])).values()) <= 1 + twice(undisturbed)
    one, two = (len(records) for _, records in stage.table())
    assert one == BY_LINK.count
    assert LEAST * BY_POST.count <= two <= BY_POST.count


def twice(asked: list[Asked]) -> int:
    """How often a harvest that nobody disturbs asks the same again."""
    return len(asked) - len(set(asked))


def test_what_is_finished_is_not_asked_again_until_it_is_to_begin_anew(
    stages: Iterator[Stage], nursery: Nursery
) -> None:
    stage = next(stages)
    command = ["harvest", stage.sources[0].url, "-p", stage.folder]
    assert nursery.run(*command).code == COMPLETE
    asked, table = len(stage.sources[0].log), stage.table()
    again = nursery.run(*command)
    assert again.code == COMPLETE
    known = len(stage.sources[0].log) - asked
    assert known <= 5, "only robots.txt and known words are asked again"
    assert stage.table() == table
    fresh = nursery.run(*command, "--fresh")
    assert fresh.code == COMPLETE
    assert len(stage.sources[0].log) == 2 * asked + known
    assert stage.table() == table


def test_a_budget_stops_and_a_larger_one_goes_on(stages: Iterator[Stage], nursery: Nursery) -> None:
    stage = next(stages)
    source = stage.sources[0]
    command = ["harvest", source.url, "-p", stage.folder]
    first = nursery.run(*command, "--requests", 12)
    assert first.code == STOPPED
    assert "the budget of 12 requests is used up" in first.out
    assert source.requests == 12
    same = nursery.run(*command, "--requests", 12)
    assert same.code == STOPPED
    assert source.requests == 12
    rest = nursery.run(*command)
    assert rest.code == COMPLETE
    other = next(stages)
    assert nursery.run("harvest", other.sources[0].url, "-p", other.folder).code == COMPLETE
    assert twice(stage.asked(0)) == twice(other.asked(0))
