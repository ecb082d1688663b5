"""Instances with a confidence from sample records: F(c, a) of Lin 2016, 3.2.

Records of a sample site's pages are fields <key, value>. For an attribute a with names B:

1. a key equals a name in B: F = 1, and that column's values are instances;
2. no key does, but values of some column are instances of a already: F is the share k_j / n_j of
   the column's values that are, the largest counts;
3. none of this: F = max sim(key, b) over keys and names (eq. 1), the most similar key's column.

``SAMPLINGS["seed"]`` is that and nothing more (its case 3 stores any column at a small weight).
``SAMPLINGS["default"]`` guards it. Differs: known instances count by their confidence, so that
doubtful ones do not certify others; a column needs three values and two of them known for case 2,
and a similarity of 0.7 for case 3; a column serves one attribute, that of the highest F; values
that break a logic rule of the attribute's type are left out, and a column of which most do, with
them. The printed formula of case 2 is lost ("kj(0" and a gap); its shape is HiWE's.

>>> from leadline.domain.model import DomainAttribute, DomainKnowledge
>>> dk = DomainKnowledge("books", [DomainAttribute("作者")])
>>> for known in ("余华", "莫言", "路遥"): _ = dk.add("作者", known)
>>> page = [[("写书人", name)] for name in ("刘慈欣", "余华", "莫言", "王小波", "路遥")]
>>> [(found.case, found.confidence) for found in sample(dk, page)]
[(2, 0.6)]
>>> dk.confidence("作者", "刘慈欣")
0.6
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise, similarity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from leadline.domain.model import DomainAttribute, DomainKnowledge

MOSTLY: Final = 0.5
"""Share of a column's values that must obey the logic rules of an attribute's type."""


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """How F is read. ``weighted``: known instances count by confidence."""

    weighted: bool = True
    fewest_values: int = 3
    fewest_known: int = 2
    floor: float = 0.7
    one_use: bool = True
    literal: bool = False


SAMPLINGS: Final = {
    "seed": SamplingOptions(
        weighted=False, fewest_values=1, fewest_known=1, floor=0.0, one_use=False, literal=True
    ),
    "default": SamplingOptions(),
}


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """One attribute served by one column: by which case, with which F."""

    attribute: str
    column: str
    case: int
    confidence: float
    values: tuple[str, ...]


def sample(
    knowledge: DomainKnowledge,
    records: Iterable[Iterable[tuple[str, str]]],
    how: SamplingOptions = SAMPLINGS["default"],
    holds: Callable[[str, str], bool] = lambda kind, value: True,
) -> list[ColumnMatch]:
    """Let the knowledge learn from one page's records; which column served which attribute.

    ``holds(type, value)`` says whether a value obeys the logic rules of a type.
    """
    found = match_columns(knowledge, columns_of(records), how, holds)
    for one in found:
        for value in one.values:
            knowledge.add(one.attribute, value, one.confidence)
    return found


def columns_of(records: Iterable[Iterable[tuple[str, str]]]) -> dict[str, list[str]]:
    """Values by key, keys in order of first sight; empty values are none."""
    columns: dict[str, list[str]] = {}
    for record in records:
        for key, value in record:
            if value.strip():
                columns.setdefault(key, []).append(value)
    return columns


def match_columns(
    knowledge: DomainKnowledge,
    columns: dict[str, list[str]],
    how: SamplingOptions = SAMPLINGS["default"],
    holds: Callable[[str, str], bool] = lambda kind, value: True,
) -> list[ColumnMatch]:
    """For every attribute the column that serves it, if any; nothing is learned."""
    wishes: list[tuple[float, int, int, int, ColumnMatch]] = []
    for number, attribute in enumerate(knowledge.attributes):
        fitting = {
            key: [value for value in values if how.literal or holds(attribute.type, value)]
            for key, values in columns.items()
        }
        wanted = _candidates(knowledge, attribute, fitting, columns, how)
        for place, (key, case, share) in enumerate(wanted):
            served = ColumnMatch(attribute.name, key, case, share, tuple(fitting[key]))
            wishes.append((-share, case, number, place, served))
    wishes.sort(key=lambda wish: wish[:4])
    return _granted([wish[4] for wish in wishes], how)


def _granted(wishes: Sequence[ColumnMatch], how: SamplingOptions) -> list[ColumnMatch]:
    """The first wish of every attribute; with ``one_use`` only for a column still free."""
    served: dict[str, ColumnMatch] = {}
    used: set[str] = set()
    for wish in wishes:
        if wish.attribute not in served and not (how.one_use and wish.column in used):
            served[wish.attribute] = wish
            used.add(wish.column)
    return list(served.values())


def _candidates(
    knowledge: DomainKnowledge,
    attribute: DomainAttribute,
    fitting: dict[str, list[str]],
    columns: dict[str, list[str]],
    how: SamplingOptions,
) -> list[tuple[str, int, float]]:
    """Columns by the first case that applies: key, case and F; best first, else left-most."""
    names = {normalise(name) for name in attribute.names}
    keys = [key for key in columns if how.literal or len(fitting[key]) > MOSTLY * len(columns[key])]
    named = [(key, 1, 1.0) for key in keys if normalise(key) in names]
    if named:
        return named
    known = [
        (key, 2, share)
        for key in keys
        if (share := _known_share(knowledge, attribute.name, fitting[key], how)) > 0
    ]
    if known:
        return sorted(known, key=lambda one: -one[2])
    alike = [
        (key, 3, best)
        for key in keys
        if (best := _key_similarity(key, attribute, how)) > 0 and best >= how.floor
    ]
    return sorted(alike, key=lambda one: -one[2])


def _known_share(
    knowledge: DomainKnowledge, attribute: str, values: list[str], how: SamplingOptions
) -> float:
    """k_j / n_j of case 2, 0 where the guards do not let it count."""
    weights = [knowledge.confidence(attribute, value) for value in values]
    known = sum(weight > 0 for weight in weights)
    if len(values) < how.fewest_values or known < how.fewest_known:
        return 0.0
    return (sum(weights) if how.weighted else known) / len(values)


def _key_similarity(key: str, attribute: DomainAttribute, how: SamplingOptions) -> float:
    return max(similarity(key, name, literal=how.literal) for name in attribute.names)
