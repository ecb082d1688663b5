"""The five file formats of `export`: each writer takes a path, names and rows, and streams.

>>> guarded("=HYPERLINK(1)"), guarded("-5.2"), guarded("plain")
("'=HYPERLINK(1)", '-5.2', 'plain')
>>> len(spreadsheet_text("\\x07" + "x" * 40_000)), spreadsheet_text("x" * 40_000)[-25:]
(32767, ' [cut: 40,000 characters]')
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from contextlib import closing
from datetime import date, datetime
from itertools import islice
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final, Protocol

from leadline.values.lists import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

Cell = str | int | float | bool | date | datetime | list[str] | None
Row = list[Cell]
NO_KINDS: Final[Mapping[str, str]] = {}

NO_LIMIT: Final = 1 << 62
LIMITS: Final = {
    "csv": (NO_LIMIT, 16_384), "jsonl": (NO_LIMIT, NO_LIMIT), "parquet": (NO_LIMIT, 16_384),
    "sqlite": (NO_LIMIT, 2_000), "xlsx": (1_048_575, 16_384),
}  # fmt: skip
"""Rows and columns that a format holds. Excel's and SQLite's are theirs; csv and parquet hold
more columns, but no program opens them."""

CELL: Final = 32_767
"""Characters in a cell of Excel."""

BATCH: Final = 2_000
GROUP_CELLS: Final = 500_000
"""Cells of a row group of parquet: with 10 columns 50,000 rows, which readers like; more fills the
memory (2 M cells: 331 MB in all)."""
GROUP_CHARACTERS: Final = 16_000_000
"""Characters of a row group, so that long texts do not fill the memory."""

UNSPEAKABLE: Final = re.compile("[\0\ud800-\udfff]")
NOT_IN_XML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
NUMBER: Final = re.compile(r"[+-]?[0-9][0-9.,]{0,30}\Z")


class Writer(Protocol):
    """Writes one table to a path that does not exist yet.

    ``kinds`` says of columns that are no text what they hold: int, float, bool, date or list.
    """

    def __call__(
        self, path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
        kinds: Mapping[str, str] = NO_KINDS,
    ) -> None: ...  # fmt: skip


def write_csv(
    path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
    kinds: Mapping[str, str] = NO_KINDS,
) -> None:  # fmt: skip
    """RFC 4180 in UTF-8 without a byte order mark; an empty cell is a missing value."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for row in _with_head(names, rows):
            cells = [plain(cell) for cell in row]
            writer.writerow([guarded(cell) for cell in cells] if guard else cells)


def write_jsonl(
    path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
    kinds: Mapping[str, str] = NO_KINDS,
) -> None:  # fmt: skip
    """One object a line in UTF-8; a missing value has no member."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            record = {
                name: cell if isinstance(cell, int | float | list) else plain(cell)
                for name, cell in zip(names, row, strict=True)
                if cell is not None
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def write_parquet(
    path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
    kinds: Mapping[str, str] = NO_KINDS,
) -> None:  # fmt: skip
    """Text columns, ``_page`` as integer, ``_fetched_at`` as instant; zstd, in row groups."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {"_page": pa.int64(), "_fetched_at": pa.timestamp("us", tz="UTC")}
    known = {"int": pa.int64(), "float": pa.float64(), "bool": pa.bool_(), "date": pa.date32(),
             "list": pa.list_(pa.string())}  # fmt: skip
    types |= {name: known[kind] for name, kind in kinds.items()}
    schema = pa.schema([(name, types.get(name, pa.string())) for name in names])
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in _groups(rows, max(1, GROUP_CELLS // max(1, len(names)))):
            columns = zip(*group, strict=True)
            arrays = [
                pa.array(cells, kind) for cells, kind in zip(columns, schema.types, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def write_sqlite(
    path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
    kinds: Mapping[str, str] = NO_KINDS,
) -> None:  # fmt: skip
    """One table ``records``."""
    known = {name: SQL_KINDS.get(kind, "TEXT") for name, kind in kinds.items()}
    known["_page"] = "INTEGER"
    columns = ", ".join(f"{_identifier(name)} {known.get(name, 'TEXT')}" for name in names)
    marks = ", ".join("?" * len(names))
    rows = iter(rows)
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = OFF")
        link.execute("PRAGMA synchronous = OFF")
        link.execute("BEGIN")
        link.execute(f"CREATE TABLE records ({columns or '_none'})")
        while batch := list(islice(rows, BATCH)):
            cells = [[_sql(cell) for cell in row] for row in batch]
            link.executemany(f"INSERT INTO records VALUES ({marks})", cells)  # noqa: S608
        link.execute("COMMIT")


def write_xlsx(
    path: Path, names: Sequence[str], rows: Iterable[Row], *, guard: bool,
    kinds: Mapping[str, str] = NO_KINDS,
) -> None:  # fmt: skip
    """One sheet; every cell says that it is text, so nothing in it is run."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("records")
    sheet.freeze_panes = "A2"

    def cell(value: object) -> Any:
        made = WriteOnlyCell(sheet, value=value)
        made.data_type = "s"
        return made

    for row in _with_head(names, rows):
        texts = [value if _is_exact(value) else spreadsheet_text(plain(value) or "")
                 for value in row]  # fmt: skip
        sheet.append([cell(text) if isinstance(text, str) and text[:1] in "=#" else
                      None if text == "" else text for text in texts])  # fmt: skip
    with TemporaryFile() as spool, path.open("wb") as file:  # not to path: on a full disk the
        book.save(spool)  # library's own finalisers would print their tracebacks
        spool.seek(0)
        copyfileobj(spool, file)


def _is_exact(value: Cell) -> bool:
    """Whether a spreadsheet keeps the value as it is: numbers, days (text is text)."""
    return isinstance(value, int | float) or type(value) is date


SQL_KINDS: Final = {"int": "INTEGER", "float": "REAL", "bool": "INTEGER"}
WRITERS: Final[dict[str, Writer]] = {
    "csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet, "sqlite": write_sqlite,
    "xlsx": write_xlsx,
}  # fmt: skip


def plain(cell: Cell) -> str | None:
    """The cell as text that every program can read, the values of a list with bars between."""
    if isinstance(cell, str):
        return speakable(cell if cell.isascii() else readable(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds").replace("+00:00", "Z")
    if isinstance(cell, list):
        return json.dumps(cell, ensure_ascii=False)
    return None if cell is None else str(cell)


def speakable(text: str) -> str:
    """The text with U+FFFD for what UTF-8 or a database cannot hold."""
    return UNSPEAKABLE.sub("\ufffd", text) if not text.isascii() or "\0" in text else text


def guarded(cell: str | None) -> str | None:
    """The cell as a spreadsheet will show and not run it (OWASP, "CSV injection")."""
    if cell and cell[0] in "=+-@\t\r" and not NUMBER.match(cell):
        return f"'{cell}"
    return cell


def spreadsheet_text(text: str) -> str:
    """The text as Excel can hold it: no control characters, and cut with a mark when too long."""
    text = NOT_IN_XML.sub("", text)
    if len(text) <= CELL // 2 or (size := len(text.encode("utf-16-le")) // 2) <= CELL:
        return text
    mark = f" [cut: {size:,} characters]"
    kept = text.encode("utf-16-le")[: 2 * (CELL - len(mark))]
    return kept.decode("utf-16-le", "ignore") + mark


def _with_head(names: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
    yield list(names)
    yield from rows


def _groups(rows: Iterable[Row], most: int) -> Iterator[list[Row]]:
    """Rows in lots that fit into memory."""
    group: list[Row] = []
    size = 0
    for row in rows:
        group.append([plain(cell) if isinstance(cell, str) else cell for cell in row])
        size += sum(len(cell) for cell in row if isinstance(cell, str))
        if len(group) >= most or size >= GROUP_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _sql(cell: Cell) -> str | int | float | None:
    return cell if isinstance(cell, int | float) else plain(cell)
