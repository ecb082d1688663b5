"""Do sources show the same things? Told by some of their records before all are compared.

To compare every record of every source costs as much as all else that is done with them, and most
sources share nothing. So of each only the first records are compared (``sameness``), and of those
that follow a coordinated sample, the ones that hold a drawn word: what another source shows too
holds it there as well. Sources are kin if of the records compared, or of the sample alone, enough
are of both.

>>> detector = OverlapDetector()
>>> for n in range(40):
...     detector.add("a", n, [f"print by painter{n}", f"{1700 + n}"])
>>> for n in range(30, 60):
...     detector.add("b", n, [f"{1700 + n}", f"painter{n}, a print"])
>>> detector.overlapping("b"), detector.overlapping("c")
(['a'], [])
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final
from zlib import crc32

from leadline.selection.knowledge.record_linkage import RecordLinker, record_words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

FEWEST_SHARED: Final = 5
SHARED: Final = 0.03
"""Records that two sources both show, and their share of the fewer that either showed, from which
they are kin: a few things of one name are found between any two large sources."""
FIRST: Final = 2_000
"""Records of a source that are all compared."""
ONE_WORD_IN: Final = 128
"""Then one record in five to eight is, as records go."""
WORD: Final = re.compile(r"[^\W_]{4,}")

Sample = tuple[str, bool]
"""Records of a source: all that were compared, or (True) those of them with a drawn word."""


class OverlapDetector:
    """Notes records of sources, and knows which sources are kin."""

    def __init__(self) -> None:
        self._linker = RecordLinker()
        self._noted: Counter[str] = Counter()
        self._compared: Counter[Sample] = Counter()
        self._met: defaultdict[Sample, Counter[str]] = defaultdict(Counter)

    def add(self, source: str, key: Hashable, texts: Sequence[str]) -> None:
        """A record, once: what it says, field by field."""
        self._noted[source] += 1
        drawn = _is_drawn(texts)
        if not drawn and self._noted[source] > FIRST:
            return
        first, _ = self._linker.link(source, key, record_words(texts))
        for sample in ((source, False), (source, True)) if drawn else ((source, False),):
            self._compared[sample] += 1
            self._met[sample][first] += first != source

    def overlapping(self, source: str) -> list[str]:
        """The sources that are kin of this one: their records were among what it showed later."""
        others = dict.fromkeys(first for first in self._met[source, False] if first != source)
        return [one for one in others if any(self._share(source, one, of) for of in (False, True))]

    def _share(self, source: str, other: str, only_drawn: bool) -> bool:
        met = self._met[source, only_drawn][other]
        fewer = min(self._compared[source, only_drawn], self._compared[other, only_drawn])
        return met >= FEWEST_SHARED and met >= SHARED * fewer


def _is_drawn(texts: Sequence[str]) -> bool:
    words = WORD.findall(" ".join(texts).lower())
    return any(crc32(word.encode("utf-8", "replace")) % ONE_WORD_IN == 0 for word in words)
