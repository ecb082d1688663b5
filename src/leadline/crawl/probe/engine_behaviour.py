"""Learning how the engine reads what is typed, by a few probes, when words must do the work."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import ComponentLearned, Event, Notice, QueryClosed, Reply
from leadline.crawl.paging.walk import Walk, take
from leadline.model import Page
from leadline.page.text import unaccented, words
from leadline.selection.probing.engine_behaviour import (
    EngineBehaviour,
    ProbeAnswer,
    behaviour_probes,
    infer_behaviour,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.wrapper.reading import PageReading

WORTH_IT: Final = 60
"""Records seen from which the source is large enough to spend a handful of probes on habits."""


def probe_behaviour(source: Source, nonsense: str) -> Generator[Event, Reply, EngineBehaviour]:
    """The engine's habits, told by the first pages of a few queries."""
    words_of = _productive(source)
    if len(source.seen) < WORTH_IT or words_of is None:
        return EngineBehaviour()
    first, accented = words_of
    seen = {"first": _seen(*_probed(source, first))}
    for probe in behaviour_probes(first, nonsense=nonsense, accented=accented):
        answer = yield from first_page(source, probe.text)
        if answer is not None:
            seen[probe.name] = _seen(*answer)
    habits = infer_behaviour(seen)
    yield ComponentLearned("habits", {
        "relaxes": habits.relaxes, "case_matters": habits.case_matters,
        "accents": habits.accents, "shortest": habits.shortest,
    })  # fmt: skip
    if habits.relaxes:
        yield Notice("the source answers a word with nonsense too: its answers are relaxed")
    return habits


def _productive(source: Source) -> tuple[str, str] | None:
    """A probe word that brought records, and a word with an accent of those records."""
    for walked, reading in sorted(source.probed, key=lambda one: -len(one[1].rows)):
        if len(walked.query.split()) != 1 or not reading.rows:
            continue
        counts = Counter(word for row in reading.rows for word in dict.fromkeys(words(row.text)))
        others = [w for w, n in counts.most_common() if n < len(reading.rows) and w != walked.query]
        accented = next((w for w in others if unaccented(w) != w and w.isalpha()), "")
        if others:
            return walked.query, accented
    return None


def _probed(source: Source, query: str) -> tuple[Walk, PageReading]:
    return next(one for one in source.probed if one[0].query == query)


def first_page(
    source: Source, query: str
) -> Generator[Event, Reply, tuple[Walk, PageReading] | None]:
    """The first page that answers a habit probe; None where it was asked before or refused."""
    if query in source.asked:
        return None
    page = yield from source.ask(query, "habit")
    if not isinstance(page, Page) or page.status >= 400:
        yield QueryClosed(query, None, False, False, "refused")
        return None
    reading = yield from source.read(page, query)
    walked = Walk(query)
    yield from take(source, walked, reading)
    yield QueryClosed(
        query, walked.total, walked.exact, False, "a habit probe: its first page only"
    )
    return walked, reading


def _seen(walked: Walk, reading: PageReading) -> ProbeAnswer:
    return ProbeAnswer(walked.total, frozenset(reading.keys))
