"""Index of rustdoc: the items of crates as columns side by side.

Names stand in ``n``, descriptions in ``d``. Paths stand in ``q``: as a list in which "" repeats the
path before, or as pairs of a place and a path that holds from there on. Newer versions keep the
descriptions in files of their own (``D`` says how many stand in each), which are not read.

>>> crates = b'var searchIndex = JSON.parse(\\'{"c": {"n": ["A", "B"], "q": ["c", ""]}}\\')'
>>> read_rustdoc(crates, "http://h.test/search-index.js").items
({'name': 'A', 'path': 'c', 'crate': 'c'}, {'name': 'B', 'path': 'c', 'crate': 'c'})
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from leadline.page.data.lists import Item
from leadline.page.data.literal import read_data
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_RUSTDOC: Final = re.compile(
    r"data-search-index-js=[\"']([^\"'<>]{1,300})|src=[\"']?([^\"'<>\s]{0,200}search-index[\w.-]*\.js)"
)


def read_rustdoc(body: bytes, url: str) -> IndexPart:
    """Read the items of all crates; ``url`` is not needed, paths name the items."""
    data = read_data(body.decode("utf-8", "replace"))
    if isinstance(data, list):  # new Map([[name, crate], ...])
        pairs = [pair for pair in data if isinstance(pair, list) and len(pair) == 2]
        data = {str(name): crate for name, crate in pairs}
    crates = data.items() if isinstance(data, dict) else ()
    items: list[Item] = []
    lost, aside = 0, ""
    for name, crate in crates:
        if isinstance(crate, dict) and isinstance(crate.get("n"), list):
            items += _items(name, crate)
            is_apart = "D" in crate and "d" not in crate
            aside = "the descriptions, which stand in search.desc" if is_apart else aside
        else:
            lost += 1
    return IndexPart(tuple(items), lost=lost, aside=aside)


def _items(crate: str, columns: dict[str, Any]) -> list[Item]:
    names, texts = columns["n"], columns.get("d")
    paths = _paths(columns.get("q"), len(names), crate)
    items: list[Item] = []
    for place, name in enumerate(names):
        item = {"name": name, "path": paths[place], "crate": crate}
        text = texts[place] if isinstance(texts, list) and place < len(texts) else ""
        items.append(item | ({"description": text} if text else {}))
    return items


def _paths(stated: Any, count: int, crate: str) -> list[str]:
    """Return the path of each item."""
    begins: dict[int, str] = {}
    for place, one in enumerate(stated if isinstance(stated, list) else ()):
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], int):
            begins[one[0]] = str(one[1])
        elif one:
            begins[place] = str(one)
    paths, path = [], crate
    for place in range(count):
        path = begins.get(place, path)
        paths.append(path)
    return paths


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    yield StaticIndex("rustdoc", (page.at(match[1] or match[2]),), read_rustdoc)


INDEXES: Final = (IndexKind(_RUSTDOC, _find, in_markup=True, needs="rustdoc"),)
