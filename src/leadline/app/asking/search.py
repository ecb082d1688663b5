"""Search in what a project holds: words and conditions over all records, within milliseconds.

    results = search("art.leadline", "turner year:1800..1850")
    results.total, [row.values for row in results.rows]

The index (``search.sqlite`` beside the project) is brought up to date first; the first search of a
large project therefore takes a while.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from leadline.app.asking.choices import learned_weights, log_choice
from leadline.app.asking.names import project_names
from leadline.app.integration.merge import ENTITIES_FILE, read_ids
from leadline.app.project import Project
from leadline.ask.query import AskedQuery, Condition, parse_query
from leadline.ask.ranges import range_ends
from leadline.ask.ranking import DEFAULT_WEIGHT, Bm25f, Values
from leadline.ask.terms import phrase_terms
from leadline.errors import Locked
from leadline.store.search.index import (
    INDEX_FILE,
    IndexedSource,
    NumberRange,
    SearchIndex,
    SourceSearch,
    in_columns,
    phrase,
)
from leadline.store.search.reader import IndexReader
from leadline.values.lists import display_list, split_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline.app.calls import Target
    from leadline.ask.attributes import AttributeNames
    from leadline.integrate.fusion import Member
    from leadline.model import Record
    from leadline.store.search.index import IndexedColumn

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
SOURCE_CONDITION: Final = "source"
"""Attribute of a condition that names sources: ``source:museum``."""


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
    store = Project(folder).store
    if not store.is_file():
        raise ValueError(f"{folder} is no leadline project: it holds no {store.name}")
    with IndexReader(store) as reader, SearchIndex(folder / INDEX_FILE) as index:
        notes = update_index(index, reader)
        names = project_names(folder, reader, index)
        searcher = _Searcher(reader, index, names, entity_ids(folder), learned_weights(folder))
        results = searcher.run(asked, max(0, limit), max(0, offset), facets=facets)
    seconds = time.perf_counter() - began
    return replace(results, notes=(*notes, *results.notes), seconds=seconds)


@dataclass(frozen=True, slots=True)
class MatchingRecords:
    """Numbers of all records that match a query, source after source; for a table of them.

    ``is_relaxed`` and ``notes`` are those of `SearchResults`.
    """

    numbers: tuple[int, ...]
    is_relaxed: bool = False
    notes: tuple[str, ...] = ()


def matching_records(project: Target, query: str, most: int) -> MatchingRecords:
    """Find the records that match a query, at most ``most`` a source; few ones the best first."""
    asked = parse_query(query)
    folder = Path(project)
    with IndexReader(Project(folder).store) as reader, SearchIndex(folder / INDEX_FILE) as index:
        notes = update_index(index, reader)
        searcher = _Searcher(reader, index, project_names(folder, reader, index), {}, {})
        numbers: list[int] = []
        for any_word in (False, True):
            searches, missing = searcher._searches(asked, any_word=any_word)
            for each in searches:
                is_ranked = index.count(each, MAX_CANDIDATES) < MAX_CANDIDATES
                numbers += index.find(each, most, ranked=is_ranked)
            if numbers or len(_terms(asked)) < 2 or not asked.words:
                break
    is_relaxed = any_word and bool(numbers)
    return MatchingRecords(tuple(numbers), is_relaxed, (*notes, *missing))


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
        searches, notes = self._searches(asked, any_word=False)
        counts = [self.index.count(each, MAX_COUNTED) for each in searches]
        is_relaxed = not any(counts) and len(_terms(asked)) > 1 and bool(asked.words)
        if is_relaxed:
            searches, _ = self._searches(asked, any_word=True)
            counts = [self.index.count(each, MAX_COUNTED) for each in searches]
        total, is_exact = sum(counts), all(count < MAX_COUNTED for count in counts)
        records = self._candidates(searches, counts)
        values = [attribute_values(record, self.names) for record in records]
        rows = self._ranked(asked, [each.source for each in searches], records, values)
        shown = rows[offset : offset + limit]
        pages = {row.page: self._address(row.page) for row in shown}
        return SearchResults(
            asked.text,
            tuple(replace(row, page_url=pages[row.page]) for row in shown),
            total,
            is_exact,
            offset,
            tuple(_facets(records, values)) if facets else (),
            is_relaxed and total > 0,
            tuple(notes),
            0.0,
        )

    def _searches(
        self, asked: AskedQuery, *, any_word: bool
    ) -> tuple[list[SourceSearch], list[str]]:
        """Return what is looked for in each source that can answer, and why others cannot."""
        searches, notes = [], []
        for source in self.index.sources():
            search, missing = source_search(asked, source, self.names, any_word=any_word)
            if search is not None:
                searches.append(search)
            elif missing:
                notes.append(f"{source.key} cannot answer {missing}")
        return searches, notes

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
        terms = _terms(asked)
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

    def _address(self, number: int) -> str:
        page = self.reader.page(number)
        return page.final_url or page.url


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


def _terms(asked: AskedQuery) -> list[str]:
    """Return the terms of all words and conditions."""
    texts = [*asked.words, *(each.text for each in asked.conditions)]
    return list(dict.fromkeys(term for text in texts for term in phrase_terms(text)))


def source_search(
    asked: AskedQuery, source: IndexedSource, names: AttributeNames, *, any_word: bool
) -> tuple[SourceSearch | None, str]:
    """Return what is looked for in a source; None and the condition that it cannot answer."""
    texts = [phrase(word) for word in asked.words]
    if any_word:
        terms = dict.fromkeys(term for word in asked.words for term in phrase_terms(word))
        texts = [" OR ".join(phrase(term) for term in terms)]
    parts = [f"({text})" for text in texts if text]
    ranges = []
    for condition in asked.conditions:
        if condition.attribute.casefold() == SOURCE_CONDITION:
            if condition.text.casefold() not in source.key.casefold():
                return None, ""
            continue
        columns = _columns(condition, source, names)
        if condition.is_range:
            span = _range(condition, columns)
            if span is None:
                return None, str(condition)
            ranges.append(span)
        elif columns:
            words = " AND ".join(filter(None, map(phrase, condition.text.split())))
            parts.append(in_columns([each.slot for each in columns], words))
        else:
            return None, str(condition)
    return SourceSearch(source, " AND ".join(parts), tuple(ranges)), ""


def _columns(
    condition: Condition, source: IndexedSource, names: AttributeNames
) -> list[IndexedColumn]:
    by_name = {each.name: each for each in source.columns}
    return [by_name[c] for c in names.columns_of(condition.attribute, source.key, by_name)]


def _range(condition: Condition, columns: Sequence[IndexedColumn]) -> NumberRange | None:
    """Return the range of a condition in the first kind of columns that can read its ends."""
    for column in columns:
        ends = range_ends(condition.low, condition.high, column.format) if column.format else None
        if column.format and ends is not None:
            slots = [c.slot for c in columns if c.format and c.format.kind == column.format.kind]
            return NumberRange(tuple(slots), *ends)
    return None
