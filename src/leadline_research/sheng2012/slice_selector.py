"""Slice cover as a selector of one source, for the bench.

Several values asked together are one query. ``AND`` (the unit separator, which no value holds)
joins its attributes and its values. Parts that no control splits are asked by the terms of their
own records.

>>> from leadline.model import Ask, Taken
>>> selector = SliceCover({"kind": ("print", "oil")}, cap=10)
>>> asked = selector.select().query
>>> asked, values_of(asked)
(Query(attribute='kind', value='print'), (('kind', 'print'),))
>>> selector.observe(Answer(Ask("s", asked), (Taken(1, frozenset()),), 1, 1, True))
>>> selector.select().query.value
'oil'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Query
from leadline.protocols import Prediction
from leadline.selection.forms.slice_cover import slice_cover
from leadline.selection.forms.slice_dimensions import Choices
from leadline_research.good1953.good_turing import GoodTuring

if TYPE_CHECKING:
    from collections.abc import Generator, Hashable, Mapping, Sequence

    from leadline.selection.forms.slice_cover import CoverResult
    from leadline.selection.forms.slice_dimensions import Bound

AND: Final = "\x1f"
"""Separator of attributes, and of values, that are asked together."""


def as_query(bound: Bound) -> Query:
    """Join values that are bound together into one query."""
    return Query(AND.join(name for name, _ in bound), AND.join(value for _, value in bound))


def values_of(query: Query) -> Bound:
    """Split a query into the values that it binds."""
    return tuple(zip(query.attribute.split(AND), query.value.split(AND), strict=True))


class SliceCover:
    """``Selector`` of slices of the columns with known values, then of words for the rest."""

    def __init__(
        self,
        choices: Mapping[str, Sequence[str]],
        *,
        cap: int = 0,
        page_size: int = 10,
        size: float | None = None,
    ) -> None:
        self._dimensions = [Choices.of(name, values) for name, values in choices.items()]
        self._cap, self._size = cap, size
        self._rest = GoodTuring(page_size=page_size, cap=cap, size=size)
        self._cover: Generator[Bound, Answer, CoverResult] | None = None
        self._next: Bound | None = None
        self._before: list[Answer] = []
        self._keys: dict[Hashable, None] = {}

    def observe(self, answer: Answer) -> None:
        """Learn from an answer; go on if it answers the current slice."""
        self._keys.update(dict.fromkeys(record.key for record in answer.records))
        self._rest.observe(answer)
        if self._cover is None:
            self._before.append(answer)
        elif self._next is not None and answer.ask.query == as_query(self._next):
            try:
                self._next = self._cover.send(answer)
            except StopIteration:
                self._next = None

    def select(self) -> Prediction | None:
        """Select the next slice; when all are taken, a word."""
        if self._cover is None and self._dimensions:
            self._cover = slice_cover(
                self._dimensions,
                size=int(self._size) if self._size is not None else None,
                cap=self._cap,
                shown=self._before,
                by_words=True,
            )
            self._next = next(self._cover, None)
        if self._next is not None:
            return Prediction(as_query(self._next), 1.0, 1.0)
        return self._rest.select()

    def estimate(self) -> float | None:
        """Return the given size, else the number of records taken."""
        return self._size if self._size is not None else float(len(self._keys))
