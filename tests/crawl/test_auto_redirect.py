"""Pages that only send a browser on are passed, before the form and before every answer."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from in_memory import SiteWire, run, taken

from leadline.model import Page, Request
from leadline_zoo.spec import SourceSpec

if TYPE_CHECKING:
    from leadline.errors import FetchError

BOOKS = SourceSpec("books", "books", 200)
READY = "ready=yes"
MOST_REQUESTS = 2.2
"""Times the requests of the same source without waiting rooms: each page takes two."""


class WaitingRoom:
    """A site every page of which is behind a page that sends the browser on to it."""

    def __init__(self, room: str) -> None:
        self.wire = SiteWire(BOOKS)
        self.room = room

    def __call__(self, request: Request) -> Page | FetchError:
        asked, ready, _ = request.url.partition(READY)
        if ready:
            page = self.wire(Request("GET", asked.rstrip("?&")))
            assert isinstance(page, Page)
            return replace(page, request=request)
        target = asked + ("&" if "?" in asked else "?") + READY
        values = parse_qsl(urlsplit(target).query, keep_blank_values=True)
        hidden = "".join(f'<input type=hidden name={k} value="{escape(v)}">' for k, v in values)
        html = self.room.format(
            target=escape(target), action=escape(asked.partition("?")[0]), hidden=hidden
        )
        return Page(request, request.url, 200, (), html.encode())


FORM = "<form action={action}>{hidden}</form><script>document.forms[0].submit()</script>"
ROOMS = [
    ("a quick refresh", "<meta http-equiv=refresh content='1;url={target}'><p>Searching"),
    ("a form that sends itself", FORM),
    ("words and one link", "<p>请稍候… <a href='{target}'>继续</a>"),
    ("a slow refresh with little to read", "<meta http-equiv=refresh content='20;url={target}'>"),
]


@pytest.mark.parametrize("room", [row[1] for row in ROOMS], ids=[row[0] for row in ROOMS])
def test_a_source_behind_waiting_rooms_is_taken_whole(room: str) -> None:
    plain, wire = SiteWire(BOOKS), WaitingRoom(room)
    without = run(plain.url, plain)
    ran = run(wire.wire.url, wire)
    assert ran.outcome.level == without.outcome.level == "nothing more found"
    assert taken(ran, wire.wire.site) == (200, 200)
    assert len(ran.gets) <= MOST_REQUESTS * len(without.gets)


def test_a_page_that_is_read_before_it_refreshes_is_the_page() -> None:
    """A start page that goes on by itself after a minute, with more than a few words on it."""

    def slow(request: Request) -> Page | FetchError:
        page = wire(request)
        refresh = b"<meta http-equiv=refresh content='50;url=/news'>" + b"<p>word" * 200
        assert isinstance(page, Page)
        return replace(page, body=page.body + refresh)

    wire = SiteWire(BOOKS)
    ran = run(wire.url, slow)
    assert not any("/news" in event.request.url for event in ran.gets)
    assert ran.outcome.level == "nothing more found"
