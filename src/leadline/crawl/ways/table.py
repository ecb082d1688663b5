"""The ways into a source: siblings in one table, tried by rank until one holds.

A way looks at the page that a person gave, says what it offers, and takes it. What holds is an
outcome, answers of a form to learn from, or a call that is asked from then on. A way that is a
``rival`` is tried beside answers of a form, too. A person may choose one by its name or number.
Ways of other packages are entry points of ``leadline.ways``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import islice
from typing import Any, Final, TypeAlias

from leadline.crawl.client import fetch
from leadline.crawl.entry.search_pages import MAX_FRAMES, own_frames
from leadline.crawl.events import Crawl
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.probe.probes import Probes
from leadline.crawl.restriction.condition import OFFICIAL
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.unread import ELSEWHERE, UnreadAnswers
from leadline.errors import FetchError
from leadline.model import TAKEN, Offer, Outcome, Page, Request
from leadline.page.dom import Document, parse
from leadline.seams import parts

WAYS_COMPONENT: Final = "ways"
"""Name under which a source keeps which ways it offers, and what came of each."""
NAMES_NONE: Final = "the page names none that can be taken"
NOTHING: Final = "nothing came of it"


@dataclass(slots=True)
class Approach:
    """A source while its ways are tried: its entry page, and what those before found.

    ``page`` is where its form stands, ``frames`` are those of a page without one, ``linked`` what
    was fetched behind its links, ``seen`` what trials fetched. ``probes`` are the answers of a form
    that holds, ``said`` is why the way that is tried does not.
    """

    source: SourceState
    document: Document
    page: Document
    frames: list[Document] = field(default_factory=list)
    linked: list[Page] = field(default_factory=list)
    seen: dict[str, Page | None] = field(default_factory=dict)
    probes: Probes | None = None
    failed: CrawlEnded | None = None
    said: str = ""

    @property
    def entry(self) -> Page:
        """The entry page; raise ``ValueError`` before it came."""
        if self.source.entry is None:
            raise ValueError("no entry page is learned yet")
        return self.source.entry

    @property
    def why(self) -> str:
        """Why the ways before did not hold, '' where none was tried."""
        return self.failed.outcome.reason if self.failed is not None else ""

    @property
    def scripted(self) -> Document:
        """The first page with a script of those that were looked at, else the entry page.

        A source whose entry page only holds frames is taken from there on.
        """
        seen = (self.document, self.page, *self.frames)
        drawn = next((page for page in seen if "<script" in page.html), self.document)
        if drawn is not self.document:
            self.document = drawn
            self.source.move(drawn.url)
        return drawn

    def look(self, url: str) -> Crawl[Page | None]:
        """Return the page at an address, None without one; it is asked once for all trials."""
        known = {page.url: page for page in (self.entry, *self.linked)}
        if url not in known and url not in self.seen:
            page = yield from fetch(self.source, Request("GET", url), "way")
            self.seen[url] = page if isinstance(page, Page) and page.status < 400 else None
        return known.get(url) or self.seen[url]

    def shown(self) -> Crawl[list[Page]]:
        """Return what a reader sees at the entry address: its page, and the site's own frames."""
        pages = [self.entry]
        for page in pages:  # grows: a frame may be a set of frames itself
            for url in islice(own_frames(parse(page)), MAX_FRAMES + 1 - len(pages)):
                frame = yield from self.look(url)
                pages += [frame] if frame is not None and frame not in pages else []
        return pages


UNNAMED: Final = Offer()
"""Offer of a way that the entry page does not name: it is looked for."""
Taken: TypeAlias = Outcome | Probes | None


@dataclass(frozen=True, slots=True)
class Way:
    """A way into a source: where it is offered, how it is taken, and its rank among others.

    ``find`` asks nothing. ``take`` raises ``CrawlEnded`` or returns None where the way fails; it
    leaves a wrapper where a call is asked from then on. ``price`` is what a trial asks, ``proves``
    what may prove the source whole. One that is ``wanted_only`` waits for a person to choose it, a
    ``is_resort`` is tried even where a way before it ended in vain.
    """

    name: str
    rank: int
    find: Callable[[Approach], Offer | None]
    take: Callable[[Approach], Crawl[Taken]]
    price: int = 1
    proves: str = ""
    is_rival: bool = False
    is_data: bool = False
    is_resort: bool = False
    wanted_only: bool = False


@cache
def all_ways() -> tuple[Way, ...]:
    """Return the ways of the house and of installed packages, in the order of their trial."""
    found: list[Way] = parts("leadline.ways", __package__ or "", "WAYS")
    return tuple(sorted(found, key=lambda way: way.rank))


def offers_of(approach: Approach) -> list[Offer]:
    """Return what the entry page offers, in the order in which it is tried."""
    found = ((way, way.find(approach)) for way in all_ways())
    return [_named(way, offer) for way, offer in found if offer is not None and offer.what]


def ways_in(learned: Mapping[str, Any]) -> tuple[Offer, ...]:
    """Return the ways of a source by what was learned of it."""
    names = {one.name for one in fields(Offer)}
    kept = learned.get(WAYS_COMPONENT) or ()
    return tuple(Offer(**{name: one[name] for name in names & {*one}}) for one in kept)


def _named(way: Way, offer: Offer = UNNAMED) -> Offer:
    named = replace(offer, name=way.name, price=way.price, proves=way.proves)
    return replace(named, wanted_only=way.wanted_only)


def take_ways(approach: Approach, *, with_pages: bool = True) -> Crawl[Outcome | None]:
    """Try ways until one holds; raise ``CrawlEnded`` where none does.

    Return None where a call, or what answered as ``approach.probes``, is to be asked. Without those
    that read ``with_pages``, only what comes as data is tried.
    """
    source, holding, ended = approach.source, "", None
    source.set_ways((*offers_of(approach),))
    ways = _chosen(approach)
    for way in ways:
        is_due = (not holding or way.is_rival) and (ended is None or way.is_resort)
        if not (is_due and (with_pages or way.is_data)) or way.find(approach) is None:
            continue
        taken = yield from _tried(approach, way)
        if isinstance(taken, Outcome) and taken.state == "failed" and not source.record_count:
            ended = ended or taken
        if taken in (None, ended) and source.wrapper is None:
            continue
        if holding:
            source.set_ways(_told(source.ways, holding, f"the way {way.name!r} shows more"))
        holding = way.name
        if isinstance(taken, Probes):
            approach.probes = taken
        else:
            return taken
    if ended is not None:
        return ended
    if not holding and source.task.wanted_way:
        raise CrawlEnded(source.outcome("failed", _why_not(source, ways)))
    if not holding and approach.failed is not None:
        raise approach.failed
    return None


def _tried(approach: Approach, way: Way) -> Crawl[Taken]:
    """Try a way, and keep what came of it."""
    source, taken, approach.said = approach.source, None, ""
    try:
        taken = yield from way.take(approach)
    except CrawlEnded as end:
        approach.failed, approach.said = end, end.outcome.reason
    except FetchError:  # robots.txt forbids this way, or its host: others may be asked
        if source.record_count or source.traffic.unread.last != ELSEWHERE:
            raise
        approach.said = source.traffic.unread.sentence(ELSEWHERE)
        approach.failed = CrawlEnded(source.outcome("failed", approach.said))
        source.become(replace(source.traffic, disallowed=0, unread=UnreadAnswers()))
    is_held = taken is not None or source.wrapper is not None
    if isinstance(taken, Outcome) and taken.state == "failed":
        is_held, approach.said = False, taken.reason
    if is_held or approach.said or any(offer.name == way.name for offer in source.ways):
        came = TAKEN if is_held else approach.said or NOTHING
        source.set_ways(_told(source.ways, way.name, came, _named(way)))
    return taken


def _told(
    offers: Iterable[Offer], name: str, came: str, unnamed: Offer = UNNAMED
) -> tuple[Offer, ...]:
    """Return offers with what came of one, which is added where no page named it."""
    by_name = {offer.name: offer for offer in offers}
    return (*({**by_name, name: replace(by_name.get(name, unnamed), came=came)}).values(),)


def _chosen(approach: Approach) -> list[Way]:
    """Return the ways that may be tried: the one that a person chose by name or number, if any."""
    task, offers = approach.source.task, approach.source.ways
    wanted = task.wanted_way or ("form" if task.said("form") else "")
    if not wanted:
        return [way for way in all_ways() if not way.wanted_only]
    if wanted.isdecimal() and 0 < int(wanted) <= len(offers):
        wanted = offers[int(wanted) - 1].name
    is_any = wanted == OFFICIAL
    return [way for way in all_ways() if way.name == wanted or (is_any and way.wanted_only)]


def _why_not(source: SourceState, ways: Iterable[Way]) -> str:
    """Return why a way that was chosen did not hold, with what the page offers instead."""
    wanted, names = source.task.wanted_way, {way.name for way in ways}
    tried = [f"{one.name} {one.url} ({one.came})" for one in source.ways if one.name in names]
    others = ", ".join(one.name for one in source.ways if one.name not in names)
    why = f"none gave records: {', '.join(tried)}" if tried else NAMES_NONE
    why += f"; it offers {others}" if others else ""
    if wanted == OFFICIAL:
        return f"an official way was asked for; {why}"
    return f"the way {wanted!r} was asked for; {why}"
