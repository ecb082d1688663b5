"""Which static search index a page has, by the scripts and settings in its own markup.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<script src='_static/searchtools.js'></script>", "http://h.test/en/search.html")
>>> [(one.kind, one.addresses) for one in find_indexes(page)]
[('Sphinx', ('http://h.test/en/searchindex.js',))]
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from leadline.page.dom import Document
from leadline.page.urls import resolved, split_url
from leadline.script.indexes.docsify import read_sidebar
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.doxygen import read_doxygen
from leadline.script.indexes.javadoc import JAVADOC_FILES, JavadocReader, javadoc_files
from leadline.script.indexes.pagefind import read_pagefind
from leadline.script.indexes.part import StaticIndex
from leadline.script.indexes.rustdoc import read_rustdoc
from leadline.script.indexes.sphinx import read_sphinx
from leadline.script.indexes.stringdex import StringdexReader
from leadline.script.indexes.vitepress import read_vitepress

_SOURCE: Final = re.compile(
    r"<(?:script|link)\b[^<>]*?\b(?:src|href)\s*=\s*[\"']?([^\"'\s<>]{1,500})", re.I
)
_SET_SOURCE: Final = re.compile(r"\.src\s*=\s*[\"']([^\"'\s<>]{1,300})")
_SPHINX: Final = re.compile(
    r"^(.*?)(?:_static/(?:searchtools|documentation_options|doctools)\.js|searchindex\.js)"
)
_PAGEFIND: Final = re.compile(r"^(.*?pagefind/)pagefind[\w.-]*\.(?:js|css)")
_PAGE_ENDING: Final = re.compile(r"\.html?(?:[#?\"']|$)")
_MKDOCS_BASE: Final = re.compile(
    r"\"base\":\s{0,9}\"([^\"]{0,200})\"|\bbase_url\s*=\s*[\"']([^\"']{0,200})[\"']"
)
_MKDOCS: Final = re.compile(
    r"name=.?generator.{0,20}mkdocs|search/(?:main|require|worker)\.js", re.I
)
_MDBOOK: Final = re.compile(r"\bpath_to_root\s*=\s*[\"']([^\"']{0,200})[\"']")
_JAVADOC: Final = re.compile(r"\bpathtoroot\s*=\s*[\"']([^\"']{0,200})[\"']", re.I)
_JAVADOC_SCRIPT: Final = re.compile(r"^(?:.*/)?script\.js")
_RUSTDOC: Final = re.compile(
    r"data-search-index-js=[\"']([^\"'<>]{1,300})|src=[\"']?([^\"'<>\s]{0,200}search-index[\w.-]*\.js)"
)
_STRINGDEX: Final = re.compile(
    r"data-root-path=[\"']([^\"'<>]{0,200})[\"'](?=[^<>]{0,2000}data-stringdex-js)"
    r"(?:[^<>]{0,2000}data-resource-suffix=[\"']([^\"'<>]{0,100}))?"
)
_DOCSIFY: Final = re.compile(r"\bloadSidebar\s*:\s*(?:true|!0|[\"']([\w./-]{1,100}))")
_DOXYGEN: Final = re.compile(r"^(?:.*?/)?search/searchdata\.js")
_VITEPRESS: Final = re.compile(r"^.*?assets/app\.[\w-]{1,40}\.js")
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
_MERGED: Final = re.compile(
    r"\bmergeIndex\(\s{0,9}[\"']([^\"']{1,200})|\bbundlePath[\"']?\s{0,9}:\s{0,9}[\"']([^\"']{1,200})"
)
"""Another index of pagefind that is searched with the page's own."""
_PLACE: Final = re.compile(r"\{\w{1,9}\}")
"""Place for what a script puts into a name, such as the part of a site: nothing for the whole."""
_SEARCH_SCRIPT: Final = re.compile(r"search|lunr|fuse|main|bundle|app\b", re.I)
_INDEX_SCRIPT: Final = re.compile(r"(?:index|data)[^/]{0,40}$", re.IGNORECASE)
MAX_NAMED_FILES: Final = 3
MAX_SEARCH_SCRIPTS: Final = 3


def find_indexes(document: Document) -> list[StaticIndex]:
    """Return the indexes of known generators that a page has."""
    html, url = document.html, document.base
    sources = [*dict.fromkeys(match[1] for match in _SOURCE.finditer(html))]
    ending = ".html" if _PAGE_ENDING.search(html) else "/"
    is_vitepress = "VitePress" in html
    indexes: list[StaticIndex] = []
    for source in sources:
        if match := _SPHINX.match(source):
            address = resolved(url, f"{match[1]}searchindex.js")
            indexes.append(StaticIndex("Sphinx", (address,), partial(read_sphinx, ending=ending)))
        elif match := _PAGEFIND.match(source):
            address = resolved(url, f"{match[1]}pagefind-entry.json")
            indexes.append(StaticIndex("pagefind", (address,), read_pagefind))
        elif _DOXYGEN.match(source):
            indexes.append(StaticIndex("doxygen", (resolved(url, source),), read_doxygen))
        elif is_vitepress and _VITEPRESS.match(source):
            indexes.append(StaticIndex("VitePress", (resolved(url, source),), read_vitepress))
    settings = max(0, html.find("__config"))
    if _MKDOCS.search(html) and (match := _MKDOCS_BASE.search(html, settings)):
        base = resolved(url, (match[1] or match[2] or ".").rstrip("/") + "/")
        reader = partial(read_documents, base=base)
        indexes.append(StaticIndex("MkDocs", (resolved(base, "search/search_index.json"),), reader))
    if "loadScripts(" in html and (match := _JAVADOC.search(html)):
        indexes.append(_of_javadoc(sources, url, match[1]))
    if "rustdoc" in html and (match := _RUSTDOC.search(html)):
        indexes.append(StaticIndex("rustdoc", (resolved(url, match[1] or match[2]),), read_rustdoc))
    if match := _STRINGDEX.search(html):
        address = resolved(url, f"{match[1]}search.index/root{match[2] or ''}.js")
        indexes.append(StaticIndex("rustdoc", (address,), StringdexReader()))
    if "path_to_root" in html and (match := _MDBOOK.search(html)):
        base = resolved(url, match[1])
        reader = partial(read_documents, base=base)
        indexes += [
            StaticIndex("mdBook", (resolved(base, f"searchindex.{end}"),), reader)
            for end in ("json", "js")
        ]
    if "$docsify" in html and (match := _DOCSIFY.search(html)):
        address = resolved(url, match[1] or "_sidebar.md")
        indexes.append(StaticIndex("docsify", (address,), read_sidebar, is_named=False))
    first: dict[tuple[str, ...], StaticIndex] = {}
    for index in indexes:
        if all(map(split_url, index.addresses)):
            first.setdefault(index.addresses, index)
    named = [address for index in first.values() for address in index.addresses]
    beside = tuple(dict.fromkeys(filter(split_url, (*named, *_search_data(html, url)))))
    return [replace(index, beside=beside) for index in first.values()]


def _search_data(html: str, url: str) -> list[str]:
    """Return files of search data that the tags and the scripts of a page name.

    >>> _search_data("<script src='/search-index-2.js'></script><p>'/search-index.js'</p>",
    ...              "http://h.test/")
    ['http://h.test/search-index-2.js']
    >>> _search_data('<script>pagefind.mergeIndex("/blog/pagefind/")</script>', "http://h.test/")
    ['http://h.test/blog/pagefind/pagefind-entry.json']
    """
    scripts = [one.partition("</script")[0] for one in re.split("<script", html, flags=re.I)[1:]]
    text = "\n".join((*scripts, *(f'"{match[1]}"' for match in _SOURCE.finditer(html))))
    files = [match[1] for match in _SEARCH_DATA.finditer(text)]
    if "mergeIndex" in text:
        merged = (match[1] or match[2] for match in _MERGED.finditer(text))
        files += [f"{one.rstrip('/')}/pagefind-entry.json" for one in merged]
    return [resolved(url, one) for one in dict.fromkeys(files)]


def _of_javadoc(sources: Sequence[str], url: str, root: str) -> StaticIndex:
    """Return the index of javadoc, whose files the page's script names."""
    script = next(filter(_JAVADOC_SCRIPT.match, sources), f"{root}script.js")
    reader = JavadocReader()

    def named(text: str) -> list[str]:
        return [resolved(url, root + name) for name in javadoc_files(text)]

    files = tuple(resolved(url, root + name) for name in JAVADOC_FILES)
    at = resolved(url, script)
    return StaticIndex("javadoc", files, reader, script=at, named=named, may_lack=reader.may_lack)


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
    sources = [
        match[1] for each in (_SOURCE, _SET_SOURCE) for match in each.finditer(document.html)
    ]
    named = [one for one in sources if ".js" in one and _SEARCH_SCRIPT.search(one)]
    named.sort(key=lambda one: not _INDEX_SCRIPT.search(one))
    named.sort(key=lambda one: not re.search("search|lunr|fuse", one, re.IGNORECASE))
    addresses = (resolved(document.base, one) for one in named)
    return list(dict.fromkeys(filter(split_url, addresses)))[:MAX_SEARCH_SCRIPTS]
