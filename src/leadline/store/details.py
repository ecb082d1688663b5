"""Reads and writes what the pages of records say."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from leadline.model import Field, Record
from leadline.store.db import Store
from leadline.store.reader import Reader
from leadline.store.refresh.visits import ADD_CHANGE, differing
from leadline.store.rows import bind, dump, dump_fields, load_fields, unbind

DETAIL_COLUMNS: Final = ("_detail_page", "_detail_url", "_detail_fetched_at")
"""Columns of provenance of a project in which record pages were read."""

TAKE_DETAIL: Final = """
  INSERT INTO detail (source, key, page, fields) VALUES (:source, :key, :page, :fields)
  ON CONFLICT DO UPDATE SET page = excluded.page, fields = excluded.fields
  WHERE page <> excluded.page OR fields <> excluded.fields"""

DETAIL: Final = "SELECT fields FROM detail WHERE source = ? AND key = ?"

LAST_CHANGES: Final = """
  SELECT key, max(at) FROM change WHERE source = ? AND what IN ('changed', 'back') GROUP BY key"""

DETAILS_OF_KINDS: Final = """
  SELECT r.key, r.kind, d.fields FROM detail d
  JOIN record r ON r.source = d.source AND r.key = d.key WHERE d.source = ? LIMIT ?"""

DETAILED: Final = """
  SELECT d.key, p.fetched_at FROM detail d JOIN page p ON p.number = d.page WHERE d.source = ?"""

DETAILS_AND_PAGES: Final = "SELECT key, page, fields FROM detail WHERE source = ?"

LOSE_PAGES: Final = """
  UPDATE page SET archive_file = NULL, archive_offset = NULL, archive_length = NULL
  WHERE number = :number"""

LOST: Final = """
  SELECT number, url FROM page WHERE source = ? AND archive_file IS NULL AND status > 0
    AND purpose IN (SELECT value FROM json_each(?))"""

PAGE_OF_DETAIL: Final = """
  SELECT d.page, p.final_url, p.fetched_at FROM detail d JOIN page p ON p.number = d.page
  WHERE d.source = ? AND d.key = ?"""


def take_detail(store: Store, source: str, key: str, page: int, fields: Sequence[Field]) -> None:
    """Keep what the page of a record says; what an earlier one said otherwise is a change.

    A page that says nothing any more takes nothing away.
    """
    source_id = store._id(source)
    with store.transaction():
        for (text,) in store._all(DETAIL, source_id, bind(key)):
            before = load_fields(text)
            if before and not fields:
                return
            visit = store._all("SELECT max(number) FROM visit WHERE source = ?", source_id)[0][0]
            now = store._clock()
            for name, values in differing(before, fields).items() if visit else ():
                change = (source_id, visit, bind(key), "changed", *map(bind, (name, *values)))
                store._all(ADD_CHANGE, *change, page, now)
        dumped = dump_fields(fields)
        store._run(TAKE_DETAIL, source=source_id, key=bind(key), page=page, fields=dumped)


def detailed_keys(reader: Reader, source: str) -> set[str]:
    """Return the keys of the records of a source whose page was read since their last change."""
    changed = last_changes(reader, source)
    rows = reader._all(DETAILED, reader._id(source))
    return {key for text, at in rows if changed.get(key := unbind(text), 0.0) <= at}


def details_of(reader: Reader, source: str, key: str) -> tuple[Field, ...] | None:
    """Return what the page of a record said, None where it was not read."""
    for (text,) in reader._all(DETAIL, reader._id(source), bind(key)):
        return load_fields(text)
    return None


def details_by_kind(
    reader: Reader, source: str, *, most: int
) -> Iterator[tuple[str, str, tuple[Field, ...]]]:
    """Yield key and type of records whose page was read, and what that page said."""
    for key, kind, text in reader._all(DETAILS_OF_KINDS, reader._id(source), most):
        yield unbind(key), unbind(kind or ""), load_fields(text)


def details_and_pages(reader: Reader, source: str) -> Iterator[tuple[str, int, tuple[Field, ...]]]:
    """Yield the keys of records whose page was read, the number of that page, and its fields."""
    for key, page, text in reader._all(DETAILS_AND_PAGES, reader._id(source)):
        yield unbind(key), page, load_fields(text)


def lose_pages(store: Store, numbers: Iterable[int]) -> None:
    """Keep that the archive has lost pages: they have no place in it until they are replaced."""
    store._run_all(LOSE_PAGES, [{"number": number} for number in numbers])


def lost_places(reader: Reader, source: str, purposes: Collection[str]) -> dict[int, str]:
    """Return number and address of pages asked for such purposes that have lost their place."""
    rows = reader._all(LOST, reader._id(source), dump(sorted(purposes)))
    return {number: unbind(url) for number, url in rows}


def last_changes(reader: Reader, source: str) -> dict[str, float]:
    """Return when visits saw records of a source change last, in seconds since 1970, by key."""
    return {unbind(key): at for key, at in reader._all(LAST_CHANGES, reader._id(source))}


def has_details(reader: Reader) -> bool:
    """Tell whether the page of some record was read."""
    return bool(reader._all("SELECT 1 FROM detail LIMIT 1"))


def detail_columns(reader: Reader) -> tuple[str, ...]:
    """Return the columns that say where details came from; none without details."""
    return DETAIL_COLUMNS if has_details(reader) else ()


def detail_cells(reader: Reader, record: Record) -> list[str | int | datetime | None]:
    """Return the cells of these columns for a record."""
    rows = reader._all(PAGE_OF_DETAIL, reader._id(record.source), bind(record.key))
    if not rows:
        return [None] * len(DETAIL_COLUMNS)
    page, url, fetched_at = rows[0]
    return [page, unbind(url), datetime.fromtimestamp(fetched_at, UTC)]
