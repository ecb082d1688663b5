# Holds: keys reduced to what stays
"""Links that carry a handle of the search do not make one record two."""

import re

import pytest
from in_memory import Ran
from trait_sites import Site, harvested, plain_source, with_handles

from amounts import further
from leadline.crawl.events import RecordsMerged
from leadline.crawl.state.packed_rows import KnownTexts
from leadline.crawl.state.record_keys import RecordKeys
from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.wrapper.identity.repair import learn_reduction
from leadline.wrapper.reading import PageReading, RecordRow
from leadline_zoo.data.tables import RECIPES, Table, make_table
from leadline_zoo.spec import Engine
from tables import each_row


def taken_ids(ran: Ran) -> set[str]:
    """Numbers of the records taken, read from their links."""
    links = [f.value for record in ran.records.values() for f in record.fields if f.kind == "link"]
    return {found[1] for link in links if (found := re.search(r"(?:id=|item/|-)(\d+)x?\b", link))}


@each_row(__file__, "a_record_is_one_whatever_search_its_link_names", "form", "by_request")
def test_a_record_is_one_whatever_search_its_link_names(form: str, by_request: bool) -> None:
    site = with_handles(form, plain_source("books", "table", count=800), by_request=by_request)
    ran = harvested(site).ran
    ids = {row["id"] for row in site.table.rows}
    assert len(taken_ids(ran) & ids) >= 0.995 * len(ids)
    assert len(ran.records) <= 1.005 * len(ids)
    assert len(ran.gets) <= 260


@pytest.mark.parametrize(
    ("table", "layout", "copies", "engine"),
    [
        ("books", "table", 2, Engine("and")),
        further("objects", "items", 3, Engine("and", empty="error", order="relevance")),
        ("zh_books", "brief", 4, Engine("and")),
    ],
)
def test_records_that_share_their_texts_stay_apart(
    table: str, layout: str, copies: int, engine: Engine
) -> None:
    base = make_table(table, 300 // copies)
    rows = tuple(
        {**row, "id": f"{copy}0{row['id']}"} for copy in range(copies) for row in base.rows
    )
    spec = plain_source(table, layout, engine=engine)
    result = harvested(Site(spec, Table(RECIPES[table], rows)))
    assert not [event for event in result.ran.events if isinstance(event, RecordsMerged)]
    assert result.recall >= 0.99


def test_a_page_that_is_read_twice_in_a_walk_says_nothing_for_its_keys() -> None:
    page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200, (), b"")

    def answer(handle: str) -> PageReading:
        rows = (RecordRow(f"h/item?s={handle}&n={n}", (), f"record {n}") for n in range(30))
        return PageReading(page, parse(page), tuple(rows))

    keys = RecordKeys()
    for _ in range(9):
        keys = keys.compared(answer("a1"), "", KnownTexts())
    keys = keys.compared(answer("b2"), "sea", KnownTexts())
    assert keys.reduction is not None
    assert keys.reduction.parameters == {"s"}


def test_what_differs_must_leave_the_keys_of_a_page_apart() -> None:
    pairs = [(f"h/item/{n}", f"h/item/{n + 100}") for n in range(6)]
    assert learn_reduction(pairs, [f"h/item/{n + 100}" for n in range(6)]) is None
