"""Context of a form: the texts around it that say what it is for.

Authors name the block around a form (``footer-newsletter``, ``login-modal``), and a page whose
title or address speaks of a login mostly holds one. Each place is a letter of ``features``:
wrappers (a), page title (p), page address (u), text before the form (e), form address (g).

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.find import find_interfaces
>>> html = "<title>Catalogue</title><div class=login-box>Hello<form action=/find><input name=x>"
>>> page = parse_html(html, "http://h/start?a=1")
>>> surrounding_texts(page, find_interfaces(page)[0])
{'a': ['login-box'], 'p': ['Catalogue'], 'u': ['/start'], 'e': ['Hello'], 'g': ['/find']}
"""

from itertools import islice
from typing import Final

from leadline.model import QueryInterface
from leadline.page.dom import Document
from leadline.page.query_string import split_address

MAX_WRAPPERS: Final = 4
"""Ancestors that belong to a form; farther ones belong to the page."""

MAX_NODES_BEFORE_FORM: Final = 40
MAX_CHARACTERS_BEFORE_FORM: Final = 150
MAX_TITLE_LENGTH: Final = 200
MAX_HEAD_NODES: Final = 400
"""Nodes in which a page has its title."""


def surrounding_texts(document: Document, interface: QueryInterface) -> dict[str, list[str]]:
    """Return texts by place."""
    return {
        "a": _wrappers(document, interface.node),
        "p": [_title(document)],
        "u": [split_address(interface.page_url).path],
        "e": [_text_before(document, interface.node)],
        "g": [split_address(interface.action).path],
    }


def _wrappers(document: Document, form: int) -> list[str]:
    names = []
    for above in islice(document.ancestors(form), MAX_WRAPPERS):
        if document.tag[above] in {"body", "html"}:
            break
        names += [document.attribute(above, name) for name in ("id", "class", "role")]
    return [name for name in names if name]


def _title(document: Document) -> str:
    for node in range(min(len(document), MAX_HEAD_NODES)):
        if document.tag[node] == "title":
            return "".join(document.text[i] for i in document.texts(node))[
                :MAX_TITLE_LENGTH
            ].strip()
    return ""


def _text_before(document: Document, form: int) -> str:
    first = max(0, form - MAX_NODES_BEFORE_FORM)
    tag = document.tag
    texts = [
        document.text[n]
        for n in range(first, form)
        if tag[n] == "#text" and tag[document.parent[n]] != "title"
    ]
    return " ".join(texts)[-MAX_CHARACTERS_BEFORE_FORM:]
