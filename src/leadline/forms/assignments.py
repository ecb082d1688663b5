"""Filled forms, best first: the ranking phi of Lin 2016, 4.2, eq. (5), walked lazily.

Each control offers values with a confidence, falling; an assignment takes one of each. phi is the
weakest confidence ("fuzzy"), the mean, or 1 - prod(1 - pv) (the last two from HiWE). The product
is never built: a heap holds index vectors, and a vector's successors move one index on. Ties go to
the higher mean, then to the earlier values.

>>> offers = [[("余华", 1.0), ("刘慈欣", 0.6)], [("活着", 0.8), ("三体", 0.75)]]
>>> [score for _, score in ranked(offers)]
[0.8, 0.75, 0.6, 0.6]
"""

from __future__ import annotations

import heapq
from math import prod
from typing import TYPE_CHECKING, Final

from leadline.forms.captions import UNBOUND_VALUES
from leadline.forms.choose import control_groups
from leadline.forms.relevance import TAU, control_similarity
from leadline.forms.words import fold, word_set
from leadline.model import Assignment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from leadline.forms.relevance import AttributeLike
    from leadline.model import Control, QueryInterface

Offer = tuple[str, float]
Scores = "Sequence[float]"

MOST_WAITING: Final = 100_000
"""Vectors kept waiting; beyond them the tail of the ranking is given up."""

UNBOUND: Final = ""
"""What an optional text control offers first: nothing."""

LEFT_ALONE: Final = word_set(
    """sort sort-direction page-size view-option match-mode other-function:site-search
    other-function:email price-min price-max date-from date-to num-min num-max"""
)
"""Roles that present or restrict: bound alone they hide records (ranges: both ends or none)."""

RANKINGS: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "fuzzy": min,
    "average": lambda pvs: sum(pvs) / len(pvs),
    "probabilistic": lambda pvs: 1.0 - prod(1.0 - pv for pv in pvs),
}


def ranked(
    offers: Sequence[Sequence[Offer]], ranking: str = "fuzzy"
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Value vectors by falling phi; nothing if a control offers no value."""
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
            fits = following[place] < len(offer) and len(waiting) < MOST_WAITING
            if fits and following not in seen:
                seen.add(following)
                heapq.heappush(waiting, entry(following))


def assignments(
    interface: QueryInterface,
    attributes: Sequence[AttributeLike],
    instances: Mapping[str, Sequence[Offer]],
    ranking: str = "fuzzy",
) -> Iterator[Assignment]:
    """Assignments of an interface from domain knowledge, best first.

    ``instances`` are known values by attribute name. Controls that can offer nothing stay as they
    were served; without any value to send there is no assignment.
    """
    names: list[str] = []
    offers: list[list[Offer]] = []
    for group in control_groups(interface):
        offered = _offers(group, attributes, instances)
        if offered and group[0].name and not group[0].honeypot:
            names.append(group[0].name)
            offers.append(sorted(offered, key=lambda offer: -offer[1]))
    for values, score in ranked(offers, ranking):
        bound = tuple((n, v) for n, v in zip(names, values, strict=True) if v != UNBOUND)
        if bound:
            yield Assignment(bound, score)


def _offers(
    group: list[Control],
    attributes: Sequence[AttributeLike],
    instances: Mapping[str, Sequence[Offer]],
) -> list[Offer]:
    """V of one control: its own choices, or the instances of the attribute it asks for."""
    control = group[0]
    if control.role.replace("_", "-") in LEFT_ALONE:
        return []
    if control.kind == "select":
        return _own_choices(control)
    if control.kind in {"radio", "checkbox"}:
        return [(box.value, 1.0) for box in group] if len(group) > 1 else []
    if control.kind not in {"text", "search", "textarea"} or not attributes:
        return []
    best = max(attributes, key=lambda attribute: control_similarity(control, attribute))
    similar = control_similarity(control, best)
    if similar < TAU:
        return []
    known = [(value, weight * similar) for value, weight in instances.get(best.name, ())]
    return known if control.required or not known else [(UNBOUND, 1.0), *known]


def _own_choices(control: Control) -> list[Offer]:
    """A select's choices; those that mean "all" come first, as unbound."""
    choices = [choice for choice in control.choices if not choice.disabled]
    free = [choice for choice in choices if _is_free(choice.value, choice.text)]
    offers = [(choice.value, 1.0) for choice in choices if choice not in free]
    return [(UNBOUND, 1.0), *offers] if free and not control.required else offers


def _is_free(value: str, text: str) -> bool:
    return value.strip().casefold() in UNBOUND_VALUES or fold(text) in {
        "all",
        "any",
        "全部",
        "不限",
    }
