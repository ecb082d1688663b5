r"""Asks with HTTP/1.0: one connection, one request, and all bytes until it is closed.

Some servers send what a strict client cannot read. They send more bytes than they announced,
header lines without a colon, or a status line of their own. Browsers show such pages, so they are
read here. The end of the connection is the end of the body. An announced length is not believed:
bytes that follow at once belong to the page.

>>> status, headers, body = parse_answer(b"HTTP/1.1 200 OK\nContent-Length: 2\nodd line\n\n<p>x")
>>> status, headers, body
(200, [(b'Content-Length', b'2')], b'<p>x')
"""

import asyncio
import re
import ssl
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from leadline.model import Request

RawHeaders = list[tuple[bytes, bytes]]

STATUS_LINE: Final = re.compile(rb"\s*[A-Z]{2,8}/?[\d.]*[ \t]+(\d{3})\b")
HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
CONTENT_LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r?\n", re.IGNORECASE)
CHUNK_HEAD: Final = re.compile(rb"\s*([0-9a-fA-F]{1,8})[^\n]{0,200}\n")

MAX_HEAD_BYTES: Final = 256 * 1024
"""Bytes of the longest status line and header lines together that are read."""

ENDLESS_HEAD: Final = f"its header lines do not end within {MAX_HEAD_BYTES // 1024} KB"

READ_BYTES: Final = 64 * 1024
"""Bytes read at a time."""

GRACE_SECONDS: Final = 0.3
"""Seconds to wait for more once all announced bytes are there."""


class UnreadableAnswer(Exception):
    """An answer that is no HTTP by any reading."""


async def ask(
    request: Request, addresses: list[str], *, tls: ssl.SSLContext | None, limit: int
) -> tuple[bytes, bool]:
    """Ask with GET; gives all bytes of the answer, and whether they were cut at ``limit``."""
    parts = urlsplit(request.url)
    port = parts.port or (443 if tls else 80)
    reader, writer = await _connect(addresses, port, tls, parts.hostname or "")
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"GET {target} HTTP/1.0".encode("latin-1"), b"Host: " + _host(parts.netloc)]
        lines += [f"{name}: {value}".encode() for name, value in request.headers]
        writer.write(b"\r\n".join([*lines, b"Connection: close", b"", b""]))
        return await _read(reader, limit + MAX_HEAD_BYTES)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def parse_answer(data: bytes) -> tuple[int, RawHeaders, bytes]:
    """Split an answer into status, headers and body as far as possible; raises UnreadableAnswer."""
    if not data:
        raise UnreadableAnswer("the connection was closed without an answer")
    status = STATUS_LINE.match(data)
    end = HEAD_END.search(data, 0, MAX_HEAD_BYTES)
    if status is not None and end is None and len(data) >= MAX_HEAD_BYTES:
        raise UnreadableAnswer(ENDLESS_HEAD)
    if status is None or end is None:
        raise UnreadableAnswer(f"no HTTP answer: {data[:60]!r}")
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
    """Connect to the first address that answers; raises the fault of the last one."""
    last_fault: OSError = ConnectionError("no address")
    for address in addresses:
        try:
            return await asyncio.open_connection(
                address, port, ssl=tls, server_hostname=name if tls else None
            )
        except OSError as fault:
            last_fault = fault
    raise last_fault


async def _read(reader: asyncio.StreamReader, limit: int) -> tuple[bytes, bool]:
    """Read until the end, the limit or a broken connection; True if bytes are missing."""
    data = bytearray()
    while len(data) <= limit:
        patience = GRACE_SECONDS if data and _is_complete(data) else None  # some never close
        try:
            piece = await asyncio.wait_for(reader.read(READ_BYTES), patience)
        except TimeoutError:
            piece = b""
        except OSError:
            return bytes(data), True
        if not piece:
            return bytes(data), False
        data += piece
    return bytes(data), True


def _is_complete(data: bytearray) -> bool:
    """Tell whether all announced bytes are there; raises UnreadableAnswer if this is no HTTP."""
    head = bytes(data[:MAX_HEAD_BYTES])
    end = HEAD_END.search(head)
    has_wrong_start = b"\n" in head and not STATUS_LINE.match(head)
    if end is None and not has_wrong_start and len(head) == MAX_HEAD_BYTES:
        raise UnreadableAnswer(ENDLESS_HEAD)
    if has_wrong_start:
        raise UnreadableAnswer(f"no HTTP answer: {head[:60]!r}")
    if end is None:
        return False
    length = CONTENT_LENGTH.search(head, 0, end.end())
    if length is not None and len(data) - end.end() >= int(length[1]):
        return True
    return length is None and data.endswith(b"\n0\r\n\r\n") and b"chunked" in head.lower()


def _unchunk(body: bytes) -> bytes:
    """Join the chunks of a body; a body without any chunk stays as it is."""
    joined, place = bytearray(), 0
    while size := CHUNK_HEAD.match(body, place):
        length = int(size[1], 16)
        joined += body[size.end() : size.end() + length]
        place = size.end() + length
        if not length:
            break
    return bytes(joined) if joined else body


def _host(netloc: str) -> bytes:
    return netloc.rpartition("@")[2].encode("latin-1", "replace")
