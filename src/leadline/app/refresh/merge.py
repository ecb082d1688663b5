"""Result of a visit, taken into the project in one transaction: all of it, or nothing.

The visit has kept its pages and records in a store of its own. Here they are compared with what is
known: a record is new, changed (column by column, both values are kept), or back. It is gone when
two visits in a row read everything and did not show it.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

from leadline.app.refresh.anew import is_taken_anew
from leadline.app.refresh.known import COLUMNS_SEEN, NEW_COLUMNS, VISIT
from leadline.app.refresh.steady import SteadyColumns
from leadline.app.source.archived import readings_again
from leadline.app.source.changes import changes_of
from leadline.fetch import PageArchive
from leadline.model import Field, Outcome, Record
from leadline.store import Reader
from leadline.store.refresh.visits import Visit, VisitStore
from leadline.wrapper.column_watch import ColumnWatch, KnownColumns
from leadline.wrapper.file import wrapper_of

MISSES_UNTIL_GONE: Final = 2
KEPT: Final = ("latest_first", "new_stand", "totals", "unsteady", COLUMNS_SEEN)
"""What a visit learned that the next one is told."""


def begin_presence(store: VisitStore, archive: PageArchive, key: str) -> None:
    """Note how the wrapper reads every record, and which columns differ from page to page."""
    learned = store.learned(key)
    raw: dict[str, tuple[Field, ...]] = {}
    steady = SteadyColumns()
    if is_taken_anew(learned):
        raw = {record.key: record.fields for record in store.records(key)}
    pages = [] if raw else readings_again(store, archive, key, wrapper_of(learned["wrapper"]))
    for _, reading in pages:
        for row in reading.rows:
            if row.key in raw:
                steady.compare(raw[row.key], row.fields)
            else:
                raw[row.key] = row.fields
    with store.transaction():
        store.begin_presence(key, raw.items())
        store.learn(key, VISIT, {"unsteady": sorted(steady.unsteady)})


def merge_visit(
    store: VisitStore, scratch: Reader, key: str, number: int, outcome: Outcome
) -> None:
    """Take what one visit brought of one source into the project."""
    learned: dict[str, Any] = scratch.learned(key).get(VISIT) or {}
    pages = list(scratch.pages(key))
    began = min((page.fetched_at for page in pages), default=0.0)
    ended = max((page.fetched_at for page in pages), default=0.0)
    whole, unsteady = bool(learned.get("whole")), frozenset(learned.get("unsteady", ()))
    counts = scratch.counts(key)
    with store.transaction():
        texts = {query.id: query.text for query in scratch.queries(key)}
        taken = [] if learned.get("strange") else list(scratch.records(key))
        new = Counter(one.page for one in taken if store.presence(key, one.key) is None)
        numbers = {
            page.number: store.copy_page(
                key, page, texts.get(page.query or 0, ""), new[page.number]
            )
            for page in pages
        }
        at = {numbers[page.number]: page.fetched_at for page in pages}
        watch = ColumnWatch.of_plain(learned.get(COLUMNS_SEEN) or {}, KnownColumns())
        whole_ones = (_completed(store, watch, one) for one in taken)
        records = [replace(one, page=numbers[one.page]) for one in whole_ones]
        told_once = unsteady | {*learned.get(NEW_COLUMNS, ())}
        store.add_changes(key, number, changes_of(store, key, records, told_once))
        store.see(key, ((one, at[one.page]) for one in records))
        if whole:
            gone = store.miss(key, began=began, times=MISSES_UNTIL_GONE)
            last = max(at, default=0)
            store.add_changes(key, number, ((one, "gone", "", "", "", last) for one in gone))
        if records:
            store.learn(key, VISIT, {name: learned[name] for name in KEPT if name in learned})
        for text in outcome.notes:
            store.note(key, text, level="warning")
        store.add_visit(
            Visit(
                key,
                number,
                outcome.state,
                outcome.reason,
                whole,
                counts.requests,
                len(records),
                began,
                ended,
            )
        )


def _completed(store: VisitStore, watch: ColumnWatch, record: Record) -> Record:
    """Return a record with its last values of columns that its page, or the source, lacks."""
    if not (watch.missing or record.page in watch.lacking):
        return record
    presence = store.presence(record.source, record.key)
    before = presence.fields if presence is not None else None
    return replace(record, fields=watch.completed(record.fields, before, record.page))
