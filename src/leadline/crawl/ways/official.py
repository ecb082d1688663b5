"""What a site offers for download, taken where a person asked for it."""

from functools import partial
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.official.take import take_lists, take_table
from leadline.crawl.official.ways import TAKEN, official_ways
from leadline.crawl.ways.table import Approach, Way
from leadline.model import Offer, Outcome

TEXTS: Final = {"oai-pmh": "its repository by OAI-PMH"}


def _found(approach: Approach, kind: str) -> Offer | None:
    ways = (way for way in official_ways(approach.document) if way.kind == kind)
    what = TEXTS.get(kind, f"a download as {kind}")
    return next((Offer(what, way.url) for way in ways), None)


def _take(approach: Approach, kind: str) -> Crawl[Outcome | None]:
    """Take the first way of a kind that gives records."""
    source, document = approach.source, approach.document
    take = take_lists if kind == "oai-pmh" else take_table
    for way in (way for way in official_ways(document) if way.kind == kind):
        state, sentence = yield from take(source, document, way)
        if source.record_count:
            return source.outcome(state, sentence)
        approach.said = sentence if state == "paused" else ""
    return None


WAYS: Final = tuple(
    Way(kind, 200 + at, partial(_found, kind=kind), partial(_take, kind=kind), wanted_only=True)
    for at, kind in enumerate(TAKEN)
)
