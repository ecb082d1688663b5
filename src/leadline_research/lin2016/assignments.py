"""Assignments of a form as Lin et al. 2016 write them: ranked by phi (4.2, eq. 5).

Every slot offers values with a confidence pv, falling; an assignment takes one of each. phi_r is
the weakest confidence ("fuzzy", the paper's), the mean, or 1 - prod(1 - pv) (the last two from
HiWE). The product V_1 x ... x V_n is never built: a heap holds index vectors, and a vector's
successors move one index on. Ties go to the higher mean, then to the earlier values.

>>> offers = [[("余华", 1.0), ("刘慈欣", 0.6)], [("活着", 0.8), ("三体", 0.75)]]
>>> [score for _, score in ranked(offers)]
[0.8, 0.75, 0.6, 0.6]
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from leadline.domain.model import Slot
from leadline.domain.sampling import ColumnMatch, columns_of
from leadline.domain.similarity import MAX_COMPARED_CHARACTERS, edit_distance, normalise
from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.fill import is_bindable, plan_fill
from leadline.model import Assignment
from leadline.selection.forms.protocol import FormSetting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from leadline.domain.model import DomainAttribute, DomainKnowledge
    from leadline.model import Control, QueryInterface
    from leadline.selection.forms.protocol import Filler

Value = TypeVar("Value")

UNBOUND_VALUE: Final = ""
"""Value of a control that is left unbound, the first offer of an optional one."""
MAX_WAITING_VECTORS: Final = 100_000
"""Vectors kept waiting; beyond them the tail of the ranking is given up."""
ANSWERS_PER_RANKING: Final = 50
"""Answers after which a literal ranking is worked out anew."""

RANKINGS: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "fuzzy": min,
    "average": lambda pvs: sum(pvs) / len(pvs),
    "probabilistic": lambda pvs: 1.0 - prod(1.0 - pv for pv in pvs),
}


@dataclass(frozen=True, slots=True)
class TrialSetting(FormSetting):
    """What a filler of the bench is given beside the product's setting.

    ``boxes`` are the names of the text controls. ``column_of`` tells which column of the records a
    box searches: only the bench knows, for rivals that are told.
    """

    literal_slots: Callable[[], Sequence[Slot]] = list
    boxes: tuple[str, ...] = ()
    rng: Random = field(default_factory=Random)
    column_of: tuple[tuple[str, str], ...] = ()


def ranked(
    offers: Sequence[Sequence[tuple[Value, float]]], ranking: str = "fuzzy"
) -> Iterator[tuple[tuple[Value, ...], float]]:
    """Yield value vectors by falling phi; nothing if a slot offers no value."""
    if not offers or not all(offers):
        return
    phi = RANKINGS[ranking]

    def entry(at: tuple[int, ...]) -> tuple[float, float, tuple[int, ...]]:
        pvs = [offer[i][1] for offer, i in zip(offers, at, strict=True)]
        return (-phi(pvs), -sum(pvs) / len(pvs), at)

    first = (0,) * len(offers)
    waiting, seen = [entry(first)], {first}
    while waiting:
        score, _, at = heapq.heappop(waiting)
        yield tuple(offer[i][0] for offer, i in zip(offers, at, strict=True)), -score
        for place, offer in enumerate(offers):
            following = (*at[:place], at[place] + 1, *at[place + 1 :])
            fits = following[place] < len(offer) and len(waiting) < MAX_WAITING_VECTORS
            if fits and following not in seen:
                seen.add(following)
                heapq.heappush(waiting, entry(following))


def rank_assignments(
    interface: QueryInterface,
    knowledge: DomainKnowledge,
    ranking: str = "fuzzy",
    *,
    literal: bool = False,
) -> Iterator[Assignment]:
    """Yield assignments of an interface, best first; none of a form that cannot be sent."""
    plan = plan_fill(interface, knowledge)
    if literal:
        slots: Sequence[Slot] = literal_slots(interface, knowledge)
    elif not (plan.missing or plan.refused):
        slots = plan.slots
    else:
        return
    yield from _assignments(slots, [_with_unbound(slot) for slot in slots], ranking)


def literal_slots(interface: QueryInterface, knowledge: DomainKnowledge) -> list[Slot]:
    """Return V of every control as the paper writes it; one whose V is empty stays at its default.

    Captions of selects are values, and the most similar attribute serves however dissimilar it is.
    """
    groups = [group for group in control_groups(interface) if is_bindable(group[0])]
    return [slot for group in groups if (slot := _literal_slot(group, knowledge)) is not None]


def dks_literal(setting: TrialSetting) -> Filler:
    """Ask assignments that bind every control, phi_r falling, as the paper is written.

    Every answer is sampled as any sample page is, and what was learned makes new assignments.
    """
    asked: set[tuple[tuple[str, str], ...]] = set()
    while True:
        slots = setting.literal_slots()
        fresh = 0
        for assignment in _assignments(slots, [slot.offers for slot in slots], "fuzzy"):
            if assignment.values in asked:
                continue
            asked.add(assignment.values)
            answer = yield assignment
            sample_literally(setting.knowledge, answer.rows())
            fresh += 1
            if fresh == ANSWERS_PER_RANKING:
                break
        if not fresh:
            return


def _assignments(
    slots: Sequence[Slot],
    offers: Sequence[Sequence[tuple[tuple[str, ...], float]]],
    ranking: str,
) -> Iterator[Assignment]:
    """Yield assignments of some slots by falling phi, unbound values left out."""
    for values, score in ranked(offers, ranking):
        bound = tuple(
            (name, value)
            for slot, row in zip(slots, values, strict=True)
            for name, value in zip(slot.names, row, strict=True)
            if value != UNBOUND_VALUE
        )
        if bound:
            yield Assignment(bound, score)


def _with_unbound(slot: Slot) -> tuple[tuple[tuple[str, ...], float], ...]:
    if not slot.optional:
        return slot.offers
    return (((UNBOUND_VALUE,) * len(slot.names), 1.0), *slot.offers)


def _literal_slot(group: list[Control], knowledge: DomainKnowledge) -> Slot | None:
    control, attribute = group[0], ""
    if control.kind == "select":
        offers = [(choice.value, 1.0) for choice in control.choices]
    elif control.kind in {"radio", "checkbox"}:
        offers = [(box.value, 1.0) for box in group]
    elif control.kind in {"text", "search", "textarea"} and knowledge.attributes:
        label = control.group_label or control.label
        attribute = max(
            knowledge.attributes,
            key=lambda one: max(literal_similarity(label, name) for name in one.names),
        ).name
        offers = [(one.value, one.confidence) for one in knowledge.instances(attribute)]
    else:
        return None
    if not offers:
        return None
    made = tuple(((value,), pv) for value, pv in offers)
    return Slot((control.name,), made, attribute, optional=False)


def sample_literally(
    knowledge: DomainKnowledge, records: Iterable[Iterable[tuple[str, str]]]
) -> list[ColumnMatch]:
    """Let the knowledge learn from one page's records; return the column of each attribute.

    >>> from leadline.domain.model import DomainAttribute, DomainKnowledge
    >>> dk = DomainKnowledge("books", [DomainAttribute("publisher")])
    >>> [(m.case, m.confidence) for m in sample_literally(dk, [[("Publishers", "Knopf")]])]
    [(3, 0.9)]
    """
    columns = columns_of(records)
    found = [_match(knowledge, attribute, columns) for attribute in knowledge.attributes]
    matches = [match for match in found if match is not None]
    for match in matches:
        for value in match.values:
            knowledge.add(match.attribute, value, match.confidence)
    return matches


def _match(
    knowledge: DomainKnowledge, attribute: DomainAttribute, columns: dict[str, list[str]]
) -> ColumnMatch | None:
    """Return the left-most best column by the first case that applies."""
    names = {normalise(name) for name in attribute.names}
    f_of = {
        1: {key: float(normalise(key) in names) for key in columns},
        2: {
            key: sum(knowledge.confidence(attribute.name, v) > 0 for v in values) / len(values)
            for key, values in columns.items()
        },
        3: {key: max(literal_similarity(key, name) for name in attribute.names) for key in columns},
    }
    for case, confidences in f_of.items():
        best = max(confidences, key=lambda key: confidences[key], default="")
        if confidences.get(best, 0.0) > 0:
            values = tuple(columns[best])
            return ColumnMatch(attribute.name, best, case, confidences[best], values)
    return None


def literal_similarity(left: str, right: str) -> float:
    """Return eq. (2) over normalised texts; 0 if either is empty, where the formula is 0/0."""
    x, y = normalise(left)[:MAX_COMPARED_CHARACTERS], normalise(right)[:MAX_COMPARED_CHARACTERS]
    return 1.0 - edit_distance(x, y) / max(len(x), len(y)) if x and y else 0.0
