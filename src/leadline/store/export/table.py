"""Writes the table of a project for other programs, in one of the formats of ``exporters``.

Two passes are made over one snapshot, so memory does not grow with the records. The first finds
the columns: the union over all records, in order of first appearance, source after source. The
second writes the rows. The file appears whole or not at all. All values are text as harvested. The
last columns of a row, those of `PROVENANCE`, say where its values came from.

>>> unique_names([("Name", "text", 1), ("name", "link", 1), ("name", "text", 2)])
['Name', 'name_link', 'name_2']
>>> unique_names([("_key", "text", 1), (" a\\n b", "text", 1), ("", "image", 1)])
['_key_2', 'a b', 'column']
>>> split_suffix("art.json.gz"), split_suffix("art.csv")
(('art.json', True), ('art.csv', False))
>>> format_of("art.csv.gz")
'csv'
>>> format_of("art.txt")
Traceback (most recent call last):
ValueError: art.txt: give it one of the suffixes .bib, .csljson, .csv, .db, ...
"""

import csv
import gzip
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from os import PathLike
from pathlib import Path
from shutil import copyfileobj
from typing import Final

from leadline.crawl.claim import CLAIM_COMPONENT, doubts_in
from leadline.errors import StoreError
from leadline.model import level_of
from leadline.page.masks import masked, masked_key
from leadline.store.damaged import set_aside_damaged
from leadline.store.details import DETAIL_COLUMNS, detail_cells, detail_columns
from leadline.store.errors import translating_errors
from leadline.store.export.choice import ALL, TableChoice, meant, plan_choice
from leadline.store.export.exporters import exporter_of, suffixes
from leadline.store.export.formats import LeavingRows, OutputTable, TableRow, TableSource, speakable
from leadline.store.export.tidy import tidy_choice
from leadline.store.export.typed import typed_columns, with_typed
from leadline.store.reader import Reader
from leadline.store.refresh.visits import SEEN_COLUMNS, begin_seen, seen_cells
from leadline.store.seals import break_seal, seal

STORE_FILE: Final = "project.sqlite"
"""Name of the store in the folder of a project."""
PROVENANCE: Final = ("_source", "_key", "_page", "_page_url", "_query", "_fetched_at", "_kind")
GZIP_SUFFIX: Final = ".gz"
MAX_NAME_CHARACTERS: Final = 120
"""Characters of a column's name; a longer one is cut."""
TYPE_SAMPLE_RECORDS: Final = 2_000
"""Records from which the types of columns are learned."""
MAX_SHAPES: Final = 10_000
"""Sets of columns that are remembered; records with a remembered set are not looked at again."""
ColumnSlot = tuple[str, str, int]
"""A column, its kind, and which of the record's values of that column and kind (from 1)."""
Shape = tuple[tuple[str, str], ...]
"""Column and kind of each value of a record."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The columns of a table, and how many rows it will have.

    ``known`` are the columns of the values of a record by its shape; some shapes may be missing.
    """

    slots: dict[ColumnSlot, int]
    names: tuple[str, ...]
    rows: int
    known: dict[Shape, tuple[int, ...]]

    def places(self, shape: Shape) -> tuple[int, ...]:
        """Return the column of each value of a record of a shape."""
        places = self.known.get(shape)
        return tuple([self.slots[slot] for slot in _slots(shape)]) if places is None else places


def export(
    project: Reader | PathLike[str] | str,
    out: PathLike[str] | str,
    *,
    sources: Sequence[str] | None = None,
    kind: str | None = None,
    provenance: bool = True,
    format: str | None = None,
    guard: bool = True,
    typed: bool = False,
    choice: TableChoice = ALL,
    excel: str = "",
) -> int:
    """Write the records of a project as one table; gives the number of rows.

    ``project`` is its folder, a result of an earlier call, or the store itself.
    ``format`` overrules the suffix of ``out``. ``kind`` takes the records of one kind only.
    ``guard`` puts an apostrophe before cells of a csv file that a spreadsheet would run as a
    formula. (xlsx needs none: its cells say that they are text.) ``typed`` puts a second column
    beside columns of numbers, dates and lists (``store.export.typed``). ``choice`` says which
    columns and rows; what it leaves open is as the project's plan says, else tidy. ``excel`` is the
    delimiter of a csv for Excel, which begins with a byte order mark. Where no row is left, a file
    that is there stays (``StoreError``).
    """
    out = Path(out).resolve()
    chosen = format or format_of(out)
    exporter_of(chosen)
    path = project.path if isinstance(project, Reader) else Path(project)
    path = path / STORE_FILE if path.is_dir() else path
    if out == path.resolve():
        raise ValueError(f"{out} is the project itself: give the table another name")
    with closing(Reader(path)) as reader, reader.snapshot():
        wanted = [each.key for each in reader.sources()] if sources is None else list(sources)
        choice = choice.over(plan_choice(path.parent))
        whole = output_table(reader, wanted, kind=kind, provenance=provenance, typed=typed)
        shown = chosen_table(reader, wanted, whole, choice)
        choice.check_columns(shown.names)
        check_size(chosen, out, len(shown.names), 0 if choice.where else whole.count)
        said = partial(table_sources, reader, wanted)
        shown = replace(shown, excel=excel, sources=said, archive=path.with_name("pages"))
        return _write(chosen, out, shown, guard=guard, check=choice.check_rows)


def export_records(store: Path, out: Path, wanted: Sequence[tuple[str, str]]) -> None:
    """Write some records, by source and key, in this order; the columns are those of ``export``."""
    place = {(source, masked_key(key)): number for number, (source, key) in enumerate(wanted)}
    with closing(Reader(store)) as reader, reader.snapshot():
        sources = [each.key for each in reader.sources()]
        whole = output_table(reader, sources)
        source, key = whole.names.index("_source"), whole.names.index("_key")
        rows: list[TableRow] = [[]] * len(place)
        for row in whole.rows:
            if (number := place.get((str(row[source]), str(row[key])))) is not None:
                rows[number] = row
        found = replace(whole, rows=[row for row in rows if row], count=len(rows))
        shown = chosen_table(reader, sources, found, plan_choice(store.parent))
        write_table(shown.names, shown.rows, out, count=len(rows))


def chosen_table(
    reader: Reader, sources: Sequence[str], whole: OutputTable, choice: TableChoice
) -> OutputTable:
    """Return the columns and rows of a table that are wanted, with the names they have there."""
    tidy = tidy_choice(reader, sources, whole.names) if choice.tidy else ALL
    names, rows, kinds = _chosen(whole, choice, tidy)
    return OutputTable(names, rows, kinds, whole.count)


def _chosen(
    whole: OutputTable, choice: TableChoice, tidy: TableChoice
) -> tuple[tuple[str, ...], Iterable[TableRow], Mapping[str, str]]:
    """Apply a choice to the tidy table, else to the whole one, which has names of the store."""
    try:
        return choice.apply(*tidy.apply(whole.names, whole.rows, whole.kinds))
    except ValueError:
        with suppress(ValueError):
            return choice.apply(whole.names, whole.rows, whole.kinds)
        raise


def check_choice(store: Path, sources: Iterable[str], choice: TableChoice) -> None:
    """Raise ``ValueError`` for a choice that names columns which no record of the sources has.

    Nothing is said where one of the sources holds no record yet: it may bring them.
    """
    with closing(Reader(store)) as reader, reader.snapshot():
        known = {each.key for each in reader.sources() if reader.counts(each.key).records}
        if not known or known < {*sources}:
            return
        whole = output_table(reader, sorted(known))
        tidy = tidy_choice(reader, sorted(known), whole.names) if choice.tidy else ALL
        _chosen(whole, choice, tidy)


def output_table(
    reader: Reader,
    sources: Sequence[str],
    *,
    kind: str | None = None,
    provenance: bool = True,
    typed: bool = False,
) -> OutputTable:
    """Return the table of some sources; its rows are read while they are used."""
    check_kind(reader, sources, kind)
    layout = plan(reader, sources, kind=kind, provenance=provenance)
    rows = table(reader, sources, layout, kind=kind, provenance=provenance)
    names, kinds = layout.names, dict[str, str]()
    if typed:
        width = len(layout.slots)
        columns = typed_columns(names[:width], samples(reader, sources, layout, kind=kind))
        rows = with_typed(rows, columns, width)
        names = (*names[:width], *(column.name for column in columns), *names[width:])
        kinds = {column.name: column.kind for column in columns}
    return OutputTable(names, rows, kinds, layout.rows)


def check_kind(reader: Reader, sources: Iterable[str], kind: str | None) -> None:
    """Raise ``ValueError`` for a kind that no record is of."""
    kinds = {name for source in sources for name in reader.kinds(source)}
    if kind is not None and kind not in kinds:
        raise ValueError(f"no record is of the type {kind!r}{meant(kind, sorted(kinds))}")


def samples(
    reader: Reader, sources: Iterable[str], layout: TableLayout, *, kind: str | None
) -> list[list[str]]:
    """Collect values of every column, evenly spread over some thousand records."""
    step = max(1, layout.rows // TYPE_SAMPLE_RECORDS)
    values: list[list[str]] = [[] for _ in layout.slots]
    number = 0
    for source in sources:
        for fields in reader.fields(source, kind=kind):
            number += 1
            if number % step == 0:
                shape = tuple([(column, kind) for column, _, kind in fields])
                for place, (_, value, _) in zip(layout.places(shape), fields, strict=True):
                    values[place].append(value)
    return values


def write_table(
    names: Sequence[str],
    rows: Iterable[TableRow],
    out: Path | str,
    *,
    count: int = 0,
    is_news: bool = False,
) -> None:
    """Write any table that is at hand (one that was integrated, say) as `export` does.

    ``count`` is the number of rows where they are read one by one. With ``is_news`` one without
    rows replaces what is there: old news would be taken for new. Names that differ by their case
    alone get numbers, as in `export`: most formats know one of them only.
    """
    out, names = Path(out).resolve(), distinct_names(names)
    chosen = format_of(out)
    exporter_of(chosen)
    check_size(chosen, out, len(names), len(rows) if isinstance(rows, Sized) else count)
    _write(chosen, out, OutputTable(names, rows), guard=True, is_news=is_news)


def format_of(out: Path | str) -> str:
    """Tell the format that a file's suffix asks for; raises `ValueError` for any other suffix.

    A suffix may be followed by ``.gz``.
    """
    found = suffixes().get(Path(split_suffix(str(out))[0]).suffix.lower())
    if found is None:
        raise ValueError(f"{out}: give it one of the suffixes {', '.join(sorted(suffixes()))}")
    return found.name


def split_suffix(name: str) -> tuple[str, bool]:
    """Return the name of a file without ``.gz``, and whether it had that."""
    is_packed = name.lower().endswith(GZIP_SUFFIX)
    return name[: -len(GZIP_SUFFIX)] if is_packed else name, is_packed


def pack(path: Path) -> None:
    """Replace a file by its gzip; the same rows give the same bytes."""
    packed = path.with_name(path.name + ".packed")
    with (
        path.open("rb") as plain_file,
        packed.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as zipped,
    ):
        copyfileobj(plain_file, zipped)
    packed.replace(path)


def plan(
    reader: Reader, sources: Iterable[str], *, kind: str | None, provenance: bool
) -> TableLayout:
    """Make the first pass: find the columns and count the rows."""
    slots: dict[ColumnSlot, int] = {}
    known: dict[Shape, tuple[int, ...]] = {}
    rows = 0
    for source in sources:
        for fields in reader.fields(source, kind=kind):
            rows += 1
            shape = tuple([(column, kind) for column, _, kind in fields])
            if shape not in known:
                places = tuple([slots.setdefault(slot, len(slots)) for slot in _slots(shape)])
                if len(known) < MAX_SHAPES:
                    known[shape] = places
    further = (*detail_columns(reader), *SEEN_COLUMNS) if provenance else ()
    names = (*unique_names(slots), *(PROVENANCE if provenance else ()), *further)
    return TableLayout(slots, names, rows, known)


def _slots(shape: Iterable[tuple[str, str]]) -> Iterator[ColumnSlot]:
    counts: dict[tuple[str, str], int] = {}
    for column in shape:
        counts[column] = counts.get(column, 0) + 1
        yield (*column, counts[column])


def unique_names(slots: Iterable[ColumnSlot]) -> list[str]:
    """Name each slot: no two names are equal (case aside), none is that of a provenance column."""
    taken = {*PROVENANCE, *DETAIL_COLUMNS, *SEEN_COLUMNS}
    names = []
    for column, kind, nth in slots:
        base = " ".join("".join(c if c.isprintable() else " " for c in column).split())
        base = base[:MAX_NAME_CHARACTERS] or "column"
        wanted = base if nth == 1 else f"{base}_{nth}"
        if wanted.casefold() in taken and kind != "text":
            base = wanted = f"{base}_{kind}"
        names.append(_untaken(base, wanted, nth, taken))
    return names


def _untaken(base: str, wanted: str, nth: int, taken: set[str]) -> str:
    """Return and take a name, with a higher number where it is taken already."""
    while wanted.casefold() in taken:
        nth += 1
        wanted = f"{base}_{nth}"
    taken.add(wanted.casefold())
    return wanted


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return names of which no two are equal, case aside, and none is empty.

    >>> distinct_names(["Title", "title", "", "TITLE_2"])
    ['Title', 'title_2', 'column', 'TITLE_2_2']
    """
    taken = set[str]()
    bases = (speakable(name) or "column" for name in names)
    return [_untaken(base, base, 1, taken) for base in bases]


def check_size(format: str, out: Path, columns: int, rows: int) -> None:
    """Refuse what the format cannot hold, before anything is written."""
    max_rows, max_columns = exporter_of(format).limits
    if rows and not columns:
        raise ValueError(f"{out.name}: the records have no columns: ask for their provenance")
    if rows > max_rows:
        raise ValueError(
            f"{out.name}: {format} holds {max_rows:,} rows, there are {rows:,}: "
            "write csv, jsonl or parquet, or choose sources"
        )
    if columns > max_columns:
        raise ValueError(
            f"{out.name}: {format} holds {max_columns:,} columns, there are {columns:,}: "
            "write jsonl, or choose sources"
        )


def table(
    reader: Reader,
    sources: Iterable[str],
    layout: TableLayout,
    *,
    kind: str | None,
    provenance: bool,
) -> Iterator[TableRow]:
    """Make the second pass: read the rows."""
    width, page = len(layout.slots), None
    has_details = DETAIL_COLUMNS[0] in layout.names
    for source in sources:
        if provenance:
            begin_seen(reader, source)
        for record in reader.records(source, kind=kind):
            row: TableRow = [None] * width
            shape = tuple([(column, kind) for column, _, kind in record.fields])
            for place, (_, value, _) in zip(layout.places(shape), record.fields, strict=True):
                row[place] = value
            if provenance:
                if page is None or page.number != record.page:
                    page = reader.page(record.page)
                    at = datetime.fromtimestamp(page.fetched_at, UTC)
                key, url = masked_key(record.key), page.address(record.row)
                row += [record.source, key, record.page, url, record.query, at, record.kind]
                row += detail_cells(reader, record) if has_details else ()
                row += seen_cells(reader, record)
            yield row


def _write(
    format: str,
    out: Path,
    table: OutputTable,
    *,
    guard: bool,
    check: Callable[[int], None] = ALL.check_rows,
    is_news: bool = False,
) -> int:
    """Write a table and count its rows; one too short, or empty and no news, replaces nothing."""
    rows = table.rows
    assert isinstance(rows, LeavingRows)
    with whole_file(out) as part:
        exporter_of(format).write(part, table, guard=guard)
        if split_suffix(out.name)[1]:
            pack(part)
        check(rows.count)
        if not (rows.count or is_news) and out.exists():
            raise StoreError(f"no record is left for it, so {out} stays as it is")
    return rows.count


_part_numbers = count()
"""Numbers of files that are being written, so that two threads never write one."""


@contextmanager
def whole_file(out: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes ``out`` if all goes well and is removed if not."""
    if not out.parent.is_dir():
        raise StoreError(f"There is no folder {out.parent}.")
    if out.is_dir():
        raise StoreError(f"{out} is a folder, not a file.")
    _remove_leftovers(out)
    part = out.with_name(f".{out.name[:200]}.{os.getpid()}-{next(_part_numbers)}.part")
    try:
        with translating_errors(out):
            yield part
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.replace(out)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def made_file(out: Path) -> Iterator[Path]:
    """Give a path as `whole_file` does, for a file that can be made again at any time.

    What is in its place and no file is set aside. The file is sealed, so damage is seen.
    """
    if out.is_dir():
        set_aside_damaged(out)
    break_seal(out)
    with whole_file(out) as part:
        yield part
    seal(out)


def write_rows(out: Path, names: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a csv file of our own, which appears whole or not at all; a folder makes room."""
    if out.is_dir():
        set_aside_damaged(out)
    with whole_file(out) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows(rows)


def _remove_leftovers(out: Path) -> None:
    """Remove what killed processes began to write for the same table."""
    head = f".{out.name[:200]}."
    with suppress(OSError):
        for path in out.parent.iterdir():
            own = path.name.removeprefix(head).removesuffix(".part")
            owner = own.partition("-")[0]
            if path.name == f"{head}{own}.part" and owner.isdecimal() and not _is_alive(int(owner)):
                path.unlink(missing_ok=True)


def _is_alive(process: int) -> bool:
    """Tell whether a process runs; one that cannot be asked does."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def table_sources(reader: Reader, sources: Sequence[str]) -> list[TableSource]:
    """Return what is said of some sources of a project, in their order."""
    return [_of(reader, key) for key in sources]


def _of(reader: Reader, key: str) -> TableSource:
    source, counts = reader.source(key), reader.counts(key)
    claim = reader.learned(key).get(CLAIM_COMPONENT) or {}
    doubts = doubts_in(claim) if source.state == "exhausted" else ()
    return TableSource(
        masked(key),
        masked(source.url),
        level_of(source.state, doubts),
        masked(source.proof or source.reason),
        tuple(masked(doubt.sentence) for doubt in doubts),
        claim.get("missing_at_most"),
        counts.records,
        counts.requests,
        _instant(counts.first_at),
        _instant(counts.last_at),
    )


def _instant(at: float) -> datetime | None:
    return datetime.fromtimestamp(at, UTC) if at else None
