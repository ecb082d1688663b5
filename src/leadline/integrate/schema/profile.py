"""Profiles of columns: what names and values of a column tell about the attribute it holds.

>>> years = profile_column("Year:", ["1998", "2004", "2011"])
>>> years.names, years.shapes, years.filled
(('Year:',), {'9': 1.0}, 3)
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from leadline.values.lists import split_values
from leadline.values.normal.column import read_column
from leadline.values.normal.reading import ColumnFormat, NormalColumn
from leadline.values.normal.text import text_key

MAX_PROFILED_VALUES: Final = 600
"""Values of a column that its profile is made of, evenly spread."""
MAX_READ_VALUES: Final = 200
"""Values of a column that are read for its kind and numbers."""
MAX_VALUE_CHARS: Final = 120
"""Characters of a value that are looked at."""
GRAM_CHARS: Final = 3
NUMBER_IN_VALUE: Final = re.compile(r"\d[\d,]{0,17}(?:\.\d{1,9})?")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SHAPE: Final = re.compile(r"\d+|[a-z]+|[A-Z]+|[^\W\d_]+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SchemaProfile:
    """Names of a column (or of several that hold one attribute) and statistics of its values.

    ``grams`` and ``words`` count values that hold a trigram or a word, ``shapes`` are shares of
    value shapes ("Aa 9"), ``values`` different values in normal form, ``kinds`` the shares of
    columns of a kind, ``numbers`` the sorted amounts, years or first numbers of values.
    ``lengths`` are mean and spread of the logarithm of a value's characters. ``filled`` counts
    values, ``per_row`` the values of a filled row; ``format`` is how the (first) column is written.
    """

    names: tuple[str, ...]
    grams: Counter[str]
    words: Counter[str]
    values: Counter[str]
    shapes: dict[str, float]
    kinds: dict[str, float]
    numbers: tuple[float, ...]
    lengths: tuple[float, float]
    filled: int
    per_row: float
    format: ColumnFormat


def profile_column(name: str, cells: Sequence[str]) -> SchemaProfile:
    """Make the profile of one column; a cell may hold a list of values, '' is no value."""
    filled = [cell for cell in cells if cell and not cell.isspace()]
    chosen = filled[:: max(1, len(filled) // MAX_PROFILED_VALUES)]
    rows = [split_values(cell) for cell in chosen]
    values = [value[:MAX_VALUE_CHARS] for row in rows for value in row]
    few = values[:: max(1, len(values) // (2 * MAX_PROFILED_VALUES))]
    return _profile((name,), tuple(few), len(rows))


def joined_profile(profiles: Sequence[SchemaProfile]) -> SchemaProfile:
    """Return the profile of an attribute that several columns hold; each counts alike."""
    return SchemaProfile(
        tuple(dict.fromkeys(name for profile in profiles for name in profile.names)),
        _total(profile.grams for profile in profiles),
        _total(profile.words for profile in profiles),
        _total(profile.values for profile in profiles),
        _mean([profile.shapes for profile in profiles]),
        _mean([profile.kinds for profile in profiles]),
        tuple(sorted(number for profile in profiles for number in profile.numbers)),
        (
            sum(profile.lengths[0] for profile in profiles) / len(profiles),
            sum(profile.lengths[1] for profile in profiles) / len(profiles),
        ),
        sum(profile.filled for profile in profiles),
        sum(profile.per_row for profile in profiles) / len(profiles),
        profiles[0].format,
    )


def _mean(shares: Sequence[dict[str, float]]) -> dict[str, float]:
    mean: dict[str, float] = {}
    for own in shares:
        for name, share in own.items():
            mean[name] = mean.get(name, 0.0) + share / len(shares)
    return mean


def _total(counts: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total


@lru_cache(maxsize=128)
def _profile(names: tuple[str, ...], cells: tuple[str, ...], rows: int) -> SchemaProfile:
    values = [" ".join(cell.split()) for cell in cells]
    values = [value for value in values if value]
    grams: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for value in values:
        key = text_key(value)
        padded = f" {key} "
        grams.update({padded[i : i + GRAM_CHARS] for i in range(len(padded) - GRAM_CHARS + 1)})
        words.update(set(_WORD.findall(key)))
    shapes = Counter(map(value_shape, values))
    column = read_column(values[:: max(1, len(values) // MAX_READ_VALUES)])
    lengths = [math.log1p(len(value)) for value in values] or [0.0]
    mean = sum(lengths) / len(lengths)
    spread = math.sqrt(sum((length - mean) ** 2 for length in lengths) / len(lengths))
    return SchemaProfile(
        names,
        grams,
        words,
        Counter(map(text_key, values)),
        {shape: times / len(values) for shape, times in shapes.items()},
        {column.format.kind: 1.0},
        tuple(sorted(_numbers(column) or _first_numbers(values))),
        (mean, spread),
        len(values),
        len(values) / max(1, rows),
        column.format,
    )


def value_shape(value: str) -> str:
    """Return the shape of a value: letters as a or A, digits as 9, other scripts as 文.

    >>> value_shape("Mar 7, 1980"), value_shape("$36,283,504"), value_shape("張 三")
    ('Aa 9, 9', '$9,9,9', '文 文')
    """
    pieces = []
    for piece in _SHAPE.findall(value[:40]):
        sign = piece[0]
        pieces.append(
            "9"
            if sign.isdigit()
            else " "
            if sign.isspace()
            else "文"
            if sign.isalpha() and not sign.isascii() and not sign.islower() and not sign.isupper()
            else ("A" if sign.isupper() else "a")
            if sign.isalpha()
            else sign
        )
    return "".join(pieces)


def _numbers(column: NormalColumn) -> list[float]:
    """Return amounts in base units; of dates the years."""
    scale = 10_000 if column.format.kind == "date" else 1
    ends = (reading.low for reading in column.readings if reading)
    return [end / scale for end in ends if end is not None]


def _first_numbers(values: Iterable[str]) -> list[float]:
    matches = (NUMBER_IN_VALUE.search(value) for value in values)
    return [float(match[0].replace(",", "")) for match in matches if match]
