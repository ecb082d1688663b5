"""Why nothing was taken of a page that a browser drew: what was seen of it, and where to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from leadline.page.charset import decode
from leadline.script.call import data_of
from leadline.script.data.lists import lists_in
from leadline.script.explain import MIN_LINES_TO_JUDGE, folded_lines, values_among
from leadline.script.gate import may_follow
from leadline.script.learner import MIN_SHOWN_IN_LISTING
from leadline.script.rows import text_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.model import Page
    from leadline.script.observed import Observed

MAX_WAYS: Final = 3
"""Links of a page without a list that are tried."""
MAX_NAMED_REASONS: Final = 3
MAX_NAMED_LINKS: Final = 3
NOT_ASKED: Final = "is not among the named hosts"


def why_nothing(observed: Observed) -> str:
    """Return what was seen of a page of which nothing was taken, the likeliest reason first.

    A host that was not asked is the reason where the page drew nothing, else it stands last.
    """
    faults = [one for one in observed.refused if one.startswith("its call")]
    hosts = [one for one in observed.refused if NOT_ASKED in one]
    others = [one for one in observed.refused if one not in (*faults, *hosts)]
    is_drawn = len(folded_lines(observed.lines)) >= MIN_LINES_TO_JUDGE
    first = hosts[:MAX_NAMED_REASONS] if not is_drawn else []
    reasons = [*faults, observed.trouble, *others, *first, *_not_found(observed)]
    parts = [*dict.fromkeys(filter(None, reasons))][:MAX_NAMED_REASONS]
    parts.append(_drawn(observed) if is_drawn else "the page drew nothing in a browser")
    if links := ways_on(observed)[MAX_WAYS : MAX_WAYS + MAX_NAMED_LINKS]:
        named = ", ".join(f"{text} ({url})" for text, url in links)
        parts.append(f"records may stand behind its links, so give such an address: {named}")
    return "; ".join([*parts, *(hosts[:1] if is_drawn else [])])


def ways_on(observed: Observed) -> list[tuple[str, str]]:
    """Return the links of a page behind which records may stand: what only reads.

    >>> from leadline.script.observed import Observed
    >>> urls = ("http://h.test/#/tests", "http://h.test/run/create", "http://h.test/queue/purge")
    >>> ways_on(Observed(links=tuple((url[-6:], url) for url in urls)))
    [('/tests', 'http://h.test/#/tests')]
    """
    return [(text, url) for text, url in observed.links if may_follow(url, text)]


def _not_found(observed: Observed) -> Iterator[str]:
    """Yield what a page asked for and is not there, where it is data."""
    for page in _asked(observed):
        path = urlsplit(page.request.url).path
        if page.status in (404, 410) and not path.endswith((".js", ".css", ".map")):
            yield f"{path} was not found"


def _drawn(observed: Observed) -> str:
    """Say what a page drew, and the largest list that it has and does not draw."""
    shown = folded_lines(observed.lines)
    said = (
        f"the page draws {len(shown)} different lines, and no data that it asked for explains them"
    )
    lists = [one for page in _asked(observed) for one in lists_in(data_of(page))]
    unseen = [one for one in lists if values_among(one.items, shown) < MIN_SHOWN_IN_LISTING]
    largest = max(unseen, key=lambda one: text_size(one.items), default=None)
    if largest is not None and len(largest.items) >= MIN_SHOWN_IN_LISTING:
        names = ", ".join(sorted(largest.names)[:3])
        return (
            f"{said}; it has a list of {len(largest.items)} objects ({names}) that it does not draw"
        )
    for page in _asked(observed):
        if page.status < 400 and "\ufffd" in decode(page.body[:1_000], "utf-8")[0]:
            return f"{said}; {urlsplit(page.request.url).path} came as bytes, which are not read"
    return said


def _asked(observed: Observed) -> Iterator[Page]:
    """Yield the pages and data that a page asked for, its scripts and styles left out."""
    for page in (page for one in observed.sightings for page in one.pages):
        kind = page.header("content-type")
        if "javascript" not in kind and "css" not in kind:
            yield page
