"""Keeps every page as it came, in WARC files (ISO 28500, version 1.1), before anybody parses it.

A page is a request record and a response record, each a gzip member of its own, appended in one
write; its ``Locator`` says where they lie. What a killed process left unfinished at the end of the
last file is cut off before the next page is written. Bodies are kept unpacked; the header lines
that would contradict that carry the prefix ``X-Archive-Orig-`` in the file, as other archives do.

>>> import tempfile
>>> from leadline.model import Page, Request
>>> page = Page(Request("GET", "http://a.example/"), "http://a.example/", 200, (), "书".encode())
>>> with tempfile.TemporaryDirectory() as folder, PageArchive(folder) as archive:
...     archive.read(archive.write(page)) == page
True
"""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import responses
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from leadline.errors import StoreError
from leadline.fetch.members import (
    MAGIC,
    compress,
    find_last,
    members,
)
from leadline.model import Page, Request
from leadline.urls import sendable_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from leadline.model import Headers

ROLL: Final = 10**9
"""Bytes after which a new file is begun (the usual size of WARC files)."""

META: Final = "X-Leadline-Page"
"""WARC header field with what HTTP has no place for, as JSON."""

ORIGINAL: Final = "X-Archive-Orig-"
REWRITTEN: Final = ("content-encoding", "content-length", "transfer-encoding")


@dataclass(frozen=True, slots=True, order=True)
class Locator:
    """Where a page lies: a file of the archive, and the bytes in it."""

    file: str
    offset: int
    length: int


class PageArchive:
    """A folder of WARC files: one writer, any number of readers."""

    def __init__(self, folder: str | Path, *, fsync: bool = False, roll: int = ROLL) -> None:
        self.folder = Path(folder)
        self._fsync = fsync
        self._roll = roll
        self._handle: int | None = None
        self._name = ""
        self._size = 0
        self._info = ""

    def write(self, page: Page) -> Locator:
        """Append a page; it is in the operating system's hands when this returns."""
        if self._handle is None or self._size >= self._roll:
            self._open()
        data = compress(*_records(page, self._info))
        offset = self._append(data)
        return Locator(self._name, offset, len(data))

    def read(self, locator: Locator) -> Page:
        """The page that was written there; ``StoreError`` if it is not."""
        try:
            with (self.folder / Path(locator.file).name).open("rb") as file:
                file.seek(locator.offset)
                data = file.read(locator.length)
        except OSError as fault:
            raise StoreError(f"the page archive cannot be read: {fault}") from fault
        found = [record for _, _, record in members(BytesIO(data))]
        if len(data) != locator.length or len(found) != 2:
            raise StoreError(f"{locator.file} has no page at byte {locator.offset}")
        return _page(*found)

    def pages(self) -> Iterator[tuple[Locator, Page]]:
        """All whole pages, in the order in which they were written."""
        for name in self._files():
            asked: tuple[int, bytes] | None = None
            with (self.folder / name).open("rb") as file:
                for offset, end, record in members(file):
                    kind = _kind(record)
                    if kind == "request":
                        asked = offset, record
                    elif kind == "response" and asked is not None:
                        yield Locator(name, asked[0], end - asked[0]), _page(asked[1], record)
                        asked = None

    def close(self) -> None:
        """Close the file that is written to."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _files(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob("pages-*.warc.gz"))

    def _open(self) -> None:
        """Continue the last file, cut to its last whole page, or begin a new one."""
        self.close()
        self.folder.mkdir(parents=True, exist_ok=True)
        files = self._files()
        number = int(files[-1][6:12]) if files else 0
        if files and self._continue(self.folder / files[-1]):
            return
        self._name = f"pages-{number + 1:06}.warc.gz"
        self._begin(self.folder / self._name)

    def _continue(self, path: Path) -> bool:
        with path.open("rb") as file:
            info = _warcinfo_id(file.read(4096))
            end = find_last(file, info.encode(), path.stat().st_size) if info else 0
        if not info:
            return False
        if end < path.stat().st_size:
            os.truncate(path, end)
        if end >= self._roll:
            return False
        self._name, self._info, self._size = path.name, info, end
        self._handle = os.open(path, _APPEND)
        return True

    def _begin(self, path: Path) -> None:
        record, self._info = _warcinfo(path.name)
        self._handle = os.open(path, _APPEND | os.O_CREAT, 0o644)
        self._size = 0
        self._append(compress(record))

    def _append(self, data: bytes) -> int:
        assert self._handle is not None
        offset = self._size
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._handle, view) :]
            if self._fsync:
                os.fsync(self._handle)
        except OSError as fault:
            self.close()  # the next write finds and cuts what is unfinished
            raise StoreError(f"the page archive cannot be written: {fault}") from fault
        self._size += len(data)
        return offset


_APPEND: Final = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


def _records(page: Page, info: str) -> tuple[bytes, bytes]:
    """The request and the response record of a page, as bytes."""
    asked = page.request
    date = datetime.fromtimestamp(page.fetched_at, UTC).isoformat().replace("+00:00", "Z")
    common = {"WARC-Date": date, "WARC-Warcinfo-ID": info}
    path = urlsplit(sendable_url(asked.url))
    target = (path.path or "/") + (f"?{path.query}" if path.query else "")
    head = _head(f"{asked.method} {target} HTTP/1.1", (("Host", path.netloc), *asked.headers))
    request = _record("request", asked.url, head + asked.body, common)
    meta = {
        "asked": asked.url, "url": page.url, "method": asked.method, "at": page.fetched_at,
        "seconds": page.seconds, "number": page.number,
    }  # fmt: skip
    more = {**common, META: json.dumps(meta), "WARC-Concurrent-To": _id(request)}
    if page.truncated:
        more["WARC-Truncated"] = "length"
    line = f"HTTP/1.1 {page.status} {responses.get(page.status, '')}"
    body = _head(line, tuple(_archived(name, value) for name, value in page.headers)) + page.body
    return request.data, _record("response", page.url, body, more).data


@dataclass(frozen=True, slots=True)
class _Written:
    identity: str
    data: bytes


def _id(record: _Written) -> str:
    return record.identity


def _record(kind: str, url: str, block: bytes, fields: dict[str, str]) -> _Written:
    writer, out = _writer()
    record = writer.create_warc_record(
        sendable_url(url) or "urn:none",
        kind,
        payload=BytesIO(block),
        length=len(block),
        warc_content_type=f"application/http; msgtype={kind}",
        warc_headers_dict=fields,
    )
    writer.write_record(record)
    return _Written(record.rec_headers.get_header("WARC-Record-ID"), out.getvalue())


def _warcinfo(name: str) -> tuple[bytes, str]:
    writer, out = _writer()
    record = writer.create_warcinfo_record(
        name, {"software": "leadline", "format": "WARC File Format 1.1"}
    )
    writer.write_record(record)
    return out.getvalue(), str(record.rec_headers.get_header("WARC-Record-ID"))


def _writer() -> tuple[Any, BytesIO]:
    from warcio.warcwriter import WARCWriter

    out = BytesIO()
    return WARCWriter(out, gzip=False, warc_version="1.1"), out


def _parse(record: bytes) -> tuple[Any, bytes]:
    from warcio.recordloader import ArcWarcRecordLoader

    parsed = ArcWarcRecordLoader().parse_record_stream(
        BytesIO(record), known_format="warc", no_record_parse=True
    )
    return parsed.rec_headers, parsed.raw_stream.read()


def _page(request: bytes, response: bytes) -> Page:
    """The page in two records."""
    try:
        _, asked = _parse(request)
        fields, answer = _parse(response)
        meta = json.loads(fields.get_header(META))
        _, sent, posted = _split(asked)
        line, headers, body = _split(answer)
        return Page(
            Request(meta["method"], meta["asked"], sent[1:], posted),
            meta["url"],
            int(line.split(" ")[1]),
            tuple(_restored(name, value) for name, value in headers),
            body,
            meta["at"],
            meta["seconds"],
            meta["number"],
            fields.get_header("WARC-Truncated") is not None,
        )
    except (ValueError, KeyError, TypeError, IndexError, EOFError) as fault:
        raise StoreError(f"a page in the archive cannot be read: {fault!r}") from fault


def _kind(record: bytes) -> str:
    head = record[:4096].partition(b"\r\n\r\n")[0].decode("latin-1")
    lines = (line.partition(":") for line in head.split("\r\n"))
    return next((value.strip() for name, _, value in lines if name == "WARC-Type"), "")


def _warcinfo_id(start: bytes) -> str:
    """The random identity of a file, from its first record; '' if that is not whole."""
    if not start.startswith(MAGIC):
        return ""
    engine = zlib.decompressobj(31)
    try:
        text = engine.decompress(start)
    except zlib.error:
        return ""
    if not engine.eof or _kind(text) != "warcinfo":
        return ""
    return str(_parse(text)[0].get_header("WARC-Record-ID") or "")


def _head(line: str, headers: Headers) -> bytes:
    lines = [line]
    for name, value in headers:
        lines += [f"{name}: {part}" for part in value.splitlines() or [""]]
    return b"".join(_line_bytes(text) + b"\r\n" for text in lines) + b"\r\n"


def _line_bytes(text: str) -> bytes:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _split(block: bytes) -> tuple[str, Headers, bytes]:
    head, _, body = block.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    pairs = (text.partition(": ") for text in rest)
    return line, tuple((name, value) for name, _, value in pairs), body


def _archived(name: str, value: str) -> tuple[str, str]:
    """A header line as it is kept: what speaks of the packed body is renamed, and can be undone."""
    lowered = name.lower()
    if lowered in REWRITTEN or lowered.startswith(ORIGINAL.lower()):
        return ORIGINAL + name, value
    return name, value


def _restored(name: str, value: str) -> tuple[str, str]:
    return name.removeprefix(ORIGINAL), value
