"""What is in the way of a project: damaged files are set aside, so that others can be made.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "readings.sqlite"
...     path.mkdir()
...     set_aside_damaged(path).relative_to(folder), path.exists()
(PosixPath('damaged/readings.sqlite'), False)
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from leadline.store.open import reading_mode
from leadline.store.seals import break_seal, broken_blocks

DAMAGED_FOLDER: Final = "damaged"
"""Folder in that of a project: the last damaged file of each name."""
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""
HAS_TABLE: Final = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
DAMAGE_CODES: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CANTOPEN", "SQLITE_MISMATCH")
DAMAGE_SIGNS: Final = (
    "malformed", "no such table", "no such column", "vtable constructor", "ould not decode",
)  # fmt: skip
"""Errors of a damaged file, by their codes and their texts."""
NO_TEXT: Final = "names in it are no text"


def set_aside_damaged(path: Path) -> Path:
    """Move a file or folder, with what SQLite keeps beside it, out of the way; return where to."""
    kept = free_place(path)
    break_seal(path)
    for ending in COMPANIONS:  # alone they are meaningless
        remove(Path(f"{path}{ending}"))
    with suppress(FileNotFoundError):
        path.rename(kept)
    return kept


def free_place(path: Path) -> Path:
    """Return where a damaged file is kept, in place of an older one of its name."""
    folder = path.parent / DAMAGED_FOLDER
    if folder.exists() and not folder.is_dir():
        folder.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / path.name
    for ending in ("", *COMPANIONS):
        remove(Path(f"{kept}{ending}"))
    return kept


def remove(path: Path) -> None:
    """Delete a file or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def database_damage(path: Path, table: str) -> str:
    """Say what is wrong with a file of SQLite that may be made again; '' for nothing.

    A sound file without ``table`` is one of another program.
    """
    if not path.exists() and not path.is_symlink():
        return ""
    if not path.is_file():
        return "it is no file"
    if not os.access(path, os.R_OK):
        return "it may not be read"
    if not path.stat().st_size:
        return "it is empty"
    if why := companion_damage(path):
        return why
    if broken := broken_blocks(path):
        return f"{len(broken):,} of its blocks are not as leadline wrote them"
    if broken == []:
        return ""
    return structural_damage(path, table)


def companion_damage(path: Path) -> str:
    """Say what is wrong with the files that SQLite keeps beside a database; '' for nothing."""
    names = [f"{path.name}{ending}" for ending in COMPANIONS if Path(f"{path}{ending}").is_dir()]
    return f"{names[0]} is no file" if names else ""


def is_damage(fault: sqlite3.Error) -> bool:
    """Whether an error tells of a damaged file, and not of a disk that is full or fails."""
    code = getattr(fault, "sqlite_errorname", None) or ""
    return code.startswith(DAMAGE_CODES) or any(sign in str(fault) for sign in DAMAGE_SIGNS)


def structural_damage(path: Path, table: str = "") -> str:
    """Say what SQLite finds wrong with a file; '' for nothing."""
    try:
        uri = f"{path.absolute().as_uri()}?{reading_mode(path)}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as link:
            link.execute("PRAGMA query_only = ON")
            link.text_factory = _readable  # it quotes names out of the damaged file
            found = [str(text) for (text,) in link.execute("PRAGMA quick_check(3)")]
            if table and not link.execute(HAS_TABLE, [table]).fetchall():
                return "it is of another program"
    except sqlite3.Error as fault:
        return str(fault)
    except UnicodeDecodeError:  # in the text of an error
        return NO_TEXT
    return "" if found == ["ok"] else "; ".join(" ".join(text.split()) for text in found)


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")
