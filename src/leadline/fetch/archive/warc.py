"""Writes a page as two WARC records (ISO 28500, version 1.1), and reads it back.

Bytes are kept as they are: header lines in latin-1, the body unpacked. Header lines about the
packed body get the prefix ``X-Archive-Orig-``, as in other archives. What HTTP has no place for
stands in a field of our own, as JSON. warcio's writer is not used: it rewrites header lines that
are not ASCII.

>>> page = Page(Request("GET", "http://a.example/"), "http://a.example/", 200, (("X", "é"),), b"!")
>>> page_of(*(parse(record)[1:] for record in records_of(page, "<urn:x>"))) == page
True
"""

import json
import re
from base64 import b32encode
from datetime import UTC, datetime
from hashlib import sha1
from http.client import responses
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

from leadline.model import Headers, Page, Request
from leadline.page.urls import sendable_url

PAGE_FIELD: Final = "X-Leadline-Page"
"""The field of the response record for what HTTP has no place for."""

ORIGINAL_PREFIX: Final = "X-Archive-Orig-"
PACKED_BODY_HEADERS: Final = ("content-encoding", "content-length", "transfer-encoding")
BLOCK_END: Final = b"\r\n\r\n"

Fields = dict[str, str]


class UnreadableRecord(ValueError):
    """Bytes that are no WARC record, or not one of a page."""


def warcinfo(name: str) -> tuple[str, bytes]:
    """Build the record that opens a file; gives the file's own random identity and the record."""
    fields = {"WARC-Filename": name, "Content-Type": "application/warc-fields"}
    block = b"software: leadline\r\nformat: WARC File Format 1.1\r\n"
    return _record("warcinfo", fields, block)


def records_of(
    page: Page, info: str, *, source: str = "", purpose: str = ""
) -> tuple[bytes, bytes]:
    """Build the request and the response record; ``info`` is the identity of their file.

    ``source`` and ``purpose`` say what it was asked for, so that the archive alone can tell.
    """
    asked = page.request
    date = datetime.fromtimestamp(page.fetched_at, UTC).isoformat().replace("+00:00", "Z")
    common = {"WARC-Date": date, "WARC-Warcinfo-ID": info}
    identity, request = _record("request", {**common, **_about("request", asked.url)}, _sent(asked))
    fields = {**common, **_about("response", page.url), "WARC-Concurrent-To": identity}
    fields[PAGE_FIELD] = json.dumps(
        {
            "method": asked.method,
            "asked": asked.url,
            "url": page.url,
            "at": page.fetched_at,
            "seconds": page.seconds,
            "number": page.number,
            "source": source,
            "purpose": purpose,
        }
    )
    if page.truncated:
        fields["WARC-Truncated"] = "length"
    return request, _record("response", fields, _received(page))[1]


def parse(record: bytes) -> tuple[str, Fields, bytes]:
    """Split a record into type, fields and block; raises UnreadableRecord."""
    head, end, rest = record.partition(BLOCK_END)
    version, *lines = head.decode("utf-8", "replace").split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    length = fields.get("Content-Length", "")
    if not end or not version.startswith("WARC/1.") or not re.fullmatch(r"\d{1,18}", length):
        raise UnreadableRecord(f"no WARC record: {record[:60]!r}")
    if len(rest) != int(length) + len(BLOCK_END):
        raise UnreadableRecord("a WARC record has not the length that it claims")
    block = rest[: -len(BLOCK_END)]
    if fields.get("WARC-Block-Digest", digest := _digest(block)) != digest:
        raise UnreadableRecord("a WARC record has not the checksum that it claims")
    return fields.get("WARC-Type", ""), fields, block


def order_of(fields: Fields) -> tuple[str, str]:
    """Read of what source a page is, and its purpose; '' where that was not kept."""
    try:
        meta = json.loads(fields[PAGE_FIELD])
        return str(meta.get("source", "")), str(meta.get("purpose", ""))
    except (ValueError, KeyError, AttributeError) as fault:
        raise UnreadableRecord(f"records that hold no page: {fault!r}") from fault


def page_of(request: tuple[Fields, bytes], response: tuple[Fields, bytes]) -> Page:
    """Read the page that was written as two records; raises UnreadableRecord."""
    fields, answer = response
    try:
        meta = json.loads(fields[PAGE_FIELD])
        _, sent, posted = _split(request[1])
        line, headers, body = _split(answer)
        return Page(
            Request(meta["method"], meta["asked"], sent[1:], posted),
            meta["url"],
            int(line.split(" ")[1]),
            tuple((name.removeprefix(ORIGINAL_PREFIX), value) for name, value in headers),
            body,
            meta["at"],
            meta["seconds"],
            meta["number"],
            "WARC-Truncated" in fields,
        )
    except (ValueError, KeyError, TypeError, IndexError) as fault:
        raise UnreadableRecord(f"records that hold no page: {fault!r}") from fault


def _record(kind: str, fields: Fields, block: bytes) -> tuple[str, bytes]:
    identity = f"<urn:uuid:{uuid4()}>"
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    first = {"WARC-Type": kind, "WARC-Record-ID": identity, "WARC-Date": now}
    last = {"WARC-Block-Digest": _digest(block), "Content-Length": str(len(block))}
    lines = [f"{name}: {value}" for name, value in {**first, **fields, **last}.items()]
    head = "\r\n".join(["WARC/1.1", *lines]).encode()
    return identity, head + BLOCK_END + block + BLOCK_END


def _about(kind: str, url: str) -> Fields:
    return {
        "WARC-Target-URI": sendable_url(url),
        "Content-Type": f"application/http; msgtype={kind}",
    }


def _digest(data: bytes) -> str:
    return "sha1:" + b32encode(sha1(data, usedforsecurity=False).digest()).decode()


def _sent(asked: Request) -> bytes:
    parts = urlsplit(sendable_url(asked.url))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = (("Host", parts.netloc), *asked.headers)
    return _head(f"{asked.method} {target} HTTP/1.1", headers) + asked.body


def _received(page: Page) -> bytes:
    headers = tuple((_archived(name), value) for name, value in page.headers)
    return _head(f"HTTP/1.1 {page.status} {responses.get(page.status, '')}", headers) + page.body


def _archived(name: str) -> str:
    lowered = name.lower()
    rewrite = lowered in PACKED_BODY_HEADERS or lowered.startswith(ORIGINAL_PREFIX.lower())
    return ORIGINAL_PREFIX + name if rewrite else name


def _head(line: str, headers: Headers) -> bytes:
    """Build a head; a value of several lines becomes several header lines."""
    lines = [line]
    for name, value in headers:
        lines += [f"{name}: {part}" for part in value.replace("\r", "\n").split("\n")]
    return b"".join(_line_bytes(text) + b"\r\n" for text in lines) + b"\r\n"


def _line_bytes(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _split(block: bytes) -> tuple[str, Headers, bytes]:
    head, _, body = block.partition(BLOCK_END)
    line, *rest = head.decode("latin-1").split("\r\n")
    pairs = (text.partition(": ") for text in rest)
    return line, tuple((name, value) for name, _, value in pairs), body
