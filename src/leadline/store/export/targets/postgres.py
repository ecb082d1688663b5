"""Copies a table into PostgreSQL: one transaction, one COPY.

The address is that of libpq; the name of the table stands behind ``#``. A table that is there is
replaced when all rows have arrived, not before. Columns are text; those of provenance that hold
numbers and instants have their types.

>>> short_names(["x" * 70, "x" * 71])[1][-9:], len(short_names(["题" * 30])[0])
('xxxxxxx_2', 21)
"""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from leadline.store.export.formats import INSTANTS, PAGES, identifier
from leadline.store.export.merging import STAGED, check_key, merge
from leadline.store.export.targets import Target, refused, table_of

MAX_NAME_BYTES: Final = 63
"""Bytes of a name in PostgreSQL; it would cut a longer one without a word."""
BLOCK_BYTES: Final = 1 << 20
TYPES: Final = {**dict.fromkeys(PAGES, "bigint"), **dict.fromkeys(INSTANTS, "timestamptz")}
TEMPORARY: Final = "TEMPORARY "


def fill_postgres(path: Path, output: str, by: Sequence[str]) -> None:
    """Replace a table by the rows of a csv file, or merge them into it by some columns."""
    from psycopg import Error, connect, sql

    address, table = table_of(output)
    with path.open("r", encoding="utf-8", newline="") as file:
        names = short_names(next(csv.reader(file)))
    check_key(names, by)
    kinds = {name: TYPES.get(name, "text") for name in names}
    name = STAGED if by else table
    columns = ", ".join(f"{identifier(each)} {kind}" for each, kind in kinds.items())
    load = sql.SQL("COPY {} FROM STDIN (FORMAT csv, HEADER true)").format(sql.Identifier(name))
    try:
        with connect(address) as link, link.cursor() as cursor:
            if not by:
                cursor.execute(f"DROP TABLE IF EXISTS {identifier(table)}".encode())
            create = f"CREATE {TEMPORARY * bool(by)}TABLE {identifier(name)} ({columns})"
            cursor.execute(create.encode())
            with path.open("rb") as blocks, cursor.copy(load) as copying:
                while block := blocks.read(BLOCK_BYTES):
                    copying.write(block)
            if by:
                merge(cursor, table, kinds, by)
    except Error as fault:
        raise refused("PostgreSQL", fault) from None


def short_names(names: Sequence[str]) -> list[str]:
    """Cut names to what PostgreSQL keeps, each still unlike the others."""
    taken: list[str] = []
    for name in names:
        short, number = _cut(name, MAX_NAME_BYTES), 1
        while short in taken:
            number += 1
            tail = f"_{number}"
            short = _cut(name, MAX_NAME_BYTES - len(tail)) + tail
        taken.append(short)
    return taken


def _cut(name: str, size: int) -> str:
    return name.encode()[:size].decode(errors="ignore")


TARGETS: Final = (
    Target("PostgreSQL", ("postgresql://", "postgres://"), fill_postgres, "psycopg", "csv"),
)
