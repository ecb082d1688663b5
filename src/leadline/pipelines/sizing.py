"""Raising the page size: it divides all later cost, so one or two requests are spent on trying.

Offers come from the form (a select of numbers), from links that differ in one parameter, or from
the next page's address. One is kept when the page grew and still begins with the same records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import Page
from leadline.pipelines.events import Event, Noted, Reply
from leadline.pipelines.paging import with_parameter
from leadline.wrapper.pager import page_size_offers

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.model import QueryInterface
    from leadline.pipelines.reading import Reading
    from leadline.pipelines.source import Source
    from leadline.wrapper.pager import SizeOffer

GREW: Final = 1.2
MOST_OFFERS: Final = 2


def raise_page_size(
    source: Source, reading: Reading, query: str
) -> Generator[Event, Reply, Reading]:
    """The same first page with more records on it if the source offers that, else as it was."""
    if source.size is not None or source.interface is None or not reading.rows:
        return reading
    offers = _offers(source.interface, reading)
    best = reading
    for offer in offers[:MOST_OFFERS]:
        request = with_parameter(reading.page.request, offer.parameter, str(offer.value))
        page = yield from source.fetch(request, "page size", query)
        if not isinstance(page, Page) or page.status >= 400:
            continue
        larger = yield from source.read(page, query)
        if _is_same_and_more(reading, larger):
            source.size = (offer.parameter, str(offer.value))
            yield Noted(f"{len(larger.rows)} records a page instead of {len(reading.rows)}")
            yield from source.tell_paging()
            best = larger
            break
    return best


def _offers(interface: QueryInterface, reading: Reading) -> tuple[SizeOffer, ...]:
    """Offers above the page size that the page states ("1-20 of 300"), else above its rows.

    Both are asked: a page may show two lists, each as long as the page size.
    """
    sizes = [len(reading.rows)]
    stated = reading.stated
    if stated is not None and stated.first is not None and stated.last is not None:
        sizes.insert(0, stated.last - stated.first + 1)
    found = (page_size_offers(reading.document, interface, size) for size in sizes)
    return next((offers for offers in found if offers), ())


def _is_same_and_more(before: Reading, after: Reading) -> bool:
    if len(after.rows) < GREW * len(before.rows):
        return False
    known = set(after.keys)
    return sum(1 for key in before.keys if key in known) >= 0.8 * len(before.keys)
