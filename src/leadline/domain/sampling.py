"""Sampling: instances with a confidence from sample records, F(c, a) of Lin 2016, 3.2.

Records of a sample site's pages are fields <key, value>. For an attribute a with names B:

1. a key equals a name in B: F = 1, and that column's values are instances;
2. no key does, but values of some column are instances of a already: F is the share k_j / n_j of
   the column's values that are, the largest counts;
3. none of this: F = max sim(key, b) over keys and names (eq. 1), the most similar key's column.

Differs: known instances count by their confidence, so that doubtful ones do not certify others. A
column needs three values and two of them known for case 2, and a similarity of 0.7 for case 3. It
serves one attribute, that of the highest F. Values that break a logic rule of the attribute's type
are left out, and a column of which most do. As written: ``leadline_research.lin2016``. The printed
formula of case 2 is lost ("kj(0" and a gap); its shape is HiWE's.

>>> dk = DomainKnowledge("books", [DomainAttribute("作者")])
>>> for known in ("余华", "莫言", "路遥"): _ = dk.add("作者", known)
>>> page = [[("写书人", name)] for name in ("刘慈欣", "余华", "莫言", "王小波", "路遥")]
>>> [(match.case, match.confidence) for match in sample(dk, page)]
[(2, 0.6)]
>>> dk.confidence("作者", "刘慈欣")
0.6
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.similarity import normalise, similarity
from leadline.model import Field

MIN_VALID_SHARE: Final = 0.5
"""Share of a column's values that must obey the logic rules of an attribute's type."""
MIN_COLUMN_VALUES: Final = 3
MIN_KNOWN_VALUES: Final = 2
"""Values of a column, and known ones among them, from which case 2 applies."""
MIN_NAME_SIMILARITY: Final = 0.7
"""Similarity of a key and a name from which case 3 applies."""


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
    holds: Callable[[str, str], bool] = lambda kind, value: True,
) -> list[ColumnMatch]:
    """Let the knowledge learn from one page's records; return which column served which attribute.

    ``holds(type, value)`` says whether a value obeys the logic rules of a type.
    """
    matches = match_columns(knowledge, columns_of(records), holds)
    for match in matches:
        for value in match.values:
            knowledge.add(match.attribute, value, match.confidence)
    return matches


def texts_of(records: Iterable[Iterable[Field]]) -> list[list[tuple[str, str]]]:
    """Return column and value of the texts of each record."""
    return [[(one.column, one.value) for one in row if one.kind == "text"] for row in records]


def columns_of(records: Iterable[Iterable[tuple[str, str]]]) -> dict[str, list[str]]:
    """Return values by key, keys in order of first sight; empty values are none."""
    columns: dict[str, list[str]] = {}
    for record in records:
        for key, value in record:
            if value.strip():
                columns.setdefault(key, []).append(value)
    return columns


def match_columns(
    knowledge: DomainKnowledge,
    columns: dict[str, list[str]],
    holds: Callable[[str, str], bool] = lambda kind, value: True,
) -> list[ColumnMatch]:
    """Return for every attribute the column that serves it, if any; nothing is learned."""
    wishes: list[ColumnMatch] = []
    for attribute in knowledge.attributes:
        valid = {key: [v for v in columns[key] if holds(attribute.type, v)] for key in columns}
        valid = {
            key: values
            for key, values in valid.items()
            if len(values) > MIN_VALID_SHARE * len(columns[key])
        }
        wishes += [
            ColumnMatch(attribute.name, key, case, confidence, tuple(valid[key]))
            for key, case, confidence in _candidates(knowledge, attribute, valid)
        ]
    wishes.sort(key=lambda wish: (-wish.confidence, wish.case))
    granted: dict[str, ColumnMatch] = {}
    for wish in wishes:
        is_free = all(match.column != wish.column for match in granted.values())
        if wish.attribute not in granted and is_free:
            granted[wish.attribute] = wish
    return list(granted.values())


def _candidates(
    knowledge: DomainKnowledge, attribute: DomainAttribute, columns: dict[str, list[str]]
) -> list[tuple[str, int, float]]:
    """Return columns by the first case that applies: key, case and F; best first."""
    names = {normalise(name) for name in attribute.names}
    named = [(key, 1, 1.0) for key in columns if normalise(key) in names]
    if named:
        return named
    known = [
        (key, 2, share)
        for key, values in columns.items()
        if (share := _known_share(knowledge, attribute.name, values)) > 0
    ]
    alike = [
        (key, 3, best)
        for key in columns
        if (best := max(similarity(key, name) for name in attribute.names)) >= MIN_NAME_SIMILARITY
    ]
    return sorted(known or alike, key=lambda candidate: -candidate[2])


def _known_share(knowledge: DomainKnowledge, attribute: str, values: list[str]) -> float:
    """Return k_j / n_j of case 2, 0 for too few values or known ones."""
    weights = [knowledge.confidence(attribute, value) for value in values]
    if len(values) < MIN_COLUMN_VALUES or sum(w > 0 for w in weights) < MIN_KNOWN_VALUES:
        return 0.0
    return sum(weights) / len(values)
