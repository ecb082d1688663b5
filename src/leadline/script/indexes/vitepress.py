"""Local index of VitePress, a script that other scripts of the page lead to.

>>> theme = b'import("./VPLocalSearchBox.D1.js")'
>>> read_vitepress(theme, "http://h.test/assets/chunks/theme.A1.js").more
('http://h.test/assets/chunks/VPLocalSearchBox.D1.js',)
"""

import re
from collections.abc import Iterator
from typing import Final

from leadline.page.urls import resolved
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_VITEPRESS: Final = re.compile(r"^.*?assets/app\.[\w-]{1,40}\.js")
_STEP: Final = re.compile(
    r"[\"'](\.{1,2}/[^\"'\s]{0,200}?(?:theme|LocalSearchBox|@localSearchIndex)[\w.-]{1,100}\.js)[\"']"
)


def read_vitepress(body: bytes, url: str) -> IndexPart:
    """Read the pages of an index, or which scripts lead to it."""
    part = read_documents(body, url, url)
    steps = _STEP.findall(body.decode("utf-8", "replace"))
    return part if part.items else IndexPart((), tuple(resolved(url, one) for one in steps))


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    yield StaticIndex("VitePress", (page.at(match.string),), read_vitepress)


INDEXES: Final = (IndexKind(_VITEPRESS, _find, needs="VitePress"),)
