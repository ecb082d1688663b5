"""Joins the sources of a project into one table, where they hold a key that both write alike.

The largest source comes first; every other is joined to it by the best pair of key columns that is
found, and columns whose values agree get one name (``leadline.integrate.exact``). A source without
such a key is added row by row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.integrate.exact import (
    Entity,
    KeyPair,
    as_table,
    merge_by_key,
    propose_columns,
    propose_keys,
)
from leadline.store import Reader
from leadline.store.export import write_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from leadline.model import Record
    from leadline.store.formats import TableRow


@dataclass(frozen=True, slots=True)
class Joined:
    """Some sources as one: ``keys`` names the key column of each that was joined."""

    entities: list[Entity]
    keys: dict[str, str] = field(default_factory=dict)
    same: dict[tuple[str, str], str] = field(default_factory=dict)
    """What a column of a source is called, where that is another source's name for it."""

    @property
    def shared(self) -> list[Entity]:
        """The things that several sources tell of."""
        return [one for one in self.entities if len({source for source, _ in one.members}) > 1]

    def write(self, path: Path) -> int:
        """Write the table; gives the number of rows."""
        names, rows = as_table(self.entities)
        table: list[TableRow] = [[*row] for row in rows]
        write_table(names, table, path)
        return len(table)


def join_sources(store: Path, sources: Sequence[str] | None = None) -> Joined:
    """All records of a project, or of some of its sources, as one table."""
    with Reader(store) as reader:
        chosen = sources if sources is not None else [one.key for one in reader.sources()]
        tables = {key: list(reader.records(key)) for key in chosen}
    return join_tables(dict(sorted(tables.items(), key=lambda item: -len(item[1]))))


def join_tables(tables: Mapping[str, Sequence[Record]]) -> Joined:
    """The same for tables at hand; the first one gives the names."""
    first, *others = tables
    keys = dict.fromkeys(tables, "")
    same: dict[tuple[str, str], str] = {}
    for other in others:
        pair = _key_of(tables[first], tables[other], keys[first])
        if pair is None:
            continue
        keys[first], keys[other] = pair.left, pair.right
        for left, right, _ in propose_columns(tables[first], tables[other], pair):
            same[other, right] = left
        same[other, pair.right] = pair.left
    entities = merge_by_key(tables, keys, names=same)
    return Joined(entities, {source: key for source, key in keys.items() if key}, same)


def _key_of(left: Sequence[Record], right: Sequence[Record], key: str) -> KeyPair | None:
    """The best pair of key columns; of the first table always the same column."""
    return next((pair for pair in propose_keys(left, right) if key in ("", pair.left)), None)
