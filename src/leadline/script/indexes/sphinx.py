"""Index of Sphinx: ``Search.setIndex({...})`` with the pages as columns side by side.

>>> part = read_sphinx(b'Search.setIndex({docnames:["a/b"],titles:["Title"],terms:{}})',
...                    "http://h.test/searchindex.js", ".html")
>>> part.items
({'title': 'Title', 'doc': 'a/b', 'url': 'http://h.test/a/b.html'},)
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from leadline.page.data.literal import read_data
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_SPHINX: Final = re.compile(
    r"^(.*?)(?:_static/(?:searchtools|documentation_options|doctools)\.js|searchindex\.js)"
)


def read_sphinx(body: bytes, url: str, ending: str) -> IndexPart:
    """Read the pages of the index; ``ending`` ends the address of a page."""
    data = read_data(body.decode("utf-8", "replace"))
    names, titles = (
        (data.get("docnames"), data.get("titles")) if isinstance(data, dict) else ([], [])
    )
    if not isinstance(names, list) or not isinstance(titles, list) or len(names) != len(titles):
        return IndexPart()
    pages = [
        {"title": title, "doc": name, "url": resolved(url, str(name) + ending)}
        for name, title in zip(names, titles, strict=True)
    ]
    return IndexPart(tuple(pages), aside=_aside(data))


def _aside(data: Any) -> str:
    """Say how many objects the pages describe, which are no pages.

    >>> _aside({"objects": {"io": [[0, 1, 1, "", "open"], [0, 1, 1, "", "read"]]}}), _aside({})
    ('the 2 objects that its pages describe', '')
    """
    groups = data.get("objects") if isinstance(data, dict) else None
    count = (
        sum(len(one) for one in groups.values() if isinstance(one, list | dict))
        if isinstance(groups, dict)
        else 0
    )
    return f"the {count:,} objects that its pages describe" if count else ""


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    read = partial(read_sphinx, ending=page.ending)
    yield StaticIndex("Sphinx", (page.at(f"{match[1]}searchindex.js"),), read)


INDEXES: Final = (IndexKind(_SPHINX, _find),)
