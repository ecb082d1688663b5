"""Prints what a line takes of one budget under several rules for dividing it; no test.

``./run python bench/measure_budget.py [SCENE ...]``: every library of a scene is crawled once
in memory, and what each request brought is kept. The rules are played on these curves, with the
libraries found in many random orders. The best possible is a division by one who knows all curves.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from math import ceil
from random import Random
from statistics import mean
from typing import Final

import numpy as np

from leadline.app.harvest import REQUESTS_TO_BEGIN
from leadline.app.line.run import DISCOVERY_SHARE
from leadline.crawl.events import RecordsExtracted
from leadline_zoo.in_memory import crawl_site
from leadline_zoo.zoo import ZOO

LIBRARIES: Final = ("opac", "discovery", "moody", "many-fields", "capped-catalogue")
SCENES: Final = {
    "small": ((60,) * 12, 15, True),
    "large": ((1_500,) * 3, 15, True),
    "mixed": ((30, 60, 120, 250, 500, 1_000, 2_000), 15, True),
    "barren": ((600,), 30, False),
    "sparse": ((300,) * 4, 40, False),
}
"""Records of each library, sources of other domains, and whether links say what they lead to."""
BUDGETS: Final = (50, 100, 250, 1_000)
SHARES: Final = (0.03, DISCOVERY_SHARE, 0.3, 1.0)
ORDERS: Final = 30
MEMORY: Final = 0.8
"""Weight that the mean gain of a source keeps at each request."""
SUPPOSED: Final = [0.0] * REQUESTS_TO_BEGIN + [8.0] * 20
"""Gains by request of a library that nobody has seen, before any was taken."""


def curve(kind: str, records: int, seed: int) -> list[int]:
    """Crawl a library in memory; return the new records of each request."""
    run, _ = crawl_site(replace(ZOO[kind], count=records, seed=seed))
    place = {id(get.request): n for n, get in enumerate(run.gets)}
    gains, last = [0] * len(run.gets), 0
    for event in run.events:
        if isinstance(event, RecordsExtracted):
            last = max(last, place.get(id(event.page.request), last))
            gains[last] += event.new
    return gains


@dataclass
class Play:
    """One budget that is spent: on a row of links that hide libraries, and on the libraries."""

    links: list[list[int] | None]
    budget: int
    taken: int = 0
    asked: int = 0
    found: list[list[int]] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def discover(self) -> None:
        """Follow the next link."""
        self.budget -= 1
        link = self.links[self.asked]
        self.asked += 1
        if link is not None:
            self.found.append(link)
            self.at.append(0)
            self.rates.append(0.0)

    def ask(self, source: int) -> None:
        """Send the next request to a source."""
        gain = self.found[source][self.at[source]]
        self.budget -= 1
        self.taken += gain
        self.at[source] += 1
        self.rates[source] = MEMORY * self.rates[source] + (1 - MEMORY) * gain

    @property
    def open(self) -> list[int]:
        """Sources that did not come to their end."""
        return [n for n, curve in enumerate(self.found) if self.at[n] < len(curve)]


def by_share(play: Play, share: float) -> None:
    """Discover with a share of what is left, harvest to the end, and so on; as the line does."""
    while play.budget > 0 and (play.asked < len(play.links) or play.open):
        for _ in range(ceil(share * play.budget)):
            if play.asked < len(play.links) and play.budget > 0:
                play.discover()
        at_once = max(1, play.budget // REQUESTS_TO_BEGIN)
        while play.budget > 0 and play.open:
            begun = [n for n in play.open if play.at[n]]
            fresh = [n for n in play.open if not play.at[n]]
            young = [n for n in begun if play.at[n] < REQUESTS_TO_BEGIN]
            if fresh and len(begun) < at_once:
                play.ask(fresh[0])
            else:
                play.ask(young[0] if young else max(begun, key=play.rates.__getitem__))


def by_measure(play: Play) -> None:
    """Give every request to what promises most new records for it, discovery as well."""
    finds = 1.0
    while play.budget > 0 and (play.asked < len(play.links) or play.open):
        known = [c[: play.at[n]] for n, c in enumerate(play.found) if play.at[n] > len(SUPPOSED)]
        sums = mean_curve(known or [SUPPOSED])[: play.budget]
        steps = np.arange(1, len(sums) + 1)
        values: list[tuple[float, int]] = []
        for n in play.open:
            done = min(play.at[n], len(sums))
            rest = sums[done:] - (sums[done - 1] if done else 0)
            ahead = float((rest / steps[: len(rest)]).max(initial=0))
            is_young = play.at[n] < REQUESTS_TO_BEGIN
            values.append((max(ahead, play.rates[n]) if is_young else play.rates[n], n))
        if play.asked < len(play.links):
            cost = (play.asked + 2) / finds
            values.append((float((sums / (steps + cost)).max(initial=0)), -1))
        source = max(values)[1]
        if source >= 0:
            play.ask(source)
        else:
            before = len(play.found)
            play.discover()
            finds += len(play.found) - before


def mean_curve(curves: list[list[int]] | list[list[float]]) -> np.ndarray:
    """Mean records after each request of some sources."""
    longest = max(map(len, curves))
    return np.mean([np.cumsum([*c, *[0] * (longest - len(c))]) for c in curves], axis=0)


def best_possible(links: list[list[int] | None], budget: int) -> int:
    """Most records that any division takes, for one who knows all curves."""
    best, most = np.zeros(budget + 1), 0.0
    for asked, link in enumerate(links, 1):
        if link is None or asked > budget:
            continue
        sums = np.r_[0, np.cumsum(link)][: budget + 1]
        wider = best.copy()
        for spent, records in enumerate(sums.tolist()):
            np.maximum(wider[spent:], best[: budget + 1 - spent] + records, out=wider[spent:])
        best = wider
        most = max(most, float(best[budget - asked]))
    return int(most)


def main() -> None:
    """Play the named scenes, or all, with each budget and rule."""
    for scene in sys.argv[1:] or SCENES:
        sizes, others, is_told = SCENES[scene]
        curves = [curve(LIBRARIES[n % len(LIBRARIES)], size, n) for n, size in enumerate(sizes)]
        print(f"{scene}: alone {[(sum(each), len(each)) for each in curves]}", flush=True)
        for budget in BUDGETS:
            sums: dict[str, list[float]] = {}
            for seed in range(ORDERS):
                links: list[list[int] | None] = [*curves]
                Random(seed).shuffle(links)
                links += [None] * others
                if not is_told:
                    Random(seed).shuffle(links)
                links.insert(0, None)  # the index page itself
                best = best_possible(links, budget)
                for share in SHARES:
                    by_share(play := Play(links, budget), share)
                    sums.setdefault(f"share {share}", []).append(play.taken)
                by_measure(play := Play(links, budget))
                sums.setdefault("one measure", []).append(play.taken)
                sums.setdefault("possible", []).append(best)
            print(f"  {budget}: {', '.join(f'{k} {mean(v):,.0f}' for k, v in sums.items())}")


if __name__ == "__main__":
    main()
