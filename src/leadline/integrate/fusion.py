"""Fusion: one value per attribute of an entity, by a vote that is weighted by accuracy.

The accuracy of a source in an attribute is the share of its values that agree with the fused ones;
both are found in turns. Every value keeps the records that gave it, the losing ones too.

>>> from leadline.integrate.record_table import RecordTable
>>> from leadline.model import Field, Record
>>> def film(source, year):
...     return RecordTable.of([Record(source, "1", (Field("title", "Emma"), Field("year", year)))])
>>> films = {"a": film("a", "1996"), "b": film("b", "1996"), "c": film("c", "1997")}
>>> [fused] = fuse(["e1"], RecordGroups(films, [[0, 1, 2]]))
>>> [(value.attribute, value.text, len(value.members)) for value in fused.values]
[('title', 'Emma', 3), ('year', '1996', 2)]
>>> [(value.text, value.members) for value in fused.others]
[('1997', (('c', '1'),))]
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import log
from typing import Final, NamedTuple

from leadline.integrate.conflicts import is_conflict
from leadline.integrate.exact import normalise
from leadline.integrate.record_table import Member, RecordGroups
from leadline.values.normal.column import read_as
from leadline.values.normal.meaning import ValueMeaning, is_same_meaning, meaning_of
from leadline.values.normal.reading import ColumnFormat

Given = dict[str, list[tuple[Member, str]]]
"""Of an entity: records and their values, by attribute."""
Names = Mapping[tuple[str, str], str]
Formats = Mapping[tuple[str, str], ColumnFormat]
"""How values are written, by source and attribute."""
Votes = dict[str, dict[str, dict[Member, str]]]
"""Of an entity: value by record, by attribute and by value in normal form."""

FUSION_ROUNDS: Final = 5
READ_KINDS: Final = frozenset({"date", "price", "quantity", "number", "isbn", "issn", "doi"})
"""Kinds whose values have a normal form that others can use."""
OPEN_NUMBER: Final = re.compile(r"(?<![\d.,])\d{1,3}[.,]\d{3}(?![\d.,])")
"""A number whose only sign may part its thousands, or its decimals."""
MAX_READ_FORMS: Final = 50
"""Forms of an attribute of an entity whose meanings are compared."""
PRIOR_AGREEING: Final = 8.0
PRIOR_VALUES: Final = 10.0
"""What a source is supposed to be before its values are counted: right in 8 of 10."""


class FusedValue(NamedTuple):
    """A value of an entity, the records that gave it, and how each of them writes it if not so."""

    attribute: str
    text: str
    members: tuple[Member, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FusedEntity:
    """A real-world object: its fused values, the values that lost the vote, and its records.

    ``conflicts`` are the attributes of which records say different things. Each record's own link
    is none, nor is a value that says nothing ("n/a").
    """

    id: str
    values: tuple[FusedValue, ...]
    others: tuple[FusedValue, ...]
    members: tuple[Member, ...]
    conflicts: tuple[str, ...] = ()


class FusedEntities:
    """Entities; each is fused when it is asked for, since the values of all fill the memory."""

    def __init__(
        self, ids: Sequence[str], groups: RecordGroups, names: Names, formats: Formats
    ) -> None:
        """Take the id and the records of every entity, and attributes by (source, column)."""
        self.ids, self.groups, self._formats = ids, groups, formats
        self._attributes = [
            [
                tuple([names.get((table.source, column), column) for column, _ in shape])
                for shape in table.shapes
            ]
            for table in groups.tables
        ]
        self._has_conflict: list[bool | None] = [None] * len(ids)
        self._accuracy = _accuracies(
            [self._votes(group) for group in range(len(ids)) if groups.is_shared(group)]
        )

    def __len__(self) -> int:
        """Count the entities."""
        return len(self.ids)

    def __iter__(self) -> Iterator[FusedEntity]:
        """Fuse entity after entity."""
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> FusedEntity:
        """Fuse an entity."""
        values, others, conflicts = self._fused(number)
        members = self.groups.members(number)
        return FusedEntity(self.ids[number], values, others, members, conflicts)

    def winners(self, number: int) -> tuple[dict[str, str], list[str]]:
        """Return the text that won by attribute, and the attributes of which records differ."""
        texts: dict[str, str] = {}
        differing = set()
        for table, row in self.groups.places(number):
            for attribute, text in self._values(table, row):
                if texts.setdefault(attribute, text) != text:
                    differing.add(attribute)
        conflicts = []
        if differing:
            for attribute, pairs in self._given(number, differing).items():
                forms = _forms(attribute, pairs, self._formats)
                texts[attribute] = _text_of(forms[_winner(attribute, forms, self._accuracy)])
                conflicts += [attribute] * is_conflict(forms.values())
        self._has_conflict[number] = bool(conflicts)
        return texts, conflicts

    def read_attributes(self) -> list[str]:
        """Return the attributes whose values all sources write as one kind that can be read."""
        kinds: dict[str, set[str]] = {}
        for (_, attribute), written in self._formats.items():
            kinds.setdefault(attribute, set()).add(written.kind)
        return [name for name, held in kinds.items() if len(held) == 1 and held <= READ_KINDS]

    def normal(self, number: int, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the values that won in normal form, each as the other values of its source say.

        What leaves open how it is to be read (1.234 may be a thousand) has none.
        """
        found: dict[str, str] = {}
        for table, row in self.groups.places(number):
            source = self.groups.tables[table].source
            for attribute, text in self._values(table, row):
                written = self._formats.get((source, attribute))
                if written and attribute not in found and texts.get(attribute) == text:
                    is_open = not written.decimal and bool(OPEN_NUMBER.search(text))
                    reading = None if is_open else read_as([text], written).readings[0]
                    found[attribute] = reading.key if reading else ""
        return found

    def members(self) -> Iterator[tuple[str, tuple[Member, ...]]]:
        """Return id and records of every entity, without its values."""
        return zip(self.ids, self.groups.all_members(), strict=True)

    def holding(self, *members: Member) -> FusedEntity | None:
        """Find the entity that holds some records."""
        wanted, held = set(members), enumerate(self.groups.all_members())
        number = next((number for number, own in held if wanted.issubset(own)), None)
        return None if number is None else self[number]

    def conflicting(self) -> int:
        """Count the entities of which records give different values."""
        for number, known in enumerate(self._has_conflict):
            if known is None:
                self.winners(number)
        return sum(map(bool, self._has_conflict))

    def attributes(self) -> list[str]:
        """Return the attributes that have values, by first appearance."""
        seen: set[tuple[int, int]] = set()
        names: dict[str, None] = {}
        for group in range(len(self)):
            for number, row in self.groups.places(group):
                shape = self.groups.tables[number].shape_of[row]
                if (number, shape) not in seen:
                    seen.add((number, shape))
                    names |= dict.fromkeys(self._attributes[number][shape])
        return list(names)

    def _votes(self, group: int) -> Votes:
        given = self._given(group).items()
        return {attribute: _forms(attribute, pairs, self._formats) for attribute, pairs in given}

    def _fused(
        self, group: int
    ) -> tuple[tuple[FusedValue, ...], tuple[FusedValue, ...], tuple[str, ...]]:
        """Return the values that won, one of each attribute, the others, and what contradicts."""
        values: list[FusedValue] = []
        others: list[FusedValue] = []
        conflicts: list[str] = []
        for attribute, pairs in self._given(group).items():
            if len({text for _, text in pairs}) == 1:
                members = dict.fromkeys([member for member, _ in pairs])
                values.append(FusedValue(attribute, pairs[0][1], tuple(members)))
                continue
            forms = _forms(attribute, pairs, self._formats)
            winner = _winner(attribute, forms, self._accuracy)
            conflicts += [attribute] * is_conflict(forms.values())
            for form, held in forms.items():
                value = FusedValue(attribute, _text_of(held), tuple(held), tuple(held.values()))
                (values if form == winner else others).append(value)
        return tuple(values), tuple(others), tuple(conflicts)

    def _given(self, group: int, wanted: Collection[str] | None = None) -> Given:
        """Return the values of some attributes, or of all."""
        given: Given = {}
        for number, row in self.groups.places(group):
            table = self.groups.tables[number]
            member = (table.source, table.keys[row])
            for attribute, text in self._values(number, row):
                if wanted is None or attribute in wanted:
                    given.setdefault(attribute, []).append((member, text))
        return given

    def _values(self, table: int, row: int) -> Iterator[tuple[str, str]]:
        """Return attributes and values of a record."""
        held = self.groups.tables[table]
        return zip(self._attributes[table][held.shape_of[row]], held.values(row), strict=True)


def fuse(
    ids: Sequence[str],
    groups: RecordGroups,
    names: Names | None = None,
    formats: Formats | None = None,
) -> FusedEntities:
    """Fuse the records of each entity; ``names`` gives the attribute of a (source, column)."""
    return FusedEntities(ids, groups, names or {}, formats or {})


def _accuracies(ballots: Sequence[Votes]) -> dict[tuple[str, str], float]:
    accuracy: dict[tuple[str, str], float] = {}
    for _ in range(FUSION_ROUNDS):
        previous, accuracy = accuracy, _accuracy(ballots, accuracy)
        if previous == accuracy:
            break
    return accuracy


def _forms(
    attribute: str, pairs: Iterable[tuple[Member, str]], formats: Formats
) -> dict[str, dict[Member, str]]:
    """Return records and texts by normal form; values that mean one thing have one form."""
    forms: dict[str, dict[Member, str]] = {}
    for member, text in pairs:
        forms.setdefault(normalise(text) or text, {}).setdefault(member, text)
    known: list[tuple[str, ValueMeaning]] = []
    is_plain = len(forms) == 1 or all(form.isdecimal() and len(form) < 8 for form in forms)
    for form, held in () if is_plain else [*forms.items()][:MAX_READ_FORMS]:
        (source, _), text = next(iter(held.items()))
        meant = meaning_of(text, formats.get((source, attribute)))
        same = next((one for one, other in known if is_same_meaning(meant, other)), None)
        if same is not None:
            forms[same] |= forms.pop(form)
        else:
            known.append((form, meant))
    return forms


def _winner(
    attribute: str,
    forms: Mapping[str, Mapping[Member, str]],
    accuracy: Mapping[tuple[str, str], float],
) -> str:
    """The form with the greatest sum of log-odds of its sources; the first one of equals."""
    if len({source for members in forms.values() for source, _ in members}) == 1:
        return next(iter(forms))
    start = PRIOR_AGREEING / PRIOR_VALUES

    def weight(form: str) -> float:
        sources = {source for source, _ in forms[form]}
        shares = [accuracy.get((source, attribute), start) for source in sorted(sources)]
        return sum(log(share / (1 - share)) for share in shares)

    return max(forms, key=weight)


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


def _text_of(held: Mapping[Member, str]) -> str:
    """Return the text that most records give, the first one of equals."""
    texts = list(held.values())
    return texts[0] if len(set(texts)) == 1 else Counter(texts).most_common(1)[0][0]


DIGEST_BYTES: Final = 8


def entity_ids(clusters: Sequence[Sequence[Member]], known: Mapping[Member, str]) -> list[str]:
    """Return an id for each cluster; ``known`` are ids of members in the last run.

    An id is made from the first member of an entity when the entity is new. Later runs give it to
    the cluster that holds most of the members that had it.

    >>> first = entity_ids([[("a", "1"), ("b", "7")], [("a", "2")]], {})
    >>> known = {("a", "1"): first[0], ("b", "7"): first[0], ("a", "2"): first[1]}
    >>> entity_ids([[("_new", "0"), ("a", "1"), ("b", "7")], [("a", "2")]], known) == first
    True
    """
    claims = []
    for number, members in enumerate(clusters if known else ()):
        votes = Counter(known[member] for member in members if member in known)
        claims += [(-count, number, old) for old, count in votes.items()]
    ids: dict[int, str] = {}
    given: set[str] = set()
    for _, number, old in sorted(claims):
        if number not in ids and old not in given:
            ids[number] = old
            given.add(old)
    reserved = given | set(known.values())
    for number, members in enumerate(clusters):
        if number not in ids:
            ids[number] = _new_id(min(members), reserved)
            reserved.add(ids[number])
    return [ids[number] for number in range(len(clusters))]


def _new_id(member: Member, taken: set[str]) -> str:
    """Digest of a member; of an id that is taken already, another one."""
    attempt = 0
    while True:
        text = "\0".join([*member, *[str(attempt)] * bool(attempt)])
        digest = blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
        if digest not in taken:
            return digest
        attempt += 1
