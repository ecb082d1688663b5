# Holds: the total of a narrow word; totals by behaviour
"""The total is the number that behaves like it, whatever words stand beside it."""

import pytest
from in_memory import Ran
from trait_sites import AnnouncingSite, announcing, harvested, plain_source

from amounts import further
from leadline_zoo.pages.view import View
from leadline_zoo.site import Site
from tables import each_row

ENOUGH_TO_ASK = 800
"""Records of a source that is asked ten words at least."""


def closed_totals(ran: Ran) -> dict[str, int]:
    """The totals that were believed, by query."""
    closed = [event for event in ran.events if type(event).__name__ == "QueryClosed"]
    return {event.query: event.total for event in closed if event.total is not None}


def hits(site: Site, query: str) -> int:
    """What the engine has for a query."""
    return len(site.index.search(query).rows)


@each_row(__file__, "ANNOUNCED", "statement", "table", "layout")
def test_a_total_is_read_whatever_announces_it(statement: str, table: str, layout: str) -> None:
    site = announcing(statement, plain_source(table, layout, count=ENOUGH_TO_ASK))
    result = harvested(site)
    totals = closed_totals(result.ran)
    assert len(totals) >= 10
    assert all(hits(site, query) == total for query, total in totals.items())
    assert result.recall >= 0.99


class CountingSite(AnnouncingSite):
    """States numbers that are no totals."""

    answers = 0

    def total_statement(self, view: View, shown: int) -> str:
        """A serial number, a time, the rows of the page, the number of pages."""
        self.answers += 1
        milliseconds = sum(map(ord, view.query)) % 90 + 10
        return self.statement.format(
            serial=1000 + self.answers, ms=milliseconds, shown=shown, pages=view.pages
        )


@pytest.mark.parametrize(
    "statement", ["Set {serial}", further("{ms} ms"), further("{shown} here"), "{pages} sheets"]
)
def test_other_numbers_are_no_totals(statement: str) -> None:
    site = CountingSite(plain_source("people", "items"))
    site.statement = statement
    assert not closed_totals(harvested(site).ran)
