"""Probes of how the engine reads what is typed, when words must do the work."""

from collections import Counter
from itertools import chain, islice
from typing import Final

from leadline.crawl.acquisition import Acquisition
from leadline.crawl.client import ask_and_read
from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Outcome
from leadline.page.text import document_frequencies, unaccented, words
from leadline.selection.probing.engine_behaviour import (
    TWO_LETTER_WORD,
    ProbeAnswer,
    behaviour_probes,
    infer_behaviour,
)
from leadline.selection.probing.whole_database import MAX_SAMPLED_RECORDS
from leadline.wrapper.reading import PageReading

MIN_RECORDS_TO_PROBE: Final = 60
"""Records seen from which the source is large enough to spend a few probes on its behaviour."""


def probe_behaviour(state: Acquisition) -> Crawl[Outcome | None]:
    """Learn how the engine behaves from the first pages of a few queries."""
    source = state.source
    productive = _productive(source)
    if source.record_count < MIN_RECORDS_TO_PROBE or productive is None:
        return None
    first, accented = productive
    known = next(answer for answer in source.probes.answers if answer[0].query == first)
    answers = {"first": _answer(*known)}
    short = _short_word(source)
    for probe in behaviour_probes(first, nonsense=state.nonsense, accented=accented, short=short):
        answer = yield from first_page(source, probe.text)
        if answer is not None:
            answers[probe.name] = _answer(*answer)
            state.keep_first_page(probe.text, answer[1])
    behaviour = infer_behaviour(answers)
    learned = {
        "relaxes": behaviour.relaxes,
        "case_matters": behaviour.case_matters,
        "accents": behaviour.accents,
        "shortest": behaviour.shortest,
    }
    source.journal.tell(ComponentLearned("habits", learned))
    if behaviour.relaxes:
        source.journal.note("the source answers a word with nonsense too: its answers are relaxed")
    state.behaviour = behaviour
    return None


def _productive(source: SourceState) -> tuple[str, str] | None:
    """Return a probe word that brought records, and a word with an accent of those records."""
    for walk, reading in sorted(source.probes.answers, key=lambda answer: -len(answer[1].rows)):
        if len(walk.query.split()) != 1 or not reading.rows:
            continue
        counts = document_frequencies(row.text for row in reading.rows)
        others = [w for w, n in counts.most_common() if n < len(reading.rows) and w != walk.query]
        accented = next((w for w in others if unaccented(w) != w and w.isalpha()), "")
        if others:
            return walk.query, accented
    return None


def _short_word(source: SourceState) -> str:
    """Return the commonest word of two letters of known records that was not asked yet.

    What stands in most of them may be a label. Signs of China and Japan are no letters, and where
    records are written in plain Latin letters a rare name would tell less than "an".
    """
    texts = list(islice(source.texts_by_key.values(), MAX_SAMPLED_RECORDS))
    each = (dict.fromkeys(words(text, shortest=len(TWO_LETTER_WORD))) for text in texts)
    ranked = Counter(chain.from_iterable(each)).most_common()
    some = (w for w, times in ranked if 2 * times <= len(texts) and w not in source.asked)
    short = (w for w in some if len(w) == len(TWO_LETTER_WORD) and not w.isascii())
    fresh = (w for w in short if w.upper() != w)
    return next(fresh, TWO_LETTER_WORD)


def first_page(
    source: SourceState, query: str, purpose: str = "habit"
) -> Crawl[tuple[WalkLog, PageReading] | None]:
    """Read the first page that answers a probe; return None where it was asked or is refused."""
    if query in source.asked:
        return None
    reading = yield from ask_and_read(source, query, purpose)
    walk = WalkLog(query)
    if reading is None:
        source.close(walk, "refused")
        return None
    source.take_page(walk, reading)
    source.close(walk, "a probe: its first page only")
    return walk, reading


def _answer(walk: WalkLog, reading: PageReading) -> ProbeAnswer:
    return ProbeAnswer(walk.total, frozenset(reading.keys))
