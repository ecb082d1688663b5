"""A directory of sources on loopback, among pages that lead nowhere, for tests of discovery.

Its index links to sources and to decoys: articles without a form, a login, a contact form, a
newsletter, an order form and a calendar without end. Every request is logged.

>>> with serve_directory([("http://h.example/", "Tide tables")], articles=2) as directory:
...     sorted(directory.paths)[:4], directory.log
(['/', '/article/0.html', '/article/1.html', '/contact'], [])
"""

from __future__ import annotations

import re
import threading
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

ARTICLES: Final = 30
SUBJECTS: Final = (
    "garden",
    "football",
    "weather",
    "bicycle",
    "kitchen",
    "railway",
    "insurance",
    "holiday",
    "puppy",
    "concert",
)
WORDS: Final = (
    "morning water people small house number company place under light paper school table never "
    "ground story winter street river music letter country window summer family business"
)
FORMS: Final = {
    "/login": (
        "Log in",
        (
            "<form method=post action=/session><label>User <input name=user></label>"
            "<label>Password <input type=password name=pass></label><button>Log in</button></form>"
        ),
    ),
    "/contact": (
        "Contact us",
        (
            "<form method=post action=/send><label>Your name <input name=name></label><label>E-mail"
            " <input type=email name=mail></label><label>Message <textarea name=text></textarea>"
            "</label><button>Send message</button></form>"
        ),
    ),
    "/newsletter": (
        "Newsletter",
        (
            "<form method=post action=/subscribe><label>Your e-mail address <input type=email "
            "name=email></label><button>Subscribe</button></form>"
        ),
    ),
    "/order": (
        "Order the printed edition",
        (
            "<form method=post action=/buy><label>Copies <input type=number name=copies></label>"
            "<label>Address <input name=address></label><button>Order now</button></form>"
        ),
    ),
}
CALENDAR_DAY: Final = re.compile(r"/calendar/(\d{1,9})")


class Directory:
    """Context manager that serves the directory; ``log`` has the paths asked, in order."""

    def __init__(
        self, sources: Sequence[tuple[str, str]], articles: int = ARTICLES, port: int = 0
    ) -> None:
        self.log: list[str] = []
        self.paths = _pages(sources, articles)
        self.encoding = "utf-8"
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), daemon=True
        )
        self._thread.start()

    def __enter__(self) -> Directory:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def answer(self, path: str) -> str:
        """Return the page at a path, '' if there is none."""
        self.log.append(path)
        day = CALENDAR_DAY.fullmatch(path)
        return _calendar(int(day[1])) if day else self.paths.get(path, "")


def serve_directory(
    sources: Sequence[tuple[str, str]], articles: int = ARTICLES, port: int = 0
) -> Directory:
    """Serve a directory of sources, given as addresses with what is said of them."""
    return Directory(sources, articles, port)


def _pages(sources: Sequence[tuple[str, str]], articles: int) -> dict[str, str]:
    """Return the pages by path; sources and decoys are mixed, always in the same way."""
    rng = Random(3)
    subjects = [f"{SUBJECTS[at % len(SUBJECTS)]} {at}" for at in range(articles)]
    links = [(f"/article/{at}.html", subject) for at, subject in enumerate(subjects)]
    links += [(path, title) for path, (title, _) in FORMS.items()]
    links += [("/calendar/1", "Calendar"), *sources]
    rng.shuffle(links)
    items = "".join(f'<li><a href="{escape(url)}">{escape(text)}</a></li>' for url, text in links)
    pages = {"/": _page("Useful pages", f"<ul>{items}</ul>")}
    for at, subject in enumerate(subjects):
        text = " ".join(rng.choices(WORDS.split(), k=120))
        body = f"<p>{subject}: {text}</p><a href=/article/{(at + 1) % articles}.html>next</a>"
        pages[f"/article/{at}.html"] = _page(subject, body)
    return pages | {path: _page(title, form) for path, (title, form) in FORMS.items()}


def _calendar(day: int) -> str:
    links = "".join(f"<a href=/calendar/{day + step}>day {day + step}</a> " for step in (1, 7, 30))
    return _page(f"Day {day}", f"<p>No events on day {day}.</p>{links}")


def _page(title: str, body: str) -> str:
    home = "<a href=/>home</a>"
    return f"<!doctype html><title>{escape(title)}</title><h1>{escape(title)}</h1>{body}{home}"


def _handler(directory: Directory) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            page = directory.answer(self.path).encode(directory.encoding)
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    return Handler
