"""Choices that no control of a form offers, but links of its answer: tabs and facets.

A tab ("Books (1,200) | Letters (300)") repeats the request of the answer with one parameter more,
or with another value of it. Pagers, orders and page sizes do so too and are left out.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('<b>Books (9)</b> <a href="/s?q=x&tab=l">Letters (3)</a> '
...     '<a href="/s?q=x&page=2">2</a>', "http://h.test/s?q=x")
>>> [(c.name, [choice.value for choice in c.choices]) for c in link_choices(page, page.url)]
[('tab', ['l'])]
"""

from typing import Final
from urllib.parse import parse_qsl, urlsplit

from leadline.forms.link_facets import PRESENTATION_PARAMETER, counts_pages
from leadline.model import Choice, Control
from leadline.page.dom import Document

MAX_LINKS: Final = 600
"""Links of an answer that are looked at."""
MAX_CHOICES: Final = 40
"""Links with one parameter that may be tabs."""
MAX_TEXT_LENGTH: Final = 100


def link_choices(document: Document, url: str) -> tuple[Control, ...]:
    """Return what the links of an answer from ``url`` choose, as selects without a choice made."""
    asked = urlsplit(url)
    own = dict(_pairs(asked.query))
    texts: dict[str, dict[str, str]] = {}
    for node in list(document.elements("a"))[:MAX_LINKS]:
        parts = urlsplit(document.link(node))
        if (parts.netloc, parts.path) != (asked.netloc, asked.path):
            continue
        pairs = _pairs(parts.query)
        others = [(name, value) for name, value in pairs if own.get(name) != value]
        kept = {name for name, _ in pairs}
        if len(others) != 1 or any(name not in kept for name, value in own.items() if value):
            continue
        ((name, value),) = others
        if value and not PRESENTATION_PARAMETER.match(name):
            text = document.visible_text(node)[:MAX_TEXT_LENGTH]
            texts.setdefault(name, {}).setdefault(value, text)
    return tuple(
        Control(
            name,
            "select",
            choices=tuple(Choice(value, text) for value, text in choices.items()),
            role="category",
        )
        for name, choices in texts.items()
        if len(choices) <= MAX_CHOICES and not counts_pages(choices)
    )


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        return []
    return [(name, value) for name, value in pairs if value]
