"""Serves a few fixed answers on loopback, and remembers what it was asked."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


@dataclass
class Fixed:
    """One answer: what is not said is an HTML page with status 200."""

    body: bytes | str = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class Pages:
    """A server of fixed answers by path (without the query); everything else is 404."""

    def __init__(self, pages: dict[str, Fixed | str]) -> None:
        self.pages = {
            path: page if isinstance(page, Fixed) else Fixed(page) for path, page in pages.items()
        }
        self.asked: list[str] = []

    def __enter__(self) -> Self:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                page = outer.pages.get(self.path.partition("?")[0], Fixed("no such page", 404))
                body = page.body.encode() if isinstance(page.body, str) else page.body
                self.send_response(page.status)
                for name, value in {"Content-Type": "text/html", **page.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.host}/"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
