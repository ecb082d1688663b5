"""Crawl of record pages, as a generator without I/O: a few are read first, then all others.

The first pages teach a detail wrapper by contrast (``details.induction``). What a page says is
reported at once, so a killed run goes on with the records whose page was not read: pages that are
archived and not reported are replayed.

A preview reads a few pages and says what all would bring, and what they cost.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final, NamedTuple, TypeVar

from leadline.columns.templates.final_pass import learn_final_segmentation
from leadline.crawl.client import fetch
from leadline.crawl.entry.content_type import describe_other_content
from leadline.crawl.events import (
    ComponentLearned,
    Crawl,
    DetailsExtracted,
    Journal,
    PageParsed,
    RecordsExtracted,
)
from leadline.crawl.refusal import RefusalCount
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.details.addresses import link_column, page_address
from leadline.details.content import DetailContent, read_content
from leadline.details.files import FILE_SUFFIX
from leadline.details.induction import learn_details
from leadline.details.wrapper import DetailWrapper
from leadline.errors import Blocked, BudgetSpent, FetchError
from leadline.model import Field, Outcome, Page, Record, Request
from leadline.page.dom import parse
from leadline.page.urls import host_key
from leadline.wrapper.column_watch import NAMES_ITSELF, ColumnWatch, compare_few
from leadline.wrapper.identity.link import LinkIdentity
from leadline.wrapper.reading import PageReading, RecordRow, UnparsedPage

_Item = TypeVar("_Item")
DETAILS: Final = "details"
"""Name under which a source keeps what was learned of its record pages."""
RECORD_PAGE: Final = "record page"
FILE: Final = "file"
"""Purposes of requests."""
MAX_SAMPLES: Final = 24
"""Record pages of a type from which a wrapper is learned."""
MIN_OF_OWN_TYPE: Final = 8
"""Records of a type from which it has a wrapper of its own; rarer types share one."""
PAGES_COMPARED: Final = 8
"""Record pages that are compared at once with what is known of their columns, before they count."""
MAX_EMPTY_PAGES: Final = 12
"""Pages in a row without any field after which record pages count as shown otherwise now."""
GONE_STATUSES: Final = frozenset({404, 410})
FILES_FOLDER: Final = "files"
MAX_PREVIEWED: Final = 3
MAX_NAMES_WIDTH: Final = 300


class DetailTarget(NamedTuple):
    """A record page to read: the keys of its records, the request, the type of the records.

    ``query``: no list showed the record, but this query led straight to its page.
    """

    keys: tuple[str, ...]
    request: Request
    kind: str = ""
    query: str | None = None


@dataclass(frozen=True, slots=True)
class DetailTask:
    """What is left to read of a source's record pages, and what earlier runs learned.

    ``listed`` gives the fields that lists show of a record, ``end`` is how the lists ended,
    ``read`` the number of record pages read before. With ``files`` files on ``hosts`` are fetched.
    ``addresses`` are those of all record pages: what a page shows of others is left out.
    ``watches`` know what earlier runs read, by type.
    """

    targets: tuple[DetailTarget, ...]
    listed: Callable[[str], tuple[Field, ...]]
    end: Outcome
    wrappers: Mapping[str, DetailWrapper] = field(default_factory=dict)
    read: int = 0
    files: bool = False
    hosts: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    watches: Mapping[str, ColumnWatch] = field(default_factory=dict)


class ReadPage(NamedTuple):
    """A record page that was read and is not reported yet."""

    target: DetailTarget
    page: Page
    fields: tuple[Field, ...]


@dataclass(slots=True)
class DetailCrawl:
    """State of the reading of record pages; ``names`` are the files fetched, by address.

    ``waiting`` pages are read and not compared yet. ``unclear``: their columns cannot be followed.
    ``is_look``: a few pages are compared, and nothing that they say is reported.
    """

    source: SourceState
    task: DetailTask
    wrappers: dict[str, DetailWrapper]
    read: int = 0
    unlisted: int = 0
    empty: int = 0
    failed: int = 0
    names: dict[str, str] = field(default_factory=dict)
    watches: dict[str, ColumnWatch] = field(default_factory=lambda: defaultdict(ColumnWatch))
    waiting: list[ReadPage] = field(default_factory=list)
    unclear: bool = False
    is_look: bool = False

    def __post_init__(self) -> None:
        self.watches.update(self.task.watches)

    def learned(self, *, is_read: bool = False) -> ComponentLearned:
        """Return what is kept of the record pages: how far they are read, and the wrappers."""
        end = self.task.end
        value = {
            "state": "read" if is_read else "begun",
            "wrappers": {kind: each.to_dict() for kind, each in self.wrappers.items()},
            "end": [end.state, end.reason, end.proof, end.estimate, end.missing_at_most],
            "columns": {kind: each.to_plain() for kind, each in self.watches.items()},
            "unclear": self.unclear,
        }
        return ComponentLearned(DETAILS, value)

    def run(self) -> Crawl[None]:
        """Read all pages, type by type."""
        if not self.is_look:
            self.source.journal.tell(self.learned())
        for kind, targets in by_kind(self.task.targets, self.wrappers).items():
            if kind not in self.wrappers:
                sample = spread_evenly(targets, MAX_SAMPLES)
                targets = [target for target in targets if target not in set(sample)]
                yield from self._learn(kind, sample)
            if self.wrappers[kind].columns:
                for target in targets:
                    yield from self._read(kind, target)
                yield from self._compare(kind)

    def _learn(self, kind: str, sample: Sequence[DetailTarget]) -> Crawl[None]:
        """Fetch some pages, learn the wrapper of a type from them, and report what they say.

        One page is fetched twice: what differs then is no data of its record.
        """
        pages: list[tuple[DetailTarget, Page, DetailContent]] = []
        for target in sample:
            page, content = yield from self._fetch(target)
            if page is not None and content is not None:
                pages.append((target, page, content))
        listed = [self.task.listed(target.keys[0]) for target, _, _ in pages]
        contents = [content for _, _, content in pages]
        wrapper = learn_details(contents, listed)
        journal, what = self.source.journal, f"record pages{f' of {kind}' if kind else ''}"
        if wrapper.columns:
            _, again = yield from self._fetch(pages[0][0])
            names, wrapper = wrapper.names, learn_details(contents, listed, again)
            if volatile := [name for name in names if name not in wrapper.names]:
                journal.note(f"{what} say other {', '.join(volatile)} when read again: left out")
        self.wrappers[kind] = wrapper
        if wrapper.columns:
            journal.note(
                f"{what} bring {len(wrapper.names)} more columns: {', '.join(wrapper.names)}"
            )
        else:
            journal.note(f"{what} show nothing that lists do not show: they are not read")
        journal.tell(self.learned())
        for target, page, content in pages:
            fields = wrapper.fields(content, is_listed=target.query is None)
            self.waiting.append(ReadPage(target, page, fields))
        yield from self._compare(kind)

    def _read(self, kind: str, target: DetailTarget) -> Crawl[None]:
        """Fetch one page and report what it says."""
        page, content = yield from self._fetch(target)
        if page is None or content is None:
            return
        fields = self.wrappers[kind].fields(content, is_listed=target.query is None)
        self.empty = 0 if fields else self.empty + 1
        if self.empty >= MAX_EMPTY_PAGES:
            raise Blocked(f"{self.empty} record pages in a row show no known field", page.request)
        self.waiting.append(ReadPage(target, page, fields))
        if len(self.waiting) >= PAGES_COMPARED:
            yield from self._compare(kind)

    def _compare(self, kind: str) -> Crawl[None]:
        """Compare the pages that wait with what is known of their columns, and report them.

        A visit ends where columns cannot be followed, and these pages count for nothing. Within a
        harvest a label that is new stands for a column of its own.
        """
        waiting, watch, journal = self.waiting, self.watches[kind], self.source.journal
        self.waiting = []
        if not waiting:
            return
        last = waiting[-1].page
        rows = tuple(RecordRow(one.target.keys[0], one.fields, "") for one in waiting)
        unnamed = self.wrappers[kind].unnamed
        reading = PageReading(last, UnparsedPage(last), rows, unnamed=unnamed)
        followed, (few, contradicted) = (
            watch.follow(NAMES_ITSELF, reading, ""),
            compare_few(watch, rows),
        )
        unclear = followed.unclear or contradicted
        if few:
            watch.say(few)
        for text in filter(None, (*followed.said, few, unclear)):
            journal.note(f"record pages: {text}", "warning", last.number)
        if unclear and watch.is_visit:
            self.unclear = True
            if not self.is_look:
                journal.tell(self.learned())
            raise FetchError(unclear, last.request)
        for one, row in zip(waiting, (reading if unclear else followed.reading).rows, strict=True):
            fields = watch.completed(row.fields, watch.known.fields(one.target.keys[0]))
            yield from self._take(one.target, one.page, fields)
        if not watch.is_visit:
            watch.known.add(followed.reading.rows)

    def _fetch(self, target: DetailTarget) -> Crawl[tuple[Page | None, DetailContent | None]]:
        """Fetch a page; one that is gone, or is no web page, is reported without fields."""
        source = self.source
        page = yield from fetch(source, target.request, RECORD_PAGE)
        if isinstance(page, FetchError) or (
            page.status >= 400 and page.status not in GONE_STATUSES
        ):
            self.failed += 1
            return None, None
        if page.status >= 400 or describe_other_content(page):
            yield from self._take(target, page, ())
            return None, None
        document = parse(page)
        yield PageParsed(page)
        content = read_content(document, self.task.addresses)
        source.note_truncation(document, page)
        source.become(replace(source.traffic, refusals=RefusalCount(), tags_in_vain=0))
        return page, content

    def _take(self, target: DetailTarget, page: Page, fields: tuple[Field, ...]) -> Crawl[None]:
        """Report what a page says of its records, after its files were fetched."""
        if self.is_look:
            return
        if self.task.files:
            fields = (*fields, *(yield from self._files(fields)))
        key, journal = self.source.task.key, self.source.journal
        for number, own in enumerate(target.keys):
            if target.query is not None:
                self.unlisted += 1
                record = Record(key, own, (), page.number, number, target.query, target.kind)
                journal.tell(RecordsExtracted(page, target.query, (record,), 1))
            journal.tell(DetailsExtracted(page, own, fields))
        self.read += 1

    def _files(self, fields: Sequence[Field]) -> Crawl[tuple[Field, ...]]:
        """Fetch the files of a record on the named hosts; return the names they are kept under."""
        kept: list[Field] = []
        for column, value, kind in fields:
            names = []
            for address in value.split("\xa0|\xa0") if kind != "text" else ():
                name = self.names.get(address, "")
                if not name and host_key(address) in self.task.hosts:
                    page = yield from fetch(self.source, Request("GET", address), FILE)
                    if isinstance(page, Page) and page.status < 400:
                        name = self.names[address] = file_name(address)
                names += [name] if name else []
            if names:
                kept.append(Field(f"{column} ({FILE})", "\xa0|\xa0".join(names)))
        return tuple(kept)

    def outcome(self, why: str = "") -> Outcome:
        """Return how the source ended: as its lists did, or stopped by the record pages."""
        end, read = self.task.end, self.task.read + self.read
        total = self.task.read + len(self.task.targets)
        requests = end.requests + self.source.traffic.requests
        notes = (f"record pages: {text}" for each in self.watches.values() for text in each.said)
        records = end.records + self.unlisted
        end = replace(end, records=records, requests=requests, notes=(*end.notes, *notes))
        if why:
            reason = (
                f"{read:,} of {total:,} record pages were read: {why} (the lists: {end.reason})"
            )
            return replace(end, state="paused", reason=reason, proof="")
        if self.failed:
            text = f"{self.failed:,} of {total:,} record pages could not be read"
            self.source.journal.note(text, "warning")
        return end


def crawl_details(task: CrawlTask, journal: Journal, *, details: DetailTask) -> Crawl[Outcome]:
    """Read the record pages of a source; return its outcome, by which its lists ended before."""
    crawl = DetailCrawl(SourceState(task, journal), details, dict(details.wrappers))
    try:
        yield from crawl.run()
    except (BudgetSpent, FetchError) as fault:
        return crawl.outcome(str(fault))
    journal.tell(crawl.learned(is_read=True))
    return crawl.outcome()


def look_at_details(task: CrawlTask, journal: Journal, *, details: DetailTask) -> Crawl[Outcome]:
    """Compare a few record pages with what is known of their columns; report nothing of them.

    The outcome failed where columns came, went or cannot be followed; its reason says which.
    """
    crawl = DetailCrawl(SourceState(task, journal), details, dict(details.wrappers), is_look=True)
    why = ""
    try:
        yield from crawl.run()
    except (BudgetSpent, FetchError) as fault:
        why = str(fault) if crawl.unclear else ""
    changed = [text for each in crawl.watches.values() if each.has_changes for text in each.said]
    why = "; ".join(filter(None, [why, *changed]))
    return Outcome("failed", f"record pages: {why}") if why else details.end


def by_kind(
    targets: Sequence[DetailTarget], known: Collection[str] = ()
) -> dict[str, list[DetailTarget]]:
    """Group pages by the type of their records; rare types are one group, called ''.

    ``known`` are types that have a wrapper.
    """
    groups: dict[str, list[DetailTarget]] = defaultdict(list)
    for target in targets:
        groups[target.kind].append(target)
    kinds: dict[str, list[DetailTarget]] = defaultdict(list)
    for kind, group in groups.items():
        kinds[kind if kind in known or len(group) >= MIN_OF_OWN_TYPE else ""] += group
    return dict(sorted(kinds.items()))


def spread_evenly(items: Sequence[_Item], count: int) -> list[_Item]:
    """Return some items, evenly spread: neighbours in a list are alike.

    >>> spread_evenly("abcdef", 3)
    ['a', 'c', 'e']
    """
    if len(items) <= count:
        return list(items)
    return [items[number * len(items) // count] for number in range(count)]


def file_name(address: str) -> str:
    """Return the name under which a file of a record is kept.

    >>> file_name("http://h.test/a.PDF?v=1")
    'files/4e2a2fe05aa31704.pdf'
    """
    match = FILE_SUFFIX.search(address)
    digest = blake2b(address.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return f"{FILES_FOLDER}/{digest}{f'.{match[1].casefold()}' if match else ''}"


@dataclass(frozen=True, slots=True)
class DetailPreview:
    """What record pages bring: ``pages`` were read, ``columns`` are more than lists show.

    ``link`` is the column of the list that leads to them, ``example`` the first one's values.
    """

    link: str
    pages: int
    columns: tuple[str, ...]
    example: tuple[Field, ...] = ()

    def sentence(self, total: int | None) -> str:
        """Say what record pages would bring and cost, as a line for a person.

        >>> DetailPreview("title_url", 3, ("ISBN",)).sentence(40)
        '  record pages: 3 read; all bring: ISBN (harvest --details: 1 request a record, 40 here)'
        """
        read = f"  record pages: {self.pages} read"
        if not self.columns:
            return f"{read}; they show nothing that the list does not show"
        names, here = (
            ", ".join(self.columns)[:MAX_NAMES_WIDTH],
            f", {total:,} here" if total else "",
        )
        return f"{read}; all bring: {names} (harvest --details: 1 request a record{here})"


def preview_details(source: SourceState, reading: PageReading) -> Crawl[DetailPreview | None]:
    """Read a few pages of the records of an answer; return None where they have none.

    Texts of the list are divided first, as at the end of a harvest: their parts are known too.
    """
    key, url = source.task.key, reading.page.url
    records = [Record(key, row.key, row.fields, query=url) for row in reading.rows]
    layouts = source.wrapper.layouts if source.wrapper is not None else ()
    identities = [each.identity for each in layouts if isinstance(each.identity, LinkIdentity)]
    column = link_column(records, identities)
    by_address = {page_address(record, column): record for record in records} if column else {}
    addresses = [address for address in by_address if address]
    finished = learn_final_segmentation({"": [row.fields for row in reading.rows]}, parts=())
    pages: list[DetailContent] = []
    listed: list[tuple[Field, ...]] = []
    read: list[Request] = []
    for address in spread_evenly(addresses, MAX_PREVIEWED):
        page = yield from fetch(source, Request("GET", address), RECORD_PAGE)
        if isinstance(page, Page) and page.status < 400:
            read.append(page.request)
            pages.append(read_content(parse(page), frozenset(addresses)))
            listed.append(finished.fields("", by_address[address].fields))
    if not pages:
        return None
    wrapper = learn_details(pages, listed)
    if wrapper.columns:
        page = yield from fetch(source, read[0], RECORD_PAGE)
        if isinstance(page, Page):
            wrapper = learn_details(pages, listed, read_content(parse(page), frozenset(addresses)))
    return DetailPreview(column, len(pages), tuple(wrapper.names), wrapper.fields(pages[0]))
