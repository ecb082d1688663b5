"""Values of a learned call that hide records: asked wider, choice by choice, or said.

A page stands on "Status: Active" or on this year, and its call sends that. The call is asked with
each such value widened in turn; what shows no less is kept. A choice without a value for all is
taken choice by choice. What is left then is named, and nothing is claimed of the rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.page_reader import read_page
from leadline.crawl.reports import report_wrapper
from leadline.crawl.restriction.data import parameters
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.find import find_interfaces
from leadline.model import Page, QueryInterface
from leadline.page.dom import parse_html
from leadline.page.observed import Observed
from leadline.page.request_places import place_at
from leadline.page.text import fold
from leadline.script.choosing import Choosing
from leadline.script.narrowing import MAX_CHOICES, Narrowing, Wider, asked_with, narrowings
from leadline.wrapper.data.call import Call, CallPart
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.reading import PageReading

PRESET_PURPOSE: Final = "preset"
MAX_NARROWINGS: Final = 6
"""Values of a call that are widened one by one; the others are named."""
MAX_TRIES: Final = 3
"""Wider values of one of them that are asked, and other choices."""


class _AskedCall(NamedTuple):
    """A call, and what its first page brought."""

    call: Call
    reading: PageReading


class _TriedValue(NamedTuple):
    """What is asked after a value was tried: is it ``whole``, or does it choose from ``others``?"""

    now: _AskedCall
    is_whole: bool
    is_choice: bool = False


def drawn_forms(source: SourceState, observed: Observed) -> tuple[QueryInterface, ...]:
    """Return the controls that a page draws, as forms."""
    drawn = parse_html(observed.form, source.task.url)
    return find_interfaces(drawn, source.task.rules) if observed.form else ()


def with_own_part(call: Call, forms: Sequence[QueryInterface] = ()) -> Call:
    """Return a call that is asked as it is, with what its own values leave out."""
    shown = [one for one in narrowings(call, forms) if one.is_shown]
    return replace(call, part=_parts(shown))


def widen_call(source: SourceState, observed: Observed, word: str) -> Crawl[PageReading | None]:
    """Ask a learned call for all that it can bring; return its first page where it is another.

    ``word`` is asked where the call has no request without one.
    """
    call = source.form.call
    wanted = {fold(one.name) for one in source.task.only}
    found = [
        one
        for one in (narrowings(call, drawn_forms(source, observed)) if call is not None else ())
        if wanted.isdisjoint(fold(str(place[-1])) for place in one.places)  # a person says it
    ]
    if call is None or not found:
        return None
    query = "" if call.whole is not None else word
    reading = yield from _answer(source, call, query)
    if reading is None:
        use_other(source, replace(call, part=_parts(found)))
        return None
    served = now = _AskedCall(call, reading)
    left, choices = list[Narrowing](), list[Narrowing]()
    for one in found[:MAX_NARROWINGS]:
        before = now
        now, is_whole, is_choice = yield from _widen(source, before, one, query)
        if not is_whole and (one.is_shown or now is not before):
            left.append(one)
            choices += [one] if is_choice else []
    left += [one for one in found[MAX_NARROWINGS:] if one.is_shown]
    if now is not served:
        names = ", ".join(one.text for one in found if one not in left or one.is_place)
        source.journal.note(f"the call is asked wider than the page asks it: {names}")
        answer = WalkLog(query)
        source.take_page(answer, now.reading)
        source.restart_probes(answer, now.reading)
    if left == choices and len(left) == 1 and not source.task.only:
        _by_choices(source, now.call, left[0])
        return None
    wide = tuple(
        CallPart(one.text, one.places, is_place=True, is_wide=True)
        for one in found
        if one.is_place and one not in left
    )
    use_other(source, replace(now.call, part=(*_parts(left), *wide)))
    return now.reading if now is not served and not query else None


def _parts(left: Sequence[Narrowing]) -> tuple[CallPart, ...]:
    return tuple(CallPart(one.text, one.places, one.is_place) for one in left)


def use_other(source: SourceState, call: Call) -> None:
    """Ask by this call from now on."""
    wrapper = source.wrapper
    if isinstance(wrapper, DataWrapper):
        source.use_wrapper(replace(wrapper, call=call))
    source.ask_by(call)
    report_wrapper(source)


def _answer(source: SourceState, call: Call, query: str) -> Crawl[PageReading | None]:
    """Return what the first page of a call brings, None where it does not answer with its list."""
    wrapper = source.wrapper
    page = yield from fetch(source, call.request(query), PRESET_PURPOSE, query)
    if not isinstance(page, Page) or page.status >= 400 or not isinstance(wrapper, DataWrapper):
        return None
    return (yield from read_page(source, page, query)) if wrapper.is_answer(page) else None


def _widen(source: SourceState, now: _AskedCall, one: Narrowing, query: str) -> Crawl[_TriedValue]:
    """Try wider values of one narrowing, then whether another choice shows anything else."""
    for wider in one.wider[:MAX_TRIES]:
        call = asked_with(now.call, wider.values)
        reading = yield from _answer(source, call, query)
        if reading is None:
            continue
        how = _compared(now.reading, reading, is_said=wider.is_said)
        if how == "more" or (how == "same" and wider.is_said and wider.is_all):
            return _TriedValue(_AskedCall(call, reading), wider.is_all)
    is_choice = False
    for values in one.others[:MAX_TRIES]:
        other = yield from _answer(source, asked_with(now.call, values), query)
        if other is not None and other.keys == now.reading.keys:
            return _TriedValue(now, is_whole=True)  # it is not heeded
        is_choice = is_choice or (other is not None and bool(other.rows))
    return _TriedValue(now, is_whole=False, is_choice=is_choice)


def _compared(
    before: PageReading, after: PageReading, *, is_said: bool
) -> Literal["more", "same", "less"]:
    """Tell whether an answer shows more than another one, as far as the first page tells.

    Without totals it must hold what was known; where the values themselves say that they ask for
    more, a page of others may stand before that.
    """
    totals = [one.stated.value for one in (before, after) if one.stated is not None]
    known, shown = {*before.keys}, {*after.keys}
    if len(totals) == 2 and totals[0] is not None and totals[1] is not None:
        if totals[0] == totals[1]:
            return "same" if known == shown or len(known) == len(shown) else "less"
        return "more" if totals[1] > totals[0] and shown else "less"
    if known == shown:
        return "same"
    return "more" if len(shown) >= len(known) and (is_said or known <= shown) else "less"


def ask_each(source: SourceState, choosing: Choosing) -> Crawl[PageReading | None]:
    """Ask a call for each way to choose from the lists of its page, or once without a choice.

    Returns its first page in that case.
    """
    call = source.form.call
    if call is None or source.task.only:
        return None
    places = tuple(place for _, place in choosing.names)
    if all(place[0] != "path" for place in places):
        reading = yield from _answer(source, call, "")
        text = ", ".join(name for name, _ in choosing.names)
        free = Narrowing(
            text, places, (Wider(tuple((one, None) for one in places), is_said=False),)
        )
        if reading is not None:
            now, is_whole, _ = yield from _widen(source, _AskedCall(call, reading), free, "")
            if is_whole:
                use_other(source, now.call)
                return now.reading
    names = [name for name, _ in choosing.names]
    source.restrict((), tuple(tuple(zip(names, one, strict=True)) for one in choosing.chains))
    told = f"{len(choosing.chains):,} choices of {' and '.join(map(repr, names))}"
    source.journal.note(f"the page shows records for what is chosen alone: {told} are asked")
    if choosing.is_cut:
        source.leave_unsearched(f"choices of {' and '.join(map(repr, names))} beyond these")
    return None


def _by_choices(source: SourceState, call: Call, one: Narrowing) -> None:
    """Take each choice of a control that has none for all; where that cannot be, say what hides."""
    (place,) = one.places
    name = str(place[-1])
    values = [value for each in one.others for _, value in each]
    if not isinstance(place[-1], str):  # one of a list of values, say
        name = one.text.partition(":")[0].strip()
        call = replace(call, choices=(*call.choices, (name, place)))
    is_sent = parameters(call).get(fold(name)) == place and len(values) <= MAX_CHOICES
    is_sent = is_sent and one.is_list
    use_other(source, call if is_sent else replace(call, part=_parts([one])))
    if is_sent:
        choices = dict.fromkeys([str(place_at(call.whole or call.base, place)), *map(str, values)])
        source.restrict((), tuple(((name, value),) for value in choices))
        source.journal.note(f"no choice of {one.text!r} stands for all: each is asked by itself")
