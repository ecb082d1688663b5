"""What one file of a static search index holds, and which files belong to an index.

An index is whole only where every file was read that the site's own search reads: those that it is
known by, those that a script of the page or a manifest names, and those of its kind that the page
names beside them.

>>> index = StaticIndex("lunr", ("http://h.test/search-index.js",), lambda _body, _url: IndexPart(),
...                     beside=("http://h.test/search-index.json", "http://h.test/search-index-2.js"))
>>> index.unread(["http://h.test/search-index.js"])
['http://h.test/search-index-2.js']
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from leadline.script.data.lists import Item

_FORM: Final = re.compile(r"(?:\.(?:js|json|gz|zip))+(?:[?#].{0,200})?$", re.IGNORECASE)
"""End of an address of which the same index may come in several forms."""


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
