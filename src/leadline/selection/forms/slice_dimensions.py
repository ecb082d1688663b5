"""The controls that a slice cover parts a source by: choices, several bound together, ranges.

Each says what its parts are and about how many queries parting takes
(``selection.forms.slice_cover``).

>>> Choices("kind", ("print", "oil")).parts(())
((('kind', 'print'),), (('kind', 'oil'),))
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Bound = tuple[tuple[str, str], ...]
"""Values by control name."""

ROOM: Final = 1.5
"""Choices of unlike size split well where there are so many times more of them than caps in it."""

STEP: Final = 16
FARTHEST: Final = 10**12
"""The first step past all values seen, and where no value is any more."""

SPAN_FACTOR: Final = 3.0
SPAN_BASE: Final = 8.0
"""What halving costs a cap that is full, and what makes a short list of choices the better cut."""


class Dimension(Protocol):
    """A control, or the two ends of a range, that parts what it is bound beside."""

    @property
    def name(self) -> str:
        """How it is told from others."""

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        """The parts of everything, or of one of its own parts; none where it splits no more."""

    def queries(self, caps: float) -> float:
        """About how many queries it takes to part so many caps full."""


@dataclass(frozen=True, slots=True)
class Choices:
    """A select, a group of boxes, or a box of which all values are known."""

    name: str
    values: tuple[str, ...]

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        return () if inside else tuple(((self.name, value),) for value in self.values)

    def queries(self, caps: float) -> float:
        """One for each choice, and the rest of the way by others where they are too few."""
        count = len(self.values)
        return count if count >= ROOM * caps else count + 2.0 * caps


@dataclass(frozen=True, slots=True)
class Pairs:
    """Several controls bound together, by what they are bound to (the tiles of a range)."""

    name: str
    tiles: tuple[Bound, ...]

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        return () if inside else self.tiles

    def queries(self, caps: float) -> float:
        return Choices(self.name, ("",) * len(self.tiles)).queries(caps)


@dataclass(frozen=True, slots=True)
class Span:
    """A range of numbers between two boxes, halved as often as need be; open at both ends.

    ``known`` tells values seen so far; ``disjoint``: whole numbers, so that two halves need not
    share the value between them.

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

    @property
    def name(self) -> str:
        return f"{self.low}..{self.high}"

    def parts(self, inside: Bound) -> tuple[Bound, ...]:
        held = dict(inside)
        first = self.read(held[self.low]) if self.low in held else None
        last = self.read(held[self.high]) if self.high in held else None
        middle = self._middle(first, last)
        if middle is None:
            return ()
        after = middle + 1 if self.disjoint else middle
        return (
            (*([(self.low, held[self.low])] if first is not None else []), self._end(middle)),
            ((self.low, self.write(after)), *([self._end(last)] if last is not None else [])),
        )

    def _end(self, value: int) -> tuple[str, str]:
        return (self.high, self.write(value))

    def _middle(self, first: int | None, last: int | None) -> int | None:
        """Where to cut: at the middle value seen inside, else halfway, else ever farther out."""
        low, high = -inf if first is None else first, inf if last is None else last
        if high - low < 1:
            return None
        known = sorted(self.known())
        inside = [value for value in known if low <= value <= high]
        ways = [inside[(len(inside) - 1) // 2]] if inside else []
        if abs(low) < inf and abs(high) < inf:
            ways.append(int((low + high) // 2))
        elif abs(low) < inf:
            ways.append(int(low) + max(STEP, int(low) - max(known, default=int(low))))
        elif abs(high) < inf:
            ways.append(int(high) - max(STEP, min(known, default=int(high)) - int(high)))
        return next((w for w in ways if abs(w) < FARTHEST and self._parts_at(w, low, high)), None)

    def _parts_at(self, middle: int, low: float, high: float) -> bool:
        """Whether both sides are smaller than the whole."""
        if self.disjoint:
            return low <= middle < high
        return low < middle < high

    def queries(self, caps: float) -> float:
        """Each overflowing part costs one for its halves, and some records have no value."""
        return SPAN_FACTOR * caps + SPAN_BASE
