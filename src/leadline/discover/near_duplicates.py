"""Pages with nearly the same words as an earlier page of their site, whatever the order of words.

A page is reduced to 64 bits (simhash, Charikar 2002): similar bags of words differ in few bits. Two
numbers that differ in at most three bits agree in one of four blocks of 16 bits, which are looked
up. One list in two orders has one bag of words.

>>> index = NearDuplicates()
>>> words = tuple(f"word{i}" for i in range(60))
>>> index.add("h.example", "http://h.example/?sort=up", words)
''
>>> index.add("h.example", "http://h.example/?sort=down", tuple(reversed(words)))
'http://h.example/?sort=up'
>>> index.add("h.example", "http://h.example/other", tuple(f"other{i}" for i in range(60)))
''
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import log1p
from typing import Final

import numpy as np

MAX_DIFFERING_BITS: Final = 1
"""Bits in which the fingerprints of near duplicates differ at most."""
MIN_FINGERPRINT_WORDS: Final = 20
"""Words of a page that is compared; shorter pages are alike by accident."""
BLOCKS: Final = 4
"""Blocks of a fingerprint; numbers that differ in fewer bits agree in one of them."""


class NearDuplicates:
    """Fingerprints of the pages of each site."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, int, int], list[tuple[int, str]]] = {}

    def add(self, site: str, url: str, words: Sequence[str]) -> str:
        """Return the address of an earlier near duplicate; '' if there is none."""
        if len(words) < MIN_FINGERPRINT_WORDS:
            return ""
        mark = fingerprint(words)
        keys = [(site, block, mark >> 16 * block & 0xFFFF) for block in range(BLOCKS)]
        for key in keys:
            for other, address in self._pages.get(key, ()):
                if (mark ^ other).bit_count() <= MAX_DIFFERING_BITS:
                    return address
        for key in keys:
            self._pages.setdefault(key, []).append((mark, url))
        return ""


def fingerprint(words: Sequence[str]) -> int:
    """Return the simhash of a bag of words: 64 bits, each word by the logarithm of its count."""
    counts = Counter(words)
    marks = np.array([_word_mark(word) for word in counts], dtype=np.uint64)
    weights = np.array([log1p(count) for count in counts.values()])
    bits = np.unpackbits(marks.view(np.uint8)).reshape(len(marks), 64)
    is_set = weights @ bits > weights.sum() / 2
    return int(np.packbits(is_set).view(np.uint64)[0])


@lru_cache(maxsize=200_000)
def _word_mark(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest())
