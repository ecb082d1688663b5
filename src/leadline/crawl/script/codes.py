"""A call that takes codes, such as postal codes: those of its records are asked, one by one.

An answer shows the records near to a code. Those that one answer alone shows may stand at its edge,
so their codes are asked, until each was shown twice or its code was asked.
"""

from collections import Counter
from typing import Final

from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome
from leadline.script.codes import codes_in

MAX_CODES: Final = 1_000
"""Codes that are asked at most."""


def take_codes(source: SourceState, like: str) -> Crawl[Outcome]:
    """Ask for the codes of all records that are found; ``like`` is the first."""
    shown, asked = Counter[str]({like: 0}), list[str]()
    for text in source.texts_by_key.values():
        shown.update(codes_in([text], like)[:1])
    while len(asked) < MAX_CODES:
        left = [one for one, times in shown.items() if times < 2 and one not in asked]
        if not left:
            break
        code = max(left, key=lambda one: (_distance(one, asked), one))
        asked.append(code)
        reading = yield from ask_and_read(source, code, "word")
        if reading is None:
            continue
        walk, reading = yield from start_walk(source, code, reading.page, reading)
        walk = yield from finish_walk(source, walk, reading, break_off=False)
        source.close(walk)
        for row in reading.rows:
            shown.update(codes_in((one.value for one in row.fields), like)[:1])
    source.leave_unsearched("codes that no record names")
    named = f"{len(asked):,} codes like {like} were asked"
    of_records = sum(times > 0 for times in shown.values())
    if len(shown) < 2:
        return source.outcome("exhausted", f"{named}, and no record names another")
    end = "until each was asked, or its records were shown twice"
    return source.outcome("exhausted", f"{named} of {of_records:,} that records name, {end}")


def _distance(code: str, asked: list[str]) -> int:
    """Return how far a code lies from those that were asked, as numbers."""
    if not code.isdecimal():
        return 0
    return min((abs(int(code) - int(one)) for one in asked if one.isdecimal()), default=0)
