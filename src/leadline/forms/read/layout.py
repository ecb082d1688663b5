"""Layout of a page around its controls: runs of text and controls, line by line.

One pass over the nodes cuts visible text into runs: a run ends at a control, a line break or the
border of a block. Runs and controls without a border between them stand on one line. Label rules
(``labels``) then compare places in this sequence, never the tree.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p>From <input name=a> to <input name=b> km<p>Name<br><input>", "http://h/")
>>> [(item.text or "#", item.line) for item in read_layout(page)]
[('From', 1), ('#', 1), ('to', 1), ('#', 1), ('km', 1), ('Name', 2), ('#', 3)]
"""

import re
from dataclasses import dataclass, field
from typing import Final

from leadline.forms.read.form_owner import CONTROL_TAGS
from leadline.forms.words import squash
from leadline.page.data_files import any_of
from leadline.page.dom import INLINE_TAGS, Document
from leadline.page.styles import is_hidden

BREAK_TAGS: Final = frozenset({"br", "hr"})
UNREAD_TAGS: Final = frozenset({"option", "datalist", "head", "object", "svg", "map"})
IN_LINE_TAGS: Final = INLINE_TAGS | {"img", "font", "nobr"}


_HELP_CLASS: Final = re.compile(r"hint|help|note|desc|tip|example|optional|count", re.IGNORECASE)
"""Classes of help texts."""


_AWAY_LINK: Final = re.compile(rf"\s*(?:{any_of('leadline.forms', 'away_link')})", re.IGNORECASE)
"""Links beside a control that lead elsewhere."""


@dataclass(slots=True)
class LayoutItem:
    """A run of text or a control from ``node`` to ``stop``; ``label`` is the element around it.

    An aside is help set smaller than the text that it follows; a term is what a list defines.
    """

    node: int
    stop: int
    line: int
    control: bool = False
    label: int = -1
    aside: bool = False
    term: bool = False
    text: str = ""
    parts: list[str] = field(default_factory=list)


def read_layout(document: Document, first: int = 0, stop: int | None = None) -> list[LayoutItem]:
    """Return text runs and controls between two nodes, in document order."""
    stop = len(document) if stop is None else min(stop, len(document))
    items: list[LayoutItem] = []
    borders: list[int] = []
    line, node, fresh = 0, first, False
    while node < stop:
        while borders and node >= borders[-1]:
            borders.pop()
            fresh = True
        tag = document.tag[node]
        if tag in UNREAD_TAGS or _is_hidden(document, node):
            node = document.end[node]
            continue
        if tag == "#text" or tag in CONTROL_TAGS:
            line, fresh = line + fresh, False
            _add(items, document, node, line)
            node = document.end[node]
            continue
        if tag in BREAK_TAGS:
            fresh = True
        elif tag not in IN_LINE_TAGS:
            borders.append(document.end[node])
            fresh = True
        node += 1
    for item in items:
        item.text = squash("".join(item.parts))
    return [item for item in items if item.control or item.text]


def _label_around(document: Document, node: int) -> int:
    """Return the ``label`` element that a text stands in, -1 for none."""
    for depth, above in enumerate(document.ancestors(node)):
        tag = document.tag[above]
        if tag == "label":
            return above
        if depth > 3 or tag not in INLINE_TAGS:
            break
    return -1


def _is_aside(document: Document, node: int) -> bool:
    """Return whether a text is help set smaller than the label that it follows."""
    above = document.parent[node]
    return document.tag[above] in {"small", "sub", "sup"} or any(
        _HELP_CLASS.search(name) for name in document.classes(above)
    )


def _is_hidden(document: Document, node: int) -> bool:
    """Return whether a node is a hidden input, or hidden text that holds no control."""
    has = document.attributes[node]
    if document.tag[node] == "input":
        hidden = (has.get("type") or "").strip().casefold() == "hidden"
        return hidden or ("style" in has and is_hidden(document, node))
    if not has or ("style" not in has and "hidden" not in has) or not is_hidden(document, node):
        return False
    return document.end[node] - node < 40 and not any(document.elements(*CONTROL_TAGS, within=node))


def _add(items: list[LayoutItem], document: Document, node: int, line: int) -> None:
    """Add a control, or text: text that goes on in the line of the last run joins that run."""
    if document.tag[node] != "#text":
        items.append(LayoutItem(node, document.end[node], line, control=True))
        return
    last = items[-1] if items else None
    label = _label_around(document, node)
    tag = document.tag[document.parent[node]]
    aside = _is_aside(document, node) or (
        tag == "a" and bool(_AWAY_LINK.match(document.text[node]))
    )
    is_alone = last is None or last.control or aside or last.aside
    if last is None or is_alone or (last.line, last.label) != (line, label):
        last = LayoutItem(node, node + 1, line, label=label, aside=aside, term=tag == "dt")
        items.append(last)
    last.parts.append((" " if document.gap[node] else "") + document.text[node])
    last.stop = node + 1
