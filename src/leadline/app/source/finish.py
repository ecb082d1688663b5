"""Final segmentation of a source's columns, learned over all of its records.

Record keys stay; only columns that segmentation made may come, go or change their values. A second
pass over the same records changes nothing, so a resumed source can be finished again
(``columns.templates.final_pass``). All is done in steps, so that other sources go on meanwhile.
"""

from collections import Counter
from collections.abc import Container, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar
from zlib import crc32

from leadline.app.source.replayer import GIVEN_WRAPPER, HEEDED
from leadline.columns.templates.final_pass import (
    FinalSegmentation,
    learn_final_segmentation,
    parts_made_before,
)
from leadline.crawl.script.static import DATA_COMPONENT
from leadline.model import Field, Record
from leadline.page.plain import from_plain, to_plain
from leadline.store import Store

PARTS: Final = "parts"
FINISHING: Final = "finishing"
"""Keys in the store: each segmented column with its origin, and the plan that is carried out."""
LOST_PARTS: Final = "recovered without parts"
"""Name under which a recovered source keeps that what was learned of it is lost in part."""
KEYS_PER_STEP: Final = 1_000
RECORDS_PER_STEP: Final = 100
"""Keys, and records, that are read before other sources are served."""
MAX_SAMPLED_RECORDS: Final = 480
"""Records of one type that segmentation is learned from."""
MIN_RECORDS_FOR_OWN_TYPE: Final = 20
"""Records of a type that learns its own segmentation; rarer types share one."""
MAX_OWN_TYPES: Final = 40

Fields = tuple[Field, ...]
_Result = TypeVar("_Result")
Finishing = Generator[None, None, _Result]
"""A calculation in steps, with pauses in between."""


@dataclass(frozen=True, slots=True)
class FinishPlan:
    """What the segmentation of a source is learned from; equal plans give equal segmentations.

    ``samples`` are fields of records by type; ``parts`` and ``named`` as in
    ``learn_final_segmentation``.
    """

    samples: dict[str, list[Fields]]
    parts: tuple[str, ...]
    named: tuple[str, ...]

    def learn(self) -> FinalSegmentation:
        """Learn the segmentation."""
        return learn_final_segmentation(self.samples, parts={*self.parts}, named={*self.named})


def is_divided_by_person(learned: Mapping[str, Any]) -> bool:
    """Tell whether a person said how texts are divided, or they are data that need no division."""
    given = not {GIVEN_WRAPPER, DATA_COMPONENT}.isdisjoint(learned)
    return given or any(kind == "split" for kind, *_ in learned.get(HEEDED, ()))


def resegment_columns(store: Store, source: str) -> None:
    """Segment the texts of all records of a source anew and store the changed fields."""
    plan = run_through(planning(store, source))
    run_through(applying(store, source, plan, plan.learn()))


def begun_plan(store: Store, source: str) -> FinishPlan | None:
    """Return the plan that a killed run did not carry out to its end."""
    plain = store.learned(source).get(FINISHING)
    return from_plain(FinishPlan, plain) if plain else None


def planning(store: Store, source: str) -> Finishing[FinishPlan]:
    """Draw, in steps, what the segmentation of a source is learned from."""
    learned = store.learned(source)
    named = tuple(dict.fromkeys(_wrapper_parts(learned.get("wrapper") or {})))
    parts = tuple(dict.fromkeys((*named, *learned.get(PARTS, ()))))
    samples = yield from _samples(store, source)
    if PARTS not in learned and LOST_PARTS in learned:  # else they would be made twice
        named = (*named, *sorted(parts_made_before(samples, parts=parts)))
        parts = tuple(dict.fromkeys((*named, *parts)))
    return FinishPlan(samples, parts, named)


def applying(
    store: Store, source: str, plan: FinishPlan, finished: FinalSegmentation
) -> Finishing[None]:
    """Store, in steps, the changed fields of all records.

    The plan is stored first. Who is killed in between applies it once more: what was changed stays
    as it is. Until the end a reader may see records of both kinds.
    """
    if not finished.parts:
        return
    store.learn(source, FINISHING, to_plain(plan))
    yield
    records = store.records(source, details=False)
    while some := list(islice(records, RECORDS_PER_STEP)):
        store.set_fields(source, _changed(some, finished, plan.samples))
        yield
    with store.transaction():
        store.learn(source, PARTS, dict(sorted(finished.origins.items())))
        store.forget_learned(source, FINISHING)


def run_through(steps: Finishing[_Result]) -> _Result:
    """Run all steps without a pause."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        result: _Result = end.value
        return result


def _samples(store: Store, source: str) -> Finishing[dict[str, list[Fields]]]:
    """Draw records of each type; the draw does not depend on the order of harvesting."""
    counts: Counter[str] = Counter()
    keys = store.keys(source)
    while some := list(islice(keys, KEYS_PER_STEP)):
        counts.update(kind for _, kind in some)
        yield
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    own_types = [kind for kind, n in ranked if n >= MIN_RECORDS_FOR_OWN_TYPE][:MAX_OWN_TYPES]
    groups: dict[str, list[tuple[int, str]]] = {}
    keys = store.keys(source)
    while some := list(islice(keys, KEYS_PER_STEP)):
        for key, kind in some:
            group = groups.setdefault(kind if kind in own_types else "", [])
            group.append(_draw_order(key))
            if len(group) > 2 * MAX_SAMPLED_RECORDS:
                group[:] = sorted(group)[:MAX_SAMPLED_RECORDS]
        yield
    samples: dict[str, list[Fields]] = {}
    for kind, group in sorted(groups.items()):
        drawn = sorted(group)[:MAX_SAMPLED_RECORDS]
        samples[kind] = [store.fields_of(source, key) for _, key in drawn]
        yield
    return samples


def _draw_order(key: str) -> tuple[int, str]:
    """Order records by a hash of their key without its host."""
    _, _, path = key.partition("/")
    return crc32((path or key).encode("utf-8", "surrogatepass")), key


def _changed(
    records: Iterable[Record], finished: FinalSegmentation, types: Container[str]
) -> Iterator[tuple[str, Fields]]:
    """Keys and new fields of the records whose fields change."""
    for record in records:
        fields = finished.fields(record.kind if record.kind in types else "", record.fields)
        if fields != record.fields:
            yield record.key, fields


def _wrapper_parts(wrapper: dict[str, object]) -> Iterator[str]:
    """Names of the columns that the wrapper segments from other columns."""
    layouts = wrapper.get("layouts") or ()
    for layout in layouts if isinstance(layouts, list) else ():
        for slot, name in layout["columns"].get("names", {}).items():
            if "|" in slot:
                yield name
