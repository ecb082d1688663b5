"""The page in front of a line: links to all sites and to decoy pages, in a drawn order."""

from __future__ import annotations

import mimetypes
import re
import threading
from contextlib import contextmanager
from html import escape, unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

TITLE: Final = re.compile(r"<title[^>]*>([^<]{1,200})", re.IGNORECASE)
SEED: Final = 18
MAX_HEAD: Final = 20_000
"""Characters of a decoy in which its title is looked for."""


@contextmanager
def served_index(links: Sequence[tuple[str, str]], decoys: Path | None) -> Iterator[str]:
    """Serve links (address, text) among the pages of a folder on loopback; yield the address."""
    pages = _pages(decoys)
    entries = [*links, *((f"/{quote(name)}", _title(path)) for name, path in pages.items())]
    Random(SEED).shuffle(entries)
    items = "".join(f'<li><a href="{escape(url)}">{escape(text)}</a></li>' for url, text in entries)
    front = f"<!doctype html><title>Useful pages</title><h1>Useful pages</h1><ul>{items}</ul>"

    class IndexHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = unquote(urlsplit(self.path).path).strip("/")
            path = pages.get(name)
            body = front.encode() if not name else path.read_bytes() if path else b""
            kind = mimetypes.guess_type(name)[0] or "text/html"
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind if path and "html" in kind else "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), IndexHandler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def _pages(decoys: Path | None) -> dict[str, Path]:
    if decoys is None:
        return {}
    files = [decoys] if decoys.is_file() else sorted(decoys.rglob("*.htm*"))
    base = decoys if decoys.is_dir() else decoys.parent
    return {path.relative_to(base).as_posix(): path for path in files}


def _title(path: Path) -> str:
    found = TITLE.search(path.read_text("utf-8", "replace")[:MAX_HEAD])
    return " ".join(unescape(found[1]).split()) if found else path.stem.replace("-", " ")
