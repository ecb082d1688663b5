"""List on the entry page or on one that it links, taken where no form can be asked.

Some pages show their whole database page by page, while the box above it is a matter of a script,
or robots.txt forbids what it asks. Such a list is walked like an answer: it is believed once a
second page follows the first and both are made alike. What the two pages share is no record.
Nothing proves that the list holds everything, so it is never called complete.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from leadline.crawl.alternatives import keep_alternatives
from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl, QueryOpened, StateChanged
from leadline.crawl.official.instead import take_table_instead
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.reports import report_wrapper
from leadline.crawl.script.part import sift_records
from leadline.crawl.state.pager import is_next_page
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome, Page, Request
from leadline.page.dom import parse
from leadline.wrapper.data.call import Call
from leadline.wrapper.induction import list_wrapper, mined_page
from leadline.wrapper.reading import RecordRow
from leadline.wrapper.wrapper import Wrapper

CHOSEN: Final = "it was chosen"
MAX_SECOND_PAGES: Final = 3
"""Addresses that may be the second page of the list which are tried."""
GROUP: Final = re.compile(
    r"\W{0,9}(?:(?:1[5-9]|20)\d\d|\w|[^()]{1,80}\([\d.,']{1,12}(?: \w{1,20})?\))\W{0,9}"
)
"""All that a row says which leads to a list: a year, a letter, or a name with a number."""
MAX_GROUPS: Final = 0.5
"""Share of such rows above which a list is one of lists, and none of records."""
MIN_NEW_TEXTS: Final = 0.5
"""Share of the rows of the second page that say what the first does not."""
MIN_ROWS: Final = 5
"""Rows on both pages: fewer are the teasers of a start page."""


def take_listing(
    source: SourceState, entry: Page, why: str, wrapper: Wrapper | None = None
) -> Crawl[Outcome | None]:
    """Walk the list on this page, read by a wrapper or one learned now; None where none goes on."""
    is_checked = wrapper is not None  # by the records of a form: their keys are the list's
    wrapper = wrapper or (yield from learn_listing(source, entry))
    if wrapper is None:
        return None
    journal = source.journal
    why = why.removeprefix("the results are drawn by a script: ")  # this list is not
    document = parse(entry)
    rows = wrapper.read_document(entry, document, "").rows
    taken = None if is_checked else (yield from take_table_instead(source, document, rows))
    if taken is not None:
        return taken
    use_listing(source, entry.request, wrapper)
    if reason := sift_records(source, rows):
        return source.outcome("failed", reason)
    journal.note(f"{why}; the list on {entry.url} is taken instead", "warning")
    report_wrapper(source)
    journal.tell(StateChanged("harvesting"))
    journal.tell(QueryOpened("", "list", entry.request))
    walk, reading = yield from start_walk(source, "", entry)
    walk = yield from finish_walk(source, walk, reading)
    source.close(walk)
    source.become(source.evidence.with_short_end(walk.rows, walk.named))
    reason = f"{why}; the list on {entry.url} was walked {walk.extent}"
    estimate = float(source.record_count) if walk.finished and not walk.is_short else None
    return source.outcome("exhausted", reason, estimate=estimate)


def use_listing(source: SourceState, request: Request, wrapper: Wrapper) -> None:
    """Read a list by this wrapper and ask no form."""
    source.become(replace(source.form, interface=None, box=None, call=Call(request, whole=request)))
    source.use_wrapper(wrapper)


def learn_listing(source: SourceState, entry: Page) -> Crawl[Wrapper | None]:
    """Learn a wrapper from the first two pages of the list, if there are two."""
    first = mined_page(entry)
    hints = source.task.hints
    alone = list_wrapper(first, hints=hints)
    if alone is None:
        return None
    reading = alone.read_document(entry, first.probe.document, "")
    for proposal, request in source.pager.proposals(reading)[:MAX_SECOND_PAGES]:
        page = yield from fetch(source, request, "page")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        second = mined_page(page)
        wrapper = list_wrapper(first, second, hints=hints)
        if wrapper is None:
            continue
        before = wrapper.read_document(entry, first.probe.document, "")
        after = wrapper.read_document(page, second.probe.document, "")
        is_short = min(len(before.rows), len(after.rows)) < MIN_ROWS
        if is_short or are_groups([*before.rows, *after.rows]):
            continue
        shown = {row.text for row in before.rows}
        if sum(row.text not in shown for row in after.rows) < MIN_NEW_TEXTS * len(after.rows):
            continue  # a menu, whatever its links carry
        if is_next_page(before, after, via=proposal.via):
            keep_alternatives(source, first.probe.document, [first], wrapper)
            return wrapper
    return None


def are_groups(rows: Sequence[RecordRow]) -> bool:
    """Tell whether rows lead to lists, so that theirs is one of lists and none of records."""
    return sum(bool(GROUP.fullmatch(row.text)) for row in rows) > MAX_GROUPS * len(rows)
