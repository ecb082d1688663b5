"""Writes tables in the file formats of `export`, row by row.

>>> plain(date(2024, 5, 12)), plain(["a", "b"]), plain("a\\0b")
('2024-05-12', '["a", "b"]', 'a\ufffdb')
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from leadline.page.masks import masked, masked_key, masked_value, may_hold_secrets, names_secrets
from leadline.values.lists import display_list

if TYPE_CHECKING:
    import pyarrow


class ScaledFloat(float):
    """A number that is written with as many decimals as it was harvested with: 1.10 stays 1.10."""

    def __new__(cls, value: float, decimals: int) -> ScaledFloat:
        """Make a number of it; the decimals count in texts alone."""
        made = super().__new__(cls, value)
        made.decimals = decimals
        return made

    decimals: int

    def __str__(self) -> str:
        """Write the number with its decimals."""
        return f"{float(self):.{self.decimals}f}" if self.decimals else float.__repr__(self)


Cell = str | int | float | bool | date | datetime | list[str] | None
TableRow = list[Cell]

NO_LIMIT: Final = 1 << 62
MAX_COLUMNS_OPENED: Final = 16_384
"""Columns that other programs open; csv and parquet hold more."""

SHEET_LIMITS: Final = (1_048_575, MAX_COLUMNS_OPENED)
"""Rows below the head and columns of one sheet of a spreadsheet."""

GROUP_CELLS: Final = 500_000
"""Cells of a row group of parquet: 50,000 rows of 10 columns. Larger groups fill the memory."""

GROUP_CHARACTERS: Final = 16_000_000
"""Characters of a row group, so that long texts do not fill the memory."""

UNSPEAKABLE: Final = re.compile("[\0\ud800-\udfff]")
NOT_IN_XML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
CONTROLS: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[\x90\x9b\x9d](?=[0-9;?<=>$])")
"""What a terminal obeys. Other C1 characters stay: most are letters of a wrong charset."""


@dataclass(frozen=True, slots=True)
class TableSource:
    """What is said of one source of a table: its address, how its harvest ended, what may lack.

    ``verdict`` is in words ("proven"); ``missing_at_most`` is a share, None where nothing bounds
    it; ``began`` and ``ended`` are instants in UTC, None without a request.
    """

    key: str
    url: str
    verdict: str
    reason: str
    doubts: tuple[str, ...]
    missing_at_most: float | None
    records: int
    requests: int
    began: datetime | None
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class OutputTable:
    """A table to write; the rows may be read only once.

    ``kinds`` says of the columns that are no text what they hold: int, float, bool, date, list,
    datetime (of no zone) or instant (in UTC).
    ``count`` is the number of rows where it is known. ``excel`` is the delimiter of a csv for
    Excel, '' for any other program. ``sources`` tells where the rows are from, for the formats
    that say it, ``archive`` is the folder of their pages. Secrets are masked here, for all formats.
    """

    names: Sequence[str]
    rows: Iterable[TableRow]
    kinds: Mapping[str, str] = field(default_factory=dict)
    count: int = 0
    excel: str = ""
    sources: Callable[[], Sequence[TableSource]] = tuple
    archive: Path | None = None

    def __post_init__(self) -> None:
        """Let nothing through but the gate."""
        object.__setattr__(self, "names", tuple(map(masked_key, self.names)))
        object.__setattr__(self, "rows", LeavingRows(self.names, self.rows))

    def with_head(self) -> Iterator[TableRow]:
        """Give the names of the columns, then the rows."""
        yield list(self.names)
        yield from self.rows


class LeavingRows:
    """Rows as they may leave: secrets in them are masked; ``count`` are those read so far."""

    def __init__(self, names: Sequence[str], rows: Iterable[TableRow]) -> None:
        self._names, self._rows = names, rows
        self._named = [names_secrets(name) for name in names]
        self.count = 0

    def __iter__(self) -> Iterator[TableRow]:
        is_named = any(self._named)
        for row in self._rows:
            self.count += 1
            texts = [cell if type(cell) is str else str(cell) for cell in row if cell is not None]
            if is_named or may_hold_secrets("\n".join(texts)):
                row = [*map(self._leaving, self._names, row)]
            yield row

    @staticmethod
    def _leaving(name: str, cell: Cell) -> Cell:
        if isinstance(cell, str):
            return masked_value(name, cell)
        return [*map(masked, cell)] if isinstance(cell, list) else cell


class Writer(Protocol):
    """Writes one table to a path that does not exist yet."""

    def __call__(self, path: Path, table: OutputTable, *, guard: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format of tables: its name, suffixes and writer.

    ``package`` must be installed for it, '' for none; ``limits`` are the rows and columns that it
    holds. ``guard`` of a writer asks to mark what a spreadsheet would run.
    """

    name: str
    suffixes: tuple[str, ...]
    write: Writer
    package: str = ""
    limits: tuple[int, int] = (NO_LIMIT, NO_LIMIT)


def record_of(names: Sequence[str], row: TableRow) -> dict[str, object]:
    """Return a row as an object of JSON, without the values that are missing."""
    return {
        name: cell if isinstance(cell, int | float | list) else plain(cell)
        for name, cell in zip(names, row, strict=True)
        if cell is not None
    }


def arrow_tables(table: OutputTable, schema: pyarrow.Schema) -> Iterator[pyarrow.Table]:
    """Yield the rows of a table as Arrow tables that fit into memory."""
    import pyarrow as pa

    for group in row_groups(table.rows, len(table.names)):
        columns = zip(zip(*group, strict=True), schema.types, strict=True)
        yield pa.Table.from_arrays([pa.array(*column) for column in columns], schema=schema)


INSTANTS: Final = ("_fetched_at", "_first_seen", "_last_seen", "_gone_at", "_detail_fetched_at")
"""Columns of provenance that hold instants."""
PAGES: Final = ("_page", "_detail_page")
"""Columns of provenance that hold the number of a page."""


def arrow_schema(names: Sequence[str], kinds: Mapping[str, str]) -> pyarrow.Schema:
    """Build the Arrow schema of a table's columns."""
    import pyarrow as pa

    known = {
        "int": pa.int64(),
        "float": pa.float64(),
        "bool": pa.bool_(),
        "date": pa.date32(),
        "datetime": pa.timestamp("us"),
        "instant": pa.timestamp("us", tz="UTC"),
        "list": pa.list_(pa.string()),
    }
    types = {name: pa.timestamp("us", tz="UTC") for name in INSTANTS} | dict.fromkeys(
        PAGES, pa.int64()
    )
    types |= {name: known[kind] for name, kind in kinds.items()}
    return pa.schema([(name, types.get(name, pa.string())) for name in names])


def plain(cell: Cell) -> str | None:
    """Turn a cell into text that every program can read; None stays None."""
    if isinstance(cell, str):
        return speakable(cell if cell.isascii() else display_list(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds").replace("+00:00", "Z")
    if isinstance(cell, list):
        return json.dumps(cell, ensure_ascii=False)
    return None if cell is None else str(cell)


def speakable(text: str) -> str:
    """Put U+FFFD for what UTF-8 or a database cannot hold."""
    return UNSPEAKABLE.sub("\ufffd", text) if not text.isascii() or "\0" in text else text


def xml_text(cell: Cell) -> str:
    """Return a cell as XML may hold it, not escaped.

    >>> xml_text("a\\x07<b>")
    'a\ufffd<b>'
    """
    return NOT_IN_XML.sub("\ufffd", plain(cell) or "")


def without_controls(cell: str | None) -> str | None:
    """Put U+FFFD for control characters.

    >>> without_controls("a\\x1b[31mb")
    'a�[31mb'
    """
    return cell if cell is None or cell.isprintable() else CONTROLS.sub("\ufffd", cell)


def row_groups(rows: Iterable[TableRow], columns: int) -> Iterator[list[TableRow]]:
    """Divide the rows into groups that fit into memory."""
    max_rows = max(1, GROUP_CELLS // max(1, columns))
    group: list[TableRow] = []
    size = 0
    for row in rows:
        text = "".join([cell for cell in row if isinstance(cell, str)])
        if not text.isascii() or "\0" in text:
            row = [plain(cell) if isinstance(cell, str) else cell for cell in row]
        group.append(row)
        size += len(text)
        if len(group) >= max_rows or size >= GROUP_CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


def identifier(name: str) -> str:
    """Return a name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def sql_cell(cell: Cell) -> str | int | float | None:
    """Return a cell as SQLite holds it."""
    return cell if isinstance(cell, int | float) else plain(cell)
