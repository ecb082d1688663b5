"""What may be said of the whole of a source at the end of its crawl: bound, size, settings.

An end is *proven* (a total that the source states itself, checked), *nothing more found* (what was
asked ended, checks brought nothing) or *stopped*. Each carries a bound on the share that may be
missing, where there is evidence for one, and the settings that were sent as served. A size that
says "about all" is said of a proven end only: of others the bound says what is known. An estimate
far above what an ended source brought is not believed: answers without news contradict it. Nor is
one far below what the bound allows.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from leadline.crawl.doubts import doubts_of
from leadline.crawl.state.source import SourceState
from leadline.forms.display import display_name
from leadline.forms.presets import presets_of
from leadline.model import Doubt, Outcome, SourceEnd
from leadline.selection.estimators.missing_share import missing_share
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS

CLAIM_COMPONENT: Final = "claim"
"""Name under which a source keeps what may be said of its whole."""
NEAR: Final = 1.06
"""Estimate over records taken below which it says "about all", and bears on the bound."""
MAX_OVER_ESTIMATE: Final = 1.25
"""What a bound allows, over the estimate, above which no size is said: they say two things."""
WORDS_ALONE_FACTOR: Final = 1.3
"""Factor of the bound where all records were found by words: rare words find rare records."""
DOUBTFUL_FACTOR: Final = 2.0
"""Factor of the bound of a source that was stopped, as nothing from outside was asked, and of one
that shows some records in short answers only: an answer that an unknown one makes long hides it."""


def paused_if_unread(source: SourceState, outcome: Outcome) -> Outcome:
    """Return an end as a pause where most of the latest answers could not be had or read."""
    why = source.traffic.unread.why_no_end
    if outcome.state != "exhausted" or not why:
        return outcome
    return replace(outcome, state="paused", reason=f"{why}; try again later", proof="")


def with_claim(source: SourceState, outcome: Outcome) -> Outcome:
    """Return the outcome with its bound, and without a size that the evidence does not bear."""
    outcome = _of_part(source, outcome)
    bound = _bound(source, outcome)
    requests = source.traffic.requests  # a canary may have been asked at the end
    outcome = replace(outcome, missing_at_most=bound, requests=requests)
    size, taken = outcome.estimate, outcome.records
    if outcome.state != "complete" and size is not None:
        is_ended = outcome.state == "exhausted"
        least = size * (1.0 - (bound or 0.0))
        agrees = bound is not None and least <= taken <= MAX_OVER_ESTIMATE * least
        is_unfounded = is_ended and not agrees
        if is_unfounded or size <= NEAR * taken:
            outcome = replace(outcome, estimate=None)
    if unsearched := source.evidence.unsearched:
        note = f"not searched, so no bound is said: {', '.join(unsearched)}"
        outcome = replace(outcome, notes=(*outcome.notes, note))
    served = as_served(source, outcome.reason)
    if served and outcome.state != "failed":
        note = f"asked with these settings of the form, as served: {', '.join(served)}"
        outcome = replace(outcome, notes=(*outcome.notes, note))
    return replace(outcome, doubts=(*outcome.doubts, *doubts_of(source, outcome)))


def _of_part(source: SourceState, outcome: Outcome) -> Outcome:
    """Return an outcome that is said of a part alone, where a call brings no more than that."""
    call = source.form.call
    part = call.part_said if call is not None else ""
    if not part or outcome.state == "failed":
        return outcome
    state: SourceEnd = "exhausted" if outcome.state == "complete" else outcome.state
    reason = f"{part}: {outcome.proof or outcome.reason}"
    doubts = (*outcome.doubts, Doubt("part", f"records were taken {part}"))
    return replace(outcome, state=state, reason=reason, proof="", estimate=None, doubts=doubts)


def claim_of(outcome: Outcome) -> dict[str, Any]:
    """Return the bound and the doubts as plain values, for the store."""
    doubts = [[one.kind, one.sentence, dict(one.evidence)] for one in outcome.doubts]
    bound = outcome.missing_at_most
    return {"missing_at_most": bound, "part": outcome.part, "doubts": doubts}


def doubts_in(claim: Mapping[str, Any]) -> tuple[Doubt, ...]:
    """Return the doubts of a claim that was kept."""
    kept = claim.get("doubts") or ()
    return tuple(Doubt(kind, text, tuple(numbers.items())) for kind, text, numbers in kept)


def as_served(source: SourceState, walked: str) -> tuple[str, ...]:
    """Return the controls that may hide records and were sent as the source serves them.

    The sentence on what was ``walked`` names those of which each choice was.
    """
    form = source.form
    if form.interface is None:
        return ()
    ours = dict(form.setting)
    ours |= {
        control.name: ""
        for control in form.interface.controls
        if repr(display_name(form.interface, control.name)) in walked
    }
    presets = presets_of(form.interface, form.box_name)
    shown = tuple(preset.text for preset in presets if preset.name not in ours)
    return (*shown, *source.probes.hidden)


def _bound(source: SourceState, outcome: Outcome) -> float | None:
    """Return the share that may be missing at most, None where nothing can be said."""
    evidence, taken = source.evidence, outcome.records
    call = source.form.call
    is_part = bool(evidence.unsearched or (call is not None and call.hiding))
    if not taken or outcome.state == "failed" or is_part:
        return None
    is_whole = evidence.is_whole and outcome.state != "paused"
    if not is_whole and not evidence.is_literal:
        return None
    fixed = not is_whole and not source.pager.is_order_unstable
    by_words = evidence.by_words and (call is None or source.form.box is not None)
    drawn = missing_share(evidence.drawn(whole_only=fixed)) if by_words else None
    is_of_choice = call is not None and bool(source.form.alternatives)  # totals are of each alone
    stated = evidence.largest_total if source.trusts_totals and not is_of_choice else 0
    owed = 1.0 - taken / stated if stated > taken else 0.0
    owed = max(owed, evidence.withheld_share if stated else 0.0)
    if drawn is None:
        return owed or None
    if is_whole:
        is_proven_without = outcome.state == "complete" and len(evidence.draws) < MIN_CHECK_WORDS
        return None if is_proven_without else max(drawn, evidence.lost_share)
    drawn /= evidence.literal_share * evidence.answered_share  # other rows and words are no draws
    page = source.answers.largest_page
    is_stopped, size = outcome.state == "paused", outcome.estimate or 0.0
    is_doubtful = is_stopped or evidence.most_of_narrow(page) > 0
    factor = DOUBTFUL_FACTOR if is_doubtful else WORDS_ALONE_FACTOR
    is_believed = size and (is_stopped or size <= NEAR * taken)
    estimated = 1.0 - taken / size if is_believed else 0.0
    return min(1.0, max(factor * drawn, owed, estimated, evidence.lost_share))
