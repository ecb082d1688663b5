"""What kind of answer a page is, by what it says: no results, error, blocked, wrong input.

Phrases in many languages (``verdict_words``) are only a prior; contrast between probes decides. A
sign counts where a reader meets it as an announcement: in a short line of its own that is no link,
outside quotation marks (which echo the query). Where the page states that something was found,
hints and empty parts of it announce nothing.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<h1>Suche</h1><p>Ihre Suche ergab leider keine Treffer.</p>", "http://h/")
>>> verdict(page)
'empty'
>>> verdict(parse_html("<title>检索结果</title><ul><li>" + "题名 " * 300, "http://h/"))
'answer'
>>> verdict(parse_html("<p>3 hits for “captcha”</p><p>Maps: no results</p>", "http://h/"))
'answer'
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from leadline.forms.read.honeypots import hides
from leadline.forms.verdict_words import BLOCKED, CART, CONSTANT, EMPTY, ERROR, FOUND, INVALID

if TYPE_CHECKING:
    from leadline.page.dom import Document

Verdict = Literal["answer", "empty", "invalid", "error", "blocked"]

LONGEST_SIGN: Final = 200
"""A text longer than this talks about something; it does not announce."""

MOST_TEXTS: Final = 3_000
ABOVE: Final = 3
"""Ancestors of a text that are looked at."""

LITTLE_TEXT: Final = 1_500
"""Characters; a page that shows more is hardly blocked or broken."""

ORDER: Final[tuple[tuple[Verdict, re.Pattern[str]], ...]] = (
    ("blocked", BLOCKED),
    ("error", ERROR),
    ("empty", EMPTY),
    ("invalid", INVALID),
)
_QUOTED: Final = re.compile(
    r"“[^”]{1,80}”|«[^»]{1,80}»|„[^“]{1,80}“|「[^」]{1,80}」|\"[^\"]{1,80}\""
)

REFUSED: Final = frozenset({401, 403, 407, 429})


def verdict(document: Document, status: int = 200) -> Verdict:
    """What a page announces; "answer" when it announces nothing."""
    if status in REFUSED:
        return "blocked"
    if status >= 500:
        return "error"
    lines = _announcements(document)
    little = sum(len(document.text[i]) for i in document.text_nodes[:MOST_TEXTS]) < LITTLE_TEXT
    found = status < 400 and any(FOUND.search(one) and not CONSTANT.search(one) for one in lines)
    for name, pattern in () if found else ORDER:
        if name in {"blocked", "error"} and not (little or status >= 400):
            continue
        if any(pattern.search(line) for line in lines):
            return name
    return "error" if status >= 400 else "answer"


def _announcements(document: Document) -> list[str]:
    """Short lines of their own that could announce something; links and quotations left out."""
    lines: list[list[str]] = []
    for node in document.text_nodes[:MOST_TEXTS]:
        if document.gap[node] or not lines:
            lines.append([])
        if not _is_no_announcement(document, node):
            lines[-1].append(document.text[node])
    joined = (_QUOTED.sub(" ", " ".join("".join(parts).split())) for parts in lines)
    return [line for line in joined if 2 < len(line) <= LONGEST_SIGN and not CART.search(line)]


def _is_no_announcement(document: Document, node: int) -> bool:
    """Whether a text is part of a link, or kept back until a script shows it."""
    return any(
        document.tag[above] == "a" or hides(document, above)
        for above in islice(document.ancestors(node), ABOVE)
    )
