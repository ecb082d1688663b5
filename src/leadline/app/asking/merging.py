"""Merges what several sources answered: cleaned, one row a thing, values fused.

Records that ``integrate`` joined before are one thing. Others are one only if they come from
different sources, have one title and agree in every attribute that both have, at least in one
beside the title. The matcher of ``integrate`` learns from whole tables; from the few records of an
answer it would join too much (docs/decisions/ask.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from leadline.app.integration.preparation import clean_tables
from leadline.ask.attributes import TITLE, AttributeNames
from leadline.ask.terms import index_terms
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.integrate.fusion import FusedEntity, fuse
from leadline.integrate.record_table import Member, RecordGroups
from leadline.integrate.schema.mapping import ColumnMapping, MappedColumn
from leadline.model import Record

MIN_AGREEING: Final = 2
"""Attributes, the title among them, in which records must agree to be one thing."""

Terms = dict[str, frozenset[str]]
"""Terms of the values of a record, by attribute."""


def merge_answers(
    tables: Mapping[str, Sequence[Record]],
    names: AttributeNames,
    known: Mapping[Member, str],
    domain: DomainKnowledge | None = None,
    rules: DomainRules | None = None,
) -> list[FusedEntity]:
    """Merge records by source; ``known`` are the ids that ``integrate`` gave to records."""
    mapping = _mapping(tables, names)
    kept, _, _ = clean_tables(tables, mapping, domain, rules)
    attributes = {(m.source, m.column): m.attribute for m in mapping.columns}
    records = [record for table in kept.values() for record in table]
    groups: dict[str, list[int]] = {}
    by_title: dict[frozenset[str], list[str]] = {}
    for row, record in enumerate(records):
        terms = _terms(record, attributes)
        title = terms.get(TITLE, frozenset())
        entity = known.get((record.source, record.key), "")
        if not entity:
            alike = by_title.get(title, ()) if title else ()
            held = ((each, map(records.__getitem__, groups[each])) for each in alike)
            ones = (each for each, own in held if _is_one(record, terms, own, attributes))
            entity = next(ones, f"{record.source}#{record.key}")
        if entity not in groups:
            by_title.setdefault(title, []).append(entity)
        groups.setdefault(entity, []).append(row)
    return [*fuse([*groups], RecordGroups(kept, [*groups.values()]), attributes)]


def _mapping(tables: Mapping[str, Sequence[Record]], names: AttributeNames) -> ColumnMapping:
    """Name the columns of each source; of two that mean one attribute the first has its name."""
    mapped = []
    for source, records in tables.items():
        columns = dict.fromkeys(f.column for record in records for f in record.fields)
        held: set[str] = set()
        for column in columns:
            name = names.name_of(source, column)
            name = column if name in held else name
            held.add(name)
            mapped.append(MappedColumn(source, column, name, 1.0, ()))
    return ColumnMapping(tuple(mapped))


def _terms(record: Record, attributes: Mapping[tuple[str, str], str]) -> Terms:
    terms: Terms = {}
    for field in record.fields:
        if field.kind == "text" and field.value:
            name = attributes[record.source, field.column]
            terms.setdefault(name, frozenset(index_terms(field.value)))
    return terms


def _is_one(
    record: Record, terms: Terms, group: Iterable[Record], attributes: Mapping[tuple[str, str], str]
) -> bool:
    """Whether a record agrees with all records of a group, which come from other sources."""
    return all(
        other.source != record.source and _agree(terms, _terms(other, attributes))
        for other in group
    )


def _agree(left: Terms, right: Terms) -> bool:
    shared = left.keys() & right.keys()
    return len(shared) >= MIN_AGREEING and all(
        left[name] <= right[name] or right[name] <= left[name] for name in shared
    )


def addresses_of(members: Iterable[Member], addresses: Mapping[Member, str]) -> tuple[str, ...]:
    """Return the pages of the records of a thing, each once."""
    return tuple(dict.fromkeys(addresses[each] for each in members if each in addresses))
