"""``leadline harvest``: progress while it runs, one screen when it is over."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import Harvest, harvest, load, worst
from leadline.app.project import plan_of
from leadline.cli.export import check_output
from leadline.cli.progress import Watcher
from leadline.cli.summary import print_summary, print_troubles
from leadline.errors import LeadlineError
from leadline.model import Budget
from leadline.report import write_report
from leadline.store.export import export

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.app.project import Plan

EXIT: Final = {"complete": 0, "exhausted": 3, "paused": 3, "failed": 1}
STOPPED: Final = 3
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asks for on the command line; 0 is no limit."""

    targets: tuple[str, ...]
    project: Path | None = None
    outputs: tuple[Path, ...] = ()
    requests: int = 0
    total_requests: int = 0
    minutes: float = 0.0
    megabytes: float = 0.0
    pace: float | None = None
    also_hosts: tuple[str, ...] = ()
    robots: bool = True
    fresh: bool = False
    quiet: bool = False
    wrapper: Path | None = None

    def budget(self, plan: Plan) -> Budget:
        """What the command line allows, and the plan where that says nothing."""
        planned = plan.budget
        return Budget(
            self.requests or planned.requests, planned.pages,
            int(self.megabytes * MEGABYTE) or planned.bytes, self.minutes or planned.minutes,
        )  # fmt: skip

    def total(self, plan: Plan) -> Budget:
        """What all sources together are allowed."""
        return replace(plan.total, requests=self.total_requests or plan.total.requests)


def run(order: Order) -> int:
    """Harvest, report, export; gives the exit code."""
    for output in order.outputs:
        check_output(output)
    plan = plan_of(order.targets, order.project)
    try:
        taken = _harvest(order, plan)
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        with suppress(LeadlineError, ValueError):
            finish(load(plan.project.folder), order.outputs, quiet=order.quiet)
        return STOPPED
    finish(taken, order.outputs, quiet=order.quiet)
    return EXIT[worst(list(taken.outcomes.values()))]


def _harvest(order: Order, plan: Plan) -> Harvest:
    with Watcher(quiet=order.quiet) as watcher:
        return harvest(
            *order.targets, project=order.project, budget=order.budget(plan),
            total=order.total(plan), also_hosts=order.also_hosts, robots=order.robots,
            pace=order.pace, fresh=order.fresh, wrapper=order.wrapper or "", watch=watcher.watch,
        )  # fmt: skip


def finish(taken: Harvest, outputs: tuple[Path, ...], *, quiet: bool) -> None:
    """Write the report and the tables of what was taken, and say how it went."""
    write_report(taken.project.store, taken.project.report)
    empty = not any(one.records for one in taken.outcomes.values())
    rows = {} if empty else {out: export(taken.project.store, out) for out in outputs}
    print_troubles(taken, quiet=quiet)
    if empty and outputs:
        names = ", ".join(map(str, outputs))
        print(f"leadline: nothing was taken, so {names} was not written", file=sys.stderr)
    if not quiet:
        print_summary(taken, rows)
