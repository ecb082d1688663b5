"""Candidate queries as small numbers, so that counts about them are arrays.

Numbers are given in the order of arrival, terms that arrive together in their own order, so equal
answers give equal numbers in every run. Ties between scores are broken by the queries' own order:
the first eight bytes of each are kept as an integer, so that ten thousand ties cost microseconds.

>>> from leadline.model import Query
>>> words = Vocabulary()
>>> words.numbers({Query("", "oil"), Query("", "ink")}).tolist()
[0, 1]
>>> words.query(0)
Query(attribute='', value='ink')
>>> words.first(np.array([1, 0]))
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from leadline.model import Query

Numbers = npt.NDArray[np.int32]
PREFIX: Final = 8


def grown(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """The array with room for ``size`` entries: at least doubled, new entries zero."""
    if len(array) >= size:
        return array
    larger = np.zeros(max(size, 2 * len(array), 1024), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def stretches(begin: npt.NDArray[Any], lengths: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The places of several stretches, one after another.

    >>> stretches(np.array([7, 2]), np.array([2, 3])).tolist()
    [7, 8, 2, 3, 4]
    """
    shift = np.repeat(begin - (np.cumsum(lengths) - lengths), lengths)
    found: npt.NDArray[np.int64] = shift + np.arange(len(shift))
    return found


class Vocabulary:
    """Query to number and back; numbers never change and none is taken away."""

    def __init__(self, queries: Iterable[Query] = ()) -> None:
        self._number: dict[Query, int] = {}
        self._query: list[Query] = []
        self._prefix = np.zeros(1024, dtype=np.uint64)
        self.numbers(sorted(set(queries)))

    def __len__(self) -> int:
        return len(self._query)

    def query(self, number: int) -> Query:
        """The query with this number."""
        return self._query[number]

    def find(self, query: Query) -> int | None:
        """The number of a query, or None for one never seen."""
        return self._number.get(query)

    def number(self, query: Query) -> int:
        """The number of a query, a new one if it was never seen."""
        known = self._number.get(query)
        if known is not None:
            return known
        number = len(self._query)
        self._number[query] = number
        self._query.append(query)
        self._prefix = grown(self._prefix, number + 1)
        head = f"{query.attribute}\0{query.value}".encode(errors="replace")[:PREFIX]
        self._prefix[number] = int.from_bytes(head.ljust(PREFIX, b"\0"), "big")
        return number

    def numbers(self, terms: Collection[Query]) -> Numbers:
        """The numbers of a record's terms, rising."""
        known = self._number
        try:
            found = [known[term] for term in terms]
        except KeyError:
            found = [self.number(term) for term in sorted(terms)]
        found.sort()
        return np.array(found, dtype=np.int32)

    def first(self, numbers: npt.NDArray[Any]) -> int:
        """Of some numbers (at least one) that whose query comes first in order."""
        if len(numbers) == 1:
            return int(numbers[0])
        prefixes = self._prefix[numbers]
        least = numbers[prefixes == prefixes.min()]
        return int(min(least.tolist(), key=self._query.__getitem__))
