"""Kinds of static search indexes: their sign in a page, their files, what one file of them holds.

An index is whole only where every file was read that the site's own search reads: those that it is
known by, those that a script of the page or a manifest names, and those of its kind that the page
names beside them.

>>> index = StaticIndex("lunr", ("http://h.test/search-index.js",), lambda _body, _url: IndexPart(),
...                     beside=("http://h.test/search-index.json", "http://h.test/search-index-2.js"))
>>> index.unread(["http://h.test/search-index.js"])
['http://h.test/search-index-2.js']
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from leadline.page.data.lists import Item
from leadline.page.dom import Document
from leadline.page.urls import resolved

_FORM: Final = re.compile(r"(?:\.(?:js|json|gz|zip)){1,4}(?:[?#].{0,200})?$", re.IGNORECASE)
"""End of an address of which the same index may come in several forms."""
_FILE: Final = re.compile(
    r"<(?:script|link)\b[^<>]*?\b(?:src|href)\s*=\s*[\"']?([^\"'\s<>]{1,500})", re.I
)
_PAGE_ENDING: Final = re.compile(r"\.html?(?:[#?\"']|$)")


_NUMBERED: Final = re.compile(r"^(.*[^\d/])(\d{1,3})(\.(?:js|json)(?:\?.{0,200})?)$", re.DOTALL)


def next_in_sequence(url: str) -> tuple[str, ...]:
    """Return the file that follows a numbered one; () for others.

    >>> next_in_sequence("http://h.test/search-index-09.json"), next_in_sequence("http://h.test/a.js")
    (('http://h.test/search-index-10.json',), ())
    """
    found = _NUMBERED.match(url)
    following = f"{int(found[2]) + 1:0{len(found[2])}d}" if found else ""
    return (f"{found[1]}{following}{found[3]}",) if found else ()


@dataclass(frozen=True, slots=True)
class IndexPage:
    """A page that may have an index: markup, base, addresses of its scripts and links as written.

    ``ending`` is how the addresses of the pages of its site end: ".html" or "/".
    """

    html: str
    base: str
    files: tuple[str, ...]
    ending: str

    def at(self, address: str) -> str:
        """Return an address of the page as an absolute one."""
        return resolved(self.base, address)


def index_page(document: Document) -> IndexPage:
    """Return what of a page tells its index."""
    html = document.html
    files = dict.fromkeys(match[1] for match in _FILE.finditer(html))
    ending = ".html" if _PAGE_ENDING.search(html) else "/"
    return IndexPage(html, document.base, tuple(files), ending)


@dataclass(frozen=True, slots=True)
class IndexPart:
    """Objects of a file, and the addresses of further files that hold more.

    ``is_read``: the file is one of the index, even where it holds none. ``lost`` counts entries of
    it that are no objects here, ``stated`` is how many objects the index has as this file says.
    ``aside`` says what else stands in it and is no object.
    """

    items: tuple[Item, ...] = ()
    more: tuple[str, ...] = ()
    is_read: bool = False
    lost: int = 0
    stated: int = 0
    aside: str = ""


ReadIndex = Callable[[bytes, str], IndexPart]
"""Reader of a file: its bytes and its address."""


def _names_none(_text: str) -> list[str]:
    return []


def _lacks_none(_url: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class StaticIndex:
    """A search index: its format, its files, how they are read.

    ``is_named``: the page names its generator, so the files are what its search searches. The
    ``script`` of the page names them, read by ``named`` as addresses. ``may_lack`` tells which of
    these the site may do without. ``beside`` are files of search data that the page names too.
    """

    kind: str
    addresses: tuple[str, ...]
    read: ReadIndex
    is_named: bool = True
    script: str = ""
    named: Callable[[str], list[str]] = _names_none
    may_lack: Callable[[str], bool] = _lacks_none
    beside: tuple[str, ...] = ()

    def unread(self, read: Iterable[str]) -> list[str]:
        """Return the files of search data that the page names and that were read in no form."""
        known = {_FORM.sub("", url) for url in (*read, *self.addresses)}
        return [url for url in self.beside if _FORM.sub("", url) not in known]


@dataclass(frozen=True, slots=True)
class IndexKind:
    """A kind of index: a module's ``INDEXES`` lists its own, a package's ``leadline.indexes`` too.

    ``find`` returns the indexes of a page that has the ``sign``: a pattern of the address of a
    script or link, or ``in_markup`` of the whole markup. Without the text ``needs`` it is no sign.
    ``beside`` returns further files of search data that scripts of any page name, as written.

    >>> sign = re.compile(r"^(.*?)my-search\\.js")
    >>> def find(page, match):
    ...     address = page.at(f"{match[1]}my-index.json")
    ...     yield StaticIndex("mine", (address,), lambda body, url: IndexPart())
    >>> page = IndexPage("", "http://h.test/a/b.html", ("../my-search.js",), "/")
    >>> [index.addresses for _, index in IndexKind(sign, find).found(page)]
    [('http://h.test/my-index.json',)]
    """

    sign: re.Pattern[str]
    find: Callable[[IndexPage, re.Match[str]], Iterable[StaticIndex]]
    in_markup: bool = False
    needs: str = ""
    beside: Callable[[str], list[str]] = _names_none

    def found(self, page: IndexPage) -> Iterator[tuple[int, StaticIndex]]:
        """Yield the indexes of a page, each with the number of the file that gave it away."""
        texts = (page.html,) if self.in_markup else page.files
        first = len(page.files) if self.in_markup else 0
        for place, text in enumerate(texts if self.needs in page.html else (), first):
            if match := self.sign.search(text):
                for index in self.find(page, match):
                    yield place, index
