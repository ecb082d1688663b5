"""Explicit labels: ``label for``, a ``label`` around a control, ``aria-labelledby``.

Copied rows often repeat ``for``. Of two labels for one control the nearer counts; the other is
free for the control beside it.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.layout import read_layout
>>> page = parse_html("<label for=b>A</label><input id=a><label for=b>B</label><input id=b>", "u")
>>> nodes = list(page.elements("input"))
>>> labels = ExplicitLabels(page, nodes, read_layout(page))
>>> [labels.label_of(node) for node in nodes]
['', 'B']
"""

from bisect import bisect_left
from typing import Final

from leadline.forms.read.layout import LayoutItem
from leadline.forms.words import squash
from leadline.page.dom import Document

MAX_LABEL_LENGTH: Final = 90
"""Characters of a label; longer text is an instruction."""

MAX_LABEL_NODES: Final = 80
"""Nodes of a label element that are read; what follows is help."""

MAX_STEPS_TO_LABEL: Final = 7
"""Steps from a control up to the label element around it."""
MAX_LABELLEDBY_IDS: Final = 4
"""Elements that one ``aria-labelledby`` may name."""


class ExplicitLabels:
    """The label elements of a page; ``used`` holds the text runs that they use up."""

    def __init__(self, document: Document, nodes: list[int], items: list[LayoutItem]) -> None:
        self.used: set[int] = set()
        self._document = document
        self._nodes = nodes
        self._items = items
        self._starts = [item.node for item in items]
        self._by_for: dict[str, int] = {}
        self._target: dict[int, int] = {}
        self._read_elements()
        self._named = self._read_names()

    def _read_elements(self) -> None:
        """Record label elements by ``for``, and the control that each belongs to."""
        document = self._document
        ids = {document.attribute(node, "id"): node for node in reversed(self._nodes)}
        ids.pop("", None)
        for label in document.elements("label"):
            wanted = document.attribute(label, "for")
            at = bisect_left(self._nodes, label)
            if wanted in ids:
                rival = self._by_for.get(wanted, -1)
                if rival < 0 or self._is_nearer(label, rival, ids[wanted]):
                    self._target.pop(rival, None)
                    self._by_for[wanted], self._target[label] = label, ids[wanted]
            elif at < len(self._nodes) and self._nodes[at] < document.end[label]:
                self._target[label] = self._nodes[at]

    def _read_names(self) -> dict[int, list[int]]:
        """Return the elements that ``aria-labelledby`` names, by control."""
        document = self._document
        wanted = {
            node: document.attribute(node, "aria-labelledby").split()[:MAX_LABELLEDBY_IDS]
            for node in self._nodes
            if "aria-labelledby" in document.attributes[node]
        }
        ids = {name for names in wanted.values() for name in names}
        if not ids:
            return {}
        place: dict[str, int] = {}
        for node, has in enumerate(document.attributes):
            if has and has.get("id") in ids:
                place.setdefault(has["id"] or "", node)
        return {node: [place[n] for n in names if n in place] for node, names in wanted.items()}

    def _is_nearer(self, label: int, rival: int, node: int) -> bool:
        """Return whether a label has text and stands nearer than a rival with text."""
        if not self._text(label):
            return False
        return not self._text(rival) or abs(node - label) < abs(node - rival)

    def _text(self, element: int) -> str:
        end = min(self._document.end[element], element + MAX_LABEL_NODES)
        return self._document.visible_text(element, end)

    def may_label(self, run: LayoutItem, node: int) -> bool:
        """Return whether a run is free of label elements, or stands in one of this control's."""
        return self._target.get(run.label, node) == node

    def label_of(self, node: int) -> str:
        """Return the label that markup gives to a control, '' without one."""
        document = self._document
        label = self._by_for.get(document.attribute(node, "id"), -1)
        if label >= 0 and (text := self._inside(label)):
            return text
        if (around := document.around(node, "label", steps=MAX_STEPS_TO_LABEL)) >= 0:
            return self._inside(around)
        named = [self._inside(element) for element in self._named.get(node, ())]
        return squash(" ".join(named))[: 2 * MAX_LABEL_LENGTH]

    def _inside(self, element: int) -> str:
        """Return the text of an element without its controls, and use up its runs."""
        stop = min(self._document.end[element], element + MAX_LABEL_NODES)
        first = bisect_left(self._starts, element)
        items = self._items[first : bisect_left(self._starts, stop)]
        runs = [item for item in items if not item.control]
        self.used.update(item.node for item in runs)
        if not runs and (not self._starts or element < self._starts[0]):
            return self._text(element)[:MAX_LABEL_LENGTH]
        texts = [item.text for item in runs if not item.aside] or [item.text for item in runs]
        whole = squash(" ".join(texts))
        is_label = len(whole) <= MAX_LABEL_LENGTH or not runs
        return whole if is_label else runs[0].text[: 2 * MAX_LABEL_LENGTH]
