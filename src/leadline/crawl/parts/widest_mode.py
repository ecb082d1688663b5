"""The widest match mode: the setting of a form under which the same words bring most records.

The mode that answers first may look for beginnings, sounds or whole names only. Words that were
answered, and some that were not, are asked in each mode. Records that several words bring count
once: a mode of similar spellings returns the same few again and again.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from leadline.crawl.client import ask
from leadline.crawl.events import Crawl, QueryClosed
from leadline.crawl.probe.moments import ANSWERED, Probed
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.words import probe
from leadline.crawl.state.source import SourceState
from leadline.forms.roles.match_modes import match_settings
from leadline.mining.miner import record_text
from leadline.model import Page
from leadline.page.dom import parse
from leadline.wrapper.induction import MinedAnswer, choose_region, mine_answer
from leadline.wrapper.region_choice import ProbePage

MAX_COMPARED_WORDS: Final = 4
"""Words asked in each mode: one that was answered, the others not, where there are such."""
MIN_GAIN: Final = 1.5
"""Ratio of different records from which another mode is taken."""


def probe_widest(source: SourceState, at: Probed) -> Crawl[Probed]:
    """Probe under the setting that brings most, if another one does."""
    probes, interface = at.probes, at.form
    words = _words_to_compare(source, probes)
    box, used = source.form.box, source.form.setting
    answers = [answer for answer in probes.answers if answer.probe.query in words]
    most, best = MIN_GAIN * len(_records(answers, probes)), None
    for setting in match_settings(interface) if words else []:
        if setting == used:
            continue
        source.use(interface, box, setting)
        answers = []
        for word in words:
            page = yield from ask(source, word, "mode", again=True)
            if isinstance(page, Page) and page.status < 400:
                probed = ProbePage(parse(page), word)
                if probed.novel_characters(probes.known_texts):
                    answers.append(mine_answer(page, probed))
            source.journal.tell(QueryClosed(word, reason="compared match modes"))
        several = [_records([answer], probes) for answer in answers]
        found = len(set().union(*several))
        heeds_words = len(several) < 2 or any(texts != several[0] for texts in several)
        if found > most and heeds_words:
            most, best = found, setting
    source.use(interface, box, used if best is None else best)
    if best is None:
        return at
    asked = [*source.asked]
    source.forget_asked()
    wider = yield from probe(source, at.entry)
    if wider.answers:
        return replace(at, probes=wider)
    source.use(interface, box, used)
    for query in asked:
        source.mark_asked(query)
    return at


def _words_to_compare(source: SourceState, probes: Probes) -> list[str]:
    """Return the word with the shortest answer, and words that brought nothing."""
    answered = {answer.probe.query: len(answer.page.body) for answer in probes.answers}
    nonsense = {page.query for page in probes.nonsense}
    words = [word for word in source.asked if word.isalpha() and word not in nonsense]
    silent = [word for word in words if word not in answered]
    least = sorted((word for word in words if word in answered), key=answered.__getitem__)
    return [*least[:1], *silent[::-1][: MAX_COMPARED_WORDS - 1]]


def _records(answers: Iterable[MinedAnswer], probes: Probes) -> set[str]:
    """Return the texts of the records of several answers, each once."""
    texts: set[str] = set()
    for answer in answers:
        choice = choose_region([answer], probes.nonsense)
        if choice is not None:
            document = answer.probe.document
            texts.update(record_text(document, span) for span in choice.region.records)
    return texts


CRAWL_PARTS: Final = (ANSWERED.part(20, probe_widest),)
