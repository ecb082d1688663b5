# Holds: strips of links
"""Next pages proposed from one page: kinds, languages, traps, locators on later pages."""

# ruff: noqa: E501 - a row of a table stays on one line

import pytest

from leadline.model import Control, QueryInterface, Request
from leadline.page.dom import Document, parse_html
from leadline.wrapper.pager.labels import read_pager
from leadline.wrapper.pager.propose import follow, propose_next
from tables import each_row, read_rows

H = "http://h.test"


def page(html: str, url: str = f"{H}/s?q=sea", charset: str = "utf-8") -> Document:
    return parse_html(html, url, charset)


def first(document: Document, interface: QueryInterface | None = None) -> str | None:
    """What the best proposal leads to: an address, a button or a postback."""
    for proposal in propose_next(document, interface):
        if proposal.request is not None:
            return proposal.request.url.removeprefix(H)
        return str(
            proposal.button or (proposal.action and tuple(v for _, v in proposal.action.sets))
        )
    return None


RECORDS = "".join(
    f'<div class=r><a href="/item/{i}">A record about the sea, number {i}</a><p>some words</p></div>'
    for i in range(5)
)

# url of the page, its pager, the next page, why
FOUND = read_rows(__file__, "FOUND", "url", "html", "wanted", "why")


@pytest.mark.parametrize(("url", "html", "wanted", "why"), FOUND, ids=[row[3] for row in FOUND])
def test_the_best_proposal(url: str, html: str, wanted: str | None, why: str) -> None:
    assert first(page(f"<h1>Sea</h1>{RECORDS}{html}", H + url)) == wanted, why


@each_row(__file__, "a_calendar_is_no_pager", "cell")
def test_a_calendar_is_no_pager(cell: str) -> None:
    days = "".join(
        "<tr>" + "".join(cell.format(w * 7 + d) for d in range(1, 8)) + "</tr>" for w in range(4)
    )
    html = days if "<span>" in cell else f"<table>{days}</table>"
    assert read_pager(page(f"{html}<a href='/2016/04'>»</a>")).labels == {}


OMEGA = """<form action=/search method=GET><input name=P value=sea><input type=hidden name=DB value=x>
<input type=hidden name=xP value="sea&#9;"><input type=submit value=Search>{records}
<input type=submit name="[" value=1 {off1}><input type=submit name="[" value=2 {off2}>
<input type=submit name="[" value=3><input type=submit name=">" value="&gt;"></form>"""


def keyword_interface() -> QueryInterface:
    return QueryInterface("", H, f"{H}/search", "GET", (Control("P", "text"),))


def test_submit_buttons_of_the_query_form() -> None:
    html = OMEGA.format(records=RECORDS, off1="disabled", off2="")
    offers = propose_next(page(html), keyword_interface())
    assert [(p.button, p.number) for p in offers] == [(("[", "2"), 2), ((">", ">"), 2)]
    assert all(p.request is None and p.form_node >= 0 for p in offers)


def test_a_form_of_hidden_fields_pages_a_kept_query() -> None:
    html = "<form action=/more><input type=hidden name=set value=77><input type=submit name=go value='Next 20'></form>"
    assert [p.button for p in propose_next(page(html), keyword_interface())] == [("go", "Next 20")]
    assert propose_next(page(html.replace("<form", "<form method=post")), keyword_interface()) == ()


def test_buttons_of_other_forms_are_left_alone() -> None:
    html = "<form><input name=mail><input type=submit name=go value=Next></form>"
    assert propose_next(page(html), keyword_interface()) == ()


@pytest.mark.parametrize("which", [0, 1])
def test_a_button_is_followed_to_later_pages(which: int) -> None:
    start = propose_next(
        page(OMEGA.format(records="", off1="disabled", off2="")), keyword_interface()
    )
    later = page(OMEGA.format(records="", off1="", off2="disabled"))
    found = follow(later, start[which].locator, interface=keyword_interface())
    assert found is not None
    assert found.button == (("[", "3"), (">", ">"))[which]


def test_a_keyset_token_plays_no_part_in_the_locator() -> None:
    one = page('<p class=next><a href="/t?_next=9&x=1">Next page</a></p>', f"{H}/t?x=1")
    learned = propose_next(one)[0].locator
    later = page(
        '<p class=next><a href="/t?_next=zK%7E~8&x=1">Next page</a></p>', f"{H}/t?_next=9&x=1"
    )
    found = follow(later, learned)
    assert found is not None
    assert found.request == Request("GET", f"{H}/t?_next=zK%7E~8&x=1")
    assert follow(page("<p class=next>Next page</p>", f"{H}/t?_next=zK"), learned) is None


NUMBERS = "<div class=pg>{}</div>"


def test_a_cursor_of_numbers_has_no_order() -> None:
    """Newest first, the key of the next page is smaller."""
    html = '<p><a href="?before={}">Next</a></p>'
    learned = propose_next(page(html.format(1200), f"{H}/t"))[0].locator
    found = follow(page(html.format(1180), f"{H}/t?before=1200"), learned)
    assert found is not None
    assert found.request == Request("GET", f"{H}/t?before=1180")


def numbers(current: int, last: int) -> str:
    parts = [
        f"<b>{n}</b>" if n == current else f'<a href="?q=sea&start={(n - 1) * 10}">{n}</a>'
        for n in range(1, last + 1)
    ]
    return NUMBERS.format(" ".join(parts))


def test_numbers_are_followed_by_current_plus_one() -> None:
    learned = propose_next(page(numbers(1, 5)))[0].locator
    assert learned.via == "number"
    for current in range(2, 5):
        found = follow(
            page(numbers(current, 5), f"{H}/s?q=sea&start={(current - 1) * 10}"), learned
        )
        assert found is not None
        assert found.number == current + 1
        assert found.request is not None
        assert found.request.url == f"{H}/s?q=sea&start={current * 10}"
    assert follow(page(numbers(5, 5), f"{H}/s?q=sea&start=40"), learned) is None


def test_at_the_end_of_a_block_the_next_block_is_followed() -> None:
    start = (
        '<p><b>1</b> <a href="?page=2">2</a> <a href="?page=11"><img alt="다음 10페이지"></a></p>'
    )
    learned = propose_next(page(start, f"{H}/s"))[0]
    assert (learned.via, learned.number) == ("number", 2)
    for onward in ('<img alt="다음 10페이지">', "...", "»", "&gt;&gt;"):
        end = f'<p><a href="?page=1">«</a> <a href="?page=9">9</a> <b>10</b> <a href="?page=11">{onward}</a></p>'
        found = follow(page(end, f"{H}/s?page=10"), learned.locator)
        assert found is not None
        assert found.request == Request("GET", f"{H}/s?page=11")


@each_row(__file__, "THE_LAST_PAGE", "last", "why")
def test_the_last_page(last: str, why: str) -> None:
    learned = propose_next(page('<div><a class="n" href="?q=sea&p=2">Next</a></div>'))[0].locator
    assert follow(page(last, f"{H}/s?q=sea&p=3"), learned) is None, why


def test_of_two_equal_arrows_the_one_that_leads_on_is_followed() -> None:
    arrows = (
        '<p><a href="?q=sea&p={}"><img src=a.gif></a> <a href="?q=sea&p={}"><img src=a.gif></a></p>'
    )
    start = page(f'<p><a class=next href="?q=sea&p=2"></a></p>{RECORDS}')
    assert first(start) == "/s?q=sea&p=2"
    twin = '<p><a class=next href="?q=sea&p={}"></a><a class=next href="?q=sea&p={}"></a></p>'
    found = follow(page(twin.format(2, 4), f"{H}/s?q=sea&p=3"), propose_next(start)[0].locator)
    assert found is not None
    assert found.request is not None
    assert found.request.url.endswith("p=4")
    assert first(page(arrows.format(2, 4), f"{H}/s?q=sea&p=3")) == "/s?q=sea&p=4"


def test_a_postback_is_followed() -> None:
    html = """<form method=post><table>{}</table></form>"""
    one = "<td>1<td><a href=\"javascript:__doPostBack('g','Page$2')\">2</a>"
    two = (
        "<td><a href=\"javascript:__doPostBack('g','Page$1')\">1</a><td>2"
        "<td><a href=\"javascript:__doPostBack('g','Page$3')\">3</a>"
    )
    learned = propose_next(page(html.format("<tr>" + one), f"{H}/s.aspx"))[0]
    assert learned.action is not None
    assert (learned.via, learned.action.sets[1][1], learned.form_node >= 0) == (
        "number",
        "Page$2",
        True,
    )
    found = follow(page(html.format("<tr>" + two), f"{H}/s.aspx"), learned.locator)
    assert found is not None
    assert found.action is not None
    assert [value for _, value in found.action.sets] == ["g", "Page$3"]


def test_a_postback_beside_its_form_sends_the_form_with_its_field() -> None:
    html = (
        "<form action=/letter><input name=mail></form><table><tr><td>1<td>"
        "<a href=\"javascript:__doPostBack('g','Page$2')\">2</a></table>"
        "<form method=post id=f><input type=hidden name=__EVENTTARGET></form>"
    )
    document = page(html, f"{H}/s.aspx")
    assert document.attribute(propose_next(document)[0].form_node, "id") == "f"


def test_both_readings_of_a_doubled_sign_are_proposed() -> None:
    """The caller finds out by contiguity which of them was the last page."""
    html = '<a href="?q=sea&page=2">›</a> <a href="?q=sea&page=9">»</a>'
    assert [p.request.url[-1] for p in propose_next(page(html)) if p.request] == ["2", "9"]


def test_query_bytes_keep_the_charset_of_the_page() -> None:
    html = '<a href="?q=花&page=2">下一页</a>'
    assert first(page(html, f"{H}/s", charset="gb18030")) == "/s?q=%BB%A8&page=2"


def test_labels_are_what_the_page_says() -> None:
    """For the labelled pages a blog's older posts are what their own arrow or class call them."""
    html = '<a href="/b/page/3">← Older posts</a> <a href="/b/page/1">Newer posts →</a>'
    document = page(html, f"{H}/b/page/2")
    assert read_pager(document).labels == {0: "PREV", 1: "NEXT"}
    assert first(document) == "/b/page/3"


HOSTILE = [
    "",
    "<",
    "<a href>",
    "<a href='http://['>Next</a>",
    "<a href='//'>2</a><a href='//:x'>3</a>",
    "<a href='?p=%'>Next</a>",
    "<a href='?p=" + "9" * 500 + "'>Next</a>",
    "<a href='?" + "a=1&" * 5000 + "'>2</a>",
    "<a href=?p=2>" + "Next " * 5000 + "</a>",
    "<a>" * 3000 + "<a href=?p=2>Next",
    "<div>" * 5000 + "<a href=?p=2>2</a>",
    "".join(f"<a href=?p={i}>{i}</a> " for i in range(5000)),
    "<a href=?p=2>\u202e2\u202c</a>",
    "<a href=?p=2>²</a>",
    "<a href='javascript:__doPostBack(" + "'" * 3000 + "'>2</a>",
    "<form><input type=submit name=x value=2>" * 500,
    "<a href='?p=1'>" + "1" * 4000 + "</a>",
    "<select>" + "<option value='/?p=2'>2" * 3000,
    "<a href=?p=2>①</a><a href=?p=3>Ⅷ</a>",
]


@pytest.mark.parametrize("html", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_pages_are_read_to_the_end(html: str) -> None:
    document = page(html)
    assert isinstance(read_pager(document).labels, dict)
    for proposal in propose_next(document, keyword_interface()):
        follow(document, proposal.locator)


def test_a_link_that_style_hides_is_no_next_page() -> None:
    page = (
        "<style>.t{{left:-5000px}}</style>{}<div class=t><a rel=next href='?page=2'>Next</a></div>"
    )
    results = "<ul>" + "<li>one record" * 5 + "</ul>"
    url = "http://h.test/s?q=a"
    assert propose_next(parse_html(page.format(results).replace("-5000", "0"), url))
    assert not propose_next(parse_html(page.format(results), url))
