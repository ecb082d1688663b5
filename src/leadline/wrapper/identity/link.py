"""Record identity by link: which link names a record, and which parts of its address are noise.

The canonical detail link has neither false merges nor false splits on sources that have one. Whole
texts split records (rank, score, snippet), the text of the first link merges them. So the first
link slot is taken that is nearly always filled and nearly always different inside a page. Digits
are never dropped.

>>> rule = LinkIdentity(slot="a", dropped=("sid",))
>>> rule.canonical("HTTP://Books.Test/show?id=7&sid=ab12#top", query="whale")
'books.test/show?id=7'
>>> rule.canonical("http://books.test/show?id=7&q=white+whale", query="white whale")
'books.test/show?id=7'
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import unquote_plus, urlencode, urlsplit

from leadline.model import RecordSpan
from leadline.page.action.read import address_called
from leadline.page.dom import Document
from leadline.page.query_string import query_pairs, split_address
from leadline.page.urls import is_script_address
from leadline.wrapper.record_template import DIGITS, signature

MAX_VALUE_CHARACTERS: Final = 4_000
"""Characters of a parameter's value in which an address of the search is looked for."""
SESSION: Final = re.compile(
    r"sess|^sid$|phpsess|token|csrf|^cfid$|^cftoken$|^jsessionid$|^utm_", re.IGNORECASE
)
SESSION_PATH: Final = re.compile(
    r";(?:jsession|phpsess|s)id=[^/?;]*|/\([a-z]\([0-9a-z]{20,40}\)\)(?=/)", re.IGNORECASE
)
"""``;jsessionid=...`` of Java, ``/(S(...))/`` of ASP.NET without cookies."""
SKIPPED_SCHEMES: Final = ("mailto:", "tel:", "data:", "about:")
MAX_ADDRESS_CHARACTERS: Final = 4_000
"""Characters above which an address is page state, no link; browsers send at most twice as many."""
MAX_LINKS_IN_RECORD: Final = 300
"""Links of one record that are looked at."""
SCRIPT_CALL: Final = re.compile(r"\(\s*(?:['\"][^'\"]{1,200}['\"]|\d{1,20})")
"""A call of a script's function with a value."""
ADDRESS_ATTRIBUTES: Final = ("data-href", "data-url", "data-link")
CLICK_ATTRIBUTES: Final = ("onclick", *ADDRESS_ATTRIBUTES)
LINK_TAGS: Final = ("a", "area")
PLAIN_ADDRESS: Final = re.compile(
    r"https?://([a-z0-9.-]+/[^?#;(\x00-\x1f]*)(\?[\w.~-]+=[\w.~-]*(?:&[\w.~-]+=[\w.~-]*)*)?"
    r"(#[^\x00-\x1f]*)?",
    re.ASCII,
)
"""Addresses without a port, a session in the path or escapes in the query. They are canonical but
for the scheme, noise in the query, and the fragment."""
LinkPlaces = tuple[tuple[int, str], ...]
"""Elements that may lead somewhere: offsets from a record's first node, with their slots."""


@dataclass(frozen=True, slots=True)
class RecordSighting:
    """A record seen on a page: its place, the page's document and the query."""

    document: Document
    span: RecordSpan
    query: str


@dataclass(frozen=True, slots=True)
class LinkIdentity:
    """Identity by the canonical address in ``slot``; rows must have one if ``required``.

    ``names`` are the parameters of the addresses it was learned from (None: not known). Parameters
    in ``kept`` vary between rows or do not depend on the query, so they are never dropped as
    session or query parameters. ``tags_only`` slots have no classes; ``fragments`` count where
    several records stand on one page. Among ``dropped`` are steps of the path, too: "/4" is the
    fourth after the host.
    """

    slot: str
    dropped: tuple[str, ...] = ()
    required: bool = field(default=False, metadata={"key": "sure"})
    names: tuple[str, ...] | None = None
    kept: tuple[str, ...] = ()
    tags_only: bool = field(default=False, metadata={"key": "bare"})
    fragments: bool = False

    def address(self, document: Document, span: RecordSpan) -> str:
        """Return the absolute address in the slot, or ''."""
        links = slot_links(document, span, bare=self.tags_only)
        return next((url for slot, url, _ in links if slot == self.slot), "")

    def link_places(self, document: Document, span: RecordSpan) -> LinkPlaces | None:
        """Return where the link may stand in records of this shape; None for too many places."""
        first, places = span.nodes[0], []
        for number, root in enumerate(span.nodes):
            for node in range(root, document.end[root]):
                attributes = document.attributes[node]
                if document.tag[node] in LINK_TAGS or any(
                    name in attributes for name in CLICK_ATTRIBUTES
                ):
                    slot = _slot_of(document, span, number, node)
                    places.append((node - first, bare_slot(slot) if self.tags_only else slot))
        if len(places) > MAX_LINKS_IN_RECORD:
            return None
        return tuple((at, slot) for at, slot in places if self.slot.startswith(slot))

    def address_at(self, document: Document, span: RecordSpan, places: LinkPlaces) -> str:
        """Return the ``address`` of a record whose link places are known."""
        first = span.nodes[0]
        for at, slot in places:
            if slot == self.slot and document.tag[first + at] in LINK_TAGS:
                address = _href_target(document, first + at)
                if 0 < len(address) <= MAX_ADDRESS_CHARACTERS and not is_script_address(address):
                    return address
        by_rank: tuple[list[tuple[str, str]], ...] = ([], [], [])
        for at, slot in places:
            for rank, mark, address in _targets(document, first + at):
                by_rank[rank].append((slot + mark, address))
        times: Counter[str] = Counter()
        for slot, address in itertools.chain(*by_rank):
            times[slot] += 1
            if self.slot == (f"{slot}[{times[slot]}]" if times[slot] > 1 else slot):
                return address
        return ""

    def canonical(self, address: str, query: str, page: str = "") -> str:
        """Return an address without scheme, session and query.

        A parameter that was unknown at learning is dropped too if it only repeats one of the
        ``page`` that lists the record (a page size that was raised).
        """
        if plain := PLAIN_ADDRESS.fullmatch(address):
            path, pairs, place = plain.groups("")
            if not pairs or self._keeps(pairs, query):
                tail = pairs + (place if self.fragments and place != "#" else "")
                return self._without_steps(path) + tail
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            return address
        host = (parts.hostname or "") + (f":{port}" if port and port not in (80, 443) else "")
        kept = [pair for pair in query_pairs(parts.query) if not self._is_noise(*pair, query)]
        if self.names is not None and any(name not in self.names for name, _ in kept):
            own = query_pairs(split_address(page).query)
            kept = [pair for pair in kept if pair[0] in self.names or pair not in own]
        tail = "?" + urlencode(kept, errors="surrogateescape") if kept else ""
        place = "#" + parts.fragment if self.fragments and parts.fragment else ""
        return self._without_steps(host + SESSION_PATH.sub("", parts.path)) + tail + place

    def _without_steps(self, path: str) -> str:
        """Return a path, which begins with a host, with the steps that are dropped left empty."""
        places = [int(name[1:]) for name in self.dropped if name[:1] == "/"]
        steps = path.split("/") if places else []
        for place in places:
            steps[place : place + 1] = [""] if place < len(steps) else []
        return "/".join(steps) if places else path

    def _keeps(self, pairs: str, query: str) -> bool:
        """Tell whether all parameters of an address count: known ones, no session, no query."""
        for pair in pairs[1:].split("&"):
            name, _, value = pair.partition("=")
            if self.names is not None and name not in self.names:
                return False
            if self._is_noise(name, value, query):
                return False
        return True

    def _is_noise(self, name: str, value: str, query: str) -> bool:
        if name in self.dropped:
            return True
        return name not in self.kept and (bool(SESSION.search(name)) or repeats_query(value, query))


def repeats_query(value: str, query: str) -> bool:
    """Tell whether a value is the query, or an address or a list of pairs that holds it.

    >>> repeats_query("White  Whale", "white whale"), repeats_query("/find?n=20&q=whale", "whale")
    (True, True)
    >>> repeats_query("p=2&q%3Dwhale", "whale"), repeats_query("whale oil", "whale")
    (True, False)
    """
    asked = _folded(query)
    if not asked:
        return False
    if value.isalnum():
        return value.casefold() == asked
    decoded = unquote_plus(value)
    values = [decoded]
    if "=" in decoded and len(decoded) <= MAX_VALUE_CHARACTERS:
        values += re.split(r"[?&;=]", unquote_plus(decoded))
    return any(" ".join(part.split()).casefold() == asked for part in values)


@lru_cache(maxsize=64)
def _folded(query: str) -> str:
    return " ".join(query.split()).casefold()


@lru_cache(maxsize=1024)
def link_slots(document: Document, span: RecordSpan) -> list[tuple[str, str]]:
    """Return the links of a record as (slot, address), in order; a slot is the path inside."""
    return [(slot, address) for slot, address, _ in slot_links(document, span)]


def slot_links(
    document: Document, span: RecordSpan, *, bare: bool = False
) -> list[tuple[str, str, int]]:
    """Return slots, addresses and nodes of a record's links.

    A second link at one path has the slot ``path[2]``. Links come first, then elements that lead
    somewhere when clicked, then calls of a script.
    """
    by_rank: tuple[list[tuple[str, str, int]], ...] = ([], [], [])
    leading = (
        (number, node, *led)
        for number, root in enumerate(span.nodes)
        for node in range(root, document.end[root])
        for led in _targets(document, node)
    )
    for number, node, rank, mark, address in itertools.islice(leading, MAX_LINKS_IN_RECORD):
        slot = _slot_of(document, span, number, node) + mark
        by_rank[rank].append((bare_slot(slot) if bare else slot, address, node))
    times: Counter[str] = Counter()
    numbered = []
    for slot, address, node in itertools.chain(*by_rank):
        times[slot] += 1
        place = f"[{times[slot]}]" if times[slot] > 1 else ""
        numbered.append((slot + place, address, node))
    return numbered


def _targets(document: Document, node: int) -> Iterator[tuple[int, str, str]]:
    """Yield where an element leads: its rank, a mark for its slot, the address."""
    if document.tag[node] in LINK_TAGS:
        address = _href_target(document, node)
        if not is_script_address(address):
            if 0 < len(address) <= MAX_ADDRESS_CHARACTERS:
                yield 0, "", address
        elif len(address) <= MAX_ADDRESS_CHARACTERS and SCRIPT_CALL.search(address):
            yield 2, "", address
    elif document.attributes[node] and (click := _click_target(document, node)):
        yield 1, f"@{click[0]}", click[1]


def _href_target(document: Document, node: int) -> str:
    """Return where a link leads, '' for a place on this page (``#/7`` leads into a script)."""
    raw = document.attribute(node, "href").strip()
    if raw.startswith("#") and not raw.startswith(("#/", "#!")):
        return ""
    address = document.link(node)
    return "" if address.lower().startswith(SKIPPED_SCHEMES) else address


def _click_target(document: Document, node: int) -> tuple[str, str] | None:
    """Return the attribute by which an element leads somewhere, and the address."""
    for name in ADDRESS_ATTRIBUTES:
        if 0 < len(address := document.link(node, name)) <= MAX_ADDRESS_CHARACTERS:
            return name, address
    address = address_called(document, node, document.attribute(node, "onclick"))
    return ("onclick", address) if address else None


def bare_slot(slot: str) -> str:
    """Remove the classes of a slot, for rows whose inner elements show a state by them.

    >>> bare_slot("li/div.unread/a"), bare_slot("tr.x@onclick")
    ('li/div/a', 'tr@onclick')
    """
    return re.sub(r"[.:][^/@]*", "", slot)


def _slot_of(document: Document, span: RecordSpan, number: int, link: int) -> str:
    steps, node, root = [], link, span.nodes[number]
    while node != root:
        steps.append(signature(document, node))
        node = document.parent[node]
    steps.append(document.tag[root])
    return "/".join(reversed(steps))


def record_types(keys: Sequence[str]) -> dict[str, str]:
    """Return the type of each record: the path of its address with the varying parts as *.

    >>> record_types(["h/ticket/1", "h/ticket/2", "h/ticket/3", "h/wiki/Start"])["h/ticket/2"]
    'h/ticket/*'
    """
    types = AddressTypes()
    types.learn(keys)
    return {key: types.type_of(key) for key in keys}


MAX_LITERALS_IN_TYPE: Final = 12
"""Values of a path part up to which they name types."""


def _address_shape(key: str) -> tuple[str, ...]:
    path, _, query = key.partition("?")
    names = "&".join(sorted(name for name, _ in query_pairs(query)))
    parts = [DIGITS.sub("#", part) if place else part for place, part in enumerate(path.split("/"))]
    if query:
        return (*parts, f"?{names}", "*")
    return tuple(part for part in parts if part) or ("",)


@dataclass(slots=True)
class AddressTypes:
    """Types of records by the paths of their addresses, learned address by address.

    ``values`` are those of each place of a path (per first part), up to one too many to name types.
    """

    values: dict[tuple[tuple[str, ...], int], set[str]] = field(default_factory=dict)

    def learn(self, keys: Iterable[str]) -> None:
        """Learn from the addresses of records."""
        for shape in map(_address_shape, keys):
            for place, part in enumerate(shape[:-1]):
                seen = self.values.setdefault((shape[:1], place), set())
                if len(seen) <= MAX_LITERALS_IN_TYPE:
                    seen.add(part)

    def type_of(self, key: str) -> str:
        """Return the type of a record, once all are known."""
        parts = _address_shape(key)
        last = len(parts) - 1
        return "/".join(
            "*" if place == last or self._varies(parts[:1], place) else part
            for place, part in enumerate(parts)
        )

    def _varies(self, first: tuple[str, ...], place: int) -> bool:
        """Tell whether a place takes too many values to name a type."""
        return place > 0 and len(self.values.get((first, place), ())) > MAX_LITERALS_IN_TYPE
