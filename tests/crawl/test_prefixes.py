"""Which texts tell that an engine finds beginnings (sites: ``tests/sites``)."""

from leadline.crawl.parts.prefixes import Prefix, finds_prefixes
from tables import each_row


@each_row(__file__, "TELLING", "query", "texts", "told", sequence=list)
def test_what_tells_that_beginnings_are_found(query: str, texts: list[str], told: bool) -> None:
    assert finds_prefixes({query: texts}, ["Best of all", "By the sea", "Ben"]) is told


def test_what_a_longer_beginning_brings_counts_for_all_that_begin_it() -> None:
    first = Prefix("b", None, owed=5)
    longest = Prefix("bes", Prefix("be", first, owed=3), owed=2)
    longest.note(2)
    assert (first.owed, longest.owed) == (3, 0)
