"""What stood in the way of a source is named: a script, or a login, only where it is so."""

from urllib.parse import urlsplit

import pytest
from in_memory import HOST, run

from leadline.crawl.entry.left_forms import why_no_form
from leadline.crawl.state.traffic import MAX_TAGS_IN_VAIN, Traffic
from leadline.errors import Blocked
from leadline.model import Page, Request
from leadline.page.dom import parse_html

SCRIPT = "<script>function postBack(t) { theForm.submit(); }</script>"
GET = "<form action=/find><label>Words <input name=q></label><button>Search</button></form>"
POST = GET.replace("<form", "<form method=post")
NUMBER = "<form action=/find><label>Permit no. <input name=n maxlength=6></label><button>Search"
FRAMES = "<html><frameset><frame src=/a><frame src=/b></frameset></html>"


@pytest.mark.parametrize(
    ("entry", "answer", "says"),
    [
        pytest.param(GET + SCRIPT, GET + SCRIPT, "drawn by a script", id="a shell"),
        pytest.param(
            POST + SCRIPT, POST + SCRIPT, "the server sends the form again", id="a form that posts"
        ),
        pytest.param(
            GET + SCRIPT,
            GET + SCRIPT + "<p>Choose a county first.",
            'it says "Choose a county first."',
            id="its own words",
        ),
        pytest.param(NUMBER, f"{NUMBER}<p>Not found", "one exact number (Permit no.)", id="number"),
        pytest.param(GET, "[" * 9_000, "neither the form nor a text", id="nested too deeply"),
        pytest.param(GET, FRAMES, "its answers are frames", id="frames"),
    ],
)
def test_why_no_word_found_anything(entry: str, answer: str, says: str) -> None:
    def reply(request: Request) -> Page:
        html = entry if request.url.endswith("/") else answer
        html = html if html == FRAMES else f"<html><body>{html}"
        return Page(request, request.url, 200, (), html.encode())

    reason = run(f"{HOST}/", reply, most=200).outcome.reason
    assert says in reason
    assert ("script" in reason) == ("script" in says)


@pytest.mark.parametrize("address", ["http://[", "http://[::1", "//[v1.]/", "http://h:99999/"])
def test_addresses_that_cannot_be_read_end_no_source(address: str) -> None:
    strange = f"<form action='{address}'><input name=q><button>Go</button></form>"
    strange += f"<a href='{address}'>Next</a><iframe src='{address}'></iframe>"

    def reply(request: Request) -> Page:
        word = request.url.rpartition("=")[2]
        found = [f"<li><a href=/b/{n}>{word} and stone {n}</a> 19{n}" for n in range(10, 30)]
        rows = f"<ul>{''.join(found)}</ul>" if len(word) == 3 else ""
        return Page(request, request.url, 200, (), f"<html>{GET}{rows}{strange}".encode())

    assert "leadline itself" not in run(f"{HOST}/", reply, most=200).outcome.reason


def test_a_login_beside_another_form_is_not_all_there_is() -> None:
    login = "<form>User <input name=u> <input type=password name=p></form>"
    contact = "<form method=post>Name <input name=n> E-mail <input name=m> <textarea></textarea>"
    only = why_no_form(parse_html(login, HOST))
    both = why_no_form(parse_html(f"{login}{contact}<button>Send</button></form>", HOST))
    assert only == "the page only has a login form; leadline does not log in"
    assert both == "the page has no search form, only: a contact form, a login form"


def test_pages_that_are_too_large_are_not_said_to_hold_nothing() -> None:
    request = Request("GET", HOST)
    with pytest.raises(Blocked, match="very large, and none could be read"):
        Traffic(tags_in_vain=MAX_TAGS_IN_VAIN).check(Page(request, HOST, 200), request, "word")


def test_a_list_that_was_walked_is_drawn_by_the_server() -> None:
    def reply(request: Request) -> Page:
        url = urlsplit(request.url)
        start = int(url.query.partition("start=")[2] or 0) if url.path == "/list" else 0
        rows = "".join(
            f"<tr><td><a href=/issue/{n}>{n}</a><td>Fault number {n} of part {n % 7}"
            for n in range(start, min(start + 20, 60))
        )
        more = f"<a href=/list?start={start + 20}>next &gt;&gt;</a>" if start < 40 else ""
        html = f"<html><body><h1>Issues</h1>{GET}</form>{SCRIPT}<table>{rows}</table>{more}"
        return Page(request, request.url, 200, (), html.encode())

    outcome = run(f"{HOST}/", reply, most=200).outcome
    assert "was walked to its end" in outcome.reason
    assert "script" not in outcome.reason
