"""Doubt of a list that goes on: are its rows found again by their own words?

Some sources invent rows for as long as somebody reads on. Their search does not know these rows. So
after so many pages, and after twice as many again, a few of the latest rows are asked for by the
rarest word of each, and a few of the first rows too. Where the first rows are found and none of the
latest is, the list is not believed. Where the first ones are not found either nothing follows, and
an answer that may go on behind its first page proves nothing against a row.
"""

from collections import Counter
from collections.abc import Collection
from typing import Final

from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl, in_steps
from leadline.crawl.paging.moments import PAGE_TAKEN
from leadline.crawl.state.packed_rows import TEXTS_PER_STEP
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.errors import Blocked
from leadline.page.text import words
from leadline.wrapper.reading import RecordRow

MIN_PAGES: Final = 64
"""Pages of one answer after which its rows are asked for; then after twice as many, and so on."""
ROWS_ASKED: Final = 3
"""First and latest rows that are asked for; as many again before a list is doubted."""
MIN_SURE: Final = 2
"""Rows of each group of which it must be sure that they are found, or that they are not."""
MIN_LETTERS: Final = 4


def doubt_endless(source: SourceState, walk: WalkLog) -> Crawl[WalkLog]:
    """Ask for rows of a long list by their words; raise ``Blocked`` where they seem invented."""
    pages = walk.pages
    is_time = pages >= MIN_PAGES and not pages & (pages - 1)
    if not is_time or (walk.owes_rows and walk.exact) or source.form.box is None:
        return walk
    taken = len(walk.rows_by_key)
    size = max(1, taken // pages)
    first = walk.rows_by_key.pick(range(taken)[: ROWS_ASKED * size : size])
    latest = walk.rows_by_key.pick(range(taken)[-2 * ROWS_ASKED * size :: size])
    wanted = {word for row in (*first, *latest) for word in words(row.text)}
    counts: Counter[str] = Counter()

    def count(texts: list[str]) -> None:
        counts.update(word for text in texts for word in wanted.intersection(words(text)))

    yield from in_steps(walk.rows_by_key.texts(), TEXTS_PER_STEP, count)
    for group, sign in (latest[:ROWS_ASKED], False), (first, True), (latest[ROWS_ASKED:], False):
        found: list[bool | None] = []
        for row in group:
            word = _rarest_word(row, counts, source.asked)
            reading = (yield from ask_and_read(source, word, "check")) if word else None
            if reading is None:
                continue
            answer = WalkLog(word)
            source.take_page(answer, reading)
            goes_on = answer.owes_rows or len(reading.rows) >= source.answers.largest_page
            found.append(True if row.key in reading.keys else None if goes_on else False)
        if found.count(sign) < MIN_SURE or (True in found and not sign):
            return walk
    raise Blocked(
        f"a list goes on after {pages:,} pages and may be invented: its first rows are found by "
        f"their own words, its latest are not",
        walk.requests[-1],
    )


def _rarest_word(row: RecordRow, counts: Counter[str], asked: Collection[str]) -> str:
    """Return the rarest word of a row that was not asked yet, '' if there is none."""
    return min(
        (word for word in words(row.text) if len(word) >= MIN_LETTERS and word not in asked),
        key=lambda each: (counts[each], not each.isalpha(), -len(each), each),
        default="",
    )


CRAWL_PARTS: Final = (PAGE_TAKEN.part(10, doubt_endless),)
