"""Share of a source's records that any harvester could see, whatever it asks.

Some adversities withhold records for good: the best harvest ends below 1. Where answers stop after
some pages, those pages could have been full of different records.

>>> from leadline_zoo.adversarial.adversity import Adversity
>>> from leadline_zoo.adversarial.site import AdversarialSite
>>> from leadline_zoo.spec import Pager, SourceSpec
>>> spec = SourceSpec("tiny", "books", count=400, pager=Pager(size=10))
>>> reachable_share(AdversarialSite(spec, Adversity(mute_after=25)))
0.625
>>> reachable_share(AdversarialSite(spec, Adversity()))
1.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline_zoo.adversarial.site import SHARDS, AdversarialSite

if TYPE_CHECKING:
    from leadline_zoo.site import Site


def reachable_share(site: Site) -> float:
    """Return an upper bound on the recall of any harvest of a source."""
    count = len(site.table.rows)
    if not isinstance(site, AdversarialSite) or not count:
        return 1.0
    own = site.adversity
    last_page = 0 if own.mute_for else own.mute_after
    ends = [after for after in (own.stuck_after, last_page, own.quota) if after]
    if ends:
        return min(1.0, _pages_full(site, min(ends)) / count)
    if own.shard_out_after:
        lost = len(range(0, count, SHARDS))
        return 1.0 - max(0, lost - _pages_full(site, own.shard_out_after)) / count
    if own.withheld:
        return 1 - len(site.withheld) / count
    if own.likeness:
        return len(site.likely_places()) / count
    return 1.0


def _pages_full(site: Site, pages: int) -> int:
    """Return the records that so many result pages hold at most."""
    pager = site.spec.pager
    return len(site.table.rows) if pager.kind == "none" else pages * pager.size
