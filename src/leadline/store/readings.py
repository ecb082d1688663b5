"""Readings of pages beside the archive: a cache that may be deleted at any time.

A resumed run takes from here what an earlier run read. A reading is found only under the version
of the code that made it, and under the digest of the very page. What a killed process had not
written yet is read anew from the archive.

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
from pathlib import Path
from typing import Final

from leadline.protocols import Closing
from leadline.store.errors import translating_errors

READINGS_PER_WRITE: Final = 50
"""Readings that wait to be written together."""
DEFINE: Final = """
  CREATE TABLE IF NOT EXISTS reading (
    page INTEGER NOT NULL, code TEXT NOT NULL, version TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (page, code))"""
GET: Final = "SELECT data, version FROM reading WHERE page = ? AND code = ?"
HOLDS: Final = "SELECT 1 FROM reading WHERE page = ? LIMIT 1"
PUT: Final = "INSERT OR REPLACE INTO reading (page, code, version, data) VALUES (?, ?, ?, ?)"


class ReadingCache(Closing):
    """Readings by page and code; ``is_outdated``: another version made one that was asked for."""

    def __init__(self, path: Path, version: str) -> None:
        self.path, self.version = path, version
        self.is_outdated = False
        self._waiting: dict[tuple[int, str], bytes] = {}
        with translating_errors(path):
            try:
                self._link = _opened(path)
            except sqlite3.DatabaseError:  # a cache that cannot be read is made anew
                path.unlink(missing_ok=True)
                self._link = _opened(path)

    def get(self, page: int, code: str) -> bytes | None:
        """Return the reading of a page, None if this version made none under this code."""
        if (page, code) in self._waiting:
            return self._waiting[page, code]
        with translating_errors(self.path):
            row = self._link.execute(GET, (page, code)).fetchone()
        if row is not None and row[1] != self.version:
            self.is_outdated = True
        return row[0] if row is not None and row[1] == self.version else None

    def holds(self, page: int) -> bool:
        """Whether there is any reading of a page."""
        with translating_errors(self.path):
            return self._link.execute(HOLDS, (page,)).fetchone() is not None

    def put(self, page: int, code: str, data: bytes) -> None:
        """Keep a reading; it is written with the next ones."""
        self._waiting[page, code] = data
        if len(self._waiting) >= READINGS_PER_WRITE:
            self.write()

    def write(self) -> None:
        """Write what waits."""
        rows = [(*key, self.version, data) for key, data in self._waiting.items()]
        with translating_errors(self.path), self._link:
            self._link.executemany(PUT, rows)
        self._waiting.clear()

    def close(self) -> None:
        """Write what waits, and close the file."""
        try:
            self.write()
        finally:
            self._link.close()


def _opened(path: Path) -> sqlite3.Connection:
    link = sqlite3.connect(path)
    try:
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = OFF")
        link.execute(DEFINE)
    except BaseException:
        link.close()
        raise
    return link
