"""Answers whose order changes from request to request.

Records of equal rank may change places between two pages: then some are seen twice and others
never. It shows in duplicates across the pages of one walk while fewer different records came than
the source states. Remedy: another order, by title or number, if the form or the heading of a column
offers one; else the same walk once more. After two walks it is accepted.
"""

from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.client import ask, ask_and_read
from leadline.crawl.events import Crawl
from leadline.crawl.paging.moments import WALKED, Walked
from leadline.crawl.paging.next_page import next_page
from leadline.crawl.paging.orders import STABLE_SORT_KEYS, rank_of_order, stable_orders
from leadline.crawl.paging.walk import is_over, start_walk
from leadline.crawl.restriction.binding import Values
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Choice, Page
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.pager.addresses import is_order_name, read_address, sent_address
from leadline.wrapper.reading import PageReading

MAX_HEADINGS: Final = 60
MAX_ORDERS: Final = 2
"""Offered orders that are tried on a source."""


def repair_order(source: SourceState, at: Walked) -> Crawl[Walked]:
    """Walk once more in a more stable order where pages were shuffled; return both as one."""
    walk, last = at.walk, at.last
    if not is_shuffled(walk) or source.form.order is not None:
        return at
    if source.pager.is_order_unstable is None:
        first = yield from ask_and_read(source, walk.query, "order", again=True)
        source.become(replace(source.pager, is_order_unstable=is_order_unstable(walk, first)))
    if not source.pager.is_order_unstable:
        return at
    source.journal.note("the order of the records changes from request to request", "warning")
    offered: list[Values] = [(order,) for order in stable_orders(source.form.interface)]
    offered += linked_orders(last.document, sent_address(last.page.request))
    for order in [*offered[:MAX_ORDERS], None]:
        source.become(replace(source.form, order=order))
        page = yield from ask(source, walk.query, "order", again=True)
        if not isinstance(page, Page) or page.status >= 400:
            continue
        again, reading = yield from start_walk(source, walk.query, page)
        while not is_over(source, again, reading, break_off=order is None):
            following = yield from next_page(source, again, reading)
            if following is None:
                break
            reading = following
            source.take_page(again, reading)
        if again.rows and (order is None or not again.progress.repeated):
            again.absorb(walk)
            return Walked(again, last)
    return at


def is_shuffled(walk: WalkLog) -> bool:
    """Tell whether rows came twice, and others (by the total) not at all."""
    if walk.total is None or not walk.exact or not walk.progress.repeated:
        return False
    return not walk.owes_rows and len(walk.keys) < walk.total


def is_order_unstable(walk: WalkLog, again: PageReading | None) -> bool:
    """Tell whether the first page, asked once more, shows its records otherwise.

    Some sources list hits in two lists one after the other; their pages stay as they are.
    """
    return again is not None and bool(again.rows) and again.keys != walk.progress.first_keys


def linked_orders(document: Document, url: str) -> list[Values]:
    """Return what links of column headings add to an answer's address, most stable order first.

    >>> from leadline.page.dom import parse_html
    >>> heads = "<th><a href='?q=a&order=nr&sort=asc'>Number</a><th><a href='?q=a&sort=x'>Kind</a>"
    >>> linked_orders(parse_html(f"<table><tr>{heads}</table>", "http://h.test/s?q=a"), "/s?q=a")
    [(('order', 'nr'), ('sort', 'asc'))]
    """
    own = read_address(url).parameters
    ranked: list[tuple[int, Values]] = []
    for head in islice(document.elements("th"), MAX_HEADINGS):
        for node in document.elements("a", within=head):
            link = document.link(node)
            there = read_address(link)
            added = tuple(one for one in there.parameters.items() if own.get(one[0]) != one[1])
            kept = own.items() <= {**own, **there.parameters}.items() and is_same_page(link, url)
            if kept and any(is_order_name(name) for name, _ in added):
                choice = Choice(added[0][1], document.visible_text(node))
                ranked.append((rank_of_order(choice), added))
    ranked.sort(key=lambda pair: pair[0])
    return [order for rank, order in ranked if rank < len(STABLE_SORT_KEYS)]


def is_same_page(link: str, url: str) -> bool:
    """Tell whether two addresses have one path."""
    return split_address(link).path == split_address(url).path


CRAWL_PARTS: Final = (WALKED.part(10, repair_order),)
