"""The summary of a harvest: on one screen how each source ended, why, and where things are."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Final

from leadline.cli.words import clean, short
from leadline.store import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from leadline.app.harvest import Harvest
    from leadline.model import Outcome

MOST_NOTES: Final = 3
MOST_KINDS: Final = 4
MOST_COLUMNS: Final = 8
WIDTH: Final = 100


def print_troubles(taken: Harvest, *, quiet: bool) -> None:
    """Say on standard error what failed; where there is no summary, also what stopped early."""
    for key, outcome in taken.outcomes.items():
        if outcome.state == "failed" or (quiet and outcome.state != "complete"):
            sentence = clean(f"{key}: {outcome.state}: {outcome.reason}")
            print(f"leadline: {sentence}", file=sys.stderr)


def print_summary(taken: Harvest, tables: Mapping[Path, int]) -> None:
    """Print what was taken, how each source ended and why, and where things are."""
    with Reader(taken.project.store) as store:
        for key, outcome in taken.outcomes.items():
            if outcome.records or outcome.state != "failed":
                print("\n".join(source_lines(store, key, outcome, taken.asked.get(key))))
    for path, rows in tables.items():
        print(f"table:   {path} ({rows:,} rows)")
    print(f"project: {taken.project.folder}")
    print(f"report:  {taken.project.report}")


def source_lines(store: Reader, key: str, outcome: Outcome, asked: int | None) -> Iterator[str]:
    """What is said of one source."""
    yield f"{clean(key)}: {outcome.state}"
    yield f"  {outcome.records:,} records in {outcome.requests:,} requests"
    if asked == 0:
        yield f"  nothing was asked this time: {_since(store, key, outcome)}"
    yield f"  {clean(outcome.proof or outcome.reason)}"
    if outcome.state == "exhausted" and outcome.estimate:
        share = outcome.records / max(outcome.estimate, outcome.records, 1)
        yield f"  that is about {share:.0%} of an estimated {outcome.estimate:,.0f}"
    if outcome.records:
        yield from _columns(store, key)
        yield from _kinds(store, key)
    warnings = [note for note in store.notes(key) if note.level == "warning"]
    for note in warnings[:MOST_NOTES]:
        yield f"  note: {short(note.text, WIDTH)}"
    if len(warnings) > MOST_NOTES:
        yield f"  and {len(warnings) - MOST_NOTES} more notes in the report"


def _since(store: Reader, key: str, outcome: Outcome) -> str:
    if outcome.state not in ("complete", "exhausted"):
        return "all that could be was asked before"
    at = datetime.fromtimestamp(store.source(key).updated_at).astimezone()
    return f"it was finished on {at:%Y-%m-%d %H:%M} (--fresh begins anew)"


def _columns(store: Reader, key: str) -> Iterator[str]:
    names = [clean(one.column) for one in store.columns(key) if one.kind == "text"]
    if names:
        more = f" and {len(names) - MOST_COLUMNS} more" if len(names) > MOST_COLUMNS else ""
        yield f"  columns: {short(', '.join(names[:MOST_COLUMNS]), WIDTH)}{more}"


def _kinds(store: Reader, key: str) -> Iterator[str]:
    """The types of records, where there are several: one may be wanted and another not."""
    kinds = store.kinds(key)
    if len(kinds) > 1:
        shown = [f"{clean(kind) or '(none)'} {n:,}" for kind, n in list(kinds.items())[:MOST_KINDS]]
        more = f" and {len(kinds) - MOST_KINDS} more" if len(kinds) > MOST_KINDS else ""
        yield f"  types: {short(', '.join(shown), WIDTH)}{more} (leadline export --kind TYPE)"
