"""Integration of the sources of a project into one table of entities.

Exact keys join what they can and are examples for the matching of the rest. Columns are mapped to
attributes, records are matched between every two sources, clustered under a person's decisions, and
fused. Ids of entities are kept in the project.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Protocol

from leadline.app.integration.decisions import DECISIONS_FILE, read_decisions, write_decisions
from leadline.app.integration.preparation import clean_tables, write_cleaning
from leadline.app.project import PLAN_FILE, Project, read_plan
from leadline.errors import require_package
from leadline.integrate.exact import merge_by_key, propose_keys
from leadline.integrate.fusion import FusedEntity, fuse
from leadline.integrate.identities import entity_ids
from leadline.integrate.internal_columns import without_internal, without_own
from leadline.integrate.matching.clustering import cluster
from leadline.integrate.matching.matcher import Matching, match, nothing
from leadline.integrate.schema.mapping import ColumnMapping, columns_of_records, map_columns
from leadline.store import Reader
from leadline.store.export.table import whole_file, write_table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from leadline.app.integration.decisions import DecidedPairs
    from leadline.app.integration.preparation import CleanedRecord
    from leadline.app.project import Plan
    from leadline.domain.model import DomainKnowledge
    from leadline.domain.rules import DomainRules
    from leadline.integrate.exact import KeyPair
    from leadline.integrate.fusion import Member
    from leadline.model import Record
    from leadline.store.export.formats import TableRow

ENTITIES_FILE: Final = "entities.csv"
CLEANING_FILE: Final = "cleaning.csv"
SourcePair = tuple[str, str]
RowPair = tuple[int, int]


class Matcher(Protocol):
    """Anything that matches two tables, given in columns, under decisions about rows."""

    def __call__(
        self,
        left: Mapping[str, Sequence[str]],
        right: Mapping[str, Sequence[str]],
        *,
        decisions: Mapping[tuple[int, int], bool],
    ) -> Matching:
        """Match the rows of two tables."""


@dataclass(frozen=True, slots=True)
class Integration:
    """Entities of several sources, and all that decided about them."""

    entities: tuple[FusedEntity, ...]
    columns: ColumnMapping
    matchings: Mapping[SourcePair, Matching]
    certain: Mapping[SourcePair, frozenset[RowPair]]
    """Rows that an exact key joins, by pair of sources."""
    decisions: DecidedPairs
    rows: Mapping[str, Mapping[str, int]]
    """Row of each record key that took part, by source."""
    cleaned: tuple[CleanedRecord, ...] = ()
    """Records that were set aside, and records with doubtful values."""

    @property
    def shared(self) -> int:
        """Number of entities that several sources describe."""
        return sum(1 for each in self.entities if len({source for source, _ in each.members}) > 1)

    def table(self) -> tuple[list[str], list[TableRow]]:
        """Names and rows of a table with one row an entity; several values share a cell."""
        given = (value.attribute for each in self.entities for value in each.values)
        names = list(dict.fromkeys(given))
        rows: list[TableRow] = []
        for entity in self.entities:
            cells = {value.attribute: value.text for value in entity.values}
            sources = " ".join(dict.fromkeys(source for source, _ in entity.members))
            row: TableRow = [cells.get(name) for name in names]
            rows.append([*row, entity.id, sources, ", ".join(entity.conflicts)])
        return [*names, "_id", "_sources", "_conflicts"], rows


def integrate_project(
    folder: Path,
    pairs: Path | None = None,
    *,
    plan: Plan | None = None,
    matcher: Matcher = match,
    watch: Callable[[str], None] = lambda _: None,
) -> Integration:
    """Integrate all sources of a project; ``pairs`` adds decisions to those it holds.

    ``plan`` is that of the folder if it is not given. ``watch`` is told what is being done. Ids and
    decisions are written to the folder.
    """
    require_package("rapidfuzz", "matching records")
    project = Project(folder)
    if not project.store.is_file():
        raise ValueError(f"{folder} is no leadline project: it holds no {project.store.name}")
    decisions = read_decisions(folder / DECISIONS_FILE)
    if pairs is not None:
        added = read_decisions(pairs)
        if not pairs.exists():
            raise ValueError(f"there is no file {pairs}")
        decisions |= added
        write_decisions(folder / DECISIONS_FILE, decisions)
    with Reader(project.store) as reader, reader.snapshot():
        tables = {source.key: list(reader.records(source.key)) for source in reader.sources()}
    if plan is None and (folder / PLAN_FILE).exists():
        plan = read_plan(folder / PLAN_FILE)
    integration = integrate_tables(
        tables,
        plan.domain if plan else None,
        rules=plan.rules if plan else None,
        given={each.key: dict(each.columns) for each in plan.sources} if plan else {},
        repeating={each.key for each in plan.sources if each.repeats} if plan else (),
        decisions=decisions,
        known=read_ids(folder / ENTITIES_FILE),
        matcher=matcher,
        watch=watch,
    )
    write_ids(folder / ENTITIES_FILE, integration.entities)
    write_cleaning(folder / CLEANING_FILE, integration.cleaned)
    return integration


def integrate_tables(
    tables: Mapping[str, Sequence[Record]],
    domain: DomainKnowledge | None = None,
    *,
    rules: DomainRules | None = None,
    given: Mapping[str, Mapping[str, str]] | None = None,
    repeating: Collection[str] = (),
    decisions: DecidedPairs | None = None,
    known: Mapping[Member, str] | None = None,
    matcher: Matcher = match,
    watch: Callable[[str], None] = lambda _: None,
) -> Integration:
    """Integrate tables by source; ``known`` are the ids that members had in the last run.

    ``given`` is a person's {source: {column: attribute}} ('' for none). Records that ``rules`` find
    plainly untrue take no part. A source lists nothing twice unless it is ``repeating``.
    """
    decisions = decisions or {}
    tables = {source: records for source, records in sorted(tables.items()) if records}
    watch("looking for exact keys")
    linked = {pair: sorted(joined) for pair, joined in _joined_by_keys(tables).items()}
    watch("mapping columns to attributes")
    columns = {source: columns_of_records(records) for source, records in tables.items()}
    mapping = map_columns(columns, domain, given=given, linked=linked)
    watch("looking for untrue values")
    tables, named, cleaned = clean_tables(tables, mapping, domain, rules)
    certain, rows = _joined_by_keys(tables, proof=True), _rows_by_key(tables)
    matchings = {}
    for first, second in combinations(tables, 2):
        joined = certain[first, second]
        if len(joined) == min(len(tables[first]), len(tables[second])):
            matchings[first, second] = nothing()  # a key joins all that could be matched
            continue
        watch(f"matching {first} with {second}")
        said = dict.fromkeys(joined, True)
        said |= _decided_rows(decisions, rows, first, second)
        left, right = without_internal(named.get(first, {}), named.get(second, {}))
        matchings[first, second] = matcher(left, right, decisions=said)
    for source in sorted(set(repeating) & set(tables)):
        watch(f"looking for duplicates in {source}")
        matchings[source, source] = match(without_own(named.get(source, {})))
        certain[source, source] = frozenset()
    watch("fusing values")
    clusters = _clusters(tables, matchings, certain, decisions, repeating)
    members = [[(record.source, record.key) for record in records] for records in clusters]
    ids = entity_ids(members, known or {})
    names = {(s, c): a for s, columns_ in mapping.by_source.items() for c, a in columns_.items()}
    entities = fuse(zip(ids, clusters, strict=True), names)
    return Integration(tuple(entities), mapping, matchings, certain, decisions, rows, cleaned)


def _rows_by_key(tables: Mapping[str, Sequence[Record]]) -> dict[str, dict[str, int]]:
    """Row of each record key, by source."""
    return {s: {r.key: row for row, r in enumerate(records)} for s, records in tables.items()}


def _joined_by_keys(
    tables: Mapping[str, Sequence[Record]], *, proof: bool = False
) -> dict[SourcePair, frozenset[RowPair]]:
    """Pairs of rows that an exact key joins, by pair of sources.

    Equal names show which columns correspond. They are no ``proof``, since a name may occur twice.
    """
    rows = _rows_by_key(tables)
    joined = {}
    for first, second in combinations(tables, 2):
        keys = propose_keys(tables[first], tables[second])
        key = next((key for key in keys if key.identifies or not proof), None)
        joined[first, second] = _joined_by_key(tables, (first, second), rows, key)
    return joined


def _joined_by_key(
    tables: Mapping[str, Sequence[Record]],
    pair: SourcePair,
    rows: Mapping[str, Mapping[str, int]],
    key: KeyPair | None,
) -> frozenset[RowPair]:
    """Pairs of rows that an exact key of two sources joins."""
    first, second = pair
    if key is None:
        return frozenset()
    both = {first: tables[first], second: tables[second]}
    joined = merge_by_key(both, {first: key.left, second: key.right})
    members = [dict(entity.members) for entity in joined if len(entity.members) == len(pair)]
    return frozenset((rows[first][each[first]], rows[second][each[second]]) for each in members)


def _decided_rows(
    decisions: DecidedPairs, rows: Mapping[str, Mapping[str, int]], first: str, second: str
) -> dict[RowPair, bool]:
    """A person's decisions about two sources, by rows; records that are gone are left out."""
    decided = {}
    for pair, same in decisions.items():
        keys = dict(pair)
        if set(keys) == {first, second} and all(keys[s] in rows[s] for s in keys):
            decided[rows[first][keys[first]], rows[second][keys[second]]] = same
    return decided


def _clusters(
    tables: Mapping[str, Sequence[Record]],
    matchings: Mapping[SourcePair, Matching],
    certain: Mapping[SourcePair, frozenset[RowPair]],
    decisions: DecidedPairs,
    repeating: Collection[str],
) -> list[list[Record]]:
    """Records of each entity: exact keys first, then matches, under a person's decisions."""
    records = [record for table in tables.values() for record in table]
    place = {(record.source, record.key): number for number, record in enumerate(records)}
    first_row = {source: place[source, table[0].key] for source, table in tables.items()}
    scored: list[tuple[int, int, float]] = []
    for (first, second), matching in matchings.items():
        start, other = first_row[first], first_row[second]
        scored += [(start + a, other + b, float("inf")) for a, b in certain[first, second]]
        scored += [(start + p.left, other + p.right, p.score) for p in matching.accepted]
    decided = {
        same: [
            (place[a], place[b])
            for (a, b), answer in decisions.items()
            if answer is same and a in place and b in place
        ]
        for same in (True, False)
    }
    sources = [record.source for record in records]
    groups = cluster(
        scored, sources, must=decided[True], cannot=decided[False], repeating=repeating
    )
    return [[records[number] for number in group] for group in groups]


def read_ids(path: Path) -> dict[Member, str]:
    """Ids that members had in the last run; none if there was no run."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {(row["source"], row["key"]): row["id"] for row in csv.DictReader(file)}


def write_ids(path: Path, entities: Sequence[FusedEntity]) -> None:
    """Write the id of every member."""
    with whole_file(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "source", "key"])
        writer.writerows([each.id, *member] for each in entities for member in each.members)


def write_provenance(integration: Integration, store: Path, path: Path) -> int:
    """Write one row for each value of each record: entity, attribute, whether it won, page."""
    names = ["_id", "attribute", "value", "fused", "source", "key", "page_url"]
    rows: list[TableRow] = []
    with Reader(store) as reader, reader.snapshot():
        addresses: dict[int, str] = {}
        pages: dict[Member, str] = {}
        for source in reader.sources():
            for record in reader.records(source.key):
                if record.page not in addresses:
                    page = reader.page(record.page)
                    addresses[record.page] = page.final_url or page.url
                pages[record.source, record.key] = addresses[record.page]
    for entity in integration.entities:
        for value in (*entity.values, *entity.others):
            fused = "yes" if value in entity.values else "no"
            for member in value.members:
                row = [entity.id, value.attribute, value.text, fused, *member, pages[member]]
                rows.append([*row])
    write_table(names, rows, path)
    return len(rows)
