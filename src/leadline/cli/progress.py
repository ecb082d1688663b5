"""Progress while sources are harvested: a live table on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.cli.words import clean, clock, short

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from leadline.app.source_run import Progress

LINE_EVERY: Final = 5.0
"""Seconds between progress lines where there is no terminal to draw on."""
DRAW_EVERY: Final = 0.2
WINDOW: Final = 60.0
"""Seconds over which the rate is taken that says how long it will last: sources slow down."""
LEAST_WINDOW: Final = 5.0
"""Below so many seconds a rate says nothing."""
ENDED: Final = ("complete", "exhausted", "paused", "failed")
COLUMNS: Final = ("source", "records", "of about", "requests", "a second", "left", "now")


@dataclass(slots=True)
class Watcher:
    """Shows how far each source is; a context manager, because it draws."""

    quiet: bool = False
    rows: dict[str, Progress] = field(default_factory=dict)
    pasts: dict[str, deque[tuple[float, int, int]]] = field(default_factory=dict)
    live: Live | None = None
    last: float = field(default_factory=time.monotonic)

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
        """Take news of a source."""
        self.rows[progress.source] = progress
        self._remember(progress)
        now = time.monotonic()
        if self.quiet or now - self.last < (DRAW_EVERY if self.live else LINE_EVERY):
            return
        self.last = now
        if self.live is not None:
            self.live.update(self.table())
            return
        for one in self.rows.values():
            if one.state not in ENDED:
                print(self.line(one), file=sys.stderr, flush=True)

    def _remember(self, progress: Progress) -> None:
        past = self.pasts.setdefault(progress.source, deque())
        if progress.sent:
            past.append((progress.seconds, progress.records, progress.sent))
        while past and past[0][0] < progress.seconds - WINDOW:
            past.popleft()

    def table(self) -> Table:
        """The live table."""
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold", padding=(0, 1))
        for name in COLUMNS:
            table.add_column(
                name, justify="left" if name in ("source", "now") else "right", no_wrap=True
            )
        for one in self.rows.values():
            table.add_row(*(Text(cell) for cell in self.cells(one)))
        return table

    def cells(self, one: Progress) -> tuple[str, ...]:
        """What the table says of a source."""
        past = self.pasts.get(one.source, deque())
        known = one.estimate is not None and one.estimate >= one.records
        return (
            short(one.source, 36), f"{one.records:,}", f"{one.estimate:,.0f}" if known else "?",
            f"{one.requests:,}", pace(past), left(one, past), doing(one),
        )  # fmt: skip

    def line(self, one: Progress) -> str:
        """One progress line."""
        name, records, estimate, requests, a_second, eta, now = self.cells(one)
        of = "" if estimate == "?" else f" of about {estimate}"
        more = "" if eta == "?" else f", {eta} left"
        speed = "" if a_second == "?" else f" ({a_second} a second)"
        return f"{clean(name)}: {records} records{of}, {requests} requests{speed}{more}, {now}"


def doing(one: Progress) -> str:
    """What goes on at a source, in few words."""
    if one.state in ENDED:
        return one.state
    if one.replaying:
        return "reading again what was fetched"
    return f"asking {short(one.asking, 40)}" if one.asking else "beginning"


def pace(past: deque[tuple[float, int, int]]) -> str:
    """Requests a second of late."""
    if len(past) < 2 or past[-1][0] - past[0][0] < 1:
        return "?"
    return f"{(past[-1][2] - past[0][2]) / (past[-1][0] - past[0][0]):.1f}"


def left(one: Progress, past: deque[tuple[float, int, int]]) -> str:
    """Time left at the rate of late; '?' where the size is not known or nothing comes in."""
    if one.state in ENDED or one.estimate is None or len(past) < 2:
        return "?"
    (begun, had, _), (now, has, _) = past[0], past[-1]
    missing = one.estimate - one.records
    if now - begun < LEAST_WINDOW or has <= had or missing <= 0:
        return "?"
    return clock(missing * (now - begun) / (has - had))
