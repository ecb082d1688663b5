# ruff: noqa: E501 (a table: one case a row)
"""Requests as a browser makes them: own cases, each row with the reason it is there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces, read_form
from leadline.forms.roles.query_box import choose_submit_button
from leadline.forms.serialize import interface_from_dict, interface_to_dict
from leadline.forms.submit.submit import DEFAULT_BUTTON, submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse, parse_html

if TYPE_CHECKING:
    from pathlib import Path

URL = "http://lib.test/catalogue/form.php?lang=en#top"
BASE = "http://lib.test/catalogue/"


def interface_of(html: str, charset: str = "utf-8", url: str = URL) -> QueryInterface:
    """The first form of the page, kept as JSON on the way as a store does."""
    headers = (("Content-Type", f"text/html; charset={charset}"),)
    page = Page(Request("GET", url), url, 200, headers, html.encode(charset))
    document = parse(page)
    form = next(document.elements("form"))
    first = next(one for one in find_interfaces(document) if one.node == form)
    return interface_from_dict(json.loads(json.dumps(interface_to_dict(first))))


def button(interface: QueryInterface, name: str):  # type: ignore[no-untyped-def]
    return next(c for c in interface.controls if name in (c.name, c.value, c.element_id))


GET_CASES = [
    (
        "the action's own query is replaced",
        "<form action='find?old=1'><input name=w value=x></form>",
        {},
        "find?w=x",
    ),
    (
        "an empty action is the page without its query",
        "<form action=''><input name=w value=x>",
        {},
        "form.php?w=x",
    ),
    (
        "white space and breaks around an action are dropped",
        "<form action=' fi\nnd '><input name=w>",
        {"w": "1"},
        "find?w=1",
    ),
    (
        "an action of a query alone drops that query",
        "<form action='?p=1'><input name=w value=x>",
        {},
        "form.php?w=x",
    ),
    ("a fragment is never sent", "<form action='find#list'><input name=w value=x>", {}, "find?w=x"),
    (
        "a tilde is encoded, a star is not",
        "<form action=find><input name=w value='~*-._'>",
        {},
        "find?w=%7E*-._",
    ),
    (
        "reserved marks and quotes",
        '<form action=find><input name=w value="a=b&c\'d/é">',
        {},
        "find?w=a%3Db%26c%27d%2F%C3%A9",
    ),
    (
        "the first submit button is the default",
        "<form action=f><input name=w value=x><input type=submit name=s value=Go><input type=submit name=t value=No>",
        {},
        "f?w=x&s=Go",
    ),
    (
        "a button outside by form= is first in tree order",
        "<button form=k name=early value=1>Go</button><form id=k action=f><input name=w value=x><button name=late value=2>",
        {},
        "f?early=1&w=x",
    ),
    (
        "a disabled default button is passed over",
        "<form action=f><input name=w value=x><button name=a value=1 disabled>a</button><button name=b value=2>b",
        {},
        "f?w=x&b=2",
    ),
    (
        "a button without a name sends nothing",
        "<form action=f><input name=w value=x><button value=1>Go</button>",
        {},
        "f?w=x",
    ),
    (
        "type=button and reset are never sent",
        "<form action=f><input type=button name=b value=1><input name=w value=x><button type=reset name=r value=1>",
        {},
        "f?w=x",
    ),
    (
        "nested disabled fieldset, legend of the outer one open",
        "<form action=f><fieldset disabled><legend><input name=l value=1><fieldset disabled><input name=i value=2></fieldset></legend><legend><input name=m value=3></legend></fieldset><input name=w value=x>",
        {},
        "f?l=1&w=x",
    ),
    (
        "a checkbox without value says on",
        "<form action=f><input type=checkbox name=c checked><input type=checkbox name=d><input name=w value=x>",
        {},
        "f?c=on&w=x",
    ),
    (
        "checkbox group set by a list",
        "<form action=f><input type=checkbox name=c value=1 checked><input type=checkbox name=c value=2><input type=checkbox name=c value=3>",
        {"c": ["2", "3"]},
        "f?c=2&c=3",
    ),
    (
        "checkbox group cleared by an empty list",
        "<form action=f><input type=checkbox name=c value=1 checked><input name=w value=x>",
        {"c": []},
        "f?w=x",
    ),
    (
        "radio set by value",
        "<form action=f><input type=radio name=r value=all checked><input type=radio name=r value=new>",
        {"r": "new"},
        "f?r=new",
    ),
    (
        "option text folded, value absent",
        "<form action=f><select name=s><option>  Old\n Maps </select>",
        {},
        "f?s=Old+Maps",
    ),
    (
        "an empty option value stays empty",
        "<form action=f><select name=s><option value=''>Any<option>A</select>",
        {},
        "f?s=",
    ),
    (
        "options of a disabled optgroup are not chosen",
        "<form action=f><select name=s><optgroup disabled label=x><option>A</optgroup><optgroup label=y><option>B</optgroup></select>",
        {},
        "f?s=B",
    ),
    (
        "selected but disabled sends nothing",
        "<form action=f><select name=s><option selected disabled value=a>A<option value=b>B</select><input name=w value=x>",
        {},
        "f?w=x",
    ),
    (
        "last of several selected wins in a drop-down",
        "<form action=f><select name=s><option selected>A<option selected>B<option>C</select>",
        {},
        "f?s=B",
    ),
    (
        "a list box chooses nothing by itself",
        "<form action=f><select name=s size=4><option>A<option>B</select><input name=w value=x>",
        {},
        "f?w=x",
    ),
    (
        "multiple select set by a list",
        "<form action=f><select name=s multiple><option selected>A<option>B<option>C</select>",
        {"s": ["B", "C"]},
        "f?s=B&s=C",
    ),
    (
        "a value the select does not list is sent (page sizes)",
        "<form action=f><select name=n><option>10<option>20</select>",
        {"n": "500"},
        "f?n=500",
    ),
    (
        "repeated names are filled in order",
        "<form action=f><input name=w><input name=w><input name=w value=z>",
        {"w": ["a", "b"]},
        "f?w=a&w=b&w=z",
    ),
    (
        "textarea: first break dropped, others CR LF",
        "<form action=f><textarea name=t>\n\na\r\nb</textarea>",
        {},
        "f?t=%0D%0Aa%0D%0Ab",
    ),
    (
        "breaks in a text box are dropped",
        "<form action=f><input name=w value='a&#10;b'>",
        {},
        "f?w=ab",
    ),
    (
        "number, range and colour start as browsers start them",
        "<form action=f><input type=number name=n value=ten><input type=range name=r min=10 max=20><input type=color name=c>",
        {},
        "f?n=&r=15&c=%23000000",
    ),
    (
        "a bad date is empty, a good one stays",
        "<form action=f><input type=date name=a value='1.2.2020'><input type=date name=b value=2020-02-01>",
        {},
        "f?a=&b=2020-02-01",
    ),
    (
        "dirname: direction of the text",
        "<form action=f><p dir=rtl><input name=w value=x dirname=w.dir></p>",
        {},
        "f?w=x&w.dir=rtl",
    ),
    (
        "dirname with dir=auto reads the value",
        "<form action=f><input name=w dirname=d dir=auto>",
        {"w": "שלום"},
        "f?w=%D7%A9%D7%9C%D7%95%D7%9D&d=rtl",
    ),
    (
        "nothing inside a datalist is sent",
        "<form action=f><datalist><input name=in value=1></datalist><input name=w value=x>",
        {},
        "f?w=x",
    ),
    (
        "nothing inside a template is sent",
        "<form action=f><template><input name=in value=1></template><input name=w value=x>",
        {},
        "f?w=x",
    ),
    (
        "a nested form is not opened, its controls belong to the outer",
        "<form action=f><form action=g><input name=a value=1></form><input name=w value=x>",
        {},
        "f?a=1",
    ),
    (
        "a form cut by a stray </div> keeps its controls",
        "<div><form action=f><input name=a value=1></div><p><input name=w value=x></p></form><input name=z value=z>",
        {},
        "f?a=1&w=x",
    ),
    (
        "rows of a table after the form's element closed",
        "<table><tr><form action=f><td><input name=a value=1><td><select name=s><option>A</select></tr><tr><td><input name=w value=x></form></table><input name=z>",
        {},
        "f?a=1&s=A&w=x",
    ),
    (
        "form= of another form takes a control away",
        "<form action=f><input name=a value=1><input name=b value=2 form=g></form><form id=g action=g></form>",
        {},
        "f?a=1",
    ),
    (
        "an unknown method is GET",
        "<form action=f method=search><input name=w value=x>",
        {},
        "f?w=x",
    ),
    (
        "_charset_ in capitals is filled too",
        "<form action=f><input type=hidden name=_CHARSET_ value=old><input name=w value=x>",
        {},
        "f?_CHARSET_=UTF-8&w=x",
    ),
    ("an empty form still asks", "<form action=f></form>", {}, "f?"),
    (
        "hidden values go out as served",
        "<form action=f><input type=hidden name=token value=' a\tb '><input name=w value=x>",
        {},
        "f?token=+a%09b+&w=x",
    ),
    (
        "an unusual but valid name",
        "<form action=f><input name='a[b c]' value=1>",
        {},
        "f?a%5Bb+c%5D=1",
    ),
]


@pytest.mark.parametrize(
    ("html", "values", "url"), [c[1:] for c in GET_CASES], ids=[c[0] for c in GET_CASES]
)
def test_get(html: str, values: dict[str, str], url: str) -> None:
    sent = submit_form(interface_of(html), values)
    assert (sent.method, sent.url, sent.body) == ("GET", BASE + url, b"")


CHARSET_CASES = [
    ("GBK page", "gbk", "", "鲁迅", "w=%C2%B3%D1%B8"),
    ("GB2312 label means GBK", "gb2312", "", "鲁迅", "w=%C2%B3%D1%B8"),
    ("GBK page, rare character as a reference", "gbk", "", "𠀀", "w=%26%23131072%3B"),
    ("GBK sends the euro sign in one byte", "gbk", "", "€", "w=%80"),
    ("GBK page, emoji between words", "gbk", "", "书😀", "w=%CA%E9%26%23128512%3B"),
    ("Big5 page", "big5", "", "魯迅", "w=%BE%7C%A8%B3"),
    ("Big5 has no simplified characters", "big5", "", "鲁迅", "w=%26%2340065%3B%A8%B3"),
    ("Big5 never sends the Hong Kong rows", "big5", "", "嘅", "w=%26%2322021%3B"),
    ("accept-charset beats the page", "utf-8", "big5", "書名", "w=%AE%D1%A6W"),
    ("first known label of a list", "utf-8", "x-none, gb2312 utf-8", "书", "w=%CA%E9"),
    ("only unknown labels mean UTF-8", "gbk", "x-none", "书", "w=%E4%B9%A6"),
    ("an empty accept-charset is no wish", "gbk", "", "书", "w=%CA%E9"),
    ("GB18030 keeps its four bytes", "utf-8", "gb18030", "𠀀", "w=%952%826"),
    ("UTF-16 sends UTF-8", "utf-8", "utf-16", "é", "w=%C3%A9"),
    ("Latin-1 is Windows-1252", "iso-8859-1", "", "naïve", "w=na%EFve"),
    ("Latin-1 and the euro sign", "utf-8", "iso-8859-1", "5 €", "w=5+%80"),
    ("Cyrillic", "windows-1251", "", "поиск", "w=%EF%EE%E8%F1%EA"),
    ("KOI8-R", "koi8-r", "", "ок", "w=%CF%CB"),
    ("Shift_JIS", "shift_jis", "", "検索", "w=%8C%9F%8D%F5"),
    ("EUC-JP with a vendor character", "euc-jp", "", "検①", "w=%B8%A1%AD%A1"),
    ("EUC-KR", "euc-kr", "", "검색", "w=%B0%CB%BB%F6"),
    ("Latin page, Chinese words", "windows-1252", "", "书", "w=%26%2320070%3B"),
]


@pytest.mark.parametrize(
    ("page", "accept", "word", "query"),
    [c[1:] for c in CHARSET_CASES],
    ids=[c[0] for c in CHARSET_CASES],
)
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


BUTTON_CASES = [
    ("a clicked second button", "two", "GET", "f?w=x&two=2"),
    ("an image button sends its point", "map", "GET", "f?w=x&map.x=0&map.y=0"),
    ("formaction and formmethod", "far", "POST", "other/f"),
    ("an empty formaction is the page", "here", "GET", "form.php?w=x&here=1"),
]


@pytest.mark.parametrize(
    ("name", "method", "url"), [c[1:] for c in BUTTON_CASES], ids=[c[0] for c in BUTTON_CASES]
)
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


def test_unknown_control_is_named() -> None:
    with pytest.raises(UnsupportedForm, match="'author'"):
        submit_form(interface_of("<form><input name=w>"), {"author": "x"})


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


@pytest.mark.parametrize(
    "html",
    [
        "<form action=f><fieldset disabled><input name=w value=x></fieldset><input name=v value=1>",
        "<form action=f><input name=q dirname=d dir=rtl value=x><button name=b value=1>Go</button>",
        "<button form=k name=early value=1>Go</button><form id=k action=f><input name=w value=x>",
        "<form action=f accept-charset=gbk><input name=w value=&#x6d77;>",
    ],
    ids=["disabled by its place", "direction", "a button outside", "encoding"],
)
def test_a_form_read_alone_knows_what_its_place_says(html: str) -> None:
    document = parse_html(html, URL)
    alone = read_form(document, next(document.elements("form")))
    assert alone is not None
    assert submit_form(alone, {}) == submit_form(find_interfaces(document)[0], {})
