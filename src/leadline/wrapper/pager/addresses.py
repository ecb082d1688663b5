"""What the address of a link says about pages: is it of this list, and in which direction?

An address is read as text with numbers in it. Two pages of one list differ in a number, in a
parameter that the first page lacks, or in a path segment such as ``/page/2``.

>>> here = "http://h.test/list?q=sea&page=3"
>>> further("http://h.test/list?q=sea&page=4", here), further("http://h.test/list?q=sea", here)
(1, -1)
>>> likeness("http://h.test/list?q=sea&page=4", here), likeness("http://h.test/about", here)
(3, 0)
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, unquote_plus, urldefrag, urlencode, urlsplit

from leadline.model import Request
from leadline.page.dom import Document
from leadline.page.query_string import raw_pairs
from leadline.page.urls import join_url, sendable_url
from leadline.wrapper.pager.words import LEXICON

DIGIT_RUN: Final = re.compile(r"\d+")
MAX_PAGE_DIGITS: Final = 9
"""Digits above which a number is a key, a time stamp or a token."""
MAX_NUMBERS_IN_ADDRESS: Final = 60
"""Numbers read in one address; opaque tokens hold many for nothing."""

_PARAMETERS: Final = {
    kind: frozenset(words.split()) for kind, words in LEXICON["parameters"].items()
}
PAGE_NAMES: Final = _PARAMETERS["page"]
"""Parameter names of page numbers, offsets and continuation marks, folded to letters and digits."""
SIZE_WORDS: Final = _PARAMETERS["size"]
ORDER_WORDS: Final = _PARAMETERS["order"]
OFFSET_WORDS: Final = _PARAMETERS["offset"]
CURSOR_WORDS: Final = _PARAMETERS["cursor"]
_FIELD_SENT: Final = re.compile(r"name=\"([^\"\r\n]{1,200})\"\r\n\r\n([^\r]{0,2000})")
"""A field of a form that is sent in parts (RFC 7578), but of no file."""
_NAME_TOKENS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
DATE_VALUE: Final = re.compile(
    r"(?:19|20)\d\d([-/.]\d\d?){1,2}$|\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d$"
)
PAGE_SEGMENT: Final = re.compile(
    r"(?:^|[/_.,;\-])(?:(?:pages?|seite|paginas?|pag|strona|strana|stranka|side|sida|sivu|sayfa|halaman"
    r"|trang|pg|p|start|offset)[/_=.,:\-]?|(?:index|list|default)[_=\-]?)\d{1,7}(?=$|[/_.,;\-])",
    re.IGNORECASE,
)
PAGE_TAIL: Final = re.compile(r"[-_,/.]?\d{1,7}(?=(?:\.[a-z]{2,5})?/?$)", re.IGNORECASE)
INDEX_TAIL: Final = re.compile(r"(?:/|^)(?:index|default)?(?:\.[a-z]{3,5})?/?$", re.IGNORECASE)


class PageAddress(NamedTuple):
    """An address taken apart: numbers, the text between them, parameters by name."""

    host: str
    path: str
    parameters: dict[str, str]
    skeleton: tuple[str, ...]
    numbers: tuple[int, ...]


@lru_cache(maxsize=4096)
def read_address(url: str) -> PageAddress:
    """Read the parts of an address that pages of a list share or not; never raise."""
    text = unquote(urldefrag(url).url)[:2000]
    pieces = DIGIT_RUN.split(text, MAX_NUMBERS_IN_ADDRESS)
    numbers = tuple(int(n[:18]) for n in DIGIT_RUN.findall(text)[:MAX_NUMBERS_IN_ADDRESS])
    try:
        parts = urlsplit(url)
        host = (parts.netloc or "").lower().rpartition("@")[2].removeprefix("www.")
        path, query = unquote(parts.path), parts.query
    except ValueError:
        host, path, query = "", text, ""
    return PageAddress(host, path, read_parameters(query), tuple(pieces), numbers)


def read_parameters(query: str) -> dict[str, str]:
    """Return decoded values by decoded name; the last value of a name counts."""
    return {name: unquote_plus(value) for name, value in raw_pairs(query) if name}


def is_page_name(name: str) -> bool:
    """Tell whether a parameter's name is one of page numbers or offsets.

    >>> is_page_name("tx_list[currentPage]"), is_page_name("pageSize"), is_page_name("q")
    (True, False, False)
    """
    if is_size_name(name):
        return False
    bare = name.rpartition("[")[2].rstrip("]") if name.endswith("]") else name
    folded = re.sub(r"[^a-z0-9_]", "", bare.casefold())
    return (
        folded in PAGE_NAMES
        or folded.replace("_", "") in PAGE_NAMES
        or folded.rpartition("_")[2] in {"page", "p", "pag", "start", "offset", "pageno"}
        or (folded.endswith(("page", "pagina")) and len(folded) <= 24)
    )


@lru_cache(maxsize=2048)
def _name_words(name: str) -> frozenset[str]:
    """Return the words of a parameter's name, and the whole name."""
    words = {word.lower() for word in _NAME_TOKENS.findall(name)}
    return frozenset(words | {re.sub(r"[^a-z]", "", name.lower())})


def is_size_name(name: str) -> bool:
    """Tell whether a parameter's name is one of page sizes.

    >>> is_size_name("pageSize"), is_size_name("tx[perPage]"), is_size_name("updated-max")
    (True, True, True)
    """
    return bool(_name_words(name) & SIZE_WORDS)


def is_order_name(name: str) -> bool:
    """Tell whether a parameter's name is one of sorting, views, votes and the like.

    >>> is_order_name("sortBy"), is_order_name("start")
    (True, False)
    """
    return bool(_name_words(name) & ORDER_WORDS)


def is_cursor_name(name: str) -> bool:
    """Tell whether a parameter continues from a record's key: it has no order.

    >>> is_cursor_name("_next"), is_cursor_name("max_id"), is_cursor_name("page")
    (True, True, False)
    """
    return bool(_name_words(name) & CURSOR_WORDS) and "page" not in name.casefold()


def changed_parameters(one: PageAddress, other: PageAddress) -> list[str]:
    """Return the names of parameters that differ or stand in one only, in order of appearance."""
    names = dict.fromkeys([*one.parameters, *other.parameters])
    return [n for n in names if (one.parameters.get(n) or "") != (other.parameters.get(n) or "")]


def base_path(path: str) -> str:
    """Return the path of the list itself, without page segments, last number and index names.

    >>> base_path("/news/page/3/"), base_path("/news/index3.html"), base_path("/news")
    ('/news', '/news', '/news')
    """
    bare = PAGE_SEGMENT.sub("", path)
    bare = PAGE_TAIL.sub("", bare)
    bare = re.sub(r"\.[a-z]{3,5}$", "", bare, flags=re.IGNORECASE)
    bare = INDEX_TAIL.sub("", bare)
    return re.sub(r"/{2,}", "/", bare).rstrip("/").casefold()


def likeness(url: str, here: str) -> int:
    """Rate how surely an address is another page of this list: 3 sure, 2 likely, 1 maybe, 0 no.

    3: a page-named parameter or path segment moved; 2: one number moved; 1: equal path, other
    parameters (an opaque token, say).

    >>> likeness("/find/sea?page=2", "/find?q=sea"), likeness("/find/fog?page=2", "/find?q=sea")
    (3, 0)
    >>> likeness("/search/r7/2", "/search/r7"), likeness("/search/r8", "/search/r7/2")
    (2, 0)
    """
    there = read_address(url)
    known = _written_alike(read_address(here), there)
    if there.host != known.host and not _related(there.host, known.host):
        return 0
    if there.path.rstrip("/") == known.path.rstrip("/"):
        return _query_likeness(there, known)
    own = known.path.rstrip("/").casefold()  # its last number may tell the search
    if base_path(there.path) in {own, base_path(known.path)}:
        return 3 if PAGE_SEGMENT.search(there.path) or PAGE_SEGMENT.search(known.path) else 2
    moved = sum(a != b for a, b in zip(there.numbers, known.numbers, strict=False))
    return 2 if there.skeleton == known.skeleton and moved == 1 else 0


def _written_alike(known: PageAddress, there: PageAddress) -> PageAddress:
    """Return a known address as ``there`` is written, if that has a parameter's value as a path."""
    tail = there.path.rstrip("/").removeprefix(known.path.rstrip("/") + "/")
    rest = {name: value for name, value in known.parameters.items() if value != tail}
    if tail == there.path.rstrip("/") or len(rest) == len(known.parameters):
        return known
    return known._replace(path=there.path, parameters=rest)


def is_of_site(url: str, here: str) -> bool:
    """Tell whether an address is of the site of another one."""
    return _related(read_address(url).host, read_address(here).host)


def _related(one: str, other: str) -> bool:
    """Tell whether hosts are of one site: the last two labels are equal."""
    return one.split(":")[0].split(".")[-2:] == other.split(":")[0].split(".")[-2:]


def _query_likeness(one: PageAddress, other: PageAddress) -> int:
    names = changed_parameters(one, other)
    if not names:
        return 0
    paging = [n for n in names if is_page_name(n)]
    if paging:
        return 3 if len(names) <= 3 else 2
    if any(is_order_name(n) or DATE_VALUE.match(one.parameters.get(n) or "") for n in names):
        return 0
    if all(is_size_name(n) and (one.parameters.get(n) or "").isdecimal() for n in names):
        return 0
    if len(names) == 1 and (one.parameters.get(names[0]) or "").isdecimal():
        return 2
    return 1 if len(names) <= 3 else 0


def further(url: str, here: str) -> int:
    """Return 1 if an address is farther from page 1 than this page, -1 if nearer, 0 if unknown.

    Cursors have no order: newest first, ``before=1200`` is followed by ``before=1180``.

    >>> further("/t?before=1180", "/t?before=1200"), further("/b?board=1.40", "/b?board=1.20")
    (0, 1)
    """
    there = read_address(url)
    known = _written_alike(read_address(here), there)
    if there.path != known.path:
        return _number_order(there.path, known.path) or _page_order(there, known)
    names = changed_parameters(there, known)
    if any(is_cursor_name(name) for name in names):
        return 0
    if len(names) == 1 and not is_page_name(names[0]):
        return _number_order(there.parameters.get(names[0], ""), known.parameters.get(names[0], ""))
    return _page_order(there, known)


def _number_order(one: str, other: str) -> int:
    """Compare two texts that differ in one number only; 0 if they differ otherwise."""
    if DIGIT_RUN.split(one) != DIGIT_RUN.split(other):
        return 0
    pairs = zip(DIGIT_RUN.findall(one), DIGIT_RUN.findall(other), strict=True)
    moved = [
        (int(a), int(b)) for a, b in pairs if a != b and max(len(a), len(b)) <= MAX_PAGE_DIGITS
    ]
    return (moved[0][0] > moved[0][1]) - (moved[0][0] < moved[0][1]) if len(moved) == 1 else 0


def _page_order(one: PageAddress, other: PageAddress) -> int:
    """Compare by the page-named parameter or segment; a side without one is the first page."""
    there, here = page_value(one), page_value(other)
    if there is not None and here is not None:
        return (there > here) - (there < here)
    if (there is None and _has_page(one)) or (here is None and _has_page(other)):
        return 0
    if (there is None and here is None) or base_path(one.path) != base_path(other.path):
        return 0
    if there is None:
        return -1 if (here or 0) > 1 else 0
    return 0 if there == 1 else (there > 0) - (there == 0)


def _has_page(address: PageAddress) -> bool:
    """Tell whether a page-named parameter holds an opaque token, which has no order."""
    return any(value and is_page_name(name) for name, value in address.parameters.items())


def page_value(address: PageAddress) -> int | None:
    """Return the number in a page-named parameter or path segment, None without one."""
    for name, value in address.parameters.items():
        if _is_plain(value) and is_page_name(name) and not is_cursor_name(name):
            return int(value)
    segments = list(PAGE_SEGMENT.finditer(address.path))
    numbers = DIGIT_RUN.findall(segments[-1][0]) if segments else []
    return int(numbers[-1]) if numbers else None


def _is_plain(value: str) -> bool:
    return value.isdecimal() and value.isascii() and len(value) <= MAX_PAGE_DIGITS


def counts_records(address: PageAddress) -> bool:
    """Tell whether the page-named parameter is an offset by its name, not a page number."""
    return any(
        is_page_name(name) and bool(_name_words(name) & OFFSET_WORDS) for name in address.parameters
    )


def sent_address(request: Request) -> str:
    """Return all that a request sends as one address: the fields of its body follow its URL.

    >>> sent_address(Request("POST", "http://h.test/s", (), b"q=sea&page=2"))
    'http://h.test/s?q=sea&page=2'
    >>> part = b'--x\\r\\nContent-Disposition: form-data; name="q"\\r\\n\\r\\nsea\\r\\n--x--'
    >>> sent_address(Request("POST", "http://h.test/s", (), part))
    'http://h.test/s?q=sea'
    """
    body = "" if request.method == "GET" else urlencoded_body(request)
    if not body and request.body.startswith(b"--"):
        fields = _FIELD_SENT.findall(request.body.decode("utf-8", "replace"))
        body = urlencode(fields)
    return f"{request.url}{'&' if '?' in request.url else '?'}{body}" if body else request.url


def urlencoded_body(request: Request) -> str:
    """Return an urlencoded body as text; other bodies are not understood."""
    return "" if b"\r\n" in request.body[:2000] else request.body.decode("latin-1")


def send_address(document: Document, href: str) -> str:
    """Return a reference as a browser sends it, '' if it is no http address.

    Non-ASCII letters of the query go out in the page's own charset, those of the path in UTF-8.
    """
    if not href.strip():
        return ""
    if not href.isascii() and document.charset.lower().replace("-", "") not in ("utf8", ""):
        before, mark, query = href.partition("?")
        if mark:
            query, hash_mark, tail = query.partition("#")
            href = before + mark + _in_charset(query, document.charset) + hash_mark + tail
    return join_url(document.base, href)


def _in_charset(query: str, charset: str) -> str:
    try:
        return "".join(
            c if c.isascii() else quote(c.encode(charset, "xmlcharrefreplace")) for c in query
        )
    except LookupError:
        return sendable_url(query)
