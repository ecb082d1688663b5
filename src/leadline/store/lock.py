"""Locks a project for one writer: an operating system's lock on a file beside the project.

SQLite lets two processes take turns at writing, which would mix two harvests of one source. The
system frees this lock when its holder dies in whatever way, so nothing needs cleaning up after
kill -9. The file itself stays: if it was removed, two processes could lock two files.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from leadline.errors import Locked
from leadline.store.errors import translating_errors

SUFFIX: Final = "-lock"


def take_lock(path: Path) -> int:
    """Lock the project at ``path``; gives the file descriptor, which frees the lock when closed."""
    with translating_errors(path):
        handle = os.open(f"{path}{SUFFIX}", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.lseek(handle, 0, os.SEEK_SET)
            holder = os.read(handle, 20).decode("ascii", "replace").strip()
            os.close(handle)
            by = f" (process {holder})" if holder else ""
            raise Locked(f"Another leadline{by} is writing to {path}.") from None
        except BaseException:
            os.close(handle)
            raise
    with suppress(OSError):  # whose lock it is is only said, so a full disk stops nobody
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, str(os.getpid()).encode())
    return handle
