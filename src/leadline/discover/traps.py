"""Traps: parts of a site without end, which a crawl leaves after a bounded number of pages.

Calendars, facets and sorted lists write ever new addresses of one shape. A shape is the path of an
address with its numbers struck out, without the values of its query. A shape whose pages brought no
reward for a while is put off until the rest of the host is done. It is left when its pages bring
neither reward nor new words, or no reward for very long. Parameters that hold a session are cut off
an address before it counts as new.

>>> canonical_url("http://H.example/list;jsessionid=A7?PHPSESSID=9&b=2#top")
'http://h.example/list?b=2'
>>> address_shape("http://h.example/2026/11?day=3"), address_shape("http://h.example/tide-tables")
('h.example/#/#?', '')
>>> traps = TrapGuard()
>>> for day in range(60):
...     traps.observe(f"http://h.example/calendar/{day}", ("monday", "tuesday"), is_rewarded=False)
>>> traps.level("http://h.example/calendar/99"), traps.level("http://h.example/about")
(1, 0)
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from math import log1p
from typing import Final

import numpy as np

from leadline.page.query_string import raw_pairs, split_address
from leadline.page.urls import host_key, query_separator

MAX_BARREN_PAGES: Final = 50
"""Pages of a shape in a row without reward, after which it is put off."""
MAX_STALE_PAGES: Final = 100
"""Pages of a shape in a row without reward and new words, after which it is left."""
MAX_UNREWARDED_PAGES: Final = 1_000
"""Pages of a shape in a row without reward, after which it is left whatever they say."""
MIN_NEW_WORDS: Final = 2
"""Words that no earlier page of the shape held, from which a page says something new."""
MAX_SHAPE_WORDS: Final = 50_000
"""Words that are remembered of a shape."""
_SESSION_NAMES: Final = (
    "phpsessid jsessionid sessionid session_id sessid session sid s_id cfid cftoken "
    "aspsessionid osession zenid oscsid utm_source utm_medium utm_campaign utm_term utm_content"
)
SESSION_NAMES: Final = frozenset(_SESSION_NAMES.split())
"""Parameters that tell visits apart, not pages."""

_DIGITS: Final = re.compile(r"\d+")
_PATH_SESSION: Final = re.compile(r";(?:jsessionid|sid)=[^/?]*", re.IGNORECASE)


@dataclass(slots=True)
class ShapeRecord:
    """What a shape brought: rewarded pages, pages in a row without reward, without new words."""

    rewarded: int = 0
    barren: int = 0
    stale: int = 0
    words: set[str] = field(default_factory=set)


class TrapGuard:
    """Counts what every shape of addresses brings, and says which are to be left."""

    def __init__(self) -> None:
        self._shapes: dict[str, ShapeRecord] = {}

    def observe(self, url: str, words: Iterable[str], *, is_rewarded: bool) -> None:
        """Count a fetched page and its words."""
        shape = address_shape(url)
        if not shape:
            return
        record = self._shapes.setdefault(shape, ShapeRecord())
        new_words = set(words) - record.words
        if len(record.words) < MAX_SHAPE_WORDS:
            record.words |= new_words
        record.rewarded += is_rewarded
        record.barren = 0 if is_rewarded else record.barren + 1
        is_new = is_rewarded or len(new_words) >= MIN_NEW_WORDS
        record.stale = 0 if is_new else record.stale + 1

    def level(self, url: str) -> int:
        """Return 0 for addresses to be fetched in their turn, 1 to be put off, 2 to be left.

        A shape that was rewarded before may be without reward for longer.
        """
        record = self._shapes.get(address_shape(url))
        if record is None:
            return 0
        patience = 2 * record.rewarded
        if record.stale >= MAX_STALE_PAGES or record.barren >= MAX_UNREWARDED_PAGES + patience:
            return 2
        return int(record.barren >= MAX_BARREN_PAGES + patience)


def canonical_url(url: str) -> str:
    """Return the address by which a page is known: lower-case host, no fragment, no session."""
    parts = split_address(url.partition("#")[0])
    if not parts.netloc:
        return url
    path = _PATH_SESSION.sub("", parts.path) if ";" in parts.path else parts.path
    query = parts.query
    if "=" in query:
        separator = query_separator(query)
        pairs = zip(query.split(separator), raw_pairs(query), strict=True)
        query = separator.join(raw for raw, (name, _) in pairs if not _is_session(name))
    host = host_key(url) or parts.netloc
    address = f"{parts.scheme.lower()}://{host}{path or '/'}"
    return f"{address}?{query}" if query else address


def address_shape(url: str) -> str:
    """Return the host and path without numbers, marked where a query follows.

    It is '' for addresses with neither number nor query: they cannot go on for ever.
    """
    address, asked, _ = url.partition("//")[2].partition("?")
    host, _, path = address.partition("/")
    shape = _DIGITS.sub("#", path)
    return f"{host}/{shape}{asked}" if asked or "#" in shape else ""


def _is_session(name: str) -> bool:
    lowered = name.lower()
    return lowered in SESSION_NAMES or lowered.startswith("aspsessionid")


MAX_DIFFERING_BITS: Final = 1
"""Bits in which the fingerprints of near duplicates differ at most."""
MIN_FINGERPRINT_WORDS: Final = 20
"""Words of a page that is compared; shorter pages are alike by accident."""
BLOCKS: Final = 4
"""Blocks of a fingerprint; numbers that differ in fewer bits agree in one of them."""


class NearDuplicates:
    """Fingerprints of the pages of each site.

    A page is reduced to 64 bits (simhash, Charikar 2002): similar bags of words differ in few bits.
    Two numbers that differ in at most three bits agree in one of four blocks of 16 bits, which are
    looked up. One list in two orders has one bag of words.

    >>> index = NearDuplicates()
    >>> words = tuple(f"word{i}" for i in range(60))
    >>> index.add("h.example", "http://h.example/?sort=up", words)
    ''
    >>> index.add("h.example", "http://h.example/?sort=down", tuple(reversed(words)))
    'http://h.example/?sort=up'
    >>> index.add("h.example", "http://h.example/other", tuple(f"other{i}" for i in range(60)))
    ''
    """

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
