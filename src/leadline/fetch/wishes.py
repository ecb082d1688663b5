"""Keeps what hosts wish across processes: until when each is to be left alone.

Small files in one folder of a person: each keeps the hosts of one hash, so a turn costs little. A
process locks a file, by another one beside it, while it uses it, and replaces it whole. So a
Retry-After of an hour outlives the program, and two harvests keep one pace together. A file that
cannot be used is as if there were none.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     wishes = HostWishes(Path(folder) / "hosts")
...     first = wishes.reserve("a.example", 100.0, 2.0), wishes.reserve("a.example", 100.5, 2.0)
...     wishes.leave_alone("b.example", 3700.0)
...     first, wishes.until("b.example"), wishes.until("c.example")
((0.0, 1.5), 3700.0, 0.0)
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from zlib import crc32

MAX_KEPT_SECONDS: Final = 7 * 86400.0
"""Seconds after which a wish is forgotten, also one for longer."""
MAX_FILE_BYTES: Final = 1_000_000
MAX_TIME: Final = 1e12
"""Seconds since 1970 beyond which a number is no time."""
FILES: Final = 256


class HostWishes:
    """The folder of wishes, by default a person's; times are seconds since 1970."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or wishes_folder()

    def file_of(self, host: str) -> Path:
        """Return the file that keeps the wishes of a host."""
        return self._folder / f"{crc32(host.encode()) % FILES:02x}.json"

    def until(self, host: str) -> float:
        """Tell until when a host is to be left alone; 0 without a wish."""
        with self._opened(host) as wishes:
            return wishes.get(host, 0.0)

    def leave_alone(self, host: str, until: float) -> None:
        """Keep that a host is to be left alone until then."""
        with self._opened(host) as wishes:
            wishes[host] = max(until, wishes.get(host, 0.0))

    def reserve(self, host: str, now: float, interval: float) -> float:
        """Take the next turn at a host for this process; tell the seconds until then."""
        with self._opened(host) as wishes:
            turn = max(now, min(wishes.get(host, 0.0), now + MAX_KEPT_SECONDS))
            wishes[host] = turn + interval
            for other in [name for name, until in wishes.items() if until < now - interval]:
                del wishes[other]
            return turn - now

    @contextmanager
    def _opened(self, host: str) -> Iterator[dict[str, float]]:
        """Give the wishes of a host's file, locked; nothing is kept where that fails."""
        handle = -1
        path = self.file_of(host)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            wishes = _read(path) if handle >= 0 else {}
            before = dict(wishes)
            yield wishes
            if handle >= 0 and wishes != before:
                with suppress(OSError):
                    _write(path, wishes)
        finally:
            if handle >= 0:
                os.close(handle)


def wishes_folder() -> Path:
    """Return the folder of this person: below ``XDG_STATE_HOME``, else ``~/.local/state``."""
    folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "leadline" / "hosts"


def _read(path: Path) -> dict[str, float]:
    content: object = {}
    with suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
        content = json.loads(file.read(MAX_FILE_BYTES))
    pairs = content.items() if isinstance(content, dict) else ()
    times = (pair for pair in pairs if isinstance(pair[1], int | float))
    return {host: float(until) for host, until in times if 0 <= until < MAX_TIME}


def _write(path: Path, wishes: dict[str, float]) -> None:
    """Put a new file in place of the old one: a process that dies meanwhile loses no wish."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(json.dumps(wishes).encode())
    part.replace(path)
