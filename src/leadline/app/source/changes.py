"""What a visit or a table that was imported again changes of a source's records."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from leadline.app.project import IMPORT
from leadline.app.source.finish import is_divided_by_person, resegment_columns
from leadline.model import Record
from leadline.store.refresh.visits import VisitStore, differing
from leadline.wrapper.identity.link import record_types

SUMMARY_TEXTS: Final = 6
"""Texts of a new record that are told with it."""


def changes_of(
    store: VisitStore, key: str, records: list[Record], unsteady: Iterable[str] = ()
) -> Iterator[tuple[Any, ...]]:
    """Bring the table up to date; return the changes as ``add_changes`` takes them."""
    new, moved, told, back = [], [], [], []
    for one in records:
        presence = store.presence(key, one.key)
        if presence is None:
            new.append(one)
            continue
        if presence.gone_at is not None:
            back.append(one)
        columns = differing(presence.fields, one.fields)
        if columns:
            moved.append(one)
        if columns.keys() - set(unsteady):
            told.append(one)
    before = {one.key: store.fields_of(key, one.key) for one in told}
    store.put(key, new, known=False)
    store.put(key, moved, known=True)
    learned = store.learned(key)
    if IMPORT not in learned:
        store.set_kinds(key, record_types([*store.record_keys(key)]))
        if not is_divided_by_person(learned):
            resegment_columns(store, key)
    for one in new:
        yield one.key, "new", "", "", _summary(one), one.page
    for one in back:
        yield one.key, "back", "", "", _summary(one), one.page
    for one in told:
        after = store.fields_of(key, one.key)
        for column, (old, now) in differing(before[one.key], after).items():
            if column not in unsteady:
                yield one.key, "changed", column, old, now, one.page


def _summary(record: Record) -> str:
    """Return the first texts of a record, each once, for who reads what is new."""
    texts = dict.fromkeys(one.value for one in record.fields if one.kind == "text" and one.value)
    return " | ".join([*texts][:SUMMARY_TEXTS])
