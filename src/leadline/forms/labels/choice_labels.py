"""Labels of radio buttons and check boxes, of their groups, and of buttons.

A box's label stands behind it (before it where lines end in boxes); a group of boxes of one name is
called by the text before its first box or by the legend around it.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.labels.rules import LabelRules
>>> from leadline.forms.read.form_owner import form_owners
>>> html = "Match: <input type=radio name=m> all <input type=radio name=m> any"
>>> page = parse_html(html, "http://h.test/")
>>> boxes = ChoiceLabels(LabelRules(page, {0: list(form_owners(page))}))
>>> [boxes.box(node) for node in form_owners(page)], [boxes.group(n) for n in boxes.groups]
(['all', 'any'], ['Match:'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.forms.labels.explicit import MAX_LABEL_LENGTH
from leadline.forms.labels.rules import MAX_NODES_TO_LABEL
from leadline.forms.words import squash
from leadline.model import BOX_KINDS, BUTTON_KINDS

if TYPE_CHECKING:
    from leadline.forms.labels.rules import LabelRules
    from leadline.forms.read.layout import LayoutItem
    from leadline.page.dom import Document


class ChoiceLabels:
    """The radio buttons and check boxes of a page."""

    def __init__(self, places: LabelRules) -> None:
        self._places = places
        self._document = places.document
        self._ends_in_text = {
            item.line: not item.control
            for item in places.items
            if places.kind.get(item.node) not in BUTTON_KINDS
        }
        self.groups = self._by_name()

    def _by_name(self) -> dict[int, list[int]]:
        """ChoiceLabels that share a name, by the first of them."""
        places = self._places
        named: dict[tuple[int, str, str], list[int]] = {}
        for node in places.nodes:
            if places.kind[node] in BOX_KINDS and (name := self._document.attribute(node, "name")):
                named.setdefault((places.form[node], places.kind[node], name), []).append(node)
        return {nodes[0]: nodes for nodes in named.values() if len(nodes) > 1}

    def box(self, node: int) -> str:
        """A radio button or check box: text behind it, or before it where lines end in boxes."""
        places = self._places
        at = places.at(node)
        if at < 0:
            return ""
        here = places.items[at]
        before = places.items[at - 1] if at else None
        if before is not None and (before.control or before.line != here.line):
            before = None
        run = places.after_in_line(at)
        if before is not None and (run is None or not self._ends_in_text.get(here.line, False)):
            run = before
        if run is None or run.node in places.used:
            run = self._elsewhere(node, at)
        return self._taken(run)

    def _taken(self, run: LayoutItem | None) -> str:
        if run is None:
            return ""
        self._places.used.add(run.node)
        return run.text

    def _elsewhere(self, node: int, at: int) -> LayoutItem | None:
        """The cell or block right of a box, else what a field would take."""
        items = self._places.items
        if at + 1 < len(items):
            following = items[at + 1]
            if not following.control and following.node - node <= MAX_NODES_TO_LABEL // 2:
                return following
        return self._around(node, at)

    def _around(self, node: int, at: int) -> LayoutItem | None:
        places = self._places
        return places.left(node, at) or places.above(node) or places.before(node, at)

    def group(self, first: int) -> str:
        """What a group of boxes asks: text before its first box, or the legend around it."""
        at = self._places.at(first)
        run = self._around(first, at) if at >= 0 else None
        if run is not None and run.node not in self._places.used:
            return self._taken(run)
        for depth, above in enumerate(self._document.ancestors(first)):
            if self._document.tag[above] == "fieldset":
                return self._legend(above)
            if depth > 6 or self._document.tag[above] == "form":
                break
        return self._taken(self._places.heading_of(self.groups[first]))

    def _legend(self, fieldset: int) -> str:
        document, child = self._document, fieldset + 1
        while child < document.end[fieldset] and document.tag[child] == "#text":
            child += 1
        if child < document.end[fieldset] and document.tag[child] == "legend":
            return document.visible_text(child, child + 40)[:MAX_LABEL_LENGTH]
        return ""


def button_text(document: Document, node: int) -> str:
    """What stands on a button, or what its picture says."""
    if document.tag[node] == "button":
        stop = min(document.end[node], node + 40)
        if text := document.visible_text(node, stop):
            return text[:MAX_LABEL_LENGTH]
        for image in document.elements("img", within=node):
            if text := squash(document.attribute(image, "alt")):
                return text
    for name in ("value", "alt", "aria-label", "title"):
        if text := squash(document.attribute(node, name)):
            return text[:MAX_LABEL_LENGTH]
    return ""
