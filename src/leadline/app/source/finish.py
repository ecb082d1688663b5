"""Final segmentation of a source's columns, learned over all of its records.

Record keys stay; only columns that segmentation made may come, go or change their values. A second
pass over the same records changes nothing, so a resumed source can be finished again
(``columns.templates.final_pass``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

from leadline.columns.templates.final_pass import FinalSegmentation, learn_final_segmentation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.model import Field, Record
    from leadline.store import Store

PARTS: Final = "parts"
"""Key in the store under which each segmented column is mapped to its origin."""
MAX_SAMPLED_RECORDS: Final = 480
"""Records of one type that segmentation is learned from."""
MIN_RECORDS_FOR_OWN_TYPE: Final = 20
"""Records of a type that learns its own segmentation; rarer types share one."""
MAX_OWN_TYPES: Final = 40

Fields = tuple["Field", ...]


def resegment_columns(store: Store, source: str) -> None:
    """Segment the texts of all records of a source anew and store the changed fields."""
    learned = store.learned(source)
    named = set(_wrapper_parts(learned.get("wrapper") or {}))
    parts = {*named, *learned.get(PARTS, ())}
    samples = _samples(store, source)
    finished = learn_final_segmentation(samples, parts=parts, named=named)
    if not finished.parts:
        return
    types = {kind: kind if kind in samples else "" for kind in store.kinds(source)}
    store.set_fields(source, _changed(store, source, finished, types))
    store.learn(source, PARTS, dict(sorted(finished.origins.items())))


def _samples(store: Store, source: str) -> dict[str, list[Fields]]:
    """Draw records of each type; the draw does not depend on the order of harvesting."""
    counts = store.kinds(source)
    common = [kind for kind, count in counts.items() if count >= MIN_RECORDS_FOR_OWN_TYPE]
    own_types = common[:MAX_OWN_TYPES]
    groups: dict[str, list[tuple[int, str, Fields]]] = {}
    for record in store.records(source, details=False):
        group = groups.setdefault(record.kind if record.kind in own_types else "", [])
        group.append((*_draw_order(record), record.fields))
        if len(group) > 2 * MAX_SAMPLED_RECORDS:
            group.sort(key=_order)
            del group[MAX_SAMPLED_RECORDS:]
    return {
        kind: [fields for _, _, fields in sorted(group, key=_order)[:MAX_SAMPLED_RECORDS]]
        for kind, group in sorted(groups.items())
    }


def _draw_order(record: Record) -> tuple[int, str]:
    """Order records by a hash of their key without its host."""
    _, _, path = record.key.partition("/")
    return crc32((path or record.key).encode("utf-8", "surrogatepass")), record.key


def _order(entry: tuple[int, str, Fields]) -> tuple[int, str]:
    return entry[:2]


def _changed(
    store: Store, source: str, finished: FinalSegmentation, types: dict[str, str]
) -> Iterator[tuple[str, Fields]]:
    """Keys and new fields of the records whose fields change."""
    for record in store.records(source, details=False):
        fields = finished.fields(types.get(record.kind, ""), record.fields)
        if fields != record.fields:
            yield record.key, fields


def _wrapper_parts(wrapper: dict[str, object]) -> Iterator[str]:
    """Names of the columns that the wrapper segments from other columns."""
    layouts = wrapper.get("layouts") or ()
    for layout in layouts if isinstance(layouts, list) else ():
        for slot, name in layout["columns"].get("names", {}).items():
            if "|" in slot:
                yield name
