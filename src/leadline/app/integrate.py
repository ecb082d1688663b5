"""Integration of the sources of a project into one table by exact keys.

Every source is joined to the largest one by the best pair of key columns, and columns whose values
agree get one name (``leadline.integrate.exact``). A source without such a key is appended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leadline.integrate.exact import (
    Entity,
    KeyPair,
    as_table,
    merge_by_key,
    propose_columns,
    propose_keys,
)
from leadline.model import Record
from leadline.store import Reader
from leadline.store.export.formats import TableRow
from leadline.store.export.table import write_table


@dataclass(frozen=True, slots=True)
class Joined:
    """Joined sources; ``keys`` names the key column of each that could be joined."""

    entities: list[Entity]
    keys: dict[str, str] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    """New name of a (source, column) that corresponds to a column of the largest source."""

    @property
    def shared(self) -> list[Entity]:
        """Entities that several sources describe."""
        return [each for each in self.entities if len({source for source, _ in each.members}) > 1]

    def write(self, path: Path) -> int:
        """Write the table; return the number of rows."""
        names, rows = as_table(self.entities)
        table: list[TableRow] = [[*row] for row in rows]
        write_table(names, table, path)
        return len(table)


def join_sources(store: Path, sources: Sequence[str] | None = None) -> Joined:
    """Join all sources of a project, or the named ones."""
    with Reader(store) as reader:
        chosen = sources if sources is not None else [source.key for source in reader.sources()]
        tables = {key: list(reader.records(key)) for key in chosen}
    return join_tables(dict(sorted(tables.items(), key=lambda item: -len(item[1]))))


def join_tables(tables: Mapping[str, Sequence[Record]]) -> Joined:
    """Join tables by source; the first one gives the column names."""
    first, *others = tables
    keys = dict.fromkeys(tables, "")
    names: dict[tuple[str, str], str] = {}
    for other in others:
        pair = _key_of(tables[first], tables[other], keys[first])
        if pair is None:
            continue
        keys[first], keys[other] = pair.left, pair.right
        for left, right, _ in propose_columns(tables[first], tables[other], pair):
            names[other, right] = left
        names[other, pair.right] = pair.left
    entities = merge_by_key(tables, keys, names=names)
    return Joined(entities, {source: key for source, key in keys.items() if key}, names)


def _key_of(left: Sequence[Record], right: Sequence[Record], key: str) -> KeyPair | None:
    """The best pair of key columns; ``key`` fixes the column of the first table unless ''."""
    return next((pair for pair in propose_keys(left, right) if key in ("", pair.left)), None)
