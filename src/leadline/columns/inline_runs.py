"""Outlines of inline runs: where each stretch of inline content of a record stands.

A run is what a reader takes for one value or one line of values: the text of a cell, a heading, a
paragraph. Bold, highlights and line breaks do not split it; links, time stamps and spans with a
class of their own are its *parts*. An outline depends on the elements of a record and on the texts
of its label blocks, so records of one shape share it (``record_shape``). ``runs`` adds the texts.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<li><h3><a href='/7'>A <b>cat</b></a></h3><p class=by>Ann<br>Lee", "")
>>> [(one.place, one.start, one.stop) for one in outline_runs(page, RecordSpan((3,)))]
[((('h3', 0),), 5, 9), ((('p.by', 0),), 10, 13)]
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from leadline.mining.paths import DIGITS, STATE_CLASS
from leadline.model import RecordSpan
from leadline.page.dom import INLINE_TAGS, Document

_STYLING = (
    "abbr acronym b bdi bdo big code del dfn em font i ins kbd mark rp rt ruby s samp small strike "
    "strong sub sup tt u var wbr nobr"
)
STYLING_TAGS: Final = frozenset(_STYLING.split())
"""Elements that do not separate the text inside from that around."""
FLOWING: Final = INLINE_TAGS | {"br", "img", "nobr", "input", "button", "svg", "picture", "source"}
VALUELESS_TAGS: Final = frozenset({"br", "button", "input"})
"""Inline elements whose text is not a value."""
HIGHLIGHT: Final = re.compile(r"highlight|match|hilite|\bhi?t\b|\bhl\b|keyword|\bmark", re.I)
LABEL_CLASS: Final = re.compile(r"label|\bkey\b|\bterm\b|caption|field-?name", re.I)
EMPHASIS: Final = frozenset({"b", "strong", "em", "i", "u", "dfn"})
JOINED: Final = EMPHASIS | {"span", "small"}
"""Elements that hold a value each where a run is nothing else."""
MAX_ALIKE_JOINED: Final = 2
"""Elements of one kind without a blank between them which may be one word."""
CELLS: Final = frozenset({"td", "th"})
LABEL_TAGS: Final = frozenset({"dt", "th", "label"})
MAX_LABEL_CHARACTERS: Final = 60
MAX_PLACE_STEPS: Final = 24
"""Steps of a place; deeper ones are left out, because a page 5,000 deep would cost its square."""
HINTS: Final = ("itemprop", "data-label", "data-title", "data-field", "data-column", "data-th")
HEADING: Final = " heading"
"""Attribute that no page has: the heading of a place that was not learned (``headings``)."""
ADDRESS_PROPERTIES: Final = frozenset({"url", "sameAs", "mainEntityOfPage"})
"""Properties of schema.org that are an address: they do not name the text of the link."""

Place = tuple[tuple[str, int], ...]
"""Steps from the record to a run: tag and class, and the ordinal among like siblings."""


@dataclass(slots=True)
class PieceOutline:
    """Where a piece stands: a slice of nodes, and the links and images that belong to it.

    ``lead`` is where first words in an element of their own end, 0 where it has none.
    """

    label: str
    start: int
    stop: int
    links: tuple[int, ...] = ()
    images: tuple[int, ...] = ()
    hint: str = ""
    lead: int = 0


@dataclass(slots=True)
class RunOutline:
    """Where a run stands.

    ``hint`` comes from attributes, ``label`` from the ``dt``, row header or label element in front.
    ``lines`` are the parts between line breaks. A ``coded`` run has no text: its value is the class
    of the element at ``start`` (``<p class="star-rating Four">``).
    """

    place: Place
    parts: list[PieceOutline]
    start: int
    stop: int
    hint: str = ""
    label: str = ""
    lines: tuple[PieceOutline, ...] = ()
    coded: bool = False


@dataclass(slots=True)
class _Task:
    """Siblings still to be outlined: one block, or the nodes of one run."""

    nodes: list[int]
    place: Place
    flowing: bool
    hint: str = ""
    label: str = ""


def outline_runs(document: Document, span: RecordSpan) -> list[RunOutline]:
    """Return the outlines of a record's runs in document order (without recursion)."""
    blocky = blocks_in(document, span)
    result: list[RunOutline] = []
    head = row_head(document, span)
    tasks = _plan(document, list(span.nodes), _Task([], (), False), blocky, head)[::-1]
    if not flows(document, span.nodes[0], blocky):
        tasks[-1].place = ()
    while tasks:
        task = tasks.pop()
        if task.flowing:
            result.append(_run(document, task))
            continue
        node = task.nodes[0]
        if document.tag[node] == "a":
            parts = [PieceOutline("a", node, node, (node,))]
            result.append(RunOutline(task.place, parts, node, node, task.hint, task.label))
        if has_code(document, node):
            parts = [PieceOutline("#", node, node)]
            result.append(RunOutline(task.place, parts, node, node, task.hint, coded=True))
        tasks.extend(_plan(document, document.children(node), task, blocky, head)[::-1])
    return result


def row_head(document: Document, span: RecordSpan) -> int:
    """Return the header cell of a record that is one row, else -1: it names the record, no value.

    A row with several header cells has labelled values.
    """
    if len(span.nodes) > 1 or document.tag[span.nodes[0]] != "tr":
        return -1
    cells = [cell for cell in document.children(span.nodes[0]) if document.tag[cell] in CELLS]
    heads = [cell for cell in cells if document.tag[cell] == "th"]
    return heads[0] if len(heads) == 1 and heads == cells[:1] else -1


def has_code(document: Document, node: int) -> bool:
    """Whether an element has no text and a class beside the one it is named by."""
    if len(document.attribute(node, "class").split()) < 2 or document.tag[node] in CELLS:
        return False
    return not document.texts(node)


def blocks_in(document: Document, span: RecordSpan) -> set[int]:
    """Return inline elements that hold blocks: a card that is one link."""
    tag, parent = document.tag, document.parent
    result: set[int] = set()
    for root in span.nodes:
        for node in range(document.end[root] - 1, root, -1):
            if node in result or (tag[node] != "#text" and tag[node] not in FLOWING):
                result.add(parent[node])
    return result


def flows(document: Document, node: int, blocky: set[int]) -> bool:
    """Whether a node is inline, part of a run."""
    tag = document.tag[node]
    return tag == "#text" or (tag in FLOWING and node not in blocky)


def _plan(
    document: Document, children: list[int], above: _Task, blocky: set[int], head: int
) -> list[_Task]:
    """Return the children of a block as tasks: runs of inline nodes, and blocks."""
    tasks: list[_Task] = []
    seen: dict[str, int] = {}
    before = ""
    for child in children:
        if flows(document, child, blocky):
            if tasks and tasks[-1].flowing:
                tasks[-1].nodes.append(child)
            else:
                place = _step(above.place, f"~{before}", 0) if before else above.place
                tasks.append(_Task([child], place, True, above.hint, above.label))
            continue
        label = step_label(document, child)
        ordinal = seen.get(label, 0)
        seen[label] = ordinal + column_span(document, child)
        hint = hint_of(document, child) or above.hint
        named = document.attributes[child].get(HEADING) or above.label
        tasks.append(_Task([child], _step(above.place, label, ordinal), False, hint, named))
        before = label
    if above.nodes:
        _pair_labels(document, tasks, head)
    return tasks


def _step(place: Place, label: str, ordinal: int) -> Place:
    return place if len(place) >= MAX_PLACE_STEPS else (*place, (label, ordinal))


def column_span(document: Document, node: int) -> int:
    """Return how many columns a cell covers, 1 for other elements."""
    if document.tag[node] not in CELLS:
        return 1
    span = document.attribute(node, "colspan").strip()
    return min(max(int(span), 1), 1000) if span.isdecimal() and len(span) < 5 else 1


def step_label(document: Document, node: int) -> str:
    """Return tag and first content class: ``p.by``; cells have their column only."""
    tag = document.tag[node]
    if tag in CELLS:
        return "td"
    name = content_class(document.attribute(node, "class"))
    return f"{tag}.{name}" if name else tag


def content_class(value: str) -> str:
    """Return the first class name that is no state (odd, last, active), without digits."""
    for token in value.split():
        name = DIGITS.sub("", token).strip("-_")
        if name and not STATE_CLASS.fullmatch(name):
            return name
    return ""


def hint_of(document: Document, node: int) -> str:
    """Return a name from the markup: microdata, data attributes, then ``@`` and the class."""
    attributes = document.attributes[node]
    for name in HINTS:
        value = (attributes.get(name) or "").strip()
        if value and not (name == "itemprop" and value in ADDRESS_PROPERTIES):
            return value[:MAX_LABEL_CHARACTERS]
    name = content_class(attributes.get("class") or "")
    return f"@{name}" if name else ""


def _pair_labels(document: Document, tasks: list[_Task], head: int) -> None:
    """Let label blocks (``dt``, row headers, class "label") name the blocks behind them."""
    label, label_task = "", None
    blocks = [task for task in tasks if not task.flowing and task.nodes[0] != head]
    names = [label_of(document, task.nodes[0]) for task in blocks]
    if _is_heading(document, blocks, names):
        return
    for task, named in zip(blocks, names, strict=True):
        if named:
            label, label_task = named.rstrip(" :："), task
        elif label:
            task.label = label
            if label_task is not None:
                tasks.remove(label_task)
                label_task = None


def _is_heading(document: Document, blocks: Sequence[_Task], names: Sequence[str]) -> bool:
    """Whether the one ``dt`` of a list is a value: each ``dd`` has a class of its own."""
    if (
        len(blocks) < 3
        or not names[0]
        or any(names[1:])
        or document.tag[blocks[0].nodes[0]] != "dt"
    ):
        return False
    steps = [task.place[-1][0] for task in blocks[1:]]
    return len({*steps}) == len(steps)


def label_of(document: Document, node: int) -> str:
    """Return the text of a label block, '' if an element is none."""
    if not may_name(document, node) or "a" in document.tag[node : document.end[node]]:
        return ""
    return label_in(document.visible_text(node), ends=needs_end(document, node))


def label_in(text: str, *, ends: bool) -> str:
    """Return a text that may be a label, else ''; with ``ends`` it must end with a colon."""
    return (
        "" if len(text) > MAX_LABEL_CHARACTERS or (ends and text[-1:] not in (":", "：")) else text
    )


def may_name(document: Document, node: int) -> bool:
    """Whether the markup lets an element be a label block."""
    if not needs_end(document, node):
        return True
    return document.tag[node] == "td" and _is_first_of_two(document, node)


def needs_end(document: Document, node: int) -> bool:
    """Whether neither tag nor class makes an element a label."""
    if document.tag[node] in LABEL_TAGS:
        return False
    return not LABEL_CLASS.search(document.attribute(node, "class"))


def _is_first_of_two(document: Document, node: int) -> bool:
    child, cells = document.parent[node] + 1, 0
    stop = document.end[child - 1]
    while child < stop and cells <= 2:
        if document.tag[child] in CELLS:
            cells += 1
            if cells == 1 and child != node:
                return False
        child = document.end[child]
    return cells == 2


def _run(document: Document, task: _Task) -> RunOutline:
    """Outline a run; an element around all of it is opened while there are parts inside."""
    nodes, hint = task.nodes, task.hint
    stop = document.end[nodes[-1]]
    pieces, around = _pieces(document, nodes), []
    while len(pieces) == 1 and (node := pieces[0][0]) >= 0:
        hint = hint_of(document, node) or hint
        inner = _pieces(document, document.children(node))
        if not inner or (len(inner) == 1 and inner[0][0] < 0):
            break
        if document.tag[node] == "a":
            around.append(node)
        pieces = inner
    made = [_part(document, *piece) for piece in pieces]
    if made:
        made[0].links = (*around, *made[0].links)
    lines = _lines(document, nodes[0], stop)
    if len(made) == 1 and not lines and (texts := document.texts(nodes[0], stop)):
        made[0].lead = _lead(document, texts, nodes[0], JOINED)
    return RunOutline(task.place, made, nodes[0], stop, hint, task.label, tuple(lines))


def _pieces(document: Document, nodes: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return element (-1 for loose text) and slice of each piece, looking through styling."""
    result: list[tuple[int, int, int]] = []
    if _are_apart(document, nodes):
        return [(node, node, document.end[node]) for node in nodes]
    todo = list(reversed(nodes))
    while todo:
        node = todo.pop()
        tag, end = document.tag[node], document.end[node]
        if tag == "#text":
            if result and result[-1][0] < 0:
                result[-1] = (-1, result[-1][1], end)
            else:
                result.append((-1, node, end))
        elif _looked_through(document, node):
            todo.extend(reversed(document.children(node)))
        elif tag not in VALUELESS_TAGS:
            result.append((node, node, end))
    return result


def _are_apart(document: Document, nodes: Sequence[int]) -> bool:
    """Whether a run is only spans with a blank between each two, or elements that join nowhere.

    Without any blank between them, three values or two unlike ones stand on lines of their own.
    """
    tags = {document.tag[node] for node in nodes}
    if len(nodes) < 2 or not tags <= JOINED:
        return False
    texts = [document.texts(node)[:1] for node in nodes[1:]]
    blanks = {document.gap[first[0]] if first else None for first in texts}
    are_unlike = len(tags) > 1 or len(nodes) > MAX_ALIKE_JOINED
    return (tags == {"span"} and blanks == {True}) or (are_unlike and blanks == {False})


def _is_highlight(document: Document, node: int) -> bool:
    """Whether an element highlights words of the query."""
    name = document.attributes[node].get("class") or ""
    return document.tag[node] == "mark" or bool(name and HIGHLIGHT.search(name))


def _looked_through(document: Document, node: int) -> bool:
    if document.tag[node] != "span" and document.tag[node] not in STYLING_TAGS:
        return False
    attributes = document.attributes[node]
    name = attributes.get("class") or ""
    return not any(attributes.get(hint) for hint in HINTS) and (
        not name or bool(HIGHLIGHT.search(name))
    )


def _part(document: Document, node: int, start: int, stop: int) -> PieceOutline:
    tags = document.tag[start:stop]
    links = tuple(at for at, tag in enumerate(tags, start) if tag == "a")
    images = tuple(at for at, tag in enumerate(tags, start) if tag == "img")
    if node < 0:
        return PieceOutline("#", start, stop, links, images)
    label, hint = step_label(document, node), hint_of(document, node)
    return PieceOutline(label, start, stop, links, images, hint)


def _lines(document: Document, start: int, stop: int) -> list[PieceOutline]:
    """Return the parts between line breaks; a line in one element has its label."""
    breaks = [node for node in range(start, stop) if document.tag[node] == "br"]
    if not breaks:
        return []
    result = []
    for begin, end in pairwise([start, *breaks, stop]):
        texts = document.texts(begin, end)
        if texts:
            part = _part(document, -1, begin, end)
            holder = _holder(document, texts, max(begin, start), end)
            if holder >= 0 and not _is_highlight(document, holder):
                part.label = step_label(document, holder)
                part.hint = hint_of(document, holder)
            part.lead = _lead(document, texts, begin, EMPHASIS)
            result.append(part)
    return result


def _lead(document: Document, texts: list[int], begin: int, tags: frozenset[str]) -> int:
    """Return where the first words of a line end that are in an element, 0 if it has none."""
    node = document.parent[texts[0]]
    if node < begin or document.tag[node] not in tags:
        return 0
    return document.end[node] if document.end[node] <= texts[-1] else 0


def _holder(document: Document, texts: list[int], start: int, stop: int) -> int:
    """Return the outermost element of a line that holds all its text, or -1."""
    holder, node = -1, document.parent[texts[0]]
    while node >= start and document.end[node] <= stop:
        holder = node if texts[-1] < document.end[node] else -1
        node = document.parent[node]
    return holder
