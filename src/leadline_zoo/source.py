"""Test source on a loopback port, in a thread of this process.

>>> from leadline_zoo.spec import SourceSpec
>>> with serve(SourceSpec("tiny", "books", count=30)) as source:
...     len(source.truth()), source.url.startswith("http://127.0.0.1:"), source.requests
(30, True, 0)
"""

from __future__ import annotations

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin

from leadline_zoo.site import Logged, Site

if TYPE_CHECKING:
    from leadline_zoo.data.tables import Row, Table
    from leadline_zoo.replies import SiteReply
    from leadline_zoo.spec import SourceSpec

UNCOUNTED = ("robots", "missing")


class ServedSource:
    """Context manager that serves a source; ``url`` is its entry page."""

    def __init__(self, spec: SourceSpec, table: Table | None = None, port: int = 0) -> None:
        self.spec = spec
        self.site = Site(spec, table)
        self.name = spec.name
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.source = self
        self.url = urljoin(f"http://127.0.0.1:{self._server.server_address[1]}", spec.form.entry)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), daemon=True
        )
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the server and release waiting requests."""
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def answer(self, method: str, target: str, body: bytes, cookie: str) -> SiteReply:
        """Answer a request under a lock, after the delay of the spec."""
        with self._lock:
            reply = self.site.answer(method, target, body, cookie)
        if reply.hang:
            self._stopped.wait(reply.hang)
        return reply

    def pause(self, seconds: float) -> bool:
        """Wait; tell whether the source ended meanwhile."""
        return self._stopped.wait(seconds)

    @property
    def log(self) -> list[Logged]:
        """All requests so far."""
        return self.site.log

    @property
    def requests(self) -> int:
        """Number of requests so far, without robots.txt and missing pages such as favicon.ico."""
        return sum(entry.kind not in UNCOUNTED for entry in self.log)

    @property
    def trespasses(self) -> list[Logged]:
        """Requests that no harvester should send: decoy forms, advertisements."""
        return [entry for entry in self.log if entry.kind == "trap"]

    @property
    def ideal_requests(self) -> int:
        """Number of result pages that hold the whole table at the served page size."""
        size = len(self.site.table.rows) if self.spec.pager.kind == "none" else self.spec.pager.size
        return -(-len(self.site.table.rows) // size)

    def truth(self) -> list[Row]:
        """Return all records as displayed, with ``url`` where there is a detail link."""
        rows = []
        for row in self.site.table.rows:
            shown = {column: row[column] for column in self.site.table.recipe.columns}
            href = self.site.href(row)
            rows.append({**shown, "url": urljoin(self.url, href)} if href else shown)
        return rows


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    source: ServedSource

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else head and body wait 40 ms for each other
    server: _Server

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def do_HEAD(self) -> None:
        self._answer("GET", body=False)

    def _answer(self, method: str, *, body: bool = True) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        sent, cookie = self.rfile.read(length), self.headers.get("Cookie", "")
        reply = self.server.source.answer(method, self.path, sent, cookie)
        try:
            self.send_response(reply.status)
            for name, value in reply.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            if body and reply.drip:
                self._drip(reply)
            elif body:
                self.wfile.write(reply.body)
        except ConnectionError:
            self.close_connection = True

    def _drip(self, reply: SiteReply) -> None:
        """Send byte after byte, until nobody reads or the source ends."""
        for number in range(len(reply.body)):
            self.wfile.write(reply.body[number : number + 1])
            self.wfile.flush()
            if self.server.source.pause(reply.drip):
                break

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing; the source has its own log."""


def serve(spec: SourceSpec, table: Table | None = None, port: int = 0) -> ServedSource:
    """Start a source; ``table`` replaces that of the spec, ``port`` 0 means a free one."""
    return ServedSource(spec, table, port)
