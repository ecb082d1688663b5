"""An archived page made anew of its texts, in which whatever a hint may mean is a link of ours.

No markup, attribute, style or address of the page is taken over: tags are those of a short list,
texts are escaped, links lead to this server alone. So nothing of the page can act, load or lead
elsewhere, however it is written.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p onclick=x()>Sea <a href=//evil.example><img src=a3.png></a>", "http://h/")
>>> marked_html(page, lambda what, text: f"/m?{what}={text}").partition("<body>")[2]
'<p><a class="k" href="/m?text=Sea">Sea</a><a class="k l" href="/m?link=a3.png">[a3.png]</a></p>'
"""

import base64
from collections.abc import Callable, Collection
from hashlib import sha256
from html import escape
from typing import Final

from leadline.page.dom import Document
from leadline.page.masks import masked
from leadline.page.styles import is_invisible
from leadline.wrapper.pager.given import texts_on

_KEPT: Final = (
    "p div ul ol li table tbody thead tfoot tr td th caption h1 h2 h3 h4 h5 h6 dl dt dd b strong "
    "em i small sub sup section article header footer nav main aside fieldset legend pre blockquote"
)
MADE_TAGS: Final = frozenset(_KEPT.split())
TAGS_OF_MARKS: Final = frozenset({"a", "area", "button", "input", "img", "select", "label"})
MAX_PLACES_MARKED: Final = 6_000
MAX_OPEN_TAGS: Final = 60
MAX_TEXT_OF_MARK: Final = 300
STYLE: Final = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:12px;color:#1b1f24;background:#fff;"
    "overflow-wrap:anywhere}table{border-collapse:collapse}td,th{padding:2px 6px;"
    "vertical-align:top;text-align:left}a.k{color:inherit;text-decoration:none;"
    "outline:1px solid #b9c6d4;"
    "outline-offset:1px;margin:1px 2px;display:inline-block;min-height:24px}a.l{color:#0a5c9e}"
    "a.k:hover,a.k:focus{outline:3px solid #0a5c9e}.r{background:#eaf2fb}"
    "tr.r,li.r{box-shadow:inset 3px 0 #0a5c9e}a.c{background:#fdf1d8;"
    "outline:3px solid #a86a00;scroll-margin:6em}"
)
_HASH: Final = base64.b64encode(sha256(STYLE.encode()).digest()).decode()
MARKED_POLICY: Final = (
    "sandbox allow-same-origin allow-top-navigation-by-user-activation; default-src 'none'; "
    f"style-src 'sha256-{_HASH}'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
"""A page made here runs no script; its links may lead the window on, and only to this server."""


def marked_html(
    document: Document,
    address: Callable[[str, str], str],
    rows: Collection[int] = (),
    chosen: str = "",
) -> str:
    """Return a page of marks: ``address`` gives the link of a mark by what it is and its text.

    ``rows`` are nodes of records, which are coloured; ``chosen`` is the text of the chosen mark.
    """
    parts, above, skip, marks = list[str](), list[tuple[int, str]](), 0, 0
    places = iter((' id="chosen"',))
    texts = frozenset(document.text_nodes)

    def mark(what: str, text: str, shown: str) -> str:
        kind = " l" if what == "link" else ""
        is_chosen = bool(chosen) and text == chosen
        kind += " c" if is_chosen else ""
        place = next(places, "") if is_chosen else ""
        return f'<a class="k{kind}"{place} href="{escape(address(what, text))}">{escape(shown)}</a>'

    for node in range(document.body(), len(document)):
        while above and above[-1][0] <= node:
            parts.append(f"</{above.pop()[1]}>")
        if node < skip:
            continue
        tag = document.tag[node]
        if node in texts:
            text = masked(" ".join(document.text[node].split()))
            if text:
                marks += 1
                shown = (
                    mark("text", text[:MAX_TEXT_OF_MARK], text)
                    if marks <= MAX_PLACES_MARKED
                    else ""
                )
                parts.append(shown or escape(text))
        elif tag in TAGS_OF_MARKS:
            skip, marks = document.end[node], marks + 1
            said = [" ".join(one.split()) for one in texts_on(document, node)]
            text = masked(next(filter(None, said), ""))[:MAX_TEXT_OF_MARK]
            if text and not is_invisible(document, node) and marks <= MAX_PLACES_MARKED:
                parts.append(mark("link", text, text if said[0] else f"[{text}]"))
        elif tag in MADE_TAGS and document.end[node] > node + 1 and len(above) < MAX_OPEN_TAGS:
            colour = ' class="r"' if node in rows else ""
            parts.append(f"<{tag}{colour}>")
            above.append((document.end[node], tag))
        elif tag == "br":
            parts.append("<br>")
    parts += [f"</{tag}>" for _, tag in reversed(above)]
    head = f"<meta charset=utf-8><base target=_top><style>{STYLE}</style>"
    return f"<!doctype html><html><head>{head}</head><body>{''.join(parts)}"
