"""Index of Sphinx: ``Search.setIndex({...})`` with the pages as columns side by side.

>>> part = read_sphinx(b'Search.setIndex({docnames:["a/b"],titles:["Title"],terms:{}})',
...                    "http://h.test/searchindex.js", ".html")
>>> part.items
({'title': 'Title', 'doc': 'a/b', 'url': 'http://h.test/a/b.html'},)
"""

from leadline.page.urls import resolved
from leadline.script.data.literal import read_data
from leadline.script.indexes.part import IndexPart


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
    return IndexPart(tuple(pages))
