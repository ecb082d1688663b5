"""Small sources that show all they have cost their checks, and little more."""

from dataclasses import replace

from trait_sites import Site, harvested, plain_source

from leadline_zoo.spec import Engine, Pager
from tables import each_row


@each_row(__file__, "SMALL", "table", "layout", "count", "size", "most")
def test_a_small_source_is_taken_at_the_cost_of_its_checks(
    table: str, layout: str, count: int, size: int, most: int
) -> None:
    spec = plain_source(table, layout, engine=Engine("and"), pager=Pager("next", size))
    result = harvested(Site(replace(spec, count=count)))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.ran.outcome.level != "stopped"
    assert result.requests <= most
