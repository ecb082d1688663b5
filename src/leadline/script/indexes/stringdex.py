"""Index of rustdoc since 1.92: a root file, and files of cells for each of its columns.

A file holds cells one after the other, each behind its length in hexadecimal digits from "`" (the
last one) or "@" (others); a digit from "0" repeats one of the sixteen cells before. Which rows of a
column have no cell says a bitmap (Roaring, with three short forms) in the root.

>>> _cells(b'rd_("bidcAny0")'), sorted(_bitmap(bytes([0xD3, 7, 0, 0, 0, 1, 5]))[:2])
([b'id', b'Any', b'Any'], [7, 8])
"""

import base64
import re
from collections.abc import Iterator
from itertools import accumulate, chain, islice
from typing import Any, Final

from leadline.page.data.lists import Item
from leadline.page.data.literal import unescape_script
from leadline.page.json_text import read_json
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_STRINGDEX: Final = re.compile(
    r"data-root-path=[\"']([^\"'<>]{0,200})[\"'](?=[^<>]{0,2000}data-stringdex-js)"
    r"(?:[^<>]{0,2000}data-resource-suffix=[\"']([^\"'<>]{0,100}))?"
)
CELL_COLUMNS: Final = ("name", "path", "entry", "desc")
HASH_BYTES: Final = 6
MAX_INDEX_ROWS: Final = 2_000_000
_CALL: Final = re.compile(rb"\s*r([rdb])_\(([\"'])(.*)\2\)", re.DOTALL)


class StringdexReader:
    """Reads the files of one index in their order; the last one brings the items."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, ...]] = {}
        self._empty: dict[str, frozenset[int]] = {}
        self._read: dict[str, list[bytes]] = {}

    def __call__(self, body: bytes, url: str) -> IndexPart:
        """Read the root or a file of a column; what is none of them holds nothing."""
        try:
            if body.lstrip()[:3] == b"rr_":
                self._open(read_json(_text(body)), url)
            else:
                self._read[url] = _cells(body)
            files = dict.fromkeys(chain.from_iterable(self._files.values()))
            rest = tuple(file for file in files if file not in self._read)
            return IndexPart((), rest) if rest else IndexPart(tuple(self._items()))
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            return IndexPart()

    def _open(self, root: dict[str, Any], url: str) -> None:
        for name in CELL_COLUMNS:
            data = base64.b64decode(root[name]["H"])
            hashes = (data[at : at + HASH_BYTES].hex() for at in range(0, len(data), HASH_BYTES))
            self._files[name] = tuple(resolved(url, f"{name}/{one}.js") for one in hashes)
            self._empty[name] = frozenset(_bitmap(base64.b64decode(root[name]["E"])))

    def _items(self) -> Iterator[Item]:
        name, path, entry, description = (self._rows(column) for column in CELL_COLUMNS)

        def within(place: int) -> str:
            outer = read_json(path.get(place, '[0,""]'))[1]
            return "::".join(part for part in (outer, name.get(place, "")) if part)

        for row, cell in entry.items():
            crate, _, module, exact, parent, *_ = read_json(cell)
            places = {"path": exact or module, "parent": parent, "crate": crate + 1}
            item = {"name": name[row]} | {k: within(v - 1) for k, v in places.items() if v}
            yield item | ({"description": description[row]} if row in description else {})

    def _rows(self, column: str) -> dict[int, str]:
        """Return the cells of a column by their rows."""
        cells = [cell for file in self._files[column] for cell in self._read[file]]
        filled = (row for row in range(MAX_INDEX_ROWS) if row not in self._empty[column])
        return {
            row: cell.decode("utf-8", "replace") for row, cell in zip(filled, cells, strict=False)
        }


def _text(body: bytes) -> str:
    match = _CALL.match(body)
    return unescape_script(match[3].decode("utf-8", "replace")) if match else ""


def _cells(body: bytes) -> list[bytes]:
    text = _text(body)
    data = base64.b64decode(text) if body.lstrip()[:2] == b"rb" else text.encode("latin-1")
    cells: list[bytes] = []
    before: list[bytes] = []
    at = size = 0
    while at < len(data):
        sign = data[at]
        at += 1
        if 48 <= sign < 64:
            cells.append(before[-1 - (sign - 48)])
            continue
        size = size << 4 | sign & 15
        if size > len(data):
            raise ValueError("a cell is longer than its file")
        if sign >= 96:
            cells.append(data[at : at + size])
            before = [*before[-15:], cells[-1]]
            at, size = at + size, 0
    return cells


def _bitmap(data: bytes) -> list[int]:
    """Return the numbers of a bitmap."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(data[at : at + size], "little")

    first = data[0] if data else 0
    count = first & 15
    if first > 0xE0 and first <= 0xF0:
        return list(range(number(1, 4), number(1, 4) + count))
    if first > 0xD0:
        width = 2 if first > 0xF0 else 1
        steps = (number(5 + width * one, width) for one in range(count - 1))
        return list(accumulate(steps, initial=number(1, 4)))
    if first < 0x3A:
        return [number(1 + 4 * one, 4) for one in range(first)]
    return list(islice(_roaring(data, number), MAX_INDEX_ROWS))


def _roaring(data: bytes, number: Any) -> Iterator[int]:
    """Yield the numbers of a bitmap in Roaring's own format."""
    has_runs = data[0] == 0x3B
    count = number(2, 2) + 1 if has_runs else number(4, 4)
    runs = number(4, (count + 7) // 8) if has_runs else 0
    keys = 4 + (count + 7) // 8 if has_runs else 8
    if keys + 4 * count > len(data):
        raise ValueError("a bitmap is shorter than it says")
    at = keys + 4 * count + (4 * count if not has_runs or count >= 4 else 0)
    for one in range(count):
        base, filled = number(keys + 4 * one, 2) << 16, number(keys + 4 * one + 2, 2) + 1
        if runs >> one & 1:
            stop = at + 2 + 4 * number(at, 2)
            for place in range(at + 2, stop, 4):
                start = base + number(place, 2)
                yield from range(start, start + number(place + 2, 2) + 1)
            at = stop
        elif filled >= 4096:
            yield from (base + bit for bit in range(65536) if data[at + bit // 8] >> bit % 8 & 1)
            at += 8192
        else:
            yield from (base + number(at + 2 * value, 2) for value in range(filled))
            at += 2 * filled


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    root = page.at(f"{match[1]}search.index/root{match[2] or ''}.js")
    yield StaticIndex("rustdoc", (root,), StringdexReader())


INDEXES: Final = (IndexKind(_STRINGDEX, _find, in_markup=True),)
