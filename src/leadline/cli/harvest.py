"""``leadline harvest``: progress while it runs, a summary of one screen at the end."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import Harvest, RunOptions, load, worst
from leadline.app.project import plan_of, table_choice
from leadline.app.source.details import with_details
from leadline.cli.cluster import ONE_PROCESS, Scale
from leadline.cli.tables.write import check_output, is_standard_output, written
from leadline.cli.terminal.progress import Watcher
from leadline.cli.terminal.summary import print_summary, print_troubles
from leadline.errors import LeadlineError
from leadline.fetch.session.own_session import NO_SESSION, OwnSession
from leadline.report import write_report
from leadline.store.export.table import export

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.app.project import Plan
    from leadline.app.source.memory import Replay

EXIT_CODES: Final = {"complete": 0, "exhausted": 0, "paused": 3, "failed": 1}
STOPPED_EXIT_CODE: Final = 3
MEGABYTE: Final = 1_000_000
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Order:
    """Arguments of the command line; a limit of 0 means no limit."""

    targets: tuple[str, ...]
    project: Path | None = None
    outputs: tuple[Path, ...] = ()
    requests: int = 0
    total_requests: int = 0
    minutes: float = 0.0
    megabytes: float = 0.0
    records: int | None = None
    pace: float | None = None
    also_hosts: tuple[str, ...] = ()
    robots: bool = True
    fresh: bool = False
    durable: bool = False
    replay: Replay = "quick"
    scale: Scale = ONE_PROCESS
    raw: bool = False
    quiet: bool = False
    wrapper: Path | None = None
    only: tuple[str, ...] = ()
    official: bool = False
    details: bool = False
    files: bool = False
    session: OwnSession = NO_SESSION

    def plan(self) -> Plan:
        """Return the plan of the targets; options of the command line override its budgets."""
        plan = plan_of(
            self.targets,
            self.project,
            also_hosts=self.also_hosts,
            wrapper=self.wrapper or "",
            only=self.only,
            official=self.official,
        )
        budget = replace(
            plan.budget,
            requests=self.requests or plan.budget.requests,
            bytes=int(self.megabytes * MEGABYTE) or plan.budget.bytes,
            minutes=self.minutes or plan.budget.minutes,
            records=plan.budget.records if self.records is None else self.records,
        )
        total = replace(plan.total, requests=self.total_requests or plan.total.requests)
        plan = replace(self.scale.share_of(plan), budget=budget, total=total)
        return with_details(plan, details=self.details, files=self.files)


def run(order: Order) -> int:
    """Harvest, report and export; return the exit code."""
    for output in order.outputs:
        check_output(output)
    plan = order.plan()
    try:
        taken = _harvest(order, plan)
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        with suppress(LeadlineError, ValueError):
            finish(load(plan.project.folder), order)
        return STOPPED_EXIT_CODE
    finish(taken, order)
    return EXIT_CODES[worst(list(taken.outcomes.values()))]


def _harvest(order: Order, plan: Plan) -> Harvest:
    options: RunOptions = {
        "robots": order.robots,
        "pace": order.pace,
        "fresh": order.fresh,
        "durable": order.durable,
        "replay": order.replay,
        "session": order.session,
    }
    with Watcher(quiet=order.quiet) as watcher:
        return order.scale.harvest(plan, {**options, "watch": watcher.watch})


def finish(taken: Harvest, order: Order) -> None:
    """Write the report and the tables, and print the summary."""
    write_report(taken.project.store, taken.project.report)
    is_empty = not any(outcome.records for outcome in taken.outcomes.values())
    wanted = () if is_empty else order.outputs
    choice = table_choice(taken.project.folder)
    rows = {}
    for output in wanted:
        with written(output) as path:
            rows[output] = export(taken.project.store, path, guard=not order.raw, choice=choice)
    print_troubles(taken, quiet=order.quiet)
    if is_empty and order.outputs:
        names = ", ".join(map(str, order.outputs))
        print(f"leadline: nothing was taken, so {names} was not written", file=sys.stderr)
    if not order.quiet and not any(map(is_standard_output, order.outputs)):
        print_summary(taken, rows)
