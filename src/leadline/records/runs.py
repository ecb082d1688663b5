"""A record as runs: stretches of inline content, each with its place inside the record.

A run is what a reader takes for one value or one line of values: the text of a cell, of a
heading, of a paragraph. Bold, highlights and line breaks do not part it; links, time stamps and
spans with a class of their own are its *pieces*, and whether pieces are values by themselves is
learned from all records together (``columns``).

>>> from leadline.dom import parse_html
>>> from leadline.model import RecordSpan
>>> page = parse_html("<li><h3><a href='/7'>A <b>cat</b></a></h3><p class=by>Ann<br>Lee", "")
>>> [(run.place, [piece.text for piece in run.pieces]) for run in read_runs(page, RecordSpan((3,)))]
[((('h3', 0),), ['A cat']), ((('p.by', 0),), ['Ann Lee'])]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from leadline.dom import INLINE
from leadline.records.flat import DIGITS, STATE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.dom import Document
    from leadline.model import RecordSpan

WRAPPERS: Final = frozenset({
    "abbr", "acronym", "b", "bdi", "bdo", "big", "code", "del", "dfn", "em", "font", "i",
    "ins", "kbd", "mark", "rp", "rt", "ruby", "s", "samp", "small", "strike", "strong", "sub",
    "sup", "tt", "u", "var", "wbr", "nobr",
})  # fmt: skip
FLOWING: Final = INLINE | {"br", "img", "nobr", "input", "button", "svg", "picture", "source"}
SILENT: Final = frozenset({"br", "button", "input"})
"""Inline elements whose text is no value."""
HIGHLIGHT: Final = re.compile(r"highlight|match|hilite|\bhi?t\b|\bhl\b|keyword|\bmark", re.I)
LABEL_CLASS: Final = re.compile(r"label|\bkey\b|\bterm\b|caption|field-?name", re.I)
CELLS: Final = frozenset({"td", "th"})
LABEL_TAGS: Final = frozenset({"dt", "th", "label"})
LONGEST_LABEL: Final = 60
DEEPEST_PLACE: Final = 24
"""Steps of a place; deeper ones are left out, or a page 5,000 deep would cost its square."""
PICTURE_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src")
HINTS: Final = ("itemprop", "data-label", "data-title", "data-field", "data-column", "data-th")

Place = tuple[tuple[str, int], ...]
"""Steps from the record to a run: tag and class, and which of its like among siblings."""


@dataclass(slots=True)
class Piece:
    """Part of a run: loose text (``label`` '#') or an element, with the addresses inside."""

    label: str
    text: str
    links: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    hint: str = ""


@dataclass(slots=True)
class Run:
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


@dataclass(slots=True)
class _Task:
    """Siblings still to be read: one block, or the nodes of one run."""

    nodes: list[int]
    place: Place
    flowing: bool
    hint: str = ""
    label: str = ""


def read_runs(document: Document, span: RecordSpan) -> list[Run]:
    """The runs of a record in document order (no recursion: a record may be any depth)."""
    blocky = _blocky(document, span)
    runs: list[Run] = []
    tasks = _plan(document, list(span.nodes), _Task([], (), False), blocky)[::-1]
    if not _flows(document, span.nodes[0], blocky):
        tasks[-1].place = ()
    while tasks:
        task = tasks.pop()
        if task.flowing:
            runs.append(_run(document, task))
            continue
        node = task.nodes[0]
        if document.tag[node] == "a" and (address := _address(document, node)):
            runs.append(Run(task.place, [Piece("a", "", [address])], "", task.hint, task.label))
        if code := _code(document, node):
            runs.append(Run(task.place, [Piece("#", code)], code, task.hint, coded=True))
        tasks.extend(_plan(document, document.children(node), task, blocky)[::-1])
    return [run for run in runs if any(p.text or p.links or p.images for p in run.pieces)]


def _code(document: Document, node: int) -> str:
    """The other classes of an element that shows no text and is named by its first class."""
    names = document.attribute(node, "class").split()
    if len(names) < 2 or document.texts(node) or document.tag[node] in CELLS:
        return ""
    return " ".join(names[1:])


def _blocky(document: Document, span: RecordSpan) -> set[int]:
    """Inline elements that hold blocks: a card that is one link."""
    tag, parent = document.tag, document.parent
    found: set[int] = set()
    for root in span.nodes:
        for node in range(document.end[root] - 1, root, -1):
            if node in found or (tag[node] != "#text" and tag[node] not in FLOWING):
                found.add(parent[node])
    return found


def _flows(document: Document, node: int, blocky: set[int]) -> bool:
    tag = document.tag[node]
    return tag == "#text" or (tag in FLOWING and node not in blocky)


def _plan(document: Document, children: list[int], above: _Task, blocky: set[int]) -> list[_Task]:
    """The children of a block as tasks: runs of inline nodes, and blocks."""
    tasks: list[_Task] = []
    seen: dict[str, int] = {}
    before = ""
    for child in children:
        if _flows(document, child, blocky):
            if tasks and tasks[-1].flowing:
                tasks[-1].nodes.append(child)
            else:
                place = _step(above.place, f"~{before}", 0) if before else above.place
                tasks.append(_Task([child], place, True, above.hint, above.label))
            continue
        label = step_label(document, child)
        ordinal = seen.get(label, 0)
        seen[label] = ordinal + _width(document, child)
        hint = hint_of(document, child) or above.hint
        tasks.append(_Task([child], _step(above.place, label, ordinal), False, hint, above.label))
        before = label
    if above.nodes:
        _pair_labels(document, tasks)
    return tasks


def _step(place: Place, label: str, ordinal: int) -> Place:
    return place if len(place) >= DEEPEST_PLACE else (*place, (label, ordinal))


def _width(document: Document, node: int) -> int:
    if document.tag[node] not in CELLS:
        return 1
    span = document.attribute(node, "colspan").strip()
    return min(max(int(span), 1), 1000) if span.isdecimal() and len(span) < 5 else 1


def step_label(document: Document, node: int) -> str:
    """Tag and first telling class: ``p.by``; cells are told by their column alone."""
    tag = document.tag[node]
    if tag in CELLS:
        return "td"
    name = telling_class(document.attribute(node, "class"))
    return f"{tag}.{name}" if name else tag


def telling_class(value: str) -> str:
    """The first class token that is no state (odd, last, active), digits out."""
    for token in value.split():
        name = DIGITS.sub("", token).strip("-_")
        if name and not STATE.fullmatch(name):
            return name
    return ""


def hint_of(document: Document, node: int) -> str:
    """A name that the markup gives: microdata, data attributes, then ``@`` and the class."""
    held = document.attributes[node]
    for name in HINTS:
        if value := (held.get(name) or "").strip():
            return value[:LONGEST_LABEL]
    name = telling_class(held.get("class") or "")
    return f"@{name}" if name else ""


def _pair_labels(document: Document, tasks: list[_Task]) -> None:
    """Let label blocks (``dt``, row headers, class "label") name what follows them."""
    label, held = "", None
    for task in list(tasks):
        if task.flowing:
            continue
        node = task.nodes[0]
        text = document.visible_text(node) if _names(document, node) else ""
        if (
            text
            and len(text) <= LONGEST_LABEL
            and not any(True for _ in document.elements("a", within=node))
        ):
            label, held = text.rstrip(" :："), task
        elif label:
            task.label = label
            if held is not None:
                tasks.remove(held)
                held = None


def _names(document: Document, node: int) -> bool:
    tag = document.tag[node]
    if tag in LABEL_TAGS or LABEL_CLASS.search(document.attribute(node, "class")):
        return True
    if tag != "td":
        return False
    up = document.parent[node]
    pair = [i for i in document.children(up) if document.tag[i] in CELLS]
    return len(pair) == 2 and pair[0] == node and document.visible_text(node)[-1:] in (":", "：")


def _run(document: Document, task: _Task) -> Run:
    """A run; an element that holds all of it is opened as long as there is something to part."""
    nodes, hint = task.nodes, task.hint
    stop = document.end[nodes[-1]]
    pieces, around = _pieces(document, nodes), []
    while len(pieces) == 1 and (node := pieces[0][0]) >= 0:
        hint = hint_of(document, node) or hint
        inner = _pieces(document, document.children(node))
        if not inner or (len(inner) == 1 and inner[0][0] < 0):
            break
        if document.tag[node] == "a" and (address := _address(document, node)):
            around.append(address)
        pieces = inner
    made = [_piece(document, *piece) for piece in pieces]
    if made:
        made[0].links[:0] = around
    text = _text(document, nodes[0], stop)
    return Run(task.place, made, text, hint, task.label, _lines(document, nodes[0], stop))


def _pieces(document: Document, nodes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Element (-1 for loose text) and slice of every piece; wrappers are looked through."""
    found: list[tuple[int, int, int]] = []
    todo = list(reversed(nodes))
    while todo:
        node = todo.pop()
        tag, end = document.tag[node], document.end[node]
        if tag == "#text":
            if found and found[-1][0] < 0:
                found[-1] = (-1, found[-1][1], end)
            else:
                found.append((-1, node, end))
        elif _looked_through(document, node):
            todo.extend(reversed(document.children(node)))
        elif tag not in SILENT:
            found.append((node, node, end))
    return found


def _looked_through(document: Document, node: int) -> bool:
    if document.tag[node] != "span" and document.tag[node] not in WRAPPERS:
        return False
    held = document.attributes[node]
    name = held.get("class") or ""
    return not any(held.get(hint) for hint in HINTS) and (not name or bool(HIGHLIGHT.search(name)))


def _piece(document: Document, node: int, start: int, stop: int) -> Piece:
    piece = Piece("#", _text(document, start, stop))
    if node >= 0:
        piece.label = step_label(document, node)
        piece.hint = hint_of(document, node)
    for at in range(start, stop):
        tag = document.tag[at]
        if tag == "a" and (address := _address(document, at)):
            piece.links.append(address)
        elif tag == "img" and (address := _picture(document, at)):
            piece.images.append(address)
    return piece


def _text(document: Document, start: int, stop: int) -> str:
    """Text as a reader sees it; a text that was cut is read from the title that completes it.

    >>> from leadline.dom import parse_html
    >>> page = parse_html("<a title='The Lord of the Rings'>The Lord of …</a>", "")
    >>> _text(page, 3, 5)
    'The Lord of the Rings'
    """
    text = document.visible_text(start, stop)
    if not text.endswith(("…", "...")):
        return text
    stem = text.rstrip("…. ")
    for node in range(start, stop):
        title = " ".join(document.attribute(node, "title").split())
        if len(title) > len(stem) > 0 and title.startswith(stem):
            return title
    return text


def _address(document: Document, node: int) -> str:
    raw = document.attribute(node, "href").strip()
    if raw in ("", "#") or raw[:11].casefold() == "javascript:":
        return ""
    return document.link(node)


def _picture(document: Document, node: int) -> str:
    for name in PICTURE_SOURCES:
        raw = document.attribute(node, name).strip()
        if raw and not raw.startswith("data:"):
            return document.link(node, name)
    return ""


def _lines(document: Document, start: int, stop: int) -> list[Piece]:
    """What stands between line breaks; a line that is all one element is labelled so."""
    breaks = [node for node in range(start, stop) if document.tag[node] == "br"]
    if not breaks:
        return []
    found = []
    for begin, end in pairwise([start, *breaks, stop]):
        texts = document.texts(begin, end)
        if texts:
            piece = _piece(document, -1, begin, end)
            holder = _holder(document, texts, max(begin, start), end)
            if holder >= 0:
                piece.label = step_label(document, holder)
                piece.hint = hint_of(document, holder)
            found.append(piece)
    return found


def _holder(document: Document, texts: list[int], start: int, stop: int) -> int:
    """The outermost element inside a line that holds all its text, or -1."""
    held, node = -1, document.parent[texts[0]]
    while node >= start and texts[-1] < document.end[node] <= stop:
        held, node = node, document.parent[node]
    return held
