"""An address that holds a query already: the harvest says that it takes more than that."""

from leadline.crawl.events import Notice
from leadline_zoo.in_memory import SiteWire, run_crawl
from leadline_zoo.spec import SourceSpec
from tables import each_row

TINY = SourceSpec("tiny", "books", 30)


@each_row(
    __file__, "a_query_in_the_address_is_told_to_be_dropped", "address", "told", sequence=list
)
def test_a_query_in_the_address_is_told_to_be_dropped(address: str, told: list[str]) -> None:
    wire = SiteWire(TINY)
    run = run_crawl(f"http://source.test{address}", wire)
    notices = [one.text for one in run.events if isinstance(one, Notice)]
    about = {text.partition("dropped: ")[0] for text in notices if "the address asks" in text}
    assert about == {text.removesuffix("dropped: ") for text in told}
    assert len(run.records) == TINY.count
