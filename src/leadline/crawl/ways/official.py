"""What a site offers for download, taken where a person asked for it."""

from typing import Final

from leadline.crawl.official.take import take_official
from leadline.crawl.ways.table import UNNAMED, Approach, Offer, Way


def _wanted(approach: Approach) -> Offer | None:
    return UNNAMED if approach.source.task.official else None


WAYS: Final = (Way("official", 0, _wanted, lambda at: take_official(at.source, at.document)),)
