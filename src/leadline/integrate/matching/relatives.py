"""What unlike things look like: like pairs of rows of one source, which are hardly ever one thing.

A class of joined pairs has levels in its columns. As often as rows of either source have them, so
often do rows of both that are not one. Where that makes up much of a class, it is refused or asked.

>>> from leadline.integrate.matching.levels import TextColumn
>>> names = ["Rome", "Rome", "Oslo", "Rome", "Rome", "Bern"]
>>> like = [(9.0, [(0, 1)]), (9.0, [(3, 4)])]
>>> within = Relatives([TextColumn("town", names, (3, 3))], 3, lambda: like)
>>> within.doubtful((Level.EQUAL,), {7: (0, 3)}, 1)
([7], 1.0)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from leadline.integrate.matching.levels import Level, LevelColumn, Levels, NumberColumn

MAX_SHARED_ROWS: Final = 0.1
"""Pairs of rows of one source with equal values in some columns, as a share of all rows, up to
which these values name a thing."""
UNSEEN: Final = 0.25
"""Such pairs that are always supposed in a source: fewer are seen than there are."""
MIN_SEEN: Final = 2
"""Pairs of rows of one source, as much alike as those of a class, from which they tell of it."""
MIN_RELATIVE_SHARE: Final = 0.5
MIN_DOUBTFUL_SHARE: Final = 0.15
"""Share of a class that unlike things would make up: from which it is refused, and asked."""
CUTS: Final = 10
"""Parts of a class that are kept or refused, by the likeness of its texts."""
TAKING_ROUNDS: Final = 10
"""Times that rows which wrong pairs take are counted as free ones."""

Pairs = Callable[[], Sequence[tuple[float, Sequence[tuple[int, int]]]]]
"""Gives like pairs of rows of either source, and how many each stands for."""


Counts = Mapping[Levels, int]


def unlike_share(
    levels: Levels, refused: Counts, kept: Counts, chances: Sequence[Sequence[float]]
) -> tuple[float, Levels]:
    """Return the share of a class that unlike things make up, and the refused class it is like.

    As often as unlike things have a level by chance, so many of the class follow from those that
    were refused: of films of one title and another year, some have no year, or the same one.
    ``chances`` are those of each level in each column; of pairs that were ``kept`` as many as those
    that are equal where the class tells have nothing in the other columns.

    >>> chances = [[0, 0.01, 0.01, 0.98], [0.2, 0.1, 0.1, 0.6]]
    >>> film, other, same = ((Level.EQUAL, Level(n)) for n in (0, 3, 1))
    >>> [unlike_share(film, {other: 30}, {film: 9, same: n}, chances)[0] > 0.5 for n in (0, 80)]
    [True, False]
    """

    def follow(source: Levels, count: int, *, is_far: bool) -> float:
        """Return how many of the class follow from those of one that is far where it differs.

        If not ``is_far``, the class has nothing there, however often others are equal.
        """
        odds = float(count)
        for own, other, chance in zip(levels, source, chances, strict=True):
            if own != other:
                differs = other is Level.FAR if is_far else own is Level.MISSING
                rest = chance[other] if is_far else 1 - chance[own]
                odds *= chance[own] / rest if differs else 0.0
        return odds

    found = max(refused, key=lambda each: follow(each, refused[each], is_far=True))
    unlike = follow(found, refused[found], is_far=True)
    alike = sum(follow(each, count, is_far=False) for each, count in kept.items() if each != levels)
    return min(1.0, unlike / max(unlike + alike, kept[levels])), found


def is_joint(levels: Levels, columns: Sequence[int], classes: Counts) -> bool:
    """Tell whether some columns are far together more often than by slips in each of them.

    >>> far, same = (Level.FAR, Level.FAR), (Level.EQUAL, Level.EQUAL)
    >>> slips = {(Level.FAR, Level.EQUAL): 20, (Level.EQUAL, Level.FAR): 20, far: 7}
    >>> is_joint(far, [0, 1], {far: 40, same: 60}), is_joint(far, [0, 1], {same: 60, **slips})
    (True, False)
    """
    expected = float(sum(classes.values()))
    for column in columns:
        rest = [n for n in columns if n != column]
        clean = [each for each in classes if all(each[n] is not Level.FAR for n in rest)]
        slips = sum(classes[each] for each in clean if each[column] is Level.FAR)
        expected *= (slips + 0.5) / (sum(classes[each] for each in clean) + 1)
    return len(columns) > 1 and expected < MIN_DOUBTFUL_SHARE * classes[levels]


class Relatives:
    """Like pairs of rows of two sources, each within one of them."""

    def __init__(self, columns: Sequence[LevelColumn], rows: int, pairs: Pairs) -> None:
        """Take the columns of both, one below the other; ``rows`` are those of the first."""
        self.columns, self.rows, self._pairs = columns, rows, pairs

    def _is_of_numbers(self, number: int) -> bool:
        """Tell whether a column has the numbers in texts: it is no column of the source."""
        return isinstance(self.columns[number], NumberColumn)

    def doubtful(
        self, levels: Levels, own: Mapping[int, tuple[int, int]], joined: int
    ) -> tuple[list[int], float]:
        """Return the pairs of a class that relatives speak against, and which share of it is wrong.

        ``own`` are their rows by place, ``joined`` how many pairs there are in all. Of texts that
        are not equal the most alike ones are kept, as long as most of them are one.
        """
        equal = [n for n, level in enumerate(levels) if level is Level.EQUAL]
        if all(self._is_of_numbers(n) for n in equal):
            return [], 0.0  # of likeness the model knows more
        likeness = {place: self._likeness(levels, *rows) for place, rows in own.items()}
        relatives = []
        for weight, pairs in self._pairs():
            found = [self._likeness(levels, *each) for each in self._as_alike(levels, pairs)]
            relatives.append((weight, np.array(found)))
        order = sorted(own, key=lambda place: -likeness[place])
        for kept in dict.fromkeys(len(own) - len(own) * part // CUTS for part in range(CUTS)):
            least = likeness[order[kept - 1]]
            counts = [weight * float((each >= least).sum()) for weight, each in relatives]
            wrong = self._by_chance(levels, counts, kept, joined) / kept
            if wrong < MIN_DOUBTFUL_SHARE:
                return order[kept:], 1.0
            if kept == len(own) and wrong < MIN_RELATIVE_SHARE:
                return order, wrong
        return order, 1.0

    def _by_chance(self, levels: Levels, counts: Sequence[float], own: int, joined: int) -> float:
        """Return how many of ``own`` pairs of a class are of unlike things, by their relatives.

        Rows of one source are hardly ever one thing: their pairs show how often unlike ones are as
        much alike. So are pairs of both sources, of rows that none of the ``joined`` pairs takes.
        """
        if max(counts, default=0) < MIN_SEEN:
            return 0.0
        sizes = self.rows, len(self.columns[0].codes) - self.rows
        shares = [
            (count + UNSEEN) / (size * (size - 1) / 2 or 1)
            for count, size in zip(counts, sizes, strict=True)
        ]
        share = min(shares) * self._chance_of_missing(levels)
        wrong = 0.0
        for _ in range(TAKING_ROUNDS):
            free = [max(0, size - joined) + wrong for size in sizes]
            wrong = min(own, share * free[0] * free[1])
        return wrong

    def _as_alike(
        self, levels: Levels, pairs: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """Return pairs of rows of one source that are as much alike as pairs of a class."""
        told = [(n, wanted) for n, wanted in enumerate(levels) if wanted]
        for pair in pairs:
            for number, wanted in told:
                own = self.columns[number].level(*pair)
                if not own or own > wanted or (wanted is Level.FAR and own < wanted):
                    break
            else:
                yield pair

    def _likeness(self, levels: Levels, row: int, other: int) -> float:
        """Return how alike two rows are where they are not equal: as in the least alike."""
        unlike = [
            column.likeness(row, other)
            for column, level in zip(self.columns, levels, strict=True)
            if level > Level.EQUAL
        ]
        return min(unlike, default=1.0)

    def _chance_of_missing(self, levels: Levels) -> float:
        """Return the share of pairs that have nothing in just the columns of these levels."""
        chance = 1.0
        for column, level in zip(self.columns, levels, strict=True):
            if not level and not isinstance(column, NumberColumn):
                filled = column.codes > 0
                chance *= 1 - float(filled[: self.rows].mean() * filled[self.rows :].mean())
        return chance

    def tells(self, equal: Sequence[int]) -> bool:
        """Tell whether rows of one source are seldom equal in all of these columns."""
        wanted = tuple([Level(n in equal) for n in range(len(self.columns))])
        shared = sum(
            weight * sum(1 for _ in self._as_alike(wanted, pairs))
            for weight, pairs in self._pairs()
        )
        return bool(equal) and shared <= MAX_SHARED_ROWS * len(self.columns[0].codes)
