"""Which texts tell that an engine finds beginnings (sites: ``tests/sites``)."""

from leadline.crawl.parts.prefixes import finds_prefixes
from tables import each_row


@each_row(__file__, "TELLING", "query", "texts", "told", sequence=list)
def test_what_tells_that_beginnings_are_found(query: str, texts: list[str], told: bool) -> None:
    assert finds_prefixes({query: texts}, ["Best of all", "By the sea", "Ben"]) is told
