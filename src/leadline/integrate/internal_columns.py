"""Columns that name records inside their own source: addresses within a site, running numbers.

Two sources that number their records from 1 show the same numbers for unlike things. A matcher that
compared such columns would learn that equal numbers mean one entity.

>>> left = {"id": ["1", "2", "3", "4"], "page": [f"http://a.example/{n}" for n in "1234"]}
>>> right = {"id": ["4", "3", "2", "1"], "page": [f"http://b.example/{n}" for n in "1234"]}
>>> without_internal({**left, "title": [*"abcd"]}, {**right, "title": [*"bcde"]})
({'title': ['a', 'b', 'c', 'd']}, {'title': ['b', 'c', 'd', 'e']})
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from leadline.integrate.conflicts import ADDRESS_STARTS
from leadline.integrate.exact import (
    MIN_EVIDENCE,
    MIN_UNIQUE_SHARE,
    NUMBER_PATTERN,
    is_by_chance,
    normalise,
)
from leadline.page.urls import host_key

Columns = Mapping[str, Sequence[str]]

MIN_SAME_HOST: Final = 0.9
"""Share of the addresses of a column that lead to one host."""


def without_internal(
    left: Columns, right: Columns
) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """Leave out columns that both tables have and that name records inside each source alone."""
    internal = {
        name for name in left.keys() & right.keys() if _is_internal(left[name], right[name])
    }
    first, second = (
        {name: cells for name, cells in table.items() if name not in internal}
        for table in (left, right)
    )
    return first, second


def without_own(table: Columns) -> dict[str, Sequence[str]]:
    """Leave out columns that number the records of one table, or hold the address of each.

    Duplicates in the table have such a number of their own, near to that of anything.

    >>> numbers, prices = [*"123456"], [*"990099"]
    >>> [*without_own({"no": numbers, "price": prices, "title": [*"aabcde"]})]
    ['price', 'title']
    """
    return {name: cells for name, cells in table.items() if not _is_own(cells)}


def _is_own(cells: Sequence[str]) -> bool:
    filled: set[str] = set()
    for value in filter(None, map(normalise, cells)):
        if value in filled:
            return False
        filled.add(value)
    if len(filled) < MIN_EVIDENCE:
        return False
    return all(map(NUMBER_PATTERN.fullmatch, filled)) or bool(_host(cells))


def _is_internal(left: Sequence[str], right: Sequence[str]) -> bool:
    host, other = _host(left), _host(right)
    if host and other:
        return host != other
    values, others = _unique_values(left), _unique_values(right)
    return bool(values and others) and is_by_chance(values, others)


def _host(cells: Sequence[str]) -> str:
    """Return the host to which the addresses of a column lead, '' where they lead to several."""
    filled = [cell for cell in cells if cell]
    hosts = Counter(host_key(cell) for cell in filled if cell.startswith(ADDRESS_STARTS))
    host, count = next(iter(hosts.most_common(1)), ("", 0))
    return host if count >= max(MIN_EVIDENCE, MIN_SAME_HOST * len(filled)) else ""


def _unique_values(cells: Sequence[str]) -> frozenset[str]:
    """Return the different values of a column, none where many occur twice."""
    filled = [value for cell in cells if (value := normalise(cell))]
    different = frozenset(filled)
    return different if len(different) >= MIN_UNIQUE_SHARE * len(filled) else frozenset()


MAX_CHECKED: Final = 300
"""Rows on which columns are compared, evenly spread."""
MIN_DERIVED_ROWS: Final = 3


def derived_columns(columns: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the columns whose every value is a part of the value of another one, and which.

    >>> titles = ["Emma, vol. 1", "Emma, vol. 2", "Walden, vol. 3"]
    >>> volumes = {"title": titles, "title_2": ["Emma", "Emma", "Walden"], "vol.": ["1", "2", "3"]}
    >>> derived_columns({**volumes, "year": ["1815", "1816", "1854"]})
    {'title_2': 'title', 'vol.': 'title'}
    """
    rows = max(map(len, columns.values()), default=0)
    places = range(0, rows, rows // MAX_CHECKED + 1)
    sampled = {name: [cells[place] for place in places] for name, cells in columns.items()}
    found: dict[str, str] = {}
    for name, cells in sampled.items():
        held = [place for place, cell in enumerate(cells) if cell]
        if len(held) < MIN_DERIVED_ROWS:
            continue
        for other, texts in sampled.items():
            if other != name and all(
                cells[place] in texts[place] and cells[place] != texts[place] for place in held
            ):
                found[name] = other
                break
    return found
