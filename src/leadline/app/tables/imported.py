"""A person's own table as a source: each row a record that knows its file and row.

To refresh it, it is imported again: what is new, changed, gone or back is kept as a visit is. The
key of a row is a column that tells rows apart, chosen once; without one it is made of the row. So
decisions about records hold as long as their rows are the same.
"""

import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from leadline.app.project import IMPORT, Project
from leadline.app.source.changes import changes_of
from leadline.model import Field, Outcome, Page, Record, Request
from leadline.store.refresh.visits import REFRESH, Change, Visit, VisitStore
from leadline.store.rows import IMPORTED_SCHEMES
from leadline.store.table_files import Rows, rows_of_file, rows_of_frame, text_of

Cells = dict[int, list[str]]
"""Texts of each row, by its number in the file; the head is the first."""
MAX_COLUMN_NAME: Final = 300
"""Characters of a column's name."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought: rows of the table, the column of their keys ('': the whole row).

    ``changes`` are those since the last import of this source.
    """

    project: Project
    source: str
    records: int
    key: str
    changes: tuple[Change, ...] = ()

    def count(self, what: str) -> int:
        """Count the records that are new, changed, gone or back."""
        return len({one.key for one in self.changes if one.what == what})


def import_table(
    table: Any, project: str | Path, *, name: str = "", key: str = "", sheet: str = ""
) -> Imported:
    """Take a file or a data frame into a project as a source, or refresh it.

    ``name`` is the source's, that of the file if it is not given; ``key`` is the column that tells
    rows apart; ``sheet`` is the one of a workbook, or the table of a database. Raises
    ``ValueError`` for what is no table, and where two rows have one key; nothing is changed then.

        leadline.import_table("museums.xlsx", "art", key="inventory number")
    """
    if isinstance(table, str | os.PathLike):
        path = Path(table)
        source, rows, url = name or path.name, rows_of_file(path, sheet), path.absolute().as_uri()
    elif not name:
        raise ValueError("a data frame has no name of its own: give one, name='museums'")
    else:
        source, rows, url = name, rows_of_frame(table, name), f"memory:{name}"
    names, cells = _columns_and_cells(rows, source)
    folder = Project(Path(project))
    folder.folder.mkdir(parents=True, exist_ok=True)
    with VisitStore(folder.store) as store, store.transaction():
        known = {each.key: each.url for each in store.sources()}
        if not known.get(source, IMPORTED_SCHEMES[0]).startswith(IMPORTED_SCHEMES):
            raise ValueError(
                f"{source} is a source that was harvested: give the table another name"
            )
        kept = (store.learned(source).get(IMPORT) or {}) if source in known else {}
        chosen = key or kept.get("key") or _key_column(names, cells)
        records = [*_records(source, names, cells, chosen)]
        store.add_source(source, url)
        store.learn(source, IMPORT, {"key": chosen, "url": url})
        if store.counts(source).records:
            changes = _taken_again(store, source, url, records)
        else:
            changes = _taken(store, source, url, records)
        reason = f"all {len(records):,} rows of {url.rpartition('/')[2]} were imported"
        store.finish(source, Outcome("complete", reason, proof="the table itself"))
    return Imported(folder, source, len(records), chosen, tuple(changes))


def _columns_and_cells(rows: Rows, source: str) -> tuple[list[str], Cells]:
    """Return the names of the columns, each once, and the texts of all rows with any."""
    head = next(rows, None)
    if head is None:
        raise ValueError(f"{source} holds no table: its first row must name the columns")
    texts = {number: [*map(text_of, row)] for number, row in enumerate(rows, start=2)}
    width = max([len(head), *map(len, texts.values())])
    heads = [*map(text_of, head), *[""] * (width - len(head))]
    given = [each[:MAX_COLUMN_NAME] or f"column_{n}" for n, each in enumerate(heads, start=1)]
    names: dict[str, None] = {}
    times: Counter[str] = Counter()
    for each in given:
        own = each
        while own in names:
            times[each] += 1
            own = f"{each}_{times[each] + 1}"
        names[own] = None
    return [*names], {number: row for number, row in texts.items() if any(row)}


def _key_column(names: list[str], cells: Cells) -> str:
    """Return the first column that is filled and different in every row; '' without one."""
    for place, name in enumerate(names):
        values = {row[place] for row in cells.values() if len(row) > place and row[place]}
        if len(values) == len(cells) > 1:
            return name
    return ""


def _records(source: str, names: list[str], cells: Cells, key: str) -> Iterator[Record]:
    if key and key not in names:
        raise ValueError(f"there is no column {key!r}; there are {', '.join(names[:20])}")
    seen: dict[str, int] = {}
    times: Counter[str] = Counter()
    for number, row in cells.items():
        own = row[place] if key and (place := names.index(key)) < len(row) else ""
        if key and (not own or own in seen):
            why = f"the same as row {seen[own]}" if own else "empty"
            raise ValueError(f"row {number} of {source}: its key {key!r} is {why}; use --key")
        seen[own] = number
        if not key:
            digest = blake2b("\0".join(row).encode("utf-8", "replace"), digest_size=9).hexdigest()
            times[digest] += 1
            own = digest if times[digest] == 1 else f"{digest}-{times[digest]}"
        fields = (Field(name, cell) for name, cell in zip(names, row, strict=False) if cell)
        yield Record(source, own, tuple(fields), row=number)


def _taken(store: VisitStore, source: str, url: str, records: list[Record]) -> list[Change]:
    page = store.add_page(source, Page(Request("GET", url), url, 200), None, IMPORT)
    store.take(source, None, page, records)
    return []


def _taken_again(store: VisitStore, source: str, url: str, records: list[Record]) -> list[Change]:
    """Bring what was imported before up to date, as a visit that read everything."""
    if next(store.present_keys(source), None) is None:
        store.begin_presence(source, ((one.key, one.fields) for one in store.records(source)))
    at = time.time()
    page = store.add_page(source, Page(Request("GET", url), url, 200, fetched_at=at), None, REFRESH)
    own = [replace(one, page=page) for one in records]
    number = 1 + max((visit.number for visit in store.visits()), default=0)
    store.add_changes(source, number, changes_of(store, source, own))
    store.see(source, ((one, at) for one in own))
    gone = store.miss(source, began=at, times=1)
    store.add_changes(source, number, ((key, "gone", "", "", "", page) for key in gone))
    visit = Visit(source, number, "complete", "imported again", True, 0, len(own), at, at)
    store.add_visit(visit)
    return [each for each in store.changes(visit=number) if each.source == source]
