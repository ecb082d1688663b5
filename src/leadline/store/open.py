"""Opens a project file: for one writer, or for any number of readers that never wait.

The file is SQLite in WAL mode. Its ``application_id`` says that it is ours, its ``user_version``
which version of the tables it has; `VERSIONS` holds the script that leads to each, so an older
project is brought up step by step inside one transaction by who writes to it, a reader takes the
last version before as it is, and a newer one is refused.
"""

from __future__ import annotations

import os
import sqlite3
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Literal

from leadline.errors import SchemaTooNew, StoreError
from leadline.store.errors import translating_errors
from leadline.store.rows import with_lists

if TYPE_CHECKING:
    from pathlib import Path

VERSIONS: Final = ("schema.sql", "choices.sql", "lists.sql")
"""Script n (from 1) leads from version n - 1 to version n; never change one that was released."""

READ_AS: Final = {
    2: """CREATE TEMP VIEW record AS SELECT id, source, key, page, row, query, kind,
      iif(instr(fields, ' | '), with_lists(fields), fields) AS fields FROM main.record"""
}
"""Versions of the tables that a reader takes as they are, and what it sees in place of a table."""

APPLICATION_ID: Final = 0x6C656164
"""'lead' in ASCII, at byte `ID_AT` of the file."""

ID_AT: Final = 68
MAGIC: Final = b"SQLite format 3\0"
BUSY_SECONDS: Final = 5.0
CACHE_KIB: Final = 32_000
"""Most of the index over the keys of 1 M records stays in memory."""
LOG_PAGES: Final = 8_000
"""The log is written back at 32 MB: keys in no order touch an index page each, and those that are
touched again before then are written back once."""

Synchronous = Literal["NORMAL", "FULL"]


def open_writer(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    """A connection that writes; makes the file when there is none, brings up an old one."""
    if synchronous not in ("NORMAL", "FULL"):
        raise ValueError(f"synchronous is NORMAL or FULL, not {synchronous!r}")
    with translating_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        link = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            version = _version(link, path)
            link.execute("PRAGMA journal_mode = WAL")
            link.execute(f"PRAGMA synchronous = {synchronous}")
            link.execute("PRAGMA foreign_keys = ON")
            link.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            link.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            if version < len(VERSIONS):
                _know_lists(link)
                _upgrade(link, version)
        except BaseException:
            link.close()
            raise
    return link


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that reads what is committed, also while another process writes."""
    if not path.is_file():
        raise StoreError(f"There is no project at {path}.")
    with translating_errors(path):
        link = sqlite3.connect(
            f"{path.absolute().as_uri()}?{_mode(path)}",
            timeout=BUSY_SECONDS, isolation_level=None, uri=True,
        )  # fmt: skip
        try:
            version = _version(link, path)
            if version in READ_AS:
                _know_lists(link)
                link.execute(READ_AS[version])
        except BaseException:
            link.close()
            raise
    if version < len(VERSIONS) and version not in READ_AS:
        link.close()
        raise StoreError(f"{path} is empty or of an older leadline: harvest into it once.")
    return link


def check_file(path: Path) -> None:
    """Refuse what cannot be a project before anything is made beside it."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a project file.")
    with translating_errors(path):
        head = path.open("rb").read(len(MAGIC)) if path.exists() else b""
    if head not in (b"", MAGIC):
        raise StoreError(f"{path} is not a leadline project: no SQLite database.")


def is_project(path: Path) -> bool:
    """Whether a file is a project of any version, also a damaged one, or was to become one."""
    with path.open("rb") as file:
        head = file.read(ID_AT + 4)
    if not head or head[ID_AT:] == APPLICATION_ID.to_bytes(4, "big"):
        return True
    try:
        link = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:  # what was written last may still stand in the log beside the file
            ((ours,),) = link.execute("PRAGMA application_id")
            ((tables,),) = link.execute("SELECT count(*) FROM sqlite_master")
        finally:
            link.close()
    except sqlite3.Error:
        return False
    return bool(ours == APPLICATION_ID or (not ours and not tables))


def _mode(path: Path) -> str:
    """A finished project in a read-only folder has no log, and none can be made beside it."""
    if os.access(path.parent, os.W_OK) or path.with_name(path.name + "-wal").exists():
        return "mode=ro"
    return "mode=ro&immutable=1"


def _version(link: sqlite3.Connection, path: Path) -> int:
    """Which version the tables have; 0 for a new file."""
    ((ours,),) = link.execute("PRAGMA application_id")
    ((version,),) = link.execute("PRAGMA user_version")
    ((tables,),) = link.execute("SELECT count(*) FROM sqlite_master")
    if ours != APPLICATION_ID and (tables or version):
        raise StoreError(f"{path} is an SQLite database, but not a leadline project.")
    if version > len(VERSIONS):
        raise SchemaTooNew(
            f"{path} was written by a newer leadline (version {version} of its tables, "
            f"this one knows {len(VERSIONS)}): update leadline."
        )
    return int(version)


def _upgrade(link: sqlite3.Connection, version: int) -> None:
    """Run the scripts that are missing, all or none."""
    scripts = [_script(name) for name in VERSIONS[version:]]
    try:
        link.executescript(
            "\n".join([
                "BEGIN IMMEDIATE;", *scripts,
                f"PRAGMA application_id = {APPLICATION_ID};",
                f"PRAGMA user_version = {len(VERSIONS)};", "COMMIT;",
            ])
        )  # fmt: skip
    except BaseException:
        if link.in_transaction:
            link.rollback()
        raise


def _know_lists(link: sqlite3.Connection) -> None:
    link.create_function("with_lists", 1, with_lists, deterministic=True)


def _script(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
