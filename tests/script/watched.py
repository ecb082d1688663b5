"""A person who types words into the page of a scripted source, and what a browser would see."""

import json
from typing import Any
from urllib.parse import quote, urlencode

from leadline.model import Page, Request
from leadline.page.observed import Observed, Sighting
from leadline_zoo.scripted.sources import ScriptedSource, chinese, english

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
