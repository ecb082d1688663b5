"""What a discovery did, in order, so that a killed one is resumed by doing it again.

A link is written down before it is fetched; a page together with what the crawl did with it. A
resumed run hands out the same links and gives the same pages from the archive
(`FocusedCrawl.retake`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from leadline.app.source.replayer import Replayer
from leadline.errors import FetchError, StoreError
from leadline.fetch import PageArchive
from leadline.model import Page, Request
from leadline.store import Store, StoredPage
from leadline.store.discovery import DISCOVERY_KEY

SETTINGS: Final = "settings"
OTHER_SETTINGS: Final = (
    "this discovery was begun with other seeds, another topic or other bounds ({names}); "
    "begin anew with --fresh, or name another --project"
)

EventKind = Literal["get", "weighed", "idle", "came", "seed", "again", "thorough"]


@dataclass(frozen=True, slots=True)
class Event:
    """What was done: ``text`` is an address, with "came" the number of a page.

    A link was handed out ("get"), a page or failure given to the crawl ("came"), a seed added, a
    page that the archive lost fetched again ("again": both numbers), or the crawl told to leave no
    link ("thorough"). Before a link was handed out, links of other hosts were put back or put off
    ("weighed": those hosts), or no link was handed out afterwards ("idle").
    """

    kind: EventKind
    text: str


@dataclass(slots=True)
class DiscoveryLog:
    """The events of a discovery in its store; ``pages`` were fetched and not given yet."""

    store: Store
    archive: PageArchive
    replayer: Replayer = field(init=False)
    pages: dict[int, StoredPage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.replayer = Replayer(DISCOVERY_KEY, self.store, self.archive)

    def begin(self, url: str, settings: dict[str, Any]) -> None:
        """Begin or resume; raise ``ValueError`` where the settings are not those of the begin."""
        self.store.add_source(DISCOVERY_KEY, url)
        before = self.store.learned(DISCOVERY_KEY).get(SETTINGS)
        if before is not None and before != settings:
            names = ", ".join(name for name in settings if settings[name] != before.get(name))
            raise ValueError(OTHER_SETTINGS.format(names=names))
        self.store.learn(DISCOVERY_KEY, SETTINGS, settings)
        list(self.replayer.recall())
        for stored in self.store.pages(DISCOVERY_KEY):
            self.pages[stored.number] = stored

    def events(self) -> Iterator[Event]:
        """Yield what earlier runs did; pages that failed at the end of a run never came."""
        words = [word.partition(" ")[::2] for word in self.store.choices(DISCOVERY_KEY)]
        again = dict(text.split() for kind, text in words if kind == "again")
        for kind, text in words:
            if kind in ("get", "weighed", "idle", "seed", "thorough"):
                yield Event(cast("EventKind", kind), text)
            elif kind == "came":
                while text in again:
                    text = again[text]
                if int(text) in self.pages:
                    yield Event("came", text)

    def note(self, kind: EventKind, text: str) -> None:
        """Write down what is about to be done."""
        self.store.add_choice(DISCOVERY_KEY, f"{kind} {text}")

    def take(self, number: int) -> Page | FetchError:
        """Return a page of an earlier run, or the failure; raise ``StoreError`` if it is lost."""
        stored = self.pages.pop(number)
        return self.replayer.read(Request(stored.method, stored.url), stored)

    def note_lost(self, number: int, stored: StoredPage, fault: StoreError) -> None:
        """Write down that the archive lost a page, and which was fetched in its place."""
        self.replayer.note_lost(fault, stored)
        self.note("again", f"{stored.number} {number}")

    def take_fetched(self, url: str) -> int | None:
        """Return the number of a page that was fetched and not given to the crawl before a kill."""
        numbers = (number for number, stored in self.pages.items() if stored.url == url)
        return next(numbers, None)

    def keep(self, page: Page) -> int:
        """Archive a page; return its number."""
        locator = self.archive.write(page, source=DISCOVERY_KEY, purpose="page")
        return self.store.add_page(DISCOVERY_KEY, page, locator, "page")

    def keep_failure(self, fault: FetchError) -> int:
        """Write down a request that brought no page; return its number."""
        return self.store.add_failure(DISCOVERY_KEY, fault.request, fault, "page")
