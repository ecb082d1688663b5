"""``leadline harvest``: progress while it runs, a summary of one screen at the end."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.app.calls import run_to_end
from leadline.app.cluster.groups import share_of
from leadline.app.cluster.processes import harvest_by_processes
from leadline.app.harvest import Harvest, RunOptions, harvest_plan, load, worst
from leadline.app.hint_log import checked
from leadline.app.project import plan_of, with_given
from leadline.app.source.details import with_details
from leadline.cli.tables.write import check_output, is_standard_output, written
from leadline.cli.terminal.mended import mend_and_tell, tell
from leadline.cli.terminal.progress import Watcher
from leadline.cli.terminal.summary import print_summary, print_troubles
from leadline.errors import LeadlineError
from leadline.model import Hint
from leadline.report import write_report
from leadline.store.export.choice import plan_choice
from leadline.store.export.each import write_each
from leadline.store.export.table import check_choice, export

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from leadline.app.project import Plan
    from leadline.app.source.run import Progress
    from leadline.cli.orders import HarvestOrder

EXIT_CODES: Final = {"complete": 0, "exhausted": 0, "paused": 3, "failed": 1}
STOPPED_EXIT_CODE: Final = 3
RECORDS_OF_FIRST_LOOK: Final = 20
"""Records of a first harvest at which the columns that its plan names are looked for."""
MAX_RECORDS_OF_LOOK: Final = 2_000
MEGABYTE: Final = 1_000_000
"""Bytes."""


def _plan(order: HarvestOrder) -> Plan:
    """Return the plan of the targets; options of the command line override its budgets."""
    mend_and_tell(order.targets, order.project)
    plan = plan_of(
        order.targets,
        order.project,
        also_hosts=order.also_host or (),
        wrapper=order.wrapper or "",
        only=order.only or (),
        official=order.official,
        way=order.way,
        accept_terms=order.accept_terms,
    )
    plan = with_given(plan, _hints(order), order.recipe)
    budget = replace(
        plan.budget,
        requests=order.requests or plan.budget.requests,
        bytes=int(order.megabytes * MEGABYTE) or plan.budget.bytes,
        minutes=order.minutes or plan.budget.minutes,
        records=plan.budget.records if order.records is None else order.records,
    )
    total = replace(plan.total, requests=order.total_requests or plan.total.requests)
    plan = replace(plan, budget=budget, total=total)
    if order.share:
        plan = replace(plan, sources=share_of(plan.sources, order.share))
    return with_details(plan, details=order.details, files=order.files)


def _hints(order: HarvestOrder) -> list[Hint]:
    """Return what the options say of how the site is read."""
    said = {"form": [order.form], "next": [order.next], "record": order.record, "ask": order.ask}
    said |= {"allow": order.allow, "sure": [order.sure]}
    texts = {kind: tuple(filter(None, shown or ())) for kind, shown in said.items()}
    return [checked(Hint(kind, shown)) for kind, shown in texts.items() if shown]


def run(order: HarvestOrder) -> int:
    """Harvest, report and export; return the exit code."""
    for output in order.output or ():
        check_output(output)
    plan = _plan(order)
    store, choice = plan.project.store, plan_choice(plan.project.folder)
    if choice.is_of_columns and store.is_file() and not order.fresh:
        check_choice(store, [source.key for source in plan.sources], choice)
    try:
        taken = _harvest(order, plan)
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        with suppress(LeadlineError, ValueError):
            finish(load(plan.project.folder), order)
        return STOPPED_EXIT_CODE
    finish(taken, order)
    return EXIT_CODES[worst(list(taken.outcomes.values()))]


def _harvest(order: HarvestOrder, plan: Plan) -> Harvest:
    options: RunOptions = {
        "robots": not order.ignore_robots,
        "pace": order.pace,
        "fresh": order.fresh,
        "durable": order.durable,
        "replay": order.replay,
        "session": order.session,
        "at_once": order.at_once,
    }
    with Watcher(quiet=order.quiet) as watcher:
        options["watch"] = _checking(watcher.watch, order, plan)
        if order.shared:
            from leadline.app.cluster.ray_nodes import RayCrew

            return harvest_by_processes(plan, order.processes, options, RayCrew(order.shared))
        if order.processes > 1:
            return harvest_by_processes(plan, order.processes, options)
        return run_to_end(lambda: harvest_plan(plan, **options))


def _checking(
    watch: Callable[[Progress], None], order: HarvestOrder, plan: Plan
) -> Callable[[Progress], None]:
    """Return a watch that stops a first harvest whose plan names columns that no record has.

    Pages of records may bring columns at the end, so nothing is said where these are read.
    """
    choice = plan_choice(plan.project.folder)
    keys = [source.key for source in plan.sources]
    if any(source.details for source in plan.sources) or not choice.is_of_columns:
        return watch
    due = dict.fromkeys(keys, RECORDS_OF_FIRST_LOOK)

    def look(progress: Progress) -> None:
        watch(progress)
        least = due.get(progress.source, 0)
        if least <= progress.records and 0 < least < MAX_RECORDS_OF_LOOK:
            due[progress.source] = 2 * progress.records
            try:
                check_choice(plan.project.store, keys, choice)
            except ValueError as fault:
                kept = "what was taken is kept; mend the plan and run the same command to go on"
                raise ValueError(f"{fault}; {kept}") from None

    return look


def finish(taken: Harvest, order: HarvestOrder) -> None:
    """Write the report and the tables, and print the summary."""
    is_empty = not any(outcome.records for outcome in taken.outcomes.values())
    outputs = order.output or ()
    choice = plan_choice(taken.project.folder)
    rows = {}

    def write(output: Path) -> None:
        if output == taken.project.report:
            write_report(taken.project.store, output)
            return
        with written(output) as path:
            rows[output] = export(taken.project.store, path, guard=not order.raw, choice=choice)

    tell(taken.notes)
    try:
        write_each((taken.project.report, *(() if is_empty else outputs)), write)
    finally:
        print_troubles(taken, quiet=order.quiet)
        if is_empty and outputs:
            names = ", ".join(map(str, outputs))
            print(f"leadline: nothing was taken, so this is not written: {names}", file=sys.stderr)
        if not order.quiet and not any(map(is_standard_output, outputs)):
            print_summary(taken, rows)
