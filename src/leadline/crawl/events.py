"""What the life of a source says while it runs: it asks for pages and tells what it learned.

The life is a generator without I/O. It yields one of these values; ``Get`` is answered with a
``Page`` or a ``FetchError``, ``ChooseQuery`` with a ``QueryChoice``, everything else with None.
Whoever drives it (live run, test, bench, replay from the archive) decides where the pages come
from, and repeats a choice that was made before.

>>> def life():
...     page = yield from get(Request("GET", "http://h.test/"), "entry")
...     return page.status
>>> drive = life(); next(drive).purpose
'entry'
>>> try: drive.send(Page(Request("GET", "http://h.test/"), "http://h.test/", 200))
... except StopIteration as end: print(end.value)
200
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from leadline.errors import FetchError
from leadline.model import Page, Record, Request
from leadline.selection.messages import ChooseQuery, QueryChoice, QueryObserved

if TYPE_CHECKING:
    from collections.abc import Generator

State = Literal[
    "unknown",
    "fetched",
    "js",
    "probed",
    "understood",
    "harvesting",
    "complete",
    "exhausted",
    "paused",
    "failed",
]


@dataclass(frozen=True, slots=True)
class Get:
    """A page is wanted; wait at least ``delay`` seconds first."""

    request: Request
    purpose: str
    query: str | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class QueryOpened:
    """A query is opened: its words, why, and the entry list that sends it."""

    query: str
    purpose: str
    request: Request


@dataclass(frozen=True, slots=True)
class RecordsExtracted:
    """Records read from a page, known ones among them; ``new`` of them are first sightings."""

    page: Page
    query: str
    records: tuple[Record, ...]
    new: int


@dataclass(frozen=True, slots=True)
class PageParsed:
    """A page is parsed, its records are still to be read: other sources may be served between."""

    page: Page


@dataclass(frozen=True, slots=True)
class PageRefused:
    """A page is no answer but a refusal, whatever its status: a later run may ask again."""

    page: Page


@dataclass(frozen=True, slots=True)
class QueryClosed:
    """A query is closed: the stated total, whether the walk was whole, and why it ended."""

    query: str
    total: int | None
    exact: bool
    finished: bool
    reason: str


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The source entered a state."""

    state: State
    reason: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class ComponentLearned:
    """Something of the source is understood: plain values that a person can read and edit."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the person should know."""

    text: str
    level: Literal["info", "warning", "error"] = "info"
    page: int = 0


@dataclass(frozen=True, slots=True)
class SizeEstimated:
    """The size of the source is thought to be this."""

    records: float | None


@dataclass(frozen=True, slots=True)
class RecordTypes:
    """The type of every record, by key (known only when all addresses are seen)."""

    kinds: dict[str, str]


Event = (
    Get
    | ChooseQuery
    | QueryOpened
    | PageParsed
    | RecordsExtracted
    | PageRefused
    | QueryClosed
    | QueryObserved
    | StateChanged
    | ComponentLearned
    | Notice
    | SizeEstimated
    | RecordTypes
)
Reply = Page | FetchError | QueryChoice | None


def get(
    request: Request, purpose: str, query: str | None = None, delay: float = 0.0
) -> Generator[Event, Reply, Page | FetchError]:
    """Ask the driver for a page."""
    reply = yield Get(request, purpose, query, delay)
    if not isinstance(reply, Page | FetchError):
        raise TypeError("a Get must be answered with a Page or a FetchError")
    return reply


def choose(wish: ChooseQuery) -> Generator[Event, Reply, QueryChoice]:
    """Ask the driver which word comes next."""
    reply = yield wish
    if not isinstance(reply, QueryChoice):
        raise TypeError("a Choose must be answered with a Choice")
    return reply
