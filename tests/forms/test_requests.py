"""Requests as a browser makes them: own cases, each row with the reason it is there."""

import json
from pathlib import Path

import pytest
from form_tables import rows_of

from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces, read_form
from leadline.forms.roles.query_box import choose_submit_button
from leadline.forms.submit.submit import DEFAULT_BUTTON, submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse, parse_html
from leadline.page.plain import from_plain, to_plain
from tables import each_row

URL = "http://lib.test/catalogue/form.php?lang=en#top"
BASE = "http://lib.test/catalogue/"


def interface_of(html: str, charset: str = "utf-8", url: str = URL) -> QueryInterface:
    """The first form of the page, kept as JSON on the way as a store does."""
    headers = (("Content-Type", f"text/html; charset={charset}"),)
    page = Page(Request("GET", url), url, 200, headers, html.encode(charset))
    document = parse(page)
    form = next(document.elements("form"))
    first = next(one for one in find_interfaces(document) if one.node == form)
    return from_plain(QueryInterface, json.loads(json.dumps(to_plain(first, sparse=True))))


def button(interface: QueryInterface, name: str):  # type: ignore[no-untyped-def]
    return next(c for c in interface.controls if name in (c.name, c.value, c.element_id))


GET_CASES: list[tuple[str, str, dict[str, str], str]] = rows_of("get_requests.jsonl")


@pytest.mark.parametrize(
    ("html", "values", "url"), [c[1:] for c in GET_CASES], ids=[c[0] for c in GET_CASES]
)
def test_get(html: str, values: dict[str, str], url: str) -> None:
    sent = submit_form(interface_of(html), values)
    assert (sent.method, sent.url, sent.body) == ("GET", BASE + url, b"")


@each_row(__file__, "CHARSET_CASES", "page", "accept", "word", "query")
def test_charsets(page: str, accept: str, word: str, query: str) -> None:
    wish = f" accept-charset='{accept}'" if accept else ""
    html = f"<meta charset={page}><form action=f{wish}><input name=w></form>"
    assert submit_form(interface_of(html, page), {"w": word}).url == f"{BASE}f?{query}"


def test_post_in_gbk_keeps_the_query_of_the_action() -> None:
    html = (
        "<form method=POST action='f?库=1'><input name=书名><input type=submit name=ok value=检索>"
    )
    sent = submit_form(interface_of(html, "gbk"), {"书名": "家"})
    assert sent.url == f"{BASE}f?%BF%E2=1"
    assert sent.body == b"%CA%E9%C3%FB=%BC%D2&ok=%BC%EC%CB%F7"
    assert sent.headers == (("Content-Type", "application/x-www-form-urlencoded"),)


def test_charset_control_names_the_encoding_sent() -> None:
    html = "<form accept-charset=gb2312 action=f><input type=hidden name=_charset_>"
    assert submit_form(interface_of(html), {}).url == f"{BASE}f?_charset_=GBK"


def test_multipart_in_big5_is_the_same_every_time() -> None:
    html = (
        "<form method=post enctype=multipart/form-data action=f><textarea name='題\"名'></textarea>"
        "<input type=file name=up><button>送出</button>"
    )
    first, again = (submit_form(interface_of(html, "big5"), {'題"名': "家\n春"}) for _ in range(2))
    assert first == again
    boundary = dict(first.headers)["Content-Type"].partition("boundary=")[2].encode()
    parts = first.body.split(b"--" + boundary)
    assert parts[1] == (
        b'\r\nContent-Disposition: form-data; name="\xc3D%22\xa6W"\r\n\r\n\xaea\r\n\xacK\r\n'
    )
    assert b'name="up"; filename=""\r\nContent-Type: application/octet-stream' in parts[2]
    assert parts[3] == b"--\r\n"


def test_text_plain() -> None:
    html = "<form method=post enctype=text/plain action=f><input name=a value='1 2'><input name=b>"
    assert submit_form(interface_of(html), {"b": "é"}).body == "a=1 2\r\nb=é\r\n".encode()


@each_row(__file__, "BUTTON_CASES", "name", "method", "url")
def test_buttons(name: str, method: str, url: str) -> None:
    form = interface_of(
        "<form action=f><input name=w value=x><button name=one value=1>1</button>"
        "<input type=submit name=two value=2><input type=image name=map src=m.png>"
        "<button name=far value=1 formaction=other/f formmethod=POST>far</button>"
        "<button name=here value=1 formaction=''>here</button>"
    )
    sent = submit_form(form, {}, button(form, name))
    assert (sent.method, sent.url) == (method, BASE + url)
    assert submit_form(form, {}, None).url == f"{BASE}f?w=x", "no button at all"
    assert submit_form(form, {}, DEFAULT_BUTTON).url == f"{BASE}f?w=x&one=1", "the Enter key"


def test_base_href_and_page_url() -> None:
    html = "<base href='//other.test/x/'><form action='s y'><input name=w value=1>"
    assert submit_form(interface_of(html), {}).url == "http://other.test/x/s%20y?w=1"
    empty = "<base href='//other.test/x/'><form><input name=w value=1>"
    assert submit_form(interface_of(empty), {}).url == f"{BASE}form.php?w=1"


@pytest.mark.parametrize(
    "base", ["http://[", "javascript:go()", "data:,x", "//", "http://h:99999/"]
)
def test_a_base_that_is_no_web_address_counts_for_nothing_as_in_browsers(base: str) -> None:
    html = f"<base href='{base}'><form action=s><input name=w value=1>"
    assert submit_form(interface_of(html), {}).url == f"{BASE}s?w=1"


@pytest.mark.parametrize(("name", "said"), [("author", "named 'author'"), ("", "has no name")])
def test_unknown_control_is_named(name: str, said: str) -> None:
    with pytest.raises(UnsupportedForm, match=said):
        submit_form(interface_of("<form><input name=w>"), {name: "x"})


@pytest.mark.parametrize("action", ["javascript:go()", "mailto:a@b.test", "ftp://h/x", "http://["])
def test_actions_that_are_no_web_address(action: str) -> None:
    with pytest.raises(UnsupportedForm):
        submit_form(interface_of(f"<form action='{action}'><input name=w></form>"), {"w": "x"})


def test_a_disabled_box_is_sent_only_when_asked_for() -> None:
    form = interface_of("<form action=f><input name=w disabled value=x><input name=v value=1>")
    assert submit_form(form, {}).url == f"{BASE}f?v=1"
    assert submit_form(form, {"w": "y"}).url == f"{BASE}f?w=y&v=1"


def test_honeypots_go_out_as_served() -> None:
    html = (
        "<form action=f><input name=q><div style='display:none'><input name=url value=''></div>"
        "<button>Search</button>"
    )
    form = interface_of(html)
    assert [c.honeypot for c in form.controls] == [False, True, False]
    assert submit_form(form, {"q": "x"}, choose_submit_button(form)).url == f"{BASE}f?q=x&url="


def test_hostile_pages_take_linear_time() -> None:
    page = "<form>" + "<table><tr><td><input name=a><label for=b>x<select><option>" * 4000
    forms = find_interfaces(parse_html(page, URL))
    assert len(forms) == 1
    assert find_interfaces(parse_html("<form><fieldset disabled>" * 5000 + "<input name=q>", URL))
    assert find_interfaces(parse_html("<div><input><button>x</button>" * 5000, URL))
    assert find_interfaces(parse_html("<input name='" + "<form '" * 20000, URL)) is not None
    assert find_interfaces(parse_html("", URL)) == ()


@pytest.mark.gold
def test_a_form_read_alone_sends_what_the_whole_interface_sends(shared: Path) -> None:
    sent = 0
    for path in sorted((shared / "gold" / "forms" / "pages").rglob("*.html"))[:120]:
        document = parse_html(path.read_text(encoding="utf-8", errors="replace"), URL)
        for whole in find_interfaces(document):
            alone = read_form(document, whole.node)
            assert (alone is not None) is (whole.node >= 0 and document.tag[whole.node] == "form")
            if alone is not None and whole.action.startswith("http"):
                assert submit_form(alone, {}) == submit_form(whole, {})
                sent += 1
    assert sent > 100


@each_row(__file__, "FORM_READ_ALONE_KNOWS", "html")
def test_a_form_read_alone_knows_what_its_place_says(html: str) -> None:
    document = parse_html(html, URL)
    alone = read_form(document, next(document.elements("form")))
    assert alone is not None
    assert submit_form(alone, {}) == submit_form(find_interfaces(document)[0], {})
