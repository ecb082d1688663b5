"""Reading a page for the crawl: its words, and its links with what stands around them.

A link has the words of its anchor, of its address and of the text beside it (eq. (4) of Zhang
2010), and the path of tags above it. Frames and image maps hold links too.

>>> from leadline.page.dom import parse_html
>>> html = "<p>Tables of <a href='/tides?y=1'>high water</a> at Dover</p><img src=x>"
>>> content = read_content(parse_html(html, "http://h.example/"))
>>> content.words
('tables', 'high', 'water', 'dover')
>>> [(link.url, link.anchor, link.context, link.path) for link in content.links]
[('http://h.example/tides?y=1', ('high', 'water'), ('tables', 'dover'), 'body/p')]
"""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from leadline.discover.words import text_words, url_words
from leadline.page.dom import Document
from leadline.page.urls import sendable_url, split_url

CONTEXT_LEAVES: Final = 5
"""Texts before and after a link that are its context; eq. (4) of Zhang 2010 takes 4 to 6."""
CONTEXT_WORDS: Final = 25
"""Words of the context on either side."""
MAX_PAGE_LINKS: Final = 5_000
"""Links of a page that are read."""
LINK_ATTRIBUTES: Final = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}
"""Elements that lead to another page, and the attribute with its address."""
_FILES: Final = (
    "7z avi bmp bz2 css csv dmg doc docx eps exe gif gz iso jpeg jpg js json mov mp3 mp4 mpeg mpg "
    "pdf png pps ppt pptx ps rar rpm svg tar tgz tif tiff wav webp wmv xls xlsx z zip"
)
FILE_SUFFIXES: Final = frozenset(_FILES.split())
"""Endings of addresses that are no pages."""


@dataclass(frozen=True, slots=True)
class Hyperlink:
    """A link as it stands on a page: words of anchor, address and context, and its tag path."""

    url: str
    anchor: tuple[str, ...] = ()
    address: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    path: str = ""


@dataclass(frozen=True, slots=True)
class PageContent:
    """What the crawl reads of a page.

    ``words`` are those a reader sees, in order. ``title`` are those of the title.
    """

    url: str
    words: tuple[str, ...]
    links: tuple[Hyperlink, ...]
    title: tuple[str, ...] = ()


def read_content(document: Document) -> PageContent:
    """Return the words and links of a parsed page; links to files are left out."""
    reader = _ContentReader(document)
    words = tuple(word for leaf in range(len(document.text_nodes)) for word in reader.words(leaf))
    title = next(document.elements("title"), None)
    return PageContent(
        document.url,
        words,
        reader.links(),
        () if title is None else tuple(text_words(document.visible_text(title))),
    )


class _ContentReader:
    """Reads the links of one page; the words of every text are cut once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._leaves: dict[int, list[str]] = {}
        self._paths: dict[int, str] = {}

    def words(self, leaf: int) -> list[str]:
        """Return the words of the text with this number among the texts of the page."""
        words = self._leaves.get(leaf)
        if words is None:
            text = self._document.text[self._document.text_nodes[leaf]]
            words = self._leaves[leaf] = text_words(text)
        return words

    def links(self) -> tuple[Hyperlink, ...]:
        """Return one link an address, in order; of twins the one with most words in its anchor."""
        best: dict[str, Hyperlink] = {}
        document = self._document
        for node in document.elements(*LINK_ATTRIBUTES):
            url = self._target(node)
            if not url:
                continue
            link = self._link(node, url)
            other = best.get(url)
            if other is None or len(other.anchor) < len(link.anchor):
                best[url] = link
            if len(best) >= MAX_PAGE_LINKS:
                break
        return tuple(best.values())

    def _target(self, node: int) -> str:
        """Return the address of a link, '' if it leads to no other page."""
        document = self._document
        tag = document.tag[node]
        reference = document.attribute(node, LINK_ATTRIBUTES[tag]).strip()
        if not reference or reference[0] == "#":
            return ""
        url = sendable_url(document.link(node, LINK_ATTRIBUTES[tag]))
        parts = split_url(url)
        if parts is None or url == document.url:
            return ""
        name = parts.path.rpartition("/")[2]
        suffix = name.rpartition(".")[2].lower() if "." in name else ""
        return "" if suffix in FILE_SUFFIXES else url

    def _link(self, node: int, url: str) -> Hyperlink:
        document = self._document
        first = bisect_left(document.text_nodes, node)
        last = bisect_left(document.text_nodes, document.end[node], first)
        anchor = [word for leaf in range(first, last) for word in self.words(leaf)]
        if not anchor:
            anchor = self._image_words(node)
        before = [
            w for leaf in range(max(first - CONTEXT_LEAVES, 0), first) for w in self.words(leaf)
        ]
        stop = min(last + CONTEXT_LEAVES, len(document.text_nodes))
        after = [word for leaf in range(last, stop) for word in self.words(leaf)]
        context = before[-CONTEXT_WORDS:] + after[:CONTEXT_WORDS]
        path = self._path(document.parent[node])
        return Hyperlink(url, tuple(anchor), tuple(url_words(url)), tuple(context), path)

    def _image_words(self, node: int) -> list[str]:
        """Return the words that stand for an image in a link, or that describe the link."""
        document = self._document
        texts = [document.attribute(node, "title"), document.attribute(node, "alt")]
        texts += [
            document.attribute(image, "alt") for image in document.elements("img", within=node)
        ]
        return text_words(" ".join(texts))

    def _path(self, node: int) -> str:
        """Return the tags from the body to a node."""
        if node < 0 or self._document.tag[node] in ("html", "#document"):
            return ""
        path = self._paths.get(node)
        if path is None:
            above = self._path_above(node)
            tag = self._document.tag[node]
            path = self._paths[node] = f"{above}/{tag}" if above else tag
        return path

    def _path_above(self, node: int) -> str:
        tags: list[str] = []
        for above in self._document.ancestors(node):
            known = self._paths.get(above)
            if known is not None:
                return "/".join([known, *reversed(tags)])
            if self._document.tag[above] in ("html", "#document"):
                break
            tags.append(self._document.tag[above])
        return "/".join(reversed(tags))
