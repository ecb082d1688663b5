"""Why nothing was taken of a page that a browser drew: what was seen of it, and where to go on."""

from collections.abc import Iterator
from typing import Final

from leadline.errors import NOT_NAMED
from leadline.model import Page
from leadline.page.data.lists import lists_in
from leadline.page.dom import Document
from leadline.page.observed import WITHHELD, Observed
from leadline.page.query_string import split_address
from leadline.page.text import fold, words
from leadline.script.explain import MIN_LINES_TO_JUDGE, folded_lines, values_among
from leadline.script.gate import may_follow
from leadline.script.learner import MIN_SHOWN_IN_LISTING
from leadline.wrapper.data.call import data_of
from leadline.wrapper.data.rows import text_size

CODE: Final = (".js", ".css", ".map")
MAX_SHELL_CHARACTERS: Final = 200
"""Characters that a page shows at most which a script must fill."""
MAX_HEAD: Final = 1_000
"""Bytes of an answer that tell text from others."""
MAX_WAYS: Final = 3
"""Links of a page without a list that are tried; the next ones are named."""
MAX_NAMED_REASONS: Final = 3
"""Reasons that are said, and further links."""


def why_nothing(observed: Observed) -> str:
    """Return what was seen of a page of which nothing was taken, the likeliest reason first.

    A host that was not asked is the reason where the page drew nothing, else it stands last.
    """
    shown = folded_lines(observed.lines)
    is_drawn = len(shown) >= MIN_LINES_TO_JUDGE
    faults = [one for one in observed.refused if one.startswith("its call")]
    hosts = [one for one in observed.refused if NOT_NAMED in one]
    others = [_offered(one) for one in observed.refused if one not in (*faults, *hosts)]
    reasons = [*faults, observed.trouble, *others, *([] if is_drawn else hosts), *_lost(observed)]
    parts = [*dict.fromkeys(filter(None, reasons))][:MAX_NAMED_REASONS]
    little = f"the page drew {'hardly anything' if shown else 'nothing'} in a browser"
    parts.append(_drawn(observed, shown) if is_drawn else little)
    if links := ways_on(observed)[MAX_WAYS : MAX_WAYS + MAX_NAMED_REASONS]:
        named = ", ".join(f"{text} ({url})" for text, url in links)
        parts.append(f"records may stand behind its links, so give such an address: {named}")
    return "; ".join([*parts, *(hosts[:1] if is_drawn else [])])


def draws_itself(document: Document, observed: Observed) -> bool:
    """Tell whether a script draws a page: it shows lines that were not served, or is a shell."""
    text = document.visible_text(0)
    chosen = " ".join(map(document.visible_text, document.elements("option")))
    served = {fold(word) for word in words(f"{text} {chosen}")}
    shown = folded_lines(observed.lines)
    new = [one for one in shown if not served.issuperset(words(one))]
    is_shell = len(text) < MAX_SHELL_CHARACTERS and (bool(new) or not shown)
    return len(new) >= MIN_LINES_TO_JUDGE or is_shell


def left_out(observed: Observed) -> list[str]:
    """Return what a page asked for and did not get, beside what was read of it: a few of each kind.

    What was withheld comes first, then what failed, then a host that was not named.
    """
    hosts = [one for one in observed.refused if NOT_NAMED in one]
    kept = (*hosts, *filter(_is_withheld, observed.refused))
    failed = [one for one in observed.refused if one not in kept]
    return [*withheld(observed), *failed][:MAX_NAMED_REASONS] + hosts[:1]


def withheld(observed: Observed) -> list[str]:
    """Return the requests of a page that were not sent, as they may write."""
    return [_offered(one) for one in observed.refused if _is_withheld(one)]


def _is_withheld(refused: str) -> bool:
    return refused.endswith(WITHHELD)


def _offered(refused: str) -> str:
    """Return what was refused, with a person's way to let it be sent where it was withheld."""
    what = refused.removesuffix(WITHHELD).strip()
    return f'{refused} (--allow "{what}" sends it)' if _is_withheld(refused) else refused


def ways_on(observed: Observed) -> list[tuple[str, str]]:
    """Return the links of a page behind which records may stand: what only reads."""
    return [(text, url) for text, url in observed.links if may_follow(url, text)]


def _lost(observed: Observed) -> Iterator[str]:
    """Say what a page asked for in vain, and what came as bytes."""
    for page in _asked(observed):
        path = split_address(page.request.url).path
        if page.status in (404, 410):
            yield f"{path} was not found"
        elif b"\0" in page.body[:MAX_HEAD]:
            yield f"{path} came as bytes, which are not read"


def _drawn(observed: Observed, shown: frozenset[str]) -> str:
    """Say how much a page draws, and the largest list that it has and does not draw."""
    said = (
        f"the page draws {len(shown)} different lines, and no data that it asked for explains them"
    )
    lists = (one for page in _asked(observed) for one in lists_in(data_of(page)))
    unseen = [one for one in lists if values_among(one.items, shown) < MIN_SHOWN_IN_LISTING]
    largest = max(unseen, key=lambda one: text_size(one.items), default=None)
    if largest is None or len(largest.items) < MIN_SHOWN_IN_LISTING:
        return said
    names = ", ".join(sorted(largest.names)[:3])
    return f"{said}; a list of {len(largest.items)} objects ({names}) came with it and is not drawn"


def _asked(observed: Observed) -> Iterator[Page]:
    """Yield what a page asked for, scripts and styles left out."""
    for page in (page for one in observed.sightings for page in one.pages):
        if not split_address(page.request.url).path.endswith(CODE):
            yield page
