"""Crawl of one source, as a generator without I/O.

    unknown -> fetched -> probed -> understood -> harvesting
            -> complete | exhausted | paused | failed

Everything that it learns follows from the pages that it is given, in their order. So a run that was
killed is resumed by giving the archived pages to a new crawl, which then goes on where the old one
stopped: nothing is asked twice, nothing is lost, nothing is doubled.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Final

from leadline.crawl.acquire.ask_word import ask_word
from leadline.crawl.acquire.form_filling import MIN_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquire.keywords import take_by_words
from leadline.crawl.acquire.slices import take_by_slices
from leadline.crawl.acquire.whole_database import take_whole
from leadline.crawl.acquisition import BEFORE_WORDS, Acquisition
from leadline.crawl.alternatives import ALTERNATIVES_COMPONENT, alternatives_of, keep_alternatives
from leadline.crawl.answer_kind import is_packed
from leadline.crawl.claim import CLAIM_COMPONENT, claim_of, paused_if_unread, with_claim
from leadline.crawl.client import ask_and_read, fetch, question_answers
from leadline.crawl.entry.content_type import describe_other_content
from leadline.crawl.entry.left_forms import with_left_forms
from leadline.crawl.entry.search_pages import SEARCH_PAGE, steps_to_search
from leadline.crawl.events import (
    ComponentLearned,
    Crawl,
    Journal,
    Pause,
    RecordTypes,
    StateChanged,
    choice_reply,
    in_steps,
)
from leadline.crawl.probe.engine_behaviour import probe_behaviour
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.probe.moments import UNDERSTOOD, Understood
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.total import learn_total
from leadline.crawl.refusal import why_cut
from leadline.crawl.reports import note_unheeded, report_interface, report_wrapper
from leadline.crawl.restricted import outcome_of_part, restrict, take_part
from leadline.crawl.script.call import take_by_call
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.ways.table import WAYS_COMPONENT, Approach, take_ways
from leadline.errors import Blocked, BudgetSpent, FetchError, NotAllowed
from leadline.forms.find import forms_left_out
from leadline.forms.roles.query_box import NEEDED
from leadline.model import NO, Outcome, Page, Request
from leadline.page.dom import Document, parse
from leadline.wrapper.identity.link import AddressTypes
from leadline.wrapper.induction import MinedAnswer, learn_wrapper
from leadline.wrapper.pager.given import given_next, is_for_scripts
from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.choice import database_constant, given_total
from leadline.wrapper.wrapper import Wrapper

KEYS_PER_STEP: Final = 500
"""Keys that are compared, and types that are kept, before others are served."""
DOMAIN_COMPONENT: Final = "domain"
"""Name under which a source keeps what was known of the domain when it began."""
Stage = Callable[[Acquisition], Crawl[Outcome | None]]


def crawl_source(task: CrawlTask, journal: Journal) -> Crawl[Outcome]:
    """Crawl a source from its entry address to the outcome.

    A wrapper that a person gave is used instead of learning one, if it reads the answers. The
    domain says which of several forms is meant and what boxes are filled with, rules what the
    source cannot answer.
    """
    source = SourceState(task, journal)
    if task.domain is not None:
        journal.tell(ComponentLearned(DOMAIN_COMPONENT, task.domain.to_dict()))
    try:
        outcome = yield from _understand_source(source)
        if outcome is None and source.is_scouting and (reason := (yield from restrict(source))):
            raise _failed(source, reason)
        if outcome is None:
            state = begin_acquisition(source)
            for stages in (stages_before_words, stages_by_words):
                for stage in stages(state):
                    outcome = outcome or (yield from stage(state))
            if outcome is None:
                raise _failed(source, "no way to take the records is left")
            if grown := (yield from question_answers(source)):  # a known word is asked again
                source.become(replace(source.evidence, is_whole=False))
                outcome = replace(outcome, state="exhausted", proof="")
            outcome = paused_if_unread(source, outcome)
            for number in range(max(task.rounds, grown)):
                if outcome.state == "exhausted":
                    outcome = yield from look_again(state, outcome, patience=number + 2)
    except (CrawlEnded, BudgetSpent, FetchError) as stop:
        outcome = _stopped(source, stop)
    note_unheeded(source)
    outcome = with_left_forms(source, paused_if_unread(source, outcome))
    if outcome.state == "failed" and source.entry is not None and source.entry.truncated:
        reason = f"{outcome.reason}; {source.entry.url} came cut off: {why_cut(source.entry)}"
        outcome = replace(outcome, reason=reason)
    outcome = with_claim(source, _with_ways(source, outcome))
    types = AddressTypes()

    def report(keys: list[str]) -> None:
        journal.tell(RecordTypes({key: types.type_of(key) for key in keys}))

    yield from in_steps(source.texts_by_key, KEYS_PER_STEP, types.learn)
    yield from in_steps(source.texts_by_key, KEYS_PER_STEP, report)
    outcome = outcome_of_part(source, outcome) if task.only else outcome
    outcome = replace(outcome, notes=(*outcome.notes, *source.watch.said))
    outcome = replace(outcome, alternatives=alternatives_of(source))
    journal.tell(ComponentLearned(WAYS_COMPONENT, [*map(asdict, outcome.ways)]))
    chosen_from = [one.to_dict() for one in outcome.alternatives]
    journal.tell(ComponentLearned(ALTERNATIVES_COMPONENT, chosen_from))
    journal.tell(ComponentLearned(CLAIM_COMPONENT, claim_of(outcome)))
    journal.tell(StateChanged(outcome.state, outcome.reason, outcome.proof))
    return outcome


def begin_acquisition(source: SourceState) -> Acquisition:
    """Begin to take the records of a source; the probes' answers are taken already."""
    state = Acquisition(source)
    totals = [walk.total or 0 for walk, _ in source.probes.answers]
    state.largest_total = max(totals, default=0)
    for walk, reading in source.probes.answers:
        state.keep_first_page(walk.query, reading)
        state.observe(walk.progress)
    source.journal.tell(StateChanged("harvesting"))
    return state


def stages_before_words(state: Acquisition) -> tuple[Stage, ...]:
    """Return ways to take a source, cheapest first; one that returns an outcome ends the crawl."""
    if state.source.form.alternatives:
        return (take_part,)
    if state.source.form.call is not None:
        return take_by_call, take_whole
    if _needs_several(state):
        return ()
    if state.source.form.parts:
        return take_by_slices, _take_by_parts
    return take_whole, take_by_slices, _take_by_parts


def _take_by_parts(state: Acquisition) -> Crawl[Outcome | None]:
    """Let parts ask before words are chosen."""
    yield from BEFORE_WORDS.pass_by(state.source, state)
    return state.end


def stages_by_words(state: Acquisition) -> tuple[Stage, ...]:
    """Return what remains: the boxes of a form that has one for each attribute, else words."""
    if _needs_several(state):
        return (take_by_filling,)
    box = state.source.form.box
    has_boxes = len(text_boxes(state)) >= MIN_BOXES
    if has_boxes and (box is None or box.role != "query_text"):
        return take_by_filling, probe_behaviour, take_by_words
    return probe_behaviour, take_by_words


def _needs_several(state: Acquisition) -> bool:
    """Tell whether boxes are only sent together."""
    return any(box.role == NEEDED for box in text_boxes(state))


def _stopped(source: SourceState, stop: Exception) -> Outcome:
    """Return the outcome of a crawl that ended early, by its own decision or a fault."""
    if isinstance(stop, CrawlEnded):
        return stop.outcome
    kept = source.texts_by_key if isinstance(stop, NotAllowed) else source.wrapper
    is_paused = isinstance(stop, BudgetSpent) or kept
    return source.outcome("paused" if is_paused else "failed", str(stop))


def _with_ways(source: SourceState, outcome: Outcome) -> Outcome:
    """Return an outcome with its ways; a failure names the best that waits to be chosen."""
    way = next((way for way in source.ways if way.wanted_only), None)
    if outcome.state == "failed" and way is not None and not source.task.wanted_way:
        offer = f"; the page offers {way.name}: --official takes it"
        outcome = replace(outcome, reason=outcome.reason + offer)
    return replace(outcome, ways=source.ways)


def _failed(source: SourceState, reason: str) -> CrawlEnded:
    return CrawlEnded(source.outcome("failed", reason))


def _understand_source(source: SourceState) -> Crawl[Outcome | None]:
    """Take the first way that holds and learn a wrapper; return the outcome of what has ended."""
    task = source.task
    wanted = {one.name: one.value for one in task.only}
    if task.rules is not None and (rule := task.rules.excluded(task.key, wanted)):
        raise _failed(source, f"the rule {rule!r} says that the source cannot have it: not asked")
    document = yield from fetch_entry(source)
    approach = Approach(source, document, document)
    taken = yield from take_ways(approach)
    if approach.probes is None or taken is not None:
        return taken
    source.journal.tell(StateChanged("probed"))
    yield Pause(is_long=True)
    probes = approach.probes
    answers, known = understand(source, probes), probes.known_texts
    if not source.form.parts:  # a total is one part's
        yield from learn_total(source)
    steps = steps_to_search(approach.page, source.task.rules, named_only=True)
    ways = [[request for _, request in step] for step in steps]
    pages = list(dict.fromkeys([approach.page, document]))
    yield from UNDERSTOOD.pass_by(source, Understood(answers, known, pages, ways))
    keep_alternatives(source, approach.page, answers)
    report_interface(source)
    source.journal.tell(StateChanged("understood"))
    return None


def fetch_entry(source: SourceState) -> Crawl[Document]:
    """Fetch the entry page; raise ``CrawlEnded`` or ``FetchError`` where it is no web page."""
    page = yield from fetch(source, Request("GET", source.task.url), "entry")
    if isinstance(page, FetchError):
        raise page
    if page.status in {401, 403}:
        raise Blocked(
            f"{page.url} answers {page.status}: it wants a login or refuses us", page.request
        )
    if page.status >= 400:
        raise _failed(source, f"{page.url} answers with status {page.status}")
    if is_packed(page):
        raise _failed(source, f"{page.url} cannot be unpacked: it is not what its header says")
    if page.truncated and not page.body.strip():
        raise _failed(source, f"{page.url} cannot be read: {why_cut(page)}")
    if other := describe_other_content(page):
        raise _failed(source, f"{page.url} is no web page: it is {other}")
    source.set_entry(page)
    document = parse(page)
    source.note_truncation(document, page, forms_left_out(document))
    for text in source.task.said("first"):
        page = yield from press_first(source, page, text)
        document = parse(page)
    return document


def press_first(source: SourceState, page: Page, text: str) -> Crawl[Page]:
    """Return the page behind what a person said must be pressed first, before a search."""
    document = parse(page)
    reading = PageReading(page, document, ())
    made = (source.pager.request_of(one, reading, None) for one in given_next(document, text))
    request = next(filter(None, made), None)
    if request is None and is_for_scripts(document, text):
        return page  # a script answers it: it is pressed in the browser
    if request is None:
        raise _failed(source, f"nothing that can be pressed on {page.url} is called {text!r}")
    behind = yield from fetch(source, request, SEARCH_PAGE)
    if isinstance(behind, FetchError):
        raise behind
    source.set_entry(behind)
    return behind


def _given_or_learned(
    source: SourceState, answers: Sequence[MinedAnswer], probes: Probes
) -> Wrapper | None:
    """Return the wrapper that a person gave, if it reads the answers, else a learned one."""
    given = source.task.wrapper
    if given is not None:
        for answer in answers:
            if given.read_document(answer.page, answer.probe.document, answer.probe.query).rows:
                return given
        source.journal.note(
            "the given wrapper finds no records on the answers; learned it anew", "warning"
        )
    return learn_wrapper(answers, probes.nonsense, source.task.hints)


def understand(source: SourceState, probes: Probes) -> list[MinedAnswer]:
    """Learn a wrapper from the probes' answers and take their records; return them, best first."""
    known = probes.known_texts
    answers = sorted(probes.answers, key=lambda answer: -answer.probe.novel_characters(known))
    wrapper = _given_or_learned(source, answers, probes)
    if wrapper is None:
        raise _failed(source, "no region of the result pages stands out as records")
    if source.form.parts:
        wrapper = wrapper.with_total(None)
    elif told := source.task.said("total"):
        masked = [(one.probe.document, one.probe.query_mask.mask) for one in answers]
        wrapper = wrapper.with_total(given_total(masked, told[-1]))
    source.use_wrapper(wrapper)
    pages = [*(answer.probe for answer in answers[:2]), probes.nonsense[0]]
    masked = [(page.document, page.query_mask.mask) for page in pages]
    size = None if NO in source.task.said("total") else database_constant(masked)
    source.become(replace(source.probes, stated_size=size))
    report_wrapper(source)
    for answer in probes.answers:
        walk = WalkLog(answer.probe.query)
        reading = wrapper.read_document(answer.page, answer.probe.document, walk.query)
        reading = source.with_first_keys(reading, walk.query)
        source.take_page(walk, reading)
        source.add_probe(walk, reading)
        source.close(walk, "a probe: its first page only")
    return answers


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
