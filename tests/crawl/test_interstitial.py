# Holds: pages that lead on by themselves; a way to the records
"""Pages on the way to an answer: refreshes, forms that send themselves, waiting rooms."""

import pytest

from leadline.crawl.interstitial import hop_after, next_hop
from leadline.model import Page, Request
from leadline.page.dom import parse_html
from tables import read_rows

URL = "http://h.test/s?q=x"

HOPS = read_rows(__file__, "HOPS", "case", "html", "method", "url")


@pytest.mark.parametrize(("html", "method", "url"), [h[1:] for h in HOPS], ids=[h[0] for h in HOPS])
def test_hops(html: str, method: str, url: str) -> None:
    found = next_hop(parse_html(html, URL))
    assert (found.request.method if found else "") == method
    assert (found.request.url if found else "") == url


def test_a_hop_carries_what_the_form_holds() -> None:
    found = next_hop(parse_html(HOPS[2][1], URL))
    assert found is not None
    assert found.request.body == b"sid=9"


def test_a_table_that_waits_for_its_rows_is_no_page_that_leads_on() -> None:
    rows = "<tr><td>Loading, please wait...</td></tr>"
    for head, leads_on in (("<tr><th>Name</th></tr>", False), ("", True)):
        html = f"<table>{head}{rows}</table><script src=draw.js></script>".encode()
        asked = Request("GET", "http://h.test/students")
        assert (hop_after(Page(asked, asked.url, 200, (), html)) is not None) is leads_on
