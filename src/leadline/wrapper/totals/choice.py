"""Which of a page's numbers is the total, and which the size of the whole database: by contrast.

The total is equal on page 2, different for another query, and absent for nonsense; the size of the
database is equal on every page.

>>> from leadline.page.dom import parse_html
>>> def answer(text): return parse_html(f"<p>{text}</p>", ""), str.casefold
>>> pages = [answer(f"{n} results of a database of 900 records") for n in (60, 12, 0)]
>>> choose_total(pages[0], None, pages[1], pages[2], 10).pattern, database_constant(pages)
('count', 900)
"""

import re
from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

from leadline.page.dom import Document
from leadline.wrapper.totals.reading import DATABASE_WORDS, MaskText, is_counted
from leadline.wrapper.totals.stated import (
    StatedTotal,
    TotalLocator,
    numbers_on_page,
    read_total,
    stated_totals,
)

MaskedPage = tuple[Document, MaskText]

LETTERS: Final = re.compile(r"[^\W\d_]+")
NO_ROWS: Final = frozenset[int]()
MIN_POINTS: Final = 3.0
"""Points that a total needs."""
WORDS_BESIDE_CONSTANT: Final = 2
"""Words before the size of a database that stand on all pages; a total may stand before them."""


def choose_total(
    a: MaskedPage,
    a2: MaskedPage | None,
    b: MaskedPage,
    nonsense: MaskedPage | None,
    count: int,
    *,
    rows: frozenset[int] = frozenset(),
) -> TotalLocator | None:
    """Choose the place of the total by contrast, None if no number earns enough points.

    ``a`` and ``b`` are first pages of two queries, ``a2`` the page after ``a``, ``nonsense`` the
    answer to a nonsense word; ``count`` is the number of records on ``a``, ``rows`` their nodes.
    "1 of 75" beside 20 records is a number of pages.
    """
    best, most = None, MIN_POINTS
    for stated in stated_totals(a[0], mask=a[1], rows=rows):
        if stated.value is None:
            continue
        points = stated.points + _contrast(stated, a2, b, nonsense, count)
        if points > most or (best is None and points >= most):
            best, most = stated.locator, points
    return best


def given_total(pages: Sequence[MaskedPage], shown: str) -> TotalLocator | None:
    """Return the place of the total that a person showed: its number, or words beside it.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<p>12,400 works, of these 240 found", ""), str.casefold
    >>> given_total([page], "240").before, given_total([page], "none")
    ('# works of these', None)
    """
    digits = "".join(sign for sign in shown if sign.isdecimal())
    beside = " ".join(LETTERS.findall(shown.casefold()))
    for document, mask in pages:
        stated = (*stated_totals(document, mask=mask), *numbers_on_page(document, mask, NO_ROWS))
        for one in stated:
            near = f"{one.locator.before} {one.locator.after}".casefold()
            if one.value is None or (digits and one.value != int(digits)):
                continue
            if beside in near if beside else digits:
                return one.locator
    return None


def _contrast(
    stated: StatedTotal,
    a2: MaskedPage | None,
    b: MaskedPage,
    nonsense: MaskedPage | None,
    count: int,
) -> float:
    points = 0.0
    value = stated.value or 0
    if stated.first == 1 and stated.last == count:
        points += 2.0
    shown_less = stated.locator.pattern == "of" and (stated.last or 0) < count
    if value < count or shown_less:
        points -= 4.0
    if a2 is not None:
        other = read_total(a2[0], stated.locator, a2[1])
        if other is not None:
            points += 2.0 if other.value == value or stated.approximate else -3.0
    other = read_total(b[0], stated.locator, b[1])
    if other is not None and other.value != value:
        points += 2.0
    elif other is not None:
        points -= 1.0
    if nonsense is not None:
        other = read_total(nonsense[0], stated.locator, nonsense[1])
        if other is not None and other.value == value:
            points -= 8.0
    return points


def database_constant(pages: Sequence[MaskedPage]) -> int | None:
    """Return the size of the whole database if every page states it, else None.

    It stands at one place on all pages (two queries and nonsense) and has words like "index",
    "database", "contains" beside it.
    """
    shared: dict[tuple[str, str], int] | None = None
    for document, mask in pages:
        here = _constants(document, mask)
        shared = here if shared is None else {k: v for k, v in shared.items() if here.get(k) == v}
    fitting = [value for value in (shared or {}).values() if value > 1]
    return max(fitting) if fitting and len(pages) >= 2 else None


def _constants(document: Document, mask: MaskText) -> dict[tuple[str, str], int]:
    """Return numbers beside words of a whole database, by place and context."""
    constants: dict[tuple[str, str], int] = {}
    for stated in numbers_on_page(document, mask, frozenset()):
        _, place, before, after = astuple(stated.locator)
        if is_counted(before, after) and DATABASE_WORDS.search(f"{before} {after}"):
            beside = before.split()[-WORDS_BESIDE_CONSTANT:]
            constants.setdefault((place, f"{' '.join(beside)}#{after}"), stated.value or 0)
    return constants
