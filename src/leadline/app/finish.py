"""What is done when the last record of a source is taken: its texts are divided over all of them.

Records keep their keys; only columns that a division made come, go and are filled. Doing it again
gives the same, so a source that is taken further is finished again (``columns.templates.final_pass``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zlib import crc32

from leadline.columns.templates.final_pass import Finished, learn_finished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.model import Field
    from leadline.store import Store

PARTS: Final = "parts"
"""Name under which the store keeps the columns that a division made, and out of which others."""
SAMPLED: Final = 480
"""Records of a type that are looked at."""
LEAST: Final = 20
"""Records of a type that have templates of their own; rarer types share theirs."""
MOST_TYPES: Final = 40


def divide_all(store: Store, source: str) -> None:
    """Divide the texts of all records of a source anew."""
    learned = store.learned(source)
    named = set(_of_wrapper(learned.get("wrapper") or {}))
    parts = {*named, *learned.get(PARTS, ())}
    samples = _samples(store, source)
    finished = learn_finished(samples, parts=parts, named=named)
    if not finished.parts:
        return
    types = {kind: kind if kind in samples else "" for kind in store.kinds(source)}
    store.set_fields(source, _changed(store, source, finished, types))
    store.learn(source, PARTS, dict(sorted(finished.origins.items())))


def _samples(store: Store, source: str) -> dict[str, list[tuple[Field, ...]]]:
    """Some records of each type, those of rare types together; the same in whatever order they
    were taken, and no more in memory than these.
    """
    counts = store.kinds(source)
    common = [kind for kind, count in counts.items() if count >= LEAST][:MOST_TYPES]
    groups: dict[str, list[tuple[int, str, tuple[Field, ...]]]] = {}
    for one in store.records(source):
        held = groups.setdefault(one.kind if one.kind in common else "", [])
        held.append((_drawn(one.key), one.key, one.fields))
        if len(held) > 2 * SAMPLED:
            held.sort(key=_order)
            del held[SAMPLED:]
    return {
        kind: [fields for _, _, fields in sorted(held, key=_order)[:SAMPLED]]
        for kind, held in sorted(groups.items())
    }


def _drawn(key: str) -> int:
    """A number that decides whether a record is looked at: the same wherever its site stands."""
    _, _, path = key.partition("/")
    return crc32((path or key).encode("utf-8", "surrogatepass"))


def _order(one: tuple[int, str, tuple[Field, ...]]) -> tuple[int, str]:
    return one[:2]


def _changed(
    store: Store, source: str, finished: Finished, types: dict[str, str]
) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """Keys and fields of the records whose fields change."""
    for one in store.records(source):
        fields = finished.fields(types.get(one.kind, ""), one.fields)
        if fields != one.fields:
            yield one.key, fields


def _of_wrapper(plain: dict[str, object]) -> Iterator[str]:
    """Columns that the wrapper cut out of others."""
    layouts = plain.get("layouts") or ()
    for layout in layouts if isinstance(layouts, list) else ():
        for slot, name in layout["columns"].get("names", {}).items():
            if "|" in slot:
                yield name
