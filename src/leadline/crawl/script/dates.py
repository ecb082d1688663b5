"""A call for a span of time that gives no wider one at once: asked span by span, both ways.

The longest span that is answered is taken for a step. From the span of the page it goes on to later
days and to earlier ones, until so many days in a row hold nothing.
"""

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.walk import ask_walked
from leadline.crawl.restriction.data import parameters
from leadline.crawl.script.places import take_places
from leadline.crawl.state.source import SourceState
from leadline.model import Page
from leadline.page.request_places import place_at
from leadline.page.text import fold
from leadline.script.windows import TimeSpan, span_of
from leadline.wrapper.data.call import Call, CallPart
from leadline.wrapper.reading import PageReading

STEPS: Final = (366, 92, 30, 13, 6)
"""Days from the first to the last of a span that are tried, the longest first."""
EMPTY_DAYS: Final = 92
"""Days in a row that hold nothing, after which it is asked no further."""
MIN_EMPTY_SPANS: Final = 2
MAX_SPANS: Final = 400
"""Spans that are asked at most."""


def window_of(call: Call) -> tuple[CallPart, TimeSpan] | None:
    """Return the span of time that a call is asked for and that hides records."""
    known, asked = parameters(call), call.whole or call.base
    for part in call.part:
        is_named = all(known.get(fold(str(place[-1]))) == place for place in part.places)
        span = span_of({place: place_at(asked, place) for place in part.places})
        if is_named and span is not None:
            return part, span
    return None


def take_dates(source: SourceState, first: PageReading) -> Crawl[tuple[str, bool]]:
    """Ask a call for spans of time until all are taken; return what to say, and whether they are.

    ``first`` is its answer for the span of the page.
    """
    call = source.form.call
    found = window_of(call) if call is not None else None
    if call is None or found is None or source.form.alternatives or source.task.only:
        return "", False
    part, span = found
    step = yield from _longest(source, span, first)
    if step is None:
        return "", False
    asked, lacking = 1, 0
    ends = [span.first, span.first + timedelta(step)]
    for is_later in (True, False):
        empty, spans = 0, 0
        while asked < MAX_SPANS and (empty < EMPTY_DAYS or spans < MIN_EMPTY_SPANS):
            days = _next(ends, step, is_later=is_later)
            if days is None:
                break
            text = source.bind(_named(span, *days))
            walked = yield from ask_walked(source, text, "slice")
            asked += 1
            ends[is_later] = days[is_later]
            lacking += walked is None or not walked[0].finished
            if walked is None:
                break
            empty, spans = (0, 0) if walked[0].keys else (empty + step, spans + 1)
    said = f"{asked:,} spans of time were asked, from {ends[0]} to {ends[1]}"
    if asked < MAX_SPANS and not lacking:
        left = tuple(one for one in call.part if one != part)
        source.become(replace(source.form, call=replace(source.form.call or call, part=left)))
        return f"{said}, until {EMPTY_DAYS} days before and after held nothing", True
    source.leave_unsearched("a part of the time")
    return f"{said}, and a part of the time is left", False


def take_spread(
    source: SourceState, first: PageReading, size: int, *, is_end: bool
) -> Crawl[tuple[str, bool]]:
    """Ask a call place by place, or span by span; return what to say, and whether that is all."""
    places = yield from take_places(source, first, size, is_end=is_end)
    return places if places[0] else (yield from take_dates(source, first))


def _longest(source: SourceState, span: TimeSpan, first: PageReading) -> Crawl[int | None]:
    """Return the days of the longest span that is answered with what the page's own span brings."""
    most = (date.max - span.first).days
    for days in (one for one in STEPS if span.days < one <= most):
        text = source.bind(_named(span, span.first, span.first + timedelta(days)))
        page = yield from fetch(source, source.request(text), "slice", text)
        if not isinstance(page, Page) or page.status >= 400:
            continue
        reading = yield from read_page(source, page, text)
        if not {*first.keys} <= {*reading.keys}:
            continue
        yield from ask_walked(source, text, "slice", reading)
        return days
    return span.days or None


def _next(ends: list[date], step: int, *, is_later: bool) -> tuple[date, date] | None:
    """Return the span beside what was asked, which shares a day with it; None beyond the years."""
    try:
        if is_later:
            return ends[1], ends[1] + timedelta(step)
        return ends[0] - timedelta(step), ends[0]
    except OverflowError:
        return None


def _named(span: TimeSpan, first: date, last: date) -> tuple[tuple[str, str], ...]:
    return tuple((str(place[-1]), str(leaf)) for place, leaf in span.written(first, last))
