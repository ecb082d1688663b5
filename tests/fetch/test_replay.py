"""Replay: the same pages in the same order, and then the network with the same session."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hostile_server import Site, answer

from leadline.errors import Blocked
from leadline.fetch import NotArchived, PageArchive, ReplayFetcher
from leadline.model import Page, Request

if TYPE_CHECKING:
    from pathlib import Path

ASKED = Request("GET", "http://a.example/s")
OTHER = Request("POST", "http://a.example/s", (), b"q=1")


def stored(body: bytes, request: Request = ASKED) -> Page:
    return Page(request, request.url, 200, (), body)


def bodies(fetcher: ReplayFetcher, *requests: Request) -> list[bytes]:
    async def scenario() -> list[bytes]:
        async with fetcher:
            return [(await fetcher.fetch(request)).body for request in requests]

    return asyncio.run(scenario())


def test_the_nth_time_a_request_is_made_it_gets_the_nth_page() -> None:
    pages = [stored(b"1"), stored(b"post", OTHER), stored(b"2")]
    fetcher = ReplayFetcher(pages)
    assert bodies(fetcher, ASKED, ASKED, OTHER) == [b"1", b"2", b"post"]
    assert (fetcher.replayed, fetcher.left) == (3, 0)


def test_what_was_not_stored_is_an_error_that_names_it() -> None:
    with pytest.raises(NotArchived, match=r"a\.example/s"):
        bodies(ReplayFetcher([stored(b"1")]), ASKED, ASKED)


def test_a_stored_failure_happens_again_in_its_place() -> None:
    fetcher = ReplayFetcher([stored(b"1"), Blocked("429", ASKED), stored(b"3")])

    async def scenario() -> list[bytes]:
        first = await fetcher.fetch(ASKED)
        with pytest.raises(Blocked):
            await fetcher.fetch(ASKED)
        return [first.body, (await fetcher.fetch(ASKED)).body]

    assert asyncio.run(scenario()) == [b"1", b"3"]


def test_pages_are_read_from_disk_only_when_asked_for(tmp_path: Path) -> None:
    with PageArchive(tmp_path) as archive:
        places = [(page.request.fingerprint, archive.write(page)) for page in [stored(b"1")] * 2]
        read = []

        def reader(place: object) -> Page:
            read.append(place)
            return archive.read(place)

        fetcher = ReplayFetcher.stored(places, reader)
        assert bodies(fetcher, ASKED) == [b"1"]
        assert read == [places[0][1]]


def test_a_run_that_was_killed_goes_on_in_its_session(tmp_path: Path) -> None:
    """The archive is all that is left; the first new request carries the cookie of an old page."""
    site = Site({"/form": answer(b"form", 200, "Set-Cookie: sid=7"), "/p1": answer(b"1")})

    async def first_run() -> None:
        with PageArchive(tmp_path) as archive:
            async with site.fetcher() as fetcher:
                for path in ("/form", "/p1"):
                    archive.write(await fetcher.fetch(site.get(path)))

    async def second_run() -> None:
        pages = (page for _, page in PageArchive(tmp_path).pages())
        async with ReplayFetcher(pages, then=site.fetcher()) as fetcher:
            for path in ("/form", "/p1", "/p2"):
                await fetcher.fetch(site.get(path))

    async def both() -> None:
        async with site:
            await first_run()
            site.seen.clear()
            await second_run()

    asyncio.run(both())
    assert site.paths() == ["/robots.txt", "/p2"]
    assert site.seen[-1].headers["cookie"] == "sid=7"
