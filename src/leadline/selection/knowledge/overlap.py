"""Overlap detection: do two sources show the same things? Decided on a sample of their records.

Comparing every record of every source would cost as much as all other work, and most sources share
nothing. Of each source only the first records are compared (``record_linkage``). Of later records a
coordinated sample is compared, those that hold a drawn word: another source's view of the same
thing holds that word too. Two sources overlap if enough of the records compared, or of the sample
alone, are shown by both.

>>> detector = OverlapDetector()
>>> for n in range(40):
...     detector.add("a", n, [f"print by painter{n}", f"{1700 + n}"])
>>> for n in range(30, 60):
...     detector.add("b", n, [f"{1700 + n}", f"painter{n}, a print"])
>>> detector.overlapping("b"), detector.overlapping("c")
(['a'], [])
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import Final
from zlib import crc32

from leadline.selection.knowledge.record_linkage import RecordLinker, record_words

MIN_SHARED_RECORDS: Final = 5
MIN_SHARED_SHARE: Final = 0.03
"""Records that two sources must share, at least, and their share of the smaller number compared: a
few things of one name are found between any two large sources."""
FULLY_COMPARED_RECORDS: Final = 2_000
"""First records of a source that are all compared."""
WORDS_PER_DRAWN_WORD: Final = 128
"""One word in so many is drawn; then one record in five to eight is compared, if it is long."""
SAMPLED_WORD: Final = re.compile(r"[^\W_]{4,}")

Sample = tuple[str, bool]
"""Records of a source: all that were compared, or (True) those of them with a drawn word."""


class OverlapDetector:
    """Compares records of sources, and decides which sources overlap."""

    def __init__(self) -> None:
        self._linker = RecordLinker()
        self._added: Counter[str] = Counter()
        self._compared: Counter[Sample] = Counter()
        self._shared: defaultdict[Sample, Counter[str]] = defaultdict(Counter)

    def add(self, source: str, key: Hashable, texts: Sequence[str]) -> None:
        """Add a record, once, by the texts of its fields."""
        self._added[source] += 1
        is_drawn = _holds_drawn_word(texts)
        if not is_drawn and self._added[source] > FULLY_COMPARED_RECORDS:
            return
        first_source, _ = self._linker.link(source, key, record_words(texts))
        for sample in ((source, False), (source, True)) if is_drawn else ((source, False),):
            self._compared[sample] += 1
            self._shared[sample][first_source] += first_source != source

    def overlapping(self, source: str) -> list[str]:
        """Return the sources whose records were among those that this source showed later."""
        others = dict.fromkeys(first for first in self._shared[source, False] if first != source)
        return [
            other
            for other in others
            if self._overlap(source, other, False) or self._overlap(source, other, True)
        ]

    def _overlap(self, source: str, other: str, only_drawn: bool) -> bool:
        """Whether two sources share enough of the records in a sample."""
        shared = self._shared[source, only_drawn][other]
        smaller = min(self._compared[source, only_drawn], self._compared[other, only_drawn])
        return shared >= MIN_SHARED_RECORDS and shared >= MIN_SHARED_SHARE * smaller


def _holds_drawn_word(texts: Sequence[str]) -> bool:
    words = SAMPLED_WORD.findall(" ".join(texts).lower())
    return any(crc32(word.encode("utf-8", "replace")) % WORDS_PER_DRAWN_WORD == 0 for word in words)
