"""Unpacks a body while it comes, and stops at a size: a few kilobytes can unpack to gigabytes.

>>> import zlib
>>> inflater = Inflater("deflate", limit=1000)
>>> len(inflater.feed(zlib.compress(bytes(10**6)))), inflater.full
(1000, True)
"""

from __future__ import annotations

import sys
import zlib
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

STEP: Final = 64 * 1024
"""Bytes unpacked at a time where a library cannot be told a limit that it keeps exactly."""

LAYERS: Final = 3
"""Codings on top of each other that are unpacked; nobody means more."""


NEWER: Final = sys.version_info >= (3, 14)
"""Python brings zstd itself from 3.14 on."""


class _Coding(Protocol):
    def unpack(self, data: bytes, room: int) -> bytes:
        """At most about ``room`` bytes more of the plain text."""


class Inflater:
    """Unpacks one body; ``full`` once it was cut at ``limit``, ``broken`` if it cannot be read."""

    def __init__(self, encoding: str, limit: int) -> None:
        self.room = limit
        self.full = self.broken = False
        names = [name.strip().lower() for name in encoding.split(",") if name.strip()]
        self.layers = [_coding(name) for name in reversed(names) if name != "identity"][:LAYERS]

    @property
    def cut(self) -> bool:
        """Whether bytes are missing."""
        return self.full or self.broken

    def feed(self, data: bytes) -> bytes:
        """The plain bytes that these add; '' after the limit or a fault."""
        if self.cut:
            return b""
        try:
            for layer in self.layers:
                data = layer.unpack(data, self.room + 1)
                self.full = self.full or len(data) > self.room
        except Exception:  # four libraries with an error class each; the page is marked instead
            self.broken = True
            return b""
        self.full = self.full or len(data) > self.room
        data = data[: self.room]
        self.room -= len(data)
        return data


class _Plain:
    def unpack(self, data: bytes, room: int) -> bytes:
        return data


class _Zlib:
    """gzip (also several members in a row) and deflate, with and without its wrapper."""

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


class _Brotli:
    def __init__(self) -> None:
        self.engine: Any = import_module("brotli").Decompressor()

    def unpack(self, data: bytes, room: int) -> bytes:
        out = bytearray(self.engine.process(data, output_buffer_limit=min(room, STEP)))
        while len(out) < room and not self.engine.can_accept_more_data():
            out += self.engine.process(b"", output_buffer_limit=min(room, STEP))
        return bytes(out)


class _Zstd:
    def __init__(self) -> None:
        zstd = import_module("compression.zstd" if NEWER else "backports.zstd")
        self.engine: Any = zstd.ZstdDecompressor()

    def unpack(self, data: bytes, room: int) -> bytes:
        if self.engine.eof:
            return b""
        return bytes(self.engine.decompress(data, room))


def _coding(name: str) -> _Coding:
    if name in ("gzip", "x-gzip"):
        return _Zlib(raw=False)
    if name == "deflate":
        return _Zlib(raw=True)
    if name == "br":
        return _Brotli()
    if name == "zstd":
        return _Zstd()
    return _Plain()


def accepted_encodings() -> str:
    """The Accept-Encoding header: what this machine can unpack."""
    found = ["gzip", "deflate"]
    if find_spec("brotli"):
        found.append("br")
    if NEWER or (find_spec("backports") and find_spec("backports.zstd")):
        found.append("zstd")
    return ", ".join(found)
