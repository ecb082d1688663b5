"""Index of pagefind: an entry file, a binary list of pages for each language, a file a page.

The files are packed with gzip and begin with a sign. The list of pages is CBOR (RFC 8949).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from leadline.page.data.literal import unpacked
from leadline.page.json_text import read_json
from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_PAGEFIND: Final = re.compile(r"^(.*?pagefind/)pagefind[\w.-]*\.(?:js|css)")
_MERGED: Final = re.compile(
    r"\bmergeIndex\(\s{0,9}[\"']([^\"']{1,200})|\bbundlePath[\"']?\s{0,9}:\s{0,9}[\"']([^\"']{1,200})"
)
"""Another index that is searched with the page's own."""
SIGN: Final = b"pagefind_dcd"
MAX_CBOR_DEPTH: Final = 12


def read_pagefind(body: bytes, url: str) -> IndexPart:
    """Read one of the three kinds of files, told apart by how its address ends."""
    try:
        if url.endswith(".json"):
            languages = read_json(body.decode("utf-8", "replace")).get("languages", {})
            hashes = [one["hash"] for one in languages.values()]
            files = tuple(resolved(url, f"pagefind.{one}.pf_meta") for one in hashes)
            counts = [one.get("page_count") for one in languages.values()]
            return IndexPart((), files, stated=sum(n for n in counts if type(n) is int))
        content = unpacked(body).removeprefix(SIGN)
        if url.endswith(".pf_meta"):
            pages = _cbor(content)[1]
            folder = resolved(url, "fragment/")
            return IndexPart((), tuple(f"{folder}{page[0]}.pf_fragment" for page in pages))
        fragment = read_json(content.decode("utf-8", "replace"))
        address = resolved(resolved(url, "../../"), str(fragment["url"]).lstrip("/"))
        fields = {**fragment.get("meta", {}), "url": address, "text": fragment.get("content", "")}
        return IndexPart((fields | fragment.get("filters", {}),))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return IndexPart()


def _cbor(content: bytes) -> Any:
    """Return the value that CBOR bytes hold.

    >>> _cbor(bytes([0x82, 0x61, 0x76, 0x81, 0x82, 0x62, 0x65, 0x6e, 0x18, 0x2a]))
    ['v', [['en', 42]]]
    """
    at = 0

    def value(depth: int = 0) -> Any:
        nonlocal at
        if depth > MAX_CBOR_DEPTH:
            raise ValueError("nested too deep")
        kind, small = content[at] >> 5, content[at] & 31
        at += 1
        size = {24: 1, 25: 2, 26: 4, 27: 8}.get(small, 0)
        number = int.from_bytes(content[at : at + size]) if size else small
        at += size
        if kind in (2, 3):
            text = content[at : at + number]
            at += number
            return text.decode("utf-8", "replace") if kind == 3 else text
        if kind == 4:
            return [value(depth + 1) for _ in range(min(number, len(content)))]
        if kind == 5:
            pairs = [(value(depth + 1), value(depth + 1)) for _ in range(min(number, len(content)))]
            return {str(key): one for key, one in pairs}
        return -1 - number if kind == 1 else number

    return value()


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    yield StaticIndex("pagefind", (page.at(f"{match[1]}pagefind-entry.json"),), read_pagefind)


def _merged(scripts: str) -> list[str]:
    """Return the other indexes that scripts of a page join to its own.

    >>> _merged('pagefind.mergeIndex("/blog/pagefind/")')
    ['/blog/pagefind/pagefind-entry.json']
    """
    found = _MERGED.finditer(scripts) if "mergeIndex" in scripts else ()
    return [f"{(match[1] or match[2]).rstrip('/')}/pagefind-entry.json" for match in found]


INDEXES: Final = (IndexKind(_PAGEFIND, _find, beside=_merged),)
