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

    def unpack(self, data: bytes, room: int) -> bytes:
        data, self.head = self.head + data, b""
        if not self.begun and len(data) < 2:  # too short to tell which wrapper it has
            self.head = data
            return b""
        out = bytearray()
        while data and len(out) < room:
            out += self._piece(data, room - len(out))
            if not self.engine.eof:
                break
            data = self.engine.unused_data
            if not data.startswith(b"\x1f\x8b"):
                break
            self.engine = zlib.decompressobj(32 + zlib.MAX_WBITS)
        return bytes(out)

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
