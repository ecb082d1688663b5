"""Merges new rows into a table of a database by their key, in SQL that all databases know.

Rows of the same key are replaced, others stay, and columns that the table lacks are added. To do it
twice gives the same table.

>>> import sqlite3
>>> link = sqlite3.connect(":memory:")
>>> _ = link.executescript("CREATE TABLE art AS SELECT 1 AS k, 'a' AS t UNION SELECT 2, 'b'")
>>> _ = link.executescript("CREATE TABLE leadline_staged AS SELECT 2 AS k, 'B' AS t, 'x' AS u")
>>> merge(link.cursor(), "art", {"k": "int", "t": "text", "u": "text"}, ["k"])
>>> link.execute("SELECT * FROM art").fetchall()
[(1, 'a', None), (2, 'B', 'x')]
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from leadline.errors import StoreError
from leadline.store.export.choice import meant
from leadline.store.export.formats import identifier

STAGED: Final = "leadline_staged"
"""The table of new rows."""
NO_KEY: Final = "SELECT count(*) FROM {staged} WHERE {nulls}"
CREATE: Final = "CREATE TABLE IF NOT EXISTS {table} AS SELECT * FROM {staged} LIMIT 0"
SHOW: Final = "SELECT * FROM {table} LIMIT 0"
ADD: Final = "ALTER TABLE {table} ADD COLUMN {name} {kind}"
DELETE: Final = "DELETE FROM {table} WHERE EXISTS (SELECT 1 FROM {staged} WHERE {same})"
ADD_ROWS: Final = "INSERT INTO {table} ({names}) SELECT {names} FROM {staged}"


def check_key(names: Collection[str], key: Sequence[str]) -> None:
    """Raise ``ValueError`` for a column of the key that a table has not."""
    for name in key:
        if name not in names:
            raise ValueError(f"--merge: the table has no column {name!r}{meant(name, [*names])}")


def merge(cursor: Any, table: str, kinds: Mapping[str, str], key: Sequence[str]) -> None:
    """Merge the rows of the staged table into another one, which is made where it is not there.

    ``kinds`` are the columns of the staged table with their types. Raises ``StoreError`` for rows
    without a key.
    """
    into, new = identifier(table), identifier(STAGED)
    nulls = " OR ".join(f"{identifier(name)} IS NULL" for name in key)
    cursor.execute(NO_KEY.format(staged=new, nulls=nulls))
    if keyless := cursor.fetchone()[0]:
        raise StoreError(f"{keyless:,} rows have no {' and '.join(key)}: merge by another column")
    cursor.execute(CREATE.format(table=into, staged=new))
    cursor.execute(SHOW.format(table=into))
    known = {column[0] for column in cursor.description}
    for name in [each for each in kinds if each not in known]:
        cursor.execute(ADD.format(table=into, name=identifier(name), kind=kinds[name]))
    same = " AND ".join(f"{new}.{identifier(name)} = {into}.{identifier(name)}" for name in key)
    cursor.execute(DELETE.format(table=into, staged=new, same=same))
    cursor.execute(ADD_ROWS.format(table=into, staged=new, names=", ".join(map(identifier, kinds))))
