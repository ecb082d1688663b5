"""The total by its behaviour, whatever words stand beside it, in any language.

A number is the total if it changes with the query, equals the rows of most answers that a page
shows whole, is below those of none, and exceeds those of an answer that goes on. Words only rank
the numbers that fit.

>>> from leadline.page.dom import parse_html
>>> def answer(total, rows): return AnswerPage(
...     parse_html(f"<p>took 12 ms: {total}", ""), str.casefold, rows, rows == 10)
>>> pages = [answer(340, 10), answer(3, 3), answer(7, 7)]
>>> total_by_behaviour(pages, None).before, total_by_behaviour(pages[:2], None)
('took # ms', None)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leadline.page.dom import Document
from leadline.wrapper.totals.reading import MaskText
from leadline.wrapper.totals.stated import (
    StatedTotal,
    TotalLocator,
    numbers_on_page,
    read_total,
    stated_totals,
)

MIN_WHOLE_ANSWERS: Final = 2
"""Answers on one page whose rows a number must equal, one of them with several rows."""
MIN_EQUAL_SHARE: Final = 0.5
"""Share of these of which it is so: a source may count more than it shows."""
MAX_NUMBERS_COMPARED: Final = 60
"""Numbers of the longest answer that are followed through the others."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """First page of an answer with its number of rows, and whether more rows may follow."""

    document: Document
    mask: MaskText
    rows: int
    goes_on: bool
    nodes: frozenset[int] = frozenset()


def candidate_totals(
    pages: Sequence[AnswerPage], nonsense: AnswerPage | None, extra: int = 0
) -> list[StatedTotal]:
    """Return the numbers of the longest answer that no other answer contradicts, likeliest first.

    Empty where no answer goes on: what a whole page shows needs no total. ``extra`` rows of each
    page are no records: one may hold the links to other pages.
    """
    first = max(pages, key=lambda page: (page.goes_on, page.rows))
    if not first.goes_on:
        return []
    worded = {stated.value for stated in stated_totals(first.document, mask=first.mask)}
    numbers = [
        stated
        for stated in numbers_on_page(first.document, first.mask, first.nodes)
        if (stated.value or 0) + 2 * extra > first.rows
    ][:MAX_NUMBERS_COMPARED]
    fitting = [
        stated
        for stated in numbers
        if all(_fits(page, stated.locator, extra) for page in pages)
        and (nonsense is None or not _value(nonsense, stated.locator))
    ]
    return sorted(fitting, key=lambda stated: stated.value not in worded)


def total_by_behaviour(
    pages: Sequence[AnswerPage], nonsense: AnswerPage | None, extra: int = 0
) -> TotalLocator | None:
    """Return where the number stands that behaves as the total on all answers, None if unproved.

    Where ``extra`` rows of each are no records it must follow three different sizes.
    """
    whole = [page for page in pages if not page.goes_on and page.rows]
    if len(whole) < MIN_WHOLE_ANSWERS or all(page.rows < 2 for page in whole):
        return None
    least = max(MIN_WHOLE_ANSWERS, MIN_EQUAL_SHARE * len(whole))
    for stated in candidate_totals(pages, nonsense, extra):
        equal = [page.rows for page in whole if _value(page, stated.locator) == page.rows - extra]
        is_told = len({*equal}) > extra * MIN_WHOLE_ANSWERS
        if len(equal) >= least and max(equal) > 1 and (is_told or not extra):
            return stated.locator
    return None


def _fits(page: AnswerPage, locator: TotalLocator, extra: int) -> bool:
    """Tell whether the number at a place may be the total of an answer, all of it shown or not."""
    value = _value(page, locator)
    return not value if not page.rows else value is not None and value >= page.rows - extra


def _value(page: AnswerPage, locator: TotalLocator) -> int | None:
    stated = read_total(page.document, locator, page.mask, page.nodes)
    return stated.value if stated is not None else None
