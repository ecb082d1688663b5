"""Result pages read by the wrapper; where its layouts no longer fit, it learns another one."""

from dataclasses import replace
from itertools import chain
from typing import Final

from leadline.crawl.answer_kind import note_answer, note_reading
from leadline.crawl.events import Crawl, PageParsed, PageRefused, Pause, Recall
from leadline.crawl.refusal import RefusalCount
from leadline.crawl.reports import report_wrapper
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.unread import MOVED
from leadline.errors import FetchError
from leadline.model import Page
from leadline.page.dom import parse
from leadline.wrapper.column_watch import Followed, columns_under
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.reading import Origin, PageReading
from leadline.wrapper.reinduction import Experience, reinduce
from leadline.wrapper.verification import verification_failure
from leadline.wrapper.wrapper import Wrapper

MAX_REINDUCTIONS: Final = 3
MAX_NODES_SEARCHED: Final = 400_000
"""Nodes of pages that are searched for another layout in vain: it costs some 20 us a node."""
MAX_DOUBTED_PAGES: Final = 5
"""Pages that are looked at again because something does not fit: it costs a tenth of a second."""


def read_page(source: SourceState, page: Page, query: str) -> Crawl[PageReading]:
    """Read a result page; where the layouts no longer fit, learn another one from that page.

    What an earlier run read is taken from it, if nothing was doubted then.
    """
    query = source.echo_of(query)
    code = source.learned_wrapper.code_of(query) if page.number else ""
    if code:
        recalled = yield Recall(page, code)
        if isinstance(recalled, PageReading):
            return _judged(source, recalled, query)
    document = parse(page)
    source.note_truncation(document, page)
    yield PageParsed(page)
    wrapper = source.learned_wrapper
    whole = wrapper.read_document(page, document, query)
    followed = source.watch.by_headings(wrapper, whole, query)
    reading = _kept(source, followed)
    if followed.unclear:
        return reading
    wrapper = followed.wrapper
    source.profile.exclude(_gone(wrapper, reading))
    deviating = source.profile.deviating(reading.rows)
    failure = verification_failure(reading, query, wrapper.query_hit_rate, deviating)
    repairs = source.repairs
    if (
        (reading.rows and not (failure and repairs.doubts < MAX_DOUBTED_PAGES))
        or page.status >= 400
        or isinstance(wrapper, DataWrapper)
        or repairs.reinductions >= MAX_REINDUCTIONS
        or repairs.nodes >= MAX_NODES_SEARCHED
    ):
        reading = _kept(source, source.watch.by_values(wrapper, reading))
        is_plain = reading is whole and not (failure or reading.cut or document.cut)
        if reading.rows and code and is_plain and not reading.labels:
            reading = replace(reading, origin=Origin(code, reading.rows, reading.stated))
        return _judged(source, reading, query)
    source.become(replace(repairs, doubts=repairs.doubts + bool(failure)))
    yield Pause(is_long=True)
    better = reinduce(wrapper, reading, query, experience_of(source))
    if better is None:
        source.become(replace(source.repairs, nodes=repairs.nodes + len(document)))
        source.profile.exclude(deviating)
        return _judged(source, _kept(source, source.watch.by_values(wrapper, reading)), query)
    source.use_wrapper(better)
    source.become(replace(source.repairs, reinductions=repairs.reinductions + 1))
    because = f" ({failure})" if failure else ""
    source.journal.note(
        f"the source shows its records in another layout{because}; learned it", page=page.number
    )
    report_wrapper(source)
    again = better.read_document(page, document, query)
    again = _kept(source, source.watch.by_values(better, again))
    source.profile.exclude(source.profile.deviating(again.rows))
    return source.with_first_keys(again, query)


def _gone(wrapper: Wrapper, reading: PageReading) -> frozenset[str]:
    """Return the columns under the headings that a page lacks."""
    return columns_under(wrapper, reading.headings.missing if reading.headings else ())


def _kept(source: SourceState, followed: Followed) -> PageReading:
    """Return a page with its columns under known names, without its records where none can be."""
    reading = noted_columns(source, followed)
    if followed.wrapper is not source.wrapper:
        source.use_wrapper(followed.wrapper)
        report_wrapper(source)
    return reading


def noted_columns(source: SourceState, followed: Followed) -> PageReading:
    """Return a page whose columns were followed, and note how.

    Where they cannot be, it is left without its records, which are counted; a visit raises.
    """
    reading, unclear = followed.reading, followed.unclear
    for text in (unclear,) if unclear else followed.said:
        source.journal.note(text, "warning", reading.page.number)
    if not unclear:
        return reading
    if source.watch.is_visit:
        raise FetchError(unclear, reading.page.request)
    source.journal.tell(PageRefused(reading.page))
    said = source.watch.leave_out(reading, unclear)
    note_answer(source, MOVED, reading.page.request, said)
    return replace(reading, rows=())


def _judged(source: SourceState, reading: PageReading, query: str) -> PageReading:
    """Return a page with the keys of known records, if it is none that refuses too often.

    A page without rows that is a captcha or a login is counted; several in a row end the crawl.
    """
    is_left_out = not reading.rows and reading.page.number in source.watch.left_out
    sign = "" if is_left_out else note_reading(source, reading, query)
    if reading.rows:
        source.become(replace(source.traffic, refusals=RefusalCount(), tags_in_vain=0))
    elif sign:
        reason, refusals = source.traffic.refusals.with_sign(sign)
        source.note_refusal(reading.page, reason, refusals)
    return source.with_first_keys(reading, query)


def experience_of(source: SourceState) -> Experience:
    """Return what pages showed so far, for a layout that is learned later."""
    probes = source.probes
    first = next(iter((*probes.answers, *probes.outside)), None)
    return Experience(
        source.profile,
        chain(source.texts_by_key, *(reading.keys for _, reading in probes.outside)),
        probes.nonsense,
        (first[0].query, first[1]) if first is not None else None,
        source.task.hints,
    )
