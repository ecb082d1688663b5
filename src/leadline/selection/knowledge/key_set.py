"""Set of keys in 14 bytes each, whatever their length: membership, no list of them.

Kept are 64-bit hashes in small buckets. The table grows by one bucket at a time (linear hashing,
Litwin 1980), so that no single step is long. Two different keys are taken for one with a chance of
``n * n / 2 ** 65``: three in a million for ten million keys.

>>> keys = KeySet(["b", "a"])
>>> keys.add("c"), keys.add("a"), "b" in keys, "d" in keys, len(keys)
(True, False, True, False, 3)
>>> keys.add_all(["a", "d", "d", "e"]).tolist()
[1, 3]
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from typing import Final

MAX_MEAN_BUCKET: Final = 16
"""Keys a bucket, on average, above which the table gets another bucket."""


class KeySet:
    """Keys that were seen; none is taken away."""

    __slots__ = ("_buckets", "_count", "_mask")

    def __init__(self, keys: Iterable[Hashable] = ()) -> None:
        self._buckets = [array("q")]
        self._mask = 0
        self._count = 0
        self.add_all(keys)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: Hashable) -> bool:
        number = hash(key)
        return number in self._bucket(number)

    def add(self, key: Hashable) -> bool:
        """Add a key; return whether it is new."""
        return bool(self._add_numbers((hash(key),)))

    def add_all(self, keys: Iterable[Hashable]) -> array[int]:
        """Add keys; return the places of those that are new, each at its first place."""
        return self._add_numbers(map(hash, keys))

    def update(self, other: KeySet) -> None:
        """Add all keys of another set."""
        for bucket in other._buckets:
            self._add_numbers(bucket)

    def _add_numbers(self, numbers: Iterable[int]) -> array[int]:
        buckets, mask, size = self._buckets, self._mask, len(self._buckets)
        places = array("I")
        for place, number in enumerate(numbers):
            at = number & mask
            bucket = buckets[at if at < size else at & mask >> 1]
            if number not in bucket:
                bucket.append(number)
                places.append(place)
        self._count += len(places)
        while self._count > MAX_MEAN_BUCKET * len(buckets):
            self._split()
        return places

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
        numbers, bit = self._buckets[source], place ^ source
        self._buckets[source] = array("q", [n for n in numbers if not n & bit])
        self._buckets.append(array("q", [n for n in numbers if n & bit]))
