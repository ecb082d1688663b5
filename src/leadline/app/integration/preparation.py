"""Tables made ready for matching: columns named by attributes, untrue records set aside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules, default_rules
from leadline.integrate.cleaning import clean
from leadline.integrate.record_table import RecordTable
from leadline.integrate.schema.mapping import ColumnMapping
from leadline.model import Record
from leadline.store.export.table import write_rows

NamedTables = dict[str, dict[str, list[str]]]
"""Cells by source and attribute."""


@dataclass(frozen=True, slots=True)
class CleanedRecord:
    """A record that was set aside, or one that is kept with doubtful values; and why."""

    source: str
    key: str
    is_kept: bool
    reasons: tuple[str, ...]


def clean_tables(
    tables: Mapping[str, Sequence[Record]],
    mapping: ColumnMapping,
    domain: DomainKnowledge | None,
    rules: DomainRules | None,
) -> tuple[dict[str, RecordTable], NamedTables, tuple[CleanedRecord, ...]]:
    """Return the records that take part, their columns by attribute, and what was found untrue.

    A source without a column for a main attribute is not blamed for it.
    """
    kept: dict[str, RecordTable] = {}
    named: NamedTables = {}
    cleaned: list[CleanedRecord] = []
    for source, records in tables.items():
        table = RecordTable.of(records)
        named_by = mapping.by_source.get(source, {})
        columns = {named_by[c]: cells for c, cells in table.columns.items() if c in named_by}
        if not columns:
            kept[source], named[source] = table, {}
            continue
        known = domain.attributes if domain else ()
        attributes = [replace(each, main=each.main and each.name in columns) for each in known]
        cleaning = clean(columns, attributes, rules or default_rules())
        kept[source] = table.at(cleaning.kept)
        named[source] = {
            name: [cells[row] for row in cleaning.kept] if cleaning.aside else cells
            for name, cells in columns.items()
        }
        for is_kept, rows in ((False, cleaning.aside), (True, cleaning.doubts)):
            for each in rows:
                key = table.keys[each.row]
                cleaned.append(CleanedRecord(source, key, is_kept, each.reasons))
    return kept, named, tuple(cleaned)


def write_cleaning(path: Path, cleaned: Sequence[CleanedRecord]) -> None:
    """Write every record that was set aside or is doubted; no file if there is none."""
    if not cleaned:
        path.unlink(missing_ok=True)
        return
    rows = (
        [each.source, each.key, "yes" if each.is_kept else "no", "; ".join(each.reasons)]
        for each in cleaned
    )
    write_rows(path, ["source", "key", "kept", "reasons"], rows)
