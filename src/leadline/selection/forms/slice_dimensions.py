"""Dimensions that a slice cover splits a source by: choices, several bound together, ranges.

Each returns its parts, and about how many queries splitting takes (``forms.slice_cover``).

>>> Choices.of("kind", ("print", "oil")).parts(())
((('kind', 'print'),), (('kind', 'oil'),))
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, Protocol, Self

Bound = tuple[tuple[str, str], ...]
"""Values by control name."""

MIN_CHOICES_PER_CAP: Final = 1.5
"""Choices for each cap full from which choices of unlike size split well."""

FIRST_STEP: Final = 16
MAX_VALUE: Final = 10**12
"""Width of the first step past all values seen, and the value past which none is expected."""

MAX_IDLE_PERIODS: Final = 8
"""Ranges in a row without news after which none is asked further on."""

QUERIES_OF_LAST: Final = 10_000
"""Queries that are counted for choices which alone are refused."""
HALVING_QUERIES_PER_CAP: Final = 3.0
HALVING_QUERIES: Final = 8.0
"""Queries that halving takes for each cap full, and in all; short lists of choices split better."""


class Dimension(Protocol):
    """A control, or the two ends of a range, that splits what it is bound beside."""

    @property
    def name(self) -> str:
        """The name that tells the dimension from others."""

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        """Return the parts of everything, or of an own part; none where it splits no more."""

    def queries(self, caps: float) -> float:
        """Return about how many queries it takes to split so many caps full."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A select, a group of boxes, a box of which all values are known, or controls bound together.

    ``tiles`` bind one choice each, or one of each control. ``splits_last``: alone they are refused
    as too wide, so others are bound before. ``is_only_way``: they are asked however many they are.
    """

    name: str
    tiles: tuple[Bound, ...]
    splits_last: bool = False
    is_only_way: bool = False

    @classmethod
    def of(cls, name: str, values: Sequence[str]) -> Self:
        """Return the choices of one control."""
        return cls(name, tuple(((name, value),) for value in values))

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        return () if inside else self.tiles

    def queries(self, caps: float) -> float:
        """Return one query for each choice, and more where choices are too few."""
        count = len(self.tiles) + (QUERIES_OF_LAST if self.splits_last else 0)
        return count if count >= MIN_CHOICES_PER_CAP * caps else count + 2.0 * caps


@dataclass(frozen=True, slots=True)
class Span:
    """A range of numbers between two boxes, open at both ends, halved as often as needed.

    ``known`` returns values seen so far. ``disjoint``: whole numbers, whose halves share no value.
    Where both ends must be sent, the ``tiles`` go first; such forms seldom take many years at once.
    ``extent`` says what was asked then. ``onward`` goes on behind the tiles, as far as that brings
    something.

    >>> years = Span("from", "to", lambda: [1990, 1995, 2001])
    >>> years.parts(())
    ((('to', '1995'),), (('from', '1996'),))
    >>> years.parts((("from", "1996"),))
    ((('from', '1996'), ('to', '2001')), (('from', '2002'),))
    """

    low: str
    high: str
    known: Callable[[], Sequence[int]]
    disjoint: bool = True
    write: Callable[[int], str] = str
    read: Callable[[str], int] = int
    tiles: tuple[Bound, ...] = ()
    extent: str = ""
    onward: Callable[[], Iterator[Bound]] | None = None

    @property
    def name(self) -> str:
        return f"{self.low}..{self.high}"

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        if self.tiles and not inside:
            return self.tiles
        bound = dict(inside)
        first = self.read(bound[self.low]) if self.low in bound else None
        last = self.read(bound[self.high]) if self.high in bound else None
        middle = self._middle(first, last)
        if middle is None:
            return ()
        after = middle + 1 if self.disjoint else middle
        return (
            (*([(self.low, bound[self.low])] if first is not None else []), self._end(middle)),
            ((self.low, self.write(after)), *([self._end(last)] if last is not None else [])),
        )

    def around(
        self, count: Callable[[], int], within: range, patience: int = MAX_IDLE_PERIODS
    ) -> Iterator[Bound]:
        """Yield ranges as wide as that of the two known values, before and after it.

        A side ends where ``patience`` in a row raise no ``count`` of records, or where one is not
        ``within`` the values that may be asked.

        >>> list(Span("from", "to", lambda: [20, 29]).around(int, range(5, 45)))
        [(('from', '10'), ('to', '19')), (('from', '30'), ('to', '39'))]
        """
        first, last = self.known()
        for step in (first - last - 1, last - first + 1) if last >= first else ():
            idle, at = 0, first + step
            while idle < patience and at in within and at + last - first in within:
                before = count()
                yield (self.low, self.write(at)), (self.high, self.write(at + last - first))
                idle, at = 0 if count() > before else idle + 1, at + step

    def _end(self, value: int) -> tuple[str, str]:
        return (self.high, self.write(value))

    def _middle(self, first: int | None, last: int | None) -> int | None:
        """Return where to cut: the middle value seen inside, else halfway, else farther out."""
        low, high = -inf if first is None else first, inf if last is None else last
        if high - low < 1:
            return None
        known = sorted(self.known())
        inside = [value for value in known if low <= value <= high]
        ways = [inside[(len(inside) - 1) // 2]] if inside else []
        if abs(low) < inf and abs(high) < inf:
            ways.append(int((low + high) // 2))
        elif abs(low) < inf:
            ways.append(int(low) + max(FIRST_STEP, int(low) - max(known, default=int(low))))
        elif abs(high) < inf:
            ways.append(int(high) - max(FIRST_STEP, min(known, default=int(high)) - int(high)))
        return next((w for w in ways if abs(w) < MAX_VALUE and self._parts_at(w, low, high)), None)

    def _parts_at(self, middle: int, low: float, high: float) -> bool:
        """Whether both sides are smaller than the whole."""
        if self.disjoint:
            return low <= middle < high
        return low < middle < high

    def queries(self, caps: float) -> float:
        """Return the queries of halving: some records have no value at all."""
        return HALVING_QUERIES_PER_CAP * caps + HALVING_QUERIES + len(self.tiles)
