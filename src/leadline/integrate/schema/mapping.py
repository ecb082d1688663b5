"""Columns to attributes: one-to-one within a source, with a reject option and reasons.

With a domain, its attributes are what columns are matched with. Without one, attributes are
discovered: the source with most filled columns gives the first, the columns of the next source are
matched with them, and those that match none are attributes of their own. A person's word goes
before all. Records that are known to be the same reveal which columns correspond.

>>> tables = {
...     "a": {"Title": ["Emma", "Ulysses", "Walden"], "Year": ["1815", "1922", "1854"]},
...     "b": {"Book title": ["Ulysses", "Emma", "Faust"], "Issue year": ["1922", "1815", "1808"]},
... }
>>> map_columns(tables).by_source["b"]
{'Book title': 'Title', 'Issue year': 'Year'}
>>> map_columns(tables, given={"b": {"Book title": ""}}).by_source["b"]  # '' keeps a column out
{'Issue year': 'Year'}
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from leadline.domain.model import DomainKnowledge
from leadline.integrate.matching.readings import kind_of_names, latin_words
from leadline.integrate.schema.combiner import Combiner, Labels, shipped_combiner
from leadline.integrate.schema.features import NAME_FEATURES, Corpus, alike_numbers
from leadline.integrate.schema.profile import SchemaProfile, joined_profile, profile_column
from leadline.values.lists import split_values
from leadline.values.normal.column import read_as
from leadline.values.normal.reading import ColumnFormat, Reading, is_same_amount
from leadline.values.normal.text import text_key

Columns = dict[str, list[str]]
"""A table: the cells of each column by row, '' where a row has none."""
LinkedRows = dict[tuple[str, str], list[tuple[int, int]]]
"""Rows of two sources that are known to be one entity, by the pair of sources."""

MIN_PROBABILITY: Final = 0.4
"""Chance below which a column is left without an attribute of another source.

Half of the F1 that can be reached is the best threshold for F1, if chances are true (Lipton 2014).
"""
MIN_LINKED_ROWS: Final = 5
"""Matched records with both values from which their agreement counts."""
MIN_LINKED_DIFFERENT: Final = 3
"""Different agreeing values that prove a correspondence."""
MIN_AGREEING_RECORDS: Final = 0.5
"""Share of matched records from which agreement speaks for one attribute."""
MAX_COMPARED_ROWS: Final = 600
"""Matched records of two sources; of twice as many each second one is compared, and so on."""
MIN_ALIKE_NAME: Final = 0.7
"""Similarity of names from which a name of the domain speaks for itself, as in sampling."""
SURE: Final = 0.99
MIN_WORDS: Final = 8
MIN_SHARED_WORDS: Final = 0.3
"""Different words of two columns, and the share that both hold, from which they correspond though
neither names nor whole values agree."""
MIN_FEW_WORDS, MIN_SHARED_FEW = 3, 0.8
"""Both for columns of fewer words: names of towns, of kinds."""
NAMING_KINDS: Final = ("isbn", "issn", "doi")
"""Kinds of which a record has one value, so that columns of one kind correspond."""
PERSON_SAYS: Final = "your word in project.toml"


@dataclass(frozen=True, slots=True)
class MappedColumn:
    """A column of a source and the attribute it holds, how surely (0 to 1) and why."""

    source: str
    column: str
    attribute: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Columns of all sources; ``rejected`` matched no attribute of another source."""

    columns: tuple[MappedColumn, ...]
    rejected: tuple[MappedColumn, ...] = ()
    """Each with the attribute that was most likely, and its too low score."""
    formats: Mapping[tuple[str, str], ColumnFormat] = field(default_factory=dict)
    """How values are written, by source and attribute."""

    @property
    def by_source(self) -> dict[str, dict[str, str]]:
        """Return ``{source: {column: attribute}}``."""
        names: dict[str, dict[str, str]] = {}
        for mapped in self.columns:
            names.setdefault(mapped.source, {})[mapped.column] = mapped.attribute
        return names


def map_columns(
    tables: Mapping[str, Mapping[str, Sequence[str]]],
    domain: DomainKnowledge | None = None,
    *,
    given: Mapping[str, Mapping[str, str]] | None = None,
    linked: Mapping[tuple[str, str], Sequence[tuple[int, int]]] | None = None,
    use_names: bool = True,
) -> ColumnMapping:
    """Map the columns of every source to attributes.

    ``tables`` are columns by source, ``given`` is a person's {source: {column: attribute}} ('' for
    none), ``linked`` holds rows that are one entity, ``use_names`` says whether names of columns
    tell anything. Columns without attribute are left out; without a domain every column has one.
    """
    matcher = _Matcher(tables, given or {}, linked or {}, "labelled" if use_names else "unlabelled")
    if domain and domain.attributes:
        for attribute in domain.attributes:
            values = [instance.value for instance in domain.instances(attribute.name)]
            profile = profile_column(attribute.name, values)
            matcher.introduce(attribute.name, (*attribute.names,), profile)
    discover = not (domain and domain.attributes)
    for source in sorted(tables, key=lambda name: (-_filled(tables[name]), name)):
        matcher.map_source(source, discover=discover)
    names = _names_of_most(matcher.mapped) if discover else {}
    mapped, rejected = (
        tuple(replace(each, attribute=names.get(each.attribute, each.attribute)) for each in part)
        for part in (matcher.mapped, matcher.rejected)
    )
    formats = {(m.source, m.attribute): matcher.profiles[m.source][m.column].format for m in mapped}
    return ColumnMapping(mapped, rejected, formats)


def _names_of_most(mapped: Iterable[MappedColumn]) -> dict[str, str]:
    """Better names of attributes: what more sources call them, where no person named them."""
    columns: dict[str, list[str]] = defaultdict(list)
    for each in mapped:
        columns[each.attribute].append("" if PERSON_SAYS in each.reasons else each.column)
    names: dict[str, str] = {}
    for attribute, own in columns.items():
        name, count = Counter(own).most_common(1)[0]
        is_free = name not in columns and name not in names.values()
        if is_free and "" not in own and count > max(1, own.count(attribute)):
            names[attribute] = name
    return names


def _filled(columns: Mapping[str, Sequence[str]]) -> int:
    return sum(sum(1 for cell in cells if cell) for cells in columns.values())


def map_whole_first(
    tables: Mapping[str, Columns],
    parts: Mapping[str, Collection[str]],
    domain: DomainKnowledge | None,
    given: Mapping[str, Mapping[str, str]],
    linked: LinkedRows,
) -> ColumnMapping:
    """Map columns that are no ``parts`` of others first; those go to what is left then."""
    whole = {
        source: {name: cells for name, cells in columns.items() if name not in parts[source]}
        for source, columns in tables.items()
    }
    if not any(parts.values()) or not all(whole.values()):
        return _with_alike_content(map_columns(tables, domain, given=given, linked=linked), whole)
    first = map_columns(whole, domain, given=given, linked=linked)
    times = Counter(each.attribute for each in first.columns)
    kept = {(e.source, e.column): e for e in first.columns if times[e.attribute] > 1}
    told = {source: dict(given.get(source, {})) for source in tables}
    for (source, column), each in kept.items():
        told[source].setdefault(column, each.attribute)
    every = map_columns(tables, domain, given=told, linked=linked)
    columns = tuple(kept.get((each.source, each.column), each) for each in every.columns)
    return _with_alike_content(replace(every, columns=columns), whole)


def _with_alike_content(mapping: ColumnMapping, whole: Mapping[str, Columns]) -> ColumnMapping:
    """Join attributes that one source has alone with those of another that hold the same.

    Amounts are compared in base units, and words in Latin letters: two sources may write one thing
    in two scripts.
    """
    times = Counter(each.attribute for each in mapping.columns)
    alone = [
        each
        for each in mapping.columns
        if times[each.attribute] == 1
        and PERSON_SAYS not in each.reasons
        and each.column in whole[each.source]
    ]
    cells = {each: whole[each.source][each.column] for each in alone}
    words = {each: latin_words(own) for each, own in cells.items()}
    profiles = {each: profile_column(each.column, own) for each, own in cells.items()}
    pairs = []
    for place, (one, two) in enumerate(combinations(alone, 2)):
        if one.source != two.source:
            kind = kind_of_names(cells[one], cells[two])
            share = max(
                _shared_words(words[one], words[two]), _shared_amounts(profiles[one], profiles[two])
            )
            pairs.append((1.0 if kind else share, place, one, two, kind))
    renamed: dict[MappedColumn, MappedColumn] = {}
    taken: set[MappedColumn] = set()
    for share, _, one, two, kind in sorted(pairs, key=lambda pair: (-pair[0], pair[1])):
        if share >= MIN_SHARED_WORDS and one not in taken and two not in taken:
            taken |= {one, two}
            shared = f"{share:.0%} of what they hold is shared"
            reason = f"both hold values of kind {kind}" if kind else shared
            renamed[two] = replace(two, attribute=one.attribute, score=share, reasons=(reason,))
    return replace(mapping, columns=tuple(renamed.get(each, each) for each in mapping.columns))


def _shared_words(words: Set[str], others: Set[str]) -> float:
    """Share of the words that both columns hold; of few words nearly all must be shared."""
    share = len(words & others) / max(1, len(words | others))
    fewer = min(len(words), len(others))
    least = MIN_SHARED_WORDS if fewer >= MIN_WORDS else MIN_SHARED_FEW
    return share if fewer >= MIN_FEW_WORDS and share >= least else 0.0


def _shared_amounts(one: SchemaProfile, other: SchemaProfile) -> float:
    """How alike the amounts of two columns of quantities are; 0 where their units measure others.

    Words say nothing of them: the one source weighs in pounds, the other in grams.
    """
    bases = {(e.kind, e.base or e.unit) for e in (one.format, other.format)}
    is_one = len(bases) == 1 and bases.pop()[0] == "quantity"
    return alike_numbers(one, other) if is_one else 0.0


class _Matcher:
    """Attributes so far, the columns that hold them, and what was decided."""

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Sequence[str]]],
        given: Mapping[str, Mapping[str, str]],
        linked: Mapping[tuple[str, str], Sequence[tuple[int, int]]],
        labels: Labels,
    ) -> None:
        self._tables, self._given, self._linked = tables, given, linked
        self._combiner: Combiner = shipped_combiner(labels)
        self.profiles = {
            source: {name: profile_column(name, cells) for name, cells in columns.items()}
            for source, columns in tables.items()
        }
        self._corpus = Corpus(
            profile for columns in self.profiles.values() for profile in columns.values()
        )
        self._attributes: dict[str, list[SchemaProfile]] = {}
        self._told: set[str] = set()
        """Attributes of the domain: a person gave their names."""
        self._holders: dict[str, dict[str, str]] = {}
        """Column of each source that holds an attribute."""
        self.mapped: list[MappedColumn] = []
        self.rejected: list[MappedColumn] = []

    def introduce(self, name: str, names: tuple[str, ...], profile: SchemaProfile) -> None:
        """Add an attribute of the domain: its names, and what values are known of it."""
        self._attributes[name] = [replace(profile, names=names)]
        self._told.add(name)

    def map_source(self, source: str, *, discover: bool) -> None:
        """Decide on the columns of a source, the person's first, then the surest."""
        own = self._given.get(source, {})
        taken: dict[str, str] = {}
        for column, attribute in own.items():
            if column in self.profiles[source] and attribute:
                taken[column] = attribute
                self.mapped.append(MappedColumn(source, column, attribute, 1.0, (PERSON_SAYS,)))
        free = [column for column in self.profiles[source] if column not in own]
        candidates = self._candidates(source, free, set(taken.values()))
        for wish in one_to_one(candidates):
            if wish.score >= MIN_PROBABILITY:
                taken[wish.column] = wish.attribute
                self.mapped.append(wish)
        best: dict[str, MappedColumn] = {}
        for wish in candidates:
            best.setdefault(wish.column, wish)
        for column in free:
            if column in taken:
                continue
            if column in best:
                self.rejected.append(best[column])
            if discover:
                name = self._new_name(column)
                taken[column] = name
                self.mapped.append(MappedColumn(source, column, name, 1.0, ()))
        for column, attribute in taken.items():
            self._attributes.setdefault(attribute, []).append(self.profiles[source][column])
            self._holders.setdefault(attribute, {})[source] = column

    def _candidates(self, source: str, free: Iterable[str], held: set[str]) -> list[MappedColumn]:
        """Return all pairs of free columns and attributes, the most probable first."""
        attributes = {
            name: joined_profile(profiles)
            for name, profiles in self._attributes.items()
            if name not in held
        }
        candidates = []
        for column in free:
            profile = self.profiles[source][column]
            rivals = [self._corpus.likeness(profile, held) for held in attributes.values()]
            chances = self._combiner.chances(rivals)
            for name, features, score in zip(attributes, rivals, chances, strict=True):
                reasons = self._combiner.reasons(features)
                if name in self._told:
                    score = max(score, _by_name(features))
                kind = profile.format.kind
                if kind in NAMING_KINDS and attributes[name].format.kind == kind:
                    score = max(score, SURE)
                    reasons = (f"both hold values of kind {kind}", *reasons)
                agreement = self._agreement(source, column, name)
                if agreement is not None:
                    score = _with_agreement(score, agreement, is_text="text" in profile.kinds)
                    reasons = (f"equal in {agreement:.0%} of matched records", *reasons)
                candidates.append(MappedColumn(source, column, name, score, reasons))
        candidates.sort(key=lambda wish: (-wish.score, wish.column, wish.attribute))
        return candidates

    def _agreement(self, source: str, column: str, attribute: str) -> float | None:
        """Share of matched records in which both have a value and share one; None: too few."""
        equal = both = 0
        different: set[str] = set()
        for other, other_column in self._holders.get(attribute, {}).items():
            rows = [*self._rows(source, other)]
            rows = rows[:: max(1, len(rows) // MAX_COMPARED_ROWS)]
            lefts = self._said(source, column, [row for row, _ in rows])
            rights = self._said(other, other_column, [row for _, row in rows])
            for (left, amount), (right, other_amount) in zip(lefts, rights, strict=True):
                if left and right:
                    both += 1
                    if left & right or is_same_amount(amount, other_amount):
                        equal += 1
                        different |= left & right or left
        if both < MIN_LINKED_ROWS:
            return None
        return equal / both if len(different) >= MIN_LINKED_DIFFERENT or not equal else None

    def _said(
        self, source: str, column: str, rows: Sequence[int]
    ) -> Iterable[tuple[set[str], Reading | None]]:
        """Return what cells say: keys of their texts, and their reading in the column's format."""
        cells = [self._tables[source][column][row] for row in rows]
        read = read_as(cells, self.profiles[source][column].format)
        return zip(map(_keys, cells), read.readings, strict=True)

    def _rows(self, source: str, other: str) -> Iterable[tuple[int, int]]:
        yield from self._linked.get((source, other), ())
        yield from ((b, a) for a, b in self._linked.get((other, source), ()))

    def _new_name(self, column: str) -> str:
        name, number = column, 2
        while name in self._attributes:
            name, number = f"{column} {number}", number + 1
        return name


def _by_name(features: Sequence[float]) -> float:
    """Return F(c, a) of Lin 2016 by names alone: sure for equal ones, less so for alike ones."""
    same, alike, _, meaning = features[: len(NAME_FEATURES)]
    if same:
        return SURE
    return max(alike if alike >= MIN_ALIKE_NAME else 0.0, MIN_ALIKE_NAME * meaning)


def _with_agreement(score: float, agreement: float, *, is_text: bool) -> float:
    """Combine a chance with the share of matched records that agree.

    Texts differ from source to source; that two dates or amounts differ speaks against one
    attribute.
    """
    if agreement >= MIN_AGREEING_RECORDS:
        return 1.0 - (1.0 - score) * (1.0 - agreement)
    return score if is_text else score * agreement


def one_to_one(candidates: Iterable[MappedColumn]) -> list[MappedColumn]:
    """Grant every column and every attribute at most once, in the order given."""
    columns: Counter[str] = Counter()
    attributes: Counter[str] = Counter()
    granted = []
    for wish in candidates:
        if not columns[wish.column] and not attributes[wish.attribute]:
            columns[wish.column] += 1
            attributes[wish.attribute] += 1
            granted.append(wish)
    return granted


def _keys(cell: str) -> set[str]:
    return {key for value in split_values(cell) if (key := text_key(value))} if cell else set()
