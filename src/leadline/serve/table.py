"""The table of a project in memory, column by column, to filter, sort and count values quickly.

A column keeps each different value once, and one number a row that says which. A table is read
once and kept until its project changes; while a harvest runs it is read again now and then.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain, islice
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.store.search.reader import IndexReader
from leadline.values.lists import DISPLAY_SEPARATOR, display_list
from leadline.values.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import numpy.typing as npt

    from leadline.app.project import Project
    from leadline.values.types import ColumnType

ROWS_A_PAGE: Final = 50
MAX_TABLE_ROWS: Final = 300_000
"""Records of a project that are read into memory, the first ones."""
MAX_SHOWN_TABLE_COLUMNS: Final = 14
MAX_FACET_VALUES: Final = 60
"""Different values of a column that can be chosen from."""
MIN_FACET_FILL: Final = 0.3
"""Share of the records that such a column fills."""
SHOWN_FACET_VALUES: Final = 8
MAX_FACETS_SHOWN: Final = 6
TYPE_VALUES: Final = 1_000
"""Values from which the order of a column is learned."""
MIN_AGE_FACTOR: Final = 10.0
"""A table of a growing project is read again when it is older than this many times its reading."""
MAX_KEPT_TABLES: Final = 4
CHECK_SECONDS: Final = 1.0
"""Time for which a table is taken for that of its project without a look."""
SOURCE_COLUMN: Final = "source"
"""Column that says which source a row is of, where there are several."""


@dataclass(slots=True)
class TableColumn:
    """A column: its different ``values`` ('' first), and the place of each row's value there."""

    name: str
    values: list[str]
    codes: npt.NDArray[np.int64]
    filled: int
    ranks: npt.NDArray[np.int64] | None = None

    @property
    def is_facet(self) -> bool:
        """Whether a person can choose among its values."""
        return (
            2 < len(self.values) <= MAX_FACET_VALUES
            and self.filled >= MIN_FACET_FILL * len(self.codes)
            and self.filled >= 2 * len(self.values)
        )

    def order(self) -> npt.NDArray[np.int64]:
        """Rank of each different value: numbers and dates by size, text by letters, '' last."""
        if self.ranks is None:
            learned = learn_type(self.values[1 : TYPE_VALUES + 1])
            keys = [_sort_key(learned, value) for value in self.values]
            ranks = np.empty(len(keys), np.int64)
            ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
            self.ranks = ranks
        return self.ranks


def _sort_key(learned: ColumnType, value: str) -> tuple[int, float, str]:
    """Key of a value: what its type can read, then other text, then ''."""
    if not value:
        return 2, 0.0, ""
    read = learned.read(value) if learned.name != "text" else None
    if isinstance(read, date):
        return 0, float(read.toordinal()), value
    if isinstance(read, int | float):
        return 0, float(read), value
    return 1, 0.0, value.casefold()


@dataclass(frozen=True, slots=True)
class ProjectTable:
    """Rows of a project in the order of taking; ``numbers`` are those of their records.

    ``total`` is the number of records of the project, which may have more than are kept here.
    """

    columns: tuple[TableColumn, ...]
    numbers: npt.NDArray[np.int64]
    total: int
    stamp: object = None
    seconds: float = 0.0
    read_at: float = 0.0
    by_number: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    """Places of the rows in the order of their numbers."""

    @property
    def is_cut(self) -> bool:
        """Whether the project has more records than rows are kept."""
        return len(self.numbers) >= MAX_TABLE_ROWS

    def rows_of(self, numbers: Sequence[int]) -> npt.NDArray[np.int64]:
        """Places of the records of some numbers, in their order; those not kept are left out."""
        wanted, order = np.asarray(numbers, np.int64), self.by_number
        at = np.searchsorted(self.numbers, wanted, sorter=order)
        places = order[np.minimum(at, max(0, len(order) - 1))] if len(order) else at[:0]
        kept: npt.NDArray[np.int64] = places[self.numbers[places] == wanted[: len(places)]]
        return kept

    def column(self, name: str) -> TableColumn | None:
        """Look up a column by name."""
        return next((each for each in self.columns if each.name == name), None)


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What a person wants to see; ``chosen`` are (column, value), and ``page`` begins at 1.

    >>> TableQuery("sea", sort="-year").parameters(page=2)
    [('q', 'sea'), ('sort', '-year'), ('page', '2')]
    """

    words: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    sort: str = ""
    page: int = 1

    def parameters(self, *, page: int = 1) -> list[tuple[str, str]]:
        """Parameters of the address of another page of the answer."""
        pairs = [("q", self.words)] if self.words else []
        pairs += [(f"f.{column}", value) for column, value in self.chosen]
        pairs += [("sort", self.sort)] if self.sort else []
        return pairs + ([("page", str(page))] if page > 1 else [])

    def sorted_by(self, column: str) -> TableQuery:
        """Sort by a column; once more turns the order round."""
        return replace(self, sort=f"-{column}" if self.sort == column else column, page=1)

    def toggled(self, column: str, value: str) -> TableQuery:
        """Choose a value of a column, or no longer."""
        pair = (column, value)
        others = tuple(each for each in self.chosen if each != pair)
        return replace(self, chosen=others if pair in self.chosen else (*others, pair), page=1)

    @classmethod
    def of(cls, parameters: Iterable[tuple[str, str]]) -> TableQuery:
        """Read the parameters of an address; what is strange is left out."""
        words, sort, page, chosen = "", "", 1, []
        for name, value in parameters:
            if name == "q":
                words = value
            elif name == "sort":
                sort = value
            elif name == "page" and value.isdecimal() and len(value) < 8:
                page = max(1, int(value))
            elif name.startswith("f."):
                chosen.append((name.removeprefix("f."), value))
        return cls(words.strip(), tuple(chosen), sort, page)


@dataclass(frozen=True, slots=True)
class TableFacet:
    """A column to choose values from: (value, number of rows, whether it is chosen)."""

    column: str
    choices: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """Some rows of an answer; each row is the number of its record and its cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    count: int
    facets: tuple[TableFacet, ...]
    number: int
    pages: int
    all_columns: int


def select(table: ProjectTable, query: TableQuery, found: Sequence[int] | None = None) -> TablePage:
    """Answer a query; ``found`` are the numbers of the records that its words found."""
    rows = select_rows(table, query, found)
    shown = _shown_columns(table, query, rows)
    pages = max(1, -(-len(rows) // ROWS_A_PAGE))
    number = min(query.page, pages)
    here = rows[(number - 1) * ROWS_A_PAGE : number * ROWS_A_PAGE].tolist()
    cells = [
        (int(table.numbers[row]), tuple(each.values[each.codes[row]] for each in shown))
        for row in here
    ]
    names = tuple(each.name for each in shown)
    facets = tuple(_facets(table, query, rows))
    return TablePage(names, tuple(cells), len(rows), facets, number, pages, len(table.columns))


def select_rows(
    table: ProjectTable, query: TableQuery, found: Sequence[int] | None = None
) -> npt.NDArray[np.int64]:
    """Return the places of the rows that a query wants, in its order."""
    rows = np.arange(len(table.numbers), dtype=np.int64)
    if found is not None:
        rows = table.rows_of(found)
    by_column: dict[str, set[str]] = {}
    for name, value in query.chosen:
        by_column.setdefault(name, set()).add(value)
    for name, values in by_column.items():
        column = table.column(name)
        rows = rows[_is_among(column, values)[rows]] if column else rows[:0]
    column = table.column(query.sort.removeprefix("-"))
    if column is not None:
        ranks = column.order()[column.codes[rows]]
        if query.sort.startswith("-"):
            ranks = np.where(column.codes[rows] == 0, len(column.values), -ranks)
        rows = rows[np.argsort(ranks, kind="stable")]
    return rows


def _is_among(column: TableColumn, wanted: Collection[str]) -> npt.NDArray[np.bool_]:
    among = np.array([value in wanted for value in column.values], bool)
    kept: npt.NDArray[np.bool_] = among[column.codes]
    return kept


def _shown_columns(
    table: ProjectTable, query: TableQuery, rows: npt.NDArray[np.int64]
) -> list[TableColumn]:
    """The columns that these rows fill most, in their order; also those that the query names."""
    named = {query.sort.removeprefix("-"), *(name for name, _ in query.chosen)}
    filled = {each.name: np.count_nonzero(each.codes[rows]) for each in table.columns}
    ranked = sorted(table.columns, key=lambda each: (each.name not in named, -filled[each.name]))
    best = ranked[:MAX_SHOWN_TABLE_COLUMNS]
    kept = {each.name for each in best if filled[each.name] or each.name in named}
    return [each for each in table.columns if each.name in kept]


def _facets(
    table: ProjectTable, query: TableQuery, rows: npt.NDArray[np.int64]
) -> list[TableFacet]:
    chosen = set(query.chosen)
    facets = []
    for column in [each for each in table.columns if each.is_facet][:MAX_FACETS_SHOWN]:
        counts = np.bincount(column.codes[rows], minlength=len(column.values))
        kept = [
            (value, int(count), (column.name, value) in chosen)
            for value, count in zip(column.values, counts.tolist(), strict=True)
            if value and (count or (column.name, value) in chosen)
        ]
        kept.sort(key=lambda choice: (not choice[2], -choice[1], choice[0]))
        if kept:
            facets.append(TableFacet(column.name, tuple(kept[:SHOWN_FACET_VALUES])))
    return facets


class TableCache:
    """Keeps the tables of the projects that were looked at last."""

    def __init__(self) -> None:
        self._tables: dict[str, ProjectTable] = {}
        self._checked_at: dict[str, float] = {}
        self._lock = Lock()

    def table(self, project: Project) -> ProjectTable:
        """Return the table of a project, read again if the project changed."""
        name = str(project.folder)
        with self._lock:
            kept = self._tables.get(name)
            now = time.monotonic()
            if kept is not None and now - self._checked_at[name] < CHECK_SECONDS:
                return kept
            self._checked_at[name] = now
            with IndexReader(project.store) as reader:
                stamp = _stamp(reader)
                is_young = kept and now - kept.read_at < MIN_AGE_FACTOR * kept.seconds
                if kept is not None and (kept.stamp == stamp or is_young):
                    return kept
                table = read_table(reader, stamp)
            self._tables.pop(name, None)
            self._tables[name] = table
            for old in list(self._tables)[:-MAX_KEPT_TABLES]:
                del self._tables[old]
            return table


def _stamp(reader: IndexReader) -> object:
    sources = [(each.key, each.state, each.updated_at) for each in reader.sources()]
    return sources, reader.counts().records


def read_table(reader: IndexReader, stamp: object = None) -> ProjectTable:
    """Read the text columns of all records of a project, at most ``MAX_TABLE_ROWS``."""
    began = time.monotonic()
    numbers: list[int] = []
    codes: dict[str, list[tuple[int, int]]] = {}
    known: dict[str, dict[str, int]] = {}
    sources = [each.key for each in reader.sources()]
    records = chain.from_iterable(
        ((source, *row) for row in reader.numbered_fields(source)) for source in sources
    )
    for source, number, fields in islice(records, MAX_TABLE_ROWS):
        cells = _cells(fields)
        if len(sources) > 1:
            cells[SOURCE_COLUMN] = source
        for name, value in cells.items():
            places = known.setdefault(name, {"": 0})
            code = places.setdefault(value, len(places))
            codes.setdefault(name, []).append((len(numbers), code))
        numbers.append(number)
    columns = []
    for name, pairs in codes.items():
        column = np.zeros(len(numbers), np.int64)
        at = np.array(pairs, np.int64)
        column[at[:, 0]] = at[:, 1]
        columns.append(TableColumn(name, list(known[name]), column, len(pairs)))
    now = time.monotonic()
    total = reader.counts().records
    kept = np.array(numbers, np.int64)
    order = np.argsort(kept, kind="stable")
    return ProjectTable(tuple(columns), kept, total, stamp, now - began, now, order)


def _cells(fields: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Text of each column of a record; several values of a column share a cell."""
    cells: dict[str, list[str]] = {}
    for column, value, kind in fields:
        if kind == "text" and value:
            cells.setdefault(column, []).append(display_list(value))
    return {name: DISPLAY_SEPARATOR.join(values) for name, values in cells.items()}
