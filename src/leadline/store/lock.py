"""Locks a project for one writer: an operating system's lock on a file beside the project.

SQLite lets two processes take turns at writing, which would mix two harvests of one source. The
system frees this lock when its holder dies in whatever way, so nothing needs cleaning up after
kill -9. The file itself stays: if it was removed, two processes could lock two files.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from leadline.errors import Locked
from leadline.store.errors import translating_errors

SUFFIX: Final = "-lock"


def take_lock(path: Path) -> int:
    """Lock the project at ``path``; gives the file descriptor for `free_lock`."""
    with translating_errors(path):
        handle = os.open(f"{path}{SUFFIX}", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(handle)
        except BlockingIOError:
            os.lseek(handle, 0, os.SEEK_SET)
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            by = f" (process {holder})" if holder else ""
            raise Locked(f"Another leadline{by} is writing to {path}.") from None
        except BaseException:
            os.close(handle)
            raise
        _write_owner(handle)
    return handle


def free_lock(handle: int) -> None:
    """Let others write."""
    os.close(handle)


def _write_owner(handle: int) -> None:
    """Write the number of the process into the lock file, unless the disk is full."""
    try:
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, str(os.getpid()).encode())
    except OSError:
        return


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        """Lock byte 1 GiB: a locked byte cannot be read, and the first bytes name the owner."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
