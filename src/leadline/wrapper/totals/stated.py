"""The stated total: how many records the source says it has for a query.

A page has many numbers; contrast says which one is the total (``wrapper.totals.choice``). What is
kept is a *locator*: pattern, tag with class, surrounding text. The pattern
alone would not do: "This index contains 4,000 documents" stands on every page and would make every
query look complete.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p class=n>Results 1-20 of about <b>1,234</b> for <i>sea</i></p>", "")
>>> best = stated_totals(page, mask=lambda text: text.casefold().replace("sea", "□"))[0]
>>> best.value, best.first, best.last, best.approximate
(1234, 1, 20, True)
>>> best.locator
TotalLocator(pattern='range', place='p.n', before='results', after='for □')
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from leadline.page.dom import Document
from leadline.wrapper.query_mask import MASK
from leadline.wrapper.totals.page_text import PageText, node_at, place_of, read_text, span_of
from leadline.wrapper.totals.reading import (
    COUNT,
    NUMBER_PATTERN,
    SCALED,
    Interpretation,
    MaskText,
    follows_page,
    interpretations,
    plain_number,
    read_count,
    read_scaled,
    same_surroundings,
    words_after,
    words_before,
)

MAX_NUMBERS_READ: Final = 5_000
CONTEXT_CHARACTERS: Final = 48
"""Characters before and after a number in which its words are looked for."""
MAX_DATA_ATTRIBUTES: Final = 200
"""Data attributes of a page that may be its total."""
MAX_LOCATOR_SIMILARITY: Final = 2.0
"""Similarity of locators with equal words before and after the total."""
MAX_TOTAL: Final = 10**11


@dataclass(frozen=True, slots=True)
class TotalLocator:
    """Where a total stands: pattern, tag with class, text around it (numbers #, query masked)."""

    pattern: str
    place: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class StatedTotal:
    """A number that may be the total: ``first`` and ``last`` are the records shown, if it says so.

    ``pages`` is a stated number of pages ("page 2 of 9", ``page`` 2); then ``value`` is None.
    """

    value: int | None
    first: int | None
    last: int | None
    approximate: bool
    points: float
    locator: TotalLocator
    page: int | None = None
    pages: int | None = None


_DATA_WORDS: Final = frozenset({"total", "count", "hits", "results", "numfound", "nb"})


class _Number(NamedTuple):
    """A number in a page's text with its offsets."""

    start: int
    stop: int
    value: int


def stated_totals(
    document: Document, *, mask: MaskText, rows: frozenset[int] = frozenset()
) -> tuple[StatedTotal, ...]:
    """Return every number of a page that may be a total, best first (points before any contrast).

    ``mask`` folds a text and masks the query. ``rows`` are the nodes of the page's records. What a
    record says is no total, except for a range, which may stand in a last row of the table.
    """
    data = islice(_data_totals(document), MAX_DATA_ATTRIBUTES)
    return _best_first([*_totals_in(document, mask, rows), *data])


def numbers_on_page(
    document: Document, mask: MaskText, rows: frozenset[int]
) -> tuple[StatedTotal, ...]:
    """Return every number of a page outside its ``rows``, whatever stands beside it, in order."""
    return tuple(_totals_in(document, mask, rows, plain=True))


def _totals_in(
    document: Document,
    mask: MaskText,
    rows: frozenset[int],
    place: str = "",
    *,
    plain: bool = False,
) -> list[StatedTotal]:
    """Read the numbers of a page, those in blocks of the name ``place`` if one is given.

    A ``plain`` number is read without regard to the words beside it.
    """
    page = read_text(document)
    totals: list[StatedTotal] = []
    for match in islice(COUNT.finditer(page.text), MAX_NUMBERS_READ):
        node = node_at(page, match)
        if place and place_of(document, document.block_of(node)) != place:
            continue
        if mask(match[0]) != MASK:
            here = _totals_at(document, page, match, mask, plain=plain)
            if rows and here and rows.intersection((node, *document.ancestors(node))):
                here = [stated for stated in here if stated.locator.pattern == "range"]
            totals += here
    return totals


def _best_first(totals: Sequence[StatedTotal]) -> tuple[StatedTotal, ...]:
    best: dict[tuple[TotalLocator, int | None], StatedTotal] = {}
    for stated in totals:
        best.setdefault((stated.locator, stated.value), stated)
    return tuple(sorted(best.values(), key=lambda s: -s.points))


def _totals_at(
    document: Document, page: PageText, match: re.Match[str], mask: MaskText, *, plain: bool
) -> list[StatedTotal]:
    """Read one number by the words around it."""
    value, stop = read_count(match[0]), match.end()
    scaled = SCALED.match(page.text, stop)
    if scaled:
        value, stop = read_scaled(match[0], scaled[1]), scaled.end()
    if value is None or value > MAX_TOTAL:
        return []
    number = _Number(match.start(), stop, value)
    before = page.text[max(0, number.start - CONTEXT_CHARACTERS) : number.start]
    after = page.text[stop : stop + CONTEXT_CHARACTERS]
    kinds = [plain_number(before, after)] if plain else interpretations(value, before, after)
    if scaled:
        kinds = [(pattern, points, parts | {"about": True}) for pattern, points, parts in kinds]
    return [_located(document, page, number, reading, mask) for reading in kinds]


def _located(
    document: Document, page: PageText, number: _Number, reading: Interpretation, mask: MaskText
) -> StatedTotal:
    """Return an interpretation of a number with the place where it stands."""
    pattern, points, parts = reading
    block = document.block_of(page.nodes[bisect_right(page.starts, number.start) - 1])
    low, high = span_of(document, page, block)
    if pattern == NUMBER_PATTERN and not page.text[low : number.start].strip():
        low = page.text.rfind("\n", 0, max(0, low - 1)) + 1  # a label in a block of its own
    locator = TotalLocator(
        pattern,
        place_of(document, block),
        words_before(page.text[max(low, number.start - CONTEXT_CHARACTERS) : number.start], mask),
        words_after(page.text[number.stop : min(high, number.stop + CONTEXT_CHARACTERS)], mask),
    )
    if pattern == "page":
        return StatedTotal(None, None, None, False, points, locator, parts["page"], number.value)
    about = bool(parts.get("about"))
    return StatedTotal(number.value, parts.get("first"), parts.get("last"), about, points, locator)


def _data_totals(document: Document) -> Iterator[StatedTotal]:
    """Yield totals in data attributes: ``data-total="130"``."""
    for node, attributes in enumerate(document.attributes):
        for name, value in attributes.items():
            if name[:5] != "data-":
                continue
            if value and len(value) < 14 and value.isdecimal() and _names_total(name):
                locator = TotalLocator("data", place_of(document, node), name, "")
                yield StatedTotal(int(value), None, None, False, 1.5, locator)


def _names_total(attribute: str) -> bool:
    """Tell whether a ``data-`` attribute is named after a count ("data-total-hits")."""
    first, *others = attribute.split("-")
    is_plain = attribute.isascii() and all(word.isalpha() for word in others)
    return first == "data" and is_plain and not _DATA_WORDS.isdisjoint(others)


def read_total(
    document: Document, locator: TotalLocator, mask: MaskText, rows: frozenset[int] = frozenset()
) -> StatedTotal | None:
    """Read the total of a page at a learned place (not in its ``rows``), None without one.

    The words must agree on one side at least ("1 result" and "2 results" differ on one).
    """
    best, most = None, 0.0
    if locator.pattern == "data":
        totals = [*_data_totals(document)]
    else:
        plain = locator.pattern == NUMBER_PATTERN
        totals = _totals_in(document, mask, rows, locator.place, plain=plain)
    for stated in _best_first(totals):
        alike = _locator_similarity(stated.locator, locator)
        if alike > most:
            best, most = stated, alike
            if most >= MAX_LOCATOR_SIMILARITY:
                break
    return best


def stated_pages(document: Document) -> tuple[int, int] | None:
    """Return the page shown and the number of pages, if a page says so ("Page 2 of 9")."""
    page = read_text(document)
    for match in islice(COUNT.finditer(page.text), MAX_NUMBERS_READ):
        if not follows_page(page.text[max(0, match.start() - CONTEXT_CHARACTERS) : match.start()]):
            continue
        for stated in _totals_at(document, page, match, str.casefold, plain=False):
            if stated.page is not None and stated.pages is not None and stated.page <= stated.pages:
                return stated.page, stated.pages
    return None


def _locator_similarity(one: TotalLocator, other: TotalLocator) -> float:
    """Compute the similarity of two locators: 0 if they are not one place."""
    if one.place != other.place or not _same_kind(one.pattern, other.pattern):
        return 0.0
    before = same_surroundings(one.before.split()[::-1], other.before.split()[::-1])
    after = same_surroundings(one.after.split(), other.after.split())
    if max(before, after) < 0.5 or min(before, after) <= 0.0:
        return 0.0
    return before + after if one.pattern == other.pattern else (before + after) / 2


def _same_kind(one: str, other: str) -> bool:
    """Tell whether patterns are of one kind: an answer of one page often says "12 results" only."""
    return one == other or {one, other} == {"range", "count"}
