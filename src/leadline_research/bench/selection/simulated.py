"""A source in memory that answers queries over known records page by page, as an engine does.

Records come in a fixed order of rank. With a cap only the first ``cap`` records of an answer are
reached, and the answer says so.

>>> oil, ink = Query("", "oil"), Query("", "ink")
>>> records = [Taken(n, frozenset({oil})) for n in range(25)] + [Taken(99, frozenset({ink}))]
>>> source = SimulatedSource("art", records, page_size=10, cap=20)
>>> answer = source.ask(oil)
>>> len(answer.records), answer.interactions, answer.total, answer.complete
(20, 2, 25, False)
>>> source.ask(Query("", "gold")).interactions
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Ask, Query, Taken
from leadline_research.sheng2012.slice_selector import AND, values_of
from leadline_research.xian2012.interactions import interactions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


SIMULATED_PAGE_SIZE: Final = 10
"""Records on a page of a simulated source."""


class SimulatedSource:
    """One database behind a keyword box; ``records`` in order of rank."""

    def __init__(
        self,
        key: str,
        records: Sequence[Taken],
        *,
        page_size: int = SIMULATED_PAGE_SIZE,
        cap: int = 0,
        states_total: bool = True,
    ) -> None:
        self.key = key
        self.records = tuple(records)
        self.page_size, self.cap = page_size, cap
        self.states_total = states_total
        self._holding: dict[Query, list[int]] = {}
        for place, record in enumerate(self.records):
            for term in record.terms:
                self._holding.setdefault(term, []).append(place)

    def __len__(self) -> int:
        return len(self.records)

    def matching(self, query: Query) -> int:
        """Count the records that match: num(q, DB)."""
        return len(self._holding.get(query, ()))

    def _places(self, query: Query) -> list[int]:
        """List the places of records that match; of values asked together, all of them."""
        if AND not in query.attribute:
            return self._holding.get(query, [])
        lists = [self._holding.get(Query(*pair), []) for pair in values_of(query)]
        lists.sort(key=len)
        found = set(lists[0]).intersection(*lists[1:])
        return sorted(found)

    def choices(self, most: int = 4) -> dict[str, tuple[str, ...]]:
        """Return the columns of fewest values with all values, as a form's selects show them."""
        values: dict[str, list[str]] = {}
        for query in sorted(self._holding):
            values.setdefault(query.attribute, []).append(query.value)
        several = [name for name, known in values.items() if name and len(known) > 1]
        several.sort(key=lambda name: (len(values[name]), name))
        return {name: tuple(values[name]) for name in several[:most]}

    def reaches(self) -> Iterator[tuple[Query, list[int], int]]:
        """Yield every query with results, the record places it reaches, and its pages."""
        for query in sorted(self._holding):
            places = self._holding[query]
            pages = interactions(len(places), page_size=self.page_size, cap=self.cap)
            yield query, places[: self.cap] if self.cap else places, pages

    def ask(self, query: Query) -> Answer:
        """Answer a query: all records up to the cap."""
        places = self._places(query)
        reached = places[: self.cap] if self.cap else places
        return Answer(
            Ask(self.key, query),
            tuple([self.records[place] for place in reached]),
            interactions=interactions(len(places), page_size=self.page_size, cap=self.cap),
            total=len(places) if self.states_total else None,
            exact=self.states_total,
            complete=len(reached) == len(places),
        )
