"""Index of MkDocs: all sections of all pages in one list, at an address that the settings tell."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from leadline.page.urls import resolved
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.part import IndexKind, IndexPage, StaticIndex

_MKDOCS: Final = re.compile(
    r"name=.?generator.{0,20}mkdocs|search/(?:main|require|worker)\.js", re.I
)
_BASE: Final = re.compile(
    r"\"base\":\s{0,9}\"([^\"]{0,200})\"|\bbase_url\s*=\s*[\"']([^\"']{0,200})[\"']"
)


def _find(page: IndexPage, _match: re.Match[str]) -> Iterator[StaticIndex]:
    if match := _BASE.search(page.html, max(0, page.html.find("__config"))):
        base = page.at((match[1] or match[2] or ".").rstrip("/") + "/")
        address = resolved(base, "search/search_index.json")
        yield StaticIndex("MkDocs", (address,), partial(read_documents, base=base))


INDEXES: Final = (IndexKind(_MKDOCS, _find, in_markup=True),)
