"""What was observed of a page in a browser: its text and its requests after each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from leadline.model import Page
from leadline.page.plain import Hooks, from_plain, to_plain
from leadline.page.request_places import places_in

MAX_PAGE_REQUESTS: Final = 100
"""Requests of one page in the browser that are answered."""
MAX_SCRIPTS: Final = 300
"""Scripts of a page that comes in many."""
MORE_REQUESTS: Final = 60
"""Requests that such a page may make beside them."""
MAX_SESSION_SECONDS: Final = 240.0
SECONDS_PER_STEP: Final = 4.0
"""Seconds that a further page in the browser takes, loosely."""
REQUESTS_PER_STEP: Final = 4
"""Requests that it may make beside: one for each of its rows, say."""
SOCKET: Final = "SOCKET"
"""Stands for the method where a page holds what a websocket said."""

WITHHELD: Final = "may write and was not sent"
"""End of what is said of a request that the gate keeps back."""

WALLED: Final = "the page waits for an answer about cookies or privacy; --accept-terms gives it"
"""What is said of a page that asks for a consent first."""

Action = Literal["open", "type", "enter", "press", "expand", "advance", "choose", "submit"]
TYPING: Final = ("type", "enter", "press")
"""Steps that type a word: alone, with Enter, or with the button beside the box."""


class DrawnSelect(NamedTuple):
    """A list to choose from as a page draws it; ``options`` are values and texts.

    ``is_open``: it is seen and may be chosen from.
    """

    name: str
    value: str
    options: tuple[tuple[str, str], ...]
    is_open: bool = True


class DrawnBox(NamedTuple):
    """The search box of a page: its ``hint``, what it may hold, ``most`` characters (0: any).

    ``label`` is what it is called.
    """

    hint: str
    pattern: str = ""
    mode: str = ""
    most: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Learn:
    """Wish of a crawl to watch a page in a browser, answered with an ``Observed`` or None.

    ``steps`` is how often it goes on to the next page; what is shown is kept where more than one.
    ``visit`` counts visits for one purpose, after the first. ``typed`` are the words that brought
    something before, each with its step: no others are typed then, and none where it is empty.
    ``known`` are words that find something by a person's word: they are typed first. ``page`` is
    opened as it is, where it is given, and only its next pages are gone to.
    """

    url: str
    nonsense: str
    language: str = ""
    steps: int = 1
    visit: int = 0
    typed: tuple[tuple[Action, str], ...] | None = None
    known: tuple[str, ...] = ()
    page: Page | None = None

    @property
    def most(self) -> tuple[float, int]:
        """Seconds that it may take, and requests of its further pages that are answered."""
        further = self.steps - 1
        return MAX_SESSION_SECONDS + SECONDS_PER_STEP * further, REQUESTS_PER_STEP * further

    @property
    def price(self) -> str:
        """What it takes at most, for a person who waits."""
        (seconds, more), scripts = self.most, MAX_SCRIPTS + MORE_REQUESTS
        most = f"{seconds / 60:.0f} min and {MAX_PAGE_REQUESTS + more} requests at most"
        return f"the page in a browser ({most}, {scripts + more} where it has many scripts)"


@dataclass(frozen=True, slots=True)
class Sighting:
    """The page after one step: what was typed, the lines that it shows, what it fetched meanwhile.

    ``has_box``: the step found what it needs (a box to type in, a control that leads on). ``shown``
    is the page as it is drawn, where that is kept. ``selects`` are its lists to choose from, read
    when it was opened and after a choice; ``word`` is the value that was chosen then. ``box`` is
    what it types into, as it was opened.
    """

    action: Action
    word: str
    lines: tuple[str, ...]
    pages: tuple[Page, ...] = ()
    has_box: bool = True
    shown: Page | None = None
    selects: tuple[DrawnSelect, ...] = ()
    box: DrawnBox | None = None

    @property
    def is_asked(self) -> bool:
        """Whether a request of this step holds the word."""
        return bool(self.word) and any(holds(page, self.word) for page in self.pages)


@dataclass(frozen=True, slots=True)
class Observed:
    """All sightings of a page in order; ``refused`` are requests that were not sent, and why.

    ``links`` are what the page draws and where it leads within its host, the likeliest list first.
    ``form`` is markup of the controls that it draws, as they stood when it was opened.
    """

    sightings: tuple[Sighting, ...] = ()
    refused: tuple[str, ...] = ()
    trouble: str = ""
    links: tuple[tuple[str, str], ...] = ()
    form: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, pages by their numbers in the store."""
        return to_plain(self, {Page: lambda page: page.number})

    @classmethod
    def from_dict(cls, plain: dict[str, Any], page_of: Callable[[int], Page]) -> Observed:
        """Restore what was observed; ``page_of`` reads an archived page by its number."""
        shown: Hooks = {Page: page_of, Page | None: lambda number: number and page_of(number)}
        return from_plain(cls, plain, shown)

    def with_sighting(self, sighting: Sighting) -> Observed:
        """Return what was observed with one step more."""
        return replace(self, sightings=(*self.sightings, sighting))

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines that the page showed after some step."""
        return tuple(dict.fromkeys(line for one in self.sightings for line in one.lines))

    @property
    def entry(self) -> Sighting | None:
        """The page after it was opened."""
        return next((one for one in self.sightings if one.action == "open"), None)


def holds(page: Page, word: str) -> bool:
    """Tell whether a request holds a word in one of its values."""
    folded = word.casefold()
    return any(
        isinstance(leaf, str) and folded in leaf.casefold()
        for leaf in places_in(page.request).values()
    )
