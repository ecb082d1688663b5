"""Two sources that hold much of the same, shown in two ways: what one brings helps with the other.

Both find nothing without a word. The second hides what lies beyond the first hundred hits, so it
cannot be taken by a few broad words.

>>> first, second = overlapping("books", 100, shared=0.7)
>>> mine, yours = ({row["id"] for row in one.table.rows} for one in (first, second))
>>> len(mine), len(yours), len(mine & yours)
(100, 100, 70)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from leadline_zoo.data.tables import Table, make_table
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

if TYPE_CHECKING:
    from leadline_zoo.source import ServedSource

CAP: Final = 100
PAGE: Final = 20

Match = Literal["and", "or"]
Order = Literal["fixed", "relevance"]


@dataclass(frozen=True, slots=True)
class Half:
    """One source of a pair: how it behaves, and its part of the table."""

    spec: SourceSpec
    table: Table

    def serve(self) -> ServedSource:
        """On a loopback port."""
        from leadline_zoo.source import serve

        return serve(self.spec, self.table)


def overlapping(
    name: str,
    count: int,
    *,
    shared: float,
    cap: int = CAP,
    page: int = PAGE,
    match: Match = "and",
    order: Order = "fixed",
) -> tuple[Half, Half]:
    """Two sources of ``count`` records of one table each, so large a share of them the same.

    The second shows ``page`` of at most ``cap`` hits in this order; ``match`` says what two words
    find.
    """
    apart = count - round(shared * count)
    whole = make_table(name, count + apart)
    mine, yours = (Table(whole.recipe, rows) for rows in (whole.rows[:count], whole.rows[apart:]))
    first = SourceSpec(f"{name}-1", name, count, engine=Engine(empty="nothing"))
    second = SourceSpec(
        f"{name}-2", name, count, look=Look("definitions"), pager=Pager("offset", page),
        engine=Engine(empty="help", cap=cap, match=match, order=order),
    )  # fmt: skip
    return Half(first, mine), Half(second, yours)
