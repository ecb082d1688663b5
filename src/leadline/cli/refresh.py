"""``leadline refresh`` and ``leadline diff``: what is new, changed or gone."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import typer

from leadline.cli.session import with_session
from leadline.cli.terminal import options as shared
from leadline.cli.terminal.words import clean, short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.app.refresh.run import Refresh
    from leadline.store.refresh.visits import Change

EXIT_CODES: Final = {"complete": 0, "exhausted": 0, "paused": 3, "failed": 1}
MAX_VALUE_WIDTH: Final = 40
SHOWN_BEFORE_CHANGE: Final = 8
"""Characters that are shown before the place where two long values part."""
MAX_KEY_WIDTH: Final = 60
MAX_SUMMARY_WIDTH: Final = 80

ProjectArgument = Annotated[Path, typer.Argument(help="Folder of a project.")]


@with_session
def refresh(
    project: ProjectArgument,
    whole: Annotated[
        bool, typer.Option("--whole", help="Read everything that is known, to its end.")
    ] = False,
    new: Annotated[bool, typer.Option("--new", help="Look for new records only.")] = False,
    requests: shared.SourceRequests = 0,
    minutes: shared.Minutes = 0.0,
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", help="Table of the changes to write (repeatable)."),
    ] = None,
    feed: Annotated[Path | None, typer.Option(help="Atom feed of all changes to write.")] = None,
    webhook: Annotated[
        str, typer.Option(metavar="URL", help="Send the changes there as JSON, if there are any.")
    ] = "",
    run: Annotated[
        str,
        typer.Option(metavar="COMMAND", help="Run this with the changes on its standard input."),
    ] = "",
    pace: shared.Pace = None,
    ignore_robots: shared.Robots = False,
    accept_terms: shared.AcceptTerms = False,
    expect: Annotated[
        bool,
        typer.Option("--expect", help="Fail and write nothing where the columns are other ones."),
    ] = False,
    quiet: shared.Quiet = False,
    session: Any = None,
) -> None:
    """Visit the sources of a project again: what is new, changed or gone. Destroys nothing.

    Examples:

      leadline refresh museum.example.leadline

      leadline refresh museum.example.leadline --new --feed changes.xml

    Exit code: 0 if the visit came to its end; 3 if it stopped early (so where the columns changed
    and cannot be followed); 1 if it failed.
    """
    from leadline.app.calls import run_to_end
    from leadline.app.refresh.notify import post, run_command
    from leadline.app.refresh.run import arefresh
    from leadline.cli.terminal.progress import Watcher
    from leadline.model import Budget

    if whole and new:
        raise ValueError("--whole and --new exclude each other")
    _check_orders(output or (), feed, webhook, run)
    with Watcher(quiet=quiet) as watcher:
        result = run_to_end(
            lambda: arefresh(
                project,
                extent="whole" if whole else "new" if new else "changes",
                budget=Budget(requests=requests, minutes=minutes),
                robots=not ignore_robots,
                pace=pace,
                session=session,
                accept_terms=accept_terms,
                expect=expect,
                watch=watcher.watch,
            )
        )
    try:
        if not expect or all(one.state != "failed" for one in result.outcomes.values()):
            _write(result, output or [], feed)
    finally:  # whoever is to be told is told
        if not quiet:
            _print_summary(result)
        for key, outcome in result.outcomes.items():
            if EXIT_CODES[outcome.state]:
                print(f"leadline: {clean(f'{key}: {outcome.reason}')}", file=sys.stderr)
        if result.changes and webhook:
            run_to_end(lambda: post(result, webhook))
        if result.changes and run:
            run_command(result, run)
    codes = {EXIT_CODES[outcome.state] for outcome in result.outcomes.values()}
    raise typer.Exit(1 if 1 in codes else max(codes, default=1))


def _check_orders(output: Iterable[Path], feed: Path | None, webhook: str, run: str) -> None:
    """Raise ``ValueError`` for what could not be carried out in the end."""
    from leadline.app.refresh.notify import check_command
    from leadline.cli.tables.write import check_output, check_place
    from leadline.page.urls import split_url, why_no_address

    for path in output:
        check_output(path)
    if feed is not None:
        check_place(feed)
    if webhook and split_url(webhook) is None:
        raise ValueError(f"--webhook: {why_no_address(webhook)}")
    check_command(run)


def diff(
    project: ProjectArgument,
    visits: Annotated[int, typer.Option(min=1, help="Of that many visits, the last ones.")] = 1,
    since: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"], help="All since this day."),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", help="Table of the changes to write (repeatable)."),
    ] = None,
    key: Annotated[str, typer.Option(help="Of one record only: its history.")] = "",
) -> None:
    """Show what the last visits found: new, changed with both values, gone, back.

    Examples:

      leadline diff museum.example.leadline

      leadline diff museum.example.leadline --since 2026-11-01 -o changes.csv
    """
    from leadline.app.refresh.notify import NAMES, change_rows
    from leadline.app.refresh.run import load_changes
    from leadline.cli.tables.write import check_output
    from leadline.store.export.each import write_each
    from leadline.store.export.table import write_table

    for path in output or ():
        check_output(path)
    start = since.astimezone().timestamp() if since else 0.0
    changes = load_changes(project, visits=sys.maxsize if key else visits, since=start)
    changes = [change for change in changes if key in ("", change.key)]

    def write(path: Path) -> None:
        write_table(NAMES, change_rows(changes), path, is_news=True)
        print(f"{len(changes):,} rows written to {path}")

    write_each(output or (), write)
    if not output:
        print("\n".join(map(_line, changes)) or "no visit found anything new, changed or gone")


def _write(result: Refresh, tables: list[Path], feed: Path | None) -> None:
    from leadline.app.refresh.notify import NAMES, change_rows, write_feed
    from leadline.app.refresh.run import load_changes
    from leadline.store.export.each import write_each
    from leadline.store.export.table import write_table

    def write(path: Path) -> None:
        if path == feed:
            changes = load_changes(result.project.folder, visits=sys.maxsize)
            write_feed(changes, f"Changes of {result.project.folder.name}", path)
        else:
            write_table(NAMES, change_rows(result.changes), path, is_news=True)

    write_each([*tables, *filter(None, [feed])], write)


def _print_summary(result: Refresh) -> None:
    from leadline.store.refresh.visits import What

    for key, outcome in result.outcomes.items():
        is_read = outcome.state == "exhausted"  # what a visit read says nothing of the rest
        print(f"{clean(key)}: {'visited' if is_read else outcome.level}")
        for visit in result.visits:
            if visit.source == key:
                print(f"  {visit.seen:,} records seen in {visit.requests:,} requests")
        print(f"  {clean(outcome.reason)}")
        if outcome.state == "failed":
            print("  nothing is changed: the table is that of the last visit")
        for text in outcome.notes:
            print(f"  {clean(text)}")
    print(", ".join(f"{result.count(what):,} {what}" for what in get_args(What)))
    if result.changes:
        print(f"leadline diff {result.project.folder} shows them")


def _line(change: Change) -> str:
    from leadline.page.masks import masked_key

    at = datetime.fromtimestamp(change.at).astimezone()
    line = f"{at:%Y-%m-%d} {change.what:8}{short(masked_key(change.key), MAX_KEY_WIDTH)}"
    if not change.column:
        return f"{line}  {short(change.after, MAX_SUMMARY_WIDTH)}".rstrip()
    before, after = (short(value, MAX_VALUE_WIDTH) for value in _apart(change.before, change.after))
    return f"{line}  {clean(change.column)}: {before!r} -> {after!r}"


def _apart(before: str, after: str) -> tuple[str, str]:
    """Leave out what two values begin with alike, if a line would show nothing else of them.

    >>> _apart("a" * 40 + " den", "a" * 40 + " inn")
    ('…aaaaaaa den', '…aaaaaaa inn')
    """
    pairs = enumerate(zip(before, after, strict=False))
    parting = next((n for n, (old, new) in pairs if old != new), min(len(before), len(after)))
    if max(len(before), len(after)) <= MAX_VALUE_WIDTH or parting < MAX_VALUE_WIDTH // 2:
        return before, after
    start = parting - SHOWN_BEFORE_CHANGE
    return f"…{before[start:]}", f"…{after[start:]}"
