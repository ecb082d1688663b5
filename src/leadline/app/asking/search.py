"""Search in what a project holds: words and conditions over all records, within milliseconds.

    results = search("art.leadline", "turner year:1800..1850")
    results.total, [row.values for row in results.rows]

The index (``search.sqlite`` beside the project) is brought up to date first; the first search of a
large project therefore takes a while.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from leadline.app.asking.choices import learned_weights, log_choice
from leadline.app.asking.names import project_names
from leadline.app.asking.source_search import SOURCE_CONDITION, source_search
from leadline.app.calls import Target
from leadline.app.integration.kept_ids import ENTITIES_FILE, read_ids
from leadline.app.project import Project
from leadline.ask.attributes import AttributeNames
from leadline.ask.query import AskedQuery, parse_query
from leadline.ask.ranking import DEFAULT_WEIGHT, Bm25f, Values
from leadline.errors import Locked
from leadline.integrate.record_table import Member
from leadline.model import Record
from leadline.store.search.index import INDEX_FILE, IndexedSource, SearchIndex, SourceSearch
from leadline.store.search.reader import IndexReader
from leadline.values.lists import display_list, split_values

MAX_CANDIDATES: Final = 500
"""Records of a search that are read, ranked and counted in facets."""
MAX_COUNTED: Final = 10_000
"""Records of a search that are counted; beyond it the total is "at least"."""
MAX_LOGGED_ROWS: Final = 50
"""Rows of a search that are logged with a choice."""
MAX_SHOWN_FACETS: Final = 6
MAX_FACET_VALUES: Final = 8
MAX_FACET_CHARS: Final = 60
MIN_FACET_FILL: Final = 0.3
"""Share of the records that must fill an attribute of facets."""
MAX_FACET_DIFFERENT: Final = 0.6
"""Different values of a facet, as a share of the records that fill it."""


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A record that was found; ``members`` are all found records of its entity, itself included.

    ``entity`` is the id that ``integrate`` gave, '' for a record that was not integrated;
    ``page_url`` is the address of the page from which it was taken. ``parts`` is what each
    attribute gives to the score at weight 1.
    """

    record: Record
    score: float
    entity: str = ""
    members: tuple[Member, ...] = ()
    page_url: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """Key of the source."""
        return self.record.source

    @property
    def key(self) -> str:
        """Key of the record in its source."""
        return self.record.key

    @property
    def page(self) -> int:
        """Number of the archived page."""
        return self.record.page

    @property
    def values(self) -> dict[str, str]:
        """Values by column, as they are shown; links and pictures are addresses."""
        values: dict[str, str] = {}
        for cell in self.record.fields:
            if cell.value:
                values.setdefault(cell.column, display_list(cell.value))
        return values


@dataclass(frozen=True, slots=True)
class Facet:
    """Values of an attribute and how many of the ``counted`` records hold each, the most first."""

    attribute: str
    values: tuple[tuple[str, int], ...]
    counted: int


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search found: ``rows`` from ``offset`` on, of ``total`` records.

    ``is_total_exact`` is false where there are at least ``total``. Only the best `MAX_CANDIDATES`
    can be shown. ``is_relaxed`` says that no record holds all words: these hold some of them.
    ``notes`` are sentences for the person, such as which source has no such attribute.
    """

    query: str
    rows: tuple[SearchRow, ...]
    total: int
    is_total_exact: bool
    offset: int
    facets: tuple[Facet, ...]
    is_relaxed: bool
    notes: tuple[str, ...]
    seconds: float

    def plain(self, row: Callable[[SearchRow], dict[str, Any]]) -> dict[str, Any]:
        """Return plain values for JSON; ``row`` says what is shown of a row."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        facets = [asdict(facet) for facet in self.facets]
        return values | {"rows": [row(each) for each in self.rows], "facets": facets}


def search(
    project: Target, query: str, *, limit: int = 20, offset: int = 0, facets: bool = True
) -> SearchResults:
    """Search the records of a project folder; raise ``ValueError`` for a query without words.

    >>> search("nowhere.leadline", "emma")
    Traceback (most recent call last):
    ValueError: nowhere.leadline is no leadline project: it holds no project.sqlite
    """
    began = time.perf_counter()
    asked = parse_query(query)
    folder = Path(project)
    with (
        IndexReader(Project(folder).present_store()) as reader,
        SearchIndex(folder / INDEX_FILE) as index,
    ):
        notes = update_index(index, reader)
        names = project_names(folder, reader, index)
        searcher = _Searcher(reader, index, names, entity_ids(folder), learned_weights(folder))
        results = searcher.run(asked, max(0, limit), max(0, offset), facets=facets)
    seconds = time.perf_counter() - began
    return replace(results, notes=(*notes, *results.notes), seconds=seconds)


@dataclass(frozen=True, slots=True)
class MatchingRecords:
    """Numbers of all records that match a query, source after source; for a table of them.

    ``is_relaxed`` and ``notes`` are those of `SearchResults`. ``is_cut``: a source has more.
    """

    numbers: tuple[int, ...]
    is_relaxed: bool = False
    notes: tuple[str, ...] = ()
    is_cut: bool = False


def matching_records(project: Target, query: str, most: int) -> MatchingRecords:
    """Find the records that match a query, at most ``most`` a source; few ones the best first."""
    asked = parse_query(query)
    folder = Path(project)
    with IndexReader(Project(folder).store) as reader, SearchIndex(folder / INDEX_FILE) as index:
        notes = update_index(index, reader)
        names = project_names(folder, reader, index)
        found = _find(asked, index, names)
        by_source = [
            index.find(search, most, ranked=count < MAX_CANDIDATES)
            for search, count in zip(found.searches, found.counts, strict=True)
        ]
    numbers = tuple(number for each in by_source for number in each)
    is_cut = any(len(each) == most for each in by_source)
    return MatchingRecords(numbers, found.is_relaxed, (*notes, *found.notes), is_cut)


def choose(project: Target, query: str, place: int) -> SearchRow:
    """Log that the row at a place (from 1) of a search was the right one, and return it.

    Raise ``ValueError`` where the search shows no such row.
    """
    rows = search(project, query, limit=MAX_LOGGED_ROWS, facets=False).rows
    if not 1 <= place <= len(rows):
        raise ValueError(f"the search shows {len(rows)} rows: there is none at place {place}")
    log_choice(project, query, [row.parts for row in rows], place - 1)
    return rows[place - 1]


def entity_ids(folder: Path) -> Mapping[Member, str]:
    """Return the entity of every integrated record; nothing before ``integrate`` has run."""
    path = folder / ENTITIES_FILE
    return _ids_of(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=2)
def _ids_of(path: Path, _: int) -> Mapping[Member, str]:
    return read_ids(path)


def update_index(index: SearchIndex, reader: IndexReader) -> list[str]:
    """Index what is new; return a sentence where another program is doing so."""
    try:
        index.update(reader)
    except Locked:
        return ["another program is bringing the index up to date: the newest records are missing"]
    return []


@dataclass(frozen=True, slots=True)
class _Found:
    """What is looked for in each source, and how many records hold it, at most `MAX_COUNTED`."""

    searches: tuple[SourceSearch, ...]
    counts: tuple[int, ...]
    notes: tuple[str, ...]
    is_relaxed: bool = False


def _find(asked: AskedQuery, index: SearchIndex, names: AttributeNames) -> _Found:
    """Find the records that hold all words; where there are none, those that hold some."""
    found = _find_words(asked, index, names, any_word=False)
    if any(found.counts) or len(asked.terms) < 2 or not asked.words:
        return found
    some = _find_words(asked, index, names, any_word=True)
    return replace(some, notes=found.notes, is_relaxed=any(some.counts))


def _find_words(
    asked: AskedQuery, index: SearchIndex, names: AttributeNames, *, any_word: bool
) -> _Found:
    searches, notes = [], []
    for source in index.sources():
        search, missing = source_search(asked, source, names, any_word=any_word)
        if search is not None:
            searches.append(search)
        elif missing:
            notes.append(f"{source.key} cannot answer {missing}")
    counts = tuple(index.count(each, MAX_COUNTED) for each in searches)
    return _Found(tuple(searches), counts, tuple(notes))


class _Searcher:
    """One search: which records, in which order, with which facets."""

    def __init__(
        self,
        reader: IndexReader,
        index: SearchIndex,
        names: AttributeNames,
        entities: Mapping[Member, str],
        weights: Mapping[str, float],
    ) -> None:
        self.reader, self.index, self.names = reader, index, names
        self.entities, self.weights = entities, weights

    def run(self, asked: AskedQuery, limit: int, offset: int, *, facets: bool) -> SearchResults:
        found = _find(asked, self.index, self.names)
        searches, counts = found.searches, found.counts
        total, is_exact = sum(counts), all(count < MAX_COUNTED for count in counts)
        records = self._candidates(searches, counts)
        values = [attribute_values(record, self.names) for record in records]
        rows = self._ranked(asked, [each.source for each in searches], records, values)
        shown = rows[offset : offset + limit]
        pages = {row.page: self.reader.page(row.page) for row in shown}
        return SearchResults(
            asked.text,
            tuple(replace(row, page_url=pages[row.page].address(row.record.row)) for row in shown),
            total,
            is_exact,
            offset,
            tuple(_facets(records, values)) if facets else (),
            found.is_relaxed,
            found.notes,
            0.0,
        )

    def _candidates(self, searches: Sequence[SourceSearch], counts: Sequence[int]) -> list[Record]:
        """Read the best records of every source; where there are too many, the first."""
        records: list[Record] = []
        most = MAX_CANDIDATES // max(1, sum(map(bool, counts)))
        for each, count in zip(searches, counts, strict=True):
            if count:
                is_ranked = most < count < MAX_COUNTED
                numbers = self.index.find(each, max(1, most), ranked=is_ranked)
                by_number = self.reader.records_at(numbers)
                records += [by_number[number] for number in numbers if number in by_number]
        return records

    def _ranked(
        self,
        asked: AskedQuery,
        sources: Sequence[IndexedSource],
        records: Sequence[Record],
        values: Sequence[Values],
    ) -> list[SearchRow]:
        """Rank records by BM25F; records of one entity share the row of the best."""
        terms = asked.terms
        counts = {t: sum(self.index.frequency(s, t) for s in sources) for t in terms}
        size = sum(source.records for source in sources)
        parts = Bm25f(self.weights).parts(terms, values, counts, size)
        found = [
            SearchRow(
                record,
                sum(each.values()),
                self.entities.get((record.source, record.key), ""),
                ((record.source, record.key),),
                parts={n: v / self.weights.get(n, DEFAULT_WEIGHT) for n, v in each.items()},
            )
            for each, record in zip(parts, records, strict=True)
        ]
        rows: dict[object, SearchRow] = {}
        for row in sorted(found, key=lambda row: -row.score):
            thing = row.entity or row.members
            best = rows.get(thing)
            rows[thing] = replace(best, members=best.members + row.members) if best else row
        return list(rows.values())


def _facets(records: Sequence[Record], values: Sequence[Values]) -> list[Facet]:
    """Count the values of attributes that many records share."""
    filled: Counter[str] = Counter()
    counts: dict[str, Counter[str]] = {}
    for record_values in values:
        for name, value in set(record_values):
            filled[name] += 1
            if len(value) <= MAX_FACET_CHARS:
                counts.setdefault(name, Counter()).update(set(split_values(value)))
    if len({record.source for record in records}) > 1:
        counts[SOURCE_CONDITION] = Counter(record.source for record in records)
        filled[SOURCE_CONDITION] = len(records)
    telling = {
        name: each.total() / len(each)
        for name, each in counts.items()
        if filled[name] >= MIN_FACET_FILL * len(records)
        and 1 < len(each) <= MAX_FACET_DIFFERENT * filled[name]
    }
    best = sorted(telling, key=lambda name: (-telling[name], name))[:MAX_SHOWN_FACETS]
    return [
        Facet(name, tuple(counts[name].most_common(MAX_FACET_VALUES)), len(records))
        for name in best
    ]


def attribute_values(record: Record, names: AttributeNames) -> list[tuple[str, str]]:
    """Return attributes and values of the texts of a record."""
    return [
        (names.name_of(record.source, field.column), field.value)
        for field in record.fields
        if field.kind == "text" and field.value
    ]
