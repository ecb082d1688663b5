"""Short names of the driver without network, for tests."""

from dataclasses import replace
from functools import cache

from leadline_zoo.in_memory import (
    HOST,
    MemoryRun,
    SiteWire,
    Wire,
    count_taken,
    crawl_site,
    run_crawl,
)
from leadline_zoo.spec import SourceSpec
from leadline_zoo.zoo import ZOO

__all__ = ["HOST", "Ran", "SiteWire", "Wire", "alive", "of_zoo", "run", "tabled", "taken"]

Ran, alive, run, taken = MemoryRun, crawl_site, run_crawl, count_taken


def tabled(spec: SourceSpec, **changes: object) -> SourceSpec:
    return replace(spec, **changes)  # type: ignore[arg-type]


@cache
def of_zoo(name: str) -> tuple[Ran, SiteWire]:
    """The crawl of a source of the zoo, one for all tests of a process."""
    return alive(ZOO[name], most=1000)
