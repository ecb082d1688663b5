"""Runs of page numbers: what distinguishes them from years, days, votes, dockets and page sizes.

Mostly it is the address. Over a run its number must be a linear function of the
number that is read: page 3, 4, 5 or start 40, 60, 80. The page that is shown is the number without
a link, or with a mark, or the one in the page's own address.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Final
from urllib.parse import urldefrag

from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import (
    PageAddress,
    changed_parameters,
    is_order_name,
    is_size_name,
    likeness,
    page_value,
    read_address,
)
from leadline.wrapper.pager.links import PageLink, is_current
from leadline.wrapper.pager.words import Word

YEAR_RANGE: Final = (1900, 2100)
MAX_DAY: Final = 31
DAYS_OF_A_WEEK: Final = 7
DATE_IN_ADDRESS: Final = re.compile(r"(?<!\d)(?:19|20)\d\d([-/._]?)\d{1,2}\1(\d{1,2})(?!\d)")
MAX_UNLINKED: Final = 3
"""Plain numbers in a run: the current page, perhaps the last; a calendar has many plain days."""
MIN_LIKENESS_OF_LIST: Final = 2
"""Likeness of an address from which numbers are known to page through this list."""
MAX_FIRST_PAGE: Final = 3
"""First number up to which links to another list may be pages; dockets begin later."""


NumberEntry = PageLink | tuple[int, int | None]
"""A number in a strip: linked, or plain with the end of its range."""


@dataclass(slots=True)
class NumberRun:
    """Rising page numbers: linked ones and plain ones.

    Over the links the number in the address is ``amount`` times the page number plus ``base``;
    ``amount`` 0 is an address that says nothing (opaque token or script).
    """

    links: list[PageLink]
    unlinked: list[int]
    amount: int = 0
    base: int = 0
    current: int | None = None
    size: int = 0
    is_this_list: bool = False

    @property
    def skeleton(self) -> tuple[str, ...]:
        """What the addresses of the run have in common: the list that it pages through."""
        return read_address(self.links[-1].address).skeleton

    def page_of(self, link: PageLink) -> int:
        """Return the page number that a link of the run leads to (ranges are counted)."""
        number = link.number or 0
        return (number - 1) // self.size + 1 if self.size else number


@dataclass(slots=True)
class LinkStrip:
    """Pager-like links beside each other; ``words`` are those of links and plain text."""

    links: list[PageLink]
    words: set[Word] = field(default_factory=set)
    in_pager_box: bool | None = None
    runs: list[NumberRun] = field(default_factory=list)
    likeness: int = 0


def number_of(entry: NumberEntry) -> int:
    """Return the number that is read."""
    return (entry.number or 0) if isinstance(entry, PageLink) else entry[0]


def accept_run(
    document: Document, part: list[NumberEntry], strip: LinkStrip, here: str
) -> NumberRun | None:
    """Return a run if the numbers are pages, else None."""
    links = [entry for entry in part if isinstance(entry, PageLink)]
    loose = [entry[0] for entry in part if not isinstance(entry, PageLink)]
    run = NumberRun(links, loose)
    if not _count_ranges(run, part):
        return None
    numbers = sorted({run.page_of(link) for link in links} | _loose_pages(run))
    if len(loose) > MAX_UNLINKED or strip.in_pager_box is False:
        return None
    model = _model(run, here)
    if model is None or _is_something_else(document, run, numbers, model, strip):
        return None
    run.amount, run.base = model
    run.is_this_list = max((likeness(link.url, here) for link in links if link.url), default=0) >= 1
    if not (_is_convincing(run, numbers, strip) or _is_second_page(run, here)):
        return None
    run.current = _current(document, run, strip, here)
    return run


def _count_ranges(run: NumberRun, part: list[NumberEntry]) -> bool:
    """Count ranges of 20 so that "21-40" is page 2; False if ranges are no pages."""
    spans = [(e.number or 0, e.upto) if isinstance(e, PageLink) else e for e in part]
    if all(upto is None for _, upto in spans):
        return True
    sizes = [upto - first + 1 for first, upto in spans if upto is not None]
    if len(sizes) < len(spans) or min(sizes) < 1:
        return False
    run.size = max(sizes)
    return all((first - 1) % run.size == 0 for first, _ in spans)


def _loose_pages(run: NumberRun) -> set[int]:
    return {(n - 1) // run.size + 1 if run.size else n for n in run.unlinked}


def _model(run: NumberRun, here: str) -> tuple[int, int] | None:
    """Return (amount, base) of the addresses: (0, 0) if they say nothing, None if they differ."""
    texts = [link.address for link in run.links]
    groups: dict[tuple[str, ...], list[tuple[int, PageAddress]]] = {}
    for link, text in zip(run.links, texts, strict=True):
        address = read_address(text) if text else None
        if address is not None:
            groups.setdefault(address.skeleton, []).append((run.page_of(link), address))
    if not groups:
        return 0, 0
    biggest = max(groups.values(), key=len)
    if len(biggest) == 1 and len(groups) > 2:
        is_list = all(likeness(link.url, here) for link in run.links if link.url)
        return (0, 0) if is_list else None
    if len(biggest) == 1:
        return _single(max(groups.values(), key=lambda group: group[0][0]), here)
    if len(biggest) * 2 < len(run.links):
        return None
    return _linear(biggest)


def _linear(group: list[tuple[int, PageAddress]]) -> tuple[int, int] | None:
    """Find the number that is a linear function of the page number; (0, 0) if none varies so."""
    (page, first), (other_page, second) = group[0], group[-1]
    varying = False
    for slot, (low, high) in enumerate(zip(first.numbers, second.numbers, strict=True)):
        if low == high:
            continue
        varying = True
        amount = Fraction(high - low, other_page - page) if other_page != page else Fraction(0)
        if amount.denominator != 1 or amount <= 0:
            continue
        base = low - int(amount) * page
        if all(a.numbers[slot] == int(amount) * n + base for n, a in group):
            return int(amount), base
    return (0, 0) if varying or len({address.numbers for _, address in group}) == 1 else None


def _single(group: list[tuple[int, PageAddress]], here: str) -> tuple[int, int] | None:
    """Fit a number of a single address to the page number."""
    page, address = group[0]
    known = set(read_address(here).numbers)
    for value in reversed(address.numbers):
        if value == page or (value == page - 1 and value and value not in known):
            return 1, value - page
    for value in reversed(address.numbers):
        if page > 1 and value >= 5 and value % (page - 1) == 0 and value not in known:
            return value // (page - 1), -(value // (page - 1))
    return (0, 0) if page in (1, 2) else None


def _is_something_else(
    document: Document, run: NumberRun, numbers: list[int], model: tuple[int, int], strip: LinkStrip
) -> bool:
    """Tell whether numbers are years, days of a calendar, page sizes or votes."""
    links = run.links
    linked = [run.page_of(link) for link in links]
    years = all(YEAR_RANGE[0] <= n <= YEAR_RANGE[1] for n in linked)
    if years and not (strip.in_pager_box and len(linked) > 1):
        return True
    if model == (1, 0) or model[0] == 0:
        steps = {b - a for a, b in pairwise(numbers)}
        if numbers and 1 not in steps and 1 not in numbers and len(numbers) > 1:
            return True
    names = _varying_names(links)
    if len(names) == 1 and is_order_name(names[0]) and not _is_next_among(run, strip):
        return True
    if (
        len(names) == 1
        and is_size_name(names[0])
        and model == (1, 0)
        and numbers[0] > MAX_FIRST_PAGE
    ):
        return True
    return _is_calendar(document, run, numbers)


def _is_next_among(run: NumberRun, strip: LinkStrip) -> bool:
    """Tell whether "next" leads where a number does: then the numbers are pages."""
    urls = {link.url for link in run.links if link.url}
    return any(link.word == "NEXT" and link.url in urls for link in strip.links)


def _varying_names(links: list[PageLink]) -> list[str]:
    if len(links) < 2:
        return []
    return changed_parameters(read_address(links[0].url), read_address(links[-1].url))


def _is_calendar(document: Document, run: NumberRun, numbers: list[int]) -> bool:
    """Tell whether numbers are days: addresses that are dates, or cells of rows of seven."""
    if len(numbers) < 2 or numbers[-1] > MAX_DAY:
        return False
    dates = [DATE_IN_ADDRESS.search(link.address) for link in run.links]
    if all(d and int(d[2]) == link.number for d, link in zip(dates, run.links, strict=True)):
        return True
    rows = {row for link in run.links if (row := _row_of_seven(document, link.node)) >= 0}
    return len(rows) > 1


def _row_of_seven(document: Document, node: int) -> int:
    """Return the table row around a link that has seven cells, -1 without one."""
    for level, cell in enumerate(document.ancestors(node)):
        if document.tag[cell] == "td":
            row = document.parent[cell]
            cells = [c for c in document.children(row) if document.tag[c] in ("td", "th")]
            return row if len(cells) == DAYS_OF_A_WEEK else -1
        if level > 2:
            break
    return -1


def _is_convincing(run: NumberRun, numbers: list[int], strip: LinkStrip) -> bool:
    """Tell whether there is enough evidence that these numbers are pages."""
    words = bool(strip.words & {"NEXT", "PREV", "LAST", "FIRST"})
    consecutive = any(b - a == 1 for a, b in pairwise(numbers))
    scripted = not any(link.url for link in run.links)
    if scripted:
        company = bool(strip.in_pager_box) + consecutive + words
        is_read = bool(run.unlinked) and all(link.action is not None for link in run.links)
        return company > 1 or (consecutive and (run.amount == 1 or (run.amount > 1 and is_read)))
    if len(run.links) == 1:
        return (consecutive or words) and (bool(strip.in_pager_box) or strip.likeness >= 2 or words)
    if run.amount:
        known = words or bool(strip.in_pager_box) or strip.likeness >= MIN_LIKENESS_OF_LIST
        sure = words or bool(strip.in_pager_box) or (known and numbers[0] == 1)
        return sure or (consecutive and (known or numbers[0] <= MAX_FIRST_PAGE))
    known = bool(strip.in_pager_box) or words or run.is_this_list
    return known and consecutive and numbers[0] <= MAX_FIRST_PAGE


def _is_second_page(run: NumberRun, here: str) -> bool:
    """Tell whether a linked 2 after a plain 1 adds one number to this very address."""
    if len(run.links) != 1 or run.unlinked != [1] or run.page_of(run.links[0]) != 2:
        return False
    there, known = read_address(run.links[0].url), read_address(here)
    added = changed_parameters(there, known)
    if there.host != known.host or there.path != known.path or len(added) != 1:
        return False
    return added[0] not in known.parameters and there.parameters[added[0]].isdecimal()


def _current(document: Document, run: NumberRun, strip: LinkStrip, here: str) -> int | None:
    """Return the page that is shown, by the best evidence."""
    linked = {run.page_of(link) for link in run.links}
    pages = [n for n in sorted(_loose_pages(run)) if n not in linked]
    beside = [n for n in pages if n + 1 in linked or n - 1 in linked]
    if len(beside) == 1 or (beside and len(pages) <= 2):
        return beside[0]
    marked = [link for link in run.links if is_current(document, link)]
    if len(marked) == 1:
        return run.page_of(marked[0])
    bare = urldefrag(here).url
    selves = [link for link in run.links if link.url and urldefrag(link.url).url == bare]
    if len(selves) == 1:
        return run.page_of(selves[0])
    return _current_by_address(run, strip, here)


def _current_by_address(run: NumberRun, strip: LinkStrip, here: str) -> int | None:
    linked = {run.page_of(link) for link in run.links}
    for link in strip.links:
        if link.word == "NEXT" and not link.doubled and link.url:
            for other in run.links:
                if other.url == link.url:
                    return run.page_of(other) - 1
    if run.amount and run.is_this_list:
        page = _page_in(read_address(here), run)
        if page is not None:
            return page
    if 1 not in linked and 2 in linked:
        return 1
    gaps = [a + 1 for a, b in pairwise(sorted(linked)) if b - a == 2]
    return gaps[0] if len(gaps) == 1 and run.is_this_list else None


def _page_in(address: PageAddress, run: NumberRun) -> int | None:
    value = page_value(address)
    if value is None:
        value = _own_value(address, run)
    if value is None:
        return 1 if all(run.page_of(link) != 1 or link.url for link in run.links) else None
    page, rest = divmod(value - run.base, run.amount)
    return page if rest == 0 and page > 0 else None


def _own_value(address: PageAddress, run: NumberRun) -> int | None:
    """Return the number in the parameter that moves over the run's links, whatever its name."""
    names = _varying_names(run.links[-2:]) if len(run.links) > 1 else []
    value = address.parameters.get(names[0], "") if len(names) == 1 else ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else None
