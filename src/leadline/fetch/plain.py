r"""The old way to ask: one connection, one request, and all that comes until it is closed.

Some servers send what a strict client cannot read: more bytes than they announced, header lines
without a colon, a status line of their own. Browsers show such pages, so they are read here, with
HTTP/1.0, where the end of the connection is the end of the body. A length that was announced too
short is not believed: what follows it at once belongs to the page.

>>> status, headers, body = parse_answer(b"HTTP/1.1 200 OK\nContent-Length: 2\nodd line\n\n<p>x")
>>> status, headers, body
(200, [(b'Content-Length', b'2')], b'<p>x')
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable

RawHeaders = list[tuple[bytes, bytes]]

STATUS: Final = re.compile(rb"\s*[A-Z]{2,8}/?[\d.]*[ \t]+(\d{3})\b")
HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
LONGEST_HEAD: Final = 256 * 1024
LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r?\n", re.IGNORECASE)
GRACE: Final = 0.3
"""Seconds to wait for more once all that was announced is there."""

CHUNK: Final = 64 * 1024
CHUNK_SIZE: Final = re.compile(rb"\s*([0-9a-fA-F]{1,8})[^\n]{0,200}\n")


class Unreadable(Exception):
    """Not HTTP by any reading."""


async def ask(
    url: str,
    headers: Iterable[tuple[bytes, bytes]],
    addresses: list[str],
    *,
    tls: ssl.SSLContext | None,
    limit: int,
) -> tuple[bytes, bool]:
    """All bytes that answer a GET, and whether they were cut at ``limit``."""
    parts = urlsplit(url)
    port = parts.port or (443 if tls else 80)
    reader, writer = await _connect(addresses, port, tls, parts.hostname or "")
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"GET {target} HTTP/1.0".encode("latin-1"), b"Host: " + _host(parts.netloc)]
        lines += [name + b": " + value for name, value in headers]
        writer.write(b"\r\n".join([*lines, b"Connection: close", b"", b""]))
        return await _read(reader, limit + LONGEST_HEAD)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def parse_answer(data: bytes) -> tuple[int, RawHeaders, bytes]:
    """Status, headers and body, as much of them as can be read; raises Unreadable."""
    if not data:
        raise Unreadable("the connection was closed without an answer")
    status = STATUS.match(data)
    end = HEAD_END.search(data, 0, LONGEST_HEAD)
    if status is None or end is None:
        raise Unreadable(f"no HTTP answer: {data[:60]!r}")
    headers: RawHeaders = []
    for line in data[: end.start()].splitlines()[1:]:
        name, colon, value = line.partition(b":")
        if line[:1] in (b" ", b"\t") and headers:
            headers[-1] = headers[-1][0], headers[-1][1] + b" " + line.strip()
        elif colon and name.strip():
            headers.append((name.strip(), value.strip()))
    body = data[end.end() :]
    chunked = any(n.lower() == b"transfer-encoding" and b"chunk" in v.lower() for n, v in headers)
    return int(status[1]), headers, _unchunk(body) if chunked else body


async def _connect(
    addresses: list[str], port: int, tls: ssl.SSLContext | None, name: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    fault: OSError = ConnectionError("no address")
    for address in addresses:
        try:
            return await asyncio.open_connection(
                address, port, ssl=tls, server_hostname=name if tls else None
            )
        except OSError as one:
            fault = one
    raise fault


async def _read(reader: asyncio.StreamReader, limit: int) -> tuple[bytes, bool]:
    data = bytearray()
    while len(data) <= limit:
        patience = GRACE if data and _complete(data) else None  # not every server closes
        try:
            piece = await asyncio.wait_for(reader.read(CHUNK), patience)
        except TimeoutError:
            piece = b""
        except OSError:
            return bytes(data), True
        if not piece:
            return bytes(data), False
        data += piece
    return bytes(data), True


def _complete(data: bytearray) -> bool:
    """Whether nothing more need be waited for; raises Unreadable if nothing ever will be."""
    head = bytes(data[:LONGEST_HEAD])
    end = HEAD_END.search(head)
    if (b"\n" in head and not STATUS.match(head)) or (end is None and len(head) == LONGEST_HEAD):
        raise Unreadable(f"no HTTP answer: {head[:60]!r}")
    if end is None:
        return False
    length = LENGTH.search(head, 0, end.end())
    if length is not None and len(data) - end.end() >= int(length[1]):
        return True
    return length is None and data.endswith(b"\n0\r\n\r\n") and b"chunked" in head.lower()


def _unchunk(body: bytes) -> bytes:
    out, place = bytearray(), 0
    while size := CHUNK_SIZE.match(body, place):
        length = int(size[1], 16)
        out += body[size.end() : size.end() + length]
        place = size.end() + length
        if not length:
            break
    return bytes(out) if out else body


def _host(netloc: str) -> bytes:
    return netloc.rpartition("@")[2].encode("latin-1", "replace")
