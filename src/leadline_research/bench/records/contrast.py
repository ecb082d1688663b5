"""``leadline bench contrast``: what two more pages are worth to whoever looks for the records.

A source is probed as a harvest begins: a made-up word, then words until two of them bring records.
On the pages of each answer the first choice of single-page mining is scored, and the choice by
contrast (this answer against the other one and the nonsense page), with the scorer of the labelled
pages. Labels are made from the source's own truth: the lines of which a value that no other line
has stands on the page. Made-up sources by default, real ones with ``--data`` and ``--site``.

>>> rows = [{"t": "Red sea", "k": "map"}, {"t": "Black sea", "k": "map"}, {"t": "Alps", "k": "map"}]
>>> [one.parts for one in labels("Hits: Red sea (map), Alps (map)", rows)]
[('Redsea',), ('Alps',)]
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from leadline.app.inspect import drive
from leadline.crawl.probe.forms import CrawlEnded, probe_forms
from leadline.crawl.source_crawl import fetch_entry
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.ways.form import pick_interfaces
from leadline.crawl.ways.table import Approach
from leadline.errors import FetchError
from leadline.fetch import HttpFetcher
from leadline.mining.miner import record_text
from leadline.page.urls import host_key
from leadline.wrapper.induction import choose_region
from leadline_research.bench.records.records import Gold, f1, macro, score_page, squash
from leadline_research.bench.served import running, sites_in
from leadline_research.bench.sites import MIN_DISTINCT_SHARE
from leadline_research.miners import mine
from leadline_research.named import chosen
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from leadline.crawl.events import Crawl
    from leadline.crawl.probe.probes import Probes
    from leadline.model import DataRegion
    from leadline.page.dom import Document

MIN_KEY_CHARS: Final = 4
"""Characters of a value that may tell that its line is on a page."""
MIN_LONG_KEY_CHARS: Final = 10
"""Characters from which it may stand there more than once: in the record's own text."""


def run(data: Path | None = None, *, names: Sequence[str] = ()) -> dict[str, Any]:
    """The named real sites of a folder; without a folder the made-up sources."""
    each = []
    if data is not None:
        for name in sites_in(data, names):
            with running(data, name) as (url, truth):
                each.append({"name": name, **measure(url, truth)})
    else:
        for name in chosen(names, ZOO, "made-up source"):
            with serve(ZOO[name]) as source:
                each.append({"name": name, **measure(source.url, source.truth())})
    pages = [page for one in each for page in one.pop("pages")]
    return {
        "sources": sum(one["answers"] > 0 for one in each),
        "pages": len(pages),
        "single": macro(single for single, _ in pages),
        "contrast": macro(contrast for _, contrast in pages),
        "each": each,
    }


def measure(url: str, truth: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """One source: right, predicted and labelled records of each answer's page, by both ways."""
    probes = asyncio.run(probed(url))
    answers = (probes.answers or probes.doubtful) if probes else []
    pages = []
    for number, answer in enumerate(answers):
        document = answer.probe.document
        gold = labels(document.visible_text(0), truth)
        if len(gold) < 2:
            continue
        others = [*answers[:number], *answers[number + 1 :]]
        choice = choose_region([answer, *others], probes.nonsense if probes else [])
        single = next(iter(mine(document, limit=1)), None)
        contrast = choice.region if choice else None
        pages.append((_score(gold, document, single), _score(gold, document, contrast)))
    return {
        "answers": len(pages),
        "single_f1": [round(f1(*single), 3) for single, _ in pages],
        "contrast_f1": [round(f1(*contrast), 3) for _, contrast in pages],
        "pages": pages,
    }


def labels(text: str, truth: Sequence[Mapping[str, str]]) -> list[Gold]:
    """The lines of a truth that stand on a page, told by values that no other line has."""
    page, squashed = f" {' '.join(text.split())} ", squash(text)
    found: list[Gold] = []
    for column in _telling(truth):
        values = [" ".join((line.get(column) or "").split()) for line in truth]
        times = Counter(values)
        here = [
            (line, value)
            for line, value in zip(truth, values, strict=True)
            if len(value) >= MIN_KEY_CHARS and times[value] == 1 and _stands_on(page, value)
        ]
        if len(here) > len(found):
            found = [_gold(line, squash(value), squashed) for line, value in here]
    return found


def _stands_on(page: str, value: str) -> bool:
    """Whether a value stands in a text as whole words; a short one only once, for it may be there
    by chance.
    """
    at = page.find(value)
    if at < 1 or (len(value) < MIN_LONG_KEY_CHARS and page.find(value, at + 1) >= 0):
        return False
    wide = value[0] >= "\u2e80"
    return wide or not (page[at - 1].isalnum() or page[at + len(value)].isalnum())


def _telling(truth: Sequence[Mapping[str, str]]) -> list[str]:
    """Columns whose values hardly ever come twice."""
    return [
        column
        for column in (truth[0] if truth else ())
        if len({line.get(column) for line in truth}) >= MIN_DISTINCT_SHARE * len(truth)
    ]


def _gold(line: Mapping[str, str], value: str, page: str) -> Gold:
    shown = [name + said for name, cell in line.items() if (said := squash(cell or "")) in page]
    return Gold((value,), "".join(shown), False)


def _score(
    gold: Sequence[Gold], document: Document, region: DataRegion | None
) -> tuple[int, int, int]:
    if region is None:
        return 0, 0, len(gold)
    return score_page(gold, [[record_text(document, span) for span in region.records]], "first")


def _stages(source: SourceState) -> Crawl[Probes | None]:
    try:
        entry = yield from fetch_entry(source)
        interfaces, entry = yield from pick_interfaces(Approach(source, entry, entry))
        probes = yield from probe_forms(source, interfaces, entry)
    except (CrawlEnded, FetchError):
        return None
    return probes


async def probed(url: str) -> Probes | None:
    """What probing a source brought, nothing stored."""
    async with HttpFetcher([host_key(url)], robots=False) as fetcher:
        return await drive(_stages(SourceState(CrawlTask(host_key(url), url))), fetcher)
