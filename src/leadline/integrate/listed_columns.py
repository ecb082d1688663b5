"""Columns of one name in which one table lists kinds and the other names one: "Crime, Drama" there.

Compared letter by letter, such cells say that two records of one entity differ, and that any two
which say "Drama" alone are alike. So they may stand apart: then the kind that one record names is
looked for in the list of the other, as a value without a counterpart is.

>>> kinds = ["actor", "writer", "director"] * 10
>>> lists = [f"{a}, {b}" for a, b in zip(kinds, kinds[1:] + kinds[:1])]
>>> left, right = listed_apart({"name": kinds, "kind": kinds}, {"name": kinds, "kind": lists})
>>> [*left], [*right]
(['name', 'kind'], ['name', 'kind (listed)'])
>>> listed_apart({"name": kinds, "kind": kinds}, {"name": kinds, "kind": kinds})
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

Columns = Mapping[str, Sequence[str]]

LIST_SIGN: Final = re.compile(r"[,;|、，；]")
LETTER: Final = re.compile(r"[^\W\d_]")
MIN_TIMES_OF_KIND: Final = 10
"""Cells, in the mean, that name a kind: the names of things recur less often."""
MIN_SHARE_OF_LISTS: Final = 0.3
"""Share of the cells with several kinds, from which a column holds lists."""
MAX_SHARE_OF_LISTS: Final = 0.05
"""Share of such cells up to which a column names one kind of each record."""


def listed_apart(left: Columns, right: Columns) -> tuple[Columns, Columns] | None:
    """Return the tables with such columns under two names; None without one, or any other."""
    shared = [name for name in left if name in right]
    apart = {name: f"{name} (listed)" for name in shared if _is_listed(left[name], right[name])}
    if len(apart) in (0, len(shared)):
        return None
    return left, {apart.get(name, name): cells for name, cells in right.items()}


def _is_listed(cells: Sequence[str], others: Sequence[str]) -> bool:
    (kinds, share), (other_kinds, other_share) = _kinds(cells), _kinds(others)
    low, high = sorted((share, other_share))
    is_unlike = low <= MAX_SHARE_OF_LISTS and high >= MIN_SHARE_OF_LISTS
    return is_unlike and not kinds.isdisjoint(other_kinds)


def _kinds(cells: Sequence[str]) -> tuple[set[str], float]:
    """Return the kinds that cells name, none where they seldom recur, and the share of lists."""
    parts = [[*filter(LETTER.search, LIST_SIGN.split(cell))] for cell in cells if cell]
    kinds = [part.strip().casefold() for part in chain.from_iterable(parts)]
    different = set(kinds)
    if not kinds or len(different) * MIN_TIMES_OF_KIND > len(kinds):
        return set(), 0.0
    return different, sum(len(each) > 1 for each in parts) / len(parts)
