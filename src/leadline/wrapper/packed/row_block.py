"""Rows of a page in packed form: a fifth of the memory, unpacked when somebody asks.

>>> block = RowBlock.pack([RecordRow("/7", (Field("title", "Sea"),), "Sea", (4,))])
>>> block.rows()[0].fields, block.texts()
((Field(column='title', value='Sea', kind='text'),), ['Sea'])
>>> rows = RecalledRows(("/7",), block)
>>> len(rows), rows.keys, rows[0].text
(1, ('/7',), 'Sea')
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, overload

from leadline.model import Field
from leadline.wrapper.reading import RecordRow

COMPRESSION_LEVEL: Final = 1
UNPACKED_BLOCKS: Final = 64
"""Blocks that stay unpacked beside their packed form."""


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
