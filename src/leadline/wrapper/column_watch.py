"""Columns that are watched from page to page: what moved is followed, what cannot be is said.

A page is read by the places and headings that were learned. Then its values are compared with those
that are known: of the same records, where they are known, else of each column as a whole. So three
things are told apart. A heading that is new beside one that is missing is the same column under
another name if the values say so. Values of a column without a heading that stand where those of
another one stood have moved. And where values contradict what is known and fit nowhere, the columns
are unclear: nothing may be taken from the page.

>>> def row(key, **cells): return RecordRow(key, tuple(Field(*one) for one in cells.items()), "")
>>> known = KnownColumns()
>>> known.add([row(str(n), text_1=f"{n} birds", text_2=f"{n}.5") for n in range(8)])
>>> page = [row(str(n), text_1=f"{n}.5", text_2=f"{n} birds") for n in range(8)]
>>> known.moves(table_of(page), ())
{'text_1': 'text_2', 'text_2': 'text_1'}
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from operator import itemgetter
from typing import Any, Final, Self

from leadline.columns.headings import ShownHeadings, uncounted
from leadline.columns.schema import ADDRESS_SUFFIXES, folded
from leadline.columns.templates.part_names import free_name
from leadline.model import Field
from leadline.values.value_forms import FORM_PARTS, form_of, forms_alike
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.wrapper import Wrapper, text_columns, text_key

MIN_ROWS_WATCHED: Final = 5
"""Rows of a page, or of it that are known, from which columns are compared."""
MIN_KNOWN_ROWS: Final = 20
"""Known rows from which a column counts as always filled, or as new."""
MIN_EXCHANGED: Final = 3
"""New records of a page with the values of known ones in other columns, from which these moved."""
MIN_EXCHANGED_TEXTS: Final = 2
"""New records with the values of known ones elsewhere, where no two known have the same texts."""
MAX_KNOWN_ROWS: Final = 2_000
MIN_SHARE_STEADY: Final = 0.9
MIN_SHARE_SAME_VALUES: Final = 0.6
"""Share of the known records whose values agree, from which two columns are one."""
MAX_SHARE_STEADY: Final = 0.4
"""Share of the known records whose values agree, below which a column may hold another one's."""
MIN_ALIKE: Final = 0.5
"""Likeness of the forms of values from which two columns may be one."""
MAX_ALIKE_OF_OTHERS: Final = 0.15
MIN_SHARE_USUAL: Final = 0.05
"""Share of the known values of a column from which a form is no rare one in it."""
MAX_PAGES_NAMED: Final = 10
MAX_TRIALS: Final = 64
"""Pairs of a new and a missing heading that are compared by their values."""
MIN_COMMON: Final = 2
"""Columns that two pages have in common, from which a record of both is known by these."""
MAX_CHANCE: Final = 0.01
"""Chance that no row of a page has a value of a column, below which the page lacks the column."""
MAX_HOLDING: Final = 8
"""Records with one text, above which it tells none of them."""
MIN_TEXTS: Final = 3
"""Texts that a row and a record have in common, from which they may be one."""
MAX_SHAPES: Final = 50
"""Kinds of pages, by their columns, among which a record is looked for."""
MAX_COMPARED_PAIRS: Final = 2_500
"""Pairs of columns without headings that are compared; of more nothing is followed."""
GONE_COLUMN: Final = "the source no longer shows the column {}; what was seen of it stays"
LACKING_COLUMN: Final = "some pages do not show the column {} that those before showed"
CONTRADICTED: Final = (
    "the columns changed and cannot be followed: under the heading {new} stand the values of {old}"
)
EXCHANGED: Final = (
    "the columns changed and cannot be followed: {many:,} records of a page have the values of "
    "known ones under other columns ({names})"
)
MAX_FORMS: Final = 400
"""Values of a column whose forms are counted."""
PLACE: Final = re.compile(r"column_\d{1,5}")
"""Name of a column of data that has none, by its place."""

NAMES_ITSELF: Final = Wrapper(())
"""Stands for what reads rows whose values have names of their own."""

Cells = dict[str, str]
Texts = frozenset[tuple[str, str]]
Table = Sequence[tuple[str, Cells]]
"""Rows of a page: the key of each, and its texts by column."""


def table_of(rows: Sequence[RecordRow]) -> Table:
    """Return the texts of rows by column."""
    return [(row.key, text_columns(tuple(row.fields))) for row in rows]


@dataclass(frozen=True, slots=True)
class ColumnEvidence:
    """How the values of a page agree with a known column.

    ``same``: share of the records known in both that have the same value, of ``records``.
    ``held``: share of the values that the column is known to hold. ``alike``: of their forms.
    """

    records: int
    same: float
    held: float
    alike: float

    @property
    def is_same(self) -> bool:
        """Whether the values are those of the column."""
        if self.records >= MIN_ROWS_WATCHED:
            return self.same >= MIN_SHARE_SAME_VALUES
        return self.held >= MIN_SHARE_SAME_VALUES

    @property
    def may_be(self) -> bool:
        """Whether they could be, for all that is known."""
        if self.records >= MIN_ROWS_WATCHED and self.same < MAX_SHARE_STEADY:
            return False
        return self.alike >= MIN_ALIKE

    @property
    def is_alike(self) -> bool:
        """Whether no record is known to compare, and the values have the forms of the column."""
        return self.records < MIN_ROWS_WATCHED and self.alike >= MIN_SHARE_SAME_VALUES

    @property
    def is_kept(self) -> bool:
        """Whether a column may still hold its own values: some records change, forms stay."""
        if self.records >= MIN_ROWS_WATCHED:
            return self.same >= MAX_SHARE_STEADY
        return self.held >= MIN_SHARE_SAME_VALUES or self.alike >= MAX_ALIKE_OF_OTHERS


@dataclass(slots=True)
class KnownColumns:
    """The text columns of a source as far as they are known; ``find`` gives a record's fields.

    ``repeated`` are columns with the values that each of so many ``pages`` shows in them, ``among``
    counts the rows of the pages that show a column. ``shapes`` are the columns of pages, with the
    keys of the records that were first seen there.
    """

    rows: int = 0
    pages: int = 0
    repeated: set[tuple[str, str]] = field(default_factory=set)
    filled: Counter[str] = field(default_factory=Counter)
    values: dict[str, set[str]] = field(default_factory=dict)
    forms: dict[str, Counter[str]] = field(default_factory=dict)
    records: dict[str, Cells] = field(default_factory=dict)
    find: Callable[[str], Iterable[Field] | None] | None = None
    among: Counter[str] = field(default_factory=Counter)
    shapes: dict[frozenset[str], list[str]] = field(default_factory=dict)
    index: dict[tuple[frozenset[str], frozenset[str]], dict[Texts, str]] = field(
        default_factory=dict
    )
    by_texts: dict[int, str] = field(default_factory=dict)
    holding: dict[str, list[str]] = field(default_factory=dict)

    def add(self, rows: Iterable[RecordRow]) -> None:
        """Count the rows of a page, up to some thousand."""
        table = table_of([*rows]) if self.rows < MAX_KNOWN_ROWS else ()
        if not table:
            return
        shown = {item for _, cells in table for item in cells.items()}
        columns = frozenset(name for name, _ in shown)
        for key, cells in table:
            self.rows += 1
            self.filled.update(cells.keys())
            if key and key not in self.records:
                self.keep(key, cells, columns)
            for column, value in cells.items():
                self.values.setdefault(column, set()).add(value)
                if self.filled[column] <= MAX_FORMS:
                    self.forms.setdefault(column, Counter())[form_of(value)] += 1
        self.among.update(dict.fromkeys(columns, len(table)))
        self.repeated = self.repeated & shown if self.pages else shown
        self.pages += 1

    def keep(self, key: str, cells: Cells, columns: frozenset[str]) -> None:
        """Keep a record that was seen on a page with some columns."""
        self.records[key] = cells
        self.by_texts[_texts(cells)] = key
        for text in {*cells.values()}:
            held = self.holding.setdefault(text, [])
            if len(held) <= MAX_HOLDING:
                held.append(key)
        self.shapes.setdefault(columns, []).append(key)
        self.index.clear()

    def cells(self, key: str) -> Cells | None:
        """Return the known texts of a record by column."""
        if key in self.records or self.find is None:
            return self.records.get(key)
        found = self.fields(key)
        return text_columns(tuple(found)) if found is not None else None

    def fields(self, key: str) -> Iterable[Field] | None:
        """Return all fields of a record that was known before, None for another."""
        return self.find(key) if self.find is not None else None

    def other_shapes(
        self, shown: frozenset[str], rows: int, dropped: Collection[str]
    ) -> list[tuple[frozenset[str], frozenset[str]]]:
        """Return the columns of pages that differ from those ``shown`` on a page of so many rows.

        Each comes with what both have, but for what is ``dropped``. What one page has and the other
        one lacks must be lacking by more than chance. On a visit a record of the same columns may
        have a key of fewer: those that were new when it was first seen are left out of it.
        """
        found = []
        for shape in sorted(self.shapes, key=lambda one: -len(self.shapes[one]))[:MAX_SHAPES]:
            gone, came = shape - shown, (shown - shape) & self.values.keys()
            is_other = self._lacks(rows, gone) and self._lacks(len(self.shapes[shape]), came)
            if is_other and (shape != shown or self.find is not None):
                found.append((shape, (shape & shown).difference(dropped)))
        return found

    def _lacks(self, rows: int, columns: Collection[str]) -> bool:
        """Whether so many rows have no value of columns that others of their kind have."""
        for name in columns:
            among = self.among[name] if self.find is None else self.rows
            share = self.filled[name] / max(1, among)
            if share < MIN_SHARE_STEADY and (1.0 - share) ** rows > MAX_CHANCE:
                return False
        return True

    def like(self, cells: Cells, shape: frozenset[str], common: frozenset[str]) -> str:
        """Return the key of the one record of a shape with these texts in common columns, or ''."""
        if (shape, common) not in self.index:
            keys: dict[Texts, str] = {}
            for key in self.shapes[shape]:
                texts = _part(self.records[key], common)
                keys[texts] = "" if texts in keys else key
            self.index[shape, common] = keys
        texts = _part(cells, common)
        return self.index[shape, common].get(texts, "") if len(texts) >= MIN_COMMON else ""

    def exchanged(self, cells: Cells) -> list[str]:
        """Return the columns in which a record differs from a known one with the same texts.

        Empty where no known record has just these texts, or only two that are alike anyway.
        """
        known = self.records.get(self.by_text(cells))
        if known is None or sorted(known.values()) != sorted(cells.values()):
            return []
        return [column for column, text in cells.items() if known.get(column) != text]

    def by_text(self, cells: Cells) -> str:
        """Return the key of a known record that has just these texts in some columns, else ''."""
        return self.by_texts.get(_texts(cells), "")

    def named(self, table: Table) -> Table:
        """Return rows by the keys of the known records that they are, else by their own."""
        return [(self._key_of(key, cells) or key, cells) for key, cells in table]

    def _key_of(self, key: str, cells: Cells) -> str:
        """Return the key of the one record that has all texts of a row, or whose texts it has all.

        So a record is known in whatever columns its texts stand, and without some of them.
        """
        if self.cells(key) is not None:
            return key
        if found := self.by_text(cells):
            return found
        texts = Counter(cells.values())
        rare = min((self.holding.get(one, []) for one in texts), key=_times_held, default=[])
        if len(rare) > MAX_HOLDING:  # not all that have the text are kept
            return ""
        fits = [one for one in rare if _is_part(texts, Counter(self.records[one].values()))]
        return fits[0] if len(fits) == 1 else ""

    def is_steady(self, column: str) -> bool:
        """Whether nearly all known records have a value of a column."""
        return self.rows >= MIN_ROWS_WATCHED and self.filled[column] >= MIN_SHARE_STEADY * self.rows

    def evidence(self, table: Table, column: str, known: str) -> ColumnEvidence:
        """Compare the values of a page's column with a known one."""
        records = same = 0
        values: dict[str, int] = {}
        for key, cells in table:
            if (value := cells.get(column)) is None:
                continue
            values[value] = values.get(value, 0) + 1
            before = (self.cells(key) or {}).get(known)
            if before is not None:
                records += 1
                same += before == value
        if records >= MIN_ROWS_WATCHED and same >= MAX_SHARE_STEADY * records:
            return ColumnEvidence(records, same / records, 1.0, 1.0)
        held = sum(value in self.values.get(known, ()) for value in values) / max(1, len(values))
        held = held if len(values) >= MIN_ROWS_WATCHED - 1 else 0.0
        return ColumnEvidence(records, same / max(1, records), held, self._alike(values, known))

    def _alike(self, values: Mapping[str, int], known: str) -> float:
        """Compute the share of forms that values have in common with those of a column."""
        forms: Counter[str] = Counter()
        for value, times in values.items():
            forms[form_of(value)] += times
        return forms_alike(forms, self.forms.get(known, Counter()))

    def has_usual_forms(self, table: Table, column: str) -> bool:
        """Whether most values of a page's column have forms that are not rare in it."""
        forms = self.forms.get(column, Counter())
        least = MIN_SHARE_USUAL * forms.total()
        values = [cells[column] for _, cells in table if column in cells]
        return 2 * sum(forms[form_of(value)] >= max(1, least) for value in values) >= len(values)

    def likeness(self, one: str, other: str) -> float:
        """Compute the share of forms that the values of two known columns have in common."""
        return forms_alike(self.forms.get(one, Counter()), self.forms.get(other, Counter()))

    def has_like(self, column: str) -> bool:
        """Whether forms do not tell the values of a column from those of another one."""
        others = (name for name in self.values if name != column)
        return any(self.likeness(column, name) >= MIN_ALIKE for name in others)

    def is_of_other(self, table: Table, column: str) -> bool:
        """Whether the values of a page's column look like those of another one."""
        values = Counter(cells[column] for _, cells in table if column in cells)
        others = (self._alike(values, name) for name in self.values if name != column)
        return max(others, default=0.0) >= MIN_SHARE_SAME_VALUES

    def has_new_word(self, table: Table, column: str) -> bool:
        """Whether all values of a page's column say a word that none of it said before: a label."""
        values = {cells[column] for _, cells in table if column in cells}
        said = frozenset.intersection(*map(_words, values))
        return bool(said.difference(*map(_words, self.values[column])))

    def moves(self, table: Table, apart: Collection[str]) -> dict[str, str]:
        """Return the columns of a page that hold the values of others, by the names of those.

        Columns ``apart`` are left out. What is no longer anywhere gets a new name where another
        column needs its own.
        """
        if len(table) < MIN_ROWS_WATCHED or self.rows < MIN_ROWS_WATCHED:
            return {}
        shown = dict.fromkeys(name for _, cells in table for name in cells)
        strange, free = self.strange(table, apart)
        found = self._fitting(table, strange, free)
        left = [name for name in found.values() if name in shown and name not in found]
        if len(left) > 1 or any(name not in strange for name in left):
            return {}
        for name in left:
            found[name] = free_name(name, {*self.values, *shown})
        return found

    def strange(self, table: Table, apart: Collection[str]) -> tuple[list[str], list[str]]:
        """Return the columns that do not hold their own values, and those whose values are gone."""
        shown = dict.fromkeys(name for _, cells in table for name in cells)
        strange = [
            name
            for name in shown
            if name not in apart
            and (name not in self.values or not self.evidence(table, name, name).is_kept)
        ]
        free = [
            name
            for name in self.values
            if name not in apart and (name in strange or name not in shown)
        ]
        return strange, free

    def uncompared(self, table: Table, apart: Collection[str]) -> int:
        """Return how many columns hold other values and are too many to be compared, else 0."""
        if len(table) < MIN_ROWS_WATCHED or self.rows < MIN_ROWS_WATCHED:
            return 0
        strange, free = self.strange(table, apart)
        return len(strange) if len(strange) * len(free) > MAX_COMPARED_PAIRS else 0

    def _fitting(self, table: Table, strange: Sequence[str], free: Sequence[str]) -> dict[str, str]:
        """Match strange columns with those whose values they hold; what fits two is left.

        Forms alone, of records that nobody knows, tell no more than that columns changed places
        among themselves: codes that become longer in a sorted list look like another column too.
        """
        if len(strange) * len(free) > MAX_COMPARED_PAIRS:
            return {}
        judged = {
            (name, known): self.evidence(table, name, known)
            for name, known in product(strange, free)
            if name != known
        }
        found: dict[str, str] = {}
        for is_sure in (True, False):
            fits = {
                pair
                for pair, one in judged.items()
                if (one.is_same if is_sure else one.is_alike)
                and pair[0] not in found
                and pair[1] not in found.values()
            }
            more = alone(fits)
            if is_sure or {*found, *more} == {*found.values(), *more.values()}:
                found |= more
        return {name: found[name] for name in strange if name in found}

    def fits(self, table: Table, moves: Mapping[str, str]) -> bool:
        """Whether a page of a few rows looks more as one whose columns moved so than as others."""

        def alike(column: str, known: str) -> float:
            one = self.evidence(table, column, known)
            return one.same if one.records else one.alike

        return sum(alike(*pair) for pair in moves.items()) > sum(alike(one, one) for one in moves)

    def unlike(self, table: Table, columns: Iterable[str], *, has_moved: bool) -> list[str]:
        """Return steady columns whose values in known records all became others, of other form.

        Where columns beside them moved, another one of the same form may stand there.
        """
        found = []
        for name in columns:
            if self.is_steady(name):
                one = self.evidence(table, name, name)
                is_other = one.records >= MIN_ROWS_WATCHED and not one.same
                if is_other and (has_moved or (not one.held and one.alike < MAX_ALIKE_OF_OTHERS)):
                    found.append(name)
        return found


def misplaced(known: KnownColumns, table: Table) -> dict[str, str]:
    """Return columns with values in the forms of others, where no known record tells.

    A known column holds those of one that is missing or holds another one's itself, or a new one
    holds those of a known column which holds others now. Numbers that grow in a sorted list look
    like those of the next column, too: but the last of these looks like none. Where a column is
    missing, values in usual forms of their own column say nothing: a search finds what is alike.
    """
    times = Counter(name for _, cells in table for name in cells)
    strange, free = known.strange(table, ())
    is_few = len(table) < MIN_ROWS_WATCHED or known.rows < MIN_KNOWN_ROWS
    if is_few or len(strange) * len(free) > MAX_COMPARED_PAIRS:
        return {}
    pairs = (pair for pair in product(strange, filter(known.is_steady, free)) if len({*pair}) > 1)
    often = (pair for pair in pairs if times[pair[0]] >= MIN_ROWS_WATCHED)
    fits = sorted(pair for pair in often if known.evidence(table, *pair).is_alike)
    fits = [(new, old) for new, old in fits if new in known.values or times[old]]
    before = None
    while before != fits:
        before, held = fits, {new for new, _ in fits}
        fits = [
            (new, old)
            for new, old in fits
            if new not in known.values
            or old in held
            or not (times[old] or known.has_usual_forms(table, new))
        ]
    return dict(fits)


def alone(pairs: Collection[tuple[str, str]]) -> dict[str, str]:
    """Return the pairs of which neither part is in another one, the first part as the key.

    >>> alone({("a", "x"), ("b", "y"), ("b", "z")})
    {'a': 'x'}
    """
    firsts, seconds = (Counter(names) for names in zip(*pairs, strict=True)) if pairs else ({}, {})
    return {new: old for new, old in pairs if firsts[new] == seconds[old] == 1}


def swapped(cells: Cells, before: Cells) -> set[tuple[str, str]]:
    """Return pairs of columns in which a record has the values that it had in the other one.

    >>> swapped({"low": "9", "high": "1", "town": "Ely"}, {"low": "1", "high": "9", "town": "Ely"})
    {('high', 'low')}
    """
    other = [name for name in sorted(cells) if before.get(name, cells[name]) != cells[name]]
    return {
        (one, two)
        for one, two in combinations(other[:MAX_TRIALS], 2)
        if (cells[one], cells[two]) == (before[two], before[one])
    }


@dataclass(frozen=True, slots=True)
class Followed:
    """A page with its columns under their known names, the wrapper that reads it so, what is said.

    ``unclear`` is why no value may be taken of the page, '' where all is clear.
    """

    reading: PageReading
    wrapper: Wrapper
    said: tuple[str, ...] = ()
    unclear: str = ""


@dataclass(slots=True)
class ColumnWatch:
    """Follows the columns of a source; ``said`` are sentences that were told already.

    ``headings`` are those that a page showed last, ``aliases`` other headings of known columns.
    A visit (``is_visit``) knows the table as it was; within a harvest values may differ by query.
    ``has_changes``: columns came or went, so the table is no longer the same. ``left_out`` are the
    pages of a harvest whose records were not taken, with how many these were, ``strange_on`` those
    that show values of another kind in some columns, ``lacking`` those without some headings.
    """

    known: KnownColumns = field(default_factory=KnownColumns)
    headings: tuple[str, ...] = ()
    aliases: dict[str, str] = field(default_factory=dict)
    moves: dict[str, str] = field(default_factory=dict)
    is_visit: bool = False
    has_changes: bool = False
    said: dict[str, None] = field(default_factory=dict)
    new: dict[str, None] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)
    left_out: dict[int, int] = field(default_factory=dict)
    strange_on: dict[int, tuple[str, ...]] = field(default_factory=dict)
    lacking: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def follow(self, wrapper: Wrapper, reading: PageReading, query: str) -> Followed:
        """Compare a page with what is known, and give its columns their known names."""
        named = self.by_headings(wrapper, reading, query)
        if named.unclear:
            return named
        placed = self.by_values(named.wrapper, named.reading)
        return replace(placed, said=(*named.said, *placed.said))

    def by_headings(self, wrapper: Wrapper, reading: PageReading, query: str) -> Followed:
        """Recognise known columns under other headings; no value goes to another heading."""
        if not reading.rows:
            return Followed(reading, wrapper)
        before = len(self.said)
        if not wrapper.layouts:
            own = {old: {folded(old)} for old in self.aliases.values()}
            _forget_left(self, wrapper, reading.rows, own)
            reading = with_known_names(reading, self.aliases, self.known)
        elif self.aliases:
            wrapper, reading = with_own_headings(self, wrapper, reading, query)
        wrapper = wrapper.with_labels(reading.labels) if reading.labels else wrapper
        reading, wrapper, unclear = self._renamed(wrapper, reading, query)
        if not unclear:
            self._note_headings(wrapper, reading)
        return Followed(reading, wrapper, (*self.said,)[before:], unclear)

    def by_values(self, wrapper: Wrapper, reading: PageReading) -> Followed:
        """Follow values of columns without headings, and note which columns come and go."""
        if not reading.rows:
            return Followed(reading, wrapper)
        before = len(self.said)
        headed = headed_columns(wrapper, reading)
        reading, unclear = self._moved(wrapper, reading, headed)
        unclear = unclear or exchanged(self.known, reading)
        if not unclear:
            if not self.is_visit and (strange := strange_columns(self.known, reading)):
                self.strange_on[reading.page.number] = strange
            self._note_columns(reading)
            if reading.headings and (lacks := columns_under(wrapper, reading.headings.missing)):
                self.lacking[reading.page.number] = tuple(sorted(lacks))
        return Followed(reading, wrapper, (*self.said,)[before:], unclear)

    @property
    def strange(self) -> frozenset[str]:
        """Columns that are new or missing: they are told once, not of each record."""
        return frozenset({*self.new, *self.missing})

    def to_plain(self) -> dict[str, Any]:
        """Return what the next visit is told of the columns, as plain values."""
        lacking = self.lacking if self.is_visit else {}
        return {
            "headings": [*self.headings],
            "aliases": dict(self.aliases),
            "moves": dict(self.moves),
            "missing": [*self.missing],
            "lacking": {str(page): [*names] for page, names in lacking.items()},
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any], known: KnownColumns) -> Self:
        """Return a watch that knows what an earlier visit told."""
        missing = dict.fromkeys(plain.get("missing", ()))
        aliases = dict(plain.get("aliases", {}))
        shown, moves = tuple(plain.get("headings", ())), dict(plain.get("moves", {}))
        lacking = {int(page): tuple(names) for page, names in plain.get("lacking", {}).items()}
        return cls(known, shown, aliases, moves, is_visit=True, missing=missing, lacking=lacking)

    def completed(
        self, fields: tuple[Field, ...], before: Iterable[Field] | None, page: int = 0
    ) -> tuple[Field, ...]:
        """Return a record with the values that were seen of columns that its page does not show."""
        gone = {*self.missing, *self.lacking.get(page, ())}
        if not gone or before is None:
            return fields
        own = {(one.column, one.kind) for one in fields}
        kept = [
            one
            for one in before
            if (one.column, one.kind) not in own
            and one.column.removesuffix(ADDRESS_SUFFIXES.get(one.kind, "")) in gone
        ]
        return (*fields, *kept)

    def leave_out(self, reading: PageReading, unclear: str) -> str:
        """Count the records of a page whose columns are unclear; return what is said of all."""
        self.left_out[reading.page.number] = len(reading.rows)
        pages, records = pages_named([*self.left_out]), sum(self.left_out.values())
        return f"{records:,} records of page {pages} left out: {unclear}"

    def say(self, text: str) -> None:
        """Tell a sentence once."""
        self.said[text] = None

    def _renamed(
        self, wrapper: Wrapper, reading: PageReading, query: str
    ) -> tuple[PageReading, Wrapper, str]:
        """Recognise known columns under other headings by their values."""
        new, missing = self._unknown(wrapper, reading), _absent(self.known, wrapper, reading)
        pairs = [*product(new, missing)]
        most = MAX_TRIALS if wrapper.layouts else MAX_COMPARED_PAIRS
        if not pairs or len(pairs) > most or len(reading.rows) < MIN_ROWS_WATCHED:
            return reading, wrapper, ""
        shown = _shown(reading)
        keyed = self.keyed(wrapper, reading) if wrapper.layouts else reading
        judged = {pair: self._trial(wrapper, keyed, query, pair, shown) for pair in pairs}
        named = {old: {old, *columns_under(wrapper, [old])} for old in missing}
        sure = {pair for pair, one in judged.items() if one is not None and one.is_same}
        found = alone(sure)
        doubtful = {
            pair
            for pair, one in judged.items()
            if one is not None
            and one.may_be
            and pair[0] not in found
            and pair[1] not in found.values()
            and (self.is_visit or not any(map(self.known.has_like, named[pair[1]])))
        }
        found |= alone(doubtful)
        unclear = {pair for pair in doubtful if found.get(pair[0]) != pair[1]}
        if unclear:
            names = sorted({new for new, _ in unclear}), sorted({old for _, old in unclear})
            return reading, wrapper, _unclear_names(*names)
        if not found:
            return reading, wrapper, ""
        self.aliases |= {folded(name): old for name, old in found.items()}
        wrapper = wrapper.with_aliases(self.aliases) if wrapper.layouts else wrapper
        for name, old in found.items():
            column = _column_under(wrapper, old)
            self.say(f"the column {column} is headed {name} now; it keeps its name")
        if not wrapper.layouts:
            return with_known_names(reading, self.aliases, self.known), wrapper, ""
        return wrapper.read(reading.page, query), wrapper, ""

    def _trial(
        self,
        wrapper: Wrapper,
        reading: PageReading,
        query: str,
        pair: tuple[str, str],
        shown: Collection[str],
    ) -> ColumnEvidence | None:
        """Read the page as if a new heading were a missing one; None where that reads nothing.

        Its rows are the known records that they are without that, where they are any.
        """
        new, old = pair
        if not wrapper.layouts:
            table = table_of(reading.rows)
            return self.known.evidence(self.known.named(table), new, old)
        trial = wrapper.with_aliases({**self.aliases, folded(new): old}).read(reading.page, query)
        table = table_of(self.keyed(wrapper, trial).rows)
        if len(plain := table_of(reading.rows)) == len(table):
            known = (key for key, _ in self.known.named(plain))
            table = [(key, cells) for key, (_, cells) in zip(known, table, strict=True)]
        found = {name for _, cells in table for name in cells} - {*shown}
        judged = [
            self.known.evidence(table, name, name) for name in found & self.known.values.keys()
        ]
        return max(judged, key=lambda one: (one.is_same, one.may_be, one.same), default=None)

    def _unknown(self, wrapper: Wrapper, reading: PageReading) -> list[str]:
        """Return headings of the page under which no known column stands."""
        names = sorted(_told(wrapper, reading) - self.known.values.keys())
        return [name for name in names if folded(name) not in self.aliases]

    def _moved(
        self, wrapper: Wrapper, reading: PageReading, headed: frozenset[str]
    ) -> tuple[PageReading, str]:
        """Follow values of columns without headings; find what contradicts headings."""
        reading = self.keyed(wrapper, reading)
        table = self.known.named(table_of(reading.rows))
        if contradicted := self._contradicted(table, headed):
            return reading, contradicted
        moves = self.known.moves(table, headed)
        if self.moves and len(table) < MIN_ROWS_WATCHED and self.known.fits(table, self.moves):
            moves = self.moves
        if moves:
            named = replace(reading, rows=_with_names(reading.rows, moves))
            reading = self.keyed(wrapper, named, renamed=True)
            table = self.known.named(table_of(reading.rows))
            if moves != self.moves:
                self.moves = moves
                each = ", ".join(f"{place} to {known}" for place, known in moves.items())
                self.say(f"columns without headings changed places, and were followed: {each}")
        elif many := self.known.uncompared(table, headed):
            self.say(
                f"{many} columns without headings hold other values than before: too many to be "
                f"compared, so where they moved they are not followed"
            )
        bare = _shown(reading) - headed if self.is_visit else ()
        unlike = self.known.unlike(table, bare, has_moved=bool(moves))
        pairs = {} if unlike else misplaced(self.known, table)
        return reading, _unclear_values(unlike, pairs, headed)

    def _contradicted(self, table: Table, headed: frozenset[str]) -> str:
        """Return what is said where known values stand under each other's headings."""
        apart = {name for _, cells in table for name in cells} - headed
        moves = self.known.moves(table, apart)
        pairs = [
            (new, old)
            for new, old in moves.items()
            if {new, old} <= headed
            and self.known.evidence(table, new, old).records >= MIN_ROWS_WATCHED
        ]
        if not pairs:
            return ""
        new, old = pairs[0]
        return CONTRADICTED.format(new=new, old=old)

    def keyed(
        self, wrapper: Wrapper, reading: PageReading, *, renamed: bool = False
    ) -> PageReading:
        """Return a page whose records without links go by the keys of the known columns.

        A key is made of all texts. So a column that came is left out of it, and where one is gone
        the known record is looked for that has the other texts.
        """
        identity = wrapper.layouts[0].identity if wrapper.layouts else TextIdentity()
        if not isinstance(identity, TextIdentity) or self.known.rows < MIN_ROWS_WATCHED:
            return reading
        times = Counter(name for row in reading.rows for name in text_columns(tuple(row.fields)))
        often = MIN_SHARE_STEADY * len(reading.rows)
        came = {
            name
            for name in times
            if name in self.new
            or (name not in self.known.values and (self.is_visit or times[name] >= often))
        }
        shapes = self.known.other_shapes(frozenset(times), len(reading.rows), identity.dropped)
        if not came and not shapes and not renamed:
            return reading
        rows = []
        taken = {row.key for row in reading.rows}
        for row in reading.rows:
            if row.key.startswith("#") and self.known.cells(row.key) is None:
                cells = text_columns(tuple(row.fields))
                like = (self.known.like(cells, *one) for one in shapes)
                key = next((key for key in like if key and key not in taken), "")
                fields = tuple(one for one in row.fields if one.column not in came)
                row = row._replace(key=key or text_key(identity, fields) or row.key)
                taken.add(row.key)
            rows.append(row)
        return replace(reading, rows=tuple(rows))

    def _note_headings(self, wrapper: Wrapper, reading: PageReading) -> None:
        """Note where headings stand in another order, or names beside their values do."""
        shown = reading.headings
        if shown is None or not wrapper.layouts:
            shown = named_order(self, headed_columns(wrapper, reading), reading)
        names = [name for name in shown.names if name]
        if shown.moved and [*map(uncounted, shown.names)] != [*map(uncounted, self.headings)]:
            told = f"the columns stand in another order now: {_names(names)}; they go by their "
            self.say(f"{told}{'headings' if reading.headings else 'names'}")
        self.headings = shown.names or self.headings

    def _note_columns(self, reading: PageReading) -> None:
        """Note columns that are new, and those that nearly all known records have and none here."""
        rows = reading.rows
        if self.known.rows < MIN_KNOWN_ROWS or len(rows) < MIN_ROWS_WATCHED:
            return
        times = Counter(name for row in rows for name in text_columns(tuple(row.fields)))
        for name, count in times.items():
            is_new = name not in self.known.values and name not in self.new
            if is_new and count >= MIN_SHARE_STEADY * len(rows):
                self.new[name] = None
                self.has_changes = True
                self.say(f"the source shows a new column: {name}")
        for name in [name for name in self.missing if times[name]]:
            if self.is_visit:  # within a harvest pages may differ
                del self.missing[name]
                self.has_changes = True
                self.say(f"the source shows the column {name} again")
        for name in self.known.values:
            if self.known.is_steady(name) and not times[name] and name not in self.missing:
                self.missing[name] = None
                self.has_changes = True
                self.say(GONE_COLUMN.format(name) if self.is_visit else LACKING_COLUMN.format(name))


def strange_columns(known: KnownColumns, reading: PageReading) -> tuple[str, ...]:
    """Return the columns of a page whose values are of no kind that was seen in them.

    Known records said other things, and the values look like another column's; or columns came or
    went there, and all values say a word more.
    """
    table = table_of(reading.rows)
    if len(table) < MIN_ROWS_WATCHED or known.rows < MIN_KNOWN_ROWS:
        return ()
    times = Counter(name for _, cells in table for name in cells)
    came = any(n >= len(table) / 2 for name, n in times.items() if name not in known.values)
    changed = came or any(known.is_steady(one) and not times[one] for one in known.values)
    judged = {name: known.evidence(table, name, name) for name in times if known.is_steady(name)}
    return tuple(
        name
        for name, one in sorted(judged.items(), key=itemgetter(0))
        if not (one.same or one.held) and one.alike < MAX_ALIKE_OF_OTHERS
        if (one.records >= MIN_ROWS_WATCHED and known.is_of_other(table, name))
        or (changed and known.has_new_word(table, name))
    )


def named_order(watch: ColumnWatch, named: Collection[str], reading: PageReading) -> ShownHeadings:
    """Return the names beside the values of the fullest row, and whether they stand in another
    order than those of the page before, at first than those of a known record."""
    rows = [[*text_columns(tuple(row.fields))] for row in reading.rows]
    names = [name for name in max(rows, key=len, default=[]) if name in named]
    known = (watch.known.cells(row.key) for row in reading.rows if watch.is_visit)
    before = [*watch.headings] or [*(next(filter(None, known), None) or ())]
    both = [name for name in names if name in before]
    moved = both != [name for name in before if name in both]
    return ShownHeadings(tuple(names), moved=moved and len(reading.rows) >= MIN_ROWS_WATCHED)


def exchanged(known: KnownColumns, reading: PageReading) -> str:
    """Say how many new records have the values of known ones in other columns, '' if few do.

    A record without a link is named by its texts: where these change places without a heading,
    all of them look new. Few are enough where no two known records have the same texts.
    """
    new = [cells for key, cells in table_of(reading.rows) if known.cells(key) is None]
    moved = [other for cells in new if (other := known.exchanged(cells))]
    if len(known.by_texts) == len(known.records) > MIN_KNOWN_ROWS:
        are_few = len(moved) < MIN_EXCHANGED_TEXTS or len(moved) <= len(reading.rows) - len(new)
    else:
        are_few = len(moved) < MIN_EXCHANGED or 2 * len(moved) < len(new)
    if are_few:
        return ""
    columns = Counter(column for one in moved for column in one)
    usual = [column for column, times in columns.items() if 2 * times >= len(moved)]
    return EXCHANGED.format(many=len(moved), names=_names(sorted(usual or columns)))


def with_known_names(
    reading: PageReading, aliases: Mapping[str, str], known: KnownColumns
) -> PageReading:
    """Return data, which name their columns themselves, with the known names of these.

    A record that was known by its texts stays so, also where one of them could name it now.
    """
    shown = _shown(reading)
    names = {name: aliases[folded(name)] for name in shown if folded(name) in aliases}
    names = {name: old for name, old in names.items() if old not in shown}
    rows = []
    for row in _with_names(reading.rows, names) if names else ():
        by_text = text_key(TextIdentity(), row.fields)
        is_other = known.cells(row.key) is None and known.cells(by_text) is not None
        rows.append(row._replace(key=by_text) if row.key[:1] == "#" or is_other else row)
    return replace(reading, rows=tuple(rows)) if rows else reading


def with_own_headings(
    watch: ColumnWatch, wrapper: Wrapper, reading: PageReading, query: str
) -> tuple[Wrapper, PageReading]:
    """Forget the other headings of columns that a record shows beside the column's own one, and on
    a visit those that its own one replaced."""
    aliases, plain = watch.aliases, wrapper.with_aliases({})
    rows = plain.read(reading.page, query).rows
    own = {old: {*map(folded, columns_under(plain, [old]))} for old in aliases.values()}
    both = [
        name
        for name, old in aliases.items()
        if any(name in each and each & own[old] for each in _names_of_each(rows))
    ]
    _forget_left(watch, plain, rows, own)
    if not both:
        return wrapper, reading
    for name in both:
        del aliases[name]
    wrapper = wrapper.with_aliases(aliases)
    return wrapper, wrapper.read(reading.page, query)


def _forget_left(
    watch: ColumnWatch,
    wrapper: Wrapper,
    rows: Sequence[RecordRow],
    own: Mapping[str, Collection[str]],
) -> None:
    """Forget and tell the other headings that a visit no longer sees, but the ``own`` ones."""
    shown = _names_of_each(rows) if watch.is_visit and len(rows) >= MIN_ROWS_WATCHED else ()
    for name, old in [*watch.aliases.items()]:
        times = sum(not each.isdisjoint(own[old]) for each in shown)
        if 2 * times > len(shown) and not any(name in each for each in shown):
            del watch.aliases[name]
            column = _column_under(wrapper, old)
            watch.say(f"the column {column} is headed as at first again")


def _names_of_each(rows: Sequence[RecordRow]) -> list[frozenset[str]]:
    """Return the names of the text columns of each row, folded."""
    return [frozenset(map(folded, text_columns(tuple(row.fields)))) for row in rows]


def _absent(known: KnownColumns, wrapper: Wrapper, reading: PageReading) -> list[str]:
    """Return the headings, and the labels of known columns, that the page does not show."""
    shown = _shown(reading)
    columns = [layout.columns for layout in wrapper.layouts]
    named = {name for one in columns for name in one.named}
    named = named if columns else {*known.values}
    headed = {name for one in columns for name in one.headed}
    absent = dict.fromkeys(reading.headings.missing if reading.headings else ())
    absent |= dict.fromkeys(
        name
        for name in known.values
        if known.is_steady(name) and name not in shown and name in named - headed
    )
    return [*absent]


def _shown(reading: PageReading) -> set[str]:
    """Return the names of the text columns of a page."""
    return {one.column for row in reading.rows for one in row.fields if one.kind == "text"}


def _column_under(wrapper: Wrapper, heading: str) -> str:
    under = (one for layout in wrapper.layouts for one in layout.columns.under(heading))
    return next(under, heading)


def columns_under(wrapper: Wrapper, headings: Iterable[str]) -> frozenset[str]:
    """Return the columns under some headings, those of their addresses with them."""
    layouts = wrapper.layouts
    texts = {name for one in headings for each in layouts for name in each.columns.under(one)}
    return frozenset(name + suffix for name in texts for suffix in ("", *ADDRESS_SUFFIXES.values()))


def headed_columns(wrapper: Wrapper, reading: PageReading) -> frozenset[str]:
    """Return the columns of a page that headings or labels name, or data themselves."""
    if not wrapper.layouts:
        shown = frozenset(name for name in _shown(reading) if not PLACE.fullmatch(name))
        return shown - reading.unnamed
    columns = [layout.columns for layout in wrapper.layouts]
    labelled = {name for one in columns for name in one.named}
    headed = {name for one in columns for name in one.headed} if reading.headings else set()
    return frozenset(labelled | headed | _told(wrapper, reading))


def _told(wrapper: Wrapper, reading: PageReading) -> set[str]:
    """Return the headings and labels of a page that were not learned."""
    learned = {name for layout in wrapper.layouts for name in layout.columns.names.values()}
    shown = _shown(reading).union(reading.headings.new if reading.headings else ())
    return {name for name in shown - learned if not name.startswith("extra_")}


def _with_names(rows: Sequence[RecordRow], names: Mapping[str, str]) -> tuple[RecordRow, ...]:
    """Return rows with columns of other names, those of their addresses with them."""

    def named(one: Field) -> Field:
        suffix = ADDRESS_SUFFIXES.get(one.kind, "")
        base = one.column.removesuffix(suffix)
        return one._replace(column=names[base] + suffix) if base in names else one

    return tuple(row._replace(fields=tuple(map(named, row.fields))) for row in rows)


def _part(cells: Cells, columns: Collection[str]) -> Texts:
    return frozenset(item for item in cells.items() if item[0] in columns)


def _words(value: str) -> frozenset[str]:
    return frozenset(match[2] for match in FORM_PARTS.finditer(value) if match[2])


def _times_held(keys: Sequence[str]) -> int:
    return len(keys) if 0 < len(keys) <= MAX_HOLDING else MAX_HOLDING + 1


def _is_part(texts: Counter[str], others: Counter[str]) -> bool:
    """Whether one of two groups of texts has all of the other, and both enough."""
    return min(texts.total(), others.total()) >= MIN_TEXTS and (texts <= others or others <= texts)


def _texts(cells: Cells) -> int:
    return hash(tuple(sorted(cells.values()))) if len(cells) > 1 else 0


def compare_few(watch: ColumnWatch, rows: Sequence[RecordRow]) -> tuple[str, str]:
    """Compare rows that are too few to be followed: what is to be said, and what is unclear.

    Names that came or went are said. It is unclear where each row holds two known values of
    its record under each other's names.
    """
    table = table_of(rows)
    if not 0 < len(table) < MIN_ROWS_WATCHED or not watch.is_visit:
        return "", ""
    shown = dict.fromkeys(name for _, cells in table for name in cells)
    came = [name for name in shown if name not in watch.known.values and name not in watch.new]
    gone = [
        name
        for name in watch.known.values
        if watch.known.is_steady(name) and name not in shown and name not in watch.missing
    ]
    known = [(cells, watch.known.cells(key)) for key, cells in table]
    swaps = [swapped(cells, before) for cells, before in known if before is not None]
    both = set[tuple[str, str]]().union(*swaps).intersection(*swaps) if len(swaps) > 1 else ()
    if both:
        return "", CONTRADICTED.format(new=min(both)[0], old=min(both)[1])
    came = [name for name in came if folded(name) not in watch.aliases]
    texts = [f"{what} {_names(each)}" for what, each in (("new", came), ("gone", gone)) if each]
    if not texts:
        return "", ""
    said = f"only {len(table)} were read again, too few to follow columns; by their names"
    return f"{said} these are {' and '.join(texts)}", ""


def _unclear_values(
    unlike: Sequence[str], pairs: Mapping[str, str], headed: Collection[str]
) -> str:
    """Say which values stand where others stood, '' for none: under a heading, if one names it."""
    for new, old in pairs.items():
        if {new, old} <= {*headed}:
            return CONTRADICTED.format(new=new, old=old)
    if not (names := unlike or sorted({*pairs.values()})):
        return ""
    return (
        f"the columns changed and cannot be followed: other values stand where "
        f"those of {_names(names)} stood, and no heading names them"
    )


def _unclear_names(new: Sequence[str], old: Sequence[str]) -> str:
    return (
        f"the columns changed and cannot be followed: the headings {_names(old)} are gone and "
        f"{_names(new)} came, and their values do not tell which is which"
    )


def pages_named(pages: Sequence[int]) -> str:
    """Return the numbers of pages as said, not all of many.

    >>> pages_named([3, 4]), pages_named([*range(12)])
    ('3, 4', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more')
    """
    more = len(pages) - MAX_PAGES_NAMED
    further = f" and {more:,} more" if more > 0 else ""
    return ", ".join(map(str, pages[:MAX_PAGES_NAMED])) + further


def _names(names: Sequence[str]) -> str:
    return ", ".join(names)
