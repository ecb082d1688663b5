"""``leadline run``: what each stage did and why it stopped, while it runs and at the end."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from leadline.app.calls import run_to_end
from leadline.app.line.plan import LinePlan, line_plan_of
from leadline.app.line.run import Line, line_of, run_plan
from leadline.cli.discover import DiscoveryWatcher
from leadline.cli.harvest import STOPPED_EXIT_CODE
from leadline.cli.orders import LineOrder
from leadline.cli.tables.write import check_output, is_standard_output, written
from leadline.cli.terminal.mended import mend_and_tell
from leadline.cli.terminal.progress import Watcher
from leadline.cli.terminal.words import clean
from leadline.report.line import LINE_REPORT
from leadline.report.markup import duration
from leadline.store.line import LineState, StageNote

MAX_SHOWN_QUESTIONS: Final = 5


def _plan(order: LineOrder) -> LinePlan:
    """Return the plan; options of the command line override it.

    Seeds that are given here lead to any public host, unless hosts are named too.
    """
    mend_and_tell(order.targets or (), order.project)
    is_told = bool(order.seed or order.topic)
    plan = line_plan_of(
        order.targets or (),
        order.project,
        seeds=order.seed or (),
        topic=order.topic,
        hosts=order.host or (),
        max_hosts=order.max_hosts,
        anywhere=is_told and not order.host,
    )
    base = plan.base
    total = replace(
        base.total,
        requests=order.requests or base.total.requests,
        minutes=order.minutes or base.total.minutes,
    )
    each = replace(base.budget, requests=order.source_requests or base.budget.requests)
    base = replace(base, total=total, budget=each)
    return replace(plan, base=base, accept_terms=order.accept_terms)


def run(order: LineOrder) -> int:
    """Run the line and report, then show the result in a browser if that is wanted."""
    code = execute(order)
    if order.serve:
        from leadline.serve.command import serve as serve_projects

        serve_projects(_plan(order).project.folder)
    return code


def execute(order: LineOrder) -> int:
    """Run the line and report; return the exit code."""
    paths = order.output or ()
    for output in paths:
        check_output(output)
    plan = _plan(order)
    discovery = DiscoveryWatcher(order.quiet)
    try:
        with Watcher(quiet=order.quiet) as watcher, ExitStack() as tables:
            outputs = [tables.enter_context(written(output)) for output in paths]
            line = run_to_end(
                lambda: run_plan(
                    plan,
                    outputs=outputs,
                    fresh=order.fresh,
                    robots=not order.ignore_robots,
                    pace=order.pace,
                    watch=lambda event: None if order.quiet else show(event),
                    watch_discovery=discovery.watch,
                    watch_source=watcher.watch,
                )
            )
    except KeyboardInterrupt:
        print("leadline: stopped; run the same command again to go on", file=sys.stderr)
        state = LineState.read(plan.project.folder)
        if state is not None and not order.quiet:
            print_line(line_of(plan.project, state))
        return STOPPED_EXIT_CODE
    code = 1 if not line.facts.get("entities") else 0 if line.ended else STOPPED_EXIT_CODE
    if not order.quiet and not any(map(is_standard_output, paths)):
        print_line(line)
    elif code:
        for note in line.stages:
            print(clean(f"leadline: {note.stage}: {note.did}: {note.why}"), file=sys.stderr)
    return code


def show(event: StageNote | str) -> None:
    """Show on standard error what is begun, or what a stage did."""
    text = f"{event} ..." if isinstance(event, str) else f"{event.stage}: {event.did}"
    print(clean(text), file=sys.stderr, flush=True)


def print_line(line: Line) -> None:
    """Print what each stage did and why it stopped, the questions and the paths."""
    for note in line.stages:
        print(clean(f"{note.stage}: {note.did}"))
        print(f"  {note.state} after {duration(int(note.seconds))}: {clean(note.why)}")
    if line.questions:
        print(f"questions for you: {len(line.questions):,}")
    for question in line.questions[:MAX_SHOWN_QUESTIONS]:
        print(f"  {clean(question.about)}: {clean(question.text)}")
    if len(line.questions) > MAX_SHOWN_QUESTIONS:
        print(f"  and {len(line.questions) - MAX_SHOWN_QUESTIONS} more in the report")
    if line.table.is_file():
        print(f"table:  {line.table}")
    print(f"report: {line.project.folder / LINE_REPORT}")
