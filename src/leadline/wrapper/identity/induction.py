"""Identity induction: which link names the records, learned from the rows of a few pages.

Every slot (a link's place in the record) is judged by the keys that its addresses would be: how
many rows have one, and how many rows of a list would merge. If keys recur on another page with
other records behind them, the slot counts rows and names nothing. Parameters that belong to the
search are found one by one in the same way.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> def rows(query, *titles):
...     items = "".join(f"<li><a href='/by/ann'>Ann</a> <a href='/{t}?n={i}'>{t}</a></li>"
...                     for i, t in enumerate(titles))
...     page = parse_html(f"<ul>{items}</ul>", "http://h.test/")
...     return [RecordSighting(page, RecordSpan((node,)), query) for node in page.children(3)]
>>> rule = learn_identity([rows("sea", "red", "white", "black"), rows("ice", "pack", "black")])
>>> rule.slot, rule.dropped
('li/a[2]', ('n',))
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from leadline.page.query_string import query_pairs, split_address
from leadline.wrapper.identity.link import (
    SESSION,
    SESSION_PATH,
    LinkIdentity,
    RecordSighting,
    bare_slot,
    repeats_query,
    slot_links,
)
from leadline.wrapper.identity.text import count_by_one
from leadline.wrapper.record_template import DIGITS

MIN_SHARE_FILLED_SLOT: Final = 0.9
"""Share of the records that must have a link in the slot."""
MIN_SHARE_DISTINCT: Final = 0.85
"""Share of different addresses inside a list."""
MIN_SHARE_REQUIRED: Final = 0.98
"""Share of learned records with the link, from which a row without it is no record."""
MIN_SHARE_OF_SUM: Final = 0.5
"""Share of their words that the lines around several lists have in common."""
MIN_ROWS_IN_LIST: Final = 3
"""Rows from which a list shows how different its addresses are."""
MIN_REPEATED_KEYS: Final = 3
"""Keys that recur on another page, from which they show whether the records do too."""
MIN_SHARE_OF_OTHER_RECORDS: Final = 0.5
"""Share of recurring keys with another record behind them, from which keys name no record."""
MIN_OPAQUE_CHARACTERS: Final = 24
"""Characters from which a value that all rows of a page share names no category of records."""
MAX_SHARE_WITH_WORD: Final = 0.5
"""Share of rows above which a word says nothing about any of them."""
MIN_SHARED_WORDS: Final = 0.3
"""Share of common words from which two rows may be one record with another snippet."""


@dataclass(frozen=True, slots=True)
class LinkedRecord:
    """A record as far as its identity goes: its list, its words, its links."""

    page: int
    parent: int
    query: str
    words: frozenset[str]
    links: dict[str, tuple[str, str]]
    """Address and text of the link, by slot."""


def learn_identity(
    pages: Sequence[Sequence[RecordSighting]], among: Sequence[Sequence[RecordSighting]] = ()
) -> LinkIdentity | None:
    """Learn the link slot that names records, from the records of several pages; None without one.

    A slot must be filled in 90 % of the records. It must be distinct in 85 % of those of a list, as
    one list may show a record twice. Of several slots the one wins under which the fewest different
    rows merge, then the first. ``among`` are all pages, where ``pages`` are the few that are
    trusted: they show which links name places.
    """
    for bare in (False, True):
        rows = _rows(pages, bare=bare)
        everywhere = _rows(among, bare=bare) if among else rows
        slots = dict.fromkeys(slot for row in rows for slot in row.links)
        naming = [slot for slot in slots if not _names_places(everywhere, slot)]
        rules = [
            rule for slot in naming if (rule := _identity_for(rows, slot, bare=bare)) is not None
        ]
        if rules:
            best = min(rules, key=lambda rule: _count_merged(rows, rule))
            return best if bare else _without_states(best, pages, rows)
    return None


def _without_states(
    rule: LinkIdentity, pages: Sequence[Sequence[RecordSighting]], rows: Sequence[LinkedRecord]
) -> LinkIdentity:
    """Leave out the classes of a slot where tags alone find the same links, one in each row.

    Classes may tell a state ("up", "even") that no row was in when the slot was learned.
    """
    tags = bare_slot(rule.slot)
    unclassed = _rows(pages, bare=True)
    if tags == rule.slot or any(f"{tags}[2]" in row.links for row in unclassed):
        return rule
    alike = all(
        row.links.get(rule.slot) == other.links.get(tags)
        for row, other in zip(rows, unclassed, strict=True)
    )
    return replace(rule, slot=tags, tags_only=True) if alike else rule


def _rows(pages: Sequence[Sequence[RecordSighting]], *, bare: bool) -> list[LinkedRecord]:
    return _without_common_words(
        [_row(page, seen, bare=bare) for page, rows in enumerate(pages) for seen in rows]
    )


def _row(page: int, seen: RecordSighting, *, bare: bool) -> LinkedRecord:
    document = seen.document
    links: dict[str, tuple[str, str]] = {}
    for slot, address, node in slot_links(document, seen.span, bare=bare):
        links[slot] = address, document.visible_text(node)[:200]
    text = " ".join(document.visible_text(node) for node in seen.span.nodes)
    words = frozenset(DIGITS.sub("", text).casefold().split())
    return LinkedRecord(page, document.parent[seen.span.nodes[0]], seen.query, words, links)


def _without_common_words(rows: Sequence[LinkedRecord]) -> list[LinkedRecord]:
    """Keep the words by which rows differ: no labels, no "details"."""
    times = Counter(word for row in rows for word in row.words)
    common = {word for word, count in times.items() if count > MAX_SHARE_WITH_WORD * len(rows)}
    return [replace(row, words=row.words - common) for row in rows] if len(rows) > 2 else [*rows]


def _identity_for(rows: Sequence[LinkedRecord], slot: str, *, bare: bool) -> LinkIdentity | None:
    """Make the identity for a slot, None if its addresses cannot be keys."""
    having = [row for row in rows if slot in row.links]
    filled = len(having) / len(rows)
    if filled < MIN_SHARE_FILLED_SLOT:
        return None
    is_required = filled >= MIN_SHARE_REQUIRED or _are_sums(rows, slot)
    for plain in _variants(having, LinkIdentity(slot, required=is_required, tags_only=bare)):
        names = tuple(sorted({name for row in having for name in _parameters(row, slot)}))
        rule = replace(plain, dropped=_search_parameters(having, plain), names=names)
        if distinct(having, rule) >= MIN_SHARE_DISTINCT and not _counts_places(having, rule):
            return rule
    return None


def _are_sums(rows: Sequence[LinkedRecord], slot: str) -> bool:
    """Tell whether the rows without the link are one line around each list: its sum, its pager.

    They stand first or last on several pages, and say nearly the same beside their numbers.
    """
    ends = {n for n, (a, b) in enumerate(pairwise(rows), 1) if a.page != b.page}
    edges = {0, len(rows) - 1, *ends, *(n - 1 for n in ends)}
    without = [n for n, row in enumerate(rows) if slot not in row.links]
    said = [rows[n].words for n in without]
    shared = len(frozenset.intersection(*said)) if said else 0
    alike = shared >= MIN_SHARE_OF_SUM * max(map(len, said), default=1)
    return edges.issuperset(without) and len({rows[n].page for n in without}) > 1 and alike


def _variants(rows: Sequence[LinkedRecord], plain: LinkIdentity) -> Iterator[LinkIdentity]:
    """Yield what may count in an address, least first, then session-like names and fragments."""
    varying = (*_varying(rows, plain.slot), *_query_independent(rows, plain.slot))
    kept = tuple(name for name in dict.fromkeys(varying) if not SESSION.search(name))
    yield replace(plain, kept=kept)
    if kept != varying:
        yield replace(plain, kept=varying)
    if any("#" in row.links[plain.slot][0] for row in rows):
        yield replace(plain, kept=kept, fragments=True)


def _varying(rows: Sequence[LinkedRecord], slot: str) -> tuple[str, ...]:
    """Return the parameters that differ from row to row of a page."""
    values: dict[tuple[int, str], set[str]] = {}
    for row in rows:
        for name, value in _parameters(row, slot).items():
            values.setdefault((row.page, name), set()).add(value)
    return tuple(
        dict.fromkeys(name for (_, name), different in values.items() if len(different) > 1)
    )


def _query_independent(rows: Sequence[LinkedRecord], slot: str) -> tuple[str, ...]:
    """Return parameters with one value under different queries: that it equals one is chance."""
    queries: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        for pair in _parameters(row, slot).items():
            queries.setdefault(pair, set()).add(row.query)
    steady = (name for (name, value), different in queries.items() if value and len(different) > 1)
    return tuple(dict.fromkeys(name for name in steady if not SESSION.search(name)))


def _parameters(row: LinkedRecord, slot: str) -> Mapping[str, str]:
    return _parameters_of(row.links[slot][0])


@lru_cache(maxsize=1024)
def _parameters_of(address: str) -> Mapping[str, str]:
    return dict(query_pairs(split_address(address).query))


def _step_names(rows: Sequence[LinkedRecord], slot: str) -> list[str]:
    """Return steps of the path that are one on each page, and not the same on all: "/4"."""
    lengths = {len(_steps_of(row.links[slot][0])) for row in rows}
    steps = (f"/{place}" for place in range(1, max(lengths))) if len(lengths) == 1 else ()
    pages = [page for page in _pages(rows) if len(page) > 1]
    by_page = (
        (name, [{_value(row, slot, name) for row in page} for page in pages]) for name in steps
    )
    return [
        name
        for name, found in by_page
        if all(len(values) == 1 for values in found) and len({*map(frozenset, found)}) > 1
    ]


def _value(row: LinkedRecord, slot: str, name: str) -> str | None:
    """Return the value of a parameter or of a step of the path in a row's address."""
    if not name.startswith("/"):
        return _parameters(row, slot).get(name)
    steps = _steps_of(row.links[slot][0])
    return steps[int(name[1:])] if int(name[1:]) < len(steps) else None


@lru_cache(maxsize=1024)
def _steps_of(address: str) -> list[str]:
    return SESSION_PATH.sub("", split_address(address).path).split("/")


def _key_of(row: LinkedRecord, rule: LinkIdentity) -> str:
    return rule.canonical(row.links[rule.slot][0], row.query)


def _lists(rows: Sequence[LinkedRecord]) -> list[list[LinkedRecord]]:
    """Group rows by their parent: hits in titles and hits in texts can be two lists of one page."""
    return _grouped(rows, lambda row: (row.page, row.parent))


def _pages(rows: Sequence[LinkedRecord]) -> list[list[LinkedRecord]]:
    return _grouped(rows, lambda row: row.page)


def _grouped(
    rows: Sequence[LinkedRecord], key: Callable[[LinkedRecord], Hashable]
) -> list[list[LinkedRecord]]:
    groups: dict[Hashable, list[LinkedRecord]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.values())


def distinct(rows: Sequence[LinkedRecord], rule: LinkIdentity) -> float:
    """Compute the lowest share of different addresses over lists of three rows or more."""
    shares = [
        (len(together), len({_key_of(row, rule) for row in together}) / len(together))
        for together in _lists(rows)
    ]
    long = [share for count, share in shares if count >= MIN_ROWS_IN_LIST]
    return min(long or [share for _, share in shares], default=0.0)


def _count_merged(rows: Sequence[LinkedRecord], rule: LinkIdentity) -> int:
    """Count the rows of a list whose key equals that of a row with other words."""
    merged = 0
    for together in _lists([row for row in rows if rule.slot in row.links]):
        words_by_key: dict[str, frozenset[str]] = {}
        for row in together:
            merged += words_by_key.setdefault(_key_of(row, rule), row.words) != row.words
    return merged


# --- what of an address tells of the search and not of the record ---


def _search_parameters(rows: Sequence[LinkedRecord], plain: LinkIdentity) -> tuple[str, ...]:
    """Return what to drop, one after the other, while rows of a page stay distinct.

    That is parameters, and steps of the path that change with the search.
    """
    dropped: tuple[str, ...] = ()
    names = dict.fromkeys(name for row in rows for name in _parameters(row, plain.slot))
    names |= dict.fromkeys(_step_names(rows, plain.slot))
    apart = distinct(rows, plain)
    for name in names:
        rule = replace(plain, dropped=(*dropped, name))
        wanted = min(apart, MIN_SHARE_DISTINCT) if _counts_up(rows, plain.slot, name) else apart
        if distinct(rows, rule) >= wanted > 0 and _is_search_parameter(rows, rule, name):
            dropped = rule.dropped
    return tuple(sorted(dropped))


def _is_search_parameter(rows: Sequence[LinkedRecord], rule: LinkIdentity, name: str) -> bool:
    """Tell whether a parameter repeats the query, counts rows, or changes for one record."""
    is_step = name.startswith("/")  # a category may stand there, and be what was asked
    if not is_step and (_repeats_query(rows, rule.slot, name) or _counts_up(rows, rule.slot, name)):
        return True
    same, other = _repeated_keys(rows, rule)
    if other:
        return False
    return _changes(rows, rule, name) if same else _is_page_token(rows, rule.slot, name)


def _repeats_query(rows: Sequence[LinkedRecord], slot: str, name: str) -> bool:
    """Tell whether a parameter is equal in all rows of a page and holds the query or its parts."""
    pages_checked = 0
    for together in _pages(rows):
        query = together[0].query
        if len(together) < 2 or not query.strip():
            continue
        pages_checked += 1
        values = [_values(row, slot, name) for row in together]
        in_parts = len(values[0]) > 1 and sorted(values[0]) == sorted(query.split())
        whole = any(repeats_query(value, query) for value in values[0])
        if len(set(values)) > 1 or not (whole or in_parts):
            return False
    return pages_checked > 0


def _values(row: LinkedRecord, slot: str, name: str) -> tuple[str, ...]:
    pairs = query_pairs(split_address(row.links[slot][0]).query)
    return tuple(value for key, value in pairs if key == name)


def _counts_up(rows: Sequence[LinkedRecord], slot: str, name: str) -> bool:
    """Tell whether a parameter counts up by one from row to row on every long page."""
    long = [together for together in _pages(rows) if len(together) >= MIN_ROWS_IN_LIST]
    for together in long:
        if not count_by_one([_parameters(row, slot).get(name, "") for row in together]):
            return False
    return bool(long)


def _is_page_token(rows: Sequence[LinkedRecord], slot: str, name: str) -> bool:
    """Tell whether a parameter has one long value on each page and another on every page."""
    long = [together for together in _pages(rows) if len(together) >= MIN_ROWS_IN_LIST]
    values = [{_value(row, slot, name) for row in together} for together in long]
    if len(long) < 2 or any(len(page_values) > 1 for page_values in values):
        return False
    different = set[str | None]().union(*values)
    shortest = min(len(value or "") for value in different)
    return len(different) == len(long) and shortest >= MIN_OPAQUE_CHARACTERS


def _changes(rows: Sequence[LinkedRecord], rule: LinkIdentity, name: str) -> bool:
    """Tell whether recurring records have another value of the parameter each time."""
    by_key: dict[str, dict[int, str | None]] = {}
    for row in rows:
        values = by_key.setdefault(_key_of(row, rule), {})
        values.setdefault(row.page, _value(row, rule.slot, name))
    again = [values for values in by_key.values() if len(values) > 1]
    return bool(again) and all(len(set(values.values())) == len(values) for values in again)


# --- keys that come back on another page ---


def _repeated_keys(rows: Sequence[LinkedRecord], rule: LinkIdentity) -> tuple[int, int]:
    """Count keys that stand on two pages: with the same record, and with another one."""
    by_text = _text_names_record(rows, rule.slot)
    first: dict[str, LinkedRecord] = {}
    same = other = 0
    for row in rows:
        earlier = first.setdefault(_key_of(row, rule), row)
        if earlier.page != row.page:
            is_same = _is_same_record(earlier, row, rule.slot, by_text=by_text)
            same, other = same + is_same, other + (not is_same)
    return same, other


def _counts_places(rows: Sequence[LinkedRecord], rule: LinkIdentity) -> bool:
    """Tell whether the same keys come on every page, whatever records stand there."""
    same, other = _repeated_keys(rows, rule)
    repeated = same + other
    return repeated >= MIN_REPEATED_KEYS and other >= MIN_SHARE_OF_OTHER_RECORDS * repeated


def _names_places(rows: Sequence[LinkedRecord], slot: str) -> bool:
    """Tell whether the addresses of every answer differ only by the number of the row.

    A catalogue that keeps its results names them by the search and the place in it
    ("SET=4/SHW?FRST=1"): the same book has another address after the next search.
    """
    lists = [[row for row in page if slot in row.links] for page in _pages(rows)]
    lists = [page for page in lists if len(page) > 1]
    starts = [_counted_from([row.links[slot][0] for row in page]) for page in lists]
    if len(lists) < 2 or max(map(len, lists)) < MIN_ROWS_IN_LIST or None in starts:
        return False
    pairs = list(zip(lists[0], lists[1], strict=False))
    strangers = sum(one.words != other.words for one, other in pairs)
    return len(set(starts)) == 1 and strangers >= MIN_SHARE_OF_OTHER_RECORDS * len(pairs)


def _counted_from(addresses: Sequence[str]) -> tuple[int, ...] | None:
    """Return the first values of numbers that all count up by one; None if they do not.

    >>> _counted_from(["/s/4?hit=1", "/s/4?hit=2"]), _counted_from(["/b/17", "/b/4"])
    ((1,), None)
    """
    if len({DIGITS.sub("#", address) for address in addresses}) > 1:
        return None
    numbers = [[int(digits[-18:]) for digits in DIGITS.findall(address)] for address in addresses]
    varying = [column for column in zip(*numbers, strict=True) if len(set(column)) > 1]
    counting = all(b - a == 1 for column in varying for a, b in pairwise(column))
    return tuple(column[0] for column in varying) if varying and counting else None


def _text_names_record(rows: Sequence[LinkedRecord], slot: str) -> bool:
    """Tell whether the link's text names records ("details" does not)."""
    texts = Counter(row.links[slot][1] for row in rows if row.links[slot][1])
    return len(texts) >= 0.5 * len(rows)


def _is_same_record(one: LinkedRecord, other: LinkedRecord, slot: str, *, by_text: bool) -> bool:
    if by_text:
        return one.links[slot][1] == other.links[slot][1]
    everything = one.words | other.words
    return len(one.words & other.words) >= MIN_SHARED_WORDS * len(everything)
