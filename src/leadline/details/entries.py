"""Plain values that the readers of one record page give; contrast of pages then chooses among them.

>>> folded_values(["  Ann\\n Lee ", "", "Bo"])
('Ann Lee', 'Bo')
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from leadline.page.dom import Document

FieldKind = Literal["text", "link", "image"]
MAX_VALUE_CHARACTERS: Final = 100_000
"""Characters of one value that are kept."""
MAX_LABEL_CHARACTERS: Final = 60
MAX_STEPS: Final = 40
"""Steps of a place, from the inside; a page may nest thousands of elements."""
NO_SIGN: Final = "\u200b"
"""A blank without width, which some pages set into addresses."""
LABEL_SIGNS: Final = " \t\xa0:：*|·•–—-"
"""Signs around a label that do not belong to it."""
ENDS_AS_LABEL: Final = re.compile(r"[:：]\s*$")
NO_SIGNS_OF_PLACES: Final = re.compile(r"[/|]")
UNREAD_ELEMENTS: Final = frozenset({"select", "option", "button", "textarea", "datalist", "head"})
"""Elements whose texts offer something and say nothing of the record."""


class Entry(NamedTuple):
    """Values at one place of a page; ``label`` is what the page calls them ('': nothing).

    Entries of one ``slot`` are one field on all pages.
    """

    slot: str
    label: str
    values: tuple[str, ...]
    kind: FieldKind = "text"


@dataclass(frozen=True, slots=True)
class PairGroup:
    """A list of definitions or a table as pairs of label and value; nodes ``start .. stop - 1``.

    ``is_marked``: its markup says what is a label (dt, th); else only other pages can tell.
    """

    path: str
    pairs: tuple[Entry, ...]
    start: int
    stop: int
    is_marked: bool


class TextLine(NamedTuple):
    """A line of text as a reader sees it; ``base`` is its place without running text's own tags.

    ``lead`` and ``rest`` divide it where it may begin with a label, surely if ``is_marked``.
    ``level`` is that of a heading (0: none). ``block`` is the element around the line, ``parent``
    the one around that, ``stop`` the node at which what the line heads ends at the latest.
    """

    base: str
    text: str
    lead: str
    rest: str
    is_marked: bool
    level: int
    is_item: bool
    is_link: bool
    block: int
    parent: int
    node: int
    stop: int


def folded_values(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts with white space folded, without empty ones."""
    folded = (" ".join(text[:MAX_VALUE_CHARACTERS].replace(NO_SIGN, "").split()) for text in texts)
    return tuple(text for text in folded if text)


def label_of(text: str) -> str:
    """Return a text as a label, '' where it is too long or says nothing."""
    label = " ".join(text.split()).strip(LABEL_SIGNS)
    is_label = len(label) <= MAX_LABEL_CHARACTERS and any(sign.isalpha() for sign in label)
    return label if is_label else ""


def path_step(document: Document, node: int) -> str:
    """Return a step of a place: tag, then id or first class, with its digits (``col-4``)."""
    attributes, tag = document.attributes[node], document.tag[node]
    if identifier := NO_SIGNS_OF_PLACES.sub("", attributes.get("id") or ""):
        return f"{tag}#{identifier}"
    names = NO_SIGNS_OF_PLACES.sub("", attributes.get("class") or "").split()
    return f"{tag}.{names[0]}" if names else tag


def place_of(document: Document, node: int) -> str:
    """Return the place of an element: steps from the body, with ids and first classes."""
    steps = [path_step(document, node)]
    for up in document.ancestors(node):
        if document.tag[up] == "body" or len(steps) >= MAX_STEPS:
            break
        steps.append(path_step(document, up))
    return "/".join(reversed(steps))


def is_inside(slices: Sequence[tuple[int, int]], node: int) -> bool:
    """Tell whether a node is in one of some slices of nodes, which are in order and apart."""
    at = bisect_right(slices, node, key=lambda each: each[0])
    return at > 0 and node < slices[at - 1][1]


def is_unread(document: Document, node: int) -> bool:
    """Tell whether a node stands in a control."""
    return any(document.tag[up] in UNREAD_ELEMENTS for up in document.ancestors(node))
