# ruff: noqa: E501 (tables: one case a row)
"""Pages on the way to an answer: refreshes, forms that send themselves, waiting rooms."""

from __future__ import annotations

import pytest

from leadline.crawl.interstitial import hop_after, next_hop
from leadline.model import Page, Request
from leadline.page.dom import parse_html

URL = "http://h.test/s?q=x"

HOPS = [
    (
        "meta refresh",
        "<meta http-equiv=Refresh content='0;URL=res.jsp?id=3'>",
        "GET",
        "http://h.test/res.jsp?id=3",
    ),
    (
        "quotes around the address",
        "<meta http-equiv=refresh content=\"3; url='/r'\">Bitte warten",
        "GET",
        "http://h.test/r",
    ),
    (
        "a form that sends itself",
        "<body onload='document.forms[0].submit()'><form method=post action=/two><input type=hidden name=sid value=9></form>",
        "POST",
        "http://h.test/two",
    ),
    (
        "by a script",
        "<form id=f method=post action=/two><input type=hidden name=sid value=9><input type=submit value=go></form><script>document.getElementById('f').submit();</script>",
        "POST",
        "http://h.test/two",
    ),
    ("a clock that reloads itself", "<meta http-equiv=refresh content='30'>", "", ""),
    ("the same page again", "<meta http-equiv=refresh content='30;url=/s?q=x'>", "", ""),
    ("an hourly refresh", "<meta http-equiv=refresh content='3600;url=/other'>", "", ""),
    (
        "a search form with a script",
        "<form><input name=q></form><script>document.forms[0].submit()</script>",
        "",
        "",
    ),
    (
        "a page that asks to wait, with its form",
        "<p>正在检索，请稍候…</p><form action=/two><input type=hidden name=sid value=9><input type=submit value=继续></form>",
        "GET",
        "http://h.test/two?sid=9",
    ),
    (
        "a page that asks to wait, with one link",
        "<p>Please wait. <a href=/r?id=4>Continue</a></p>",
        "GET",
        "http://h.test/r?id=4",
    ),
    (
        "one of several links",
        "<p>Please wait. <a href=/r?id=4>Continue</a> <a href=/>Home</a></p>",
        "",
        "",
    ),
    ("a link on a page that does not wait", "<p>Nothing found. <a href=/help>Help</a></p>", "", ""),
    ("a refresh to a script", "<meta http-equiv=refresh content='0;url=javascript:x()'>", "", ""),
]


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
