"""Pairs that a proposed key joins, against what the other columns say.

A key that was found, and not told by a person, needs agreement elsewhere: two works of one title
may have two authors and two years. Valid identifiers that differ are a veto, equal ones bind.

>>> left = {"title": ["Emma", "Faust", "Ilias"], "by": ["Austen", "Goethe", "Homer"]}
>>> right = {"title": ["Emma", "Faust", "Ilias"], "by": ["Austen", "Marlowe", "Homer"]}
>>> contradicted(left, right, [(0, 0), (1, 1), (2, 2)])
{(1, 1)}
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from leadline.integrate.matching.levels import Level, ReadColumn, level_columns, levels_of
from leadline.integrate.matching.readings import IDENTIFYING, read_alike

MIN_AGREEING_SHARE: Final = 0.5
"""Share of the joined pairs with both values that agree in a column, from which it tells."""


def contradicted(
    left: Mapping[str, Sequence[str]],
    right: Mapping[str, Sequence[str]],
    pairs: Sequence[tuple[int, int]],
) -> set[tuple[int, int]]:
    """Return the pairs of rows whose other columns speak against them.

    Tables are cells by column, with one name for columns that correspond. A column tells where
    most pairs agree in it; one in which all do is the key, or says nothing of pairs.
    """
    columns = level_columns(*read_alike(left, right))
    rows = len(next(iter(left.values()), ()))
    levels = {pair: levels_of(columns, pair[0], rows + pair[1]) for pair in pairs}
    naming = [
        number
        for number, each in enumerate(columns)
        if isinstance(each, ReadColumn) and each.kind in IDENTIFYING
    ]
    telling = []
    for number in range(len(columns)):
        counts = Counter(each[number] for each in levels.values())
        agreeing = counts[Level.EQUAL] + counts[Level.COMPATIBLE]
        if counts[Level.FAR] and agreeing >= MIN_AGREEING_SHARE * (agreeing + counts[Level.FAR]):
            telling.append(number)
    found = set()
    for pair, each in levels.items():
        if any(each[number] is Level.EQUAL for number in naming):
            continue
        far = sum(each[number] is Level.FAR for number in telling)
        agreeing = sum(each[number] in (Level.EQUAL, Level.COMPATIBLE) for number in telling)
        if any(each[number] is Level.FAR for number in naming) or far > agreeing:
            found.add(pair)
    return found
