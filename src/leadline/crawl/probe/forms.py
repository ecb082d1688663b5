"""Query interfaces of a page probed in turn, their boxes and settings, until one gives records.

Words go into the boxes as the form is served, then under each match mode, then with what the form
may want besides: boxes ticked, a choice made. Last come ranges of which both ends must be sent.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final

from leadline.crawl.events import ComponentLearned, Crawl
from leadline.crawl.interstitial import way_to_records
from leadline.crawl.probe.known import knows_several, needed_together
from leadline.crawl.probe.moments import ANSWERED, ENDS_NEEDED, PROBED, Probed
from leadline.crawl.probe.probes import MAX_PROBES, Probes, one_of_alike, orders_of, why_silent
from leadline.crawl.probe.words import probe
from leadline.crawl.reports import report_interface
from leadline.crawl.state.findings import MAX_FORMS_NAMED
from leadline.crawl.state.source import SourceState
from leadline.forms.named import form_name, text_boxes
from leadline.forms.roles.match_modes import MatchSetting, index_settings, match_settings
from leadline.forms.roles.needed import must_choose, needed_settings
from leadline.forms.roles.query_box import NEEDED, control_groups, word_boxes
from leadline.forms.roles.roles import names_site
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import Control, Outcome, QueryInterface
from leadline.page.dom import Document
from leadline.page.plain import to_plain
from leadline.values.dates import shown_date_format
from leadline.wrapper.region_choice import ProbePage

MAX_FORMS: Final = 3
"""Query interfaces of a page that are tried, best first."""
UNANSWERED: Final = "unanswered"
"""Name under which a source keeps its forms where nothing that was asked found records."""
MAX_BOXES: Final = 5
"""Boxes of these forms that are tried: where each takes one attribute, one of them takes words."""
PROBES_PER_SETTING: Final = 4
"""Words that a form is asked that answered none as its selects stood."""
FEW_PROBES: Final = 3
"""Words that a box is asked before several boxes of which values are known are filled at once."""
PROBES_OF_NEEDED: Final = 8
"""Words that a form is asked with what it may want besides: one part of it answers few."""
"""Labels by which a form that was left alone is named."""
HINTS: Final = ("placeholder", "pattern", "title")

Trial = tuple[QueryInterface, Control | None, MatchSetting]


class CrawlEnded(Exception):
    """Early end of a crawl, with its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


def probe_forms(
    source: SourceState, interfaces: list[QueryInterface], entry: Document
) -> Crawl[Probes]:
    """Return the probes of the first trial that gave records; raise ``CrawlEnded`` without one."""
    trials, by_ends = _trials(source, interfaces, entry)
    reason, scripted, silent = "", set[str](), dict[int, frozenset[str]]()
    brief, tried = _briefly_tried(source, trials), dict[tuple[int, str], Probes]()
    for number, (form, box, setting) in enumerate(trials, 1):  # may grow by what errors say
        if form.action in scripted:
            continue
        if form in by_ends and box is None:
            needing = Probed(form, entry, Probes())
            form = (yield from ENDS_NEEDED.pass_by(source, needing)).form
        source.use(form, box, setting)
        source.forget_asked()
        place = form.node, box.name if box is not None else ""
        is_brief = not setting and place in brief  # a few words under each setting first
        before = None if setting else tried.pop(place, None)
        is_known = is_brief and knows_several(source, form)
        most = FEW_PROBES if is_known else _most_words(form, setting)
        probes = yield from probe(source, entry, most=most, is_brief=is_brief, before=before)
        if is_brief:
            brief.remove(place)
            tried[place] = probes
            trials += [] if probes.answers else [(form, box, setting)]
        is_obeyed = bool(setting) and _says_other(probes, silent.get(form.node))
        silent.setdefault(form.node, probes.known_texts)
        if setting and (is_obeyed or probes.answers or probes.doubtful) and not probes.is_enough:
            source.forget_asked()
            probes = yield from probe(source, entry)
        probes.answers = probes.answers or probes.doubtful
        shown = [one.probe for one in probes.answers]
        known = [*probes.nonsense, ProbePage(entry, "")]
        if way := way_to_records(shown or probes.listless, known, to_all=bool(shown)):
            source.become(replace(source.form, way_to_records=way))
            source.forget_asked()
            behind = yield from probe(source, entry)
            is_more = behind.most_records > probes.most_records
            source.become(replace(source.form, way_to_records=way if is_more else ""))
            probes = behind if is_more else probes
        at = yield from PROBED.pass_by(source, Probed(form, entry, probes))
        form, probes = at.form, at.probes
        if probes.answers:
            others = tuple(one for one in one_of_alike(interfaces) if one.node != form.node)
            at = yield from ANSWERED.pass_by(source, replace(at, others=others))
            form, probes = at.form, at.probes
            _keep_chosen(source, probes, left_forms(form, one_of_alike(interfaces)), entry)
            return probes
        reason = reason or why_silent(probes, form, ProbePage(entry, ""))
        scripted |= {form.action} if probes.is_scripted else set()
        trials[number:number] = _with_several(source, form, entry, probes, trials)
        _add_trials(source, form, box, entry, probes, trials, by_ends)
    raise _unanswered(source, interfaces, reason)


def _unanswered(
    source: SourceState, interfaces: Sequence[QueryInterface], reason: str
) -> CrawlEnded:
    """Report the forms that nothing opened; return the end."""
    forms = [to_plain(form, sparse=True) for form in one_of_alike(interfaces)[:MAX_FORMS]]
    source.journal.tell(ComponentLearned(UNANSWERED, forms))
    return CrawlEnded(source.outcome("failed", reason))


def _briefly_tried(source: SourceState, trials: Sequence[Trial]) -> set[tuple[int, str]]:
    """Return the forms and boxes that are asked few words before others have their turn.

    These have a mode too, or a choice that they may want, or another form comes behind them, or
    values are known for several boxes, which may be wanted at once.
    """
    settable = {form.node for form, _, setting in trials if setting}
    plain = [(form.node, box.name) for form, box, setting in trials if box and not setting]
    last = next((form.node for form, _, setting in trials[::-1] if not setting), -1)
    first = [(form.node, box.name if box else "") for form, box, _ in trials[:1]]
    several = first if first and knows_several(source, trials[0][0]) else []
    return {*several, *(at for at in plain if at[0] in settable or at[0] != last)}


def _with_several(
    source: SourceState,
    form: QueryInterface,
    entry: Document,
    probes: Probes,
    trials: Sequence[Trial],
) -> list[Trial]:
    """Return trials of a form with several controls at once, [] where it had some before."""
    controls = (one for other, _, _ in trials if other.node == form.node for one in other.controls)
    if probes.is_in_vain or any(control.role == NEEDED for control in controls):
        return []
    several = needed_together(source, form, probes.nonsense, ProbePage(entry, ""))
    return [(one, None, ()) for one in several]


def _says_other(probes: Probes, before: frozenset[str] | None) -> bool:
    """Tell whether a choice was obeyed: words that find nothing are answered by another page."""
    return before is not None and any(page.novel_characters(before) for page in probes.nonsense)


def _add_trials(
    source: SourceState,
    form: QueryInterface,
    box: Control | None,
    entry: Document,
    probes: Probes,
    trials: list[Trial],
    by_ends: list[QueryInterface],
) -> None:
    """Add what pages without an answer say that the form wants."""
    said = " ".join(page.document.visible_text(0) for page in probes.nonsense)
    named = _with_indexes(form, box, entry, said)
    trials += [trial for trial in named if trial not in trials]
    needed = _with_needed_ends(source, form, said)
    if needed is not None and needed not in by_ends:
        by_ends.append(needed)
        trials.append((needed, None, ()))


def _keep_chosen(
    source: SourceState, probes: Probes, left: tuple[str, ...], entry: Document
) -> None:
    """Keep what is known of the interface that answered, and report it."""
    orders = orders_of(probes, ProbePage(entry, ""))
    source.become(
        replace(source.probes, nonsense=tuple(probes.nonsense), left_forms=left, orders=orders)
    )
    for name in left[:MAX_FORMS_NAMED]:
        source.leave_unsearched(f"the form {name}")
    if more := len(left[MAX_FORMS_NAMED:]):
        source.leave_unsearched(f"{more:,} more forms")
    report_interface(source)


def left_forms(asked: QueryInterface, forms: list[QueryInterface]) -> tuple[str, ...]:
    """Return the names of forms that come after the one that answered and search another thing.

    Those that search the pages of the site, or send to the same address, are no news.
    """
    numbers = [at for at, one in enumerate(forms) if one.node == asked.node]
    behind = forms[numbers[0] + 1 :] if numbers else []
    searched = {(one.method, one.action) for one in (asked, *forms[: len(forms) - len(behind)])}
    return tuple(
        dict.fromkeys(
            form_name(one)
            for one in behind
            if (one.method, one.action) not in searched
            and word_boxes(one)
            and not any(map(names_site, one.controls))
        )
    )


def _trials(
    source: SourceState, interfaces: list[QueryInterface], entry: Document
) -> tuple[list[Trial], list[QueryInterface]]:
    """Return what is tried, and the forms among these of which both ends of a range are sent."""
    boxes: list[tuple[QueryInterface, Control | None]] = []
    by_ends: list[QueryInterface] = []
    for served in one_of_alike(interfaces)[:MAX_FORMS]:
        form = _with_date_formats(served, entry)
        needed = _with_needed_ends(source, form)
        by_ends += [needed] if needed is not None else []
        if needed != form:
            named = text_boxes(form, said) if (said := source.task.said("form")) else []
            boxes += [(form, box) for box in named or word_boxes(form)] or [(form, None)]
    with_words = [(form, box) for form, box in boxes[:MAX_BOXES] if box is not None]
    trials: list[Trial] = [
        (form, box, needed_settings(form)[0] if box is not None and must_choose(form) else ())
        for form, box in boxes[:MAX_BOXES]
    ]
    trials += [(form, box, one) for form, box in with_words for one in match_settings(form)]
    trials += [
        (form, box, one) for form, box in with_words[:MAX_FORMS] for one in needed_settings(form)
    ]
    return trials + [(form, None, ()) for form in by_ends], by_ends


def _most_words(form: QueryInterface, setting: MatchSetting) -> int:
    if any(control.role == NEEDED for control in form.controls):
        return PROBES_OF_NEEDED
    if not setting:
        return MAX_PROBES
    return PROBES_OF_NEEDED if setting in needed_settings(form) else PROBES_PER_SETTING


def _with_indexes(
    form: QueryInterface, box: Control | None, entry: Document, said: str
) -> list[Trial]:
    """Return trials that name an index beside the words, as box or page without answer say."""
    if box is None:
        return []
    hints = [entry.attribute(box.node, name) for name in HINTS]
    return [(form, box, setting) for setting in index_settings(box, " ".join([*hints, said]))]


def _with_date_formats(form: QueryInterface, document: Document) -> QueryInterface:
    """Return the form with how its text boxes for a range want days, as their hints say."""
    groups = control_groups(form)
    ends = {groups[at][0].name for pair in pair_range_ends(groups).items() for at in pair}

    def written(control: Control) -> Control:
        is_day = control.name in ends or control.role.startswith("date")
        if control.kind != "text" or not is_day:
            return control
        hints = [document.attribute(control.node, name) for name in HINTS]
        shapes = map(shown_date_format, [*hints, control.label])
        shape = next(filter(None, shapes), None)
        text = f"{shape.order}{shape.sign}" if shape is not None else ""
        return replace(control, date_format=text)

    return replace(form, controls=tuple(map(written, form.controls)))


def _with_needed_ends(
    source: SourceState, form: QueryInterface, said: str = ""
) -> QueryInterface | None:
    """Return the form with ranges of which both ends must be sent, None without one.

    Boxes for words are then sent as they were served. Days after the next year are not asked,
    unless the form names a later one as its last. ``said`` may tell how days are written.
    """
    groups = control_groups(form)
    ends = {groups[at][0].name for pair in pair_range_ends(groups).items() for at in pair}
    shape = shown_date_format(said)
    shown = f"{shape.order}{shape.sign}" if shape is not None else ""
    latest = _latest_day(source).isoformat()
    boxes = {box.name for box in word_boxes(form)} - ends

    def needed(control: Control) -> Control:
        if control.name not in ends:
            return replace(control, kind="hidden") if control.name in boxes else control
        written = control.date_format or (shown if control.kind == "text" else "")
        if control.kind == "date" or written:
            high = control.high or latest
            return replace(control, required=True, high=high, date_format=written)
        is_number = control.kind == "number" or (control.kind == "text" and bool(said))
        kind = "number" if is_number else control.kind
        return replace(control, required=control.required or is_number, kind=kind)

    made = replace(form, controls=tuple(map(needed, form.controls)))
    is_needed = any(control.required and control.name in ends for control in made.controls)
    return made if is_needed else None


def _latest_day(source: SourceState) -> date:
    """Return the end of the year after that in which the entry page was fetched."""
    fetched = source.entry.fetched_at if source.entry is not None else 0.0
    return date(datetime.fromtimestamp(fetched, UTC).year + 1, 12, 31)
