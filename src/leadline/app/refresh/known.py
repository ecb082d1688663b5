"""What earlier visits know of a source: the answers that hold its records, in the best order.

Answers are chosen greedily: the next one is that which shows most records a page that no chosen
one shows. So a source that was harvested by one query is read by that query, and one that was
harvested by a thousand words by the fewest of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Final

from leadline.app.source.recorder import FINISHED
from leadline.crawl.client import SESSION
from leadline.fetch import PageArchive
from leadline.model import Field, Request
from leadline.page.plain import from_plain
from leadline.store import StoredPage
from leadline.store.refresh.visits import REFRESH, VisitStore
from leadline.wrapper.column_watch import MAX_KNOWN_ROWS, ColumnWatch, KnownColumns
from leadline.wrapper.pager.locator import PagerLocator
from leadline.wrapper.pager.step import PageStep, learn_step
from leadline.wrapper.reading import RecordRow
from leadline.wrapper.wrapper import text_columns

VISIT: Final = "visit"
"""Name under which a source keeps what its visits learned, such as the order of its answers."""
COLUMNS_SEEN: Final = "columns"
"""Name under which a visit keeps what it saw of the columns."""
NEW_COLUMNS: Final = "new columns"
"""Name under which a visit tells the columns that the table had not before."""
CHANGED_COLUMNS: Final = "changed columns"
"""Name under which a visit tells whether columns came, went, or could not be followed."""
MAX_KNOWN_RECORDS: Final = 50_000
"""Records without a link that are told by their texts where a column is gone."""
WHOLE_LIST_SHARE: Final = 0.99
"""Share of the known records from which an answer that was read to its end is the whole list."""
REQUESTS_FOR_STEP: Final = 3


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """An answer that was read before; ``records`` were seen in it, ``whole``: to its end."""

    query: str
    requests: tuple[Request, ...]
    records: int
    total: int | None = None
    whole: bool = False
    step: PageStep | None = None


@dataclass(frozen=True, slots=True)
class KnownSource:
    """A source as earlier visits left it.

    ``fields_of`` gives the fields of a known record, None for a key that is new. ``is_covered``:
    one list, read to its end, shows all that is known. ``unsteady`` are columns that change from
    visit to visit, ``latest_first`` says that the latest changes stood first so far, ``new_stand``
    where new records stood (front, end). ``watch`` knows the columns, ``session`` are
    addresses that set what a session shows.
    """

    answers: tuple[KnownAnswer, ...]
    fields_of: Callable[[str], tuple[Field, ...] | None]
    is_covered: bool = False
    locator: PagerLocator | None = None
    unsteady: frozenset[str] = frozenset()
    latest_first: bool = False
    new_stand: str = ""
    watch: ColumnWatch = field(default_factory=ColumnWatch)
    session: tuple[str, ...] = ()


@dataclass(slots=True)
class _Draft:
    """An answer while its pages are collected."""

    pages: list[StoredPage] = field(default_factory=list)
    records: set[int] = field(default_factory=set)


def known_source(store: VisitStore, archive: PageArchive, key: str) -> KnownSource:
    """Load what is known of a source."""
    learned = store.learned(key)
    visit: Mapping[str, Any] = learned.get(VISIT) or {}
    totals: Mapping[str, int | None] = visit.get("totals", {})
    drafts = _drafts(store, key)
    count = sum(1 for _ in store.present_keys(key))
    queries = {query.id: query for query in store.queries(key)}
    answers, shown = [], set[int]()
    for number in _cover(drafts, {one for one in drafts if queries[one].finished}, count):
        draft, query = drafts[number], queries[number]
        requests = tuple(_request(archive, page) for page in draft.pages)
        step = learn_step(requests[:REQUESTS_FOR_STEP]) if len(requests) > 1 else None
        total = totals.get(query.text, query.total if query.exact else None)
        answers.append(
            KnownAnswer(query.text, requests, len(draft.records), total, bool(query.finished), step)
        )
        shown |= draft.records
    state = store.source(key).state
    is_list = len(answers) == 1 and answers[0].whole
    locator = (learned.get("pager") or {}).get("locator")
    return KnownSource(
        tuple(answers),
        lambda wanted: _fields_of(store, key, wanted),
        state in FINISHED and is_list and len(shown) >= WHOLE_LIST_SHARE * count,
        from_plain(PagerLocator, locator) if locator else None,
        frozenset(visit.get("unsteady", ())),
        bool(visit.get("latest_first")),
        str(visit.get("new_stand", "")),
        known_columns(store, key, visit),
        tuple(learned.get(SESSION) or ()),
    )


def known_columns(store: VisitStore, key: str, visit: Mapping[str, Any]) -> ColumnWatch:
    """Return a watch of the columns that knows the records of the table."""
    find = partial(_fields_of, store, key)
    known = KnownColumns(find=find)
    for wanted in islice(store.present_keys(key), MAX_KNOWN_RECORDS):
        if known.rows >= MAX_KNOWN_ROWS and not wanted.startswith("#"):
            break
        fields = find(wanted) or ()
        known.add([RecordRow(wanted, fields, "")])
        if wanted not in known.records:  # a text key names no record by itself
            cells = text_columns(fields)
            known.keep(wanted, cells, frozenset(cells))
    return ColumnWatch.of_plain(visit.get(COLUMNS_SEEN) or {}, known)


def _fields_of(store: VisitStore, key: str, wanted: str) -> tuple[Field, ...] | None:
    presence = store.presence(key, wanted)
    return presence.fields if presence is not None else None


def _drafts(store: VisitStore, key: str) -> dict[int, _Draft]:
    """Collect pages with records by query, each address once; visits add records alone."""
    drafts: dict[int, _Draft] = {}
    asked: set[tuple[int, str]] = set()
    shown = store.records_by_page(key)
    for page in store.pages(key):
        if page.query is None or not page.records:
            continue
        draft = drafts.setdefault(page.query, _Draft())
        draft.records |= shown.get(page.number, set())
        if page.purpose != REFRESH and (page.query, page.fingerprint) not in asked:
            asked.add((page.query, page.fingerprint))
            draft.pages.append(page)
    return {number: draft for number, draft in drafts.items() if draft.pages}


def _cover(drafts: Mapping[int, _Draft], finished: set[int], count: int) -> list[int]:
    """Choose answers that together show all records, those that show most a page first."""
    lists = [
        number for number in finished if len(drafts[number].records) >= WHOLE_LIST_SHARE * count
    ]
    if lists:
        return [min(lists, key=lambda number: (len(drafts[number].pages), number))]
    chosen: list[int] = []
    left = {number: len(draft.records) / len(draft.pages) for number, draft in drafts.items()}
    shown: set[int] = set()
    while left:
        number = max(left, key=lambda one: (left[one], -one))
        draft = drafts[number]
        gain = len(draft.records - shown) / len(draft.pages)
        if gain < left[number]:  # it was more when it was last looked at
            left[number] = gain
            if not gain:
                del left[number]
            continue
        del left[number]
        chosen.append(number)
        shown |= draft.records
    return sorted(chosen, key=lambda number: -len(drafts[number].records))


def _request(archive: PageArchive, page: StoredPage) -> Request:
    """Return the request of a page; that of a GET needs no look into the archive."""
    if page.method == "GET" or page.locator is None:
        return Request(page.method, page.url)
    return archive.read(page.locator).request
