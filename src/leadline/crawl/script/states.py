"""Data that a page holds for its script, taken without a browser where it says how much it is.

A list of as many objects as the page, or the data, states is taken as it is. Where the data states
more, its next page is asked: by the data route of the page, by an address that stands in the data,
or by the page's own address. What brings other records is how it goes on.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.script.api import records_of, take_api
from leadline.crawl.script.onward import go_on
from leadline.crawl.script.reason import MAX_SHELL_CHARACTERS
from leadline.crawl.script.static import take_held
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome, Page, Request
from leadline.page.data.lists import DataList, like_list
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.page.urls import join_url
from leadline.script.explain import folded_lines, values_among
from leadline.script.learner import MIN_HELD, MIN_SHOWN_IN_LISTING
from leadline.wrapper.data.call import Call, data_of
from leadline.wrapper.data.endings import shared_steps, stated_beside
from leadline.wrapper.data.paging import answer_leaves
from leadline.wrapper.data.state import unseen_list

MAX_ADDRESSES: Final = 2
"""Addresses in the data of a page that are asked for its list."""
MIN_SAME_SHARE: Final = 0.8
"""Share of the objects of a page that the address of their list must bring again."""
_ADDRESS: Final = re.compile(
    r"(?:https?://[\w.:-]{1,200})?/[\w./@~-]{1,200}(?:\?[^\s<>\"]{0,500})?"
)
_NEAR_NUMBER: Final = re.compile(r"\d\W+(?:\w+\W+){0,2}$"), re.compile(r"\A\W++(?:\w++\W++){0,2}\d")
"""A number a few words before another one, and behind it: "1-20 of 212"."""
_FAR: Final = 40
"""Characters around a number that are looked at."""


class HeldList(NamedTuple):
    """The list that a page holds as data; ``stated`` is how many there are where it holds fewer."""

    data: DataList
    stated: int = 0


def held_list(entry: Page, document: Document) -> HeldList | None:
    """Return the list that a page holds as data, where the page says how long it is."""
    if "<script" not in document.html or document.url != entry.url:
        return None
    text = document.visible_text(0)
    data = unseen_list(document)
    if data is not None and len(data.items) >= MIN_HELD:
        is_shell = len(text) < MAX_SHELL_CHARACTERS
        shown = values_among(data.items, folded_lines([text]))
        if _is_stated(len(data.items), text) and (is_shell or shown >= MIN_SHOWN_IN_LISTING):
            return HeldList(data)
    own = records_of(entry)
    stated = stated_beside(entry, own.path) if own is not None else 0
    if own is None or stated < len(own.items):
        return None
    if stated == len(own.items):
        return HeldList(own) if data is not None and len(own.items) >= MIN_HELD else None
    return HeldList(own, stated)


def _is_stated(count: int, text: str) -> bool:
    """Tell whether a text states a number, and no other one near to it.

    >>> _is_stated(212, "Our 212 offices"), _is_stated(20, "1-20 of 212"), _is_stated(2, "1,2")
    (True, False, False)
    """
    forms = "|".join(map(re.escape, {str(count), f"{count:,}", f"{count:,}".replace(",", ".")}))
    for one in re.finditer(rf"(?<![\d.,])(?:{forms})(?!\d|[.,]\d)", text):
        before, after = text[max(one.start() - _FAR, 0) : one.start()], text[one.end() :][:_FAR]
        if not _NEAR_NUMBER[0].search(before) and not _NEAR_NUMBER[1].match(after):
            return True
    return False


def take_held_list(source: SourceState, entry: Page, held: HeldList) -> Crawl[Outcome | None]:
    """Take the list that a page holds, or go on from it by plain requests; None where none does."""
    if not held.stated:
        said = f", {len(held.data.items):,} as the page states"
        return take_held(source, entry, held.data, said)
    for request in _requests(entry, held.data):
        page: Any = entry
        if request.url != entry.request.url:
            page = yield from fetch(source, request, "search page")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        data = like_list(data_of(page), held.data.names)
        if data is None or not _is_same(held.data, data):
            continue
        call = yield from go_on(source, Call(page.request, whole=page.request), page, data)
        if call.paging is not None:
            first = replace(page, request=call.whole or page.request)
            return (yield from take_api(source, first, call.paging))
    return None


def _is_same(held: DataList, data: DataList) -> bool:
    """Tell whether an answer begins with what a page holds: its links lead to parts of it."""
    return sum(item in data.items for item in held.items) >= MIN_SAME_SHARE * len(held.items)


def _requests(entry: Page, data: DataList) -> Iterator[Request]:
    """Yield what may bring the list of a page again: the page itself where nothing else does."""
    held = data_of(entry)
    named = [*islice(_addresses(entry, held, data), MAX_ADDRESSES)] or [entry.request.url]
    yield from (Request("GET", url) for url in dict.fromkeys(named))


def _addresses(entry: Page, held: Any, data: DataList) -> Iterator[str]:
    """Yield the data route of a page (Next.js), then addresses of its host that its data names."""
    at = split_address(entry.url)
    route, query = at.path.strip("/") or "index", f"?{at.query}" if at.query else ""
    for one in held if isinstance(held, list) else ():
        if isinstance(one, dict) and isinstance(build := one.get("buildId"), str):
            yield join_url(entry.url, f"/_next/data/{build}/{route}.json{query}")
    near: list[tuple[int, str]] = []
    for path, leaf in answer_leaves(held):
        shared = len(shared_steps(path, data.path))
        is_beside = 0 < shared < len(data.path)
        if is_beside and isinstance(leaf, str) and _ADDRESS.fullmatch(leaf):
            near.append((-shared, join_url(entry.url, leaf)))
    for _, url in sorted(near, key=lambda one: one[0]):
        there = split_address(url)
        is_file = "." in there.path.rpartition("/")[2] and not there.path.endswith(".json")
        if there.netloc == at.netloc and url != entry.url and not is_file:
            yield url
