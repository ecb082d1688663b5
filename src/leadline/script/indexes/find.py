"""Which static search index a page has, by the scripts and settings in its own markup.

Every module beside this one says in ``INDEXES`` by which sign it knows its own indexes.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<script src='_static/searchtools.js'></script>", "http://h.test/en/search.html")
>>> [(one.kind, one.addresses) for one in find_indexes(page)]
[('Sphinx', ('http://h.test/en/searchindex.js',))]
"""

import re
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from typing import Final

from leadline.page.dom import Document
from leadline.page.urls import resolved, split_url
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.part import IndexKind, IndexPage, StaticIndex, index_page
from leadline.seams import parts

SEAM: Final = "leadline.indexes"
_SET_SOURCE: Final = re.compile(r"\.src\s*=\s*[\"']([^\"'\s<>]{1,300})")
_NAMED_FILE: Final = re.compile(
    r"[\"'`=(]([^\"'`<>\s(){}=]{0,200}?[\w-]*(?:index|search|lunr)[\w.-]*(?:\{\w{1,9}\})?\.json(?:\?[\w=.-]{0,40})?)[\"'`)\s>]",
    re.I,
)
_SEARCH_DATA: Final = re.compile(
    r"[\"'=]([^\"'<>\s=]{0,200}search[-_.]?(?:index|data|docs)[\w.-]{0,60}\.(?:js|json)(?:\?[\w=.-]{0,40})?)"
    r"[\"'>\s]",
    re.IGNORECASE,
)
"""A file of search data that a page names, whatever reads it."""
_PLACE: Final = re.compile(r"\{\w{1,9}\}")
"""Place for what a script puts into a name, such as the part of a site: nothing for the whole."""
_SEARCH_SCRIPT: Final = re.compile(r"search|lunr|fuse|main|bundle|app\b", re.I)
_INDEX_SCRIPT: Final = re.compile(r"(?:index|data)[^/]{0,40}$", re.IGNORECASE)
MAX_NAMED_FILES: Final = 3
MAX_SEARCH_SCRIPTS: Final = 3


@cache
def index_kinds() -> tuple[IndexKind, ...]:
    """Return every kind of index: those of the modules beside this one, then installed ones."""
    return tuple(parts(SEAM, __package__ or "", "INDEXES"))


def find_indexes(document: Document) -> list[StaticIndex]:
    """Return the indexes of known generators that a page has, each address once.

    Those that a file of the page gives away come first, in the order of the files; those that are
    not named, and so prove nothing, come last.
    """
    page = index_page(document)
    found = [each for kind in index_kinds() for each in kind.found(page)]
    found.sort(key=lambda each: (not each[1].is_named, each[0]))
    first: dict[tuple[str, ...], StaticIndex] = {}
    for _, index in found:
        if all(map(split_url, index.addresses)):
            first.setdefault(index.addresses, index)
    named = [address for index in first.values() for address in index.addresses]
    beside = tuple(dict.fromkeys(filter(split_url, (*named, *_search_data(page)))) if first else ())
    return [replace(index, beside=beside) for index in first.values()]


def _search_data(page: IndexPage) -> list[str]:
    """Return files of search data that the tags and the scripts of a page name.

    >>> html = "<script src='/search-index-2.js'></script><p>'/search-index.js'</p>"
    >>> _search_data(IndexPage(html, "http://h.test/", ("/search-index-2.js",), "/"))
    ['http://h.test/search-index-2.js']
    """
    scripts = [
        one.partition("</script")[0] for one in re.split("<script", page.html, flags=re.I)[1:]
    ]
    text = "\n".join((*scripts, *(f'"{one}"' for one in page.files)))
    files = [match[1] for match in _SEARCH_DATA.finditer(text)]
    files += chain.from_iterable(kind.beside(text) for kind in index_kinds())
    return [page.at(one) for one in dict.fromkeys(files)]


def named_indexes(text: str, url: str) -> list[StaticIndex]:
    """Return files of JSON that a page or one of its scripts names as what its search reads.

    >>> named_indexes('fetch("/index.json").then(r => r.json())', "http://h.test/s/")[0].addresses
    ('http://h.test/index.json',)
    >>> named_indexes('name="search-index{dir}.json?_=1"', "http://h.test/")[0].addresses
    ('http://h.test/search-index.json?_=1',)
    """
    named = (_PLACE.sub("", match[1]) for match in _NAMED_FILE.finditer(text))
    addresses = dict.fromkeys(resolved(url, one) for one in named)
    root = resolved(url, "/")
    reader = partial(read_documents, base=root)
    return [
        StaticIndex("JSON", (address,), reader, is_named=False)
        for address in addresses
        if split_url(address)
    ][:MAX_NAMED_FILES]


def search_scripts(document: Document) -> list[str]:
    """Return addresses of scripts of the page that may name the file of its search."""
    page = index_page(document)
    sources = [*page.files, *(match[1] for match in _SET_SOURCE.finditer(page.html))]
    named = [one for one in sources if ".js" in one and _SEARCH_SCRIPT.search(one)]
    named.sort(key=lambda one: not _INDEX_SCRIPT.search(one))
    named.sort(key=lambda one: not re.search("search|lunr|fuse", one, re.IGNORECASE))
    addresses = filter(split_url, map(page.at, named))
    return list(dict.fromkeys(addresses))[:MAX_SEARCH_SCRIPTS]
