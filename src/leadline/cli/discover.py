"""``leadline discover``: progress with the harvest rate, and what was found at the end."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from leadline.app.calls import run_to_end
from leadline.app.discover import Discovery, discover_plan, load_discovery
from leadline.app.discovery.plan import DiscoveryPlan, discovery_plan_of
from leadline.cli.harvest import EXIT_CODES, STOPPED_EXIT_CODE
from leadline.cli.terminal.mended import mend_and_tell
from leadline.cli.terminal.progress import SECONDS_PER_LINE, SECONDS_PER_REDRAW
from leadline.cli.terminal.words import clean, short
from leadline.domain.rules import unused_rules
from leadline.errors import LeadlineError
from leadline.report.discovery import write_discovery_report
from leadline.report.markup import count

if TYPE_CHECKING:
    from leadline.app.discovery.run import DiscoveryProgress
    from leadline.cli.orders import DiscoverOrder

MAX_SHOWN_INTERFACES: Final = 20


@dataclass(slots=True)
class DiscoveryWatcher:
    """Shows the progress in one line: redrawn on a terminal, otherwise one every few seconds."""

    quiet: bool = False
    last: float = field(default_factory=time.monotonic)

    def watch(self, progress: DiscoveryProgress) -> None:
        """Receive the progress."""
        now, is_terminal = time.monotonic(), sys.stderr.isatty()
        pause = SECONDS_PER_REDRAW if is_terminal else SECONDS_PER_LINE
        if self.quiet or now - self.last < pause:
            return
        self.last = now
        start, end = ("\r\x1b[K", "") if is_terminal else ("", "\n")
        print(f"{start}{progress_line(progress)}", end=end, file=sys.stderr, flush=True)


def progress_line(progress: DiscoveryProgress) -> str:
    """Return the progress of a discovery in one line."""
    now = "reading again" if progress.replaying else "fetching"
    return (
        f"{progress.found} found, {progress.pages:,} pages of {progress.hosts:,} hosts "
        f"({100 * progress.harvest_rate:.1f} % brought one), {progress.waiting:,} links wait, "
        f"{now} {short(progress.url, 50)}"
    )


def _plan(order: DiscoverOrder) -> DiscoveryPlan:
    """Return the plan of the targets; options of the command line override it."""
    mend_and_tell(order.targets, order.project)
    plan = discovery_plan_of(
        order.targets,
        order.project,
        topic=order.topic,
        samples=order.sample or (),
        hosts=order.host or (),
        anywhere=order.anywhere,
        max_hosts=order.max_hosts,
        site_requests=order.site_requests,
    )
    budget = replace(
        plan.budget,
        requests=order.requests or plan.budget.requests,
        minutes=order.minutes or plan.budget.minutes,
    )
    return replace(plan, budget=budget)


def run(order: DiscoverOrder) -> int:
    """Discover and report; return the exit code."""
    plan = _plan(order)
    if unused := unused_rules(plan.rules, "discover"):
        print(clean(f"leadline: {unused}"), file=sys.stderr)
    options = {"at_once": order.at_once} if order.at_once else {}
    try:
        discovery = run_to_end(
            lambda: discover_plan(
                plan,
                robots=not order.ignore_robots,
                pace=order.pace,
                fresh=order.fresh,
                thorough=order.thorough,
                watch=DiscoveryWatcher(order.quiet).watch,
                **options,
            )
        )
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        with suppress(LeadlineError, ValueError):
            finish(load_discovery(plan.project), quiet=order.quiet)
        return STOPPED_EXIT_CODE
    finish(discovery, quiet=order.quiet)
    code = EXIT_CODES[discovery.outcome.state]
    if code and order.quiet:
        print(clean(f"leadline: {discovery.outcome.reason}"), file=sys.stderr)
    return code


def finish(discovery: Discovery, *, quiet: bool) -> None:
    """Write the report, and print the summary."""
    folder = discovery.project.folder
    report = write_discovery_report(folder)
    if quiet:
        return
    print(f"found: {count_of(discovery)} in {count(discovery.outcome.requests, 'request')}")
    for found in discovery.found[:MAX_SHOWN_INTERFACES]:
        print(f"  {clean(found.url)}\n    {clean(found.reason)}")
    if len(discovery.found) > MAX_SHOWN_INTERFACES:
        print(f"  and {len(discovery.found) - MAX_SHOWN_INTERFACES:,} more")
    print(f"refused: {len(discovery.refused):,} forms, with their reasons in the report")
    print(f"why it ended: {discovery.outcome.reason}")
    print(f"report: {report}")
    if discovery.sources:
        print(f"next: leadline harvest {folder}")


def count_of(discovery: Discovery) -> str:
    """Return the numbers of interfaces and sources in words."""
    found, sources = len(discovery.found), discovery.sources
    return f"{count(found, 'query interface')} ({count(sources, 'source')})"
