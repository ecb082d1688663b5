"""Keeps what hosts wish across processes: until when each is to be left alone.

Small files in one folder of a person: each keeps the hosts of one hash, so a turn costs little. A
process locks a file while it uses it. So a Retry-After of an hour outlives the program, and two
harvests keep one pace together. A file that cannot be used is as if there were none.

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
FILES: Final = 256


class HostWishes:
    """The folder of wishes, by default a person's; times are seconds since 1970."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or wishes_folder()

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
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._folder / f"{crc32(host.encode()) % FILES:02x}.json"
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            wishes = _read(handle) if handle >= 0 else {}
            before = dict(wishes)
            yield wishes
            if handle >= 0 and wishes != before:
                with suppress(OSError):
                    data = json.dumps(wishes).encode()
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.truncate(handle, os.write(handle, data))
        finally:
            if handle >= 0:
                os.close(handle)


def wishes_folder() -> Path:
    """Return the folder of this person: below ``XDG_STATE_HOME``, else ``~/.local/state``."""
    folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(folder) / "leadline" / "hosts"


def _read(handle: int) -> dict[str, float]:
    content: object = {}
    with suppress(OSError, ValueError, RecursionError):
        content = json.loads(os.read(handle, MAX_FILE_BYTES) or b"{}")
    pairs = content.items() if isinstance(content, dict) else ()
    times = (pair for pair in pairs if isinstance(pair[1], int | float))
    return {host: float(until) for host, until in times if until < float("inf")}
