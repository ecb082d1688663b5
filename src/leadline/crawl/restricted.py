"""A part of a source: its conditions are bound once the form answers, and checked to be heeded.

What the probes brought belongs to the whole source and is left out. A form that answers words alike
with and without a condition does not heed it, and nothing is taken. Where one filled form asks for
the part, its controls are fixed and the part is taken as any source is. Where no box
for words is left, or conditions come to several choices, each of these answers is walked.
"""

from dataclasses import replace
from typing import Final

from leadline.crawl.acquire.slices import split_answer
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.client import ask, ask_and_read
from leadline.crawl.events import Crawl, QueryClosed
from leadline.crawl.live_query import is_no_result
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.restriction.binding import UnboundError, Values, bind_restrictions
from leadline.crawl.restriction.condition import part_text
from leadline.crawl.script.part import restrict_call
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.roles.query_box import NEEDED
from leadline.model import Outcome, Page
from leadline.wrapper.reading import PageReading

MAX_COMPARED: Final = 3
"""Answers that are compared with and without the conditions."""
PURPOSE: Final = "restriction"


def restrict(source: SourceState) -> Crawl[str]:
    """Ask for the wanted part alone from now on; return why that cannot be, or ''."""
    wanted, interface = source.task.only, source.form.interface
    if source.form.call is not None:
        return (yield from restrict_call(source, source.form.call))
    if interface is None:
        return f"{part_text(wanted)} cannot be asked: the source has no form with controls"
    box = source.form.box_name
    try:
        alternatives = bind_restrictions(wanted, interface, box)
    except UnboundError as fault:
        return str(fault)
    narrowing = tuple(pair for pair in alternatives[0] if pair[0] != box)
    if narrowing and not (yield from _is_heeded(source, narrowing)):
        return (
            f"asked with and without {part_text(wanted)} the source shows the same: it does not "
            "heed it, or everything is in it; leave it out"
        )
    fixed = set(alternatives[0]).intersection(*alternatives[1:])
    bound = dict(alternatives[0])
    is_asked_on = bool(box) or any(
        c.role == NEEDED and c.name not in bound for c in interface.controls
    )
    is_single = len(alternatives) == 1 and is_asked_on and box not in bound
    order = alternatives[0]
    source.restrict(
        tuple(pair for pair in order if pair in fixed),
        ()
        if is_single
        else tuple(tuple(pair for pair in one if pair not in fixed) for one in alternatives),
    )
    return ""


def _is_heeded(source: SourceState, narrowing: Values) -> Crawl[bool]:
    """Tell whether some answer of the probes changes with the conditions.

    The choices of a form without a box for words were told apart by the probes themselves.
    """
    if source.form.box is None:
        return True
    for walk, reading in source.probes.answers[:MAX_COMPARED]:
        text = source.bind(((source.form.box_name, walk.query), *narrowing))
        narrowed = yield from ask_and_read(source, text, PURPOSE)
        source.journal.tell(QueryClosed(text, reason="a look whether the form heeds it"))
        if narrowed is not None and _differ(walk, reading, narrowed):
            return True
    return not source.probes.answers


def _differ(walk: WalkLog, whole: PageReading, narrowed: PageReading) -> bool:
    total = narrowed.stated.value if narrowed.stated is not None else None
    return whole.keys != narrowed.keys or (total is not None and total != walk.total)


def take_part(state: Acquisition) -> Crawl[Outcome | None]:
    """Walk each answer that the part consists of."""
    source, cut, empty, unread = state.source, 0, 0, 0
    answers = source.form.alternatives
    for values in answers:
        text = source.bind(values) if values else ""
        walk = WalkLog(text)
        page = yield from ask(source, text, "part")
        if isinstance(page, Page) and page.status < 400:
            walk, reading = yield from start_walk(source, text, page)
            walk = yield from finish_walk(source, walk, reading, break_off=False)
            if not walk.rows:
                is_empty = is_no_result(source, reading, text)
                empty, unread = empty + is_empty, unread + (not is_empty)
        yield from split_answer(state, walk)
        is_short = walk.capped or walk.owes_rows or not walk.finished
        cut += not walk.pages or (walk.rows > 0 and is_short)
        state.observe(walk.progress)
        source.close(walk, "refused")
    reason = _reason(len(answers), empty, cut, unread)
    if not source.task.only:
        reason = (
            f"no choice stands for all, so each of {len(answers)} was asked by itself; {reason}"
        )
    return source.outcome("failed" if unread == len(answers) else "exhausted", reason)


def outcome_of_part(source: SourceState, outcome: Outcome) -> Outcome:
    """Return what is said of a part: a part is never proven."""
    part, kept, reason = part_text(source.task.only), source.part_filter, outcome.reason
    taken = 0 if source.is_scouting else outcome.records
    if kept is not None and not source.is_scouting:
        taken = len(kept.kept)
        reason = f"{taken:,} of {outcome.records:,} records are of it; {outcome.proof or reason}"
        outcome = replace(outcome, estimate=None, missing_at_most=None)
    if outcome.state == "complete":
        reason = reason if kept is not None else outcome.proof
        outcome = replace(outcome, state="exhausted", proof="")
    reason = f"only {part} is wanted: {reason}"
    return replace(outcome, part=part, reason=reason, records=taken)


def _reason(answers: int, empty: int, cut: int, unread: int) -> str:
    """Say in one sentence how the answers of a part ended."""
    counts = (
        (answers - unread - cut, "walked to the end"),
        (empty, "hold nothing"),
        (cut, "not shown whole by the source"),
        (unread, "cannot be read"),
    )
    return "answers: " + ", ".join(f"{count:,} {text}" for count, text in counts if count)
