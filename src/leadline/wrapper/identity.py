"""Record identity: which link names the record, and what of it is noise.

The canonical detail link was free of false merges and false splits on every source that had one;
whole texts split 85-100 % of the records of three engines (rank, score, snippet), the text of the
first link merges (harvest notes, 5.1). So: among the links of a record take the first slot that is
filled nearly always and nearly always different inside a page. Digits are never dropped.

>>> rule = LinkIdentity(slot="a", dropped=("sid",))
>>> rule.canonical("HTTP://Books.Test/show?id=7&sid=ab12#top", query="whale")
'books.test/show?id=7'
>>> rule.canonical("http://books.test/show?id=7&q=white+whale", query="white whale")
'books.test/show?id=7'
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from leadline.urls import separator
from leadline.wrapper.template import DIGITS, signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.dom import Document
    from leadline.model import RecordSpan

FILLED: Final = 0.9
DISTINCT: Final = 0.85
SURE: Final = 0.98
"""From this share of learned records on, a row without the link is no record."""
LONGEST_VALUE: Final = 4_000
"""Characters of a parameter's value in which an address of the search is looked for."""
LONG_LIST: Final = 3
"""Rows from which a list says something about how different its addresses are."""
SESSION: Final = re.compile(
    r"sess|^sid$|phpsess|token|csrf|^cfid$|^cftoken$|^jsessionid$|^utm_", re.IGNORECASE
)
SESSION_PATH: Final = re.compile(r";(?:jsession|phpsess|s)id=[^/?;]*", re.IGNORECASE)
SKIPPED: Final = ("javascript:", "mailto:", "tel:", "data:", "about:")


@dataclass(frozen=True, slots=True)
class Seen:
    """A record seen on a page: its place, the page's document and the query asked."""

    document: Document
    span: RecordSpan
    query: str


@dataclass(frozen=True, slots=True)
class LinkIdentity:
    """The key is the canonical address in ``slot``; ``sure`` rows without it are no records."""

    slot: str
    dropped: tuple[str, ...] = ()
    sure: bool = False

    def address(self, document: Document, span: RecordSpan) -> str:
        """The address in the slot, absolute, or ''."""
        return next((url for slot, url in link_slots(document, span) if slot == self.slot), "")

    def canonical(self, address: str, query: str) -> str:
        """An address without scheme, fragment, session and echo of the query."""
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            return address
        host = (parts.hostname or "") + (f":{port}" if port and port not in (80, 443) else "")
        pairs = _pairs(parts.query)
        kept = [pair for pair in pairs if not self._is_noise(*pair, query)]
        tail = "?" + urlencode(kept, errors="surrogateescape") if kept else ""
        return host + SESSION_PATH.sub("", parts.path) + tail

    def _is_noise(self, name: str, value: str, query: str) -> bool:
        if name in self.dropped or SESSION.search(name):
            return True
        return _repeats(value, query)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"slot": self.slot, "dropped": list(self.dropped), "sure": self.sure}


def _pairs(query: str) -> list[tuple[str, str]]:
    """Names and values of a query string, whatever parts them."""
    return parse_qsl(
        query, keep_blank_values=True, errors="surrogateescape", separator=separator(query)
    )


def _repeats(value: str, query: str) -> bool:
    """Whether a value is the query, or an address or a list of pairs that holds it (a way back).

    >>> _repeats("White  Whale", "white whale"), _repeats("/find?n=20&q=whale", "whale")
    (True, True)
    >>> _repeats("p=2&q%3Dwhale", "whale"), _repeats("whale oil", "whale")
    (True, False)
    """
    asked = " ".join(query.split()).casefold()
    if not asked:
        return False
    said = unquote_plus(value)
    values = [said]
    if "=" in said and len(said) <= LONGEST_VALUE:
        values += re.split(r"[?&;=]", unquote_plus(said))
    return any(" ".join(one.split()).casefold() == asked for one in values)


def link_slots(document: Document, span: RecordSpan) -> list[tuple[str, str]]:
    """The links of a record as (slot, absolute address), in order; a slot is the path inside."""
    found = []
    for number, node in enumerate(span.nodes):
        for link in document.elements("a", within=node):
            address = document.link(link)
            if address and not address.lower().startswith(SKIPPED):
                found.append((_slot(document, span, number, link), address))
    return found


def _slot(document: Document, span: RecordSpan, number: int, link: int) -> str:
    steps, node, root = [], link, span.nodes[number]
    while node != root:
        steps.append(signature(document, node))
        node = document.parent[node]
    steps.append(document.tag[root])
    return "/".join(reversed(steps))


def learn_identity(pages: Sequence[Sequence[Seen]]) -> LinkIdentity | None:
    """The link slot that names records, from the records of several pages; None if there is none.

    A slot must be filled in 90 % of the records and distinct in 85 % of those of a page (one list
    may show a page twice). Parameters that count the rows of a page (rank, position) are dropped.
    """
    records = [seen for page in pages for seen in page]
    if not records:
        return None
    by_record = [dict(reversed(link_slots(seen.document, seen.span))) for seen in records]
    order = list(dict.fromkeys(slot for slots in by_record for slot in reversed(slots)))
    for wanted in order:
        filled = sum(1 for slots in by_record if wanted in slots) / len(records)
        if filled >= FILLED and _distinct(pages, wanted) >= DISTINCT:
            dropped = _ways_back(pages, wanted)
            dropped += _row_counters(pages, wanted, dropped)
            return LinkIdentity(wanted, dropped, sure=filled >= SURE)
    return None


def _distinct(pages: Sequence[Sequence[Seen]], slot: str) -> float:
    """Share of different addresses inside a list, the lowest over lists of three rows or more.

    By list and not by page: hits in titles and hits in texts can be two lists of one page.
    """
    plain = LinkIdentity(slot)
    shares = []
    for rows in _lists(pages):
        addresses = [
            plain.canonical(address, seen.query)
            for seen in rows
            if (address := plain.address(seen.document, seen.span))
        ]
        if addresses:
            shares.append((len(addresses), len(set(addresses)) / len(addresses)))
    long = [share for rows, share in shares if rows >= LONG_LIST]
    return min(long or [share for _, share in shares], default=0.0)


def _lists(pages: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """The rows of each page by the node that holds them."""
    found: dict[tuple[int, int], list[Seen]] = {}
    for number, page in enumerate(pages):
        for seen in page:
            holder = seen.document.parent[seen.span.nodes[0]]
            found.setdefault((number, holder), []).append(seen)
    return list(found.values())


def _ways_back(pages: Sequence[Sequence[Seen]], slot: str) -> tuple[str, ...]:
    """Parameters that tell of the search and not of the record: alike in all rows of a page, they
    repeat its query. Under another query, or none, they differ or are missing."""
    plain = LinkIdentity(slot)
    found: dict[str, int] = {}
    looked_at = 0
    for page in pages:
        rows = [_pairs(urlsplit(plain.address(s.document, s.span)).query) for s in page]
        if len(rows) < 2 or not page[0].query.strip():
            continue
        looked_at += 1
        words = page[0].query.split()
        for name in dict.fromkeys(name for name, _ in rows[0]):
            values = [tuple(value for key, value in row if key == name) for row in rows]
            whole = any(_repeats(value, page[0].query) for value in values[0])
            parts = len(values[0]) > 1 and sorted(values[0]) == sorted(words)
            if len(set(values)) == 1 and (whole or parts):
                found[name] = found.get(name, 0) + 1
    return tuple(sorted(name for name, times in found.items() if times == looked_at))


def _row_counters(
    pages: Sequence[Sequence[Seen]], slot: str, known: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Parameters whose values count up by one from row to row on every page, if others remain."""
    plain = LinkIdentity(slot)
    counting: Counter[str] = Counter()
    looked_at = 0
    for page in pages:
        rows = [
            dict(_pairs(urlsplit(plain.address(seen.document, seen.span)).query)) for seen in page
        ]
        if len(rows) < 3:
            continue
        looked_at += 1
        counting.update(name for name in rows[0] if _counts_up([row.get(name, "") for row in rows]))
    dropped = tuple(sorted(name for name, pages_ in counting.items() if pages_ == looked_at))
    if not dropped:
        return ()
    without = LinkIdentity(slot, dropped)
    first = [without.canonical(without.address(s.document, s.span), s.query) for s in pages[0]]
    return dropped if len(set(first)) >= DISTINCT * len(first) else ()


def _counts_up(values: Sequence[str]) -> bool:
    if not all(value.isdecimal() and len(value) < 9 for value in values):
        return False
    return all(int(b) - int(a) == 1 for a, b in itertools.pairwise(values))


def kinds_of(keys: Sequence[str]) -> dict[str, str]:
    """The type of each record by the shape of its address: path with the varying parts as *.

    >>> kinds_of(["h/ticket/1", "h/ticket/2", "h/ticket/3", "h/wiki/Start"])["h/ticket/2"]
    'h/ticket/*'
    """
    split = {key: _shape(key) for key in keys}
    varying = _varying_parts(list(split.values()))
    return {
        key: "/".join(
            "*" if (parts[:1], place) in varying or place == len(parts) - 1 else part
            for place, part in enumerate(parts)
        )
        for key, parts in split.items()
    }


MOST_LITERALS: Final = 12


def _shape(key: str) -> tuple[str, ...]:
    path, _, query = key.partition("?")
    names = "&".join(sorted(name for name, _ in _pairs(query)))
    parts = [DIGITS.sub("#", part) if place else part for place, part in enumerate(path.split("/"))]
    if query:
        return (*parts, f"?{names}", "*")
    return tuple(part for part in parts if part) or ("",)


def _varying_parts(shapes: Sequence[tuple[str, ...]]) -> set[tuple[tuple[str, ...], int]]:
    """Places of a path (per first part) that take too many values to be a type."""
    values: dict[tuple[tuple[str, ...], int], Counter[str]] = {}
    for shape in shapes:
        for place, part in enumerate(shape[:-1]):
            values.setdefault((shape[:1], place), Counter())[part] += 1
    return {where for where, seen in values.items() if where[1] > 0 and len(seen) > MOST_LITERALS}
