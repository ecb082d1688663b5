"""First page of a query that may give much: its total and rows are a claim, or a check."""

from dataclasses import replace

from leadline.crawl.acquisition import Acquisition
from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl
from leadline.crawl.state.walk_log import WalkLog
from leadline.selection.probing.whole_database import TryOutcome


def try_query(
    state: Acquisition, query: str, purpose: str = "whole-database try"
) -> Crawl[int | None]:
    """Read the first page of a query that may give much; return new records, None if not asked."""
    source = state.source
    if query in source.asked:
        return None
    reading = yield from ask_and_read(source, query, purpose)
    if reading is None:
        state.tries.append(TryOutcome(query))
        source.close(WalkLog(query), "refused")
        return None
    walk = WalkLog(query)
    walk.note(unread="" if reading.rows else source.traffic.unread.last)
    source.take_page(walk, reading)
    for part in source.parts_of(query):
        if (other := (yield from ask_and_read(source, part, purpose))) is not None:
            source.take_page(walk, other)
    state.keep_first_page(query, reading)
    finished = walk.total is not None and walk.rows >= walk.total
    state.observe(replace(walk.progress, finished=finished))
    state.tries.append(TryOutcome(query, walk.total, walk.exact, walk.rows, len(walk.keys)))
    source.close(walk, "first page only")
    return walk.new
