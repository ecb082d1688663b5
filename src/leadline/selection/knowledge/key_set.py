"""Set of keys in 14 bytes each, whatever their length: membership, no list of them.

Kept are 64-bit hashes in small buckets. The table grows by one bucket at a time (linear hashing,
Litwin 1980), so that no single step is long. Two different keys are taken for one with a chance of
``n * n / 2 ** 65``: three in a million for ten million keys.

>>> keys = KeySet(["b", "a"])
>>> keys.add("c"), keys.add("a"), "b" in keys, "d" in keys, len(keys)
(True, False, True, False, 3)
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

MAX_MEAN_BUCKET: Final = 16
"""Keys a bucket, on average, above which the table gets another bucket."""


class KeySet:
    """Keys that were seen; none is taken away."""

    __slots__ = ("_buckets", "_count", "_mask")

    def __init__(self, keys: Iterable[Hashable] = ()) -> None:
        self._buckets = [array("q")]
        self._mask = 0
        self._count = 0
        for key in keys:
            self.add(key)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: Hashable) -> bool:
        number = hash(key)
        return number in self._bucket(number)

    def add(self, key: Hashable) -> bool:
        """Add a key; return whether it is new."""
        return self._add(hash(key))

    def update(self, other: KeySet) -> None:
        """Add all keys of another set."""
        for bucket in other._buckets:
            for number in bucket:
                self._add(number)

    def _add(self, number: int) -> bool:
        bucket = self._bucket(number)
        if number in bucket:
            return False
        bucket.append(number)
        self._count += 1
        if self._count > MAX_MEAN_BUCKET * len(self._buckets):
            self._split()
        return True

    def _bucket(self, number: int) -> array[int]:
        place = number & self._mask
        if place >= len(self._buckets):
            place &= self._mask >> 1
        return self._buckets[place]

    def _split(self) -> None:
        """Add a bucket, and move there what belongs there."""
        place = len(self._buckets)
        if place > self._mask:
            self._mask = 2 * self._mask + 1
        source = place & (self._mask >> 1)
        numbers, mask = self._buckets[source], self._mask
        self._buckets[source] = array("q", [n for n in numbers if n & mask == source])
        self._buckets.append(array("q", [n for n in numbers if n & mask == place]))
