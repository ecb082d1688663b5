"""How a list goes on where nothing was seen that leads on: values that its call may take are tried.

First the end of an answer where its request has an empty place for it (``after``), or a value under
its own name (``next_cursor`` as ``cursor``), then common names of pages and offsets, and where the
answer says that there is more, the key of its last record, or the end of its path where it counts
pages. What brings other records is how the list goes on.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Doubt, Outcome, Page
from leadline.page.data.lists import COLUMNS, VALUES, DataList, Path, like_list
from leadline.page.request_places import Leaf, Place, places_in, with_place
from leadline.wrapper.data.call import Call, Paging, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.endings import HAS_MORE, stated_beside
from leadline.wrapper.data.paging import answer_leaves, learn_paging, plain_name
from leadline.wrapper.data.rows import identity_of

Trial = tuple[Place, Leaf, Path]
MAX_CURSORS: Final = 2
_NEXT_VALUE: Final = re.compile(r"next_?([a-z])(\w{2,30})", re.IGNORECASE)
"""A value of an answer that may be the next page's parameter: ``next_cursor`` is ``cursor``."""
_PAGE_COUNT: Final = re.compile(
    r"(?:num|nb|total|number_of)_?pages|pages?_?(?:count|total)|last_?page", re.IGNORECASE
)
_END: Final = re.compile(r"(?:end|last)_?cursor", re.IGNORECASE)
"""The cursor behind the last record of an answer, as Relay's lists have it."""
KEYSET_NAMES: Final = ("after", "cursor", "starting_after", "last_id")
LIKELY_SIZES: Final = (10, 12, 15, 20, 24, 25, 30, 40, 50, 100, 200, 250, 500, 1000)
"""Numbers of records at which lists are cut."""
MIN_CUT_ROWS: Final = 20
"""Rows of a single page, a usual number, from which the list may be cut there."""


def may_go_on(page: Page, data: DataList, stated: int = 0) -> bool:
    """Tell whether an answer looks as if it was not all: by what it says, or by its length."""
    says = any(leaf and (_is_next(path) or _says_more(path)) for path, leaf in _named(page))
    says = says or stated > len(data.items) or page_count(page, data.path) > 1
    return says or len(data.items) in LIKELY_SIZES


def page_count(page: Page, listed: Path) -> int:
    """Return the number of pages that an answer states beside the list at a path, 0 without one."""
    beside = ((path, leaf) for path, leaf in _named(page) if path[: len(listed)] != listed)
    counts = (leaf for path, leaf in beside if _PAGE_COUNT.fullmatch(plain_name(path[-1])))
    return max((one for one in counts if type(one) is int), default=0)


def go_on(
    source: SourceState, call: Call, page: Page, data: DataList, *, by_name: bool = True
) -> Crawl[Call]:
    """Return a call with the way to its next page, as far as one is found.

    ``by_name``: what its own values are called may say it, without a trial.
    """
    if by_name and call.paging is None:
        call = learn_paging(call, page, data.items, [])
    beside = call.holes[0].place[:-1] if call.holes else ()
    beside = ("query",) if beside[:1] in ((), ("path",)) else beside
    for place, value, answer in _trials(page, data, beside) if call.paging is None else ():
        request = with_place(page.request, place, value)
        after = yield from fetch(source, request, "page")
        if not isinstance(after, Page) or after.status >= 400:
            continue
        other = like_list(data_of(after), data.names)
        if other is None or any(item in data.items for item in other.items[: len(data.items)]):
            continue
        if answer:
            return replace(call, paging=Paging("cursor", place, 0, answer))
        return learn_paging(call, page, data.items, [after])
    return call


def _trials(page: Page, data: DataList, beside: Place) -> Iterator[Trial]:
    """Yield places and values that may ask for the next page, and where the answer has them."""
    rows, named = len(data.items), _named(page)
    asked = places_in(page.request).items()
    ends = [(path, leaf) for path, leaf in named if _END.fullmatch(str(path[-1])) and leaf]
    named_so = [(place, leaf) for place, leaf in asked if str(place[-1]) in KEYSET_NAMES]
    empty = [place for place, leaf in named_so if leaf in (None, "")]
    yield from ((place, leaf, path) for place in empty[:1] for path, leaf in ends[:1])
    cursors = [(match, leaf, path) for path, leaf in named if (match := _is_next(path)) and leaf]
    for match, leaf, path in cursors[:MAX_CURSORS]:
        yield (*beside, match[1].lower() + match[2]), leaf, path
    likely = [("page", 2), ("offset", rows), ("start", rows), ("skip", rows)]
    if "html" in page.header("content-type"):
        likely = [("page", 2), ("p", 2), ("start", rows), ("offset", rows)]
    if any(leaf is True and str(path[-1]) == "exceededTransferLimit" for path, leaf in named):
        likely.insert(0, ("resultOffset", rows))  # of map services, which heed no other
    for name, value in likely:
        yield (*beside, name), value, ()
    steps = [(place, leaf) for place, leaf in asked if place[0] == "path"]
    if steps and steps[-1][1] in ("0", "1") and page_count(page, data.path) > 1:
        yield steps[-1][0], int(str(steps[-1][1])) + 1, ()
    key = identity_of(data.items)
    if (
        any(leaf is True and _says_more(path) for path, leaf in named)
        and key in data.items[-1]
        and data.path[-1:] not in ((VALUES,), (COLUMNS,))
    ):
        for name in KEYSET_NAMES:
            yield (*beside, name), data.items[-1][key], (*data.path, -1, key)


def _named(page: Page) -> list[tuple[Path, Leaf]]:
    """Return the values of an answer that have names."""
    return [(path, leaf) for path, leaf in answer_leaves(data_of(page)) if path]


def _says_more(path: Path) -> bool:
    return HAS_MORE.fullmatch(plain_name(path[-1])) is not None


def _is_next(path: Path) -> re.Match[str] | None:
    return _NEXT_VALUE.fullmatch(str(path[-1]))


def extent_of(source: SourceState, first: Page, walk: WalkLog) -> tuple[str, bool]:
    """Return how far a list was walked, as the end of a sentence, and whether it ended there.

    It did not where its ``first`` page states more records or pages, or may be all that is given at
    once.
    """
    wrapper, taken = source.wrapper, len(walk.keys)
    stated = stated_beside(first, wrapper.path) if isinstance(wrapper, DataWrapper) else 0
    if stated > taken:
        why = f" ({walk.reason})" if walk.reason and not walk.finished else ""
        return f"for {taken:,} of the {stated:,} records that its answer states{why}", False
    if not walk.finished or not isinstance(wrapper, DataWrapper):
        return walk.extent, walk.finished
    pages = page_count(first, wrapper.path) if walk.pages == 1 else 0
    if pages > 1:
        return f"for its first page of {pages}", False
    is_usual = taken in LIKELY_SIZES and taken >= MIN_CUT_ROWS
    if walk.pages == 1 and is_usual and stated != taken:
        return f"for its first {taken:,} records, a number at which lists are cut", False
    return walk.extent, True


def doubted(outcome: Outcome, extent: str, *, is_end: bool) -> Outcome:
    """Return an outcome with the doubt that its list went on, where that was no end of it."""
    doubt = Doubt("more", f"the list was walked {extent}")
    return outcome if is_end else replace(outcome, doubts=(*outcome.doubts, doubt))
