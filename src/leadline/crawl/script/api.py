"""A JSON API: an address that answers with records, given as the entry or named by a page.

Its pages are followed by the parameter that the address has, or by the first common one that brings
other records. The total that it states, reached, proves the list whole; it says nothing of others.
"""

import re
from typing import Final

from leadline.crawl.client import ask_and_read, fetch
from leadline.crawl.events import ComponentLearned, Crawl, StateChanged
from leadline.crawl.paging.walk import ask_walked
from leadline.crawl.script.call import ROUND_TOTAL, use_call, with_larger_pages
from leadline.crawl.script.dates import take_spread
from leadline.crawl.script.onward import doubted, extent_of, go_on
from leadline.crawl.script.part import restrict_call
from leadline.crawl.script.static import DATA_COMPONENT
from leadline.crawl.script.widened import widen_call, with_own_part
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Outcome, Page, Request
from leadline.page.data.lists import DataList, lists_in
from leadline.page.dom import Document
from leadline.page.observed import Observed
from leadline.page.urls import join_url
from leadline.wrapper.data.call import Call, Paging, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.paging import learn_size, learn_total
from leadline.wrapper.data.rows import text_size

MIN_API_ITEMS: Final = 5
MAX_NAMED_APIS: Final = 2
_ALTERNATE: Final = re.compile(
    r"<link\b[^<>]{0,400}\btype=[\"']?application/json[^<>]{0,400}>", re.I
)
_HREF: Final = re.compile(r"\bhref=[\"']?([^\"'\s<>]{1,500})", re.IGNORECASE)


def take_api(
    source: SourceState, entry: Page, paging: Paging | None = None
) -> Crawl[Outcome | None]:
    """Take the list of records that an address answers with; None where it has none.

    ``paging`` is how it goes on, where that is known.
    """
    data = records_of(entry)
    if data is None:
        return None
    call = with_own_part(Call(entry.request, whole=entry.request, paging=paging))
    if call.part:
        wrapper = DataWrapper.of(data, call)
        use_call(source, wrapper, "")
        wider = yield from widen_call(source, Observed(), "")
        call = source.form.call or call
        if wider is not None:
            entry, data = wider.page, DataList(data.path, wrapper.items(data_of(wider.page)))
    call = yield from go_on(source, call, entry, data)
    call = learn_total(learn_size(call, entry, len(data.items)), [entry], data)
    use_call(source, DataWrapper.of(data, call), "")
    source.journal.tell(ComponentLearned(DATA_COMPONENT, {"kind": "api"}))
    if source.is_scouting and (reason := (yield from restrict_call(source, call))):
        return source.outcome("failed", reason)
    if source.form.alternatives:
        reason = "an address takes one value of a parameter: give one condition for each"
        return source.outcome("failed", reason)
    source.journal.tell(StateChanged("harvesting"))
    reading = yield from ask_and_read(source, "", "list")
    if reading is None:
        return None
    reading = yield from with_larger_pages(source, reading)
    walked = yield from ask_walked(source, "", "list", reading)
    walk, first = walked or (WalkLog(""), reading)
    extent, is_end = extent_of(source, first.page, walk)
    places, _ = yield from take_spread(source, first, len(walk.keys), is_end=is_end)
    if places:
        return source.outcome("exhausted", f"{places}; nothing says whether it is all")
    total = walk.total if walk.exact and is_end else None
    if total and len(walk.keys) == total and total % ROUND_TOTAL:
        proof = f"the address states {total:,} records and gave as many"
        taken = float(source.record_count)
        return source.outcome("complete", "everything was taken", proof=proof, estimate=taken)
    reason = f"the list of the address was walked {extent}; nothing says whether it is all"
    return doubted(source.outcome("exhausted", reason), extent, is_end=is_end)


def take_named_api(source: SourceState, document: Document) -> Crawl[Outcome | None]:
    """Take the list of a JSON address that the page names as another form of itself."""
    for url in named_apis(document):
        page = yield from fetch(source, Request("GET", url), "search page")
        if isinstance(page, Page) and page.status < 400:
            taken = yield from take_api(source, page)
            if taken is not None:
                return taken
    return None


def named_apis(document: Document) -> list[str]:
    """Return JSON addresses that a page names as other forms of itself."""
    links = [match[0] for match in _ALTERNATE.finditer(document.html) if "alternate" in match[0]]
    named = [href[1] for link in links if (href := _HREF.search(link))]
    urls = [join_url(document.base, one) for one in dict.fromkeys(named)]
    return urls[:MAX_NAMED_APIS]


def records_of(page: Page, least: int = MIN_API_ITEMS) -> DataList | None:
    """Return the list that holds most of the text of an answer."""
    lists = [one for one in lists_in(data_of(page)) if len(one.items) >= least]
    return max(lists, key=lambda one: text_size(one.items), default=None)
