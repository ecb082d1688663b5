"""What a person wants of the table of a project, and the page of it that is shown."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING, Final

from leadline.errors import StoreError
from leadline.store.damaged import database_damage, remove
from leadline.store.seals import break_seal
from leadline.store.search.reader import IndexReader
from leadline.store.search.table import TABLE_FILES, ProjectTable, RowChoice, make_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from leadline.app.project import Project

ROWS_A_PAGE: Final = 50
MAX_FOUND_ROWS: Final = 100_000
"""Records of a source that words find at most, as rows of a table."""
MAX_SHOWN_TABLE_COLUMNS: Final = 14
SHOWN_FACET_VALUES: Final = 8
MIN_AGE_FACTOR: Final = 10.0
"""A table of a growing project is made anew when it is older than this many times its making."""
CHECK_SECONDS: Final = 1.0
"""Time for which a table is taken for that of its project without a look."""
MAKING_SECONDS: Final = 2.0
"""Time for which a person waits for a table; then what there is is shown."""
MAX_CHOSEN_VALUES: Final = 50
"""Values of columns that an address may choose by: each link of a page names all of them."""
MAX_WORDS_CHARACTERS: Final = 2_000
MAX_KEPT_SUMMARIES: Final = 200
MASKED_TABLE: Final = 1
"""How secrets are masked in a table: one of another number is made anew."""


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
        """Read the parameters of an address; what is strange is left out, too much is refused."""
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
        if len(words) > MAX_WORDS_CHARACTERS:
            raise ValueError(
                f"an address holds at most {MAX_WORDS_CHARACTERS:,} characters of words"
            )
        kept = tuple(dict.fromkeys(chosen))
        if len(kept) > MAX_CHOSEN_VALUES:
            raise ValueError(f"an address names at most {MAX_CHOSEN_VALUES} values to choose by")
        return cls(words.strip(), kept, sort, page)


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


@dataclass(frozen=True, slots=True)
class Summary:
    """What does not change from page to page of an answer."""

    count: int
    shown: tuple[str, ...]
    facets: tuple[TableFacet, ...]


def choice_of(query: TableQuery, found: Sequence[int] | None) -> RowChoice:
    """Return the rows that a query wants; ``found`` are the records that its words found."""
    return RowChoice(query.chosen, found, query.sort)


def select(
    table: ProjectTable, query: TableQuery, found: Sequence[int] | None, summary: Summary
) -> TablePage:
    """Read the page of an answer that a query wants."""
    pages = max(1, -(-summary.count // ROWS_A_PAGE))
    number = min(query.page, pages)
    shown = [each for each in table.columns if each.name in summary.shown]
    offset = (number - 1) * ROWS_A_PAGE
    rows = tuple(table.page(choice_of(query, found), shown, offset, ROWS_A_PAGE))
    names = tuple(each.name for each in shown)
    return TablePage(names, rows, summary.count, summary.facets, number, pages, len(table.columns))


def summarise(table: ProjectTable, query: TableQuery, found: Sequence[int] | None) -> Summary:
    """Count an answer, and choose its columns: those that are filled most, and the named ones."""
    wanted = choice_of(query, found)
    named = {query.sort.removeprefix("-"), *(name for name, _ in query.chosen)}
    filled = table.filled(wanted)
    ranked = sorted(filled, key=lambda name: (name not in named, -filled[name]))
    shown = (n for n in ranked[:MAX_SHOWN_TABLE_COLUMNS] if filled[n] or n in named)
    return Summary(table.count(wanted), tuple(shown), tuple(_facets(table, query, wanted)))


def _facets(table: ProjectTable, query: TableQuery, wanted: RowChoice) -> Iterable[TableFacet]:
    chosen = set(query.chosen)
    for name, counts in table.counts(wanted).items():
        held = dict(counts) | {v: 0 for n, v in chosen if n == name and v not in dict(counts)}
        kept = [(value, count, (name, value) in chosen) for value, count in held.items()]
        kept.sort(key=lambda choice: (not choice[2], -choice[1], choice[0]))
        if kept:
            yield TableFacet(name, tuple(kept[:SHOWN_FACET_VALUES]))


class TableShelf:
    """Opens the tables of projects, and has new ones made when a project has changed."""

    def __init__(self) -> None:
        self._paths: dict[str, tuple[Path, float]] = {}
        self._made: dict[Path, Future[None]] = {}
        self._summaries: OrderedDict[object, Summary] = OrderedDict()
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="table")
        self._lock = Lock()

    def open(self, project: Project) -> ProjectTable:
        """Open the table of a project; after `MAKING_SECONDS` one that is old, or not whole."""
        name = str(project.folder)
        path, checked_at = self._paths.get(name, (None, 0.0))
        if path is None or time.monotonic() - checked_at > CHECK_SECONDS:
            path = self._current(project)
            self._paths[name] = path, time.monotonic()
        return ProjectTable(path)

    def summary(
        self, table: ProjectTable, query: TableQuery, found: Sequence[int] | None
    ) -> Summary:
        """Count an answer once for all its pages."""
        count = -1 if found is None else len(found)
        key = table.path, table.rows, query.words, query.chosen, query.sort, count
        with self._lock:
            if key in self._summaries:
                self._summaries.move_to_end(key)
                return self._summaries[key]
        made = summarise(table, query, found)
        with self._lock:
            self._summaries[key] = made
            while len(self._summaries) > MAX_KEPT_SUMMARIES:
                self._summaries.popitem(last=False)
        return made

    def _current(self, project: Project) -> Path:
        with IndexReader(project.store) as reader:
            stamp = _stamp(reader)
        digest = blake2b(stamp.encode(), digest_size=8).hexdigest()
        path = project.folder / TABLE_FILES.replace("*", digest)
        before = _whole_table(project.folder)
        if before is not None and (before == path or _is_young(before)):
            return before
        with self._lock:
            if path not in self._made:
                self._made[path] = self._maker.submit(_make, project, path, stamp)
            making = self._made[path]
        try:
            making.result(MAKING_SECONDS)
        except TimeoutError:
            while before is None and not path.is_file() and not making.done():
                time.sleep(CHECK_SECONDS / 10)  # those of other projects are made first
            return before or path
        finally:
            if making.done():
                self._made.pop(path, None)
        return path


def _make(project: Project, path: Path, stamp: str) -> None:
    """Make the table of a project, and remove older ones."""
    _remove(path)
    with IndexReader(project.store) as reader:
        make_table(path, reader, stamp)
    for other in project.folder.glob(TABLE_FILES):
        if other != path:
            _remove(other)


def _remove(path: Path) -> None:
    break_seal(path)
    for ending in ("", "-wal", "-shm"):
        remove(path.with_name(path.name + ending))


def _whole_table(folder: Path) -> Path | None:
    """Return the table of a project that was made last, None where none was made to its end."""
    for path in sorted(folder.glob(TABLE_FILES), key=lambda each: -each.stat().st_mtime):
        with suppress(StoreError, ValueError, TypeError, KeyError), ProjectTable(path) as table:
            if table.is_whole and not _is_damaged(path, path.stat().st_mtime_ns):
                return path
    return None


@lru_cache(maxsize=MAX_KEPT_SUMMARIES)
def _is_damaged(path: Path, _: int) -> bool:
    """Whether a table that was made to its end is damaged; looked at once for each state of it."""
    return bool(database_damage(path, "state"))


def _is_young(path: Path) -> bool:
    """Whether a table that takes long to make was made a short while ago."""
    with ProjectTable(path) as table:
        age = time.time() - path.stat().st_mtime
        return table.seconds > MAKING_SECONDS and age < MIN_AGE_FACTOR * table.seconds


def _stamp(reader: IndexReader) -> str:
    sources = [(each.key, each.state, each.updated_at) for each in reader.sources()]
    return json.dumps([MASKED_TABLE, sources, reader.counts().records])
