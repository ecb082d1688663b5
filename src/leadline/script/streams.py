"""Answers that come as events of a server: a call announces them, a stream brings them.

The two are seen as one: the call, answered with what the stream brought.
"""

from dataclasses import replace
from typing import Final

from leadline.model import Page
from leadline.script.call import Call, data_of
from leadline.script.leaves import leaves
from leadline.script.observed import Observed
from leadline.script.paging import answer_leaves

STREAM_TYPE: Final = "event-stream"
MIN_NAME_CHARACTERS: Final = 6
"""Characters of a value that is sent again because an answer gave it."""


def joined(observed: Observed) -> Observed:
    """Return what was observed with each stream as the answer of the call before it."""
    sightings = []
    for one in observed.sightings:
        pair = _pair(one.pages)
        if pair is not None:
            call, stream = pair
            answered = replace(call, headers=stream.headers, body=stream.body)
            one = replace(one, pages=(*(p for p in one.pages if p not in pair), answered))
        sightings.append(one)
    return replace(observed, sightings=tuple(sightings))


def with_stream(call: Call, observed: Observed, answer: Page) -> Call:
    """Return a call with the request of its stream, as it was observed."""
    for one in observed.sightings:
        pair = _pair(one.pages)
        if pair is None or pair[0].request.url != answer.request.url:
            continue
        given = {leaf: path for path, leaf in answer_leaves(data_of(pair[0])) if _is_name(leaf)}
        then = pair[1].request
        places = leaves(then).items()
        named = tuple((place, given[leaf]) for place, leaf in places if leaf in given)
        return replace(call, then=then, named=named)
    return call


def _pair(pages: tuple[Page, ...]) -> tuple[Page, Page] | None:
    """Return the last call of a step and its last stream."""
    streams = [page for page in pages if STREAM_TYPE in page.header("content-type")]
    calls = [page for page in pages if page.request.method == "POST" and page not in streams]
    return (calls[-1], streams[-1]) if calls and streams else None


def _is_name(leaf: object) -> bool:
    return isinstance(leaf, str) and len(leaf) >= MIN_NAME_CHARACTERS
