"""One source under a live question: its query is sent, its answer walked, what comes is kept."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from leadline.app.asking.events import (
    AnswerState,
    AskEvent,
    RecordsArrived,
    SourceEnded,
    SourceStarted,
)
from leadline.ask.binding import Binding
from leadline.ask.matching import RecordTest, completed
from leadline.crawl.events import (
    ComponentLearned,
    Crawl,
    Get,
    Journal,
    QueryClosed,
    QueryOpened,
    RecordsExtracted,
    Reply,
    Step,
)
from leadline.crawl.live_query import LIVE_PURPOSE, LearnedSource, LiveAnswer, ask_live
from leadline.crawl.terms import TERMS
from leadline.domain.rules import DomainRules
from leadline.errors import BudgetSpent, FetchError, LeadlineError
from leadline.fetch import PageArchive
from leadline.model import Page, Record
from leadline.protocols import Fetcher
from leadline.store import Reader, Store

MAX_LIVE_PAGES: Final = 40
"""Pages of one source that one question reads."""
DOUBTED: Final = (
    "it shows a page without records that it did not show before, though {count} of its stored "
    "records answer: its session may have ended"
)


@dataclass(frozen=True, slots=True)
class Keeper:
    """Where what comes is kept; a project that another program writes is only read."""

    store: Store
    archive: PageArchive


@dataclass(slots=True)
class LiveSource:
    """A source that is asked; ``records`` are those that answer, in order of arrival.

    A record of which more is stored is taken with it: columns that were found over all records, and
    what its own page says. ``reader`` knows it.

    ``strict``: plain words must stand in a record. ``url`` is the source's entry page. ``tell`` is
    given each event. ``addresses`` are those of the pages of the records, by key. ``stored`` is how
    many records are known that answer.
    """

    key: str
    learned: LearnedSource
    binding: Binding
    test: RecordTest
    fetcher: Fetcher
    tell: Callable[[AskEvent], None]
    reader: Reader
    keeper: Keeper | None = None
    strict: bool = True
    rules: DomainRules | None = None
    url: str = ""
    stored: int = 0
    records: dict[str, Record] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    others: int = 0
    pages: int = 0
    total: int | None = None
    query: int | None = None
    began: float = field(default_factory=time.monotonic)
    has_ended: bool = False

    async def run(self) -> None:
        """Ask, and tell how it ended; whoever cancels this says that the source is late."""
        question = self.binding.words or " & ".join(f"{n}={v}" for n, v in self.binding.values)
        self.began = time.monotonic()
        self.tell(SourceStarted(self.key, question))
        try:
            answer = await self._answer()
        except BudgetSpent as spent:
            self.end("partial", str(spent))
        except (FetchError, LeadlineError) as fault:
            self.end("partial" if self.records else "failed", str(fault))
        except Exception as fault:  # a fault of ours must not end the other sources
            self.end("failed", f"leadline itself failed ({type(fault).__name__}: {fault})")
        else:
            self._end_with(answer)

    def _end_with(self, answer: LiveAnswer) -> None:
        if answer.fault:
            self.end("failed", answer.fault)
        elif answer.is_other and self.stored:
            self.end("failed", DOUBTED.format(count=self.stored))
        elif answer.finished or answer.total is None or answer.rows >= answer.total:
            self.end("done", answer.reason)
        else:
            self.end("partial", f"{answer.reason}: {answer.rows:,} of {answer.total:,} were read")

    def end(self, state: AnswerState, reason: str) -> None:
        """Tell once how the source ended."""
        if not self.has_ended:
            self.has_ended = True
            seconds = time.monotonic() - self.began
            count = len(self.records)
            self.tell(SourceEnded(self.key, state, count, reason, seconds, self.others))

    async def _answer(self) -> LiveAnswer:
        """Ask, and where nothing is found ask once more with fewer words."""
        binding, journal = self.binding, Journal()
        source = self.learned.state(self.key, journal, self.rules, self.url)
        answer = LiveAnswer()
        for words in (binding.words, *filter(None, (binding.fewer, binding.rarest))):
            self.strict |= words == binding.rarest != binding.words
            values = tuple(
                (name, words if text == binding.words else text) for name, text in binding.values
            )
            answer = await self._drive(ask_live(source, words, values), journal)
            if answer.rows or answer.fault:
                break
        return answer

    async def _drive(self, crawl: Crawl[LiveAnswer], journal: Journal) -> LiveAnswer:
        """Advance in a thread: a page that is read must hold up neither deadline nor others."""
        reply: Reply = None
        while True:
            step = await asyncio.to_thread(_advance, crawl, reply)
            self._keep_reports(journal)
            if isinstance(step, LiveAnswer):
                return step
            reply = await self._reply(step)

    async def _reply(self, step: Step) -> Reply:
        if not isinstance(step, Get):
            return None
        if self.pages >= MAX_LIVE_PAGES:
            raise BudgetSpent(f"only its first {MAX_LIVE_PAGES} pages were read")
        self.pages += 1
        if step.delay:
            await asyncio.sleep(step.delay)
        try:
            page = await self.fetcher.fetch(step.request)
        except FetchError as fault:
            return fault
        if self.keeper is None:
            return page
        locator = self.keeper.archive.write(page, source=self.key, purpose=LIVE_PURPOSE)
        number = self.keeper.store.add_page(self.key, page, locator, LIVE_PURPOSE, query=self.query)
        return replace(page, number=number)

    def _keep_reports(self, journal: Journal) -> None:
        for report in journal.drain():
            match report:
                case QueryOpened(query, purpose, request) if self.keeper is not None:
                    entries = [request.method, request.url, request.body.decode("latin-1")]
                    self.query = self.keeper.store.open_query(
                        self.key, query, purpose=purpose, entries=entries
                    )
                case ComponentLearned(name, value) if name == TERMS and self.keeper is not None:
                    self.keeper.store.learn(self.key, TERMS, value)
                case QueryClosed(total=total):
                    self.total = total
                case RecordsExtracted(page, _, records):
                    self._take(page, records)

    def _take(self, page: Page, live: Sequence[Record]) -> None:
        records = [self._completed(record) for record in live]
        if self.keeper is not None:
            self.keeper.store.take(self.key, self.query, page.number, live)
        answering = []
        for record in records:
            if record.key in self.records:
                continue
            if self.test.holds(record, words=self.strict):
                answering.append(record)
                self.records[record.key] = record
                self.addresses[record.key] = page.url
            else:
                self.others += 1
        if answering:
            self.tell(RecordsArrived(self.key, tuple(answering), self.total))

    def _completed(self, live: Record) -> Record:
        try:
            return completed(live, self.reader.record(self.key, live.key))
        except ValueError:  # it is new
            return live


def _advance(crawl: Crawl[LiveAnswer], reply: Reply) -> Step | LiveAnswer:
    """Return the next step of a live query, or its answer."""
    try:
        return crawl.send(reply)
    except StopIteration as end:
        answer: LiveAnswer = end.value
        return answer
