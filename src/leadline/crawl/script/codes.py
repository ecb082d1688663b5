"""A call that takes codes or names of places: those of its records are asked, one by one.

An answer shows the records near to a place. Those that one answer alone shows may stand at its
edge, so their codes are asked, until each was shown twice or its own was asked; of places, which
have many records, each is asked. What a person knows to find something is asked too.
"""

from collections import Counter
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.paging.walk import ask_walked
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome
from leadline.script.codes import is_code, values_like
from leadline.wrapper.data.call import Call

MAX_CODES: Final = 1_000
"""Codes that are asked at most."""


def take_codes(source: SourceState, call: Call) -> Crawl[Outcome]:
    """Ask for the codes, or the places, of all records that are found; its example is the first."""
    like, columns = call.like, call.searched
    kind = "codes" if is_code(like) else "names"
    shown, asked = Counter[str]({like: 0} | dict.fromkeys(source.task.said("ask"), 0)), list[str]()
    is_known = bool(columns) or is_code(like)
    for text in source.texts_by_key.of_columns(columns) if is_known else ():
        shown.update(values_like(text, like))
    while len(asked) < MAX_CODES:
        due = [one for one, times in shown.items() if times < 2 or not is_code(like)]
        left = [one for one in due if one not in asked]
        if not left:
            break
        code = max(left, key=lambda one: (_distance(one, asked), one))
        asked.append(code)
        walked = yield from ask_walked(source, code, "word")
        for row in walked[1].rows if walked is not None else ():
            values = [one.value for one in row.fields if not columns or one.column in columns]
            shown.update(values_like(" ".join(values), like) if is_known else ())
    source.leave_unsearched(f"{kind} that no record names")
    named = f"{len(asked):,} {kind} like {like} were asked"
    of_records = sum(times > 0 for times in shown.values())
    if len(shown) < 2:
        return source.outcome("exhausted", f"{named}, and no record names another")
    end = "until each was asked" + (", or its records were shown twice" if is_code(like) else "")
    return source.outcome("exhausted", f"{named} of {of_records:,} that records name, {end}")


def _distance(code: str, asked: list[str]) -> int:
    """Return how far a code lies from those that were asked, as numbers."""
    if not code.isdecimal():
        return 0
    return min((abs(int(code) - int(one)) for one in asked if one.isdecimal()), default=0)
