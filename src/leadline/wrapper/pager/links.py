"""The links of a page as a pager sees them: a number, a word, a sign, or none of these.

A link is read by its text, else by its image's alternative text, its ``aria-label`` or ``title``;
classes and image file names count only where there is no text.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('<a href="?p=2">2</a><a href="?p=2" class="next"></a><a href=x>Sea</a>',
...                   "http://h.test/")
>>> [(link.number, link.word, link.hint) for link in read_links(page)]
[(2, None, None), (None, None, 'NEXT'), (None, None, None)]
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from typing import Final

from leadline.page.action.model import Action
from leadline.page.data_files import any_of
from leadline.page.dom import Document
from leadline.page.urls import is_script_address
from leadline.wrapper.pager.addresses import send_address
from leadline.wrapper.pager.called import action_at
from leadline.wrapper.pager.words import (
    LEXICON,
    Word,
    fold,
    is_filler,
    read_class,
    read_sign,
    read_word,
)

ACTING_TAGS: Final = frozenset({"a", "span", "li", "td", "div", "img", "button", "input", "b", "i"})
"""Elements beside links that scripts make controls of a pager of."""
MAX_ACTING_NODES: Final = 6
"""Nodes of such an element; a larger one holds more than a number or a word."""
MIN_SCRIPT_CHARACTERS: Final = 14
"""Characters of a script that says something; ``javascript://`` does not."""
ELLIPSES: Final = frozenset({"...", "…", "....", ". . .", "‥", "……"})
"""Texts of links to the next block of pages."""
MAX_LINK_TEXT_CHARACTERS: Final = 60
"""Characters above which a link text is the title of a record, no words of a pager."""

PAGER_NAME: Final = re.compile(
    r"(?<![a-z])pag(?:e|es|er|ers|ing|ings|in|ina|inas|inator|ination|inations|inate|inated|inacion|inacao|inering|e?nav|e?navi|"
    r"enumbers?|elinks?|gn|enation|ebar|ebox|er-?bar)?(?![a-z])|page-?numbers?|page-?nav|wp-pagenavi|nav-?links|"
    r"post-?navigation|results?-?nav|browse-?nav|seiten|blaettern|stepper|paginat|pagnav|pagenav|pagebar|pagelist|pagelink|turnpage|fenye|fanye|page_?num",
    re.IGNORECASE,
)
"""Class, id, role or label of the box that holds a pager."""

NOT_PAGER_NAME: Final = re.compile(
    r"carousel|slid(?:e|er|eshow)|gallery|lightbox|calend|datepick|breadcrumb|slick|swiper|tabs?(?![a-z])|"
    r"accordion|comment-?count|rating|stars?(?![a-z])|flexslider|galleria|thumb",
    re.IGNORECASE,
)
CURRENT_NAMES: Final = frozenset(LEXICON["current_names"].split())
DISABLED_NAMES: Final = frozenset(LEXICON["disabled_names"].split())
_BETWEEN_LINKS: Final = frozenset(LEXICON["between_links"].split())
MAX_LEVELS_TO_BOX: Final = 5
"""Levels above a link at which the pager's box is looked for."""

ASCII_DIGIT: Final = re.compile("[0-9]")
_BEFORE, _TO, _BEHIND = (
    any_of("leadline.wrapper.pager", f"page_number.{place}") for place in ("before", "to", "behind")
)
_NUMBER_TEXT: Final = re.compile(
    rf"[\[({{<|\-–—.·•…\s]*+(?:(?:{_BEFORE})[.:\s]*+)?"
    r"(?:(\d{1,3}(?:[.,'’\s]\d{3}){1,2}|\d{1,7})"
    rf"(?:(?:\s*[-–—~〜]\s*|\s(?:{_TO})\s)(\d{{1,7}}))?)"
    rf"\s*+(?:{_BEHIND})?[\])}}>|\-–—.,:;·•…\s]*+",
    re.IGNORECASE,
)


@dataclass(slots=True)
class PageLink:
    """One ``a[href]``: ``index`` counts them in document order, ``stop`` is the node after it.

    ``word`` is what text or label say, ``doubled`` marks » and >>, ``sign`` that it is no word but
    a sign; ``hint`` is what class, id or image name say; ``rel`` what the rel attribute says.
    """

    index: int
    node: int
    stop: int
    href: str
    text: str
    number: int | None = None
    upto: int | None = None
    word: Word | None = None
    sign: bool = False
    doubled: bool = False
    hint: Word | None = None
    rel: Word | None = None
    dots: bool = False
    label: str = ""
    url: str = ""
    action: Action | None = None

    @property
    def is_pager_like(self) -> bool:
        """Tell whether the link may belong to a pager at all."""
        return bool(self.number is not None or self.word or self.hint or self.rel or self.dots)

    @property
    def address(self) -> str:
        """Where the link leads, or what its script sends; '' without either."""
        if self.url or self.action is None:
            speaks = is_script_address(self.href) and len(self.href) > MIN_SCRIPT_CHARACTERS
            return self.url or (self.href if speaks else "")
        return self.action.text


def read_links(document: Document) -> list[PageLink]:
    """Read all ``a[href]`` in document order; only pager-like ones get an address or an action.

    So do other elements that have a handler and are read like a link of a pager.
    """
    links: list[PageLink] = []
    tags, attributes, ends = document.tag, document.attributes, document.end
    for node in range(len(document)):
        has = attributes[node]
        if not has or not ((is_link := tags[node] == "a" and "href" in has) or "onclick" in has):
            continue
        if not is_link and (tags[node] not in ACTING_TAGS or ends[node] - node > MAX_ACTING_NODES):
            continue
        text = document.visible_text(node) or ("" if is_link else (has.get("value") or "").strip())
        link = PageLink(len(links), node, ends[node], (has.get("href") or "").strip(), text)
        _read(document, link)
        if link.is_pager_like:
            _lead(document, link)
        if is_link or (link.is_pager_like and link.action is not None):
            links.append(link)
    return links


def _lead(document: Document, link: PageLink) -> None:
    """Find where a pager-like link leads, or what it sends."""
    is_plain = link.href and not link.href.startswith("#")
    link.url = send_address(document, link.href) if is_plain else ""
    if not link.url:
        link.action = action_at(document, link.node)
        if link.action is not None and link.action.is_address:
            link.url = link.action.url


def _read(document: Document, link: PageLink) -> None:
    rel = (document.attributes[link.node].get("rel") or "").lower().split()
    if rel:
        is_back = "prev" in rel or "previous" in rel
        link.rel = "NEXT" if "next" in rel else "PREV" if is_back else None
    text = _readable(link.text)
    if len(text) > MAX_LINK_TEXT_CHARACTERS:
        return
    if text in ELLIPSES:
        link.dots = True
        return
    if text:
        link.number, link.upto = read_number(text)
        if link.number is not None:
            return
        _read_text(link, text)
        if link.word is not None:
            return
    if _read_label(document, link, text) or any(c.isalnum() for c in text):
        return
    _read_hint(document, link)


def _read_label(document: Document, link: PageLink, text: str) -> bool:
    """Read the labels of a link whose text says nothing, and tell whether one does."""
    for label in _labels(document, link):
        if len(label) <= MAX_LINK_TEXT_CHARACTERS:
            if not text:
                link.number, link.upto = read_number(label)
            if link.number is None and (not text or read_sign(text)[0] or len(text) <= 3):
                _read_text(link, label)
            if link.number is not None or link.word is not None:
                link.label = label
                return True
    return False


def _read_text(link: PageLink, text: str) -> None:
    sign, doubled = read_sign(text)
    if sign is not None:
        link.word, link.sign, link.doubled = sign, True, doubled
        return
    link.word = read_word(text)
    if link.word == "LAST" and (number := re.match(r"(\d{1,6})\s+\D", text)):  # "15 Last"
        link.number = int(number[1])


def _readable(text: str) -> str:
    """Remove the private letters of icon fonts, which say nothing."""
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) not in ("Co", "Cf")).strip()


def _labels(document: Document, link: PageLink) -> list[str]:
    """Return aria-label, title, alternative text and image titles, the most reliable first."""
    attributes = document.attributes[link.node]
    labels = [attributes.get("aria-label"), attributes.get("title")]
    if link.stop - link.node <= 12:
        for node in range(link.node + 1, link.stop):
            inner = document.attributes[node]
            if inner:
                labels += [inner.get("alt"), inner.get("aria-label"), inner.get("title")]
    return [label.strip() for label in labels if label and label.strip()]


def _read_hint(document: Document, link: PageLink) -> None:
    """Read class names, ids and image names of the link, its content and its own list entry."""
    nodes = range(link.node, min(link.stop, link.node + 8))
    for node in nodes:
        link.hint = read_class(_names(document, node)) or read_class(_image_name(document, node))
        if link.hint:
            return
    parent = document.parent[link.node]
    if parent >= 0 and document.end[parent] - parent <= link.stop - link.node + 2:
        link.hint = read_class(_names(document, parent))


def _names(document: Document, node: int) -> str:
    attributes = document.attributes[node]
    if not attributes:
        return ""
    return f"{attributes.get('class') or ''} {attributes.get('id') or ''}"


def _image_name(document: Document, node: int) -> str:
    """Return the file name of an image, without its folder and ending."""
    if document.tag[node] not in ("img", "input"):
        return ""
    source = document.attribute(node, "src")
    if source.startswith("data:"):
        return ""
    return source.partition("?")[0].rpartition("/")[2].rpartition(".")[0][:80]


@lru_cache(maxsize=4096)
def read_number(text: str) -> tuple[int | None, int | None]:
    """Read a text that is only a page number or a range of records: (first, last or None).

    >>> read_number("[ 3 ]"), read_number("1,097"), read_number("21 - 40"), read_number("３")
    ((3, None), (1097, None), (21, 40), (3, None))
    >>> read_number("3 books"), read_number("第2页"), read_number("-5%")
    ((None, None), (2, None), (None, None))
    """
    if not (ASCII_DIGIT.search(text) or (not text.isascii() and any(map(str.isdigit, text)))):
        return None, None
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    match = _NUMBER_TEXT.fullmatch(text.strip())
    if not match:
        return None, None
    digits = re.sub(r"\D", "", match[1])
    if not digits.isascii():
        digits = "".join(str(unicodedata.decimal(c)) for c in digits)
    return int(digits), int(match[2]) if match[2] else None


def in_pager_box(document: Document, node: int) -> bool | None:
    """Return True in a box named as a pager, False in one named otherwise, else None."""
    is_named = False
    around = islice((node, *document.ancestors(node)), MAX_LEVELS_TO_BOX + 1)
    for above in takewhile(lambda above: document.tag[above] not in ("body", "html"), around):
        names, label = _names(document, above), document.attribute(above, "aria-label")
        if above != node and NOT_PAGER_NAME.search(names):
            return is_named
        is_named = is_named or bool(PAGER_NAME.search(names) or PAGER_NAME.search(label))
    return True if is_named else None


def is_current(document: Document, link: PageLink) -> bool:
    """Tell whether the page marks this link as the page that is shown."""
    for node in (link.node, document.parent[link.node]):
        if node < 0:
            continue
        attributes = document.attributes[node]
        if (attributes.get("aria-current") or "false").casefold() not in ("false", ""):
            return True
        if set(re.split(r"[\s_\-]+", (attributes.get("class") or "").casefold())) & CURRENT_NAMES:
            return node == link.node or document.end[node] - node <= link.stop - link.node + 3
    return False


def is_disabled(document: Document, link: PageLink) -> bool:
    """Tell whether the page marks this link, or its list entry, as disabled."""
    for node in (link.node, document.parent[link.node]):
        if node < 0:
            continue
        attributes = document.attributes[node]
        if (attributes.get("aria-disabled") or "").casefold() == "true" or "disabled" in attributes:
            return True
        if set((attributes.get("class") or "").casefold().split()) & DISABLED_NAMES:
            return node == link.node or document.end[node] - node <= link.stop - link.node + 3
    return False


@lru_cache(maxsize=4096)
def is_neutral(text: str) -> bool:
    """Tell whether a text between two links is only numbers, signs and words of a pager.

    >>> is_neutral("| ... 7 of 20 |"), is_neutral("by Ann, 3 comments")
    (True, False)
    """
    if len(text) > MAX_LINK_TEXT_CHARACTERS:
        return False
    letters = "".join(
        c if c.isalpha() or unicodedata.category(c)[0] == "M" else " " for c in fold(text)
    )
    for token in letters.split():
        if token not in _BETWEEN_LINKS and read_word(token) is None and not is_filler(token):
            return False
    return True
