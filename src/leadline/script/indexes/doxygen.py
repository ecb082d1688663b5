"""Index of doxygen: ``searchdata.js`` has the first letters, ``all_0.js`` and so on the names.

>>> read_doxygen(b"var indexSectionsWithContent = {0: 'ab', 1: 'b'};",
...              "http://h.test/search/searchdata.js").more
('http://h.test/search/all_0.js', 'http://h.test/search/all_1.js')
>>> read_doxygen(b"var searchData=[['a_0',['A::b',['../class_a.html#1',1,'A']]]];",
...              "http://h.test/search/all_0.js").items
({'name': 'A::b', 'within': 'A', 'url': 'http://h.test/class_a.html#1'},)
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from leadline.page.data.lists import Item
from leadline.page.data.literal import read_data
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_DOXYGEN: Final = re.compile(r"^(?:.*?/)?search/searchdata\.js")


def read_doxygen(body: bytes, url: str) -> IndexPart:
    """Read the list of letters, whose first section is that of all names, or the names of one."""
    if "all_" in url:
        data = read_data(body.decode("utf-8", "replace"))
        entries = [tuple(_items([one], url)) for one in data] if isinstance(data, list) else []
        items = tuple(item for entry in entries for item in entry)
        return IndexPart(items, is_read=data == [], lost=sum(not entry for entry in entries))
    sections = read_data(body.decode("utf-8", "replace").partition("indexSectionNames")[0])
    letters = sections.get("0") if isinstance(sections, dict) else None
    count = len(letters) if isinstance(letters, str) else 0
    return IndexPart((), tuple(resolved(url, f"all_{number:x}.js") for number in range(count)))


def _items(data: Any, url: str) -> Iterator[Item]:
    """Yield an item for each place that a name stands at."""
    for entry in data if isinstance(data, list) else ():
        found = entry[1] if isinstance(entry, list) and len(entry) == 2 else None
        name, *places = found if isinstance(found, list) else (None,)
        for place in places:
            if isinstance(place, list) and len(place) == 3:
                within = {"within": place[2]} if place[2] else {}
                with suppress(ValueError):  # no address
                    yield {"name": name, **within, "url": resolved(url, str(place[0]))}


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    yield StaticIndex("doxygen", (page.at(match.string),), read_doxygen)


INDEXES: Final = (IndexKind(_DOXYGEN, _find),)
