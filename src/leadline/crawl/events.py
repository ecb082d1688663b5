"""What the life of a source says while it runs: it asks for pages and tells what it learned.

The life is a generator without I/O. It yields one of these values; ``Get`` is answered with a
``Page`` or a ``FetchError``, ``Choose`` with a ``Choice``, everything else with None. Whoever
drives it (live run, test, bench, replay from the archive) decides where the pages come from, and
repeats a choice that was made before.

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

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from leadline.errors import FetchError
from leadline.model import Page, Record, Request
from leadline.selection.probing.engine_behaviour import Habits

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.model import Field

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
class Parsed:
    """A page is parsed, its records are still to be read: other sources may be served between."""

    page: Page


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


class Shown(Protocol):
    """A record as a source shows it: a row of a page, or a record of the store."""

    @property
    def key(self) -> str:
        """What names it in its source."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its values."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What a query brought, for whoever chooses the next: ``query`` '' may still be chosen.

    ``chosen``: it was asked because it was chosen; ``new`` of its records were first sightings;
    ``hidden``: the source shows no more of an answer that goes on.
    """

    query: str
    rows: tuple[Shown, ...]
    pages: int = 1
    total: int | None = None
    exact: bool = False
    complete: bool = False
    chosen: bool = False
    new: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Which word next? Answered with a ``Choice``; what is known of the source is told along."""

    page_size: int
    cap: int = 0
    size: int | None = None
    habits: Habits = field(default_factory=Habits)


@dataclass(frozen=True, slots=True)
class Choice:
    """The word to ask next, or '' with the reason why none is.

    ``promise`` is what it is expected to bring, in new records a request; ``estimate`` the size of
    the source as it is thought to be now; ``saturated``: the last answers were so many known
    records that hardly any can be unseen.
    """

    word: str
    reason: str = ""
    promise: float = 0.0
    estimate: float | None = None
    saturated: bool = False


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


Event = (
    Get | Choose | Asked | Parsed | Took | Refused | Answered | Brought | Turned | Learned | Noted
    | Estimated | Typed
)  # fmt: skip
Reply = Page | FetchError | Choice | None


def get(
    request: Request, purpose: str, query: str | None = None, delay: float = 0.0
) -> Generator[Event, Reply, Page | FetchError]:
    """Ask the driver for a page."""
    reply = yield Get(request, purpose, query, delay)
    if not isinstance(reply, Page | FetchError):
        raise TypeError("a Get must be answered with a Page or a FetchError")
    return reply


def choose(wish: Choose) -> Generator[Event, Reply, Choice]:
    """Ask the driver which word comes next."""
    reply = yield wish
    if not isinstance(reply, Choice):
        raise TypeError("a Choose must be answered with a Choice")
    return reply
