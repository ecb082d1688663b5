"""Summary of a harvest on one screen: outcomes, reasons and paths."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Final

from leadline.cli.terminal.words import clean, short
from leadline.crawl.events import PURPOSES_OF_CERTAINTY
from leadline.crawl.terms import TERMS
from leadline.report.markup import count
from leadline.store import Reader
from leadline.store.export.tidy import tidy_choice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from leadline.app.harvest import Harvest
    from leadline.model import Outcome

MAX_SHOWN_NOTES: Final = 3
MAX_SHOWN_TYPES: Final = 4
MAX_LISTED_COLUMNS: Final = 8
MAX_TEXT_WIDTH: Final = 100


def print_troubles(taken: Harvest, *, quiet: bool) -> None:
    """Print failures to standard error, and without a summary also early stops."""
    for key, outcome in taken.outcomes.items():
        if outcome.state == "failed" or (quiet and outcome.state == "paused"):
            sentence = clean(f"{key}: {outcome.level}: {outcome.reason}")
            print(f"leadline: {sentence}", file=sys.stderr)


def print_summary(taken: Harvest, tables: Mapping[Path, int]) -> None:
    """Print the outcome of each source and the paths of the files."""
    with Reader(taken.project.store) as store:
        for key, outcome in taken.outcomes.items():
            if outcome.records or outcome.state != "failed":
                print("\n".join(source_lines(store, key, outcome, taken.asked.get(key))))
    for path, rows in tables.items():
        print(f"table:   {path} ({count(rows, 'row')})")
    print(f"project: {taken.project.folder}")
    print(f"report:  {taken.project.report}")


def source_lines(store: Reader, key: str, outcome: Outcome, asked: int | None) -> Iterator[str]:
    """Lines on one source."""
    yield f"{clean(key)}: {outcome.level}"
    sure = [one for one in store.purposes(key) if one.name in PURPOSES_OF_CERTAINTY]
    checks = sum(one.requests for one in sure)
    of_checks = f", {checks:,} of them to check" if checks else ""
    yield f"  {count(outcome.records, 'record')} in {count(outcome.requests, 'request')}{of_checks}"
    if asked == 0:
        yield f"  nothing was asked this time: {_since(store, key, outcome)}"
    yield f"  {clean(outcome.proof or outcome.reason)}"
    for terms in store.learned(key).get(TERMS) or ():
        yield f"  terms accepted by your word on {terms['at']}: {clean(terms['page'])}"
    if outcome.state == "exhausted" and outcome.estimate:
        share = outcome.records / max(outcome.estimate, outcome.records, 1)
        yield f"  that is about {share:.0%} of an estimated {outcome.estimate:,.0f}"
    if outcome.missing_at_most is not None:
        share = outcome.missing_at_most
        of_part = " of this part" if outcome.part else ""
        yield f"  at most {share:.1%}{of_part} missing (95 %), if words like these find the rest"
    for doubt in outcome.doubts:
        yield f"  {'' if doubt.kind == 'bound' else 'doubt: '}{clean(doubt.sentence)}"
        if doubt.settled_by:
            yield f"    settle it: leadline hint FOLDER {doubt.settled_by}"
    if outcome.records:
        yield from _columns(store, key)
        yield from _kinds(store, key)
    warnings = [note for note in store.notes(key) if note.level == "warning"]
    for note in warnings[:MAX_SHOWN_NOTES]:
        yield f"  note: {short(note.text, MAX_TEXT_WIDTH)}"
    if len(warnings) > MAX_SHOWN_NOTES:
        yield f"  and {len(warnings) - MAX_SHOWN_NOTES} more notes in the report"


def _since(store: Reader, key: str, outcome: Outcome) -> str:
    if outcome.state != "complete":
        return "all that could be was asked before"
    at = datetime.fromtimestamp(store.source(key).updated_at).astimezone()
    return f"it was proven complete on {at:%Y-%m-%d %H:%M} (--fresh begins anew)"


def _columns(store: Reader, key: str) -> Iterator[str]:
    names = [column.column for column in store.columns(key) if column.kind == "text"]
    tidy = tidy_choice(store, [key], names)
    called = dict(tidy.rename)
    names = [clean(called.get(name, name)) for name in names if name in tidy.columns]
    if names:
        hidden = len(names) - MAX_LISTED_COLUMNS
        more = f" and {hidden} more" if hidden > 0 else ""
        yield f"  columns: {short(', '.join(names[:MAX_LISTED_COLUMNS]), MAX_TEXT_WIDTH)}{more}"


def _kinds(store: Reader, key: str) -> Iterator[str]:
    """Types of records, if there are several."""
    kinds = store.kinds(key)
    if len(kinds) > 1:
        shown = [f"{clean(kind) or '(none)'} {number:,}" for kind, number in kinds.items()]
        hidden = len(kinds) - MAX_SHOWN_TYPES
        more = f" and {hidden} more" if hidden > 0 else ""
        listed = short(", ".join(shown[:MAX_SHOWN_TYPES]), MAX_TEXT_WIDTH)
        yield f"  types: {listed}{more} (leadline export --kind TYPE)"
