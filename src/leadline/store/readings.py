"""Readings of pages beside the archive: a cache that may be deleted at any time.

A resumed run takes from here what an earlier run read. A reading is found only under the version
of the code that made it, and under the digest of the very page. What a killed process had not
written yet is read anew from the archive. A damaged file is set aside and another one begun; where
none can be written nothing is remembered. No fault of this cache ends a run.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with ReadingCache(Path(folder) / "readings.sqlite", "1.0") as cache:
...         cache.put(7, "c0de", b"rows")
...         cache.get(7, "c0de"), cache.get(7, "other"), cache.is_outdated
...     with ReadingCache(Path(folder) / "readings.sqlite", "1.1") as cache:
...         cache.get(7, "c0de"), cache.is_outdated
(b'rows', None, False)
(None, True)
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeVar

from leadline.protocols import Closing
from leadline.store.damaged import database_damage, is_damage, set_aside_damaged
from leadline.store.open import reading_mode
from leadline.store.seals import break_seal, is_sealed, seal_database

_Result = TypeVar("_Result")
READINGS_PER_WRITE: Final = 50
"""Readings that wait to be written together."""
FORMAT: Final = 2
"""Version of the file; one of another version is made anew."""
CHECK_BYTES: Final = 8
DEFINE: Final = """
  CREATE TABLE IF NOT EXISTS reading (
    page INTEGER NOT NULL, code TEXT NOT NULL, version TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (page, code))"""
GET: Final = "SELECT data, version FROM reading WHERE page = ? AND code = ?"
ALL: Final = "SELECT page, code, version, data FROM reading"
HOLDS: Final = "SELECT 1 FROM reading WHERE page = ? LIMIT 1"
PUT: Final = "INSERT OR REPLACE INTO reading (page, code, version, data) VALUES (?, ?, ?, ?)"
NOT_AS_WRITTEN: Final = "a reading is not as it was written"
MADE_AGAIN: Final = "{name} was damaged ({why}): pages are read anew, and it is made again"


class ReadingCache(Closing):
    """Readings by page and code; ``is_outdated``: another version made one that was asked for.

    ``trouble`` is a sentence where what earlier runs had read was damaged, '' else.
    """

    def __init__(self, path: Path, version: str) -> None:
        self.path, self.version = path, version
        self.is_outdated = False
        self.trouble = ""
        self._waiting: dict[tuple[int, str], bytes] = {}
        self._link: sqlite3.Connection | None = None
        if why := database_damage(path, "reading"):
            self._begin_anew(why)
            return
        try:
            self._link = _opened(path)
        except sqlite3.Error as fault:
            self._end(fault)

    def get(self, page: int, code: str) -> bytes | None:
        """Return the reading of a page, None if this version made none under this code."""
        if (page, code) in self._waiting:
            return self._waiting[page, code]
        row = self._try(lambda link: link.execute(GET, (page, code)).fetchone(), None)
        if row is None:
            return None
        if row[1] != self.version:
            self.is_outdated = True
            return None
        data = bytes(row[0][CHECK_BYTES:]) if isinstance(row[0], bytes) else b""
        if row[0] != _sealed(page, code, self.version, data):
            self._begin_anew(NOT_AS_WRITTEN)
            return None
        return data

    def holds(self, page: int) -> bool:
        """Whether there is any reading of a page."""
        return self._try(lambda link: link.execute(HOLDS, (page,)).fetchone(), None) is not None

    def put(self, page: int, code: str, data: bytes) -> None:
        """Keep a reading; it is written with the next ones."""
        self._waiting[page, code] = data
        if len(self._waiting) >= READINGS_PER_WRITE:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        rows = [
            (*key, self.version, _sealed(*key, self.version, data))
            for key, data in self._waiting.items()
        ]
        self._waiting.clear()

        def written(link: sqlite3.Connection) -> None:
            with link:
                link.executemany(PUT, rows)

        self._try(written, None)

    def close(self) -> None:
        """Write what waits, close the file and seal it."""
        try:
            self.write()
        finally:
            self._close()

    def _close(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.close()
            seal_database(self.path)

    def _try(self, step: Callable[[sqlite3.Connection], _Result], otherwise: _Result) -> _Result:
        """Use the file, if there is one."""
        try:
            return otherwise if self._link is None else step(self._link)
        except sqlite3.Error as fault:
            self._end(fault)
            return otherwise

    def _end(self, fault: sqlite3.Error) -> None:
        """Begin another file in place of a damaged one; without room for one go on without."""
        if is_damage(fault):
            self._begin_anew(str(fault))
        else:
            self._link, link = None, self._link
            if link is not None:
                link.close()

    def _begin_anew(self, why: str) -> None:
        """Set a damaged file aside and begin another one, or none where that fails."""
        self.trouble = MADE_AGAIN.format(name=self.path.name, why=why)
        link, self._link = self._link, None
        try:
            if link is not None:
                link.close()
            set_aside_damaged(self.path)
            self._link = _opened(self.path)
        except (sqlite3.Error, OSError):
            self._link = None


def readings_damage(path: Path) -> str:
    """Say what is wrong with a file of readings; '' for nothing. Without a seal all are read."""
    why = database_damage(path, "reading")
    if why or is_sealed(path) or not path.is_file():
        return why
    uri = f"{path.absolute().as_uri()}?{reading_mode(path)}"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as link:
            for page, code, version, data in link.execute(ALL):
                if _sealed(page, code, version, data[CHECK_BYTES:]) != data:
                    return NOT_AS_WRITTEN
    except (sqlite3.Error, TypeError) as fault:
        return str(fault)
    return ""


def _sealed(page: int, code: str, version: str, data: bytes) -> bytes:
    """Return a reading behind a digest of all that it is found by."""
    digest = blake2b(f"{page} {code} {version} ".encode(), digest_size=CHECK_BYTES)
    digest.update(data)
    return digest.digest() + data


def _opened(path: Path) -> sqlite3.Connection:
    break_seal(path)
    link = sqlite3.connect(path)
    try:
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = OFF")
        ((version,),) = link.execute("PRAGMA user_version")
        if version != FORMAT:
            link.execute("DROP TABLE IF EXISTS reading")
            link.execute(f"PRAGMA user_version = {FORMAT}")
        link.execute(DEFINE)
    except BaseException:
        link.close()
        raise
    return link
