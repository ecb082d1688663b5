# ruff: noqa: E501 (pages in one line)
"""Whole journeys over small servers in this process: what one page hands to the next request."""

from urllib.parse import parse_qsl, urljoin, urlsplit

from leadline.crawl.interstitial import next_hop
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.forms.roles.query_box import choose_submit_button
from leadline.forms.submit.submit import submit_form
from leadline.model import Request
from leadline.page.dom import Document, parse_html
from tables import each_row

HOST = "http://h.test"
MOST_HOPS = 3


def sent(request: Request) -> dict[str, str]:
    text = request.body.decode() if request.method == "POST" else urlsplit(request.url).query
    return dict(parse_qsl(text, keep_blank_values=True))


class WebForms:
    """Pages of one form: every answer has a new view state, and only the newest is taken."""

    def __init__(self) -> None:
        self.state = 0

    def page(self, request: Request | None = None) -> Document:
        values = sent(request) if request else {}
        if request and values.get("__VIEWSTATE") != f"vs/{self.state}==":
            return parse_html("<h1>Server Error</h1><p>Validation of viewstate failed", HOST)
        number = int(values.get("__EVENTARGUMENT", "Page$1").rpartition("$")[2] or 1)
        self.state += 1
        links = "".join(
            f"<a href=\"javascript:__doPostBack('ctl00$grid','Page${n}')\">{n}</a> "
            for n in range(1, 4)
        )
        word = values.get("ctl00$q", "")
        html = (
            f"<form method=post action=list.aspx><input type=hidden name=__VIEWSTATE value='vs/{self.state}=='>"
            "<input type=hidden name=__EVENTTARGET><input type=hidden name=__EVENTARGUMENT>"
            f"<input name='ctl00$news' placeholder='Your e-mail'><input name='ctl00$q' value='{word}'>"
            f"<input type=submit name='ctl00$go' value=Search><p>page {number} of {word}</p>{links}</form>"
        )
        return parse_html(html, f"{HOST}/list.aspx")


def test_view_state_goes_from_page_to_page() -> None:
    server = WebForms()
    form = find_interfaces(server.page())[0]
    button = choose_submit_button(form)
    assert button is not None
    page = server.page(submit_form(form, {"ctl00$q": "tide"}, button))
    seen = [page.visible_text(0)]
    for number in (2, 3):
        calls = [page.attribute(a, "href").split("'")[1::2] for a in page.elements("a")]
        target, argument = next(call for call in calls if call[1] == f"Page${number}")
        values = {"__EVENTTARGET": target, "__EVENTARGUMENT": argument}
        request = submit_form(find_interfaces(page)[0], values, None)
        assert "ctl00$go" not in sent(request)  # no button is pressed by the script
        page = server.page(request)
        seen.append(page.visible_text(0))
    assert [f"page {n} of tide" in text for n, text in enumerate(seen, 1)] == [True] * 3


def test_an_old_view_state_is_an_error_page() -> None:
    server = WebForms()
    form = find_interfaces(server.page())[0]
    server.page()
    answer = server.page(submit_form(form, {"ctl00$q": "tide"}, choose_submit_button(form)))
    assert "Validation of viewstate failed" in answer.visible_text(0)


def waiting_rooms(request: Request) -> str:
    """Search, a page that waits, a page that sends itself, the answer."""
    path, values = urlsplit(request.url).path, sent(request)
    if path == "/find":
        return (
            f"<meta http-equiv=refresh content='1;url=/wait?ticket=7&q={values['q']}'>Please wait"
        )
    if path == "/wait":
        fields = "".join(f"<input type=hidden name={k} value={v}>" for k, v in values.items())
        return f"<body onload='document.f.submit()'><form name=f method=post action=/got>{fields}"
    return f"<p>2 results for {values['q']} by ticket {values['ticket']}</p>"


def test_waiting_rooms_are_passed() -> None:
    form = find_interfaces(parse_html("<form action=/find><input name=q></form>", HOST))[0]
    request: Request | None = submit_form(form, {"q": "tide"})
    hops = []
    while request is not None and len(hops) <= MOST_HOPS:
        page = parse_html(waiting_rooms(request), request.url)
        hops.append((request.method, urlsplit(request.url).path))
        hop = next_hop(page)
        request = hop.request if hop is not None else None
    assert hops == [("GET", "/find"), ("GET", "/wait"), ("POST", "/got")]
    assert "2 results for tide by ticket 7" in page.visible_text(0)


@each_row(__file__, "a_session_is_sent_as_served", "action")
def test_a_session_is_sent_as_served(action: str) -> None:
    base = action.partition("?")[0]
    held = "".join(
        f"<input type=hidden name={name} value={value}>"
        for name, value in parse_qsl(urlsplit(action).query)
        if name != "q"
    )
    html = f"<form action='{base}'>{held}<input name=q><button>Search</button></form>"
    form = find_interfaces(parse_html(html, HOST))[0]
    url = submit_form(form, {"q": "x"}, choose_submit_button(form)).url
    assert sorted(url.replace("?", "&").split("&")) == sorted(
        urljoin(HOST, action).replace("?", "&").split("&")
    )


TOWNS = {"1": ["Bari", "Roma"], "2": ["Lyon", "Brest"]}


def journeys(land: str = "") -> Document:
    lands = "".join(
        f"<option value={n}{' selected' if n == land else ''}>{name}"
        for n, name in (("1", "Italy"), ("2", "France"))
    )
    towns = "".join(f"<option value={name.lower()}>{name}" for name in TOWNS.get(land, ()))
    html = (
        f"<form action=/t><select name=land onchange='this.form.submit()'><option value=''>Country"
        f"{lands}</select><select name=town><option value=''>First choose a country{towns}</select>"
        "<button>Search</button></form>"
    )
    return parse_html(html, HOST)


def test_a_dependent_select_is_read_after_its_parent_is_chosen() -> None:
    form = find_interfaces(journeys())[0]
    land, town = form.controls[:2]
    assert (land.depends_on, town.depends_on) == ("", "land")
    chosen = sent(submit_form(form, {"land": "2"}, choose_submit_button(form)))["land"]
    whole = fill_dependents(form, find_interfaces(journeys(chosen))[0])
    assert [c.text for c in whole.controls[1].choices[1:]] == ["Lyon", "Brest"]
    assert whole.controls[1].depends_on == ""
    request = submit_form(whole, {"land": "2", "town": "brest"}, choose_submit_button(whole))
    assert request.url == f"{HOST}/t?land=2&town=brest"
