"""One writer a project: a lock of the operating system on a file beside the project.

SQLite lets two processes take turns at writing, which would mix two harvests of one source. The
system frees this lock when its holder dies in whatever way, so there is nothing to clean up after
kill -9, and the file itself stays (removing it would let two processes lock two files).
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from leadline.errors import Locked
from leadline.store.errors import translating_errors

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX: Final = "-lock"


def take_lock(path: Path) -> int:
    """Lock the project at ``path``; gives a file descriptor that `free_lock` wants."""
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
    """Leave the number of the process for the sentence that others read; on a full disk, do not."""
    try:
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, str(os.getpid()).encode())
    except OSError:
        return


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        """Byte 1 GiB is locked: a locked byte cannot be read, and byte 0 names the owner."""
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
