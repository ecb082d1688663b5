"""One source while it is harvested: how it is asked, how it is read, what was seen so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from leadline.crawl.entry.auto_redirect import sent_on
from leadline.crawl.entry.interstitial import MOST_HOPS
from leadline.crawl.events import (
    ComponentLearned,
    Event,
    Notice,
    PageParsed,
    PageRefused,
    QueryOpened,
    Reply,
    get,
)
from leadline.crawl.paging.pager_state import Paging, with_parameter
from leadline.crawl.refusal import Refusals, sign_of_refusal
from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable, UnsupportedForm
from leadline.forms.display import display_query, display_values
from leadline.forms.find import find_interfaces
from leadline.forms.roles.match_modes import apply_setting
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.serialize import interface_to_dict
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, Record, Request
from leadline.page.dom import parse
from leadline.wrapper.column_profile import ColumnProfile
from leadline.wrapper.reinduction import Experience, reinduce
from leadline.wrapper.stored import to_plain
from leadline.wrapper.verification import verification_failure

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.paging.walk import Walk
    from leadline.domain.model import DomainKnowledge
    from leadline.domain.rules import DomainRules
    from leadline.forms.roles.match_modes import MatchSetting
    from leadline.model import Control, QueryInterface
    from leadline.page.dom import Document
    from leadline.wrapper.reading import PageReading
    from leadline.wrapper.region_choice import ProbePage
    from leadline.wrapper.wrapper import Wrapper

MOST_RELEARNED: Final = 3
MOST_DOUBTS: Final = 5
"""Pages that are looked at again because something does not fit: it costs a tenth of a second."""
MOST_FORBIDDEN: Final = 8
"""Requests in a row that may not be sent (robots.txt, other hosts) before a source is left: all
that a page proposes may be such, while the next query is not."""
MOST_FAULTS: Final = 3
"""Server errors in a row, or hosts that do not answer, after which a source is paused."""
ODD: Final = frozenset({"whole-database try", "habit"})
"""Purposes whose queries a server may stumble over: that says nothing of the next word."""
EXPIRED: Final = frozenset({401, 403, 405, 409, 412, 419, 422, 440, 498})
"""Answers to a form whose token or session is no longer good: the form page is fetched again."""


@dataclass(slots=True)
class Source:
    """The state of one source; everything in it follows from the pages that came.

    ``listing`` is the entry page's request where its list is taken and no form is asked; ``vain``:
    an odd query was refused with a new token too, so the token is not what is wrong.
    """

    key: str
    url: str
    interface: QueryInterface | None = None
    control: Control | None = None
    button: Control | None = None
    reader: Wrapper | None = None
    given: Wrapper | None = None
    nonsense: list[ProbePage] = field(default_factory=list)
    paging: Paging = field(default_factory=Paging)
    setting: MatchSetting = ()
    size: tuple[str, str] | None = None
    order: tuple[str, str] | None = None
    latest: str = ""
    seen: dict[str, str] = field(default_factory=dict)
    probed: list[tuple[Walk, PageReading]] = field(default_factory=list)
    asked: dict[str, None] = field(default_factory=dict)
    domain: DomainKnowledge | None = None
    rules: DomainRules | None = None
    filled: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    requests: int = 0
    faults: int = 0
    vain: bool = False
    forbidden: int = 0
    refusals: Refusals = field(default_factory=Refusals)
    columns: ColumnProfile = field(default_factory=ColumnProfile)
    relearned: int = 0
    doubts: int = 0
    most_pages: int = 0
    most_rows: int = 0
    agreed: int = 0
    disagreed: int = 0
    cap: int = 0
    constant: int | None = None
    entry: Page | None = None
    listing: Request | None = None
    cut: str = ""
    reasons: list[str] = field(default_factory=list)

    @property
    def pages_of_many(self) -> bool:
        """Whether some answer had more than one page."""
        return self.most_pages > 1

    def texts(self) -> list[str]:
        """What a reader sees of each record taken."""
        return list(self.seen.values())

    def use(
        self, interface: QueryInterface, box: Control | None = None, setting: MatchSetting = ()
    ) -> None:
        """Ask through this query interface from now on, with words in this box or the likeliest
        and the selects beside it as they stand or as they are set.
        """
        self.setting = setting
        self.interface = apply_setting(interface, setting)
        self.control = box if box is not None else query_control(interface)
        self.button = choose_submit_button(interface)

    def request(self, query: str) -> Request:
        """The request that asks a query, with the page size that was found to work.

        A query is words for the box, or what ``bind`` called the values of several controls.
        """
        if self.listing is not None:
            return self.listing
        if self.interface is None:
            raise ValueError("no query interface is chosen yet")
        request = submit_form(self.interface, self._values(query), self.button)
        for wanted in (self.size, self.order):
            request = with_parameter(request, *wanted) if wanted else request
        return request

    def _values(self, query: str) -> dict[str, list[str]]:
        values: dict[str, list[str]] = {}
        if query not in self.filled and self.control is not None:
            return {self.control.name: [query]}
        if query not in self.filled and query:
            raise UnsupportedForm("the form has no box for words")
        for name, value in self.filled.get(query, ()):
            values.setdefault(name, []).append(value)
        return values

    def bind(self, values: tuple[tuple[str, str], ...]) -> str:
        """The query that asks for these values by control name: a line that a person can read."""
        if self.interface is None:
            raise ValueError("no query interface is chosen yet")
        box = self.control.name if self.control is not None else ""
        text = display_query(self.interface, values, box)
        is_word = text in self.asked and text not in self.filled
        if self.filled.get(text, values) != values or is_word:
            text = " & ".join(f"{name}={value}" for name, value in values)
        self.filled[text] = values
        return text

    def said(self, query: str) -> str:
        """What a page may repeat of a query."""
        if query not in self.filled or self.interface is None:
            return query
        return display_values(self.interface, self.filled[query])

    def fetch(
        self, request: Request, purpose: str, query: str | None = None, delay: float = 0.0
    ) -> Generator[Event, Reply, Page | FetchError]:
        """A page, with repeated faults of the host turned into an end of the harvest.

        Where it only sends a browser on, what it leads to, as if the host had redirected.
        """
        reply = yield from self._fetch(request, purpose, query, delay)
        for _ in range(MOST_HOPS):
            onward = sent_on(reply)
            if onward is None:
                break
            reply = yield from self._fetch(onward, purpose, query)
        self.latest = request.fingerprint
        return replace(reply, request=request) if isinstance(reply, Page) else reply

    def _fetch(
        self, request: Request, purpose: str, query: str | None, delay: float = 0.0
    ) -> Generator[Event, Reply, Page | FetchError]:
        reply = yield from get(request, purpose, query, delay)
        self.requests += 1
        if isinstance(reply, Blocked):
            raise reply
        self.forbidden = self.forbidden + 1 if isinstance(reply, NotAllowed) else 0
        if isinstance(reply, NotAllowed) and self.forbidden >= MOST_FORBIDDEN:
            raise reply
        if isinstance(reply, Unreachable) or (isinstance(reply, Page) and reply.status >= 500):
            self.faults += 1
            odd = isinstance(reply, Page) and purpose in ODD
            if self.faults >= MOST_FAULTS and not odd:
                raise _given_up(reply, request)
        else:
            self.faults = 0
        if isinstance(reply, Page) and (reason := self.refusals.status(reply, purpose)):
            yield from self._refused(reply, reason)
        return reply

    def _refused(self, page: Page, reason: str) -> Generator[Event, Reply, None]:
        """Say that a page is a refusal; after too many of them the source is left alone."""
        yield PageRefused(page)
        if self.refusals.are_enough:
            raise Blocked(
                f"{reason} ({self.refusals.times} times in a row); try again later", page.request
            )

    def ask(self, query: str, purpose: str) -> Generator[Event, Reply, Page | FetchError | None]:
        """The first page of an answer; None when the form cannot carry the query."""
        try:
            request = self.request(query)
        except UnsupportedForm as fault:
            yield Notice(str(fault), "warning")
            return None
        self.asked[query] = None
        yield QueryOpened(query, purpose, request)
        return (yield from self.ask_again(query, purpose))

    def ask_again(self, query: str, purpose: str) -> Generator[Event, Reply, Page | FetchError]:
        """The first page of an answer, with a new token where the old one is refused."""
        page = yield from self.fetch(self.request(query), purpose, query)
        if not _is_expired(page) or not _has_state(self.interface):
            return page
        if self.vain and purpose in ODD:
            return page
        page = yield from self._ask_afresh(query, purpose)
        self.vain = _is_expired(page) and purpose in ODD
        return page

    def _ask_afresh(self, query: str, purpose: str) -> Generator[Event, Reply, Page | FetchError]:
        """Load the form page again (token, session), then ask once more."""
        form = self.interface
        assert form is not None
        page = yield from self.fetch(Request("GET", form.page_url), "form again", query)
        if isinstance(page, FetchError):
            return page
        same = [one for one in find_interfaces(parse(page)) if _is_same(one, form)]
        if same:
            held = self.control.name if self.control is not None else ""
            box = next((one for one in same[0].controls if one.name == held), None)
            self.use(same[0], box, self.setting)
        return (yield from self.fetch(self.request(query), purpose, query))

    def read(self, page: Page, query: str) -> Generator[Event, Reply, PageReading]:
        """A result page read; where the layout no longer fits, learned anew from that very page."""
        assert self.reader is not None
        query = self.said(query)
        document = parse(page)
        yield from self.tell_cut(document, page)
        yield PageParsed(page)
        reading = self.reader.read_document(page, document, query)
        missing = self.columns.deviating(reading.rows)
        why = verification_failure(reading, query, self.reader.query_hit_rate, missing)
        if (
            (reading.rows and not (why and self.doubts < MOST_DOUBTS))
            or page.status >= 400
            or self.relearned >= MOST_RELEARNED
        ):
            yield from self._look_for_refusal(reading, query)
            return reading
        self.doubts += bool(why)
        first = (self.probed[0][0].query, self.probed[0][1]) if self.probed else None
        before = Experience(self.columns, list(self.seen)[:500], self.nonsense, first)
        wrapper = reinduce(self.reader, reading, query, before)
        if wrapper is None:
            self.columns.exclude(missing)
            yield from self._look_for_refusal(reading, query)
            return reading
        self.reader = wrapper
        self.relearned += 1
        because = f" ({why})" if why else ""
        yield Notice(
            f"the source shows its records in another layout{because}; learned it", page=page.number
        )
        yield ComponentLearned("wrapper", self.reader.to_dict())
        again = self.reader.read_document(page, reading.document, query)
        self.columns.exclude(self.columns.deviating(again.rows))
        return again

    def tell_cut(self, document: Document, page: Page) -> Generator[Event, Reply, None]:
        """Say once that pages of the source are too large to be read whole."""
        if document.cut and not self.cut:
            self.cut = f"a page is too large to be read whole: {document.cut}"
            yield Notice(self.cut, "warning", page.number)

    def _look_for_refusal(self, reading: PageReading, query: str) -> Generator[Event, Reply, None]:
        """Whether a page without rows is a captcha or a login; several in a row end the harvest."""
        if reading.rows:
            self.refusals.answered()
        elif reading.page.status < 400:
            usual = [page.document for page in self.nonsense]
            sign = sign_of_refusal(reading.document, usual, query)
            if sign:
                yield from self._refused(reading.page, self.refusals.sign(sign))

    def take(self, reading: PageReading, query: str) -> tuple[tuple[Record, ...], int]:
        """The records of a page, and how many of them were never seen before."""
        records, new = [], 0
        for number, row in enumerate(reading.rows):
            records.append(
                Record(self.key, row.key, row.fields, reading.page.number, number, query)
            )
            if row.key not in self.seen:
                self.seen[row.key] = row.text
                new += 1
        self.columns.add(reading.rows)
        self.most_rows = max(self.most_rows, len(reading.rows))
        return tuple(records), new

    def trusts(self, walked: Walk) -> bool:
        """Whether the stated total may end a walk: not approximate, and right until now."""
        return walked.exact and not (self.disagreed and self.disagreed >= self.agreed)

    def judge_total(self, walked: Walk) -> None:
        """Compare what was stated with what a finished walk gave."""
        self.most_pages = max(self.most_pages, walked.pages)
        if walked.total is None or not walked.exact or not walked.finished:
            return
        if walked.rows == walked.total:
            self.agreed += 1
        else:
            self.disagreed += 1

    def tell_paging(self) -> Generator[Event, Reply, None]:
        """Say what was learned of the pager."""
        paging = self.paging
        value: dict[str, Any] = {
            "locator": to_plain(paging.locator) if paging.locator else None,
            "step": to_plain(paging.step) if paging.step else None,
            "page_size": list(self.size) if self.size else None,
        }  # fmt: skip
        yield ComponentLearned("pager", value)

    def tell_interface(self) -> Generator[Event, Reply, None]:
        """Say which query interface is asked."""
        if self.interface is not None:
            yield ComponentLearned("interface", interface_to_dict(self.interface))


def _given_up(reply: Page | FetchError, request: Request) -> FetchError:
    if isinstance(reply, FetchError):
        return Unreachable(
            f"the host did not answer {MOST_FAULTS} times in a row: {reply}", request
        )
    return Blocked(
        f"the server answered {reply.status} {MOST_FAULTS} times in a row; try again later", request
    )


def _is_expired(page: Page | FetchError) -> bool:
    return isinstance(page, Page) and page.status in EXPIRED


def _has_state(interface: QueryInterface | None) -> bool:
    return interface is not None and any(one.kind == "hidden" for one in interface.controls)


def _is_same(one: QueryInterface, other: QueryInterface) -> bool:
    return one.method == other.method and [c.name for c in one.controls] == [
        c.name for c in other.controls
    ]
