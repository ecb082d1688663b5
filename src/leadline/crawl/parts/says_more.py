"""What the last page of an answer itself says of rows that follow.

A walk has not come to the end of an answer where it ends at a total which a sentence says again
that shorter answers lack: "only the first 200 are displayed".

>>> from leadline.page.dom import parse_html
>>> def said(html: str) -> Sentences:
...     return _sentences(parse_html(html, "http://h.test/"), frozenset(), "*:*")
>>> shorter = said("<p>Page 1 of 1 (12 records)")
>>> first = said("<p>Page 8 of 8 (200 records)<p>Only the first 200 are displayed")
>>> counted = said("<p>There are 422 results: the first 200<p>Page 8 of 8 (200 records)")
>>> whole = said("<p>Page 8 of 8 (200 records)")
>>> [rows_beyond(one, 200, [shorter]) for one in (first, counted, whole)]
[-1, 422, 0]
>>> rows_beyond(first, 200, []), rows_beyond(counted, 200, [])
(0, 422)
>>> whole, shorter = said("<p>References: [ *:*: 200 ]"), said("<p>References: [ : 12 ]")
>>> rows_beyond(whole, 200, [shorter])
0
>>> rows_beyond(said("<p>20 entries, page 2 of 2"), 20, [said("<p>19 entries, page 1 of 2, next")])
0
"""

from collections.abc import Iterable
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.paging.moments import WALKED, Walked
from leadline.crawl.state.source import SourceState
from leadline.page.dom import Document
from leadline.wrapper.totals.reading import COUNT, read_count

Sentences = dict[str, list[int]]
"""The numbers of texts, by the text up to the last one, without them: a pager may stand behind."""
ROUND: Final = 10
"""What divides the most that a source shows of an answer."""
MIN_LETTERS_SAID: Final = 5
MAX_CHARACTERS_SAID: Final = 400


def _sentences(document: Document, rows: frozenset[int], query: str) -> Sentences:
    """Return the texts of a page outside of its rows that say a number, without the query."""
    found, asked = dict[str, list[int]](), query.strip().casefold()
    for node in document.text_nodes:
        text = document.text[node].strip().casefold()
        text = text.replace(asked, "") if asked else text
        masked = COUNT.sub("#", text)
        numbers = [read_count(one) or 0 for one in COUNT.findall(text[:MAX_CHARACTERS_SAID])]
        is_said = sum(map(str.isalpha, text)) >= MIN_LETTERS_SAID
        if numbers and is_said and rows.isdisjoint((node, *document.ancestors(node))):
            found.setdefault(masked[: masked.rfind("#")], numbers)
    return found


def rows_beyond(said: Sentences, taken: int, shorter: Iterable[Sentences]) -> int:
    """Return the number that sentences name which say how many were ``taken``; 0 without one.

    Shorter answers lack such a sentence. -1 where it names no larger number; without a shorter
    answer one must be named.
    """
    others = [*shorter]
    lacked = [numbers for text, numbers in said.items() if not any(text in one for one in others)]
    largest = max((max(each) for each in lacked if taken in each), default=0)
    if not largest or taken % ROUND:
        return 0
    return largest if largest > taken else -1 if others else 0


def _rows_beyond(source: SourceState, at: Walked) -> int:
    """Return how many rows an answer has of which the source shows as many as were taken."""
    taken, own = at.walk.rows, at.last
    if taken < source.answers.largest_page:
        return 0
    full = min(taken, source.answers.largest_page)
    shorter = [
        _sentences(reading.document, reading.nodes, walk.query)
        for walk, reading in source.probes.answers
        if (0 < walk.total < taken if walk.total is not None else 0 < len(reading.rows) < full)
    ]
    return rows_beyond(_sentences(own.document, own.nodes, at.walk.query), taken, shorter)


def _doubt_end(source: SourceState, at: Walked) -> Crawl[Walked]:
    walk = at.walk
    if walk.finished and walk.total in {None, walk.rows} and (named := _rows_beyond(source, at)):
        walk.note(finished=False, capped=True, reason=f"{walk.reason}, and more are said to follow")
        walk.note(total=named if named > 0 else None, exact=named > 0)
    yield from ()
    return at


CRAWL_PARTS: Final = (WALKED.part(20, _doubt_end),)
