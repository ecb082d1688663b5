"""Levels of a pair in each column: equal, compatible, far, or missing.

Measures of likeness say how alike two values are; levels say whether they may be one. A text is
equal in any order of its words; compatible where it holds the other, or where every word without a
partner has a like one, or its first letters; else far. The numbers in a text are one more column.

>>> from leadline.integrate.matching.readings import read_alike
>>> left, right = read_alike({"title": ["Emma 2", "Emma"]}, {"title": ["emma (2)", "Ulysses"]})
>>> columns = level_columns(left, right)
>>> [(column.name, column.level(0, 2).name, column.level(0, 3).name) for column in columns]
[('title', 'EQUAL', 'FAR'), ('title (numbers)', 'EQUAL', 'MISSING')]
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.nearness import MIN_GAIN, MIN_TOLD, decoys, most_told, of_numbers
from leadline.integrate.matching.readings import MEASURED, MOMENT, ReadCells
from leadline.integrate.matching.text import plain_text
from leadline.values.normal.reading import Reading, is_same_amount
from leadline.values.normal.text import is_no_value

MIN_LIKE_WORD: Final = 0.85
"""Jaro-Winkler similarity from which a word may be another one, misspelt."""
MEASURE_TOLERANCE: Final = 0.02
"""Relative difference up to which two measures are one: they were rounded and converted."""
USUAL_ROUNDING: Final = 0.95
"""Quantile of the differences of measures that are near, of joined pairs: half of what is one."""
MAX_YEARS_APART: Final = 1
MIN_DISTINCTIVE: Final = 0.3
"""Share of different values among the filled ones, of either side, from which a column tells
things apart."""
MIN_NUMBER_SHARE: Final = 0.05
"""Share of the texts that hold a number, from which their numbers are a column."""
MAX_LIKE_WORDS: Final = 30
MIN_SLIPPED_DIGITS: Final = 5
"""Digits of a number from which a different one may be a slip of the pen."""
MIN_WHOLE_DIGITS: Final = 3
"""Digits of a number from which one of them may be lost."""
MIN_PLACEHOLDERS: Final = 5
MIN_PLACEHOLDER_SHARE: Final = 0.05
PLACEHOLDER_FACTOR: Final = 5
"""Times, in all, as a share of a side's filled cells, and as a multiple of the next frequent value,
that a value of a distinctive column stands where there is none: 1900-01-01."""
MAX_EQUAL_SHARE: Final = 0.5
"""Share of joined pairs with equal values, from which a near one is no other measure of it."""
PART: Final = re.compile(r"[^\W\d_]+|\d+|[&+]")
"""A word, a number or a sign that is read as a word: "64GB" is two."""
NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


class Level(IntEnum):
    """How two cells of a column stand to each other."""

    MISSING = 0
    EQUAL = 1
    COMPATIBLE = 2
    FAR = 3


Levels = tuple[Level, ...]


class LevelColumn:
    """A column of two tables, one below the other, of which pairs of rows have levels."""

    def __init__(self, name: str, keys: Sequence[str], sizes: tuple[int, int]) -> None:
        """Take the key of every cell ('' for none): equal keys are equal values."""
        self.name = name
        numbers: dict[str, int] = {"": 0}
        codes = [numbers.setdefault(key, len(numbers)) for key in keys]
        self.codes = np.array(codes, dtype=np.int64)
        self.values = list(numbers)
        self._known: dict[tuple[int, int], Level] = {}
        self._alike: dict[tuple[int, int], float] = {}
        sides = np.split(self.codes, [sizes[0]])
        shares = [len(set(side.tolist()) - {0}) / max(1, int((side > 0).sum())) for side in sides]
        self.is_distinctive = max(shares) > MIN_DISTINCTIVE
        if self.is_distinctive:
            empty = {code for side in sides for code in _placeholders(side)}
            self.codes[np.isin(self.codes, [*empty])] = 0

    def level(self, row: int, other: int) -> Level:
        """Return the level of two rows."""
        return self._level_of_codes(int(self.codes[row]), int(self.codes[other]))

    def _level_of_codes(self, one: int, two: int) -> Level:
        if not one or not two:
            return Level.MISSING
        if one == two:
            return Level.EQUAL
        pair = (one, two) if one < two else (two, one)
        if pair not in self._known:
            self._known[pair] = self._compare(*pair)
        return self._known[pair]

    def levels(self, rows: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the levels of pairs of rows; pairs of values are compared once."""
        ends = np.sort(np.column_stack([self.codes[rows], self.codes[others]]), axis=1)
        pairs, places = np.unique(ends[:, 0] * len(self.values) + ends[:, 1], return_inverse=True)
        found = [self._level_of_codes(*divmod(pair, len(self.values))) for pair in pairs.tolist()]
        return np.array(found, dtype=np.int64)[places]

    def likeness(self, row: int, other: int) -> float:
        """Return how alike two values are that are compatible or far, from 0 to 1; 1 untold."""
        return 1.0

    def _compare(self, one: int, other: int) -> Level:
        """Compare two unlike values."""
        return Level.FAR


class TextColumn(LevelColumn):
    """A column of texts; ``words`` are those of each row, in their order."""

    def __init__(self, name: str, cells: Sequence[str], sizes: tuple[int, int]) -> None:
        """Take the cells."""
        found = {cell: _words(cell) for cell in set(cells)}
        self.words = [found[cell] for cell in cells]
        self.sizes = sizes
        super().__init__(name, [_key(words) for words in self.words], sizes)

    def respelled(self, words: Sequence[tuple[str, ...]]) -> "TextColumn":
        """Return the column with other words."""
        column = TextColumn.__new__(TextColumn)
        column.words, column.sizes = [*words], self.sizes
        LevelColumn.__init__(column, self.name, [_key(each) for each in words], self.sizes)
        return column

    def likeness(self, row: int, other: int) -> float:
        """Return how alike the texts of two rows are, their words in order, from 0 to 1."""
        from rapidfuzz import fuzz

        codes = int(self.codes[row]), int(self.codes[other])
        pair = (min(codes), max(codes))
        if pair not in self._alike:
            self._alike[pair] = fuzz.ratio(*(self.values[code] for code in pair)) / 100
        return self._alike[pair]

    def _compare(self, one: int, other: int) -> Level:
        first, second = (Counter(self.values[code].split()) for code in (one, other))
        lone, rest = [*(first - second).elements()], [*(second - first).elements()]
        return _level_of_words(*sorted((lone, rest), key=len))


class NumberColumn(LevelColumn):
    """The numbers in texts; one that only one side has says nothing."""

    def _compare(self, one: int, other: int) -> Level:
        first, second = (Counter(self.values[code].split()) for code in (one, other))
        lone, rest = [*(first - second)], [*(second - first)]
        is_slip = len(lone) == len(rest) == 1 and _is_digit_lost(lone[0], rest[0])
        return Level.COMPATIBLE if not lone or not rest or is_slip else Level.FAR


class ReadColumn(LevelColumn):
    """A column of one kind, by its readings."""

    def __init__(
        self, name: str, kind: str, readings: Sequence[Reading | None], sizes: tuple[int, int]
    ) -> None:
        """Take the readings of every cell."""
        self.kind = kind
        self._tolerance, self._rounding = 0.0, float("inf")
        self._of_key = {each.key: each for each in readings if each}
        super().__init__(name, [each.key if each else "" for each in readings], sizes)

    def learn_tolerance(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Learn from joined pairs how near measured values of one thing are, if few are equal."""
        if self.kind not in MEASURED or self.kind == "date":
            return
        own = [(a, b) for a, b in pairs if self.codes[a] and self.codes[b]]
        keys = [tuple(self.values[self.codes[each]] for each in pair) for pair in own]
        slips = [_difference(*pair) for pair in keys if _is_near(*pair)]
        if self.kind == "quantity" and len(slips) >= MIN_TOLD:
            self._rounding = 2 * float(np.quantile(slips, USUAL_ROUNDING))
            self._known.clear()
        levels = [self.level(*pair) for pair in own]
        if len(own) < MIN_TOLD or levels.count(Level.EQUAL) >= MAX_EQUAL_SHARE * len(own):
            return
        distances = [np.array([self._distance(*pair) for pair in e]) for e in (own, decoys(own))]
        tolerance, gain = most_told(*distances)
        if gain >= MIN_GAIN:
            self._tolerance = tolerance
            self._known.clear()

    @property
    def is_near_as_a_rule(self) -> bool:
        """Tell whether values of one thing are near each other, and seldom equal."""
        return self._tolerance > 0

    def likeness(self, row: int, other: int) -> float:
        """Return how near two measures are, where it was learned how near one thing's are."""
        return 1.0 - min(1.0, self._distance(row, other)) if self._tolerance else 1.0

    def _distance(self, row: int, other: int) -> float:
        one, two = (self._of_key[self.values[self.codes[each]]] for each in (row, other))
        return of_numbers(one.low, two.low)

    def _compare(self, one: int, other: int) -> Level:
        first, second = (self._of_key[self.values[code]] for code in (one, other))
        if self.kind == "date":
            return _level_of_dates(first, second)
        if self.kind == "phone":
            is_same = first.key.endswith(second.key) or second.key.endswith(first.key)
            return Level.EQUAL if is_same else Level.FAR
        if self.kind == "url":
            return Level.COMPATIBLE  # of one thing many pages tell
        if self.kind not in MEASURED:
            return Level.FAR
        if first.unit and second.unit and first.unit != second.unit:
            return Level.MISSING
        measures = self.kind == "quantity" and (first.unit or second.unit)
        is_near = _is_near(first.key, second.key)
        is_near = is_near and _difference(first.key, second.key) <= self._rounding
        if is_near if measures else is_same_amount(first, second):
            return Level.EQUAL
        is_near = of_numbers(first.low, second.low) <= self._tolerance
        return Level.COMPATIBLE if is_near or _is_slip(first, second) else Level.FAR


def level_columns(
    left: Mapping[str, ReadCells], right: Mapping[str, ReadCells]
) -> list[LevelColumn]:
    """Make the columns of two tables, or of one (then ``right`` is empty)."""
    columns: list[LevelColumn] = []
    for name, cells in left.items():
        other = right[name] if right else ReadCells(cells.kind, [])
        sizes = len(cells.cells), len(other.cells)
        if cells.kind != "text":
            readings = [*cells.readings, *other.readings]
            columns.append(ReadColumn(name, cells.kind, readings, sizes))
            continue
        texts = ["" if is_no_value(cell) else cell for cell in chain(cells.cells, other.cells)]
        column = TextColumn(name, texts, sizes)
        columns.append(column)
        numbers = [_key([*filter(str.isdigit, words)]) for words in column.words]
        if sum(map(bool, numbers)) >= MIN_NUMBER_SHARE * max(1, len(numbers)):
            columns.append(NumberColumn(f"{name} (numbers)", numbers, sizes))
    return columns


def levels_of(columns: Sequence[LevelColumn], row: int, other: int) -> Levels:
    """Return the levels of two rows in all columns."""
    return tuple([column.level(row, other) for column in columns])


def levels_of_pairs(
    columns: Sequence[LevelColumn], rows: NDArray[np.int64], others: NDArray[np.int64]
) -> list[Levels]:
    """Return the levels of many pairs of rows in all columns."""
    if not len(rows):
        return []
    table = np.column_stack([column.levels(rows, others) for column in columns])
    kinds, places = np.unique(table, axis=0, return_inverse=True)
    known = [tuple([Level(level) for level in kind]) for kind in kinds.tolist()]
    return [known[place] for place in places.ravel().tolist()]


def _placeholders(codes: NDArray[np.int64]) -> list[int]:
    """Return values that stand where there is none: each far more frequent than any other value."""
    counts = np.bincount(codes[codes > 0])
    least = max(MIN_PLACEHOLDERS, MIN_PLACEHOLDER_SHARE * counts.sum())
    often = np.flatnonzero(counts >= least)
    usual = counts[counts < least].max(initial=1)
    found: list[int] = often[counts[often] >= PLACEHOLDER_FACTOR * usual].tolist()
    return found


def equal_rows(
    column: LevelColumn, left: NDArray[np.int64], right: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell of which pairs of rows the values have one key."""
    codes = column.codes
    return np.asarray((codes[left] == codes[right]) & (codes[left] > 0))


def missing_rows(
    column: LevelColumn, left: NDArray[np.int64], right: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell of which pairs of rows a value is missing."""
    return np.asarray((column.codes[left] == 0) | (column.codes[right] == 0))


def _words(cell: str) -> tuple[str, ...]:
    return tuple(PART.findall(plain_text(cell)))


def _key(words: Sequence[str]) -> str:
    return " ".join(sorted(words))


def _level_of_words(fewer: Sequence[str], more: Sequence[str]) -> Level:
    """Level of two texts by the words that each has alone, those of the one with fewer first."""
    from rapidfuzz.distance import JaroWinkler

    rest = [*more[:MAX_LIKE_WORDS]]
    for word in fewer[:MAX_LIKE_WORDS]:
        like = next((other for other in rest if _is_slip_or_beginning(word, other)), None)
        if like is None:
            best = max(rest, key=lambda other: JaroWinkler.similarity(word, other), default=None)
            if best is not None and JaroWinkler.similarity(word, best) > MIN_LIKE_WORD:
                like = best
        if like is None:
            return Level.FAR
        rest.remove(like)
    return Level.COMPATIBLE


def _is_slip_or_beginning(word: str, other: str) -> bool:
    if word.isdigit() or other.isdigit():
        return _is_digit_lost(word, other)
    return word.startswith(other) or other.startswith(word)


def _is_digit_lost(number: str, other: str) -> bool:
    """Tell whether one number is the other without one of its digits: 123 and 13, not 1 and 12."""
    from rapidfuzz.distance import OSA

    shorter, longer = sorted((number, other), key=len)
    if len(longer) < MIN_WHOLE_DIGITS or len(longer) != len(shorter) + 1:
        return False
    return OSA.distance(shorter, longer, score_cutoff=1) <= 1


def _level_of_dates(first: Reading, second: Reading) -> Level:
    if first.precision == second.precision == MOMENT:
        return Level.FAR  # a clock makes no slips
    if first.key.startswith(second.key) or second.key.startswith(first.key):
        return Level.COMPATIBLE
    years = [each.key[:4] for each in (first, second)]
    is_year = "Y" in (first.precision, second.precision) and all(map(str.isdigit, years))
    if is_year and abs(int(years[0]) - int(years[1])) <= MAX_YEARS_APART:
        return Level.COMPATIBLE
    return Level.COMPATIBLE if _is_slip(first, second) else Level.FAR


def _is_slip(first: Reading, second: Reading) -> bool:
    """Tell whether two long numbers, or two days, differ by one digit, or by two turned."""
    from rapidfuzz.distance import OSA

    if first.unit or second.unit or min(len(first.key), len(second.key)) < MIN_SLIPPED_DIGITS:
        return False
    return OSA.distance(first.key, second.key, score_cutoff=1) <= 1


def _difference(one: str, other: str) -> float:
    """Return the greatest difference of the numbers of two quantities, in their base unit."""
    ends = zip(NUMBER.findall(one), NUMBER.findall(other), strict=False)
    return max((abs(float(a) - float(b)) for a, b in ends), default=0.0)


def _is_near(one: str, other: str) -> bool:
    """Tell whether the numbers of two quantities differ by a rounding only."""
    first, second = ([float(each) for each in NUMBER.findall(key)] for key in (one, other))
    return len(first) == len(second) and all(
        abs(a - b) <= MEASURE_TOLERANCE * max(abs(a), abs(b))
        for a, b in zip(first, second, strict=True)
    )
