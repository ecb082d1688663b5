"""Translates errors of SQLite and the operating system into `StoreError`, one sentence each.

SQLite's texts ("disk I/O error", "file is not a database") tell a person neither which file nor
what to do. Every statement of the store runs inside `translating_errors`, which raises `StoreError`
instead.

>>> import sqlite3
>>> with translating_errors("art.leadline"):
...     raise sqlite3.OperationalError("database or disk is full")
Traceback (most recent call last):
leadline.errors.StoreError: The disk is full: art.leadline cannot grow; all that was stored ...
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from leadline.errors import Damaged, Locked, StoreError

DISK_FULL: Final = "The disk is full: {path} cannot grow; all that was stored before is kept."
DAMAGED: Final = "{path} is damaged: `leadline check {folder} --repair` recovers what it held."
DAMAGE_SIGNS: Final = (
    "SQLITE_CORRUPT", "malformed", "no such table", "no such column", "ould not decode",
)  # fmt: skip
SENTENCES: Final = (
    (("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "disk is full"), DISK_FULL),
    (("SQLITE_NOTADB", "not a database"), "{path} is not a leadline project: no SQLite database."),
    (("SQLITE_READONLY", "readonly"), "{path} cannot be written: it, or its folder, is read-only."),
    (
        ("SQLITE_CANTOPEN", "unable to open"),
        "{path} cannot be opened: look at its folder's rights.",
    ),
    (("SQLITE_PERM", "SQLITE_AUTH"), "{path} cannot be used: permission denied."),
    (("SQLITE_IOERR", "disk I/O"), "The disk under {path} fails, or allows no larger file."),
)
"""Sentences with their signs: names of SQLite's codes, or words of its text. The first that fits is
taken."""


@contextmanager
def translating_errors(path: Path | str) -> Iterator[None]:
    """Raise `StoreError` or `Locked` for what SQLite and the operating system raise inside."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise explain(path, error) from error
    except UnicodeDecodeError as error:  # Python cannot read what SQLite says of a damaged file
        raise Damaged(DAMAGED.format(path=path, folder=Path(path).parent)) from error
    except OSError as error:
        raise explain_os(path, error) from error


def explain(path: Path | str, error: sqlite3.Error) -> StoreError:
    """Find the error of leadline for an error of SQLite."""
    code = getattr(error, "sqlite_errorname", None) or ""
    text = str(error)
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or "is locked" in text:
        return Locked(f"Another program is writing to {path}: end it, then run this again.")
    if any(code.startswith(sign) or sign in text for sign in DAMAGE_SIGNS):
        return Damaged(DAMAGED.format(path=path, folder=Path(path).parent))
    for signs, sentence in SENTENCES:
        if any(code.startswith(sign) or sign in text for sign in signs):
            return StoreError(sentence.format(path=path))
    return StoreError(f"{path} cannot be used: {text}.")


def explain_os(path: Path | str, error: OSError) -> StoreError:
    """Find the error of leadline for an error of the operating system."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(DISK_FULL.format(path=path))
    return StoreError(f"{path} cannot be written: {error.strerror or error}.")
