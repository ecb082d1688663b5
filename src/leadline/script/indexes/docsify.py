"""Side bar of docsify: the pages that its search reads, as links in Markdown.

>>> read_sidebar(b"* [Home](/)\\n  * [A *new* harbour](guide/a.md)", "http://h.test/_sidebar.md").items
({'title': 'Home', 'url': 'http://h.test/#/'}, {'title': 'A *new* harbour', 'url': 'http://h.test/#/guide/a'})
"""

import re
from collections.abc import Iterator
from typing import Final

from leadline.page.urls import resolved
from leadline.script.indexes.part import IndexKind, IndexPage, IndexPart, StaticIndex

_DOCSIFY: Final = re.compile(r"\bloadSidebar\s*:\s*(?:true|!0|[\"']([\w./-]{1,100}))")
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,300})\]\(([^()\s]{1,500})")


def read_sidebar(body: bytes, url: str) -> IndexPart:
    """Read the pages of the site itself that a side bar leads to."""
    links = _LINK.findall(body.decode("utf-8", "replace"))
    root = resolved(url, "./#/")
    pages = {path.strip("/").removesuffix(".md"): name for name, path in links if ":" not in path}
    return IndexPart(tuple({"title": name, "url": root + path} for path, name in pages.items()))


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    yield StaticIndex(
        "docsify", (page.at(match[1] or "_sidebar.md"),), read_sidebar, is_named=False
    )


INDEXES: Final = (IndexKind(_DOCSIFY, _find, in_markup=True, needs="$docsify"),)
