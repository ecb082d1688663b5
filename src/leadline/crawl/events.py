"""Messages between the crawl of one source and whoever drives it.

The crawl is a generator without I/O. It yields ``Get``, answered with a ``Page`` or a
``FetchError``, ``ChooseQuery``, answered with a ``QueryChoice``, ``Recall``, answered with a
``PageReading`` or None, and ``PageParsed`` and ``Pause``, answered with None. Everything else that
it reports goes to a ``Journal``, which the driver drains in order before it answers. The driver
(live run, test, bench, replay from the archive) decides where pages come from, and repeats a choice
that was made before.

>>> def crawl(journal):
...     journal.note("asks for a page")
...     page = page_reply((yield Get(Request("GET", "http://h.test/"), "entry")))
...     return page.status
>>> journal = Journal()
>>> driver = crawl(journal); next(driver).purpose, journal.drain()[0].text
('entry', 'asks for a page')
>>> try: driver.send(Page(Request("GET", "http://h.test/"), "http://h.test/", 200))
... except StopIteration as end: print(end.value)
200
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

from leadline.errors import FetchError
from leadline.model import Field, Level, Page, Record, Request, State
from leadline.page.observed import Learn, Observed
from leadline.selection.messages import ChooseQuery, QueryChoice, QueryObserved
from leadline.wrapper.packed.row_block import RowBlock
from leadline.wrapper.reading import PageReading

PURPOSES_OF_CERTAINTY: Final = frozenset({"check", "canary"})
"""Purposes of requests that are sent to learn what is missing, rather than for records."""


@dataclass(frozen=True, slots=True)
class Get:
    """Request for a page, to be sent after at least ``delay`` seconds."""

    request: Request
    purpose: str
    query: str | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class PageParsed:
    """Pause between parsing a page and reading its records, in which others may be served."""

    page: Page


@dataclass(frozen=True, slots=True)
class Recall:
    """Question for what an earlier run read from a page, under the code of its reading."""

    page: Page
    code: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause in a long calculation; what follows one that ``is_long`` is done in a thread."""

    is_long: bool = False


@dataclass(frozen=True, slots=True)
class QueryOpened:
    """Start of a query: its words, its purpose and the request that sends it."""

    query: str
    purpose: str
    request: Request


@dataclass(frozen=True, slots=True)
class RecordsExtracted:
    """Records read from a page, known ones among them; ``new`` of them are first sightings.

    ``reading`` is the page as the wrapper read it, where that may be remembered, ``block`` its rows
    in packed form.
    """

    page: Page
    query: str
    records: Sequence[Record]
    new: int
    reading: PageReading | None = None
    block: RowBlock | None = None


@dataclass(frozen=True, slots=True)
class DetailsExtracted:
    """What the page of a record says of it, beyond what lists show."""

    page: Page
    key: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class RecordsMerged:
    """Keys under which records were taken again, each with the key under which it stays."""

    first_keys: dict[str, str]


@dataclass(frozen=True, slots=True)
class PageRefused:
    """Page that refuses instead of answering, whatever its status; a later run may ask again."""

    page: Page


@dataclass(frozen=True, slots=True)
class QueryClosed:
    """End of a query: the stated total, whether its answer was read whole, why reading ended."""

    query: str
    total: int | None = None
    exact: bool = False
    finished: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StateChanged:
    """State that the source has entered."""

    state: State
    reason: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class ComponentLearned:
    """Learned part of the source, as plain values that a person can read and edit."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Notice:
    """Message for a person; ``page`` is the number of a stored page or 0."""

    text: str
    level: Level = "info"
    page: int = 0


@dataclass(frozen=True, slots=True)
class SizeEstimated:
    """Estimated number of records of the source."""

    records: float | None


@dataclass(frozen=True, slots=True)
class RecordTypes:
    """Type of every record by key, known only when all addresses were seen."""

    kinds: dict[str, str]


Step = Get | ChooseQuery | Recall | PageParsed | Pause | Learn
Report = (
    QueryOpened
    | RecordsExtracted
    | DetailsExtracted
    | RecordsMerged
    | PageRefused
    | QueryClosed
    | QueryObserved
    | StateChanged
    | ComponentLearned
    | Notice
    | SizeEstimated
    | RecordTypes
)
Reply = Page | FetchError | QueryChoice | PageReading | Observed | None

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
Crawl = Generator[Step, Reply, _Result]
"""Part of a crawl that may ask for pages before it returns its result."""


class Journal:
    """Queue of the reports of a crawl, in order."""

    def __init__(self) -> None:
        self._reports: list[Report] = []

    def tell(self, report: Report) -> None:
        """Append a report."""
        self._reports.append(report)

    def note(self, text: str, level: Level = "info", page: int = 0) -> None:
        """Append a message for a person."""
        self.tell(Notice(text, level, page))

    def drain(self) -> list[Report]:
        """Remove and return all reports."""
        reports, self._reports = self._reports, []
        return reports


def in_steps(
    items: Iterable[_Item], size: int, work: Callable[[list[_Item]], object]
) -> Crawl[None]:
    """Work on all items, ``size`` of them at a time; others are served in between."""
    waiting = iter(items)
    while some := list(islice(waiting, size)):
        work(some)
        yield Pause()


def page_reply(reply: Reply) -> Page | FetchError:
    """Return the reply to a ``Get``."""
    if not isinstance(reply, Page | FetchError):
        raise TypeError("a Get must be answered with a Page or a FetchError")
    return reply


def choice_reply(reply: Reply) -> QueryChoice:
    """Return the reply to a ``ChooseQuery``."""
    if not isinstance(reply, QueryChoice):
        raise TypeError("a ChooseQuery must be answered with a QueryChoice")
    return reply
