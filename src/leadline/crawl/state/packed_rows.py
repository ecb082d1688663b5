"""Rows of a walk and texts of a source, in packed blocks, a page each.

>>> from leadline.model import Field
>>> rows = [RecordRow(key, (Field("title", key),), f"text of {key}") for key in ("a", "b", "a")]
>>> walked, known = WalkRows(), KnownTexts()
>>> block = RowBlock.pack(rows)
>>> walked.add(block, rows), walked.add(block, rows)
(2, 0)
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple, Protocol, overload

from leadline.model import Record
from leadline.selection.knowledge.key_set import KeySet
from leadline.wrapper.packed.row_block import RecalledRows, RowBlock
from leadline.wrapper.reading import PageReading, RecordRow, row_keys

TEXTS_PER_STEP: Final = 500
"""Texts whose words are counted before others are served."""
MAX_PLAIN_ROWS: Final = 1_000
"""Rows of a walk that are also kept as they were read: most answers are asked for them at once."""
ROWS_PER_BLOCK: Final = 50
"""Rows of a block where no page divides them."""


class PageRecords(Sequence[Record]):
    """The rows of a page as records of a source, made when somebody asks."""

    __slots__ = ("_query", "_reading", "_source")

    def __init__(self, source: str, reading: PageReading, query: str) -> None:
        self._source, self._reading, self._query = source, reading, query

    def __len__(self) -> int:
        return len(self._reading.rows)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, place: int | slice) -> Record | tuple[Record, ...]:
        if isinstance(place, slice):
            return tuple(self[n] for n in range(*place.indices(len(self))))
        row, number = self._reading.rows[place], self._reading.page.number
        return Record(self._source, row.key, row.fields, number, place, self._query)


class RowsByKey(Protocol):
    """Rows by key, in the order in which they were read first."""

    def __len__(self) -> int: ...
    def __contains__(self, key: object, /) -> bool: ...
    def values(self) -> Iterable[RecordRow]:
        """Return the rows."""

    def items(self) -> Iterable[tuple[str, RecordRow]]:
        """Return keys and rows."""


class _BlockPart(NamedTuple):
    """Some rows of a block, by place; ``plain`` is the page they are of, if it is still held."""

    block: RowBlock
    places: array[int]
    plain: Sequence[RecordRow] | None

    def rows(self) -> Sequence[RecordRow]:
        """Return all rows of the page."""
        return self.plain if self.plain is not None else self.block.rows()

    def texts(self) -> list[str]:
        """Return the texts of all rows of the page."""
        plain = self.plain
        return [row.text for row in plain] if plain is not None else self.block.texts()


@dataclass(frozen=True, slots=True)
class PackedView:
    """The rows that a walk had read at some time."""

    parts: tuple[_BlockPart, ...]
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[RecordRow]:
        return (
            rows[place] for part in self.parts for rows in (part.rows(),) for place in part.places
        )


class WalkRows:
    """Rows of one answer by key, each as it was read first."""

    __slots__ = ("_packed_parts", "_parts", "_plain_rows", "keys")

    def __init__(self) -> None:
        self.keys = KeySet()
        self._parts: list[_BlockPart] = []
        self._packed_parts = 0  # so many of the first hold no page in plain form
        self._plain_rows = 0

    @classmethod
    def of(cls, rows: Iterable[RecordRow]) -> WalkRows:
        """Return rows as those of a walk, packed again."""
        result = cls()
        waiting: list[RecordRow] = []
        for row in rows:
            waiting.append(row)
            if len(waiting) == ROWS_PER_BLOCK:
                result.add(RowBlock.pack(waiting), waiting)
                waiting = []
        if waiting:
            result.add(RowBlock.pack(waiting), waiting)
        return result

    def __len__(self) -> int:
        return len(self.keys)

    def __contains__(self, key: object, /) -> bool:
        return key in self.keys

    def __iter__(self) -> Iterator[RecordRow]:
        return self.values()

    def add(self, block: RowBlock, rows: Sequence[RecordRow]) -> int:
        """Add the rows of a page, which ``block`` holds, that are new here; count them."""
        places = self.keys.add_all(row_keys(rows))
        if not places:
            return 0
        plain = None if isinstance(rows, RecalledRows) else rows
        self._parts.append(_BlockPart(block, places, plain))
        self._plain_rows += len(rows) if plain is not None else 0
        if self._plain_rows > MAX_PLAIN_ROWS:
            newest = self._parts[self._packed_parts :]
            self._parts[self._packed_parts :] = [part._replace(plain=None) for part in newest]
            self._packed_parts = len(self._parts)
            self._plain_rows = 0
        return len(places)

    def view(self) -> PackedView:
        """Return the rows as they are now."""
        return PackedView(tuple(self._parts), len(self))

    def values(self) -> Iterator[RecordRow]:
        """Return the rows."""
        return iter(self.view())

    def texts(self) -> Iterator[str]:
        """Return the texts of the rows."""
        parts = self._parts
        return (
            texts[place] for part in parts for texts in (part.texts(),) for place in part.places
        )

    def pick(self, numbers: range) -> list[RecordRow]:
        """Return the rows of some rising numbers, in the order of reading."""
        picked: list[RecordRow] = []
        first = 0
        for part in self._parts:
            here = range(first, first + len(part.places))
            wanted = [number for number in numbers[len(picked) :] if number in here]
            first = here.stop
            if wanted:
                rows = part.rows()
                picked += [rows[part.places[number - here.start]] for number in wanted]
        return picked

    def items(self) -> Iterator[tuple[str, RecordRow]]:
        """Return keys and rows."""
        return ((row.key, row) for row in self.values())


def views(rows: RowsByKey) -> PackedView | tuple[RecordRow, ...]:
    """Return rows as they are now, packed ones without unpacking them."""
    return rows.view() if isinstance(rows, WalkRows) else tuple(rows.values())


class KnownTexts:
    """Keys and texts of all records of a source, in the order in which they were taken."""

    __slots__ = ("_blocks", "_ends", "_keys", "_places")

    def __init__(self) -> None:
        self._keys = KeySet()
        self._blocks: list[RowBlock] = []
        self._places: list[array[int]] = []
        self._ends = array("Q")

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object, /) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        pages = zip(self._blocks, self._places, strict=True)
        return (
            keys[place] for block, places in pages for keys in (block.keys(),) for place in places
        )

    def add(self, block: RowBlock, keys: Sequence[str]) -> int:
        """Add the rows of a page whose keys are new; return how many they are."""
        places = self._keys.add_all(keys)
        if places:
            self._blocks.append(block)
            self._places.append(places)
            self._ends.append(len(self._keys))
        return len(places)

    def items(self) -> Iterator[tuple[str, str]]:
        """Return keys and texts."""
        return zip(self, self.values(), strict=True)

    def values(self) -> Iterator[str]:
        """Return the texts."""
        return self.since(0)

    def of_columns(self, columns: Collection[str]) -> Iterator[str]:
        """Return the texts of some columns of each record, or all of it without any."""
        if not columns:
            return self.values()
        rows = (
            rows[place]
            for block, places in zip(self._blocks, self._places, strict=True)
            for rows in (block.rows(),)
            for place in places
        )
        return (" ".join(one.value for one in row.fields if one.column in columns) for row in rows)

    def since(self, first: int) -> Iterator[str]:
        """Return the texts of records from number ``first`` on, in the order of taking."""
        page = bisect_right(self._ends, first)
        left = first - (self._ends[page - 1] if page else 0)
        pages = zip(self._blocks[page:], self._places[page:], strict=True)
        texts = (
            texts[place]
            for block, places in pages
            for texts in (block.texts(),)
            for place in places
        )
        return islice(texts, left, None)

    def remove(self, keys: Collection[str]) -> None:
        """Remove records that were taken twice; this reads all of them."""
        blocks, places = self._blocks, self._places
        self._keys, self._blocks, self._places, self._ends = KeySet(), [], [], array("Q")
        for block, taken in zip(blocks, places, strict=True):
            of_row = block.keys()
            kept = array("I", [n for n in taken if of_row[n] not in keys])
            if kept:
                for place in kept:
                    self._keys.add(of_row[place])
                self._blocks.append(block)
                self._places.append(kept)
                self._ends.append(len(self._keys))
