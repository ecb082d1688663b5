"""Answers that are too large, broken or cut are named as such, and never read as empty ones."""

import gzip
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import leadline
from leadline.fetch.http import HttpFetcher

PAGE = b"<html><body><h1>Catalogue</h1><p>welcome"
LARGE = gzip.compress(PAGE + b" " * 1_100_000)
ANSWERS = {
    "too large": (LARGE, ("Content-Encoding", "gzip"), 0, "it is larger than 1 MB"),
    "broken": (b"\x1f\x8b nothing", ("Content-Encoding", "gzip"), 0, "cannot be unpacked"),
    "cut": (PAGE, ("X-Plain", "1"), 500, "the connection broke off before its end"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_came_cut_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, header, more, sentence = ANSWERS[name]
    least = {**HttpFetcher.__init__.__kwdefaults__, "max_bytes": 1 << 20}  # 16 MB take long
    monkeypatch.setattr(HttpFetcher.__init__, "__kwdefaults__", least)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/robots.txt":
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header(*header)
            self.send_header("Content-Length", str(len(body) + more))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        seen = leadline.inspect(f"http://127.0.0.1:{server.server_address[1]}/")
    finally:
        server.shutdown()
        server.server_close()
    assert sentence in " ".join([seen.trouble, *seen.notes])
    assert not seen.rows
