"""Copies a table into MySQL or MariaDB: rows come into a table beside, which then takes its place.

Columns are text; those of provenance that hold numbers and instants have their types. Texts are
compared by their bytes: keys that differ by case alone are two.

>>> parts_of("mysql://me:p%40ss@db.example:3307/art")
{'host': 'db.example', 'port': 3307, 'user': 'me', 'password': 'p@ss', 'database': 'art'}
"""

import csv
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from leadline.store.export.formats import INSTANTS, PAGES, identifier
from leadline.store.export.merging import STAGED, check_key, merge
from leadline.store.export.targets import Target, refused, table_of, without_password

COLUMN_TYPES: Final = {**dict.fromkeys(PAGES, "bigint"), **dict.fromkeys(INSTANTS, "datetime")}
TEXT_TYPE: Final = "longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
INDEXED_CHARACTERS: Final = 700
"""Characters of a key that an index takes."""
ROWS_AT_ONCE: Final = 1_000
OWN_MODE: Final = "SET sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES', time_zone = '+00:00'"
LOAD: Final = "INSERT INTO {table} VALUES ({cells})"


def fill_mysql(path: Path, output: str, by: Sequence[str]) -> None:
    """Replace a table by the rows of a csv file, or merge them into it by some columns."""
    from pymysql import Error, connect

    address, table = table_of(output)
    try:
        with (
            path.open("r", encoding="utf-8", newline="") as file,
            closing(connect(**parts_of(address), charset="utf8mb4")) as link,
            link.cursor() as cursor,
        ):
            rows = csv.reader(file)
            names = next(rows)
            check_key(names, by)
            kinds = {name: COLUMN_TYPES.get(name, TEXT_TYPE) for name in names}
            cursor.execute(OWN_MODE)
            _stage(cursor, kinds, by)
            insert = LOAD.format(table=STAGED, cells=", ".join(["%s"] * len(names)))
            cells = ([*map(_cell, kinds.values(), row)] for row in rows)
            while batch := [*islice(cells, ROWS_AT_ONCE)]:
                cursor.executemany(insert, batch)
            if by:
                merge(cursor, table, kinds, by)
            else:
                _put(cursor, identifier(table))
            link.commit()
            cursor.execute(f"DROP TABLE IF EXISTS {STAGED}, {STAGED}_before")
    except Error as fault:
        raise refused("MySQL", fault) from None


def _stage(cursor: Any, kinds: dict[str, str], by: Sequence[str]) -> None:
    cursor.execute(f"DROP TABLE IF EXISTS {STAGED}, {STAGED}_before")
    columns = [f"{identifier(name)} {kind}" for name, kind in kinds.items()]
    if by:
        size = INDEXED_CHARACTERS // len(by)
        parts = (
            f"{identifier(name)}({size})" if kinds[name] == TEXT_TYPE else identifier(name)
            for name in by
        )
        columns.append(f"KEY ({', '.join(parts)})")
    cursor.execute(f"CREATE TABLE {STAGED} ({', '.join(columns)})")


def _put(cursor: Any, table: str) -> None:
    """Put the staged table into the place of another one, at one moment."""
    cursor.execute(f"CREATE TABLE IF NOT EXISTS {table} LIKE {STAGED}")
    cursor.execute(f"RENAME TABLE {table} TO {STAGED}_before, {STAGED} TO {table}")


def _cell(kind: str, text: str) -> str | None:
    return (text[:19].replace("T", " ") if kind == "datetime" else text) or None


def parts_of(address: str) -> dict[str, Any]:
    """Return what the driver wants of an address; ``?unix_socket=PATH`` is an option of it."""
    try:
        url = urlsplit(address)
        host, port, user, password = url.hostname, url.port, url.username, url.password
    except ValueError as fault:
        raise ValueError(f"{without_password(address)} is no address: {fault}") from None
    names = {"user": user, "password": password, "database": url.path.strip("/")}
    found: dict[str, Any] = {"host": host, "port": port, **dict(parse_qsl(url.query))}
    found |= {name: unquote(text) for name, text in names.items() if text}
    return {name: value for name, value in found.items() if value}


TARGETS: Final = (Target("MySQL", ("mysql://", "mariadb://"), fill_mysql, "pymysql", "csv"),)
