"""A HAR, which a browser saved with its content, as the description of a call.

It becomes a wrapper without columns: its call was not asked yet. Its form or JSON goes along,
cookies and keys do not; what the gate holds back is not sent. Texts that all rows hold are words
that were searched.
"""

import json
from base64 import b64decode
from collections.abc import Mapping
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
JSON_TYPE: Final = (("content-type", "application/json"),)
KEPT_HEADERS: Final = frozenset(["accept", "content-type", "origin", "referer", "x-requested-with"])
"""Headers that say how a call is meant; others may hold secrets of the person."""


def recorded_call(path: Path) -> tuple[str, DataWrapper]:
    """Return where the call with most records was asked (a page, else itself), and its wrapper.

    Raises ``ValueError`` for a file that is no HAR, holds no list, or whose call may write.
    """
    try:
        entries = json.loads(given_text(path))["log"]["entries"]
        answers = [_answer(one["request"], one["response"]["content"]) for one in entries]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise ValueError(NO_HAR.format(path=path)) from fault
    lists = ((page.request, data) for page in answers if (data := records_of(page, 1)))
    asked, data = max(lists, key=lambda one: len(one[1].items), default=(None, None))
    if asked is None or data is None:
        raise ValueError(NO_LIST.format(path=path))
    if not may_send(asked.method, asked.url, asked.body, "xhr"):
        raise ValueError(MAY_WRITE.format(path=path, method=asked.method, url=asked.url))
    rows = [fold(json.dumps(item, ensure_ascii=False)) for item in data.items]
    texts = ((place, fold(str(leaf or ""))) for place, leaf in places_in(asked).items())
    words = ((place, text) for place, text in texts if any(map(str.isalpha, text)))
    holes = (Hole(place) for place, text in words if all(text in row for row in rows))
    wrapper = DataWrapper((), call=Call(asked, tuple(holes)), path=data.path)
    return dict(asked.headers).get("referer", asked.url), wrapper


def _answer(said: Mapping[str, Any], content: Mapping[str, Any]) -> Page:
    """Return an answer with its request; one that is no JSON is empty."""
    named = {str(one["name"]).lower(): str(one["value"]) for one in said.get("headers", ())}
    url, sent, text = str(said["url"]), said.get("postData") or {}, str(content.get("text", ""))
    fields = [(one["name"], one.get("value", "")) for one in sent.get("params") or ()]
    body = str(sent.get("text") or urlencode(fields))
    if body and sent.get("mimeType"):
        named["content-type"] = str(sent["mimeType"])
    headers = tuple((name, value) for name, value in named.items() if name in KEPT_HEADERS)
    request = Request(str(said["method"]), url, headers, body.encode())
    answer = b64decode(text) if content.get("encoding") == "base64" else text.encode()
    is_data = answer.lstrip()[:1] in (b"{", b"[")
    return Page(request, url, 200, JSON_TYPE, answer if is_data else b"")
