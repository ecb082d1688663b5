"""The runs of one record, with what they say: a sketch filled with texts and addresses.

Whether the pieces of a run are values by themselves is learned from all records together
(``columns``).

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> page = parse_html("<li><h3><a href='/7'>A <b>cat</b></a></h3><p class=by>Ann<br>Lee", "")
>>> [(run.place, [piece.text for piece in run.pieces]) for run in read_runs(page, RecordSpan((3,)))]
[((('h3', 0),), ['A cat']), ((('p.by', 0),), ['Ann Lee'])]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.columns.inline_runs import PieceOutline, Place, RunOutline, outline_runs
from leadline.page.urls import absolute
from leadline.values.lists import JOIN

if TYPE_CHECKING:
    from leadline.model import RecordSpan
    from leadline.page.dom import Document

PICTURE_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src")
CUT: Final = ("…", "...")
"""Ends of a text that was cut."""


@dataclass(slots=True)
class Piece:
    """Part of a run: loose text (``label`` '#') or an element, with the addresses inside.

    ``lead`` are the emphasised first words of a line.
    """

    label: str
    text: str
    links: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    hint: str = ""
    lead: str = ""


@dataclass(slots=True)
class InlineRun:
    """Pieces at a place. ``hint`` comes from attributes, ``label`` from the ``dt``, row header or
    label element in front, ``lines`` are the pieces between line breaks, if there are any.
    ``coded`` runs show nothing, their text is a class: ``<p class="star-rating Four">``.
    """

    place: Place
    pieces: list[Piece]
    text: str
    hint: str = ""
    label: str = ""
    lines: list[Piece] = field(default_factory=list)
    coded: bool = False


def read_runs(document: Document, span: RecordSpan) -> list[InlineRun]:
    """The runs of a record in document order, without those that say nothing and lead nowhere."""
    found = (fill(document, outline) for outline in outline_runs(document, span))
    return [run for run in found if run is not None]


def fill(document: Document, outline: RunOutline, shift: int = 0) -> InlineRun | None:
    """A sketched run with what one record says, None if that is nothing.

    ``shift`` is how much further down this record begins than the one that was sketched.
    """
    if outline.coded:
        text = code_of(document, outline.start + shift)
        return InlineRun(outline.place, [Piece("#", text)], text, outline.hint, coded=True)
    pieces = [_piece(document, part, shift) for part in outline.parts]
    if not any(piece.text or piece.links or piece.images for piece in pieces):
        return None
    text = text_between(document, outline.start + shift, outline.stop + shift)
    lines = [_piece(document, part, shift) for part in outline.lines]
    return InlineRun(outline.place, pieces, text, outline.hint, outline.label, lines)


RATED: Final = re.compile(r"(?:^|[-_])(?:stars?|rating|rated)(?:$|[-_])", re.IGNORECASE)
NUMBERS: Final = {"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
"""Shops draw so many stars by a class of that name ("star-rating Three")."""


def code_of(document: Document, node: int) -> str:
    """The other classes of an element that shows no text and is named by its first class.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<i class='state open'></i><i class='star-rating Three'></i>", "")
    >>> [code_of(page, node) for node in page.elements("i")]
    ['open', '3']
    """
    first, *others = document.attribute(node, "class").split() or [""]
    said = " ".join(others)
    return NUMBERS.get(said.casefold(), said) if RATED.search(first) else said


def _piece(document: Document, part: PieceOutline, shift: int) -> Piece:
    links = [url for at in part.links if (url := address_of(document, at + shift))]
    images = [url for at in part.images if (url := picture_of(document, at + shift))]
    text = text_between(document, part.start + shift, part.stop + shift)
    lead = text_between(document, part.start + shift, part.lead + shift) if part.lead else ""
    return Piece(part.label, text, links, images, part.hint, lead)


def text_between(document: Document, start: int, stop: int) -> str:
    """Text as a reader sees it; a text that was cut is read from the title that completes it.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<a title='The Lord of the Rings'>The Lord of …</a>", "")
    >>> text_between(page, 3, 5)
    'The Lord of the Rings'
    """
    text = document.visible_text(start, stop)
    return whole_text(document, text, start, stop) if text.endswith(CUT) else text


def whole_text(document: Document, text: str, start: int, stop: int) -> str:
    """A text that was cut, from the title of an element in the slice that begins as it does."""
    stem = text.rstrip("…. ")
    for node in range(start, stop):
        title = " ".join(document.attribute(node, "title").split())
        if len(title) > len(stem) > 0 and title.startswith(stem):
            return title
    return text


def address_of(document: Document, node: int) -> str:
    """Where a link leads, '' for a place on the page or a script."""
    raw = document.attributes[node].get("href")
    if not raw or raw == "#":
        return ""
    return document.quick(raw) or resolved(document, raw)


def picture_of(document: Document, node: int) -> str:
    """The address of a picture, also of one that a script is to load."""
    held = document.attributes[node]
    for name in PICTURE_SOURCES:
        raw = (held.get(name) or "").strip()
        if raw and not raw.startswith("data:"):
            return document.quick(raw) or resolved(document, raw)
    return ""


def resolved(document: Document, raw: str) -> str:
    """``Document.link`` for a value that is at hand; it does not look like a list of them."""
    raw = raw.strip()
    if raw in ("", "#") or raw[:11].casefold() == "javascript:":
        return ""
    try:
        return absolute(document.base, raw).replace(JOIN, "%C2%A0|%C2%A0")
    except ValueError:
        return ""
