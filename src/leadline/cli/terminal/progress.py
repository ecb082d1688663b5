"""Progress of a harvest: a live table on a terminal, else a line at once and every few seconds."""

from __future__ import annotations

import sys
import time
from collections import deque
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

from leadline.cli.terminal.words import clean, short
from leadline.model import LEVEL_OF_STATE
from leadline.report.markup import count, duration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.live import Live
    from rich.table import Table

    from leadline.app.source.run import Progress

MAX_ROWS: Final = 20
"""Sources that are shown one by one; of more, those that moved last and a line on all."""


def under_way(rows: Mapping[str, Progress]) -> list[Progress]:
    """Return the sources that did not end, of many those that moved last."""
    return [row for row in rows.values() if row.state not in LEVEL_OF_STATE][-MAX_ROWS:]


def put(rows: dict[str, Progress], progress: Progress) -> None:
    """Keep the newest progress of a source; of many, those that moved last come last."""
    if len(rows) > MAX_ROWS:
        rows.pop(progress.source, None)
    rows[progress.source] = progress


def shown(rows: Mapping[str, Progress]) -> list[Progress]:
    """Return the rows of a table: all of a few, of many some that are under way."""
    return under_way(rows) if len(rows) > MAX_ROWS else list(rows.values())


def totals(rows: Mapping[str, Progress]) -> str:
    """Sum up many sources in a line; '' for a few."""
    if len(rows) <= MAX_ROWS:
        return ""
    ended = sum(row.state in LEVEL_OF_STATE for row in rows.values())
    records = sum(row.records for row in rows.values())
    requests = sum(row.requests for row in rows.values())
    return (
        f"{len(rows):,} sources begun, {ended:,} ended: {records:,} records, {requests:,} requests"
    )


SECONDS_PER_LINE: Final = 5.0
"""Seconds between progress lines without a terminal."""
SECONDS_PER_REDRAW: Final = 0.2
RATE_WINDOW_SECONDS: Final = 60.0
"""Seconds over which the current rate is measured."""
MIN_RATE_SECONDS: Final = 5.0
"""Seconds of measurement below which no remaining time is shown."""
HEADINGS: Final = ("source", "records", "of about", "requests", "a second", "left", "now")


@dataclass(slots=True)
class Watcher:
    """Context manager that shows the progress of each source."""

    quiet: bool = False
    rows: dict[str, Progress] = field(default_factory=dict)
    pasts: dict[str, deque[tuple[float, int, int]]] = field(default_factory=dict)
    live: Live | None = None
    last: float = -inf

    def __enter__(self) -> Watcher:
        if not self.quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
            self.live.__enter__()
        return self

    def __exit__(self, *trouble: object) -> None:
        if self.live is not None:
            self.live.__exit__(None, None, None)

    def watch(self, progress: Progress) -> None:
        """Receive the progress of a source."""
        put(self.rows, progress)
        self._remember(progress)
        now = time.monotonic()
        if self.quiet or now - self.last < (SECONDS_PER_REDRAW if self.live else SECONDS_PER_LINE):
            return
        self.last = now
        if self.live is not None:
            self.live.update(self.table())
            return
        for row in under_way(self.rows):
            print(self.line(row), file=sys.stderr, flush=True)
        if line := totals(self.rows):
            print(line, file=sys.stderr, flush=True)

    def _remember(self, progress: Progress) -> None:
        past = self.pasts.setdefault(progress.source, deque())
        if progress.sent:
            past.append((progress.seconds, progress.records, progress.sent))
        while past and past[0][0] < progress.seconds - RATE_WINDOW_SECONDS:
            past.popleft()

    def table(self) -> Table:
        """Build the live table."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold", padding=(0, 1))
        for name in HEADINGS:
            table.add_column(
                name, justify="left" if name in ("source", "now") else "right", no_wrap=True
            )
        for row in shown(self.rows):
            table.add_row(*(Text(cell) for cell in self.cells(row)))
        table.caption = totals(self.rows)
        return table

    def cells(self, row: Progress) -> tuple[str, ...]:
        """Return the table cells of a source."""
        past = self.pasts.get(row.source, deque())
        is_known = row.estimate is not None and row.estimate >= row.records
        return (
            short(row.source, 36),
            f"{row.records:,}",
            f"{row.estimate:,.0f}" if is_known else "?",
            f"{row.requests:,}",
            request_rate(past),
            remaining_time(row, past),
            activity(row),
        )

    def line(self, row: Progress) -> str:
        """Return the progress line of a source."""
        name, _, estimate, _, a_second, eta, now = self.cells(row)
        taken, sent = count(row.records, "record"), count(row.requests, "request")
        of = "" if estimate == "?" else f" of about {estimate}"
        more = "" if eta == "?" else f", {eta} left"
        speed = "" if a_second == "?" else f" ({a_second} a second)"
        return f"{clean(name)}: {taken}{of}, {sent}{speed}{more}, {now}"


def activity(row: Progress) -> str:
    """Describe what a source is doing."""
    if row.state in LEVEL_OF_STATE:
        return LEVEL_OF_STATE[row.state]
    if row.replaying:
        return "reading again what was fetched"
    return f"asking {short(row.asking, 40)}" if row.asking else "beginning"


def request_rate(past: deque[tuple[float, int, int]]) -> str:
    """Return the recent requests per second."""
    if len(past) < 2 or past[-1][0] - past[0][0] < 1:
        return "?"
    return f"{(past[-1][2] - past[0][2]) / (past[-1][0] - past[0][0]):.1f}"


def remaining_time(row: Progress, past: deque[tuple[float, int, int]]) -> str:
    """Estimate the remaining time from the recent rate of records; '?' if unknown."""
    if row.state in LEVEL_OF_STATE or row.estimate is None or len(past) < 2:
        return "?"
    (start, before, _), (now, after, _) = past[0], past[-1]
    if now - start < MIN_RATE_SECONDS or after <= before:
        return "?"
    seconds = (row.estimate - row.records) * (now - start) / (after - before)
    return duration(int(seconds)) if seconds >= 1 else "?"
