"""Candidate queries as small numbers, so that counts about them are arrays.

Numbers are given in the order of arrival; terms that arrive together are numbered in their own
order. So equal answers give equal numbers in every run. Ties between scores are broken by the
queries' own order.

>>> words = Vocabulary()
>>> words.numbers({Query("", "oil"), Query("", "ink")}).tolist()
[0, 1]
>>> words.query(0)
Query(attribute='', value='ink')
>>> words.first(np.array([1, 0]))
0
"""

from collections.abc import Collection, Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from leadline.model import Query

TermNumbers = npt.NDArray[np.int32]
"""Terms by number, or counts by term."""
Places = npt.NDArray[np.int64]
"""Records by number, or places in an array."""
Numbers = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Terms = slice | npt.NDArray[Any]
"""Which terms a calculation is for."""

PREFIX_BYTES: Final = 8
"""Bytes of a query that are kept as an integer, so that many ties are compared fast."""


def grown(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return the array with room for ``size`` entries: at least doubled, new entries zero."""
    if len(array) >= size:
        return array
    larger = np.zeros(max(size, 2 * len(array), 1024), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def concatenated_ranges(begin: Numbers, lengths: Numbers) -> Places:
    """Return the places of several ranges, one range after another.

    >>> concatenated_ranges(np.array([7, 2]), np.array([2, 3])).tolist()
    [7, 8, 2, 3, 4]
    """
    shift = np.repeat(begin - (np.cumsum(lengths) - lengths), lengths)
    places: Places = shift + np.arange(len(shift))
    return places


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
        """Return the query with this number."""
        return self._query[number]

    def find(self, query: Query) -> int | None:
        """Return the number of a query, or None for one never seen."""
        return self._number.get(query)

    def number(self, query: Query) -> int:
        """Return the number of a query, a new one if it was never seen."""
        known = self._number.get(query)
        if known is not None:
            return known
        number = len(self._query)
        self._number[query] = number
        self._query.append(query)
        self._prefix = grown(self._prefix, number + 1)
        head = f"{query.attribute}\0{query.value}".encode(errors="replace")[:PREFIX_BYTES]
        self._prefix[number] = int.from_bytes(head.ljust(PREFIX_BYTES, b"\0"), "big")
        return number

    def numbers(self, terms: Collection[Query]) -> TermNumbers:
        """Return the numbers of a record's terms, rising."""
        known = self._number
        try:
            numbers = [known[term] for term in terms]
        except KeyError:
            numbers = [self.number(term) for term in sorted(terms)]
        numbers.sort()
        return np.array(numbers, dtype=np.int32)

    def first(self, numbers: Numbers) -> int:
        """Return, of at least one number, that whose query comes first in order."""
        if len(numbers) == 1:
            return int(numbers[0])
        prefixes = self._prefix[numbers]
        least = numbers[prefixes == prefixes.min()]
        return int(min(least.tolist(), key=self._query.__getitem__))
