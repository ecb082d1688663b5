"""Keeps every page as it came, in WARC files, before it is parsed.

A page is a request record and a response record. Each is a gzip member of its own, and both are
appended in one write. An `ArchiveLocator` says where they lie. What a killed process left
unfinished at the end of the last file is cut off before the next page is written. A reader changes
nothing.

>>> import tempfile
>>> from leadline.model import Request
>>> page = Page(Request("GET", "http://a.example/"), "http://a.example/", 200, (), "书".encode())
>>> with tempfile.TemporaryDirectory() as folder, PageArchive(folder) as archive:
...     archive.read(archive.write(page)) == page
True
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from leadline.errors import StoreError
from leadline.fetch.archive import warc
from leadline.fetch.archive.gzip_members import compress, find_last, members, whole_pairs
from leadline.model import ArchiveLocator, Page
from leadline.protocols import Closing

FILES: Final = "pages-*.warc.gz"
MAX_FILE_BYTES: Final = 10**9
"""Bytes of a file after which a new one is begun; the usual size of WARC files."""


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A page, where it lies, and what it was asked for ('' where that was not kept)."""

    locator: ArchiveLocator
    page: Page
    source: str
    purpose: str


class PageArchive(Closing):
    """A folder of WARC files, with one writer and any number of readers."""

    def __init__(
        self, folder: str | Path, *, fsync: bool = False, max_file_bytes: int = MAX_FILE_BYTES
    ) -> None:
        self.folder = Path(folder)
        self._fsync = fsync
        self._max_file_bytes = max_file_bytes
        self._handle: int | None = None
        self._name = ""
        self._size = 0
        self._info = ""

    @property
    def is_open(self) -> bool:
        """Whether a file is being written to."""
        return self._handle is not None

    def write(self, page: Page, *, source: str = "", purpose: str = "") -> ArchiveLocator:
        """Append a page; the operating system has it when this returns.

        ``source`` and ``purpose`` are kept with it: the store can be made again from the archive.
        """
        if self._handle is None or self._size >= self._max_file_bytes:
            self._open()
        data = compress(*warc.records_of(page, self._info, source=source, purpose=purpose))
        offset = self._append(data)
        return ArchiveLocator(self._name, offset, len(data))

    def read(self, locator: ArchiveLocator) -> Page:
        """Read the page that was written there; raises ``StoreError`` if it is not."""
        try:
            with (self.folder / Path(locator.file).name).open("rb") as file:
                file.seek(locator.offset)
                data = file.read(locator.length)
        except OSError as fault:
            raise StoreError(f"the page archive cannot be read: {fault}") from fault
        records = [record for _, _, record in members(BytesIO(data))]
        if len(data) != locator.length or len(records) != 2:
            raise StoreError(f"{locator.file} has no page at byte {locator.offset}")
        return _page(*records)

    def pages(self) -> Iterator[ArchivedPage]:
        """Read all whole pages in the order of writing; what is damaged in between is left out."""
        for path in sorted(self.folder.glob(FILES)):
            with suppress(OSError, ValueError), path.open("rb") as file:
                for offset, length, records in whole_pairs(file):
                    with suppress(StoreError, warc.UnreadableRecord):
                        page = _page(*records)
                        order = warc.order_of(warc.parse(records[1])[1])
                        yield ArchivedPage(ArchiveLocator(path.name, offset, length), page, *order)

    def torn_bytes(self) -> int:
        """Count the bytes at the end that belong to no whole page; nothing is changed."""
        path, end, _ = self._last_file()
        return path.stat().st_size - end if path is not None else 0

    def cut_torn_end(self) -> None:
        """Cut off the bytes at the end that belong to no whole page."""
        path, end, _ = self._last_file()
        if path is not None and end < path.stat().st_size:
            os.truncate(path, end)

    def close(self) -> None:
        """Close the file that is written to."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)

    def _last_file(self) -> tuple[Path | None, int, str]:
        """Find the last file, the end of its last whole page, and its identity ('': unreadable)."""
        path = max(self.folder.glob(FILES), default=None)
        if path is None:
            return None, 0, ""
        size = path.stat().st_size
        try:
            with path.open("rb") as file:
                info = _identity(file.read(4096))
                return path, find_last(file, info.encode(), size) if info else size, info
        except OSError:  # no file, or one that may not be read: another one is begun
            return path, size, ""

    def _open(self) -> None:
        """Go on with the last file, cut to its last whole page, or begin a new one."""
        self.close()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cut_torn_end()
        path, self._size, self._info = self._last_file()
        is_usable = bool(self._info) and self._size < self._max_file_bytes
        if path is None or not is_usable:
            number = int(path.name[6:12]) if path is not None else 0
            path = self.folder / f"pages-{number + 1:06}.warc.gz"
            self._size = 0
        self._name = path.name
        self._handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        if not is_usable:
            self._info, record = warc.warcinfo(path.name)
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


def _page(request: bytes, response: bytes) -> Page:
    try:
        return warc.page_of(warc.parse(request)[1:], warc.parse(response)[1:])
    except warc.UnreadableRecord as fault:
        raise StoreError(f"a page in the archive cannot be read: {fault}") from fault


def _identity(start: bytes) -> str:
    """Read the random identity of a file from its first record; '' if that is not whole."""
    first = next(members(BytesIO(start)), None)
    if first is None:
        return ""
    try:
        kind, fields, _ = warc.parse(first[2])
    except warc.UnreadableRecord:
        return ""
    return fields.get("WARC-Record-ID", "") if kind == "warcinfo" else ""
