"""Rows of an answer that are its pager: links to other pages in the place of records."""

import re
from typing import Final

from leadline.model import RecordSpan
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.identity.text import count_by_one
from leadline.wrapper.pager.addresses import likeness
from leadline.wrapper.pager.links import is_neutral
from leadline.wrapper.totals.reading import COUNT, interpretations, read_count

MAX_PAGE_LINKS: Final = 40
"""Links of a row that may lead to other pages only."""
MAX_PAGE_LABEL_CHARACTERS: Final = 24
MAX_BAR_CHARACTERS: Final = 300
"""Characters of a row in which the rows shown may be counted."""
PAGE_NUMBER: Final = re.compile(r"\d+")
SURE_PAGE: Final = 3
"""Likeness of addresses of which one is surely another page of the other's list."""


def pages_only(document: Document, span: RecordSpan) -> bool:
    """Tell whether a row holds nothing but links to other pages of this answer.

    Their addresses are those of pages, their numbers count up by one, or they are signs alone.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<li><a href='?q=a&p=2'>2</a> <a href='?q=a&p=2'>Next</a><li>"
    ...                   "<a href='/7'>7</a>", "http://h.test/?q=a")
    >>> [pages_only(page, RecordSpan((node,))) for node in page.elements("li")]
    [True, False]
    >>> page = parse_html("<p><a href='?p=2'>Pages 21-40</a>", "http://h.test/?p=1")
    >>> pages_only(page, RecordSpan((next(page.elements("p")),)))
    True
    >>> page = parse_html("<p><a href='javascript:go(6)'>...</a>", "http://h.test/")
    >>> pages_only(page, RecordSpan((next(page.elements("p")),)))
    True
    """
    links = [link for node in span.nodes for link in document.elements("a", within=node)]
    if not links:
        return _turns_by_buttons(document, span)
    if len(links) > MAX_PAGE_LINKS:
        return False
    if len(links) == 1 and _folds(document, links[0]):
        return True
    shown: list[str] = []
    for link in links:  # of nearly all rows the first link is no page's
        shown.append(document.visible_text(link).strip())
        if not _labels_page(shown[-1]):
            return False
    rest = " ".join(document.visible_text(node) for node in span.nodes)
    numbers = PAGE_NUMBER.findall(rest)
    is_span = any(len(PAGE_NUMBER.findall(text)) > 1 for text in shown)
    counts_up = 1 < len(numbers) <= len(links) + 1 and not is_span and count_by_one(numbers)
    if len(rest) > MAX_PAGE_LINKS * MAX_PAGE_LABEL_CHARACTERS:
        return False
    for text in shown:
        rest = rest.replace(text, " ", 1)
    is_sign = all(shown) and not any(map(str.isalnum, "".join(shown)))
    return is_neutral(rest) and (
        counts_up
        or is_sign
        or all(likeness(document.link(link), document.url) >= SURE_PAGE for link in links)
    )


def without_counts(document: Document, spans: list[RecordSpan]) -> list[RecordSpan]:
    """Return rows without a first or last one that says which others the page shows.

    >>> from leadline.page.dom import parse_html
    >>> rows = "<tr><td>Records 11 - 12 of 36<td>Jump to<tr><td>Owls<tr><td>Mice, 1 - 2 of 9"
    >>> page = parse_html(f"<table>{rows}", "http://h.test/")
    >>> spans = [RecordSpan((node,)) for node in page.elements("tr")]
    >>> [one.nodes[0] for one in without_counts(page, spans)] == [one.nodes[0] for one in spans[1:]]
    True
    """
    for at in (0, -1):
        if len(spans) > 1 and len(spans) - 1 in _spans_counted(document, spans[at]):
            spans = spans[1:] if not at else spans[:-1]
    return spans


def _spans_counted(document: Document, span: RecordSpan) -> list[int]:
    """Return how many rows the ranges span that a row says: "Records 11 - 20 of 36"."""
    text = " ".join(document.visible_text(node) for node in span.nodes)[:MAX_BAR_CHARACTERS]
    text, found = text.casefold(), list[int]()
    for match in COUNT.finditer(text):
        beside = text[: match.start()], text[match.end() :]
        for pattern, _, parts in interpretations(read_count(match[0]) or 0, *beside):
            first, last = parts.get("first"), parts.get("last")
            if pattern == "range" and first and last:
                found.append(last - first + 1)
    return found


def _folds(document: Document, link: int) -> bool:
    """Tell whether a link is a picture that opens or closes a part of this very page.

    >>> from leadline.page.dom import parse_html
    >>> picture = "<a href='/v?Start=1&Expand=2#2'><img src=twist.gif></a>Owls"
    >>> page = parse_html(f"{picture}<a href='/v?Start=3'>more</a>", "http://h.test/v?Start=1")
    >>> [_folds(page, node) for node in page.elements("a")]
    [True, False]
    """
    url, _, place = document.link(link).partition("#")
    is_here = bool(place) and split_address(url).path == split_address(document.url).path
    has_picture = is_here and any(document.elements("img", within=link))
    return has_picture and not document.visible_text(link) and url.endswith(f"={place}")


def _turns_by_buttons(document: Document, span: RecordSpan) -> bool:
    """Tell whether a row holds nothing but buttons that say where they lead, or the only page.

    >>> from leadline.page.dom import parse_html
    >>> submit = "<p><input type=submit value="
    >>> page = parse_html(f"{submit}' > '> [2/9]{submit}Buy>", "")
    >>> [_turns_by_buttons(page, RecordSpan((node,))) for node in page.elements("p")]
    [True, False]
    >>> page = parse_html("<table><tr><td colspan=4>1", "")
    >>> _turns_by_buttons(page, RecordSpan((next(page.elements("tr")),)))
    True
    """
    rest = " ".join(document.visible_text(node) for node in span.nodes)
    if not is_neutral(rest):
        return False
    controls = [one for node in span.nodes for one in document.elements("input", within=node)]
    shown = [one for one in controls if document.attribute(one, "type").casefold() != "hidden"]
    values = [
        document.attribute(one, "value")
        for one in shown
        if document.attribute(one, "type").casefold() == "submit"
    ]
    if not shown:
        cells = [one for node in span.nodes for one in document.elements("td", within=node)]
        return rest == "1" and len(cells) == 1 and "colspan" in document.attributes[cells[0]]
    return 0 < len(values) == len(shown) and all(map(_labels_page, values))


def _labels_page(text: str) -> bool:
    """Tell whether a link's text is numbers, directions, signs for one, and words beside them."""
    return len(text) <= MAX_PAGE_LABEL_CHARACTERS and is_neutral(text)
