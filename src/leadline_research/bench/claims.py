"""``leadline bench claims``: is what a crawl says of the whole of a source true?

Sources of all kinds are crawled in memory: the zoo, sources drawn at random, and adversarial ones,
which tempt to a false claim. The truth is known. Counted are

- ``false_complete``: sources called complete of which more than 2 % are missing;
- ``false_size``: sources of which "about all" is said while more than 5 % are missing;
- ``outside_bound``: the share of sources with a bound (``missing_at_most``) that the truth exceeds;
- ``median_width``: the median of bound minus share missing, over sources with a bound;
- ``mean_reachable``: mean share of the records that any harvester could see. Some sources withhold
  records for good (``leadline_zoo.adversarial.site``); ``mean_recall`` cannot pass it.

Another ``seed`` draws other sources. Runs are deterministic.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean, median
from typing import TYPE_CHECKING, Any, Final

from leadline_research.named import chosen
from leadline_zoo.adversarial.engine_kinds import ENGINE_KINDS, FORM_KINDS
from leadline_zoo.adversarial.site import AdversarialSite, reachable_share
from leadline_zoo.adversarial.sources import KINDS, LATER_KINDS, adversarial_source
from leadline_zoo.in_memory import SiteWire, count_taken, run_crawl
from leadline_zoo.random_sources import random_source
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from leadline.model import Outcome

ADVERSARIAL_PER_KIND: Final = 3
RANDOM_SOURCES: Final = 64
NUMBERS_PER_SEED: Final = 10_000
MAX_REQUESTS: Final = 1_500
"""Requests after which a crawl is told that its budget is spent."""
MAX_MISSING_OF_COMPLETE: Final = 0.02
MAX_MISSING_OF_ABOUT_ALL: Final = 0.05
MIN_SHARE_OF_ABOUT_ALL: Final = 0.95
"""Records taken over the estimate from which a size says "about all"."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What was said of a source, and the share of its records that were taken."""

    name: str
    outcome: Outcome
    recall: float
    requests: int
    reachable: float = 1.0

    @property
    def missing(self) -> float:
        """Share of the records that are missing."""
        return 1.0 - self.recall

    @property
    def is_false_complete(self) -> bool:
        """Whether the source is called complete and is not."""
        return self.outcome.state == "complete" and self.missing > MAX_MISSING_OF_COMPLETE

    @property
    def is_false_size(self) -> bool:
        """Whether "about all" is said while much is missing."""
        size, records = self.outcome.estimate, self.outcome.records
        says_all = size is not None and records >= MIN_SHARE_OF_ABOUT_ALL * size > 0
        return says_all and self.missing > MAX_MISSING_OF_ABOUT_ALL

    @property
    def is_outside(self) -> bool:
        """Whether more is missing than the bound allows."""
        bound = self.outcome.missing_at_most
        return bound is not None and self.missing > bound + 1e-9

    def to_dict(self) -> dict[str, Any]:
        """Return the row of the result."""
        bound, size = self.outcome.missing_at_most, self.outcome.estimate
        return {
            "name": self.name,
            "state": self.outcome.state,
            "recall": round(self.recall, 4),
            "reachable": round(self.reachable, 4),
            "estimate": None if size is None else round(size, 1),
            "missing_at_most": None if bound is None else round(bound, 4),
            "requests": self.requests,
            "records": self.outcome.records,
            "reason": self.outcome.reason,
            "proof": self.outcome.proof,
        }


def run(*, names: Sequence[str] = (), limit: int = 0, seed: int = 0) -> dict[str, Any]:
    """Crawl the named sources, or all; ``limit`` bounds the sources of each of the three kinds."""
    wires = sources(limit=limit, seed=seed)
    claims = [measure(name, wires[name]) for name in chosen(names, wires, "source")]
    return {"sources": [claim.to_dict() for claim in claims], **summary(claims)}


def sources(*, limit: int = 0, seed: int = 0) -> dict[str, Callable[[], SiteWire]]:
    """Return the sources by name: zoo, random, adversarial.

    >>> len(sources(limit=2)), len(sources()) >= 150
    (12, True)
    """
    first = seed * NUMBERS_PER_SEED
    own = list(ZOO.values())[: limit or None] if seed == 0 else []
    specs = [*own, *(random_source(first + n) for n in range(limit or RANDOM_SOURCES))]
    wires: dict[str, Callable[[], SiteWire]] = {
        spec.name: lambda spec=spec: SiteWire(spec)  # type: ignore[misc]
        for spec in specs
    }
    numbered = [
        (first + n, kinds)
        for kinds in (KINDS, LATER_KINDS, ENGINE_KINDS)
        for n in range(limit or ADVERSARIAL_PER_KIND * len(kinds))
    ]
    few = min(limit or ADVERSARIAL_PER_KIND, ADVERSARIAL_PER_KIND) * len(FORM_KINDS)
    numbered += [(first + n, FORM_KINDS) for n in range(few)]
    for number, kinds in numbered:
        drawn = adversarial_source(number, kinds)
        wires[drawn.spec.name] = lambda drawn=drawn: SiteWire(  # type: ignore[misc]
            drawn.spec, site=AdversarialSite(drawn.spec, drawn.adversity)
        )
    return wires


def measure(name: str, wire_of: Callable[[], SiteWire]) -> Claim:
    """Crawl a source and compare what is said of it with the truth."""
    wire = wire_of()
    crawl = run_crawl(wire.url, wire, most=MAX_REQUESTS)
    rows, _ = count_taken(crawl, wire.site)
    recall, reachable = rows / len(wire.site.table.rows), reachable_share(wire.site)
    return Claim(name, crawl.outcome, recall, len(crawl.gets), reachable)


def summary(claims: Sequence[Claim]) -> dict[str, Any]:
    """Count false claims, and compare bounds with the truth."""
    bounded = [claim for claim in claims if claim.outcome.missing_at_most is not None]
    outside = sum(claim.is_outside for claim in bounded)
    widths = [(claim.outcome.missing_at_most or 0.0) - claim.missing for claim in bounded]
    return {
        "false_complete": sum(claim.is_false_complete for claim in claims),
        "false_size": sum(claim.is_false_size for claim in claims),
        "outside_bound": round(outside / len(bounded), 4) if bounded else 0.0,
        "median_width": round(median(widths), 4) if widths else None,
        "bounded": len(bounded),
        "mean_recall": round(mean(claim.recall for claim in claims), 4) if claims else None,
        "mean_reachable": round(mean(claim.reachable for claim in claims), 4) if claims else None,
        "requests": sum(claim.requests for claim in claims),
    }
