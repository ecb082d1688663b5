"""The runs of one record with their texts: outlines filled with what the record says.

Induction counts these over all records (``induction``); reading needs outlines only (``plan``).

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<li><h3><a href='/7'>A <b>cat</b></a></h3><p class=by>Ann<br>Lee", "")
>>> runs = read_runs(page, RecordSpan((3,)))
>>> [(run.outline.place, [piece.text for piece in run.pieces]) for run in runs]
[((('h3', 0),), ['A cat']), ((('p.by', 0),), ['Ann Lee'])]
"""

import re
from dataclasses import dataclass, field
from typing import Final

from leadline.columns.inline_runs import PieceOutline, RunOutline, outline_runs
from leadline.model import RecordSpan
from leadline.page.dom import Document
from leadline.page.urls import is_script_address
from leadline.values.lists import LIST_SEPARATOR

IMAGE_ADDRESS_ATTRIBUTES: Final = ("src", "data-src", "data-original", "data-lazy-src")
ELLIPSES: Final = ("…", "...")
"""Ends of a text that was cut."""
RATING_CLASS: Final = re.compile(r"(?:^|[-_])(?:stars?|rating|rated)(?:$|[-_])", re.IGNORECASE)
RATINGS: Final = {"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
"""Class names that shops draw a number of stars by ("star-rating Three")."""


@dataclass(slots=True)
class Piece:
    """Part of a run: loose text (``label`` '#') or an element, with the addresses inside.

    ``lead`` is the emphasised text at the beginning of a line.
    """

    label: str
    text: str
    links: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    hint: str = ""
    lead: str = ""


@dataclass(slots=True)
class InlineRun:
    """A run of one record; ``lines`` are the pieces between its line breaks, if there are any."""

    outline: RunOutline
    pieces: list[Piece]
    text: str
    lines: list[Piece] = field(default_factory=list)


def read_runs(document: Document, span: RecordSpan) -> list[InlineRun]:
    """Return the runs of a record in document order that have a text or an address."""
    runs = (_fill(document, outline) for outline in outline_runs(document, span))
    return [run for run in runs if run is not None]


def _fill(document: Document, outline: RunOutline) -> InlineRun | None:
    if outline.coded:
        text = class_value(document, outline.start)
        return InlineRun(outline, [Piece("#", text)], text)
    pieces = [_piece(document, part) for part in outline.parts]
    if not any(piece.text or piece.links or piece.images for piece in pieces):
        return None
    text = text_between(document, outline.start, outline.stop)
    return InlineRun(outline, pieces, text, [_piece(document, part) for part in outline.lines])


def _piece(document: Document, part: PieceOutline) -> Piece:
    links = [url for node in part.links if (url := link_address(document, node))]
    images = [url for node in part.images if (url := image_address(document, node))]
    text = text_between(document, part.start, part.stop)
    lead = text_between(document, part.start, part.lead) if part.lead else ""
    return Piece(part.label, text, links, images, part.hint, lead)


def class_value(document: Document, node: int) -> str:
    """Return the further classes of an element without text; its first class is its name.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<i class='state open'></i><i class='star-rating Three'></i>", "")
    >>> [class_value(page, node) for node in page.elements("i")]
    ['open', '3']
    """
    first, *others = document.attribute(node, "class").split() or [""]
    value = " ".join(others)
    return RATINGS.get(value.casefold(), value) if RATING_CLASS.search(first) else value


def text_between(document: Document, start: int, stop: int) -> str:
    """Return the visible text of a slice of nodes; a cut text is completed from its title.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<a title='The Lord of the Rings'>The Lord of …</a>", "")
    >>> text_between(page, 3, 5)
    'The Lord of the Rings'
    """
    text = document.visible_text(start, stop)
    return uncut_text(document, text, start, stop) if text.endswith(ELLIPSES) else text


def uncut_text(document: Document, text: str, start: int, stop: int) -> str:
    """Return the title of an element in the slice that begins as the cut text, else that text."""
    stem = text.rstrip("…. ")
    for node in range(start, stop):
        title = " ".join(document.attribute(node, "title").split())
        if len(title) > len(stem) > 0 and title.startswith(stem):
            return title
    return text


def link_address(document: Document, node: int) -> str:
    """Return the absolute address of a link, '' for a place on the page or a script."""
    raw = document.attributes[node].get("href")
    if not raw or raw == "#":
        return ""
    return _absolute(document, raw)


def image_address(document: Document, node: int) -> str:
    """Return the absolute address of an image, also of one that a script is to load."""
    attributes = document.attributes[node]
    for name in IMAGE_ADDRESS_ATTRIBUTES:
        raw = (attributes.get(name) or "").strip()
        if raw and not raw.startswith("data:"):
            return _absolute(document, raw)
    return ""


def _absolute(document: Document, raw: str) -> str:
    """Resolve an address; a sign that would part the values of a list is encoded."""
    raw = raw.strip()
    if raw in ("", "#") or is_script_address(raw):
        return ""
    return document.address(raw).replace(LIST_SEPARATOR, "%C2%A0|%C2%A0")
