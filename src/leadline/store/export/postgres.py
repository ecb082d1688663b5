"""Copies the table of a project into PostgreSQL: one transaction, one COPY.

The address is that of libpq; the name of the table stands behind ``#``. A table that is there is
replaced when all rows have arrived, not before. Columns are text; those of provenance that hold
numbers and instants have their types.

>>> is_postgres("postgresql://me@db.example/art#prints"), is_postgres("art.csv")
(True, False)
>>> table_of("postgresql://me@db.example/art#prints")
('postgresql://me@db.example/art', 'prints')
>>> short_names(["x" * 70, "x" * 71])[1][-9:], len(short_names(["题" * 30])[0])
('xxxxxxx_2', 21)
>>> without_password("postgresql://me:secret@db.example/art")
'postgresql://me@db.example/art'
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from leadline.errors import StoreError, require_package
from leadline.store.export.formats import INSTANTS, PAGES
from leadline.store.export.table import export

SCHEMES: Final = ("postgresql://", "postgres://")
DEFAULT_TABLE: Final = "records"
MAX_NAME_BYTES: Final = 63
"""Bytes of a name in PostgreSQL; it would cut a longer one without a word."""
BLOCK_BYTES: Final = 1 << 20
TYPES: Final = {**dict.fromkeys(PAGES, "bigint"), **dict.fromkeys(INSTANTS, "timestamptz")}


def is_postgres(output: str) -> bool:
    """Tell whether an output is the address of a database."""
    return output.startswith(SCHEMES)


def without_password(output: str) -> str:
    """Return an output as it may be shown."""
    if not is_postgres(output):
        return output
    scheme, _, rest = output.partition("://")
    place, slash, path = rest.partition("/")
    user, at, host = place.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{host}{slash}{path}"


def sink_of(output: str) -> Callable[..., int]:
    """Return what writes to an output: a file or a database."""
    return copy_to_postgres if is_postgres(output) else export


def table_of(output: str) -> tuple[str, str]:
    """Divide an output into the address of the database and the name of the table."""
    address, _, table = output.partition("#")
    return address, table or DEFAULT_TABLE


def copy_to_postgres(project: Path, output: str, **options: Any) -> int:
    """Replace a table by the records of a project; give the number of rows.

    ``options`` are those of `export`. Raises ``StoreError`` where the database refuses.
    """
    require_package("psycopg", "writing to PostgreSQL")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        rows = export(project, path, **{**options, "guard": False, "excel": ""})
        _copy(path, *table_of(output))
    return rows


def _copy(path: Path, address: str, table: str) -> None:
    from psycopg import connect, sql

    with path.open("r", encoding="utf-8", newline="") as file:
        names = short_names(next(csv.reader(file)))
    columns = sql.SQL(", ").join(
        sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(TYPES.get(name, "text")))
        for name in names
    )
    name = sql.Identifier(table)
    with _translating(), connect(address) as link, link.cursor() as cursor:
        cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(name))
        cursor.execute(sql.SQL("CREATE TABLE {} ({})").format(name, columns))
        load = sql.SQL("COPY {} FROM STDIN (FORMAT csv, HEADER true)").format(name)
        with path.open("rb") as blocks, cursor.copy(load) as copying:
            while block := blocks.read(BLOCK_BYTES):
                copying.write(block)


@contextmanager
def _translating() -> Iterator[None]:
    """Turn what the driver raises into ``StoreError``, without the password."""
    from psycopg import Error

    try:
        yield
    except Error as fault:
        text = " ".join(str(fault).split())
        raise StoreError(f"PostgreSQL did not take the table: {text}") from None


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
