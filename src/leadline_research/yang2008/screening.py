"""Choice of the sites that a query is sent to: Yang 2008, 3.1, eqs. (1) to (3).

A query and an interface are lists of conditions, each with a label and a weight:

    omega_i = T_i + H_i + sum FREQ                                            (2)
    S_AB = sum over k <= min(i, j) of omega_Ak omega_Bk
           / sum over k <= max(i, j) of omega_k^2                              (1)
    lambda_si = 1 iff S_0i > theta_s                                           (3)

Conditions are aligned by their labels; aligned pairs stand first. The unindexed omega_k of the
denominator is the larger of the two, and a missing side counts 0. So S lies in [0, 1], S_AA is 1,
and every condition of one side only lowers it.

T compares a label with an attribute. H compares the kind of control with the attribute's type. FREQ
is the share of the domain's values that the control offers. Each lies in [0, 1]; the paper gives no
scales.

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

MIN_INTERFACE_SIMILARITY: Final = 0.6
"""theta_s: similarity of query and interface up to which a site is not asked."""

OPEN_CONTROL_FREQUENCY: Final = 0.5
"""FREQ of a control that takes any value."""

COMPATIBLE_KIND_FIT: Final = 0.5
"""H of a kind of control that will do."""

CLOSED_KINDS: Final = frozenset({"select", "radio", "checkbox"})
TEXT_KINDS: Final = frozenset({"text", "search", "textarea"})
DATE_KINDS: Final = frozenset({"date", "month", "week", "datetime-local"})
NUMBER_KINDS: Final = frozenset({"number", "range"})
CONTROL_KINDS_BY_TYPE: Final = {
    "date": (DATE_KINDS, TEXT_KINDS | CLOSED_KINDS),
    "year": (CLOSED_KINDS | NUMBER_KINDS, TEXT_KINDS | DATE_KINDS),
    "number": (NUMBER_KINDS, TEXT_KINDS | CLOSED_KINDS),
    "price": (NUMBER_KINDS, TEXT_KINDS | CLOSED_KINDS),
    "category": (CLOSED_KINDS, TEXT_KINDS),
}
"""Kinds of control by type of attribute: those expected, and those that will do."""

DEFAULT_CONTROL_KINDS: Final = (TEXT_KINDS, CLOSED_KINDS)


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a query or an interface: its label and its weight omega."""

    label: str
    weight: float


def condition_weight(
    control: Control, attribute: DomainAttribute, known: Sequence[tuple[str, float]] = ()
) -> float:
    """Compute omega, eq. (2); ``known`` are the attribute's values with their weights."""
    return (
        control_similarity(control, attribute)
        + _kind_fit(control, attribute.type)
        + _frequency(control, known)
    )


def _kind_fit(control: Control, kind: str) -> float:
    """Compute H: 1 for an expected kind of control, one half for one that will do."""
    expected, compatible = CONTROL_KINDS_BY_TYPE.get(kind, DEFAULT_CONTROL_KINDS)
    if control.kind in expected:
        return 1.0
    return COMPATIBLE_KIND_FIT if control.kind in compatible else 0.0


def _frequency(control: Control, known: Sequence[tuple[str, float]]) -> float:
    """Sum FREQ: the share of the domain's values, by weight, that the control offers."""
    if control.kind not in CLOSED_KINDS:
        return OPEN_CONTROL_FREQUENCY
    offered = {normalise(c.text) for c in control.choices if not is_unrestricting(c.value, c.text)}
    offered.add(normalise(control.label))
    total = sum(weight for _, weight in known)
    given = sum(weight for value, weight in known if normalise(value) in offered)
    return min(1.0, given / total) if total else 0.0


def conditions_of(interface: QueryInterface, knowledge: DomainKnowledge) -> list[Condition]:
    """List the conditions of an interface: controls that match an attribute, with weights."""
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
    """Compute S_AB, eq. (1); 0 without conditions."""
    aligned = _aligned(one, other)
    pairs = [(one[i].weight, other[j].weight) for i, j in aligned]
    ours, theirs = {i for i, _ in aligned}, {j for _, j in aligned}
    alone = [c.weight for i, c in enumerate(one) if i not in ours]
    alone += [c.weight for j, c in enumerate(other) if j not in theirs]
    whole = sum(max(pair) ** 2 for pair in pairs) + sum(weight**2 for weight in alone)
    return sum(a * b for a, b in pairs) / whole if whole else 0.0


def _aligned(one: Sequence[Condition], other: Sequence[Condition]) -> list[tuple[int, int]]:
    """Pair conditions by label, most similar first, each once."""
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
    query: Sequence[Condition], site: Sequence[Condition], theta: float = MIN_INTERFACE_SIMILARITY
) -> bool:
    """Tell whether a site may answer the query: lambda, eq. (3)."""
    return interface_similarity(query, site) > theta
