"""``leadline harvest``: progress while it runs, one screen when it is over."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.model import Budget
from leadline.pipelines.harvest import Harvest, Progress, harvest, worst
from leadline.store.export import export

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.live import Live
    from rich.table import Table

EXIT: Final = {"complete": 0, "exhausted": 3, "paused": 3, "failed": 1}
LINE_EVERY: Final = 5.0
"""Seconds between progress lines where there is no terminal to draw on."""
MEGABYTE: Final = 1_000_000


def run(
    urls: Sequence[str],
    *,
    project: Path | None,
    outputs: Sequence[Path],
    requests: int,
    minutes: float,
    megabytes: float,
    pace: float | None,
    robots: bool,
    quiet: bool,
) -> int:
    """Harvest, report, export; gives the exit code."""
    budget = Budget(requests=requests, minutes=minutes, bytes=int(megabytes * MEGABYTE))
    with Watcher(quiet=quiet) as watcher:
        taken = harvest(
            *urls, project=str(project) if project else None, budget=budget, robots=robots,
            pace=pace, watch=watcher.watch,
        )  # fmt: skip
    from leadline.report import write_report

    write_report(taken.project.store, taken.project.report)
    for output in outputs:
        export(taken.project.store, output)
    if not quiet:
        print_summary(taken, outputs)
    return EXIT[worst(list(taken.outcomes.values()))]


@dataclass(slots=True)
class Watcher:
    """Shows how far each source is: a live table on a terminal, else a line now and then."""

    quiet: bool = False
    rows: dict[str, Progress] = field(default_factory=dict)
    live: Live | None = None
    last: float = 0.0
    first: dict[str, tuple[float, int]] = field(default_factory=dict)

    def __enter__(self) -> Watcher:
        if not self.quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), refresh_per_second=4)
            self.live.__enter__()
        return self

    def __exit__(self, *trouble: object) -> None:
        if self.live is not None:
            self.live.__exit__(None, None, None)

    def watch(self, progress: Progress) -> None:
        """Take news of a source."""
        self.rows[progress.source] = progress
        self.first.setdefault(progress.source, (progress.seconds, progress.records))
        now = time.monotonic()
        if self.quiet or now - self.last < (0.2 if self.live else LINE_EVERY):
            return
        self.last = now
        if self.live is not None:
            self.live.update(self.table())
        else:
            for one in self.rows.values():
                print(line(one), file=sys.stderr, flush=True)

    def table(self) -> Table:
        """The live table."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold")
        for name in ("source", "records", "of about", "requests", "a second", "left", "asking"):
            table.add_column(name, justify="left" if name in {"source", "asking"} else "right")
        for one in self.rows.values():
            table.add_row(*(Text(cell) for cell in cells(one)))
        return table


def cells(one: Progress) -> tuple[str, ...]:
    """What the table says of a source."""
    estimate = f"{one.estimate:,.0f}" if one.estimate else "?"
    pace = one.requests / one.seconds if one.seconds > 0 else 0.0
    asking = one.asking if one.state not in EXIT else one.state
    return (
        one.source, f"{one.records:,}", estimate, f"{one.requests:,}", f"{pace:.1f}", left(one),
        f"{asking[:40]!r}" if asking else one.state,
    )  # fmt: skip


def left(one: Progress) -> str:
    """Time left at the present rate, '?' while nothing is known."""
    if not one.estimate or not one.records or one.seconds <= 0:
        return "?"
    seconds = (one.estimate - one.records) * one.seconds / one.records
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}" if seconds > 0 else "0:00"


def line(one: Progress) -> str:
    """One progress line."""
    name, records, estimate, requests, pace, eta, asking = cells(one)
    return (
        f"{name}: {records} records of about {estimate}, {requests} requests ({pace}/s),"
        f" left {eta}, {asking}"
    )


def print_summary(taken: Harvest, outputs: Sequence[Path]) -> None:
    """What was taken, how each source ended and why, and where things are."""
    for key, outcome in taken.outcomes.items():
        print(f"{key}: {outcome.state}")
        print(f"  {outcome.records:,} records in {outcome.requests:,} requests")
        print(f"  {outcome.proof or outcome.reason}")
        if outcome.state == "exhausted" and outcome.estimate:
            share = outcome.records / max(outcome.estimate, outcome.records, 1)
            print(f"  about {share:.0%} of an estimated {outcome.estimate:,.0f}")
    for output in outputs:
        print(f"table:   {output}")
    print(f"project: {taken.project.folder}")
    print(f"report:  {taken.project.report}")
