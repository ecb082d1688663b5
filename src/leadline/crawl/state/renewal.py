"""Tokens of a learned call that expire during a harvest: taken anew, from the answer or the page.

An answer that refuses a call may give a header's new value itself; else the page is watched in a
browser once more, a few times in all.
"""

from dataclasses import replace
from typing import Final

from leadline.crawl.events import Reply
from leadline.crawl.interstitial import Hop
from leadline.crawl.state.source import SourceState
from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.page.observed import Learn, Observed
from leadline.selection.probing.probe_words import nonsense_words

FreshValues = tuple[tuple[str, str], ...]

CUT_OFF_STATUS: Final = 499
"""Stands for the answer to a turn of a page in which a run ended: the server may have turned."""
EXPIRED_STATUSES: Final = frozenset({401, 403, 405, 409, 412, 419, 422, 440, 498, CUT_OFF_STATUS})
"""Answers to a question whose token or session is no longer good."""
REFUSED_CALLS: Final = EXPIRED_STATUSES - {405, 422}
"""Answers that say so of a call; others also refuse a page size that is not given."""
MAX_VISITS: Final = 4
MAX_FRESH: Final = 30
"""Values of a call that are replaced in a harvest."""
VISIT: Final = "a visit in the browser"
"""Stands for a visit among the values that were replaced."""
BOTH_WAYS: Final = frozenset({"content-type", "accept", "date", "cache-control"})
"""Headers of requests and answers that mean different things there."""


def stream_after(source: SourceState, reply: Reply) -> Hop | None:
    """Return the request of the stream that brings what a call's answer announces."""
    call = source.form.call
    onward = call.onward(reply) if call is not None and isinstance(reply, Page) else None
    return Hop(onward) if onward is not None else None


def visit_for_renewal(source: SourceState, reply: Reply) -> Learn | None:
    """Return the wish to watch the page again, None where that would not renew a call."""
    call, entry = source.form.call, source.entry
    if call is None or not call.holes or not _is_refused(reply) or entry is None:
        return None
    if source.form.learn_again is None:
        return None
    visits = sum(old == VISIT for old, _ in call.fresh)
    nonsense = nonsense_words(parse(entry).visible_text(0))[0]
    return Learn(source.watched, nonsense, visit=visits + 1) if visits < MAX_VISITS else None


def given_values(request: Request, reply: Reply) -> FreshValues:
    """Return the headers of a request for which a refusal gives other values."""
    if not isinstance(reply, Page) or not _is_refused(reply):
        return ()
    answered = {name.casefold(): value for name, value in reply.headers}
    return tuple(
        (value, answered[name.casefold()])
        for name, value in request.headers
        if name.casefold() not in BOTH_WAYS and answered.get(name.casefold(), value) != value
    )


def seen_values(source: SourceState, observed: object) -> FreshValues:
    """Return the values that the page sends now instead of those of the learned call."""
    call, learn = source.form.call, source.form.learn_again
    new = learn(observed) if learn is not None and isinstance(observed, Observed) else None
    stale = call.stale_values(new) if call is not None and new is not None else ()
    source.journal.note("the call was refused; the page was watched again for new values")
    return ((VISIT, ""), *stale)


def renewed(source: SourceState, request: Request, fresh: FreshValues) -> Request | None:
    """Return a request with new values, which later ones get too; None where it stays the same."""
    call = source.form.call
    if call is None or not fresh or len(call.fresh) > MAX_FRESH:
        return None
    call = replace(call, fresh=(*call.fresh, *fresh))
    source.ask_by(call)
    again = call.refreshed(request)
    return again if again != request else None


def _is_refused(reply: Reply) -> bool:
    return isinstance(reply, Page) and reply.status in REFUSED_CALLS
