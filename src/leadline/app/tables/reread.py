"""Records of a project read again from its archived pages: by another wrapper, or by newer code.

Nothing is asked. All is replaced in one transaction, and nothing if no page gives a record.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.app.project import project_plan
from leadline.app.source.archived import readings_again
from leadline.app.source.finish import is_divided_by_person, resegment_columns
from leadline.app.source.replayer import GIVEN_WRAPPER, load_wrapper
from leadline.crawl.restriction.condition import ONLY_COMPONENT
from leadline.crawl.restriction.data import FieldFilter
from leadline.crawl.script.part import SIFTED
from leadline.errors import LeadlineError
from leadline.fetch import PageArchive
from leadline.model import Field, Record
from leadline.store.refresh.visits import REFRESH, RewritingStore
from leadline.wrapper.column_watch import ColumnWatch
from leadline.wrapper.file import wrapper_of
from leadline.wrapper.identity.link import record_types
from leadline.wrapper.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Reread:
    """What reading again gave of a source: records before and after, pages read.

    ``notes`` say what changed of its columns from page to page.
    """

    source: str
    before: int
    after: int
    pages: int
    notes: tuple[str, ...] = ()


def reread(project: str | Path, *, source: str = "", wrapper: str | Path = "") -> list[Reread]:
    """Read the archived pages of one source, or of all, again; by the given wrapper file, if any.

    Raises ``ValueError`` where several sources would be read by one wrapper, ``LeadlineError``
    where a source gives no record; then nothing is changed.
    """
    plan = project_plan(project).project
    given = load_wrapper(wrapper) if wrapper else None
    with RewritingStore(plan.store) as store, PageArchive(plan.pages) as archive:
        keys = [each.key for each in store.sources()]
        if source and source not in keys:
            raise ValueError(f"there is no source {source!r}; there are {', '.join(keys)}")
        wanted = [source] if source else keys
        if given is not None and len(wanted) > 1:
            raise ValueError(f"name one of the sources with --source: {', '.join(keys)}")
        with store.transaction():
            return [_reread(store, archive, key, given) for key in wanted]


def _reread(store: RewritingStore, archive: PageArchive, key: str, given: Wrapper | None) -> Reread:
    learned = store.learned(key)
    wrapper = given or (wrapper_of(learned["wrapper"]) if "wrapper" in learned else None)
    if wrapper is None:
        raise LeadlineError(f"{key}: no wrapper was learned, so its pages cannot be read again")
    before, pages = store.counts(key).records, 0
    # answers to probes hold records outside a part: only pages that gave it records are read
    is_whole = ONLY_COMPONENT not in learned or SIFTED in learned
    watch = ColumnWatch()
    again = readings_again(store, archive, key, wrapper, all_answers=is_whole, watch=watch)
    readings = [(stored, reading.rows) for stored, reading in again]
    if SIFTED in learned:
        part = FieldFilter.from_plain(learned[SIFTED])
        readings = [(stored, part.rows(rows)) for stored, rows in readings]
    if not any(rows for _, rows in readings):
        raise LeadlineError(f"{key}: no archived page gives a record so; nothing was changed")
    store.forget_records(key)
    raw: dict[str, Sequence[Field]] = {}
    for stored, rows in readings:
        fields = [watch.completed(row.fields, raw.get(row.key), stored.number) for row in rows]
        records = [
            Record(key, row.key, fields[place], stored.number, place)
            for place, row in enumerate(rows)
        ]
        if stored.purpose == REFRESH:  # the latest reading of a record counts
            store.put(key, records, known=True)
        store.take(key, stored.query, stored.number, records)
        raw.update((one.key, one.fields) for one in records)
        pages += 1
    store.set_kinds(key, record_types(store.record_keys(key)))
    if given is not None:
        store.learn(key, "wrapper", given.to_dict())
        store.learn(key, GIVEN_WRAPPER, given.to_dict())
    elif not is_divided_by_person(learned):
        resegment_columns(store, key)
    store.match_presence(key, raw.items())
    return Reread(key, before, len(raw), pages, (*watch.said,))
