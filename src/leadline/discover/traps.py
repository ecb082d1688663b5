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
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

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
