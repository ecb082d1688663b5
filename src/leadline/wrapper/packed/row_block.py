"""Rows of a page in packed form: a fifth of the memory, unpacked when somebody asks.

Readings in a form that can be stored, so that a resumed run need not read a page anew.

Stored are the keys of the rows, the rows in packed form, the stated total, and facts that follow
from the page. The page itself stays in the archive and is parsed if somebody asks for more.

>>> block = RowBlock.pack([RecordRow("/7", (Field("title", "Sea"),), "Sea", (4,))])
>>> block.rows()[0].fields, block.texts()
((Field(column='title', value='Sea', kind='text'),), ['Sea'])
>>> rows = RecalledRows(("/7",), block)
>>> len(rows), rows.keys, rows[0].text
(1, ('/7',), 'Sea')
>>> from leadline.model import Field, Request
>>> from leadline.page.dom import parse_html
>>> from leadline.wrapper.reading import RecordRow
>>> page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200, number=4)
>>> rows = (RecordRow("/7", (Field("title", "Sea"),), "Sea"),)
>>> reading = PageReading(page, parse_html("", ""), rows, origin=Origin("c0de", rows, None))
>>> again = unpack_reading(pack_reading(reading), page)
>>> again.keys, again.rows[0].fields[0].value, again.origin.code
(('/7',), 'Sea', 'c0de')
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, overload

from leadline.model import Field, Page
from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.reading import Origin, PageReading, RecordRow, UnparsedPage, row_keys
from leadline.wrapper.totals.stated import StatedTotal

COMPRESSION_LEVEL: Final = 1
UNPACKED_BLOCKS: Final = 64
"""Blocks that stay unpacked beside their packed form."""
LENGTH_BYTES: Final = 4
"""Bytes of the length of the head, which stands before it."""


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Packed rows of a page; ``data`` can be stored."""

    data: bytes

    @classmethod
    def pack(cls, rows: Iterable[RecordRow]) -> RowBlock:
        """Pack rows."""
        plain = [
            (row.key, row.text, [(f.column, f.value, f.kind) for f in row.fields], row.nodes)
            for row in rows
        ]
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return cls(zlib.compress(text.encode("utf-8", "surrogatepass"), COMPRESSION_LEVEL))

    def rows(self) -> tuple[RecordRow, ...]:
        """Return the rows."""
        return _rows(self.data)

    def keys(self) -> list[str]:
        """Return the key of each row."""
        return [row[0] for row in _plain(self.data)]

    def texts(self) -> list[str]:
        """Return the text of each row."""
        return [row[1] for row in _plain(self.data)]


class RecalledRows(Sequence[RecordRow]):
    """Rows of a page that was read in an earlier run: keys at hand, the rest packed."""

    __slots__ = ("block", "keys")

    def __init__(self, keys: tuple[str, ...], block: RowBlock) -> None:
        self.keys = keys
        self.block = block

    def __len__(self) -> int:
        return len(self.keys)

    @overload
    def __getitem__(self, place: int) -> RecordRow: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[RecordRow, ...]: ...
    def __getitem__(self, place: int | slice) -> RecordRow | tuple[RecordRow, ...]:
        return self.block.rows()[place]


def block_of(rows: Sequence[RecordRow]) -> RowBlock:
    """Return rows in packed form."""
    return rows.block if isinstance(rows, RecalledRows) else RowBlock.pack(rows)


def row_texts(rows: Sequence[RecordRow]) -> list[str]:
    """Return the text of each row; packed rows need not be made for that."""
    if isinstance(rows, RecalledRows):
        return rows.block.texts()
    return [row.text for row in rows]


def _plain(data: bytes) -> list[Any]:
    plain: list[Any] = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
    return plain


@lru_cache(maxsize=UNPACKED_BLOCKS)
def _rows(data: bytes) -> tuple[RecordRow, ...]:
    return tuple(
        RecordRow(key, tuple([Field(*field) for field in fields]), text, tuple(nodes))
        for key, text, fields, nodes in _plain(data)
    )


def pack_reading(reading: PageReading, block: RowBlock | None = None) -> bytes:
    """Return a reading as bytes, as it was before a walk changed it; ``block`` holds its rows."""
    origin = reading.origin
    if origin is None:
        raise ValueError("only a reading with an origin can be remembered")
    head = {
        "code": origin.code,
        "keys": list(row_keys(origin.rows)),
        "stated": to_plain(origin.stated) if origin.stated else None,
        "facts": reading.facts,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    if block is None or origin.rows is not reading.rows:
        block = block_of(origin.rows)
    return len(packed).to_bytes(LENGTH_BYTES, "big") + packed + block.data


def unpack_reading(data: bytes, page: Page) -> PageReading:
    """Return the reading of a page from the bytes of ``pack_reading``."""
    end = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big")
    text = zlib.decompress(data[LENGTH_BYTES:end]).decode("utf-8", "surrogatepass")
    head: dict[str, Any] = json.loads(text)
    rows = RecalledRows(tuple(head["keys"]), RowBlock(data[end:]))
    stated = from_plain(StatedTotal, head["stated"]) if head["stated"] else None
    origin = Origin(head["code"], rows, stated)
    return PageReading(page, UnparsedPage(page), rows, stated, facts=head["facts"], origin=origin)
