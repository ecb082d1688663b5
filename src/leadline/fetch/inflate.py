"""Unpacks a body while it comes, and stops at a size.

A few kilobytes can unpack to gigabytes, so the size is checked after each step.

>>> import zlib
>>> inflater = Inflater("deflate", limit=1000)
>>> len(inflater.feed(zlib.compress(bytes(10**6)))), inflater.full
(1000, True)
"""

import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

STEP_BYTES: Final = 64 * 1024
"""Bytes unpacked at a time by a library that does not keep a given limit exactly."""

PART_BYTES: Final = 4 * 1024
"""Bytes given to zlib at a time."""
MAX_SMALL_MEMBERS: Final = 1_000
MIN_MEMBER_BYTES: Final = 64
"""Bytes that a member of gzip holds unpacked, in the mean, where there are so many."""

MAX_CODINGS: Final = 3
"""Codings on top of each other that are undone."""

HAS_ZSTD: Final = sys.version_info >= (3, 14)
"""Whether Python itself brings zstd."""

Unpack = Callable[[bytes, int], bytes]
"""Unpacks some bytes to about so many at most."""


class Inflater:
    """Unpacks one body; ``full`` once it was cut at ``limit``, ``broken`` if it cannot be read."""

    def __init__(self, encoding: str, limit: int) -> None:
        self.room = limit
        self.full = self.broken = False
        names = [name.strip().lower() for name in encoding.split(",") if name.strip()]
        names = [name for name in reversed(names) if name != "identity"]
        self.layers = [CODINGS[name]() for name in names[:MAX_CODINGS] if name in CODINGS]

    @property
    def cut(self) -> bool:
        """Tell whether bytes are missing."""
        return self.full or self.broken

    def feed(self, data: bytes) -> bytes:
        """Unpack some more bytes; gives b'' after the limit or a fault."""
        if self.cut:
            return b""
        try:
            for layer in self.layers:
                data = layer(data, self.room + 1)
                self.full = self.full or len(data) > self.room
        except Exception:  # four libraries, each with its own errors; the page is marked
            self.broken = True
            return b""
        self.full = self.full or len(data) > self.room
        data = data[: self.room]
        self.room -= len(data)
        return data


class _Zlib:
    """Undoes gzip (also several members in a row) and deflate, with and without its wrapper."""

    def __init__(self, raw: bool) -> None:
        self.raw = raw
        self.engine = zlib.decompressobj(32 + zlib.MAX_WBITS)
        self.begun = False
        self.head = b""
        self.members = self.bytes_out = 0

    def unpack(self, data: bytes, room: int) -> bytes:
        data, self.head = self.head + data, b""
        if not self.begun and len(data) < 2:  # too short to tell which wrapper it has
            self.head = data
            return b""
        out = bytearray()
        at = 0
        while at < len(data) and len(out) < room:
            if self.engine.eof and not self._begin(data[at : at + 2]):
                break
            part = data[at : at + PART_BYTES]  # what is behind a member is copied: so it is short
            out += self._piece(part, room - len(out))
            at += len(part) - len(self.engine.unused_data)
        self.bytes_out += len(out)
        return bytes(out)

    def _begin(self, head: bytes) -> bool:
        """Begin a further member, if one follows; raise for thousands that hold next to nothing."""
        self.members += 1
        if self.members > MAX_SMALL_MEMBERS and self.bytes_out < self.members * MIN_MEMBER_BYTES:
            raise zlib.error("members without content")
        if b"\x1f\x8b".startswith(head):
            self.engine = zlib.decompressobj(32 + zlib.MAX_WBITS)
        return not self.engine.eof

    def _piece(self, data: bytes, room: int) -> bytes:
        try:
            piece = self.engine.decompress(data, room)
        except zlib.error:
            if not self.raw or self.begun:
                raise
            self.engine = zlib.decompressobj(-zlib.MAX_WBITS)
            piece = self.engine.decompress(data, room)
        self.begun = True
        return piece


def _brotli() -> Unpack:
    engine: Any = import_module("brotli").Decompressor()

    def unpack(data: bytes, room: int) -> bytes:
        out = bytearray()
        while len(out) < room:
            piece = engine.process(data, output_buffer_limit=min(room, STEP_BYTES))
            if not piece and not data:  # it holds nothing back
                break
            out += piece
            data = b""
        return bytes(out)

    return unpack


def _zstd() -> Unpack:
    zstd = import_module("compression.zstd" if HAS_ZSTD else "backports.zstd")
    engine: Any = zstd.ZstdDecompressor()
    return lambda data, room: b"" if engine.eof else bytes(engine.decompress(data, room))


CODINGS: Final[dict[str, Callable[[], Unpack]]] = {
    "gzip": lambda: _Zlib(raw=False).unpack,
    "x-gzip": lambda: _Zlib(raw=False).unpack,
    "deflate": lambda: _Zlib(raw=True).unpack,
    "br": _brotli,
    "zstd": _zstd,
}

ACCEPTED_CODINGS: Final = "gzip, deflate, br, zstd"
"""What the header Accept-Encoding says: the codings that can be unpacked here."""
