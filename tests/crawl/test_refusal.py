# Holds: pauses that a page asks for; signs of a refusal
"""What is a refusal, what only looks like one, and how many are enough."""

from dataclasses import replace
from itertools import product

import pytest
from in_memory import HOST, run

from leadline.crawl.answer_kind import refuses_short
from leadline.crawl.entry.content_type import describe_other_content
from leadline.crawl.refusal import RefusalCount, sign_of_refusal, stated_pause
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.model import Page, Request
from leadline.page.dom import parse_html
from tables import each_row

NOTHING = "<h1>Search</h1><form><input name=q></form><p>No records matched your search.</p>"


def sign(html: str, usual: str = NOTHING, query: str = "") -> str:
    return sign_of_refusal(
        parse_html(html, "http://h.test/"), [parse_html(usual, "http://h.test/")], query
    )


@each_row(__file__, "SIGNS", "html", "found")
def test_signs(html: str, found: str) -> None:
    assert sign(html) == found


def test_what_stands_on_every_page_is_no_sign() -> None:
    badge = NOTHING + "<footer>This site is protected by reCAPTCHA</footer>"
    login = NOTHING + "<form><input type=password></form>"
    assert sign(badge, usual=badge) == ""
    assert sign(login, usual=login) == ""
    assert sign(login, usual=badge) == "a login form"


def test_the_echo_of_a_query_is_no_sign() -> None:
    assert sign("<p>No results for «Captcha»", query="captcha") == ""


def answer(status: int) -> Page:
    return Page(Request("GET", "http://h.test/"), "http://h.test/", status)


@each_row(__file__, "how_many_are_enough", "statuses", "purpose", "enough")
def test_how_many_are_enough(statuses: list[int], purpose: str, enough: bool) -> None:
    refusals = RefusalCount()
    for status in statuses:
        _, refusals = refusals.with_status(answer(status), purpose)
    assert refusals.is_enough is enough


def test_two_signs_are_no_refusal_yet() -> None:
    refusals = RefusalCount().with_sign("a captcha")[1].with_sign("a captcha")[1]
    assert not refusals.is_enough
    assert refusals.with_sign("a captcha")[1].is_enough


WHAT_IS_NO = [
    (b"<p>Hello", "text/html", ""),
    (b"<p>Hello", "", ""),
    (b"Plain words, <b>and</b> tags", "text/plain", ""),
    (b"<?xml version='1.0'?><html><form>", "application/xhtml+xml", ""),
    (b"<form>", "application/json", ""),
    (b"<html><form>", "application/pdf", ""),
    (b"%PDF-1.7", "text/html", "a PDF file"),
    (b'{"records": []}', "text/html", "JSON data"),
    (b"a,b\n1,2", "text/csv", "a CSV table"),
    (b"\x00\x01\x02", "application/x-thing", "a file of the type application/x-thing"),
    (b"", "text/html", "empty"),
]


@pytest.mark.parametrize(("body", "kind", "said"), WHAT_IS_NO)
def test_what_is_no_web_page(body: bytes, kind: str, said: str) -> None:
    page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200, (("Content-Type", kind),))
    assert describe_other_content(Page(page.request, page.url, 200, page.headers, body)) == said


@each_row(__file__, "A_TIME_TO", "text", "seconds")
def test_a_time_to_wait_is_read(text: str, seconds: int) -> None:
    assert stated_pause(text) == seconds


def test_flood_control_is_waited_for_and_kept_from_then_on() -> None:
    """A search right after another is refused, unless it comes a second time, as after a pause."""
    ends = ("ford", "hill", "low")
    towns = [f"{start}{end}" for start in ("ash", "bex", "car", "dun", "esk") for end in ends]
    items = [f"The {one} and the {two} {n}" for n, (one, two) in enumerate(product(towns, towns))]
    form = "<form action=/find><input name=q><button>Search</button></form>"
    latest = [""]

    def reply(request: Request) -> Page:
        word, html = request.url.rpartition("q=")[2], form
        if request.url.endswith("/"):
            html = f"{form}<p>Towns: {' '.join(towns[:4])}"
        elif latest[0] not in ("", request.url):
            latest[0], html = request.url, f"{form}<p>Versuche es in 7 Sekunden erneut.</p>"
        else:
            latest[0] = request.url
            found = [one for one in items if word and word.casefold() in one.casefold().split()]
            html += "".join(f"<li><a href=/item/{one[-3:]}>{one}</a>, a view" for one in found)
            html += "" if found else "<p>Nichts gefunden.</p>"
        return Page(request, request.url, 200, (), f"<html lang=de><body>{html}".encode())

    ran = run(f"{HOST}/", reply, most=400)
    assert len(ran.records) == len(items)
    later = [get for get in ran.gets[20:] if get.query is not None]
    assert min(get.delay for get in later) == 7


def test_flood_control_without_end_stops_the_crawl() -> None:
    page = b"<form action=/find><input name=q></form><p>Please try again in 5 seconds.</p>"

    def reply(request: Request) -> Page:
        return Page(request, request.url, 200, (), page if "q=" in request.url else page[:41])

    ran = run(f"{HOST}/", reply, most=100)
    assert "asks to wait" in ran.outcome.reason
    assert len(ran.gets) < 20


@each_row(
    __file__,
    "a_word_shorter_than_all_that_were_answered_is_refused_for_that",
    "word",
    "status",
    "is_short",
)
def test_a_word_shorter_than_all_that_were_answered_is_refused_for_that(
    word: str, status: int, is_short: bool
) -> None:
    source = SourceState(CrawlTask("views", HOST))
    answered = source.traffic.unread.with_letters(3, is_order=False)
    page = Page(Request("GET", HOST), HOST, status)
    assert not refuses_short(source, page, word)
    source.become(replace(source.traffic, unread=answered))
    assert refuses_short(source, page, word) == is_short
