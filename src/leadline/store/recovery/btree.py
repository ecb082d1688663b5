"""Reads the rows of a damaged SQLite file page by page, without SQLite.

What cannot be read is passed over: a page that is not what its parent says, a cell that leads out
of its page, an overflow that leads nowhere. The format is that of https://sqlite.org/fileformat2.html.

>>> read_varint(bytes([0x81, 0x01]), 0)
(129, 2)
>>> read_record(bytes([3, 1, 15, 7, 97]))
[7, 'a']
"""

import struct
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Final

from leadline.store.open import MAGIC

HEADER_BYTES: Final = 100
PAGE_BYTES: Final = 4096
"""Size of a page where the header does not say it."""
INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
MAX_LEVELS: Final = 40
MAX_ROW_BYTES: Final = 1 << 28
INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its serial type."""
WAL_HEADER, FRAME_HEADER = 32, 24

Value = int | float | str | bytes | None
Span = tuple[float, float]
"""Numbers of rows above the first and up to the second."""


class Unreadable(ValueError):
    """Bytes that are no page, cell or record."""


@dataclass(slots=True)
class FoundRows:
    """What was read of one table or index: rows, by their numbers where it has those.

    ``lost`` are the spans of numbers of which something could not be read; ``broken`` says so too.
    """

    rows: list[tuple[int, list[Value]]] = field(default_factory=list)
    lost: list[Span] = field(default_factory=list)
    broken: bool = False


class DamagedFile:
    """The pages of a file and of its log; pages of numbers in ``bad`` are not believed."""

    def __init__(self, path: Path, bad: Collection[int] = ()) -> None:
        data = path.read_bytes() if path.is_file() else b""
        size = int.from_bytes(data[16:18], "big") if data.startswith(MAGIC) else 0
        size = 65_536 if size == 1 else size
        self.size = size if size >= 512 and size & (size - 1) == 0 else PAGE_BYTES
        reserved = data[20] if data.startswith(MAGIC) and data[20] < 100 else 0
        self.usable = self.size - reserved
        self.pages = {
            number + 1: data[at : at + self.size]
            for number, at in enumerate(range(0, len(data), self.size))
            if number + 1 not in bad
        }
        self.pages.update(logged_pages(path.with_name(f"{path.name}-wal"), self.size))
        self.seen: set[int] = set()

    def tree(self, root: int) -> FoundRows:
        """Read all rows below a root page."""
        tree = FoundRows()
        self._walk(tree, root, -inf, inf, 0)
        return tree

    def orphans(self) -> Iterator[FoundRows]:
        """Read the leaves to which no page leads: one whose parent is lost is among them."""
        free = self._free_pages()
        for number in sorted(self.pages.keys() - self.seen - free):
            tree = FoundRows()
            page, start = self.pages[number], HEADER_BYTES if number == 1 else 0
            if page[start : start + 1] in (b"\x0d", b"\x0a", b"\x02"):
                self._read_cells(tree, page, start, -inf, inf)
                if tree.rows:
                    yield tree

    def _walk(self, tree: FoundRows, number: int, low: float, high: float, depth: int) -> None:
        page = self.pages.get(number)
        start = HEADER_BYTES if number == 1 else 0
        kind = page[start] if page is not None and len(page) == self.size else 0
        if page is None or number in self.seen or depth > MAX_LEVELS:
            kind = 0
        if kind not in (INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE) or page is None:
            tree.broken = True
            tree.lost.append((low, high))
            return
        self.seen.add(number)
        if kind != INNER_TABLE:
            self._read_cells(tree, page, start, low, high)
        if kind in (INNER_INDEX, INNER_TABLE):
            below = low
            for child, key in self._children(tree, page, start, kind):
                upper = high if key is None else float(key)
                self._walk(tree, child, below, upper, depth + 1)
                below = upper if kind == INNER_TABLE else low

    def _children(
        self, tree: FoundRows, page: bytes, start: int, kind: int
    ) -> Iterator[tuple[int, int | None]]:
        """List child pages with the highest number of a row below each; None for the last."""
        for at in self._cells(page, start):
            try:
                (child,) = struct.unpack_from(">I", page, at)
                yield child, read_varint(page, at + 4)[0] if kind == INNER_TABLE else None
            except (struct.error, IndexError):
                tree.broken = True
        yield struct.unpack_from(">I", page, start + 8)[0], None

    def _cells(self, page: bytes, start: int) -> tuple[int, ...]:
        head = start + (12 if page[start] in (INNER_INDEX, INNER_TABLE) else 8)
        (count,) = struct.unpack_from(">H", page, start + 3)
        count = min(count, (self.size - head) // 2)
        return struct.unpack_from(f">{count}H", page, head)

    def _read_cells(
        self, tree: FoundRows, page: bytes, start: int, low: float, high: float
    ) -> None:
        """Read the rows that lie on a page itself."""
        kind, torn = page[start], False
        for at in self._cells(page, start):
            place = at + 4 if kind == INNER_INDEX else at
            try:
                size, place = read_varint(page, place)
                number = 0
                if kind == LEAF_TABLE:
                    number, place = read_varint(page, place)
                    number -= 1 << 64 if number >= 1 << 63 else 0
                    if not low < number <= high:
                        raise Unreadable("a row lies where it does not belong")
                tree.rows.append((number, read_record(self._payload(page, place, size, kind))))
            except (ValueError, IndexError, struct.error, OverflowError):
                torn = True
        if torn:
            tree.broken = True
            tree.lost.append((low, high))

    def _payload(self, page: bytes, place: int, size: int, kind: int) -> bytes:
        """Return a row's bytes: those on the page, then those of its overflow pages."""
        if size > MAX_ROW_BYTES:
            raise Unreadable("a row is longer than any")
        room = self.usable - 35 if kind == LEAF_TABLE else (self.usable - 12) * 64 // 255 - 23
        least = (self.usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (self.usable - 4)
        here = size if size <= room else here if here <= room else least
        data = page[place : place + here]
        if len(data) != here:
            raise Unreadable("a row leads out of its page")
        parts, left, place = [data], size - here, place + here
        seen: set[int] = set()
        while left > 0:
            (following,) = struct.unpack_from(">I", page, place)
            page, place = self.pages.get(following, b""), 0
            if following in seen or len(page) != self.size:
                raise Unreadable("a row has lost its overflow")
            seen.add(following)
            part = page[4 : 4 + min(left, self.usable - 4)]
            parts.append(part)
            left -= len(part)
        self.seen |= seen
        return b"".join(parts)

    def _free_pages(self) -> set[int]:
        """List the pages that the file keeps for later: they hold what was deleted."""
        free: set[int] = set()
        head = self.pages.get(1, b"")
        (trunk,) = struct.unpack_from(">I", head, 32) if len(head) > HEADER_BYTES else (0,)
        while trunk and trunk not in free and len(page := self.pages.get(trunk, b"")) == self.size:
            free.add(trunk)
            trunk, count = struct.unpack_from(">II", page)
            leaves = min(count, self.size // 4 - 2)
            free.update(struct.unpack_from(f">{leaves}I", page, 8))
        return free


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes: it and the place behind it."""
    value = 0
    for place in range(at, at + 8):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def read_record(payload: bytes) -> list[Value]:
    """Read the values of a row; raises `Unreadable`, or another ``ValueError``."""
    end, at = read_varint(payload, 0)
    body, values = end, list[Value]()
    while at < end:
        kind, at = read_varint(payload, at)
        value, body = _value(payload, kind, body)
        values.append(value)
    if at != end or body != len(payload):
        raise Unreadable("a row has not the length that it claims")
    return values


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    if kind == 0 or kind in (8, 9):
        return (None if kind == 0 else kind - 8), at
    if kind in (10, 11):
        raise Unreadable("a value of no type")
    size = INTEGER_BYTES.get(kind, 8 if kind == 7 else (kind - 12) // 2)
    data = payload[at : at + size]
    if len(data) != size:
        raise Unreadable("a value leads out of its row")
    if kind == 7:
        return struct.unpack(">d", data)[0], at + size
    if kind < 7:
        return int.from_bytes(data, "big", signed=True), at + size
    return (data.decode("utf-8") if kind % 2 else data), at + size


def logged_pages(log: Path, size: int) -> dict[int, bytes]:
    """Read the pages that a killed writer left in the log, as far as it was committed."""
    try:
        data = log.read_bytes()
    except OSError:
        return {}
    if len(data) < WAL_HEADER or int.from_bytes(data[8:12], "big") != size:
        return {}
    order = ">" if data[3] & 1 else "<"
    sums = _checksum(data[:24], (0, 0), order)
    if sums != struct.unpack_from(">II", data, 24):
        return {}
    committed: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for at in range(WAL_HEADER, len(data) - FRAME_HEADER - size + 1, FRAME_HEADER + size):
        number, commit = struct.unpack_from(">II", data, at)
        page = data[at + FRAME_HEADER : at + FRAME_HEADER + size]
        sums = _checksum(page, _checksum(data[at : at + 8], sums, order), order)
        if data[at + 8 : at + 16] != data[16:24] or sums != struct.unpack_from(
            ">II", data, at + 16
        ):
            break
        waiting[number] = page
        if commit:
            committed.update(waiting)
            waiting.clear()
    return committed


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
