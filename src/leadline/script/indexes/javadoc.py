"""Index of javadoc: types and members of an API, in scripts that set a variable.

>>> read_javadoc(b'typeSearchIndex = [{"p":"java.util","l":"List"}];updateSearchResults();',
...              "http://h.test/type-search-index.js").items
({'kind': 'type', 'label': 'List', 'package': 'java.util', 'url': 'http://h.test/java/util/List.html'},)
"""

import re
from typing import Any, Final

from leadline.page.urls import resolved
from leadline.script.data.lists import Item
from leadline.script.data.literal import read_data
from leadline.script.indexes.part import IndexPart

JAVADOC_FILES: Final = ("type-search-index.js", "member-search-index.js")
_KIND: Final = re.compile(r"(?<![a-z])([a-z]{1,20})-search-index\.js")


def read_javadoc(body: bytes, url: str) -> IndexPart:
    """Read the types or members of one file."""
    data = read_data(body.decode("utf-8", "replace"))
    kind = match[1] if (match := _KIND.search(url)) else ""
    items = data if isinstance(data, list) else []
    entries = (one for one in items if isinstance(one, dict) and ("p" in one or "c" in one))
    return IndexPart(tuple(_entry(one, kind, url) for one in entries))


def _entry(one: dict[str, Any], kind: str, url: str) -> Item:
    package, label, owner = (str(one.get(name) or "") for name in "plc")
    page = f"{package.replace('.', '/')}/{owner or label}.html".lstrip("/")
    anchor = f"#{one.get('u') or label}" if owner else ""
    names = {"label": label, "class": owner, "package": package}
    address = str(one.get("u") or "") if one.get("url") else page + anchor
    return {"kind": kind} | {k: v for k, v in names.items() if v} | {"url": resolved(url, address)}
