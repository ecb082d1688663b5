"""What the life of a source says while it runs: it asks for pages and tells what it learned.

The life is a generator without I/O. It yields one of these values; ``Get`` is answered with a
``Page`` or a ``FetchError``, everything else with None. Whoever drives it (live run, test, bench,
replay from the archive) decides where the pages come from.

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

if TYPE_CHECKING:
    from collections.abc import Generator

State = Literal[
    "unknown", "fetched", "js", "probed", "understood", "harvesting",
    "complete", "exhausted", "paused", "failed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Get:
    """A page is wanted; wait at least ``delay`` seconds first."""

    request: Request
    purpose: str
    query: str | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A query is opened: its words, why, and the entry list that sends it."""

    query: str
    purpose: str
    request: Request


@dataclass(frozen=True, slots=True)
class Took:
    """Records read from a page, known ones among them; ``new`` of them are first sightings."""

    page: Page
    query: str
    records: tuple[Record, ...]
    new: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A page is no answer but a refusal, whatever its status: a later run may ask again."""

    page: Page


@dataclass(frozen=True, slots=True)
class Answered:
    """A query is closed: the stated total, whether the walk was whole, and why it ended."""

    query: str
    total: int | None
    exact: bool
    finished: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The source entered a state."""

    state: State
    reason: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Learned:
    """Something of the source is understood: plain values that a person can read and edit."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Noted:
    """Something the person should know."""

    text: str
    level: Literal["info", "warning", "error"] = "info"
    page: int = 0


@dataclass(frozen=True, slots=True)
class Estimated:
    """The size of the source is thought to be this."""

    records: float | None


@dataclass(frozen=True, slots=True)
class Typed:
    """The type of every record, by key (known only when all addresses are seen)."""

    kinds: dict[str, str]


Event = Get | Asked | Took | Refused | Answered | Turned | Learned | Noted | Estimated | Typed
Reply = Page | FetchError | None


def get(
    request: Request, purpose: str, query: str | None = None, delay: float = 0.0
) -> Generator[Event, Reply, Page | FetchError]:
    """Ask the driver for a page."""
    reply = yield Get(request, purpose, query, delay)
    if reply is None:
        raise TypeError("a Get must be answered with a Page or a FetchError")
    return reply
