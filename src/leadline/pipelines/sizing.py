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

    from leadline.pipelines.reading import Reading
    from leadline.pipelines.source import Source

GREW: Final = 1.2
MOST_OFFERS: Final = 2


def raise_page_size(
    source: Source, reading: Reading, query: str
) -> Generator[Event, Reply, Reading]:
    """The same first page with more records on it if the source offers that, else as it was."""
    if source.size is not None or source.interface is None or not reading.rows:
        return reading
    offers = page_size_offers(reading.document, source.interface, len(reading.rows))
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


def _is_same_and_more(before: Reading, after: Reading) -> bool:
    if len(after.rows) < GREW * len(before.rows):
        return False
    known = set(after.keys)
    return sum(1 for key in before.keys if key in known) >= 0.8 * len(before.keys)
