"""Index of mdBook: the documents of a library for search, as data or as a script."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from leadline.page.urls import resolved
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.part import IndexKind, IndexPage, StaticIndex

_MDBOOK: Final = re.compile(r"\bpath_to_root\s*=\s*[\"']([^\"']{0,200})[\"']")


def _find(page: IndexPage, match: re.Match[str]) -> Iterator[StaticIndex]:
    base = page.at(match[1])
    for name in ("searchindex.json", "searchindex.js"):
        yield StaticIndex("mdBook", (resolved(base, name),), partial(read_documents, base=base))


INDEXES: Final = (IndexKind(_MDBOOK, _find, in_markup=True),)
