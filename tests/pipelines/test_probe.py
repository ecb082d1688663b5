"""Probing: which answers count, and which are a page that a word led straight to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from in_memory import Ran, run

from leadline.model import Page, Request

if TYPE_CHECKING:
    from collections.abc import Callable

FORM = "<form action=/find method=post><input type=search name=q><input type=submit></form>"
WORDS = "Old maps and charts of coasts, islands, rivers and harbours in our collection"


def results(word: str) -> str:
    rows = "".join(
        f"<li><a href=/map/{word}-{n}>Map {n}: {word}</a> A chart of the {word} coast, number {n}"
        for n in range(1, 9)
    )
    return f"<ul>{rows}</ul>"


def sent_on(to: str) -> Callable[[Request], Page]:
    """A source that sends every query on to another address, as many do after a POST."""

    def wire(request: Request) -> Page:
        word = request.body.decode().partition("q=")[2].partition("&")[0] if request.body else ""
        known = word.casefold() in WORDS.casefold().replace(",", "").split()
        body = results(word) if known else ("<p>No maps" if word else f"<p>{WORDS}</p>")
        url = request.url if request.method == "GET" else f"http://source.test{to}".format(q=word)
        html = f"<html><body><h1>Maps</h1>{FORM}{body}</body></html>"
        return Page(request, url, 200, (("Content-Type", "text/html"),), html.encode())

    return wire


@pytest.mark.parametrize("to", ["/list?words={q}", "/found/{q}/"], ids=["list", "query in path"])
def test_a_form_that_is_sent_on_to_the_list_is_no_jump(to: str) -> None:
    ran: Ran = run("http://source.test/", sent_on(to))
    assert ran.outcome.state in {"complete", "exhausted"}, ran.outcome.reason
    assert ran.outcome.records >= 16


def test_a_word_that_leads_to_a_record_of_its_own_is_a_jump() -> None:
    lists = sent_on("/list?words={q}")

    def wire(request: Request) -> Page:
        page = lists(request)
        return page if b"q=maps" not in request.body else sent_on("/map/7")(request)

    ran: Ran = run("http://source.test/", wire)
    assert any("led straight" in getattr(event, "text", "") for event in ran.events)
