"""Another look at a source that an earlier run left without proof: known words, then more words.

Only a proven end is final. Known words are asked again first. Where they find nothing unknown, a
source that was walked to its end stays as it was; any other is asked more words than before. A part
that consists of several answers is looked at in these alone: words would find what is outside.
"""

from typing import Final

from leadline.crawl.acquire.ask_word import ask_word
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl, choice_reply
from leadline.crawl.state.walk_log import WalkLog
from leadline.errors import BudgetSpent, FetchError
from leadline.model import Outcome

AGAIN: Final = "looked again"
"""Purpose of a request that asks a known word in a later run."""


def look_again(state: Acquisition, end: Outcome, patience: int) -> Crawl[Outcome]:
    """Return the outcome after another look; a budget or a fault leaves the ``end`` as it was."""
    source, before = state.source, state.source.record_count
    try:
        for word, _ in source.canary.known:
            reading = yield from ask_and_read(source, word, AGAIN, again=True)
            if reading is not None:
                source.take_page(WalkLog(word), reading)
        changed = source.record_count - before
        if changed:
            source.journal.note(f"known words found {changed:,} records more than before")
        if source.form.alternatives:
            return source.outcome("exhausted", end.reason) if changed else end
        if source.form.box is None or (source.evidence.is_whole and not changed):
            return end
        while (choice := choice_reply((yield state.choice_request(patience)))).word:
            yield from ask_word(state, choice.word)
        return source.outcome("exhausted", choice.reason, estimate=choice.estimate)
    except (BudgetSpent, FetchError) as fault:
        source.journal.note(f"another look was broken off: {fault}", "warning")
        return end if source.record_count == before else source.outcome("exhausted", end.reason)
