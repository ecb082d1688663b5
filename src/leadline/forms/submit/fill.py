"""Form filling from domain knowledge: Lin 2016, 4.2.

A ``Slot`` says what a control can be bound to. A select or a group of boxes offers its own choices
(pv = 1), a text box the instances of the attribute most similar to its label (pv = w). Anything
else stays as it was served. Q(QI, DK) by phi_r, eq. (5): ``leadline_research.lin2016``.

Differs from the paper:

- pv = w * S, and S must reach tau;
- choices that mean "all" are "unbound", the first offer of whatever is not required;
- a box for any words takes values of all attributes;
- a select that names what a box behind it searches is bound together with it;
- ends of ranges are bound both or none;
- values that the control refuses are not offered;
- controls that present (sort, page size), dependent selects, honeypots and disabled ones stay.

>>> books = DomainKnowledge("books", [DomainAttribute("作者")])
>>> for name, weight in (("余华", 1.0), ("莫言", 0.6)): _ = books.add("作者", name, weight)
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (Control("au", "text", "作者"),))
>>> plan_fill(form, books).slots[0].offers
((('余华',), 1.0), (('莫言',), 0.6))
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from leadline.domain.model import DomainAttribute, DomainKnowledge, Slot
from leadline.forms.classify.relevance import (
    MIN_LABEL_SIMILARITY,
    control_similarity,
    label_similarity,
)
from leadline.forms.labels.placeholders import first_caption, is_unrestricting, unrestricting
from leadline.forms.roles.query_box import NEEDED, PRESENTING_ROLES, control_groups
from leadline.forms.submit.constraints import NUMBER_KINDS, TIME_KINDS, accepts, as_wanted
from leadline.forms.submit.ranges import (
    HIGH_ROLE_BY_LOW,
    MAX_CONTROLS_APART,
    pair_range_ends,
    tile_range,
)
from leadline.model import BOX_KINDS, Choice, Control, QueryInterface
from leadline.page.text import words

Offer = tuple[str, float]

UNBOUND_ROLES: Final = PRESENTING_ROLES.union(HIGH_ROLE_BY_LOW, HIGH_ROLE_BY_LOW.values())
"""Roles that present or restrict: bound alone they hide records."""

MIN_NAMED_ATTRIBUTES: Final = 2
"""Choices that must name attributes for a select to choose what a box searches."""

TYPED_KINDS: Final = frozenset({"text", "search", "textarea"}) | NUMBER_KINDS | TIME_KINDS
SECRET_KINDS: Final = frozenset({"password", "file"})


@dataclass(frozen=True, slots=True)
class FillPlan:
    """What can be bound in a form, and what stands in the way of sending it.

    ``missing`` are required controls without a known value. ``waiting`` are pairs of a dependent
    select and its parent. ``refused`` says why the form is no query form.
    """

    slots: tuple[Slot, ...] = ()
    missing: tuple[str, ...] = ()
    waiting: tuple[tuple[str, str], ...] = ()
    refused: str = ""


def plan_fill(interface: QueryInterface, knowledge: DomainKnowledge) -> FillPlan:
    """Return what every control of an interface can be bound to."""
    secret = [c.name for c in interface.controls if c.kind in SECRET_KINDS and not c.honeypot]
    if secret:
        return FillPlan(refused=f"it asks for a secret or a file ({secret[0]})")
    groups = [group for group in control_groups(interface) if is_bindable(group[0])]
    ends = pair_range_ends(groups)
    named = {at: box for at, box in _named_boxes(groups, knowledge) if at not in ends}
    slots: list[Slot] = []
    missing: list[str] = []
    for at, group in enumerate(groups):
        if at in named.values():
            continue
        if at in ends:
            slot = _range_slot(group[0], groups[ends[at]][0], knowledge)
        elif at in named:
            slot = _chosen_slot(group[0], groups[named[at]][0], knowledge)
        else:
            slot = _slot(group, knowledge)
        if slot is not None:
            slots.append(slot)
        elif _needs_value(group[0]) and at not in ends.values():
            missing.append(group[0].name)
    waiting = [(g[0].name, g[0].depends_on) for g in groups if g[0].depends_on]
    roles = {group[0].name: group[0].role for group in groups}
    if any(role == NEEDED for role in roles.values()):
        slots = [replace(s, together=True) for s in slots if roles[s.names[0]] == NEEDED]
    return FillPlan(tuple(slots), tuple(missing), tuple(waiting))


def is_bindable(control: Control) -> bool:
    """Return whether a control can be sent with another value."""
    return bool(control.name) and not (control.honeypot or control.disabled or control.readonly)


def _needs_value(control: Control) -> bool:
    """Return whether an untouched control keeps the form from being sent."""
    if not control.required or control.value:
        return False
    return not any(choice.selected and choice.value for choice in control.choices)


def _slot(group: list[Control], knowledge: DomainKnowledge) -> Slot | None:
    """Return V of one control: its own choices, or instances of the attribute it asks for."""
    control = group[0]
    if control.role in UNBOUND_ROLES or control.depends_on:
        return None
    attribute = ""
    if control.kind == "select":
        offers, optional = _own_choices(control, _known_texts(control, knowledge))
    elif control.kind in BOX_KINDS:
        offers, optional = _boxes(group)
    elif control.kind in TYPED_KINDS:
        offers, attribute = known_values(control, knowledge)
        optional = not control.required
    else:
        return None
    if not offers:
        return None
    options = tuple(((value,), pv) for value, pv in sorted(offers, key=lambda offer: -offer[1]))
    return Slot((control.name,), options, attribute, optional)


def _known_texts(select: Control, knowledge: DomainKnowledge) -> set[str]:
    """Return the words of known values of what a select asks for."""
    name = attribute_of(select, knowledge.attributes)
    return {word for one in knowledge.instances(name) for word in words(one.value)}


def _own_choices(control: Control, known: Set[str]) -> tuple[list[Offer], bool]:
    """Return a select's choices without those that mean "all", and whether it may stay unbound.

    Those of ``known`` words come first.
    """
    choices = [choice for choice in control.choices if not choice.disabled]
    caption = bool(first_caption(control.choices))
    free = {*unrestricting(choices)}
    bound = [c for c in choices if c not in free and not (caption and c == control.choices[0])]
    bound.sort(key=lambda choice: known.isdisjoint(words(choice.text)))
    optional = len(bound) < len(control.choices) or control.multiple
    return [(choice.value, 1.0) for choice in bound], optional and not control.required


def _boxes(group: list[Control]) -> tuple[list[Offer], bool]:
    """Return the boxes of a group, each alone; a single box is a switch and is not bound."""
    if len(group) < 2:
        return [], True
    choices = [Choice(box.value, box.label, box.checked) for box in group]
    free = {*unrestricting(choices)}
    offers = [(choice.value, 1.0) for choice in choices if choice not in free]
    chosen = any(box.checked for box in group) and group[0].kind == "radio"
    return offers, not group[0].required and (len(offers) < len(group) or not chosen)


def known_values(control: Control, knowledge: DomainKnowledge) -> tuple[list[Offer], str]:
    """Return instances of the most similar attribute, or of all for a box for any words.

    The surest come first: F(c, a) times S. The second is the name of the attribute, or ''.
    """
    if not knowledge.attributes:
        return [], ""
    best, similar = _most_similar(control, knowledge.attributes)
    wanted = {best.name: similar} if similar >= MIN_LABEL_SIMILARITY else {}
    if not wanted and control.role == "query_text" and control.kind in {"text", "search"}:
        wanted = {attribute.name: 1.0 for attribute in knowledge.attributes}
    offers: dict[str, float] = {}
    for name, share in wanted.items():
        for instance in knowledge.instances(name):
            value = as_wanted(control, instance.value)
            if accepts(control, value):
                offers[value] = max(offers.get(value, 0.0), instance.confidence * share)
    ranked = sorted(offers.items(), key=lambda offer: -offer[1])
    return ranked, best.name if similar >= MIN_LABEL_SIMILARITY else ""


def attribute_of(control: Control, attributes: Sequence[DomainAttribute]) -> str:
    """Return the name of the attribute that a control asks for, '' where none is known."""
    best, similar = _most_similar(control, attributes) if attributes else (None, 0.0)
    return best.name if best is not None and similar >= MIN_LABEL_SIMILARITY else ""


def _most_similar(
    control: Control, attributes: Sequence[DomainAttribute]
) -> tuple[DomainAttribute, float]:
    """Return argmax S(e, a), the first of equals, and S; a day is of the only attribute of days."""
    scored = [(control_similarity(control, attribute), attribute) for attribute in attributes]
    similar, best = max(scored, key=lambda pair: pair[0])
    days = [attribute for attribute in attributes if attribute.type == "date"]
    is_day = control.role == "date" or control.kind == "date" or bool(control.date_format)
    if similar < MIN_LABEL_SIMILARITY and is_day and len(days) == 1:
        return days[0], MIN_LABEL_SIMILARITY
    return best, similar


def _named_boxes(
    groups: Sequence[list[Control]], knowledge: DomainKnowledge
) -> list[tuple[int, int]]:
    """Return selects that name what a box behind them searches, with the box ("title, author")."""
    pairs: list[tuple[int, int]] = []
    for at, group in enumerate(groups):
        if group[0].kind != "select" or len(_chosen(group[0], knowledge)) < MIN_NAMED_ATTRIBUTES:
            continue
        for other in range(at + 1, min(at + 1 + MAX_CONTROLS_APART, len(groups))):
            box = groups[other][0]
            if box.kind in {"text", "search"} and (
                box.role not in UNBOUND_ROLES
                and _most_similar(box, knowledge.attributes)[1] < MIN_LABEL_SIMILARITY
            ):
                pairs.append((at, other))
                break
    return pairs


def _chosen(select: Control, knowledge: DomainKnowledge) -> dict[str, str]:
    """Return the choices that name an attribute: the value to send by attribute."""
    value_by_attribute: dict[str, str] = {}
    for choice in select.choices:
        if choice.disabled or is_unrestricting(choice.value, choice.text):
            continue
        for attribute in knowledge.attributes:
            if (
                max(label_similarity(choice.text, name) for name in attribute.names)
                >= MIN_LABEL_SIMILARITY
            ):
                value_by_attribute.setdefault(attribute.name, choice.value)
    return value_by_attribute


def _chosen_slot(select: Control, box: Control, knowledge: DomainKnowledge) -> Slot | None:
    """Return select and box bound together: a choice that names an attribute, and its value."""
    pairs = [
        ((choice, instance.value), instance.confidence)
        for attribute, choice in _chosen(select, knowledge).items()
        for instance in knowledge.instances(attribute)
        if accepts(box, instance.value)
    ]
    if not pairs:
        return None
    pairs.sort(key=lambda pair: -pair[1])
    return Slot((select.name, box.name), tuple(pairs), "", not box.required)


def _range_slot(low: Control, high: Control, knowledge: DomainKnowledge) -> Slot | None:
    known: list[Offer] = []
    name = ""
    if low.kind != "select" and knowledge.attributes:
        scored = [_most_similar(control, knowledge.attributes) for control in (low, high)]
        best, similar = max(scored, key=lambda pair: pair[1])
        if similar >= MIN_LABEL_SIMILARITY:
            name = best.name
            known = [
                (instance.value, instance.confidence * similar)
                for instance in knowledge.instances(name)
            ]
    pairs = tile_range(low, high, known)
    if not pairs:
        return None
    return Slot((low.name, high.name), tuple(pairs), name, not (low.required or high.required))
