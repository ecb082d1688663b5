"""Fusion: one value per attribute of an entity, by a vote that is weighted by accuracy.

The accuracy of a source in an attribute is the share of its values that agree with the fused ones;
both are found in turns. Every value keeps the records that gave it, the losing ones too.

>>> from leadline.model import Field, Record
>>> def film(source, year):
...     return Record(source, "1", (Field("title", "Emma"), Field("year", year)))
>>> [fused] = fuse([("e1", [film("a", "1996"), film("b", "1996"), film("c", "1997")])])
>>> [(value.attribute, value.text, len(value.members)) for value in fused.values]
[('title', 'Emma', 3), ('year', '1996', 2)]
>>> [(value.text, value.members) for value in fused.others]
[('1997', (('c', '1'),))]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from leadline.integrate.exact import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from leadline.model import Record

Member = tuple[str, str]
"""Source and key of a record."""
Votes = dict[str, dict[str, dict[Member, str]]]
"""Of an entity: value by record, by attribute and by value in normal form."""

FUSION_ROUNDS: Final = 5
PRIOR_AGREEING: Final = 8.0
PRIOR_VALUES: Final = 10.0
"""What a source is supposed to be before its values are counted: right in 8 of 10."""


@dataclass(frozen=True, slots=True)
class FusedValue:
    """A value of an entity and the records that gave it."""

    attribute: str
    text: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class FusedEntity:
    """A real-world object: its fused values, the values that lost the vote, and its records."""

    id: str
    values: tuple[FusedValue, ...]
    others: tuple[FusedValue, ...]
    members: tuple[Member, ...]

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Attributes of which records give different values."""
        return tuple(dict.fromkeys(value.attribute for value in self.others))


def fuse(
    clusters: Iterable[tuple[str, Sequence[Record]]],
    names: Mapping[tuple[str, str], str] | None = None,
) -> list[FusedEntity]:
    """Fuse the records of each entity; ``names`` gives the attribute of a (source, column)."""
    clusters, names = list(clusters), names or {}
    shared = (records for _, records in clusters if len({each.source for each in records}) > 1)
    ballots = [_votes(records, names) for records in shared]
    accuracy: dict[tuple[str, str], float] = {}
    for _ in range(FUSION_ROUNDS):
        previous, accuracy = accuracy, _accuracy(ballots, accuracy)
        if previous == accuracy:
            break
    return [_entity(key, records, _votes(records, names), accuracy) for key, records in clusters]


def _votes(records: Sequence[Record], names: Mapping[tuple[str, str], str]) -> Votes:
    votes: Votes = {}
    for record in records:
        for field in record.fields:
            if field.value:
                attribute = names.get((record.source, field.column), field.column)
                form = normalise(field.value) or field.value
                given = votes.setdefault(attribute, {}).setdefault(form, {})
                given.setdefault((record.source, record.key), field.value)
    return votes


def _winner(
    attribute: str,
    forms: Mapping[str, Mapping[Member, str]],
    accuracy: Mapping[tuple[str, str], float],
) -> str:
    """The form with the greatest sum of log-odds of its sources; the first one of equals."""
    start = PRIOR_AGREEING / PRIOR_VALUES

    def weight(form: str) -> float:
        sources = {source for source, _ in forms[form]}
        shares = [accuracy.get((source, attribute), start) for source in sorted(sources)]
        return sum(log(share / (1 - share)) for share in shares)

    return max(forms, key=weight) if len(forms) > 1 else next(iter(forms))


def _accuracy(
    ballots: Iterable[Votes], accuracy: Mapping[tuple[str, str], float]
) -> dict[tuple[str, str], float]:
    """Share of each source's values that won, where another source has a value too."""
    won: Counter[tuple[str, str]] = Counter()
    given: Counter[tuple[str, str]] = Counter()
    for votes in ballots:
        for attribute, forms in votes.items():
            sources = {source for members in forms.values() for source, _ in members}
            if len(sources) > 1:
                winner = _winner(attribute, forms, accuracy)
                given.update((source, attribute) for source in sources)
                won.update({(source, attribute) for source, _ in forms[winner]})
    return {
        each: (won[each] + PRIOR_AGREEING) / (count + PRIOR_VALUES) for each, count in given.items()
    }


def _entity(
    key: str,
    records: Sequence[Record],
    votes: Votes,
    accuracy: Mapping[tuple[str, str], float],
) -> FusedEntity:
    values: list[FusedValue] = []
    others: list[FusedValue] = []
    for attribute, forms in votes.items():
        winner = _winner(attribute, forms, accuracy)
        for form, members in forms.items():
            text = Counter(members.values()).most_common(1)[0][0]
            value = FusedValue(attribute, text, tuple(members))
            (values if form == winner else others).append(value)
    all_members = tuple((record.source, record.key) for record in records)
    return FusedEntity(key, tuple(values), tuple(others), all_members)
