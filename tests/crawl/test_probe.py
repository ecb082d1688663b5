# Holds: words that the page shows; texts of options as words
"""Probing: nonsense, then words, until two answers hold records worth learning from."""

from collections.abc import Callable

import pytest
from in_memory import HOST

from leadline.crawl.events import Get, Notice
from leadline.crawl.probe.probes import MAX_PROBES, Probes, why_silent
from leadline.crawl.probe.words import (
    MIN_EQUAL_PAGES,
    QUERIES_FOR_EVERYTHING,
    WORDS_BEFORE_EMPTY_QUERY,
    language,
    own_text,
    probe,
)
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.errors import FetchError
from leadline.forms.find import find_interfaces
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse, parse_html
from leadline.wrapper.region_choice import ProbePage
from result_pages import LAYOUTS, Book, books, menu, page, recent, related
from tables import each_row

SHOW = LAYOUTS["state_classes"]
ENTRY = """<html lang=en><head><title>Town library</title></head><body>
<nav>Home Opening Hours Contact</nav><header>Navigator</header>
<form action=/search><input name=q><select name=t><option>Ships<option>Rivers</select>
<input type=submit value=Search></form>
<h1>Our whale books</h1><p>The harbour and the whale, lanterns, meadows: harbour books.</p>
<footer>Copyright Foundation</footer>{more}</body></html>"""

Answering = Callable[[str], "Page | FetchError | str | list[Book]"]

FORM = QueryInterface("", HOST, HOST, "GET", ())
EMPTY = ProbePage(parse_html("<h1>Library</h1>", HOST), "")


def probed(answering: Answering, more: str = "") -> tuple[Probes, list[str], list[Notice]]:
    """What probing a library brings that answers each query so."""
    entry = parse_html(ENTRY.replace("{more}", more), f"{HOST}/")
    source = SourceState(CrawlTask("s", entry.url))
    source.use(find_interfaces(entry)[0])
    crawl, asked = probe(source, entry), []
    reply = None
    try:
        while True:
            event = crawl.send(reply)
            reply = None
            if isinstance(event, Get):
                asked.append(event.query or "")
                reply = _answer(event.request, asked[-1], answering(asked[-1]))
    except StopIteration as end:
        notes = [one for one in source.journal.drain() if isinstance(one, Notice)]
        return end.value, asked, notes


def _answer(
    request: Request, query: str, answer: Page | FetchError | str | list[Book]
) -> Page | FetchError:
    if isinstance(answer, list):
        answer = page(query, answer, SHOW, beside=(menu, related, recent)).html
    if isinstance(answer, str):
        return Page(request, request.url, 200, (), answer.encode())
    return answer


def holding(**counts: int) -> Answering:
    return lambda query: books(query, counts.get(query, 0))


def test_two_productive_words_are_enough_beside_a_query_for_everything() -> None:
    found, asked, _ = probed(holding(whale=10, harbour=10, books=10))
    assert len(found.nonsense) == 2
    assert len(found.answers) == 2
    assert asked[3] == QUERIES_FOR_EVERYTHING[0]
    assert len(asked) == 5
    assert found.is_enough


def test_nonsense_is_asked_first_and_is_on_no_page() -> None:
    _, asked, _ = probed(holding(whale=10, harbour=10))
    words = [word for text in asked[:2] for word in text.split()]
    assert len(words) == 3
    assert not any(word in ENTRY for word in words)


def test_short_answers_are_kept_but_a_longer_one_is_looked_for() -> None:
    found, asked, _ = probed(holding(whale=3, harbour=3, books=3, lanterns=9))
    assert "lanterns" in asked
    assert len(found.answers) >= 3
    assert found.most_records == 9


def test_words_of_short_answers_are_asked_when_all_others_brought_little() -> None:
    """A register of names: one common word finds two, whose own words find many."""
    short = books("of", 2)
    own = short[0].author.split(",")[0]
    counts = {"of": 2, own: 9}
    found, asked, _ = probed(holding(**counts))
    assert own in asked
    assert asked.index(own) > asked.index("of")
    assert found.most_records == 9


def test_words_of_menu_header_footer_and_form_are_not_asked_before_those_of_the_text() -> None:
    _, asked, _ = probed(holding())
    empty, *others = QUERIES_FOR_EVERYTHING
    assert asked.index(empty) == 2 + WORDS_BEFORE_EMPTY_QUERY
    resort = asked.index(others[0])
    assert asked[resort : resort + len(others)] == others
    assert 10 <= resort - 3 <= MAX_PROBES
    text = [word for word in ("whale", "harbour", "lanterns", "meadows") if word in asked]
    assert len(text) == 4
    assert not {"opening", "hours", "navigator", "copyright", "foundation"} & set(asked)


def test_a_page_that_is_always_the_same_is_soon_given_up() -> None:
    static = (
        "<html><body><h1>Library</h1><div id=app></div><script src=/a.js></script></body></html>"
    )
    found, asked, _ = probed(lambda query: static, "<h1>Library</h1>")
    assert len(asked) == 2 + MIN_EQUAL_PAGES
    assert found.is_scripted
    assert "script" in why_silent(found, FORM, EMPTY)


def test_an_echo_is_no_answer() -> None:
    found, _, _ = probed(lambda query: f"<h1>{query}</h1><p>{query} was not found.</p>" * 3)
    assert found.answers == []
    assert found.unanswered == found.asked


def test_a_jump_to_a_record_is_noted_and_no_answer() -> None:
    def answering(query: str) -> Page | list[Book]:
        if query != "whale":
            return books(query, 10 if query in ("harbour", "books") else 0)
        request = Request("GET", f"{HOST}/search?q=whale")
        shown = page("whale", books("whale", 10), SHOW).html.encode()
        return Page(request, f"{HOST}/book/7", 200, (), shown)

    found, _, notes = probed(answering)
    assert len(found.answers) == 2
    assert "'whale' led straight to a page that is no result list" in notes[0].text


def test_being_sent_on_to_the_list_is_no_jump() -> None:
    def answering(query: str) -> Page:
        request = Request("GET", f"{HOST}/search?q={query.replace(' ', '+')}")
        shown = page(query, books(query, 8 if query in ("whale", "harbour") else 0), SHOW)
        url = f"{HOST}/list/{query.replace(' ', '+')}/" if query else request.url
        return Page(request, url, 200, (), shown.html.encode())

    found, _, notes = probed(answering)
    assert not any("led straight" in note.text for note in notes)
    assert len(found.answers) == 2


@pytest.mark.parametrize("status", [404, 410, 500, 503, 403])
def test_words_that_bring_an_error_are_counted_and_the_rest_is_asked(status: int) -> None:
    def answering(query: str) -> Page | list[Book]:
        if query == "whale":
            return Page(Request("GET", f"{HOST}/search"), f"{HOST}/search", status)
        return books(query, 8 if query in ("harbour", "books") else 0)

    found, _, _ = probed(answering)
    assert found.errors == 1
    assert str(status) in found.last_error
    assert len(found.answers) == 2


def test_nonsense_may_be_answered_with_404() -> None:
    def answering(query: str) -> Page | list[Book]:
        if query in ("whale", "harbour"):
            return books(query, 9)
        request = Request("GET", f"{HOST}/search")
        return Page(request, f"{HOST}/search", 404, (), b"<h1>Not found</h1>")

    found, _, _ = probed(answering)
    assert len(found.nonsense) == 2
    assert len(found.answers) == 2


def test_a_form_that_answers_nonsense_with_errors_only_is_not_asked_on() -> None:
    def answering(query: str) -> Page:
        return Page(Request("GET", f"{HOST}/search"), f"{HOST}/search", 400)

    found, asked, _ = probed(answering)
    assert len(asked) == 2
    assert "400" in why_silent(found, FORM, EMPTY)


@each_row(__file__, "TEXTS", "html", "text")
def test_own_text_is_what_is_outside_of_the_frame(html: str, text: str) -> None:
    assert own_text(parse_html(html, HOST)) == text


@pytest.mark.parametrize(
    ("html", "said"),
    [("<html lang=de>", "de"), ("<html><body lang=fr>", "fr"), ("<p lang=it>x", ""), ("", "")],
)
def test_the_language_a_page_says_it_is_in(html: str, said: str) -> None:
    page = Page(Request("GET", HOST), HOST, 200, (), html.encode())
    assert language(parse(page)) == said
