"""Index of javadoc: modules, packages, types, members and tags of an API, a script for each.

Which of these files there are depends on the version; the page's own script names them.

>>> read = JavadocReader()
>>> read(b'packageSearchIndex = [{"m":"java.base","l":"java.util"}];',
...      "http://h.test/package-search-index.js").items[0]["url"]
'http://h.test/java.base/java/util/package-summary.html'
>>> read(b'typeSearchIndex = [{"p":"java.util","l":"List"}];updateSearchResults();',
...      "http://h.test/type-search-index.js").items
({'kind': 'type', 'label': 'List', 'package': 'java.util', \
'url': 'http://h.test/java.base/java/util/List.html'},)
>>> javadoc_files("createElem(doc, tag, 'tag-search-index.js'); '#member-search-index'")
['tag-search-index.js']
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from leadline.page.data.lists import Item
from leadline.page.data.literal import read_data
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_JAVADOC: Final = re.compile(r"\bpathtoroot\s*=\s*[\"']([^\"']{0,200})[\"']", re.I)
_SCRIPT: Final = re.compile(r"^(?:.*/)?script\.js")
JAVADOC_FILES: Final = ("type-search-index.js", "member-search-index.js")
"""Files that each version has: the others are named by the page's script."""
_KIND: Final = re.compile(r"(?<![a-z])([a-z]{1,20})-search-index\.js")
_NAMED: Final = re.compile(r"[\"'/]([a-z]{1,20}-search-index)\.(?:js|zip)[\"']")
FIRST: Final = "package"
"""Kind of the file that is read first: it says which module a package is of."""


def javadoc_files(script: str) -> list[str]:
    """Return the files of the index that the script of a page names, the packages first."""
    named = dict.fromkeys(f"{name}.js" for name in _NAMED.findall(script))
    return sorted(named, key=lambda name: not name.startswith(FIRST))


def read_javadoc(body: bytes, url: str) -> IndexPart:
    """Read the entries of one file, of a site whose modules are not known."""
    return JavadocReader()(body, url)


class JavadocReader:
    """Reads the files of one index; packages are remembered, as types stand in their module."""

    def __init__(self) -> None:
        self._modules: dict[str, str] = {}

    def __call__(self, body: bytes, url: str) -> IndexPart:
        """Read the entries of one file."""
        data = read_data(body.decode("utf-8", "replace"))
        kind = match[1] if (match := _KIND.search(url)) else ""
        if not isinstance(data, list):
            return IndexPart()
        entries = [one for one in data if isinstance(one, dict) and one.get("l")]
        if kind == FIRST:
            self._modules |= {str(one["l"]): str(one["m"]) for one in entries if one.get("m")}
        items = tuple(self._entry(one, kind, url) for one in entries)
        return IndexPart(items, is_read=True, lost=len(data) - len(entries))

    def may_lack(self, url: str) -> bool:
        """Tell whether a site without modules has no file of them."""
        return "module-search-index" in url and not self._modules

    def _entry(self, one: dict[str, Any], kind: str, url: str) -> Item:
        package, label, owner = (str(one.get(name) or "") for name in "plc")
        named = {"label": label, "class": owner, "package": package, "holder": one.get("h")}
        values = {name: str(text) for name, text in named.items() if text}
        values |= {"description": str(one["d"])} if one.get("d") else {}
        return {"kind": kind} | values | {"url": resolved(url, self._address(one, kind))}

    def _address(self, one: dict[str, Any], kind: str) -> str:
        """Return where an entry leads, from the root of the site."""
        package, label, owner = (str(one.get(name) or "") for name in "plc")
        stated = str(one.get("u") or "")
        if kind not in ("type", "member", "package", "module") or one.get("url"):
            return stated
        if kind == "module":
            return stated or f"{label}/module-summary.html"
        if not package and kind != "package":
            return stated  # of a page beside them
        package = package or label
        module = str(one.get("m") or self._modules.get(package, ""))
        place = "/".join(filter(None, (module, package.replace(".", "/"))))
        if kind == "package":
            return stated or f"{place}/package-summary.html"
        anchor = f"#{stated or label}" if owner else ""
        return f"{place}/{owner or label}.html{anchor}".lstrip("/")


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    root, reader = match[1], JavadocReader()
    script = next(filter(_SCRIPT.match, page.files), f"{root}script.js")

    def named(text: str) -> list[str]:
        return [page.at(root + name) for name in javadoc_files(text)]

    files = tuple(page.at(root + name) for name in JAVADOC_FILES)
    at = page.at(script)
    yield StaticIndex("javadoc", files, reader, script=at, named=named, may_lack=reader.may_lack)


INDEXES: Final = (IndexKind(_JAVADOC, _find, in_markup=True, needs="loadScripts("),)
