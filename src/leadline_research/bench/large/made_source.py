"""A made source of any number of records, answered in this process without a network.

Record ``n`` follows from ``n`` alone, so a source of ten million records takes no memory where the
empty query lists them all. By words an index is kept: 4 bytes a word of a record.

>>> source = MadeSource(100, way="whole", page_size=50)
>>> page = source.page("http://made.test/search?q=&page=2")
>>> page.count(b"<li>"), b"/item/99" in page, b"page=3" in page
(50, True, False)
"""

from __future__ import annotations

import asyncio
from array import array
from dataclasses import dataclass, field
from time import thread_time
from typing import Final, Self
from urllib.parse import parse_qs, urlsplit

from leadline.model import Page, Request

HOST: Final = "http://made.test"
FORM: Final = (
    "<h1>Made objects</h1><form action=/search><label>Words <input name=q value='{}'></label>"
    "<button>Search</button></form>"
)
SYLLABLES: Final = ("ba", "den", "fir", "go", "hal", "kin", "lo", "mer", "nos", "pu", "ran", "ti")
MATERIALS: Final = ("oil", "ink", "wood", "bronze", "paper", "glass", "silk", "stone", "clay")
PLACES: Final = ("Utrecht", "Lyon", "Porto", "Gdansk", "Siena", "Bergen", "Leuven", "Toledo")
SEARCHED_RECORDS: Final = 3_000
"""Records that words find where the empty query gives all."""
MULTIPLIER: Final = 2_654_435_761
"""Knuth's multiplier: neighbouring numbers draw unlike words."""
COMMONEST: Final = 6
OCTAVES: Final = 16
"""Words of the first octave of ranks, and the octaves, each of twice as many words."""


def drawn(number: int, place: int) -> int:
    """Return a number that follows from a record and a place in it, below 2 ** 32."""
    mixed = (number * 31 + place + 1) * MULTIPLIER & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) * MULTIPLIER & 0xFFFFFFFF


def word(rank: int) -> str:
    """Return the word of a rank, a name that can be spoken."""
    letters, rank = [], rank + len(SYLLABLES)
    while rank:
        rank, digit = divmod(rank, len(SYLLABLES))
        letters.append(SYLLABLES[digit])
    return "".join(letters)


def drawn_word(draw: int) -> str:
    """Return a word drawn by rank: each octave of ranks is as likely as any other."""
    size = COMMONEST << draw % OCTAVES
    return word(size + draw // OCTAVES % size)


def record(number: int) -> tuple[str, ...]:
    """Return the texts of a record: title, maker, year, material, place, size, note."""
    draws = [drawn(number, place) for place in range(14)]
    title = " ".join(drawn_word(draw) for draw in draws[:4]).capitalize()
    maker = " ".join(drawn_word(draw).capitalize() for draw in draws[4:6])
    note = " ".join(drawn_word(draw) for draw in draws[6:10])
    size = f"{draws[10] % 90 + 10} x {draws[11] % 90 + 10} cm"
    year, material = str(1500 + draws[12] % 500), MATERIALS[draws[13] % len(MATERIALS)]
    return title, maker, year, material, PLACES[draws[13] // 97 % len(PLACES)], size, note


@dataclass
class MadeSource:
    """A source and its fetcher at once; ``seconds`` is the processor time that its pages took.

    ``way`` is "whole" where the empty query gives all, "words" where it gives nothing.
    """

    count: int
    way: str = "whole"
    page_size: int = 50
    sent: int = 0
    seconds: float = 0.0
    first_sent: float = 0.0
    holders: dict[str, array[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shown = self.count if self.way == "words" else min(self.count, SEARCHED_RECORDS)
        for number in range(shown):
            for each in dict.fromkeys(" ".join(record(number)).lower().split()):
                self.holders.setdefault(each, array("I")).append(number)

    @property
    def url(self) -> str:
        """Address of the entry page."""
        return f"{HOST}/"

    def page(self, url: str) -> bytes:
        """Return the page of an address."""
        asked = parse_qs(urlsplit(url).query, keep_blank_values=True)
        if "q" not in asked:
            return f"<html><body>{FORM.format('')}</body></html>".encode()
        query, number = asked["q"][0], int(asked.get("page", ["1"])[0])
        numbers = self._matches(query)
        shown = numbers[(number - 1) * self.page_size : number * self.page_size]
        rows = "".join(map(_row, shown))
        onward = f"<a href='/search?q={query}&page={number + 1}'>Next</a>"
        more = onward if number * self.page_size < len(numbers) else ""
        text = f"<p>{len(numbers)} objects found</p><ul>{rows}</ul>{more}" if shown else NOTHING
        return f"<html><body>{FORM.format(query)}{text}</body></html>".encode()

    def _matches(self, query: str) -> range | array[int]:
        words = query.lower().split()
        if not words:
            return range(self.count if self.way == "whole" else 0)
        return self.holders.get(words[0], array("I")) if len(words) == 1 else array("I")

    async def fetch(self, request: Request) -> Page:
        """Answer a request; the time that this takes is the server's."""
        begun = thread_time()
        if not self.sent:
            self.first_sent = begun
        self.sent += 1
        body = self.page(request.url)
        headers = (("content-type", "text/html; charset=utf-8"),)
        self.seconds += thread_time() - begun
        await asyncio.sleep(0)
        return Page(request, request.url, 200, headers, body)

    def remember(self, page: Page) -> None:
        """Take over nothing: there are no cookies."""

    async def __aenter__(self) -> Self:
        """Ready to answer."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is to be closed."""


NOTHING: Final = "<p>Nothing was found.</p>"


def _row(number: int) -> str:
    title, maker, year, material, place, size, note = record(number)
    return (
        f"<li><a href='/item/{number}'>{title}</a><div class=by>by <b>{maker}</b>, {year}</div>"
        f"<div class=of>{material}, {size}</div><div class=in>{place}</div><p>{note}</p></li>"
    )
