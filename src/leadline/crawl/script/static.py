"""Records that need no query: a static search index of the page, or data inside the page itself.

An index of a generator that the page names is what its search searches: taken whole it is the
database. A file that is only named, and data of a page, may be a part: they prove nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import ComponentLearned, Crawl, QueryClosed, QueryOpened, StateChanged
from leadline.crawl.page_reader import noted_columns
from leadline.crawl.script.part import sift_records
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.errors import FetchError
from leadline.model import Doubt, Outcome, Page, Request
from leadline.page.data.lists import DataList, Item
from leadline.page.dom import Document, parse, parse_html
from leadline.page.observed import Observed
from leadline.script.explain import MIN_LINES_TO_JUDGE, may_be_shown
from leadline.script.indexes.documents import read_own_data
from leadline.script.indexes.find import find_indexes, named_indexes, search_scripts
from leadline.script.indexes.part import IndexPart, StaticIndex, next_in_sequence
from leadline.wrapper.column_watch import NAMES_ITSELF
from leadline.wrapper.data.rows import identity_of, record_rows
from leadline.wrapper.data.state import unseen_list
from leadline.wrapper.reading import PageReading

DATA_COMPONENT: Final = "data"
"""Name under which a source keeps that its records come as data, whose values stay as they are."""
ABSENT: Final = (404, 410)
NOT_ALL: Final = "nothing says whether it is all"
MAX_FILES_NAMED: Final = 3
MAX_OPENED: Final = 3
"""Pages that an entry leads to in a browser which are looked at for an index."""
MIN_NAMED_ITEMS: Final = 5
"""Objects from which a file that a script names counts as what its search reads."""


@dataclass(slots=True)
class _FilesRead:
    """Files of an index that were read and that could not be; what was ``lost`` or left ``aside``.

    ``stated`` is how many objects the index says it has, ``taken`` how many came.
    """

    read: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    lost: int = 0
    stated: int = 0
    taken: int = 0
    aside: list[str] = field(default_factory=list)
    unnamed: str = ""
    """Script that was to name the files of the index, and names none."""

    def count(self, part: IndexPart) -> None:
        """Count what a file brought."""
        self.lost += part.lost
        self.stated += part.stated
        self.taken += len(part.items)
        self.aside += [part.aside] if part.aside else []


def take_index(source: SourceState, document: Document) -> Crawl[Outcome | None]:
    """Take the static index of a known generator; return None where the page has none."""
    return (yield from _take_first(source, find_indexes(document)))


def indexes_named(document: Document) -> list[StaticIndex]:
    """Return the files that a page itself names as what its search reads."""
    return named_indexes(document.html, document.base)


def take_named(source: SourceState, document: Document) -> Crawl[Outcome | None]:
    """Take a file that the page itself names as an index."""
    return (yield from _take_first(source, indexes_named(document)))


def take_asked(source: SourceState, observed: Observed) -> Crawl[Outcome | None]:
    """Take a file that the page, or a script that it loaded, asks for as what its search reads."""
    asked = [page for one in observed.sightings for page in one.pages]
    addresses = [f'"{page.request.url}"' for page in asked]
    scripts = (page for page in asked if "javascript" in page.header("content-type"))
    texts = [*addresses, *(page.body.decode("utf-8", "replace") for page in scripts)]
    searched = "\n".join(one for one in addresses if "search" in one)
    taken = yield from _take_first(source, named_indexes(searched, source.task.url))
    named = named_indexes("\n".join(texts), source.task.url)
    return taken or (yield from _take_first(source, named, observed.lines))


def take_asked_index(source: SourceState, observed: Observed) -> Crawl[Outcome | None]:
    """Take the static index of a known generator that the page asked for in a browser.

    A page that leads on by its script alone has it where it leads.
    """
    opened = observed.entry.pages if observed.entry is not None else ()
    for page in [page for page in opened if "html" in page.header("content-type")][:MAX_OPENED]:
        if (taken := (yield from take_index(source, parse(page)))) is not None:
            return taken
    asked = dict.fromkeys(page.url for one in observed.sightings for page in one.pages)
    scripts = "".join(f'<script src="{url}"></script>' for url in asked if '"' not in url)
    return (yield from take_index(source, parse_html(scripts, source.task.url)))


def take_named_by_scripts(
    source: SourceState, document: Document, observed: Observed
) -> Crawl[Outcome | None]:
    """Take a file that a script of the page names as an index, or the data of the script itself.

    Nothing says that data of a script are records where the page drew hardly anything.
    """
    for url in search_scripts(document):
        page = yield from fetch(source, Request("GET", url), "search script")
        if isinstance(page, Page) and page.status < 400:
            indexes = named_indexes(page.body.decode("utf-8", "replace"), document.base)
            if not observed.sightings or len({*observed.lines}) >= MIN_LINES_TO_JUDGE:
                own = partial(read_own_data, base=document.base)
                indexes += [StaticIndex("JSON", (url,), own, is_named=False)]
            taken = yield from _take_first(source, indexes, observed.lines)
            if taken is not None:
                return taken
    return None


def _take_first(
    source: SourceState, indexes: Sequence[StaticIndex], shown: Sequence[str] = ()
) -> Crawl[Outcome | None]:
    for index in indexes:
        taken = yield from _take(source, index, shown)
        if taken is not None:
            return taken
    return None


def take_state(
    source: SourceState, entry: Page, document: Document, observed: Observed
) -> Outcome | None:
    """Take the list of records that the entry page holds as data and its script shows."""
    data = unseen_list(document)
    if data is None or not may_be_shown(data.items, observed.lines):
        return None
    return take_held(source, entry, data)


def take_held(source: SourceState, entry: Page, data: DataList, said: str = "") -> Outcome:
    """Take a list that the entry page holds as data; ``said`` is what the page says of its size."""
    if reason := sift_items(source, data.items, entry.url):
        return source.outcome("failed", reason)
    open_data(source, entry.request)
    walk = WalkLog("")
    take_items(source, walk, entry, data.items)
    _close(source, walk)
    reason = f"the list that the page holds as data was taken{said}; {NOT_ALL}"
    return source.outcome("exhausted", reason)


def sift_items(source: SourceState, items: Sequence[Item], url: str) -> str:
    """Keep only the part that is wanted of objects of data; say why not, or ''."""
    return sift_records(source, record_rows(items, identity_of(items), url))


def take_items(source: SourceState, walk: WalkLog, page: Page, items: Sequence[Item]) -> None:
    """Take objects of data as the records of a page."""
    rows = record_rows(items, identity_of(items), page.url)
    reading = PageReading(page, parse_html("", page.url), rows)
    followed = source.watch.follow(NAMES_ITSELF, reading, walk.query)
    source.take_page(walk, noted_columns(source, followed))


def _take(source: SourceState, index: StaticIndex, shown: Sequence[str]) -> Crawl[Outcome | None]:
    """Read all files of an index; return None where the first of them holds nothing.

    Where nothing lists the files, those that follow a numbered one are read too.

    What a page does not name its index must stand among the lines that it ``shown``, if any.
    """
    index, log = yield from _with_named_files(source, index)
    walk, waiting, guessed = WalkLog(""), [*index.addresses], set[str]()
    is_listed = len(waiting) > 1
    for url in waiting:
        request = Request("GET", url)
        page = yield from fetch(source, request, "search index")
        is_page = isinstance(page, Page) and page.status < 400
        part = index.read(page.body, url) if isinstance(page, Page) and is_page else IndexPart()
        is_empty = not (part.items or part.more or part.is_read)
        if not isinstance(page, Page) or is_empty:
            if not (url in guessed or _is_absent(page, index, url)):
                log.missing.append(url)
            if url == index.addresses[-1] and not (walk.pages or log.read):
                return None
            continue
        log.read.append(url)
        is_one = len(part.items) >= MIN_NAMED_ITEMS and may_be_shown(part.items, shown)
        if not index.is_named and not walk.pages and not is_one:
            return None
        if not walk.pages and part.items:
            if reason := sift_items(source, part.items, url):
                return source.outcome("failed", reason)
            open_data(source, request)
        waiting += [more for more in part.more if more not in waiting]
        is_listed = is_listed or bool(part.more)
        onward = () if is_listed else [one for one in next_in_sequence(url) if one not in waiting]
        guessed.update(onward)
        waiting += onward
        log.count(part)
        if page.truncated:
            log.missing.append(url)
        if part.items:
            take_items(source, walk, page, part.items)
            if part.items[0].keys() == {"ref"}:
                source.journal.note(
                    "the index only names its documents, it holds no titles", "warning"
                )
    if not walk.pages:
        return None
    _close(source, walk)
    return _outcome(source, index, log)


def _with_named_files(
    source: SourceState, index: StaticIndex
) -> Crawl[tuple[StaticIndex, _FilesRead]]:
    """Return an index with the files that the page's script names; it is missing if not had."""
    log = _FilesRead()
    if index.script:
        page = yield from fetch(source, Request("GET", index.script), "search script")
        if isinstance(page, Page) and page.status < 400 and not page.truncated:
            if named := index.named(page.body.decode("utf-8", "replace")):
                return replace(index, addresses=tuple(named)), log
            log.unnamed = index.script
        elif isinstance(page, Page) and page.status in ABSENT:
            log.unnamed = index.script
        else:
            log.missing.append(index.script)
    return index, log


def _is_absent(page: Page | FetchError, index: StaticIndex, url: str) -> bool:
    """Tell whether a file is not there, and the site's own search does without it."""
    return isinstance(page, Page) and page.status in ABSENT and index.may_lack(url)


def _outcome(source: SourceState, index: StaticIndex, log: _FilesRead) -> Outcome:
    if why := _why_not_whole(index, log):
        doubt = Doubt("list", why)
        return replace(source.outcome("exhausted", why), doubts=(doubt,))
    if not index.is_named:
        reason = "the file that the page's search reads was taken; nothing says whether it is all"
        return source.outcome("exhausted", reason)
    read = len(log.read)
    files = f"its {read} files" if read > 1 else index.addresses[0]
    proof = f"the page's search reads an index of {index.kind}; {files} were read to the end"
    proof = proof if read > 1 else proof.replace(" were ", " was ")
    proof += f"; not taken: {', '.join(log.aside)}" if log.aside else ""
    taken = float(source.record_count)
    return source.outcome("complete", "everything was taken", proof=proof, estimate=taken)


def _why_not_whole(index: StaticIndex, log: _FilesRead) -> str:
    """Say which part of what the site's own search reads was not read; '' for none."""
    if log.missing:
        every = len({*log.missing, *log.read})
        named = ", ".join(log.missing[:MAX_FILES_NAMED])
        count = len(log.missing)
        return (
            f"{count} of {every} files of the page's search index could not be read whole: {named}"
        )
    if log.unnamed:
        return f"{log.unnamed} does not name the files of the page's search index: some may be left"
    if log.taken < log.stated:
        return f"the page's search index states {log.stated:,} entries and gave {log.taken:,}"
    if log.lost:
        return f"{log.lost:,} entries of the page's search index could not be read"
    if index.is_named and (left := index.unread(log.read)):
        named = ", ".join(left[:MAX_FILES_NAMED])
        return f"the page names further files of search data, which were not read: {named}"
    return ""


def open_data(source: SourceState, request: Request, purpose: str = "search index") -> None:
    """Report that data of this address is taken."""
    source.journal.tell(ComponentLearned(DATA_COMPONENT, {"address": request.url}))
    source.journal.tell(StateChanged("harvesting"))
    source.journal.tell(QueryOpened("", purpose, request))


def _close(source: SourceState, walk: WalkLog) -> None:
    source.journal.tell(QueryClosed("", finished=True, reason="read to its end"))
