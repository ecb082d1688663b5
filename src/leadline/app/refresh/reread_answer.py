"""Known answers read again, page by page, and compared record by record with what is known."""

from dataclasses import dataclass, field
from typing import Final

from leadline.app.refresh.known import KnownAnswer, KnownSource
from leadline.app.refresh.steady import SteadyColumns
from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl, PageParsed, QueryOpened, RecordsExtracted
from leadline.crawl.state.pager import PagerState
from leadline.crawl.state.renewal import EXPIRED_STATUSES
from leadline.crawl.state.request_parameters import has_parameter, with_parameter
from leadline.crawl.state.source import SourceState
from leadline.errors import FetchError
from leadline.forms.find import find_interfaces
from leadline.model import Field, Page, QueryInterface, Record, Request
from leadline.page.dom import Document, parse
from leadline.store.refresh.visits import values_of
from leadline.wrapper.pager.step import advance
from leadline.wrapper.reading import PageReading

MAX_IDLE_PAGES: Final = 2
"""Pages in a row without news after which the front of an answer is read."""
MIN_STRANGE_PAGES: Final = 10
"""Pages with records, hardly one of them known, from which a source counts as another one."""
MIN_RECOGNISED_SHARE: Final = 0.05
UNKNOWN_SOURCE: Final = (
    "hardly one of the known records was recognised on {pages} pages: the source shows them "
    "otherwise now; nothing was changed. Harvest it into a new project"
)
UNCLEAR_COLUMNS: Final = "{why}; nothing was changed"
MAX_PAGES: Final = 100_000


@dataclass(frozen=True, slots=True)
class SeenRow:
    """One row of a page: whether it is new, and the columns that differ from what is known."""

    key: str
    is_new: bool
    columns: frozenset[str]
    is_first_news: bool

    def is_news(self, unsteady: frozenset[str]) -> bool:
        """Tell whether the row is new or changed in a column that means something."""
        return self.is_new or bool(self.columns - unsteady)


@dataclass(slots=True)
class AnswerAgain:
    """One known answer as far as this visit has read it; ``fault`` is why it could not be had."""

    known: KnownAnswer
    rows: list[SeenRow] = field(default_factory=list)
    keys: dict[str, None] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    pages: int = 0
    idle_pages: int = 0
    largest_page: int = 0
    total: int | None = None
    is_ended: bool = False
    has_failed: bool = False
    fault: str = ""
    is_at_tail: bool = False
    latest: PageReading | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it was read to its end, with all records that its total states."""
        agrees = self.total is None or len(self.keys) == self.total
        is_read = self.is_ended and not self.has_failed and not self.is_at_tail
        return is_read and agrees and bool(self.keys)

    @property
    def owed(self) -> int:
        """Records that must stand further on: the total grew by more than came to the answer."""
        before, after = self.known.total, self.total
        if before is None or after is None or self.is_whole:
            return 0
        came = {row.key for row in self.rows if row.is_new or row.columns}
        return max(0, after - before - len(came))


@dataclass(slots=True)
class AnswerReader:
    """Reads answers; ``seen`` are the keys of this visit, each with whether it was news.

    With ``new_alone`` changed records are no reason to read on. ``form_page`` is loaded once
    where values of an earlier session are refused. ``unclear`` says why columns cannot be followed.
    """

    source: SourceState
    known: KnownSource
    interface: QueryInterface | None = None
    new_alone: bool = False
    steady: SteadyColumns = field(init=False)
    answers: list[AnswerAgain] = field(init=False)
    seen: dict[str, bool] = field(default_factory=dict)
    recognised: int = 0
    pages: int = 0
    form_page: Document | None = None
    unclear: str = ""

    def __post_init__(self) -> None:
        self.steady = SteadyColumns(self.known.unsteady)
        self.answers = [AnswerAgain(answer) for answer in self.known.answers]

    @property
    def is_strange(self) -> bool:
        """Whether page after page shows records and hardly one of them is known."""
        rows = sum(len(answer.rows) for answer in self.answers)
        return self.pages >= MIN_STRANGE_PAGES and self.recognised < MIN_RECOGNISED_SHARE * rows

    @property
    def owes_news(self) -> bool:
        """Whether some answer's total says that more is new than was found."""
        return any(answer.owed for answer in self.answers)

    def read_front(self, answer: AnswerAgain) -> Crawl[None]:
        """Read an answer until pages in a row bring no news."""
        most = MAX_IDLE_PAGES if len(self.answers) == 1 else 1  # many answers show one change
        while not answer.is_ended and answer.idle_pages < most:
            yield from self.read_page(answer)

    def read_to_end(self, answer: AnswerAgain) -> Crawl[None]:
        """Read the rest of an answer, all of it where only its end was read."""
        if answer.is_at_tail:
            answer.is_at_tail = answer.is_ended = False
            answer.pages, answer.latest = 0, None
            answer.asked.clear()
            answer.keys.clear()
        while not answer.is_ended:
            yield from self.read_page(answer)

    def read_tail(self, answer: AnswerAgain) -> Crawl[None]:
        """Read an answer from what was its last page on, then backwards while that brings news."""
        requests = answer.known.requests[answer.pages :]
        if not requests:
            return
        answer.is_at_tail, answer.latest = True, None
        while not answer.is_ended:
            yield from self.read_page(answer)
        for request in reversed(requests[:-1]):
            before = sum(row.is_new for row in answer.rows)
            yield from self._read(answer, request)
            if sum(row.is_new for row in answer.rows) == before:
                break

    def read_page(self, answer: AnswerAgain) -> Crawl[None]:
        """Read the next page of an answer, or note that it has ended."""
        request = self._next_request(answer)
        if request is None or request.fingerprint in answer.asked or answer.pages >= MAX_PAGES:
            answer.is_ended = True
            return
        yield from self._read(answer, request)

    def _read(self, answer: AnswerAgain, request: Request) -> Crawl[None]:
        """Fetch one page of an answer and compare its rows."""
        query = answer.known.query
        if not answer.pages:
            self.source.journal.tell(QueryOpened(query, "refresh", request))
        answer.asked.add(request.fingerprint)
        if self.form_page is not None:
            request = with_fresh_values(request, self.form_page)
        page = yield from fetch(self.source, request, "page", query)
        if not answer.pages and isinstance(page, Page) and page.status in EXPIRED_STATUSES:
            page = yield from self._with_fresh_token(request, query)
        if not isinstance(page, Page) or page.status >= 400:
            answer.is_ended = answer.has_failed = True
            answer.fault = f"status {page.status}" if isinstance(page, Page) else str(page)
            return
        document = parse(page)
        yield PageParsed(page)
        reading = self.source.learned_wrapper.read_document(page, document, query)
        if reading.cut and reading.rows:
            answer.has_failed, answer.fault = True, "a page of it came cut off"
        self._take(answer, self._followed(reading, query))
        if self.is_strange:
            raise FetchError(UNKNOWN_SOURCE.format(pages=self.pages), request)

    def _followed(self, reading: PageReading, query: str) -> PageReading:
        """Give the columns of a page their known names; end the visit where that cannot be."""
        followed = self.known.watch.follow(self.source.learned_wrapper, reading, query)
        if followed.unclear:
            self.unclear = followed.unclear
            raise FetchError(UNCLEAR_COLUMNS.format(why=followed.unclear), reading.page.request)
        self.source.use_wrapper(followed.wrapper)
        for text in followed.said:
            self.source.journal.note(text, "warning")
        return followed.reading

    def _with_fresh_token(self, request: Request, query: str) -> Crawl[Page | FetchError]:
        """Load the form again and send the request with its hidden values of today."""
        form_url = self.interface.page_url if self.interface else self.source.task.url
        form_page = yield from fetch(self.source, Request("GET", form_url), "form again", query)
        if not isinstance(form_page, Page) or form_page.status >= 400:
            return form_page
        self.form_page = parse(form_page)
        fresh = with_fresh_values(request, self.form_page)
        return (yield from fetch(self.source, fresh, "page", query))

    def _next_request(self, answer: AnswerAgain) -> Request | None:
        """Return the request of the next page: by the page's link, as before, or by counting."""
        requests, latest = answer.known.requests, answer.latest
        if latest is None:
            return requests[-1] if answer.is_at_tail else requests[0]
        if not latest.rows:
            return None
        if answer.total is not None and len(answer.keys) >= answer.total:
            return None
        pager = PagerState(locator=self.known.locator, step=answer.known.step)
        shown = pager.by_locator(latest, self.interface)
        if shown is not None and shown[1].fingerprint not in answer.asked:
            return shown[1]
        if answer.pages < len(requests) and not answer.is_at_tail:
            return requests[answer.pages]
        is_owed = answer.total is not None and len(answer.keys) < answer.total
        is_full = answer.total is None and len(latest.rows) >= answer.largest_page
        if answer.known.step is not None and (is_owed or is_full):
            return advance(latest.page.request, answer.known.step)
        return None

    def _take(self, answer: AnswerAgain, reading: PageReading) -> None:
        """Compare the rows of a page, and report them."""
        records, new, has_news = [], 0, False
        page = reading.page
        for place, row in enumerate(reading.rows):
            key, query = row.key, answer.known.query
            records.append(Record(self.source.task.key, key, row.fields, page.number, place, query))
            answer.keys[key] = None
            seen = self._compare(key, row.fields)
            answer.rows.append(seen)
            new += seen.is_first_news and seen.is_new
            has_news = has_news or (seen.is_first_news and (seen.is_new or not self.new_alone))
        stated = reading.stated
        if stated is not None and stated.value is not None and not stated.approximate:
            answer.total = stated.value
        answer.idle_pages = 0 if has_news else answer.idle_pages + 1
        answer.largest_page = max(answer.largest_page, len(reading.rows))
        answer.pages += 1
        self.pages += bool(reading.rows)
        answer.latest = reading
        if not reading.rows:
            answer.is_ended = True
            answer.has_failed = not answer.keys
        self.source.journal.tell(RecordsExtracted(page, answer.known.query, tuple(records), new))

    def _compare(self, key: str, fields: tuple[Field, ...]) -> SeenRow:
        """Compare one row with what is known of its record."""
        before = self.known.fields_of(key)
        if before is None:
            first = key not in self.seen
            self.seen[key] = True
            return SeenRow(key, True, frozenset(), first)
        columns = self.steady.compare(before, fields) - self.known.watch.strange
        self.recognised += 2 * len(columns) <= len(values_of(fields))
        is_news = bool(columns - self.steady.unsteady)
        first = is_news and not self.seen.get(key, False)
        self.seen[key] = is_news or self.seen.get(key, False)
        return SeenRow(key, False, columns, first)


def with_fresh_values(request: Request, form_page: Document) -> Request:
    """Return a request of an earlier session with the hidden values of today's form."""
    for form in find_interfaces(form_page):
        if form.method != request.method or not request.url.startswith(form.action):
            continue
        for control in form.controls:
            if control.kind == "hidden" and has_parameter(request, control.name):
                request = with_parameter(request, control.name, control.value)
        break
    return request
