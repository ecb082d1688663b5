"""Pairs of overlapping sources with different layouts, to test knowledge shared between sources.

Neither answers an empty query. The second shows only the first hundred hits, so a few broad words
cannot harvest it.

>>> first, second = overlapping("books", 100, shared=0.7)
>>> left, right = ({row["id"] for row in each.table.rows} for each in (first, second))
>>> len(left), len(right), len(left & right)
(100, 100, 70)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from leadline_zoo.data.tables import Table, make_table
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec

if TYPE_CHECKING:
    from leadline_zoo.source import ServedSource

DEFAULT_CAP: Final = 100
DEFAULT_PAGE_SIZE: Final = 20

Match = Literal["and", "or"]
Order = Literal["fixed", "relevance"]


@dataclass(frozen=True, slots=True)
class PairedSource:
    """A source of a pair: its spec and its part of the table."""

    spec: SourceSpec
    table: Table

    def serve(self) -> ServedSource:
        """Serve the source on a loopback port."""
        from leadline_zoo.source import serve

        return serve(self.spec, self.table)


def overlapping(
    name: str,
    count: int,
    *,
    shared: float,
    cap: int = DEFAULT_CAP,
    page: int = DEFAULT_PAGE_SIZE,
    match: Match = "and",
    order: Order = "fixed",
) -> tuple[PairedSource, PairedSource]:
    """Make two sources of ``count`` records each, of which a share is common to both.

    The second shows at most ``cap`` hits in ``order``, ``page`` on a page; ``match`` combines the
    words of its queries.
    """
    apart = count - round(shared * count)
    whole = make_table(name, count + apart)
    left, right = (Table(whole.recipe, rows) for rows in (whole.rows[:count], whole.rows[apart:]))
    first = SourceSpec(f"{name}-1", name, count, engine=Engine(empty="nothing"))
    second = SourceSpec(
        f"{name}-2",
        name,
        count,
        look=Look("definitions"),
        pager=Pager("offset", page),
        engine=Engine(empty="help", cap=cap, match=match, order=order),
    )
    return PairedSource(first, left), PairedSource(second, right)
