"""A served source whose records change from day to day: some are new, some changed, some gone.

>>> from random import Random
>>> from leadline_zoo.spec import SourceSpec
>>> with serve_changing(SourceSpec("tiny", "books", 100), "changed") as source:
...     day = source.pass_day(0.06, Random(1))
...     len(day.new), len(day.changed), len(day.gone), len(source.truth())
(2, 2, 2, 100)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from leadline_zoo.data.tables import Row, Table, fill, make_table
from leadline_zoo.site import Site
from leadline_zoo.source import ServedSource

if TYPE_CHECKING:
    from random import Random

    from leadline_zoo.spec import SourceSpec

Order = Literal["changed", "created", "oldest", "fixed"]
"""Place of changes in an answer: latest changed first, latest made first or last, anywhere."""
SPARE: Final = 2
"""Rows that are made for each row that is served: the rest is inserted later."""


@dataclass(frozen=True, slots=True)
class Day:
    """Ids of the rows that one day made, changed and removed."""

    new: frozenset[str]
    changed: frozenset[str]
    gone: frozenset[str]


class ChangingSource(ServedSource):
    """A source with an order; ``pass_day`` changes its rows while it is served."""

    def __init__(self, spec: SourceSpec, order: Order, port: int = 0) -> None:
        rows = make_table(spec.table, spec.count * SPARE, spec.seed).rows
        recipe = make_table(spec.table, 1, spec.seed).recipe
        super().__init__(spec, Table(recipe, rows[: spec.count]), port)
        self.order = order
        self._spare = [*rows[spec.count :]]

    def pass_day(self, share: float, rng: Random) -> Day:
        """Insert, change and remove a third each of ``share`` of the rows."""
        rows = [*self.site.table.rows]
        count = max(1, round(share * len(rows) / 3))
        chosen = rng.sample(rows, 2 * count)
        gone = {row["id"] for row in chosen[:count]}
        changed = {row["id"]: self._changed(row, rng) for row in chosen[count:]}
        new, self._spare = self._spare[:count], self._spare[count:]
        rows = [changed.get(row["id"], row) for row in rows if row["id"] not in gone]
        if self.order == "changed":
            latest = [*changed.values()]
            rows = [*new, *latest, *(row for row in rows if row["id"] not in changed)]
        elif self.order == "created":
            rows = [*new, *rows]
        elif self.order == "oldest":
            rows += new
        else:
            for row in new:
                rows.insert(rng.randrange(len(rows)), row)
        self.serve_rows(rows)
        ids = frozenset(row["id"] for row in new)
        return Day(ids, frozenset(changed), frozenset(gone))

    def _changed(self, row: Row, rng: Random) -> Row:
        """Give a row another value in one column; its title and id stay."""
        recipe = self.site.table.recipe
        columns = [name for name in recipe.columns if name != recipe.title]
        while True:
            column = rng.choice(columns)
            value = fill(rng.choice(recipe.columns[column]), rng, row, 1)
            if value != row[column]:
                return {**row, column: value}

    def hide_column(self, name: str) -> None:
        """Show a column no longer; raise ``KeyError`` where there is none of the name."""
        recipe = self.site.table.recipe
        left = {**recipe.columns}
        del left[name]
        self.site.table = replace(self.site.table, recipe=replace(recipe, columns=left))
        self.serve_rows([*self.site.table.rows])

    def truth_rows(self) -> list[Row]:
        """Return the rows of today."""
        return [*self.site.table.rows]

    def serve_rows(self, rows: list[Row]) -> None:
        """Serve these rows from now on."""
        site = Site(self.spec, replace(self.site.table, rows=tuple(rows)))
        site.log, site.sessions = self.site.log, self.site.sessions
        with self._lock:
            self.site = site


def serve_changing(spec: SourceSpec, order: Order, port: int = 0) -> ChangingSource:
    """Start a source whose rows stand in an order and change when a day passes."""
    return ChangingSource(spec, order, port)
