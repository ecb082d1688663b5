"""Indexes that list their documents: MkDocs, Docusaurus, mdBook, GitBook, Hugo, lunr and others.

All lists whose objects have an address are one index. Sections of a page (``page#section``) are
joined to the page that they stand on, as the search shows them.

>>> text = b'{"docs": [{"location": "a/", "title": "A", "text": "x"},' \\
...        b' {"location": "a/#s", "title": "S", "text": "y"}]}'
>>> read_documents(text, "http://h.test/search/search_index.json", "http://h.test/").items
({'title': 'A', 'url': 'http://h.test/a/', 'text': 'x y'},)
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from leadline.page.data.lists import DataList, Item, lists_in
from leadline.page.data.literal import read_data
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexPart
from leadline.wrapper.data.rows import LINK_NAMES, text_size

TITLE_KEYS: Final = ("title", "t", "name", "pagetitle", "label", "heading", "l")
TEXT_KEYS: Final = ("text", "content", "contents", "body", "summary", "description", "excerpt", "b")
LINK_KEYS: Final = (*LINK_NAMES, "u", "relpermalink", "sectionroute", "ref")
_PATH: Final = re.compile(r"/|\S{1,500}(?:/|\.html?)$")
"""Begin of a name, or all of it, that is the address of what a map holds under it."""
MAX_DOCUMENT_DIGITS: Final = 9
MIN_LINK_SHARE: Final = 0.9
"""Share of the objects of a list that must have an address."""


def read_documents(body: bytes, url: str, base: str) -> IndexPart:
    """Read all documents of an index; ``base`` is the address that theirs are relative to."""
    data = read_data(body.decode("utf-8", "replace"))
    addresses = data.get("doc_urls") if isinstance(data, dict) else None
    pages: dict[str, Item] = {}
    lost = 0
    for one in (*_of_library(data), *lists_in(data)):
        addressed = ((_address(item, addresses), item) for item in one.items)
        linked = [(address, item) for address, item in addressed if address is not None]
        if len(linked) < MIN_LINK_SHARE * len(one.items):
            continue
        lost += len(one.items) - len(linked)
        for address, item in linked:
            page = resolved(base or url, address).partition("#")[0]
            _join(pages.setdefault(page, {}), item, page)
    return IndexPart(tuple(pages.values()) or _references(data), lost=lost)


def _of_library(data: Any) -> Iterator[DataList]:
    """Yield the documents of a MiniSearch index, which keeps addresses and fields by number."""
    stored = data.get("storedFields") if isinstance(data, dict) else None
    ids = data.get("documentIds") if isinstance(data, dict) else None
    if isinstance(ids, dict) and isinstance(stored, dict):
        fields = ((name, stored.get(number)) for number, name in ids.items())
        items = ({**(one if isinstance(one, dict) else {}), "ref": name} for name, one in fields)
        yield DataList(("storedFields",), tuple(items))


def _references(data: Any) -> tuple[Item, ...]:
    """Return the references of documents in a lunr index that does not hold them; no numbers.

    >>> _references({"fieldVectors": [["name/a.b", []], ["text/a.b", []], ["name/a.c", []]]})
    ({'ref': 'a.b'}, {'ref': 'a.c'})
    """
    index = data.get("index", data) if isinstance(data, dict) else {}
    vectors = index.get("fieldVectors") if isinstance(index, dict) else ()
    named = (one[0] for one in vectors or () if isinstance(one, list) and one)
    found = dict.fromkeys(str(name).partition("/")[2] for name in named)
    return tuple({"ref": one} for one in found if one and not one.isdecimal())


def read_own_data(body: bytes, url: str, base: str = "") -> IndexPart:
    """Read the objects that a search script carries itself, with addresses or without.

    >>> script = b'const docs = [{"fullname": "a.b", "kind": "class"}, {"fullname": "c"}];'
    >>> len(read_own_data(script, "http://h.test/search.js").items)
    2
    """
    part = read_documents(body, url, base or url)
    found = lists_in(read_data(body.decode("utf-8", "replace")))
    lists = [one for one in found if not all(map(str.isdecimal, one.names))]  # else tables of code
    largest = max(lists, key=lambda one: text_size(one.items), default=None)
    return part if part.items or largest is None else IndexPart(largest.items)


def _address(item: Item, addresses: Any) -> str | None:
    """Return the address of a document, by its number in ``addresses`` where these are given."""
    number = str(item.get("id"))[: MAX_DOCUMENT_DIGITS + 1]
    is_number = number.isdecimal() and len(number) <= MAX_DOCUMENT_DIGITS
    if isinstance(addresses, list) and is_number and int(number) < len(addresses):
        return str(addresses[int(number)])
    values = {name.casefold(): value for name, value in item.items()}
    named = str(values.get("key", ""))
    found = next((values[key] for key in LINK_KEYS if isinstance(values.get(key), str)), None)
    return named if found is None and _PATH.match(named) else found


def _join(page: Item, item: Item, url: str) -> None:
    """Add a section to its page."""
    values = {name.casefold(): value for name, value in item.items()}
    title = next((values[key] for key in TITLE_KEYS if isinstance(values.get(key), str)), "")
    text = next((values[key] for key in TEXT_KEYS if isinstance(values.get(key), str)), "")
    page.setdefault("title", title)
    page.setdefault("url", url)
    if text:
        page["text"] = f"{page['text']} {text}" if page.get("text") else text
    used = {*TITLE_KEYS, *TEXT_KEYS, *LINK_KEYS, "key"}
    for name, value in item.items():
        if name.casefold() not in used and not name.startswith("_"):
            page.setdefault(name, value)
