"""What is known of a form before it is asked: a wanted part, the plan, other sources.

Lin 2016, 4.2: values of an attribute go into the control that asks for it, the surest first. Where
several controls must be filled at once, which ones is learned from how others were refused.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from leadline.crawl.restriction.binding import UnboundError, bind_restrictions
from leadline.crawl.state.source import SourceState
from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.roles.query_box import NEEDED, control_groups, query_control, word_boxes
from leadline.forms.submit.fill import TYPED_KINDS, attribute_of, known_values, plan_fill
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import Control, QueryInterface
from leadline.page.text import fold
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS
from leadline.wrapper.region_choice import ProbePage

MAX_KNOWN_VALUES: Final = 6
"""Values known of a box that are asked before other words."""
WANTED_SIGHTINGS: Final = 1_000_000
"""Sightings of a value that a person wants: it goes before all others."""


def knowledge_of(source: SourceState, form: QueryInterface) -> DomainKnowledge:
    """Return what is known of the domain, and of the part that is wanted, by this form."""
    domain = source.task.domain
    known = DomainKnowledge.from_dict(domain.to_dict()) if domain else DomainKnowledge()
    box = query_control(form)
    by_name = {control.name: control for control in form.controls}
    for one in source.task.only:
        with suppress(UnboundError):
            for values in bind_restrictions([one], form, box.name if box else ""):
                for name, value in values:
                    _add(known, by_name[name], value)
    return known


def _add(known: DomainKnowledge, control: Control, value: str) -> None:
    name = attribute_of(control, known.attributes)
    if not name:
        name = control.group_label or control.label or control.name
        known.introduce(DomainAttribute(name))
    known.add(name, value, seen=WANTED_SIGHTINGS)


def known_words(source: SourceState) -> list[str]:
    """Return the surest values of what the box asks for, [] without any."""
    form, box = source.form.interface, source.form.box
    if form is None or box is None:
        return []
    offers, _ = known_values(box, knowledge_of(source, form))
    return [value for value, _ in offers[:MAX_KNOWN_VALUES]]


def opening_value(
    forms: Sequence[QueryInterface], before: DomainKnowledge, now: DomainKnowledge
) -> tuple[str, str]:
    """Return a value that is known now, is to be asked first and was not before; its attribute.

    Two empty texts without any: nothing of what came since would open the source.
    """
    for box in (box for form in forms for box in form.controls if box.kind in TYPED_KINDS):
        asked = {value for value, _ in known_values(box, before)[0][:MAX_KNOWN_VALUES]}
        offers, attribute = known_values(box, now)
        for value, _ in offers[:MAX_KNOWN_VALUES]:
            if value not in asked:
                return value, attribute
    return "", ""


def knows_several(source: SourceState, form: QueryInterface) -> bool:
    """Tell whether values are known for more than one control of a form."""
    form, known = _with_lone_days(form), knowledge_of(source, form)
    leads = {one.name: one for one in form.controls}
    names = (
        slot.attribute or attribute_of(leads[slot.names[0]], known.attributes)
        for slot in plan_fill(form, known).slots
    )
    return sum(map(bool, names)) > 1


def needed_together(
    source: SourceState, form: QueryInterface, refusals: Sequence[ProbePage], entry: ProbePage
) -> list[QueryInterface]:
    """Return the form with controls that are only sent together, the likeliest of them first.

    Those that a refusal names or the form requires; else all boxes of which values are known; else
    all choices too, where no box is without a known value.
    """
    form = _with_lone_days(form)
    slots = plan_fill(form, knowledge_of(source, form)).slots
    said = fold(" ".join(_said(page, entry) for page in refusals))
    leads = {group[0].name: group[0] for group in control_groups(form)}
    offered = [leads[slot.names[0]] for slot in slots if slot.names[0] in leads]
    named = [one for one in offered if one.required or _is_named(one, said)]
    boxes = [one for one in offered if one.kind in TYPED_KINDS]
    is_known = all(box in offered for box in word_boxes(form))
    made: dict[tuple[str, ...], QueryInterface] = {}
    for several in (named, boxes, offered if is_known else []):
        names = tuple(one.name for one in several)
        if len(names) > 1:
            made.setdefault(names, _needing(form, names))
    return [*made.values()]


def _with_lone_days(form: QueryInterface) -> QueryInterface:
    """Return the form with ends of a range that have no other end as days: "day of departure"."""
    groups = control_groups(form)
    ends = {groups[at][0].name for pair in pair_range_ends(groups).items() for at in pair}
    controls = (
        replace(one, role="date") if one.role == "date_from" and one.name not in ends else one
        for one in form.controls
    )
    return replace(form, controls=tuple(controls))


def _needing(form: QueryInterface, names: tuple[str, ...]) -> QueryInterface:
    def needing(one: Control) -> Control:
        is_day = one.role == "date" and one.kind == "text"
        shape = one.date_format or "ymd-" * is_day
        return replace(one, required=True, role=NEEDED, date_format=shape)

    controls = (needing(one) if one.name in names else one for one in form.controls)
    return replace(form, controls=tuple(controls))


def _is_named(control: Control, said: str) -> bool:
    label = fold(control.group_label or control.label).strip(" :：*?")
    return len(label) > 1 and label in said


def _said(page: ProbePage, entry: ProbePage) -> str:
    """Return what a page says that the form's own page does not."""
    document = page.document
    texts = (document.text[node][:MAX_CHUNK_CHARACTERS] for node in document.text_nodes)
    return " ".join(one for one in texts if not page.query_mask.is_known(one, entry.chunks))
