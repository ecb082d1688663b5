"""The next page of an answer: by the learned link, by trying what may lead on, or by counting.

A link is believed once and then replayed; where none is shown and the answer is not yet whole, the
page's number is counted on; behind a page that came cut or failed the walk is taken up again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, Notice, Reply
from leadline.crawl.paging.fetch_page import SERVER_ERROR, Arrival, arrive, hop, is_news, try_hop
from leadline.crawl.paging.page_size import keep_size, take_back, with_size
from leadline.crawl.paging.pager_state import UNSURE, goes_on, with_parameter
from leadline.crawl.paging.total_checks import drop_total, reason_to_count, settle_total
from leadline.crawl.refusal import sign_of_refusal
from leadline.wrapper.pager.propose import advance

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.paging.walk import Walk
    from leadline.model import Request
    from leadline.wrapper.pager.propose import Proposal
    from leadline.wrapper.reading import PageReading

ENDS: Final = frozenset({400, 404, 410, 416})
"""What sources answer to a page behind the last one."""


def is_reached(source: Source, walked: Walk) -> bool:
    """Whether as many rows were walked as the source states, where its word may be trusted."""
    return walked.total is not None and source.trusts(walked) and walked.rows >= walked.total


def next_page(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading | None]:
    """The next page of the walk, read, or None with the reason noted in the walk."""
    if reading.cut and len(reading.rows) < max(walked.most_rows, source.most_rows):
        return (yield from _after_cut(source, walked, reading))
    shown = source.paging.replayed(reading, source.interface)
    if shown is not None and shown[1].fingerprint not in walked.asked:
        return (yield from _follow(source, walked, reading, *shown))
    if source.paging.locator is None:
        following = yield from _prove(source, walked, reading)
        if following is not None or walked.reason:
            return following
    return (yield from _count_on(source, walked, reading))


def _follow(
    source: Source, walked: Walk, reading: PageReading, proposal: Proposal, request: Request
) -> Generator[Event, Reply, PageReading | None]:
    """The page behind the learned link or button; where there is none the walk ends."""
    beyond = is_reached(source, walked)
    request = with_size(source, request)
    arrival = yield from hop(source, walked, reading, proposal, request)
    if source.size is not None:
        arrival = yield from keep_size(source, walked, reading, request, arrival)
    if arrival.status >= SERVER_ERROR:
        arrival = yield from _behind_fault(source, walked, request, arrival)
    source.paging.overran = source.paging.overran or beyond
    following = arrival.reading
    news = is_news(walked, arrival) or (walked.is_short and arrival.rows)  # two lists, one total
    if following is None or not news:
        _close(source, walked, arrival, beyond=beyond)
        return None
    if beyond:
        yield from drop_total(source, walked)
        following = replace(following, stated=None)
    if len(walked.requests) <= 2:
        source.paging.learn_step([*walked.requests, following.page.request])
    return following


def _behind_fault(
    source: Source, walked: Walk, request: Request, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """The page behind one on which the server fails: a record it cannot show costs that page only.

    Where nothing stands behind either it is the end of what the source shows.
    """
    step = source.paging.step
    beyond = advance(request, step) if step is not None else None
    if beyond is None or not walked.owes or not source.paging.is_worth("skip"):
        return arrival
    source.faults = 0
    behind = yield from arrive(source, walked, beyond)
    gained = is_news(walked, behind)
    source.paging.note("skip", gained=gained)
    if not gained or behind.reading is None:
        return arrival
    walked.cut = True
    number = behind.reading.page.number
    yield Notice("the server fails on a page; went on behind it", "warning", page=number)
    return behind


def _close(source: Source, walked: Walk, arrival: Arrival, *, beyond: bool = False) -> None:
    usual = [page.document for page in source.nonsense]
    sign = ""
    if arrival.reading is not None and not arrival.rows:
        sign = sign_of_refusal(arrival.reading.document, usual)
    if sign:
        walked.failed = True
        walked.end(f"the source shows {sign}", finished=False)
    elif beyond:
        walked.end("the stated total is reached", finished=True)
    elif arrival.reading is None:
        walked.failed = walked.failed or not arrival.status
        walked.end(arrival.fault, finished=None if arrival.status in ENDS else False)
    elif arrival.rows:
        walked.end("the source repeats a page")
    else:
        walked.end("the page holds no record")


def _prove(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading | None]:
    """Try what may be the next link, live, until one page goes on where this one ended."""
    beyond, tries = is_reached(source, walked), source.paging.tries
    following = yield from _first_that_follows(source, walked, reading)
    if following is None and source.paging.tries > tries and source.size and not beyond:
        following = yield from _prove_size(source, walked, reading)
    source.paging.overran = source.paging.overran or beyond
    if beyond and following is None:
        walked.end("the stated total is reached", finished=True)
    elif following is None and walked.denied:
        walked.end(f"no further page is given: {walked.denied}", finished=False)
    elif beyond and following is not None:
        yield from drop_total(source, walked)
        return replace(following, stated=None)
    return following


def _first_that_follows(
    source: Source, walked: Walk, reading: PageReading, *, sized: bool = False
) -> Generator[Event, Reply, PageReading | None]:
    """The first proposal whose page goes on where this one ended; its locator is kept."""
    records = max(len(reading.rows), source.most_rows)
    for proposal, request in source.paging.proposals(reading, source.interface):
        request = with_parameter(request, *source.size) if sized and source.size else request
        if request.fingerprint in walked.asked:
            continue
        arrival = yield from try_hop(source, walked, reading, proposal, request)
        following = arrival.reading
        if following is not None and goes_on(reading, following, via=proposal.via, records=records):
            source.paging.learn(proposal, [reading.page.request, following.page.request])
            source.paging.size_proved = source.size is not None
            yield from source.tell_paging()
            return (yield from settle_total(source, walked, reading, following))
        source.paging.refuse(proposal)
        if following is None and arrival.status not in ENDS and proposal.via not in UNSURE:
            walked.denied = arrival.fault
        if following is not None:
            text = f"a link that might lead on ({proposal.via}) does not continue the answer"
            yield Notice(text, page=following.page.number)
    return None


def _prove_size(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading | None]:
    """No link leads on from a larger page: it forgets the size, or the size does not hold."""
    following = yield from _first_that_follows(source, walked, reading, sized=True)
    if following is not None:
        source.paging.size_added = True
        return following
    source.paging.refused.clear()
    arrival = yield from take_back(source, walked, Arrival())
    return arrival.reading


def _count_on(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading | None]:
    """Ask the next page by arithmetic where the answer is not yet whole."""
    paging = source.paging
    why = reason_to_count(source, walked, reading)
    request = paging.counted(reading) if why is not None and paging.is_worth(why) else None
    if why is None or request is None or request.fingerprint in walked.asked:
        walked.end("no further page is linked")
        return None
    arrival = yield from arrive(source, walked, request)
    if is_news(walked, arrival) and not _goes_back(walked, arrival):
        paging.note(why, gained=True)
        return arrival.reading
    if not walked.cut:
        paging.note(why, gained=False)
    walked.end("nothing stands beyond the last page")
    return None


def _goes_back(walked: Walk, arrival: Arrival) -> bool:
    """Whether a page holds nothing but records of earlier pages of the walk."""
    return arrival.reading is not None and all(key in walked.keys for key in arrival.reading.keys)


def _after_cut(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading | None]:
    """After a page that came cut: by the rows that came, by its link, or by the whole step."""
    paging, requests = source.paging, []
    if paging.step is not None and paging.step.amount > 1:
        requests.append(paging.counted(reading, len(reading.rows)))
    shown = paging.replayed(reading, source.interface)
    requests += [shown[1] if shown is not None else None, paging.counted(reading)]
    for request in requests:
        if request is None or request.fingerprint in walked.asked:
            continue
        arrival = yield from arrive(source, walked, request)
        if is_news(walked, arrival) and not _goes_back(walked, arrival):
            return arrival.reading
    following = None
    if paging.locator is None:
        following = yield from _prove(source, walked, reading)
    if following is None:
        walked.end("the page came cut off and nothing follows it", finished=False)
    return following
