"""The call behind a page is learned from what was observed, and only from what explains it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.script.call import Call
from leadline.script.data_wrapper import DataWrapper
from leadline.script.learner import learn_call
from leadline.script.observed import Observed, Sighting
from leadline.script.paging import learn_paging
from leadline_zoo.scripted.records import chinese, english
from leadline_zoo.scripted.sources import ScriptedSource

HOST = "http://source.test"
NONSENSE = "qwzuxok"


def graphql(word: str, page: int, before: Any) -> Request:
    after = before["data"]["places"]["pageInfo"]["endCursor"] if before else None
    values = {"text": word, "first": 12, "after": after}
    body = {"operationName": "Find", "query": "query Find { places }", "variables": values}
    return Request("POST", f"{HOST}/graphql", JSON_TYPE, json.dumps(body).encode())


def cursor(word: str, page: int, before: Any) -> Request:
    more = f"&cursor={before['next_cursor']}" if before else ""
    return Request("GET", f"{HOST}/api/places?q={quote(word)}{more}")


def form(word: str, page: int, before: Any) -> Request:
    body = urlencode({"keyword": word, "pageNo": page, "pageSize": 10, "t": len(word) + page})
    return Request("POST", f"{HOST}/api/list", (), body.encode())


def path(word: str, page: int, before: Any) -> Request:
    return Request("GET", f"{HOST}/find/{quote(word or '*')}/{page}")


def expression(word: str, page: int, before: Any) -> Request:
    part = f"&$filter=contains(title,'{quote(word)}')" if word else ""
    skip = 15 * (page - 1)
    return Request("GET", f"{HOST}/odata/Places?$count=true&$top=15&$skip={skip}{part}")


JSON_TYPE = (("content-type", "application/json"), ("cookie", "a=b"))
CALLS: dict[str, Any] = {
    "graphql": graphql,
    "cursor": cursor,
    "chinese": form,
    "shadow": path,
    "filter": expression,
}


class Watched:
    """A source and the sightings of a person who types words into its page."""

    def __init__(self, kind: str) -> None:
        self.ask = CALLS[kind]
        self.source = ScriptedSource(kind, rows=chinese() if kind == "chinese" else english())
        self.words = ("大桥", "杭州") if kind == "chinese" else ("castle", "Ashford")

    def page(self, request: Request) -> Page:
        target = request.url.removeprefix(HOST)
        answer = self.source.answer(request.method, target, request.body)
        return Page(request, request.url, 200, (), json.dumps(answer).encode())

    def sighting(self, action: Any, word: str, page: int = 1, before: Any = None) -> Sighting:
        answer = self.page(self.ask(word, page, before))
        decoy = Page(Request("GET", f"{HOST}/api/me"), HOST, 200, (), b'[{"id": 1}, {"id": 2}]')
        return Sighting(action, word, lines(json.loads(answer.body)), (decoy, answer))

    def observed(self) -> Observed:
        everything = self.sighting("type", "")
        before = json.loads(everything.pages[1].body)
        sightings = (
            self.sighting("open", ""),
            *(self.sighting("type", word) for word in (NONSENSE, *self.words)),
            everything,
            self.sighting("advance", "", 2, before),
        )
        return Observed(sightings)


def lines(answer: Any) -> tuple[str, ...]:
    """What a page draws of an answer: names and years of the first rows, and its frame."""
    text = json.dumps(answer, ensure_ascii=False)
    rows = [*english(), *chinese()]
    shown = [row for row in rows if f'"{row.get("title", row.get("名称"))}"' in text]
    values = [str(value) for row in shown for value in list(row.values())[1:3]]
    return ("Home", "About", *values)


@pytest.mark.parametrize("kind", CALLS)
def test_word_pages_and_total_of_a_call_are_learned(kind: str) -> None:
    watched = Watched(kind)
    learned = learn_call(watched.observed())
    assert learned is not None
    assert learned.kind == "call"
    call = learned.wrapper.call
    assert call is not None
    assert "cookie" not in dict(call.base.headers)
    request = call.request(watched.words[1])
    assert watched.page(request).body == watched.page(watched.ask(watched.words[1], 1, None)).body
    rows, request = {}, call.request("")
    for _ in range(40):
        page = watched.page(request)
        reading = learned.wrapper.read_document(page, parse(page), "")
        rows |= {row.key: row for row in reading.rows}
        following = call.next_request(page, len(reading.rows))
        if following is None:
            break
        request = following
        assert call.paging is not None
        by_cursor = call.paging.kind == "cursor"
        assert by_cursor or not call.total or len(rows) < len(watched.source.rows)
    assert len(rows) == len(watched.source.rows)
    if kind not in ("cursor", "shadow"):
        assert reading.stated is not None
        assert reading.stated.value == len(rows)


@pytest.mark.parametrize("kind", CALLS)
def test_learning_gives_plain_values_that_are_the_same_call_again(kind: str) -> None:
    learned = learn_call(Watched(kind).observed())
    assert learned is not None
    plain = json.loads(json.dumps(learned.wrapper.to_dict()))
    assert DataWrapper.from_dict(plain) == learned.wrapper


def test_what_was_observed_is_kept_as_plain_values() -> None:
    observed = Watched("cursor").observed()
    pages = [page for one in observed.sightings for page in one.pages]
    numbered = {n: replace(page, number=n) for n, page in enumerate(pages)}
    places = iter(numbered.values())
    kept = Observed(
        tuple(
            replace(one, pages=tuple(next(places) for _ in one.pages)) for one in observed.sightings
        )
    )
    plain = json.loads(json.dumps(kept.to_dict()))
    assert Observed.from_dict(plain, numbered.__getitem__) == kept


def test_a_list_that_stays_the_same_for_every_word_is_no_answer() -> None:
    """A first page that comes whatever is asked must not count as the data or as the whole."""
    watched = Watched("cursor")
    same = watched.sighting("open", "")
    asked = [replace(same, action="type", word=word) for word in (NONSENSE, *watched.words)]
    learned = learn_call(Observed((same, *asked)))
    assert learned is None or learned.kind == "listing"


def test_data_in_which_the_page_looks_words_up_itself_is_taken_whole() -> None:
    rows = english()
    body = json.dumps({"places": rows}).encode()
    entry = Page(Request("GET", f"{HOST}/all.json"), HOST, 200, (), body)

    def typed(word: str) -> Sighting:
        shown = [row for row in rows if word in str(row["title"]).casefold()][:10]
        return Sighting("type", word, ("Home", *(str(row["title"]) for row in shown)))

    first = Sighting("open", "", typed("").lines, (entry,))
    learned = learn_call(Observed((first, typed(NONSENSE), typed("castle"), typed("ashford"))))
    assert learned is not None
    assert (learned.kind, len(learned.items)) == ("whole", len(rows))


def test_a_word_with_a_quote_is_not_asked_inside_an_expression() -> None:
    learned = learn_call(Watched("filter").observed())
    call: Call | None = learned.wrapper.call if learned is not None else None
    assert call is not None
    with pytest.raises(Exception, match="inside an expression"):
        call.request("d'or")


@pytest.mark.parametrize("scrolled_to", [40, 120])
def test_the_end_of_a_range_moves_with_its_start(scrolled_to: int) -> None:
    def rows(start: int, end: int) -> Page:
        body = json.dumps({"endRow": end, "startRow": start, "q": ""}).encode()
        asked = Request("POST", f"{HOST}/rows", JSON_TYPE, body)
        answer = json.dumps({"rows": [{"id": n} for n in range(start, end)]}).encode()
        return Page(asked, asked.url, 200, (), answer)

    first, then = rows(0, 40), rows(scrolled_to, scrolled_to + 40)
    learned = learn_paging(Call(first.request), first, [{"id": n} for n in range(40)], [then])
    after = Call.from_dict(learned.to_dict()).next_request(first, 40)
    assert after is not None
    assert json.loads(after.body) == {"endRow": 80, "startRow": 40, "q": ""}
