"""Opens a project file: for one writer, or for any number of readers that never wait.

The file is SQLite in WAL mode. Its ``application_id`` says that it is ours, its ``user_version``
which version its tables have. A project of another version is refused.
"""

import os
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from leadline.errors import SchemaTooNew, StoreError
from leadline.store.errors import translating_errors
from leadline.store.seals import break_seal

VERSION: Final = 6
"""Version of the tables; a change of `schema.sql` raises it."""

NEWER: Final = SchemaTooNew, "a newer", "update leadline"
OLDER: Final = StoreError, "an older", "harvest into a new project"

APPLICATION_ID: Final = 0x6C656164
"""The number that marks our files: 'lead' in ASCII, at byte `APPLICATION_ID_OFFSET`."""

APPLICATION_ID_OFFSET: Final = 68
"""Byte of an SQLite file at which the application id stands."""

USER_VERSION_OFFSET: Final = 60
"""Byte at which the version of the tables stands."""
MAX_VERSION: Final = 1_000
"""A version that no leadline will reach: a larger number is damage."""

MAGIC: Final = b"SQLite format 3\0"

BUSY_SECONDS: Final = 5.0
"""Seconds to wait for another connection's lock."""

CACHE_KIB: Final = 32_000
"""KiB of pages kept in memory: most of the index over the keys of a million records."""

LOG_PAGES: Final = 2_000
"""Pages of the log at which it is written back, in one step. Keys come in no order and touch pages
of the index again and again: a longer log writes some of them less often, in longer steps."""

Synchronous = Literal["NORMAL", "FULL"]


def open_writer(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    """Open a project for writing; makes a missing file, and the tables of an empty one."""
    if synchronous not in ("NORMAL", "FULL"):
        raise ValueError(f"synchronous is NORMAL or FULL, not {synchronous!r}")
    with translating_errors(path):
        if not path.exists():
            _make(path)
        link = sqlite3.connect(  # long steps of a visit compare with it in another thread
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            version = _version(link, path)
            link.execute("PRAGMA journal_mode = WAL")
            link.execute(f"PRAGMA synchronous = {synchronous}")
            link.execute("PRAGMA foreign_keys = ON")
            link.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            link.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
            if not version:
                make_tables(link)
        except BaseException:
            link.close()
            raise
    return link


def _make(path: Path) -> None:
    """Make a file with all tables; it appears whole, or after a kill not at all."""
    break_seal(path)
    part = path.with_name(f"{path.name}-part")
    for old in (part, path.with_name(f"{path.name}-wal")):  # a log alone is meaningless
        old.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as link:
        make_tables(link)
    part.replace(path)


def open_reader(path: Path) -> sqlite3.Connection:
    """Open a project for reading what is committed, also while another process writes."""
    if not path.is_file():
        raise StoreError(f"There is no project at {path}.")
    with translating_errors(path):
        link = sqlite3.connect(
            f"{path.absolute().as_uri()}?{reading_mode(path)}",
            timeout=BUSY_SECONDS,
            isolation_level=None,
            uri=True,
        )
        try:
            if not _version(link, path):
                raise StoreError(f"{path} is empty: harvest into it once.")
        except BaseException:
            link.close()
            raise
    return link


def check_file(path: Path) -> None:
    """Refuse what cannot be a project, before any file is made beside it."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a project file.")
    with translating_errors(path):
        head = path.open("rb").read(len(MAGIC)) if path.exists() else b""
    if head not in (b"", MAGIC):
        raise StoreError(f"{path} is not a leadline project: no SQLite database.")


def is_project(path: Path) -> bool:
    """Tell whether a file is a project of any version, or an empty file that was to become one."""
    with path.open("rb") as file:
        head = file.read(APPLICATION_ID_OFFSET + 4)
    if not head or head[APPLICATION_ID_OFFSET:] == APPLICATION_ID.to_bytes(4, "big"):
        return True
    try:
        link = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:  # the id may still stand only in the log beside the file
            ((ours,),) = link.execute("PRAGMA application_id")
            ((tables,),) = link.execute("SELECT count(*) FROM sqlite_master")
        finally:
            link.close()
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return bool(ours == APPLICATION_ID or (not ours and not tables))


def stated_version(path: Path) -> int:
    """Read from the head of a file which version its tables have; 0 where it is not ours."""
    with path.open("rb") as file:
        head = file.read(APPLICATION_ID_OFFSET + 4)
    version = int.from_bytes(head[USER_VERSION_OFFSET : USER_VERSION_OFFSET + 4], "big")
    is_ours = head[APPLICATION_ID_OFFSET:] == APPLICATION_ID.to_bytes(4, "big")
    return version if is_ours and version < MAX_VERSION else 0


def reading_mode(path: Path) -> str:
    """Choose the mode of reading: in a read-only folder no log can be made beside the file."""
    if os.access(path.parent, os.W_OK) or path.with_name(path.name + "-wal").exists():
        return "mode=ro"
    return "mode=ro&immutable=1"


def _version(link: sqlite3.Connection, path: Path) -> int:
    """Read which version the tables have; 0 for a new file."""
    ((ours,),) = link.execute("PRAGMA application_id")
    ((version,),) = link.execute("PRAGMA user_version")
    ((tables,),) = link.execute("SELECT count(*) FROM sqlite_master")
    if ours != APPLICATION_ID and (tables or version):
        raise StoreError(f"{path} is an SQLite database, but not a leadline project.")
    if version not in (0, VERSION):
        kind, age, advice = NEWER if version > VERSION else OLDER
        raise kind(
            f"{path} was written by {age} leadline (version {version} of its tables, "
            f"this one knows {VERSION}): {advice}."
        )
    return int(version)


def make_tables(link: sqlite3.Connection) -> None:
    """Make the tables, all or none."""
    script = files(__package__).joinpath("schema.sql").read_text("utf-8")
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    try:
        link.executescript(f"BEGIN IMMEDIATE;\n{script}\n{marks}\nCOMMIT;")
    except BaseException:
        if link.in_transaction:
            link.rollback()
        raise
