"""Rows of a table in a file, or in memory: csv, tsv, xlsx, parquet, jsonl, sqlite, data frames.

Every reader gives the names of the columns first, then rows of cells. Files of other people may
hold anything: what is larger than the bounds, or is no such table, gets one sentence.
"""

import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, time
from pathlib import Path
from typing import Any, Final

from leadline.errors import MissingExtra, require_package
from leadline.page.charset import decode
from leadline.page.delimited import DELIMITERS, delimited_rows
from leadline.store.export.formats import identifier

MAX_TABLE_BYTES: Final = 1_000_000_000
MAX_UNPACKED: Final = 2_000_000_000
"""Bytes of what an xlsx unpacks to."""
MAX_PACKED: Final = 100
"""Bytes that one byte of a larger xlsx may unpack to: tables come to a tenth of it."""
MIN_BOMB_BYTES: Final = 100_000_000
HEAD_CHARACTERS: Final = 100_000
MAX_CONTROLS: Final = 0.01
"""Share of control characters in the head of a text; what is no text has more."""
MIN_CONTROLS: Final = 20
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f]")
MAX_IMPORTED_ROWS: Final = 2_000_000
MAX_BLANK_ROWS: Final = 100_000
"""Rows without any cell in a sheet; a lone cell at its far end makes millions."""
MAX_IMPORTED_COLUMNS: Final = 2_000
SQLITE_OWN: Final = "sqlite_"

CSV_NEEDS: Final = "it needs a head, and no cell of more than 100,000 characters"

Rows = Iterator[Sequence[Any]]


class NoTableError(ValueError):
    """Raised for what is no table, or too large a one: what it is, and what to do."""


def rows_of_file(path: Path, table: str = "") -> Rows:
    """Read a file by its ending; ``table`` names the sheet or table where there are several.

    The first row has the names of the columns. Raises ``ValueError`` for what is no such table.
    """
    reader = FILE_READERS.get(path.suffix.casefold())
    if reader is None:
        raise NoTableError(
            f"{path} is none of {', '.join(FILE_READERS)}: save the table as one of them"
        )
    if not path.is_file():
        is_other = f"{path} is no file of a table, but a folder, a pipe or a device"
        raise NoTableError(is_other if path.exists() else f"there is no file {path}")
    if path.stat().st_size > MAX_TABLE_BYTES:
        raise NoTableError(f"{path} is larger than {MAX_TABLE_BYTES:,} bytes: divide it")
    try:
        yield from _bounded(str(path), reader(path, table))
    except (NoTableError, MissingExtra, PermissionError, MemoryError):
        raise
    except Exception as fault:  # libraries raise what they like at hostile files
        raise NoTableError(f"{path} is no table that can be read ({_words(fault)})") from fault


def rows_of_frame(frame: Any, name: str) -> Rows:
    """Read a data frame of pandas, polars or Arrow."""
    if hasattr(frame, "iter_rows"):  # polars
        yield from _bounded(name, iter([[*frame.columns], *frame.iter_rows()]))
    elif hasattr(frame, "itertuples"):  # pandas
        rows = frame.itertuples(index=False, name=None)
        yield from _bounded(name, _with_names([*map(str, frame.columns)], rows))
    elif hasattr(frame, "to_batches"):  # Arrow
        yield from _bounded(name, _of_batches(frame.schema.names, frame.to_batches()))
    else:
        raise NoTableError(f"{type(frame).__name__} is no table: give a file or a data frame")


def text_of(cell: Any) -> str:
    """Return a cell as text, '' where it holds nothing.

    >>> [text_of(cell) for cell in (None, 3.0, 2.5, float("nan"), True, ["a", "b"], b"x")]
    ['', '3', '2.5', '', 'true', '["a", "b"]', 'x']
    """
    if cell is None or cell != cell:  # nothing, as numbers and dates say it
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        return str(cell.date()) if cell.time() == time() else cell.isoformat(sep=" ")
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    if isinstance(cell, list | tuple | dict):
        return json.dumps(cell, ensure_ascii=False, default=str)
    return str(cell).strip()


def _bounded(name: str, rows: Rows) -> Rows:
    for number, row in enumerate(rows):
        if number > MAX_IMPORTED_ROWS:
            raise NoTableError(f"{name} has more than {MAX_IMPORTED_ROWS:,} rows: divide it")
        if len(row) > MAX_IMPORTED_COLUMNS:
            raise NoTableError(
                f"{name} has more than {MAX_IMPORTED_COLUMNS:,} columns: leave some out"
            )
        yield row


def _with_names(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Rows:
    yield names
    yield from rows


def _of_delimited(path: Path, _: str) -> Rows:
    text, _charset = decode(path.read_bytes())
    head = text[:HEAD_CHARACTERS]
    if len(_CONTROL.findall(head)) > max(MIN_CONTROLS, MAX_CONTROLS * len(head)):
        raise NoTableError(f"{path} is no text: save the table as csv in UTF-8")
    tabs = path.suffix.casefold() in (".tsv", ".tab")
    rows = delimited_rows(text, "\t" if tabs else DELIMITERS)
    if not rows and "\0" not in text and not text.lstrip().startswith("<"):
        rows = [[line] for line in text.lstrip("\ufeff").splitlines() if line.strip()]
        if any(sign in line for (line,) in rows for sign in DELIMITERS):
            raise NoTableError(f"{path} is no csv that can be read: {CSV_NEEDS}")
    yield from rows


def _of_lines(path: Path, _: str) -> Rows:
    found: list[dict[str, Any]] = []
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                value = json.loads(line) if line.strip() else None
            except (ValueError, RecursionError):
                value = ""
            if value is not None and not isinstance(value, dict):
                raise NoTableError(f"{path}, line {number}, is no JSON object")
            if value:
                found.append(value)
    names = [*dict.fromkeys(name for each in found for name in each)]
    yield from _with_names(names, ([each.get(name) for name in names] for each in found))


def _of_workbook(path: Path, table: str) -> Rows:
    require_package("openpyxl", "reading xlsx")
    from openpyxl import load_workbook

    with zipfile.ZipFile(path) as packed:
        most = min(MAX_UNPACKED, max(MIN_BOMB_BYTES, MAX_PACKED * path.stat().st_size))
        if sum(part.file_size for part in packed.infolist()) > most:
            raise NoTableError(f"{path} unpacks to more than {most:,} bytes: divide it")
    with closing(load_workbook(path, read_only=True, data_only=True)) as book:
        sheet = book[_chosen(path, table, book.sheetnames, first=True)]
        blank = 0
        for row in sheet.iter_rows(values_only=True):
            blank += row.count(None) == len(row)
            if blank > MAX_BLANK_ROWS:
                raise NoTableError(
                    f"{path} has more than {MAX_BLANK_ROWS:,} empty rows: remove them"
                )
            width = next((n for n in range(len(row), 0, -1) if row[n - 1] is not None), 0)
            yield row[:width]


def _of_parquet(path: Path, _: str) -> Rows:
    require_package("pyarrow", "reading parquet")
    from pyarrow.parquet import ParquetFile

    with ParquetFile(path) as file:
        if (
            len(file.schema_arrow.names) > MAX_IMPORTED_COLUMNS
            or file.metadata.num_rows > MAX_IMPORTED_ROWS
        ):
            raise NoTableError(f"{path} has more rows or columns than can be imported: divide it")
        yield from _of_batches(file.schema_arrow.names, file.iter_batches())


def _of_batches(names: Sequence[str], batches: Iterable[Any]) -> Rows:
    yield [*names]
    for batch in batches:
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _of_database(path: Path, table: str) -> Rows:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as link:
        link.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_TABLE_BYTES)
        find = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"
        tables = [name for (name,) in link.execute(find) if not name.startswith(SQLITE_OWN)]
        rows = link.execute(f"SELECT * FROM {identifier(_chosen(path, table, tables))}")  # noqa: S608
        yield from _with_names([each[0] for each in rows.description], rows)


def _chosen(path: Path, wanted: str, names: Sequence[str], *, first: bool = False) -> str:
    if wanted in names or (not wanted and (len(names) == 1 or (first and names))):
        return wanted or names[0]
    told = ", ".join(names[:20]) or "none"
    raise NoTableError(f"name one table of {path} with --table; there are: {told}")


def _words(fault: Exception) -> str:
    return " ".join(str(fault).split())[:200] or type(fault).__name__


FILE_READERS: Final[dict[str, Callable[[Path, str], Rows]]] = {
    ".csv": _of_delimited,
    ".tsv": _of_delimited,
    ".tab": _of_delimited,
    ".txt": _of_delimited,
    ".jsonl": _of_lines,
    ".ndjson": _of_lines,
    ".xlsx": _of_workbook,
    ".parquet": _of_parquet,
    ".sqlite": _of_database,
    ".sqlite3": _of_database,
    ".db": _of_database,
}
