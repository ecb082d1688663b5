"""Which sites a query is sent to: Yang 2008, 3.1, eqs. (1) to (3).

A query and an interface are lists of conditions, each with a label and a weight:

    omega_i = T_i + H_i + sum FREQ                                            (2)
    S_AB = sum over k <= min(i, j) of omega_Ak omega_Bk
           / sum over k <= max(i, j) of omega_k^2                              (1)
    lambda_si = 1 iff S_0i > theta_s                                           (3)

Conditions are aligned by their labels first, aligned pairs stand first; the unindexed omega_k of
the denominator is the larger of the two, a missing side counts 0. So S lies in [0, 1], S_AA is 1,
and every condition that only one side has lowers it. T is how well a label meets an attribute, H
how well the kind of control suits the attribute's type, FREQ how much of the domain's values the
control offers; each lies in [0, 1]. The scales are ours, the printed text gives none. A harvest is
told its sources; it is the question to live sources, still to come, that chooses by this.

>>> query = [Condition("author", 2.5), Condition("title", 2.5), Condition("year", 2.0)]
>>> site = [Condition("Author:", 2.4), Condition("Title:", 2.0), Condition("Year", 2.0)]
>>> round(interface_similarity(query, [*site, Condition("Format", 1.2)]), 3)
0.836
>>> is_worth_visiting(query, site), is_worth_visiting(query, [Condition("Year", 0.7)])
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.forms.classify.relevance import (
    MIN_LABEL_SIMILARITY,
    control_similarity,
    label_similarity,
)
from leadline.forms.labels.placeholders import is_unrestricting
from leadline.forms.roles.query_box import control_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.domain.model import DomainAttribute, DomainKnowledge
    from leadline.model import Control, QueryInterface

THETA: Final = 0.6
"""theta_s: a site whose interface is less like the query is not asked."""

OPEN_BOX: Final = 0.5
"""FREQ of a box that takes any value."""

COMPATIBLE: Final = 0.5
CLOSED: Final = frozenset({"select", "radio", "checkbox"})
TYPED_BOXES: Final = frozenset({"text", "search", "textarea"})
DATES: Final = frozenset({"date", "month", "week", "datetime-local"})
NUMBERS: Final = frozenset({"number", "range"})
FITTING: Final = {
    "date": (DATES, TYPED_BOXES | CLOSED),
    "year": (CLOSED | NUMBERS, TYPED_BOXES | DATES),
    "number": (NUMBERS, TYPED_BOXES | CLOSED),
    "price": (NUMBERS, TYPED_BOXES | CLOSED),
    "category": (CLOSED, TYPED_BOXES),
}
"""Kinds of control that an attribute's type expects, and those that will do."""

ANY_VALUE: Final = (TYPED_BOXES, CLOSED)


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that can be asked: what it is called, and its weight omega."""

    label: str
    weight: float


def condition_weight(
    control: Control, attribute: DomainAttribute, known: Sequence[tuple[str, float]] = ()
) -> float:
    """omega, eq. (2); ``known`` are the attribute's values in the domain with their weights."""
    return (
        control_similarity(control, attribute)
        + _kind_fit(control, attribute.type)
        + _frequency(control, known)
    )


def _kind_fit(control: Control, kind: str) -> float:
    """H: 1 for the expected kind of control, one half for one that will do."""
    expected, compatible = FITTING.get(kind, ANY_VALUE)
    if control.kind in expected:
        return 1.0
    return COMPATIBLE if control.kind in compatible else 0.0


def _frequency(control: Control, known: Sequence[tuple[str, float]]) -> float:
    """Sum of FREQ: which share of the domain's values, by weight, the control offers."""
    if control.kind not in CLOSED:
        return OPEN_BOX
    offered = {normalise(c.text) for c in control.choices if not is_unrestricting(c.value, c.text)}
    offered.add(normalise(control.label))
    total = sum(weight for _, weight in known)
    given = sum(weight for value, weight in known if normalise(value) in offered)
    return min(1.0, given / total) if total else 0.0


def conditions_of(interface: QueryInterface, knowledge: DomainKnowledge) -> list[Condition]:
    """The conditions of an interface: controls that meet an attribute, with their weights."""
    values = knowledge.offers()
    found = []
    for group in control_groups(interface):
        control = group[0]
        scored = [(control_similarity(control, a), a) for a in knowledge.attributes]
        likeness, attribute = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        if attribute is not None and likeness >= MIN_LABEL_SIMILARITY and not control.honeypot:
            weight = condition_weight(control, attribute, values[attribute.name])
            found.append(Condition(attribute.name, weight))
    return found


def interface_similarity(one: Sequence[Condition], other: Sequence[Condition]) -> float:
    """S_AB, eq. (1); 0 where nothing is asked at all."""
    aligned = _aligned(one, other)
    pairs = [(one[i].weight, other[j].weight) for i, j in aligned]
    ours, theirs = {i for i, _ in aligned}, {j for _, j in aligned}
    alone = [c.weight for i, c in enumerate(one) if i not in ours]
    alone += [c.weight for j, c in enumerate(other) if j not in theirs]
    whole = sum(max(pair) ** 2 for pair in pairs) + sum(weight**2 for weight in alone)
    return sum(a * b for a, b in pairs) / whole if whole else 0.0


def _aligned(one: Sequence[Condition], other: Sequence[Condition]) -> list[tuple[int, int]]:
    """Conditions of one meaning: the likest labels first, each once."""
    likeness = [
        (label_similarity(a.label, b.label), -i, -j)
        for i, a in enumerate(one)
        for j, b in enumerate(other)
    ]
    found: list[tuple[int, int]] = []
    for alike, i, j in sorted(likeness, reverse=True):
        free = all(-i != known and -j != partner for known, partner in found)
        if alike >= MIN_LABEL_SIMILARITY and free:
            found.append((-i, -j))
    return found


def is_worth_visiting(
    query: Sequence[Condition], site: Sequence[Condition], theta: float = THETA
) -> bool:
    """lambda, eq. (3): whether a site may have what the query asks for."""
    return interface_similarity(query, site) > theta
