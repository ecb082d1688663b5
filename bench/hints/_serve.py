"""How made registers of rows are searched and served, for the files that print their addresses."""

import re
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Row = dict[str, str]
Sent = dict[str, str]
WORD = re.compile(r"\w+")


def found(rows: Iterable[Row], words: str) -> list[Row]:
    """Return the rows that hold all words of a search, none for no word."""
    wanted = {*WORD.findall(words.casefold())}
    said = ((row, {*WORD.findall(" ".join(row.values()).casefold())}) for row in rows)
    return [row for row, theirs in said if wanted <= theirs] if wanted else []


class Served(BaseHTTPRequestHandler):
    """One source: ``shown`` draws its answers, ``frame`` is what stands around each page."""

    protocol_version = "HTTP/1.1"
    shown: Callable[..., str]
    title = frame = ""
    set_cookie = ""

    def log_message(self, *_: object) -> None: ...

    def page(self, path: str, sent: Sent) -> str:
        """Return the body of a page, "" if there is none."""
        raise NotImplementedError

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.answer(urlsplit(self.path).path, body)

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        self.answer(url.path, url.query)

    def answer(self, path: str, query: str) -> None:
        sent = {name: v[0] for name, v in parse_qs(query, keep_blank_values=True).items()}
        self.set_cookie = ""
        body = self.page(path, sent)
        head = f"<head><meta charset=utf-8><title>{self.title}</title></head>"
        page = self.frame.format(body or "<p>There is no such page.</p>")
        data = f"<!doctype html><html lang=en>{head}<body>{page}</body></html>".encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        if self.set_cookie:
            self.send_header("Set-Cookie", self.set_cookie)
        self.end_headers()
        self.wfile.write(data)


def started(handler: type[Served], shown: Callable[..., str]) -> str:
    """Start a source and give its address."""
    made: Any = type(shown.__name__, (handler,), {"shown": staticmethod(shown)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"
