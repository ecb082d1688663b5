"""Many small sources on one port, told apart by their loopback addresses: cheap to serve.

A page is put together once and kept, so the server takes little of the machine on which a harvest
of hundreds of sources is measured. ``python -m leadline_zoo.many --sources 60`` serves until its
standard input closes, and then prints when each host was asked and its own processor time.

>>> many = ManySources(2, records=12, rows=5)
>>> many.entry(1, 8000)
'http://127.1.0.2:8000/search'
>>> page = many.page(1, "/search?q=&p=3")
>>> page.count("<tr"), "12 records" in page, "Next" in page
(2, True, False)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit
from zlib import crc32

from leadline_zoo.data.wordlists import words

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACES: Final = 254
"""Sources by the last part of an address."""
TITLE_WORDS: Final = 3
HEAD: Final = (
    "HTTP/1.1 {} OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n"
)
FORM: Final = (
    '<form action="/search"><label>Search <input name="q" type="text"></label>'
    '<input type="submit" value="Search"></form>'
)


@dataclass(frozen=True, slots=True)
class ManySources:
    """Sources of ``records`` each, ``rows`` on a page; the empty query gives all of a source.

    Sources of one ``family`` (so many in a row) show the same records.
    """

    sources: int
    records: int = 200
    rows: int = 20
    family: int = 1
    pages: dict[tuple[int, str], str] = field(default_factory=dict)
    hits: dict[tuple[int, str], list[int]] = field(default_factory=dict)

    def host(self, number: int) -> str:
        """Return the address of a source, counted from 0."""
        return f"127.1.{number // PLACES}.{number % PLACES + 1}"

    def entry(self, number: int, port: int) -> str:
        """Return the address of the search page of a source."""
        return f"http://{self.host(number)}:{port}/search"

    def record(self, number: int, row: int) -> tuple[str, ...]:
        """Return a record: its number, title, maker, year and place."""
        draw = crc32(f"{number // self.family}/{row}".encode())
        nouns, people, towns = words("noun"), words("family"), words("place")
        title = " ".join(nouns[(draw >> 5 * n) % len(nouns)] for n in range(TITLE_WORDS))
        maker = people[draw % len(people)]
        return f"{row:06}", title, maker, str(1500 + draw % 500), towns[(draw >> 9) % len(towns)]

    def page(self, number: int, target: str) -> str:
        """Return the page of an address of a source."""
        if (number, target) not in self.pages:
            self.pages[number, target] = self._page(number, target)
        return self.pages[number, target]

    def _hits(self, number: int, word: str) -> Sequence[int]:
        """Return the rows that hold a word."""
        if not word:
            return range(self.records)
        if (number, word) not in self.hits:
            rows = ((row, self.record(number, row)) for row in range(self.records))
            self.hits[number, word] = [
                row for row, cells in rows if word in " ".join(cells[1:]).casefold()
            ]
        return self.hits[number, word]

    def _page(self, number: int, target: str) -> str:
        query = parse_qs(urlsplit(target).query, keep_blank_values=True)
        if "q" not in query:
            return f"<html><title>Catalogue</title><body><h1>Catalogue</h1>{FORM}</body></html>"
        word, page = query["q"][0].casefold(), int(query.get("p", ["1"])[0])
        hits = self._hits(number, word)
        shown = [self.record(number, row) for row in hits[(page - 1) * self.rows :][: self.rows]]
        table = "".join(
            f'<tr><td><a href="/record/{cells[0]}">{cells[1]}</a></td>'
            + "".join(f"<td>{cell}</td>" for cell in cells[2:])
            + "</tr>"
            for cells in shown
        )
        is_last = page * self.rows >= len(hits)
        onward = "" if is_last else f'<a href="/search?q={word}&amp;p={page + 1}">Next</a>'
        told = f"{len(hits)} records" if hits else "Nothing was found."
        return (
            f"<html><title>Catalogue</title><body><h1>Catalogue</h1>{FORM}<p>{told}</p>"
            f"<table>{table}</table><p>{onward}</p></body></html>"
        )


@dataclass(slots=True)
class ManyServer:
    """Serves sources on one event loop; ``arrivals`` are the times of requests by host."""

    sources: ManySources
    arrivals: dict[str, list[float]] = field(default_factory=dict)

    async def start(self, port: int = 0) -> int:
        """Listen on all addresses; return the port."""
        loop = asyncio.get_running_loop()
        make = lambda: _Connection(self)  # noqa: E731
        first = await loop.create_server(make, self.sources.host(0), port)
        port = first.sockets[0].getsockname()[1]
        hosts = [self.sources.host(number) for number in range(1, self.sources.sources)]
        if hosts:
            await loop.create_server(make, hosts, port, reuse_address=True)
        return port

    def answer(self, host: str, target: str) -> bytes:
        """Answer a request for a target of a host."""
        _, _, third, last = host.split(".")
        if target.startswith("/robots.txt"):
            return HEAD.format(404, 0).encode()
        self.arrivals.setdefault(host, []).append(time.monotonic())
        if not target.startswith("/search"):
            return HEAD.format(404, 0).encode()
        body = self.sources.page(int(third) * PLACES + int(last) - 1, target).encode()
        return HEAD.format(200, len(body)).encode() + body


class _Connection(asyncio.Protocol):
    """One connection; every request is a head without a body."""

    def __init__(self, server: ManyServer) -> None:
        self._server, self._head = server, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._host = transport.get_extra_info("sockname")[0]

    def data_received(self, data: bytes) -> None:
        self._head += data
        while b"\r\n\r\n" in self._head:
            head, _, self._head = self._head.partition(b"\r\n\r\n")
            target = head.split(b" ", 2)[1].decode("latin-1")
            assert isinstance(self._transport, asyncio.WriteTransport)
            self._transport.write(self._server.answer(self._host, target))


async def _serve(sources: ManySources, port: int) -> None:
    server = ManyServer(sources)
    port = await server.start(port)
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    told = {"processor_seconds": time.process_time(), "arrivals": server.arrivals}
    sys.stdout.write(json.dumps(told) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until standard input closes."""
    parser = argparse.ArgumentParser(prog="python -m leadline_zoo.many")
    for name, default in (("sources", 60), ("records", 200), ("rows", 20), ("family", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args(arguments)
    sources = ManySources(given.sources, given.records, given.rows, given.family)
    asyncio.run(_serve(sources, given.port))


if __name__ == "__main__":
    main()
