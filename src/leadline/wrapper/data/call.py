"""The call behind a page: the request that brings its records, with a place for the words.

>>> base = Request("POST", "http://h.test/find", (), b'{"q":"sea","page":1}')
>>> call = Call(base, holes=(Hole(("json", "q")),), paging=Paging("page", ("json", "page"), 1))
>>> call.request("red sky").body
b'{"q":"red sky","page":1}'
>>> answer = Page(call.request("red"), base.url, 200, (), b'{"hits":[1]}')
>>> call.next_request(answer, rows=1).body
b'{"q":"red","page":2}'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from leadline.errors import UnsupportedForm
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.data.fragments import read_fragment, with_fragments
from leadline.page.data.lists import Path, list_at, value_at
from leadline.page.data.literal import TEXT_OF_DATA, read_data, unpacked, with_texts
from leadline.page.data.references import with_references
from leadline.page.delimited import table_items
from leadline.page.json_text import MAX_NUMBER_CHARACTERS
from leadline.page.plain import Hooks, from_plain, to_plain
from leadline.page.query_string import split_address
from leadline.page.request_places import Place, place_at, places_in, with_place
from leadline.wrapper.data.state import state_values
from leadline.wrapper.pager.locator import PagerLocator, Proposal
from leadline.wrapper.reading import PageReading

CALL_LOCATOR: Final = PagerLocator((), "", "data")
"""Locator of the next page of a call, which no element shows."""
REL_NEXT: Final = "rel=next"
"""Last step of a path to the link of a list that leads on (OGC API, STAC)."""
HEADER: Final = "header:"
"""First step of a path to a header of an answer."""
ROW_RANGE: Final = re.compile(r"(?<![\d.])(\d{1,9})-(\d{1,9})(?![\d.-])")
_NEXT_LINK: Final = re.compile(
    r"<([^<>]{1,2000})>[^<>,]{0,200}\brel\s*=\s*\"?[^\",;<>]{0,40}\bnext\b"
)
_TABLE: Final = re.compile(r"/(?:csv|tab-separated)", re.IGNORECASE)
_TABLE_FILE: Final = re.compile(r"\.(?:csv|tsv)(?:\.gz)?$", re.IGNORECASE)
MIN_TOKEN_CHARACTERS: Final = 6
OPERATION_NAMES: Final = frozenset(
    {"operationname", "method", "action", "index", "indexname", "type"}
)
"""Names of values that say which of several calls of one address is meant."""
QUOTES: Final = "\"'\\"


@dataclass(frozen=True, slots=True)
class Hole:
    """A place for the word, with what stands around it in the same value, between two of it too."""

    place: Place
    around: tuple[str, ...] = ("", "")


HOLES_SHOWN: Final[Hooks] = {Hole: lambda hole: [[*hole.place], *hole.around]}
HOLES_READ: Final[Hooks] = {Hole: lambda row: Hole((*row[0],), (*row[1:],) or ("", ""))}


@dataclass(frozen=True, slots=True)
class Paging:
    """How the next page is asked for.

    "offset" counts rows less ``step``, "page" counts pages by ``step``; "cursor" is the value at
    ``answer`` in the page before, at ``place`` in the request. ``beside`` moves with an offset, the
    end of rows, or with a cursor, a number that counts by ``step``, or by rows.
    "range" is one value with both ends: ``0-49``. "seen" lists the keys of all rows that
    were shown, which are left out; they stand at ``answer`` in each page (``keys_at``).
    """

    kind: Literal["offset", "page", "cursor", "range", "seen"]
    place: Place
    step: int = 0
    answer: Path = ()
    beside: tuple[Place, ...] = ()


class CallPart(NamedTuple):
    """What a call is asked with that hides records: a text for people, and the places of it.

    ``is_wide``: it is asked so wide that nothing lies outside, though its answer may be cut.
    """

    text: str
    places: tuple[Place, ...] = ()
    is_place: bool = False
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A request that brings records; ``whole`` is the page's own request without a word.

    ``size`` is the place of the number of records a page, ``total`` that of the stated total in the
    answer. ``fresh`` are values that no longer held, each with the one that replaced it. ``then``
    is asked after each call where its answer only announces the records, as of a stream of events;
    ``named`` are places in it of values in that answer. ``part`` is what hides records and could
    not be left out. ``choices`` are names and places of what must be chosen.
    ``like`` is an example where codes are asked in place of words, ``searched`` are the columns in
    which words were found.
    """

    base: Request
    holes: tuple[Hole, ...] = ()
    whole: Request | None = None
    paging: Paging | None = field(default=None, metadata={"row": True})
    size: Place = ()
    total: Path = ()
    fresh: tuple[tuple[str, str], ...] = field(default=(), metadata={"unstored": True})
    then: Request | None = None
    named: tuple[tuple[Place, Path], ...] = ()
    part: tuple[CallPart, ...] = ()
    like: str = ""
    searched: tuple[str, ...] = ()
    choices: tuple[tuple[str, Place], ...] = ()

    @property
    def hiding(self) -> tuple[CallPart, ...]:
        """What hides records."""
        return tuple(one for one in self.part if not one.is_wide)

    @property
    def part_said(self) -> str:
        """What of the source the call brings, as the begin of a sentence; '' for all of it."""
        is_place = any(one.is_place for one in self.hiding)
        texts = ", ".join(one.text for one in self.hiding)
        return f"of this {'place' if is_place else 'part'} only ({texts})" if texts else ""

    def onward(self, page: Page) -> Request | None:
        """Return the request that brings the records which an answer only announces."""
        asked = page.request
        if self.then is None or (asked.method, asked.url) != (self.base.method, self.base.url):
            return None
        request, data = self.then, data_of(page)
        for place, path in self.named:
            request = with_place(request, place, value_at(data, path))
        return request

    def refreshed(self, request: Request) -> Request:
        """Return a request with the values that hold now."""
        for old, new in self.fresh:
            headers = tuple((name, new if text == old else text) for name, text in request.headers)
            request = replace(request, headers=headers)
            for place, leaf in places_in(request).items():
                if leaf == old:
                    request = with_place(request, place, new)
        return request

    def stale_values(self, other: Call) -> tuple[tuple[str, str], ...]:
        """Return values held now that another call of the same page has anew: its tokens."""
        held = (self.refreshed(self.base), other.base)
        mine, theirs = ({**dict(one.headers), **places_in(one)} for one in held)
        holes = {hole.place for hole in self.holes}
        return tuple(
            (value, new)
            for place, value in mine.items()
            if place not in holes
            and isinstance(value, str)
            and isinstance(new := theirs.get(place), str)
            and value != new
            and len(value) >= MIN_TOKEN_CHARACTERS
        )

    def request(self, query: str) -> Request:
        """Return the request that asks for a word, or for everything with ''."""
        if not query and self.whole is not None:
            return self.whole
        request = self.base
        for hole in self.holes:
            if any(hole.around) and any(sign in query for sign in QUOTES):
                raise UnsupportedForm(f"{query!r} cannot be asked inside an expression")
            request = with_place(request, hole.place, query.join(hole.around))
        if query and not self.holes:
            raise UnsupportedForm("the call has no place for words")
        return request

    def sized(self, records: int) -> Call:
        """Return the call with another number of records a page."""
        if not self.size:
            return self

        def with_size(request: Request) -> Request:
            number = places_in(request).get(self.size)
            return with_place(
                request, self.size, str(records) if isinstance(number, str) else records
            )

        whole = with_size(self.whole) if self.whole is not None else None
        return replace(self, base=with_size(self.base), whole=whole)

    def next_request(self, page: Page, rows: int) -> Request | None:
        """Return the request of the page behind one of so many rows, None where none follows."""
        paging, asked = self.paging, page.request
        if paging is None or not rows:
            return None
        if paging.kind == "cursor":
            value = answer_value(page, paging.answer)
            if value in (None, "", False):
                return None
            if value == place_at(asked, paging.place) and not paging.beside:
                return None
            request = with_place(asked, paging.place, value)
            return _moved(request, paging.beside, paging.step or rows, paging.step)
        now = place_at(asked, paging.place)
        if paging.kind == "seen":
            known = str(now or "")
            new = [key for key in keys_at(page, paging.answer) if key not in _KEYS.findall(known)]
            return with_place(asked, paging.place, _joined_keys(known, new)) if new else None
        if now is None and asked.url != (self.whole or self.base).url:
            return None  # words are asked at an address of their own
        if paging.kind == "range":
            window = ROW_RANGE.search(str(now))
            if window is None or 0 < self.stated(page) <= int(window[2]) + 1:
                return None
            return with_place(asked, paging.place, _next_range(str(now), window))
        number = _number(now, 0)
        rows -= paging.step if paging.kind == "offset" else 0
        after = number + (rows if paging.kind == "offset" else paging.step)
        if 0 < self.stated(page) == self._shown(paging, number, rows):
            return None
        request = with_place(asked, paging.place, str(after) if isinstance(now, str) else after)
        return _moved(request, paging.beside, rows, number)

    def _shown(self, paging: Paging, number: int, rows: int) -> int:
        """Return how many rows were shown up to the page of this number or offset."""
        if paging.kind == "offset":
            return number + rows
        asked = self.whole or self.base
        first = _number(place_at(asked, paging.place), -1)
        size = _number(places_in(asked).get(self.size), -1)
        if first < 0 or size < 0:
            return rows
        return (number - first) // max(paging.step, 1) * size + rows

    def proposal(self, reading: PageReading) -> tuple[Proposal, Request] | None:
        """Return the next page as a proposal of a pager, None where none follows."""
        onward = self.next_request(reading.page, len(reading.rows))
        return (Proposal(onward, CALL_LOCATOR, "data"), onward) if onward is not None else None

    def stated(self, page: Page) -> int:
        """Return the total that an answer states, 0 without one."""
        total = answer_value(page, self.total) if self.total else None
        number = _number(total, 0) if isinstance(total, str) else total
        return number if isinstance(number, int) and not isinstance(number, bool) else 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that a person can read and edit."""
        return to_plain(self, HOLES_SHOWN)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Call:
        """Restore a call."""
        return from_plain(cls, plain, HOLES_READ)


ATTRIBUTE: Final = "@"
"""First step of a path to the values of an attribute in all elements of an answer."""
_KEYS: Final = re.compile(r"[\w-]+")
MAX_KEYS: Final = 2_000


def keys_at(page: Page, path: Path) -> list[str]:
    """Return the keys of the rows of a page: of an attribute, or of a name in its data.

    >>> asked = Request("GET", "http://h.test/")
    >>> html = Page(asked, asked.url, 200, (), b'<p data-id="7">A</p><p data-id="9">B</p>')
    >>> data = Page(asked, asked.url, 200, (), b'{"rows": [{"id": 7}, {"id": 9}]}')
    >>> keys_at(html, ("@", "data-id")), keys_at(data, ("rows", "[]", "id"))
    (['7', '9'], ['7', '9'])
    """
    if path[:1] == (ATTRIBUTE,):
        attribute = re.escape(str(path[1]))
        text = page.body.decode("utf-8", "replace")
        found = re.findall(rf"[\s\"']{attribute}\s?=\s?[\"']?([\w-]{{1,64}})", text)
        return list(dict.fromkeys(found))[:MAX_KEYS]
    *outer, name = path
    rows = list_at(data_of(page), tuple(outer[:-1]))
    keys = (row.get(str(name)) for row in rows)
    return [str(key) for key in keys if isinstance(key, str | int)][:MAX_KEYS]


def _joined_keys(known: str, new: Sequence[str]) -> str:
    sign = re.search(r"[^\w-]+", known)
    return (sign[0] if sign else ",").join([*([known] if known else []), *new])


def data_of(page: Page) -> Any:
    """Return the data that a page holds, None where it is none."""
    kind = page.header("content-type")
    text, _ = decode(unpacked(page.body), kind)
    if "html" in kind and text.lstrip()[:1] == "<":
        return state_values(text) or read_fragment(text)
    if _TABLE.search(kind) or _TABLE_FILE.search(split_address(page.url).path):
        return table_items(text)
    data = with_references(read_data(text, is_xml="xml" in kind))
    data = with_texts(data) if TEXT_OF_DATA.search(text) else data
    return with_fragments(data) if "<" in text else data


def answer_value(page: Page, path: Path) -> Any:
    """Return the value at a path of an answer, in one of its headers, or in its list of links."""
    if path[-1:] == (REL_NEXT,):
        links = value_at(data_of(page), path[:-1])
        named = (one for one in links if isinstance(one, dict)) if isinstance(links, list) else ()
        return next((one.get("href") for one in named if one.get("rel") == "next"), None)
    if path[:1] != (HEADER,):
        return value_at(data_of(page), path)
    return dict(header_values(page)).get(path)


def header_values(page: Page) -> list[tuple[Path, str]]:
    """Return what the headers of an answer say, a total and the next page (RFC 8288, 9110) as such.

    >>> headers = (("Link", '</a>; rel=prev, </b?p=2>; rel="next"'), ("Content-Range", "0-9/52"))
    >>> header_values(Page(Request("GET", "http://h.test/"), "http://h.test/", 200, headers, b""))
    [(('header:', 'link', 'next'), '/b?p=2'), (('header:', 'content-range', 'total'), '52')]
    """
    values: list[tuple[Path, str]] = []
    for name, value in page.headers:
        name = name.casefold()
        if name == "link":
            found = (match[1] for match in _NEXT_LINK.finditer(value))
            values += [((HEADER, name, "next"), address) for address in found]
        elif name == "content-range":
            values.append(((HEADER, name, "total"), value.rpartition("/")[2]))
        else:
            values.append(((HEADER, name), value))
    return values


def _moved(request: Request, places: Sequence[Place], step: int, start: int) -> Request:
    """Return a request whose numbers at some places are higher by a step."""
    for place in places:
        old = place_at(request, place)
        number = step + _number(old, start)
        request = with_place(request, place, str(number) if isinstance(old, str) else number)
    return request


def _number(leaf: object, otherwise: int) -> int:
    """Return a leaf as a whole number.

    >>> _number("12", 0), _number("1" * 5_000, 7)
    (12, 7)
    """
    text = str(leaf)[: MAX_NUMBER_CHARACTERS + 1]
    return int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_CHARACTERS else otherwise


def _next_range(text: str, window: re.Match[str]) -> str:
    """Return the range of rows behind another one, as long as that."""
    start, end = int(window[1]), int(window[2])
    return f"{text[: window.start()]}{end + 1}-{2 * end - start + 1}{text[window.end() :]}"
