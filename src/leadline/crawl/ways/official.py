"""What a site offers itself, taken where a person asks for it: downloads, OAI-PMH, services.

A service is a table in ``crawl/official/services.toml``; those of other packages are entry points
of ``leadline.services``. Nothing says that it holds all that the pages show.
"""

from functools import partial
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.official.service import Service
from leadline.crawl.official.sru import take_sru
from leadline.crawl.official.take import PURPOSE, take_lists, take_table
from leadline.crawl.official.ways import TAKEN, official_ways
from leadline.crawl.script.api import take_api
from leadline.crawl.ways.table import Approach, Way
from leadline.model import Offer, Outcome, Page, Request
from leadline.seams import parts

TEXTS: Final = {"oai-pmh": "its repository by OAI-PMH", "sru": "its catalogue by SRU"}


def _found(approach: Approach, kind: str) -> Offer | None:
    ways = (way for way in official_ways(approach.document) if way.kind == kind)
    what = TEXTS.get(kind, f"a download as {kind}")
    return next((Offer(what, way.url) for way in ways), None)


def _take(approach: Approach, kind: str) -> Crawl[Outcome | None]:
    """Take the first way of a kind that gives records."""
    source, document = approach.source, approach.document
    take = {"oai-pmh": take_lists, "sru": take_sru}.get(kind, take_table)
    for way in (way for way in official_ways(document) if way.kind == kind):
        state, sentence = yield from take(source, document, way)
        if source.record_count:
            return source.outcome(state, sentence)
        approach.said = sentence if state == "paused" else ""
    return None


def _served(approach: Approach, service: Service) -> Offer | None:
    url = service.address(approach.document)
    return Offer(f"the service of {service.name} for its records", url) if url else None


def _take_served(approach: Approach, service: Service) -> Crawl[Outcome | None]:
    """Take the list of a service, page by page."""
    request = Request("GET", service.address(approach.document))
    page = yield from fetch(approach.source, request, PURPOSE)
    if not isinstance(page, Page) or page.status >= 400:
        approach.said = f"status {page.status}" if isinstance(page, Page) else str(page)
        return None
    return (yield from take_api(approach.source, page, service.paging))


def services() -> list[Service]:
    """Return the services of the house, and of installed packages."""
    return parts("leadline.services", "leadline.crawl.official", "SERVICES")


WAYS: Final = (
    *(
        Way(kind, 200 + at, partial(_found, kind=kind), partial(_take, kind=kind), wanted_only=True)
        for at, kind in enumerate(TAKEN)
    ),
    *(
        Way(
            one.name,
            210,
            partial(_served, service=one),
            partial(_take_served, service=one),
            proves="its own total, reached",
            wanted_only=True,
        )
        for one in services()
    ),
)
