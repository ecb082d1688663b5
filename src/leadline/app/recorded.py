"""A HAR, which a browser saved with its content, as the description of a call.

It becomes a wrapper whose call was not asked yet. Its form or JSON goes along, cookies and keys do
not; what the gate holds back is not sent. Texts that all rows hold are words that were searched.

>>> longest_list({"total": 2, "items": [{"id": 1}, {"id": 2}], "tags": ["a", "b", "c"]})
2
"""

import json
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from leadline.crawl.script.api import records_of
from leadline.model import Page, Request
from leadline.page.request_places import places_in
from leadline.page.text import fold
from leadline.script.gate import may_send
from leadline.store.given import given_text
from leadline.wrapper.data.call import Call, Hole
from leadline.wrapper.data.data_wrapper import DataWrapper

SUFFIX: Final = ".har"
NO_HAR: Final = "{path} is no HAR that a browser saved with its content"
NO_LIST: Final = "{path} holds no answer in JSON with a list of records; save it with its content"
MAY_WRITE: Final = (
    "the list in {path} came by {method} {url}, which may write; harvest the page that asks for it"
)
KEPT_HEADERS: Final = frozenset(["accept", "content-type", "origin", "referer", "x-requested-with"])
"""Headers that say how a call is meant; others may hold secrets of the person."""


def recorded_call(path: Path) -> tuple[str, Page]:
    """Return where the call with most records was asked (a page, else itself), and its answer.

    Raises ``ValueError`` for a file that is no HAR, holds no list, or whose call may write.
    """
    try:
        entries = json.loads(given_text(path))["log"]["entries"]
        answers = [_answer(one["response"]["content"]) for one in entries]
        lists = [*map(longest_list, answers)]
        requests = [_request(one["request"]) for one in entries]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise ValueError(NO_HAR.format(path=path)) from fault
    if not max(lists, default=0):
        raise ValueError(NO_LIST.format(path=path))
    place = lists.index(max(lists))
    (asked, page), body = requests[place], json.dumps(answers[place]).encode()
    if not may_send(asked.method, asked.url, asked.body, "xhr"):
        raise ValueError(MAY_WRITE.format(path=path, method=asked.method, url=asked.url))
    return page, Page(asked, asked.url, 200, (("content-type", "application/json"),), body)


def recorded_wrapper(path: Path) -> DataWrapper:
    """Return the wrapper of the recorded call; raises ``ValueError`` as ``recorded_call`` does."""
    answer = recorded_call(path)[1]
    data = records_of(answer, 1)
    if data is None:
        raise ValueError(NO_LIST.format(path=path))
    rows = [fold(json.dumps(item, ensure_ascii=False)) for item in data.items]
    asked = places_in(answer.request).items()
    texts = ((place, fold(str(leaf or ""))) for place, leaf in asked)
    words = ((place, text) for place, text in texts if any(map(str.isalpha, text)))
    holes = (Hole(place) for place, text in words if all(text in row for row in rows))
    return DataWrapper.of(data, Call(answer.request, tuple(holes)))


def _request(said: Mapping[str, Any]) -> tuple[Request, str]:
    """Return a request, and the page that sent it; what names no method or address is no HAR."""
    named = {str(one["name"]).lower(): str(one["value"]) for one in said.get("headers", ())}
    method, url, sent = str(said["method"]), str(said["url"]), said.get("postData") or {}
    fields = [(one["name"], one.get("value", "")) for one in sent.get("params") or ()]
    body = sent.get("text") or urlencode(fields)
    if body and sent.get("mimeType"):
        named["content-type"] = str(sent["mimeType"])
    headers = tuple((name, text) for name, text in named.items() if name in KEPT_HEADERS)
    return Request(method, url, headers, body.encode()), named.get("referer", url)


def _answer(content: Mapping[str, Any]) -> Any:
    text = content.get("text", "")
    with suppress(ValueError):
        return json.loads(b64decode(text) if content.get("encoding") == "base64" else text)
    return None


def longest_list(data: Any) -> int:
    """Count the objects of the longest list of objects in data."""
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    own = sum(isinstance(one, dict) for one in data) if isinstance(data, list) else 0
    return max([own, *map(longest_list, inside)])
