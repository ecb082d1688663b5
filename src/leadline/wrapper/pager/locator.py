"""What a pager proposes and how it is found again: proposals and locators.

A locator is learned once, on the first answer page, and replayed on every later one: the element's
path and its text without numbers. Addresses play no part, because a keyset token
differs on every page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from leadline.model import Request
from leadline.page.action.model import Action
from leadline.page.dom import Document
from leadline.wrapper.pager.links import CURRENT_NAMES, DISABLED_NAMES, MAX_LINK_TEXT_CHARACTERS
from leadline.wrapper.pager.words import fold

MAX_PATH_DEPTH: Final = 24
"""Steps kept of an element path, from the element upwards."""
MAX_CLASSES_IN_STEP: Final = 3

_STATE: Final = (
    CURRENT_NAMES | DISABLED_NAMES | frozenset(["first", "last", "odd", "even", "hover", "focus"])
)


@dataclass(frozen=True, slots=True)
class PagerLocator:
    """Where a pager control stands: ``path`` from the element up, classes without digits.

    ``text`` is what is read on it, numbers as #; ``name`` is a button's name; ``via`` its kind.
    """

    path: tuple[str, ...]
    text: str
    via: str
    name: str = ""

    def has_role(self, other: PagerLocator) -> bool:
        """Tell whether two locators differ in nothing but their paths."""
        return (self.text, self.via, self.name) == (other.text, other.via, other.name)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A request that may bring the next page.

    ``request`` is None where a form must be sent: with the button ``button`` = (name, value) of
    the form ``form_node``, or as ``action`` says, which sets fields in it.
    ``number`` is the page number it claims to lead to; ``node`` is its element on the page.

    ``via`` is the kind of evidence: "word", "number", "head", "rel", "sign", "hint" (class or image
    name), "more", "button", "data", "script", "postback", "menu", "address". Signs, hints and
    addresses are guesses: they want proof that nothing was skipped.
    """

    request: Request | None
    locator: PagerLocator
    via: str
    number: int | None = None
    button: tuple[str, str] | None = None
    form_node: int = -1
    action: Action | None = None
    node: int = -1


def element_path(document: Document, node: int) -> tuple[str, ...]:
    """Return tags with their classes from an element up to the body, without states and digits.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html('<div id=r class="pager p3"><a class="next active">x', "")
    >>> element_path(page, next(page.elements("a")))
    ('a.next', 'div.pager')
    """
    path: list[str] = []
    while (
        node >= 0
        and document.tag[node] not in ("body", "html", "#other")
        and len(path) < MAX_PATH_DEPTH
    ):
        names = [
            name
            for name in document.classes(node)
            if not any(c.isdigit() for c in name) and name.casefold() not in _STATE
        ][:MAX_CLASSES_IN_STEP]
        path.append(".".join([document.tag[node], *names]))
        node = document.parent[node]
    return tuple(path)


def path_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Compute the share of common steps of two paths, from the element up; tags count half.

    >>> path_likeness(("a.next", "p", "div"), ("a.next", "p", "div"))
    1.0
    >>> path_likeness(("a.next", "p"), ("b", "p"))
    0.0
    """
    longest = max(len(one), len(other))
    if not longest:
        return 1.0
    score = 0.0
    for a, b in zip(one, other, strict=False):
        if a == b:
            score += 1.0
        elif a.partition(".")[0] == b.partition(".")[0]:
            score += 0.5
        else:
            break
    return score / longest


def text_key(text: str) -> str:
    """Fold what is read on a control, numbers as #.

    >>> text_key("Next 20 »")
    'next # »'
    """
    return re.sub(r"\d+", "#", fold(text[: MAX_LINK_TEXT_CHARACTERS * 2]))


def form_of(document: Document, node: int) -> int:
    """Return the form that an element is in, -1 without one."""
    wanted = document.attribute(node, "form")
    if wanted:
        for form in document.elements("form"):
            if document.attribute(form, "id") == wanted:
                return form
    return next((a for a in document.ancestors(node) if document.tag[a] == "form"), -1)
