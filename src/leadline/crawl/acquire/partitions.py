"""Parts of a source that no single query shows: closed presets, tabs, and what nothing known is in.

A radio group [books | maps] without "all", and tabs "Books (1,200) | Letters (300)", show one part
at a time, and the stated total is that of the part. After a query for everything was walked it is
asked with another choice of each such control. Where that brings unknown records the control parts
the source, and every choice is walked.

Then parts are asked that should be empty: choices that no record taken shows, and years before the
first and after the last. Some sources show old records only to those who ask for their years. What
is taken for the first year may be none ("c. 1723"), so all years up to the last are asked too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from leadline.crawl.acquire.check_words import check_words_from_outside
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.client import ask, read_answer
from leadline.crawl.events import Crawl
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.slice_controls import (
    PLAUSIBLE_DAYS,
    choice_texts,
    dimensions_of,
    served_periods,
)
from leadline.crawl.state.query_form import ShownPart
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.display import display_name
from leadline.forms.link_facets import link_choices
from leadline.forms.presets import presets_of
from leadline.forms.roles.query_box import LANGUAGE_ROLE, as_select
from leadline.model import Choice, Control, Page, QueryInterface
from leadline.page.text import fold
from leadline.selection.forms.slice_dimensions import MAX_IDLE_PERIODS, Choices, Span
from leadline.selection.probing.whole_database import is_word
from leadline.wrapper.reading import PageReading

Part = tuple[tuple[str, str], ...]
"""Values by control name that show one part; () is the form as it is served."""
MAX_PARTING_CONTROLS: Final = 4
"""Controls and groups of links that are looked at."""
TRIAL_CHOICES: Final = 2
"""Choices of a control that are asked to see whether it parts the source."""
MAX_PARTS: Final = 60
MAX_PARTS_OF_WORD: Final = 8
"""Further parts in which every word is asked, where no query for everything shows them."""
MAX_EMPTY_CONTROLS: Final = 4
"""Controls of which parts are asked that should be empty."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Parts of a source that were asked; ``is_whole``: each was walked to its end."""

    names: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ((),)
    is_whole: bool = True

    @property
    def sentence(self) -> str:
        """What was taken, for a proof."""
        return f"each of {len(self.parts):,} parts by {' and '.join(self.names)} was walked whole"


def take_parts(state: Acquisition, walk: WalkLog, first: PageReading | None = None) -> Crawl[Parts]:
    """Find what parts the source beside a query that was walked, and walk the other parts.

    Links of its ``first`` page may do so too, if it claims everything. Where it is a plain word,
    each word is asked in the parts of a closed preset from then on.
    """
    source, parts, interface = state.source, Parts(), state.source.form.interface
    source.become(replace(source.form, shown_parts=()))
    if source.form.box is None or interface is None:
        return parts
    for control in _candidates(interface, source.form.box_name, walk, first):
        before = source.form
        interface = _offering(before.interface or interface, control)
        source.become(replace(before, interface=interface))
        label = display_name(interface, control.name)
        values = [choice.value for choice in control.choices if not choice.selected]
        wanted = [(*part, (control.name, v)) for v in values for part in parts.parts][:MAX_PARTS]
        probed = [answered.query for answered, _ in source.probes.answers]
        is_closed = is_word(walk.query) and len(values) < len(control.choices)
        others = (*probed, *check_words_from_outside(source)) if is_closed else ()
        wider = yield from walk_parts(state, walk.query, label, wanted, parts, others)
        if wider is parts:
            source.become(before)
        parts = wider
    parted = parts.names
    for name, wanted in _parts_to_be_empty(source, walk) if first is not None else ():
        if repr(name) not in parted:
            parts = yield from walk_parts(state, walk.query, name, wanted, parts)
    presets = presets_of(interface, source.form.box_name)
    ours = dict(source.form.setting)
    filled = {one.name: one for one in presets if one.is_typed and one.name not in ours}
    for span in [] if is_word(walk.query) else served_periods(interface, filled):
        low, high = (display_name(interface, name) for name in (span.low, span.high))
        around = span.around(lambda: source.record_count, PLAUSIBLE_DAYS)
        trial = 2 * MAX_IDLE_PERIODS
        wider = yield from walk_parts(state, walk.query, low, around, parts, trial=trial)
        if wider is not parts:
            parts = replace(wider, names=(*wider.names, repr(high)))
        filled = {n: one for n, one in filled.items() if n not in {span.low, span.high}}
    for preset in filled.values():
        source.leave_unsearched(f"another value than {preset.text}")
    return parts


def walk_parts(
    state: Acquisition,
    query: str,
    label: str,
    wanted: Iterable[Part],
    parts: Parts,
    others: Sequence[str] = (),
    trial: int = TRIAL_CHOICES,
) -> Crawl[Parts]:
    """Walk parts of a query, if one of the first ``trial`` brings news; return the parts with them.

    Where a part shows nothing for the query, ``others`` are asked until one finds records; then the
    query does not claim everything there, and the part is not whole.
    """
    source, whole, news, known = state.source, True, 0, [*parts.parts]
    for number, part in enumerate(wanted):
        if number >= trial and not news:
            break
        known.append(part)
        for word in (query, *others):
            text = source.bind(((source.form.box_name, word), *part))
            walk = WalkLog(text)
            page = yield from ask(source, text, "slice")
            if isinstance(page, Page) and page.status < 400:
                reading = yield from read_answer(source, page, text)
                if _is_translation(source, part, reading):
                    break
                walk, reading = yield from start_walk(source, text, page, reading)
                more = (walk.total or 0) > max(state.largest_total, source.record_count)
                news += walk.new or more
                if news:
                    walk = yield from finish_walk(source, walk, reading, break_off=False)
            state.observe(walk.progress)
            is_whole = walk.finished if walk.rows else not others or word != query
            whole = whole and is_whole and not walk.progress.failed
            source.close(walk, "a choice: its first page only")
            if walk.rows:
                break
        if walk.new and others and len(source.form.shown_parts) < MAX_PARTS_OF_WORD:
            shown = (*source.form.shown_parts, ShownPart(part).after(walk))
            source.become(replace(source.form, shown_parts=shown))
        elif walk.new and others:
            source.leave_unsearched(source.form.text_of(part))
    if not news:
        return parts
    source.journal.note(f"the source shows one part by {label!r} at a time; each is asked")
    return Parts((*parts.names, repr(label)), tuple(known), parts.is_whole and whole)


def _is_translation(source: SourceState, part: Part, reading: PageReading) -> bool:
    """Tell whether a part may be the same in another language; say so where its total differs.

    No record of it is known: translated rows have other texts, and often other addresses.
    """
    interface, stated = source.form.interface, reading.stated
    controls = interface.controls if interface is not None else ()
    languages = {control.name for control in controls if control.role == LANGUAGE_ROLE}
    if languages.isdisjoint(dict(part)) or any(key in source.texts_by_key for key in reading.keys):
        return False
    if reading.rows and (stated is None or stated.value != source.evidence.largest_total):
        source.leave_unsearched(source.form.text_of(part))
    return True


def _parts_to_be_empty(source: SourceState, walk: WalkLog) -> list[tuple[str, list[Part]]]:
    """Return the parts of controls that no record taken belongs to, as far as records show."""
    parts: list[tuple[str, list[Part]]] = []
    interface = source.form.interface
    if interface is None:
        return parts
    dimensions = dimensions_of(interface, source.form.box, lambda: list(walk.rows_by_key.values()))
    shown: set[str] = set()
    if any(isinstance(dimension, Choices) for dimension in dimensions):
        rows = walk.rows_by_key.values()
        shown = {fold(value.value).strip() for row in rows for value in row.fields}
    for dimension in dimensions[:MAX_EMPTY_CONTROLS]:
        name, empty = display_name(interface, dimension.name), list[Part]()
        if isinstance(dimension, Choices):
            texts = choice_texts(interface, dimension.name)
            named = ((text, ((dimension.name, value),)) for text, value in texts.items())
            tiles = {*dimension.tiles}
            offered = {text: part for text, part in named if part in tiles}
            unseen = [part for text, part in offered.items() if text not in shown]
            empty += unseen if len(unseen) < len(offered) else []
        elif isinstance(dimension, Span) and (known := dimension.known()):
            first, last = dimension.write(min(known) - 1), dimension.write(max(known) + 1)
            name = display_name(interface, dimension.low)
            empty = [((dimension.high, first),), ((dimension.low, last),)]
            parts += [(name, empty), (name, [((dimension.high, last),)])]
            continue
        parts.append((name, empty[:MAX_PARTS]))
    return parts


def _candidates(
    interface: QueryInterface, box: str, walk: WalkLog, first: PageReading | None
) -> list[Control]:
    """Return controls that may part the source: closed presets, then links of the answer.

    Its last page may have one that its first page has not: "search older messages too".
    """
    closed = [preset.name for preset in presets_of(interface, box) if preset.is_closed]
    groups = [[own for own in interface.controls if own.name == name] for name in closed]
    controls = [
        group[0] if group[0].kind == "select" else as_select([b for b in group if not b.disabled])
        for group in groups
    ]
    offered = {control.name for control in interface.controls if control.kind != "hidden"}
    links = link_choices(first.document, first.page.request.url) if first is not None else ()
    for control in (*links, *walk.progress.links):
        controls += [control] if control.name not in offered else []
        offered.add(control.name)
    return controls[:MAX_PARTING_CONTROLS]


def _offering(interface: QueryInterface, control: Control) -> QueryInterface:
    """Return the interface with a control that its links offer; a hidden one gives way."""
    if any(own.name == control.name and own.kind != "hidden" for own in interface.controls):
        return interface
    kept = tuple(own for own in interface.controls if own.name != control.name)
    served = [own.value for own in interface.controls if own.name == control.name]
    choices = (*(Choice(value, value, selected=True) for value in served), *control.choices)
    return replace(interface, controls=(*kept, replace(control, choices=choices)))
