"""Sampling as Lin 2016, 3.2 writes it: known values count in full, case 3 has no floor.

>>> from leadline.domain.model import DomainAttribute, DomainKnowledge
>>> dk = DomainKnowledge("books", [DomainAttribute("publisher")])
>>> [(match.case, match.confidence) for match in sample_literally(dk, [[("Publishers", "Knopf")]])]
[(3, 0.9)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.domain.sampling import ColumnMatch, columns_of
from leadline.domain.similarity import normalise
from leadline_research.lin2016.literal_similarity import literal_similarity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.domain.model import DomainAttribute, DomainKnowledge


def sample_literally(
    knowledge: DomainKnowledge, records: Iterable[Iterable[tuple[str, str]]]
) -> list[ColumnMatch]:
    """Let the knowledge learn from one page's records; return the column of each attribute."""
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
