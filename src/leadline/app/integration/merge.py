"""Integration of the sources of a project into one table of entities.

Exact keys join what they can and are examples for the matching of the rest. Columns are mapped to
attributes, records are matched between every two sources, clustered under a person's decisions, and
fused. Ids of entities are kept in the project.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, combinations, repeat
from pathlib import Path
from typing import Final, Protocol

from leadline.app.integration.decisions import (
    DECISIONS_FILE,
    DecidedPairs,
    changing_decisions,
    read_decisions,
    with_own_keys,
)
from leadline.app.integration.kept_ids import ENTITIES_FILE, read_ids, write_ids
from leadline.app.integration.preparation import (
    CleanedRecord,
    NamedTables,
    clean_tables,
    write_cleaning,
)
from leadline.app.project import PLAN_FILE, Plan, Project, read_plan
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.errors import require_package
from leadline.integrate.exact import KeyPair, joined_rows, normalise, propose_keys
from leadline.integrate.fusion import FusedEntities, entity_ids, fuse
from leadline.integrate.internal_columns import derived_columns, without_internal, without_own
from leadline.integrate.matching.classes import OpenClass
from leadline.integrate.matching.clustering import cluster
from leadline.integrate.matching.matcher import REFUSED, MatchedPair, Matching, match, nothing
from leadline.integrate.matching.vetoes import contradicted
from leadline.integrate.record_table import Member, RecordGroups, RecordTable
from leadline.integrate.schema.by_joined import with_joined
from leadline.integrate.schema.mapping import ColumnMapping, map_whole_first
from leadline.model import Record
from leadline.page.masks import masked_key, masked_value
from leadline.store import Reader, StoredPage
from leadline.store.export.formats import TableRow
from leadline.store.export.table import write_table
from leadline.store.seals import broken_blocks

MIN_KEY_OVERLAP: Final = 0.5
"""Values of a key that both sources have, over those of the shorter, from which it identifies."""
NORMAL: Final = "{} (normal)"
"""Name of the column with an attribute's values in normal form."""
DAMAGED_IDS: Final = f"{ENTITIES_FILE} was damaged: entities whose ids cannot be read get new ones"
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


class EntityRows:
    """Rows of a table with one row an entity; each is made when it is asked for."""

    def __init__(
        self, entities: FusedEntities, names: Sequence[str], read: Collection[str] = ()
    ) -> None:
        """Take the attributes to show, and those whose values stand in normal form too."""
        self.entities, self.names, self.read = entities, names, frozenset(read)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.entities)

    def __iter__(self) -> Iterator[TableRow]:
        """Make row after row."""
        for number, (key, members) in enumerate(self.entities.members()):
            texts, conflicts = self.entities.winners(number)
            sources = " ".join(dict.fromkeys([source for source, _ in members]))
            normal = self.entities.normal(number, texts) if self.read else {}
            cells: TableRow = []
            for name in self.names:
                cells += [texts.get(name)] + [normal.get(name) or None] * (name in self.read)
            yield [*cells, key, sources, ", ".join(conflicts)]


@dataclass(frozen=True, slots=True)
class Integration:
    """Entities of several sources, and all that decided about them."""

    entities: FusedEntities
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
    def questions(self) -> list[tuple[SourcePair, OpenClass]]:
        """What only a person can decide, by pair of sources, the most telling question first."""
        asked = [(pair, each) for pair, own in self.matchings.items() for each in own.questions]
        return sorted(asked, key=lambda each: -each[1].pairs)

    @property
    def shared(self) -> int:
        """Number of entities that several sources describe."""
        groups = self.entities.groups
        return sum(map(groups.is_shared, range(len(groups))))

    def table(self, *, typed: bool = False) -> tuple[list[str], EntityRows]:
        """Names and rows of a table with one row an entity; of several values the best is shown.

        ``typed`` adds beside what is read a column in one form: ISO dates, base units, ISBN-13.
        """
        names = self.entities.attributes()
        read = self.entities.read_attributes() if typed else []
        shown = [
            each for name in names for each in (name, NORMAL.format(name))[: 1 + (name in read)]
        ]
        return [*shown, "_id", "_sources", "_conflicts"], EntityRows(self.entities, names, read)


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
    store = Project(folder).present_store()
    if pairs is not None:
        added = read_decisions(pairs)
        if not pairs.exists():
            raise ValueError(f"there is no file {pairs}")
        with changing_decisions(folder / DECISIONS_FILE) as kept:
            kept |= added
    decisions = read_decisions(folder / DECISIONS_FILE)
    if broken_blocks(folder / ENTITIES_FILE):
        watch(DAMAGED_IDS)
    with Reader(store) as reader, reader.snapshot():
        tables = {source.key: _read(reader, source.key) for source in reader.sources()}
    decisions = with_own_keys(decisions, {source: each.keys for source, each in tables.items()})
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
    taken = {source: RecordTable.of(each) for source, each in sorted(tables.items()) if each}
    watch("looking for exact keys")
    linked = {pair: sorted(joined) for pair, joined in _joined(taken, _keys(taken)).items()}
    watch("mapping columns to attributes")
    columns = {source: table.columns for source, table in taken.items()}
    derived = {source: derived_columns(each) for source, each in columns.items()}
    mapping = map_whole_first(columns, derived, domain, given or {}, linked)
    watch("looking for untrue values")
    kept, named, cleaned = clean_tables(taken, mapping, domain, rules)
    keys, rows = _keys(kept, proof=True), _rows_by_key(kept)
    certain, identifying = _joined(kept, keys), _identifying(keys, mapping)
    decided = {pair: _decided_rows(decisions, rows, *pair) for pair in combinations(kept, 2)}
    vetoed = partial(_vetoed, named, identifying)
    matchings = _matched(named, mapping, derived, (certain, decided), matcher, watch)
    matchings = {pair: vetoed(pair, found) for pair, found in matchings.items()}
    likely = {
        pair: [
            [*certain[pair], *((each.left, each.right) for each in several)]
            for several in (found.accepted, found.likely)
        ]
        for pair, found in matchings.items()
    }
    wider = with_joined(mapping, named, derived, likely)
    if wider is not mapping:
        named, mapping = _renamed(named, mapping, wider), wider
        vetoed = partial(_vetoed, named, _identifying(keys, mapping))
        matchings = _matched(named, mapping, derived, (certain, decided), matcher, watch)
        matchings = {pair: vetoed(pair, found) for pair, found in matchings.items()}
    for source in sorted(set(repeating) & set(kept)):
        watch(f"looking for duplicates in {source}")
        own = _without_parts(named, source, mapping, derived)
        matchings[source, source] = match(without_own(own))
        certain[source, source] = frozenset()
    watch("fusing values")
    clusters = _clusters(kept, rows, matchings, certain, decisions, repeating)
    groups = RecordGroups(kept, clusters)
    ids = entity_ids(list(groups.all_members()), known or {})
    names = {(s, c): a for s, columns_ in mapping.by_source.items() for c, a in columns_.items()}
    entities = fuse(ids, groups, names, mapping.formats)
    return Integration(entities, mapping, matchings, certain, decisions, rows, cleaned)


def _matched(
    named: NamedTables,
    mapping: ColumnMapping,
    derived: Mapping[str, Mapping[str, str]],
    known: tuple[dict[SourcePair, frozenset[RowPair]], Mapping[SourcePair, Mapping[RowPair, bool]]],
    matcher: Matcher,
    watch: Callable[[str], None],
) -> dict[SourcePair, Matching]:
    """Match every two sources; ``known`` are pairs that a key joins, and a person's decisions.

    Pairs that a key joins against what other columns say are taken out of ``known``.
    """
    matchings = {}
    certain, decided = known
    sizes = {source: len(next(iter(columns.values()), ())) for source, columns in named.items()}
    for first, second in certain:
        joined = certain[first, second]
        joined -= contradicted(named.get(first, {}), named.get(second, {}), sorted(joined))
        certain[first, second] = joined
        if len(joined) == min(sizes[first], sizes[second]):
            matchings[first, second] = nothing()  # a key joins all that could be matched
            continue
        watch(f"matching {first} with {second}")
        said = dict.fromkeys(joined, True) | dict(decided[first, second])
        own, others = (_without_parts(named, each, mapping, derived) for each in (first, second))
        left, right = without_internal(own, others)
        matchings[first, second] = matcher(left, right, decisions=said)
    return matchings


def _renamed(named: NamedTables, old: ColumnMapping, new: ColumnMapping) -> NamedTables:
    """Return the cells of each source by the attributes of another mapping."""
    names = {
        (one.source, one.attribute): other.attribute
        for one, other in zip(old.columns, new.columns, strict=True)
    }
    return {
        source: {names[source, attribute]: cells for attribute, cells in columns.items()}
        for source, columns in named.items()
    }


def _without_parts(
    named: NamedTables,
    source: str,
    mapping: ColumnMapping,
    derived: Mapping[str, Mapping[str, str]],
) -> dict[str, list[str]]:
    """Columns of a source by attribute, without parts of columns that are compared themselves.

    A part is compared where another source has what it holds, and none has the whole.
    """
    own = mapping.by_source.get(source, {})
    rest = [held for each, held in mapping.by_source.items() if each != source]
    others = {attribute for held in rest for attribute in held.values()}
    parts = {
        own[part]
        for part, whole in derived[source].items()
        if part in own and (len(named) == 1 or own.get(whole) in others or own[part] not in others)
    }
    return {name: cells for name, cells in named.get(source, {}).items() if name not in parts}


def _read(reader: Reader, source: str) -> RecordTable:
    keys = (key for key, _ in reader.keys(source))
    return RecordTable(source, zip(keys, reader.fields(source), strict=True))


def _rows_by_key(tables: Mapping[str, RecordTable]) -> dict[str, dict[str, int]]:
    """Row of each record key, by source."""
    return {s: {key: row for row, key in enumerate(each.keys)} for s, each in tables.items()}


def _keys(
    tables: Mapping[str, RecordTable], *, proof: bool = False
) -> dict[SourcePair, KeyPair | None]:
    """The exact key of each pair of sources, None without one.

    Equal names show which columns correspond. They are no ``proof``, since a name may occur twice.
    """
    found: dict[SourcePair, KeyPair | None] = {}
    for first, second in combinations(tables, 2):
        keys = propose_keys(tables[first], tables[second])
        found[first, second] = next((key for key in keys if key.identifies or not proof), None)
    return found


def _joined(
    tables: Mapping[str, RecordTable], keys: Mapping[SourcePair, KeyPair | None]
) -> dict[SourcePair, frozenset[RowPair]]:
    """Pairs of rows that an exact key joins, by pair of sources."""
    joined = {}
    for (first, second), key in keys.items():
        both = tables[first], tables[second]
        joined[first, second] = frozenset(joined_rows(*both, key.left, key.right) if key else ())
    return joined


def _identifying(
    keys: Mapping[SourcePair, KeyPair | None], mapping: ColumnMapping
) -> frozenset[str]:
    """Attributes that are an exact key of most of a source: what differs there is two things."""
    names = mapping.by_source
    found = set()
    for (first, second), key in keys.items():
        if key is None or key.overlap < MIN_KEY_OVERLAP:
            continue
        attribute = names.get(first, {}).get(key.left)
        if attribute and attribute == names.get(second, {}).get(key.right):
            found.add(attribute)
    return frozenset(found)


def _vetoed(
    named: NamedTables, identifying: Collection[str], sources: SourcePair, found: Matching
) -> Matching:
    """Refuse the pairs of two sources whose identifiers differ."""
    one, other = (named.get(source, {}) for source in sources)
    codes = [(one[each], other[each]) for each in identifying if each in one and each in other]

    def differs(pair: MatchedPair) -> bool:
        told = ((normalise(left[pair.left]), normalise(right[pair.right])) for left, right in codes)
        return any(left and right and left != right for left, right in told)

    ranked = [replace(e, score=e.score - REFUSED) if differs(e) else e for e in found.ranked]
    return replace(found, ranked=tuple(sorted(ranked, key=lambda pair: -pair.score)))


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
    tables: Mapping[str, RecordTable],
    rows: Mapping[str, Mapping[str, int]],
    matchings: Mapping[SourcePair, Matching],
    certain: Mapping[SourcePair, frozenset[RowPair]],
    decisions: DecidedPairs,
    repeating: Collection[str],
) -> list[list[int]]:
    """Rows of each entity, numbered through all tables: exact keys first, then matches.

    A person's decisions go before both.
    """
    sources = [source for source, table in tables.items() for _ in range(len(table))]
    sizes = accumulate(map(len, tables.values()), initial=0)
    first_row = dict(zip(tables, sizes, strict=False))
    scored: list[tuple[int, int, float]] = []
    refused: list[RowPair] = []
    for (first, second), matching in matchings.items():
        start, other = first_row[first], first_row[second]
        scored += [(start + a, other + b, float("inf")) for a, b in certain[first, second]]
        scored += [(start + p.left, other + p.right, p.score) for p in matching.accepted]
        refused += [(start + p.left, other + p.right) for p in matching.refused]
    many = {pair[each.many == "right"] for pair, each in matchings.items() if each.many}
    decided: dict[bool, list[RowPair]] = {True: [], False: []}
    for pair, same in decisions.items():
        if all(key in rows.get(source, {}) for source, key in pair):
            one, other = (first_row[source] + rows[source][key] for source, key in pair)
            decided[same].append((one, other))
    several = {*repeating, *many}
    apart = [pair for pair in refused if pair not in {*decided[True]}]
    return cluster(
        scored, sources, must=decided[True], cannot=[*decided[False], *apart], repeating=several
    )


def write_provenance(integration: Integration, store: Path, path: Path) -> int:
    """Write one row for each value of each record: entity, attribute, whether it won, page."""
    names = ["_id", "attribute", "value", "fused", "source", "key", "page_url"]
    rows: list[TableRow] = []
    with Reader(store) as reader, reader.snapshot():
        shown_on: dict[int, StoredPage] = {}
        pages: dict[Member, str] = {}
        for source in reader.sources():
            for record in reader.records(source.key):
                if record.page not in shown_on:
                    shown_on[record.page] = reader.page(record.page)
                address = shown_on[record.page].address(record.row)
                pages[record.source, record.key] = address
    for entity in integration.entities:
        for value in (*entity.values, *entity.others):
            fused = "yes" if value in entity.values else "no"
            texts = value.texts or repeat(value.text)
            for member, text in zip(value.members, texts, strict=False):
                shown = member[0], masked_key(member[1])
                text = masked_value(value.attribute, text)
                row = [entity.id, value.attribute, text, fused, *shown, pages[member]]
                rows.append([*row])
    write_table(names, rows, path)
    return len(rows)
