"""Scripted sources on loopback: each answers its page and the calls of the page's script."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from leadline_zoo.scripted import pages

_THINGS: Final = (
    "Bridge Castle Garden Harbour Library Market Museum Palace Station Theatre Tower Windmill"
)
_PLACES: Final = (
    "Ashford Birchwood Cedarton Dunmore Elmstead Foxley Greystone Hollowell Ironbridge Juniper "
    "Kestrel"
)
_CHINESE_THINGS: Final = "大桥 城堡 花园 港口 图书馆 市场 博物馆 宫殿 车站 剧院 高塔 磨坊"
_CHINESE_PLACES: Final = "北京 上海 广州 深圳 杭州 南京 苏州 成都 武汉 西安 重庆"

Row = dict[str, str | int]


def english() -> list[Row]:
    """Return 132 records."""
    return [
        {
            "id": 1000 + number * 7,
            "title": f"{thing} of {place}",
            "built": 1500 + number * 3,
            "note": f"Register entry {number * 13 % 97} under keeper {place[::-1].lower()}",
        }
        for number, (thing, place) in enumerate(
            (thing, place) for place in _PLACES.split() for thing in _THINGS.split()
        )
    ]


def chinese() -> list[Row]:
    """Return 132 records in Chinese."""
    return [
        {"编号": f"A{number:04}", "名称": f"{place}{thing}", "年代": 1500 + number * 3}
        for number, (thing, place) in enumerate(
            (thing, place) for place in _CHINESE_PLACES.split() for thing in _CHINESE_THINGS.split()
        )
    ]


def search(rows: list[Row], word: str) -> list[Row]:
    """Return the rows of which a text holds the word."""
    folded = word.strip().casefold()
    return [row for row in rows if any(folded in str(value).casefold() for value in row.values())]


if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


Answer = dict[str, Any] | list[Any] | str | None
USES_OF_A_TOKEN: Final = 14
FILTER_WORD: Final = re.compile(r"contains\(title,'([^']*)'\)")
KINDS: Final = (
    "graphql",
    "scroll",
    "cursor",
    "state",
    "chinese",
    "shadow",
    "filter",
    "words",
    "packed",
    "token",
    "socket",
    "described",
    "keyset",
)


@dataclass
class ScriptedSource:
    """A source that runs: its address, its records, the requests that it was sent."""

    kind: str
    url: str = ""
    rows: list[Row] = field(default_factory=list)
    requests: list[tuple[str, str, bytes]] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    """How often each token may still be used."""

    def html(self) -> str:
        """Return the page."""
        if self.kind == "described":
            return pages.DESCRIBED
        script = getattr(pages, self.kind.upper())
        if self.kind == "state":
            data = json.dumps({"props": {"pageProps": {"items": self.rows}}, "page": "/"})
            state = f'<script id="__NEXT_DATA__" type="application/json">{data}</script>'
            return pages.page(script, title="Places", state=state)
        is_chinese = self.kind == "chinese"
        return pages.page(
            script, title="名录" if is_chinese else "Places", lang="zh" if is_chinese else "en"
        )

    def answer(self, method: str, target: str, body: bytes) -> Answer:
        """Return what a call of the page brings, None where there is no such call."""
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        answers: dict[tuple[str, str], Callable[[dict[str, str], bytes, str], Answer]] = {
            ("POST", "graphql"): self._graphql,
            ("GET", "api"): self._feed if self.kind == "scroll" else self._cursor,
            ("POST", "api"): self._chinese,
            ("GET", "find"): self._path,
            ("GET", "odata"): self._filter,
            ("GET", "suggest"): self._suggest,
            ("GET", "packed"): self._packed,
            ("GET", "token"): self._token,
            ("GET", "api.yaml"): lambda *_: pages.DESCRIPTION,
            ("GET", "places"): self._places,
            ("GET", "find.json"): self._keyset,
        }
        call = answers.get((method, parts.path.split("/")[1]))
        return call(query, body, parts.path) if call is not None else None

    def _graphql(self, _query: dict[str, str], body: bytes, _path: str) -> Answer:
        values = json.loads(body)["variables"]
        found = search(self.rows, values["text"])
        start = int(b64decode(values["after"] or b64encode(b"0")))
        shown = found[start : start + min(values["first"], 50)]
        end = start + len(shown)
        info = {
            "endCursor": b64encode(str(end).encode()).decode(),
            "hasNextPage": end < len(found),
        }
        edges = [{"node": row} for row in shown]
        return {"data": {"places": {"totalCount": len(found), "edges": edges, "pageInfo": info}}}

    def _feed(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        start = int(query.get("start", 0))
        return list(self.rows[start : start + min(int(query.get("count", 20)), 40)])

    def _cursor(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        found = search(self.rows, query.get("q", ""))
        start = int(query["cursor"], 36) if "cursor" in query else 0
        shown, end = found[start : start + 20], start + 20
        return {"items": shown, "next_cursor": _base36(end, found)}

    def _chinese(self, _query: dict[str, str], body: bytes, _path: str) -> Answer:
        values = {name: one[0] for name, one in parse_qs(body.decode()).items()}
        found = search(self.rows, values.get("keyword", ""))
        size = min(int(values["pageSize"]), 100)
        start = (int(values["pageNo"]) - 1) * size
        data = {"list": found[start : start + size], "total": len(found)}
        return {"code": 0, "msg": "成功", "data": data}

    def _path(self, _query: dict[str, str], _body: bytes, path: str) -> Answer:
        _, _, word, page = unquote(path).split("/")
        found = search(self.rows, "" if word == "*" else word)
        start = (int(page) - 1) * 25
        return {"took": 3, "hits": found[start : start + 25]}

    def _filter(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        match = FILTER_WORD.search(query.get("$filter", ""))
        found = search(self.rows, match[1]) if match else self.rows
        skip, top = int(query.get("$skip", 0)), min(int(query.get("$top", 15)), 60)
        return {"@odata.count": len(found), "value": found[skip : skip + top]}

    def _suggest(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        word = query.get("term", "")
        return list(search(self.rows, word)[:30]) if len(word) > 2 else []

    def _places(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        """Return places that a word finds; without one there is no answer."""
        found = search(self.rows, query["keyword"]) if query.get("keyword") else None
        start = int(query.get("offset", 0))
        return found and {"found": len(found), "places": found[start : start + 20]}

    def _keyset(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        """Return twenty records behind the one of a number, which the page itself never names."""
        found = search(self.rows, query.get("text", ""))
        rest = [row for row in found if int(row["id"]) > int(query.get("after", 0))]
        return {"results": rest[:20], "has_more": len(rest) > 20}

    def _token(self, _query: dict[str, str], _body: bytes, _path: str) -> Answer:
        self.tokens.append(USES_OF_A_TOKEN)
        return f"token-{len(self.tokens):03}"

    def allows(self, target: str, token: str) -> bool:
        """Tell whether a call may be answered, and count the use of its token."""
        if self.kind != "token" or not target.startswith("/api/"):
            return True
        number = int(token.rpartition("-")[2] or 0) - 1
        if not 0 <= number < len(self.tokens) or not self.tokens[number]:
            return False
        self.tokens[number] -= 1
        return True

    def _packed(self, query: dict[str, str], _body: bytes, _path: str) -> Answer:
        """Return rows that only the page's script can read."""
        found = search(self.rows, b64decode(query.get("q", "")).decode())
        start = int(query["start"])
        text = "|".join(f"{row['title']}~{row['built']}" for row in found[start : start + 20])
        return b64encode(text.encode()).decode()


def _base36(end: int, found: list[Row]) -> str | None:
    """Return a cursor, None behind the last record."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return f"00{digits[end // 36]}{digits[end % 36]}" if end < len(found) else None


@contextmanager
def serving(kind: str) -> Iterator[ScriptedSource]:
    """Serve a source on loopback."""
    source = ScriptedSource(kind, rows=chinese() if kind == "chinese" else english())

    class ScriptedHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply()

        def do_POST(self) -> None:
            self._reply()

        def _reply(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            source.requests.append((self.command, self.path, body))
            is_page = urlsplit(self.path).path == "/" and self.command == "GET"
            answer = None if is_page else source.answer(self.command, self.path, body)
            text = source.html() if is_page else json.dumps(answer)
            text = answer if isinstance(answer, str) and self.path.endswith(".yaml") else text
            is_own = self.headers.get("Origin", "") == source.url.rstrip("/")
            is_allowed = source.allows(self.path, self.headers.get("X-Token", ""))
            is_allowed &= is_own or self.command == "GET"  # a POST from elsewhere is forged
            text = text if is_allowed else "{}"
            status = 200 if is_page or answer is not None else 404
            self.send_response(status if is_allowed else 401)
            kind_of = "text/html" if is_page else "application/json"
            self.send_header("Content-Type", f"{kind_of}; charset=utf-8")
            self.send_header("Date", self.date_time_string())  # twice, as servers of files do
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), ScriptedHandler)
    source.url = f"http://127.0.0.1:{server.server_port}/"
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield source
    finally:
        server.shutdown()
        server.server_close()
