"""Labels of radio buttons and check boxes, of their groups, and of buttons.

A box's label stands behind it, or before it where lines end in boxes. A group of boxes of one name
is labelled by the text before its first box or by the legend around it.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.form_owner import form_owners
>>> html = "Match: <input type=radio name=m> all <input type=radio name=m> any"
>>> page = parse_html(html, "http://h.test/")
>>> boxes = ChoiceLabels(LabelRules(page, {0: list(form_owners(page))}))
>>> [boxes.box_label(n) for n in form_owners(page)], [boxes.group_label(n) for n in boxes.groups]
(['all', 'any'], ['Match:'])
"""

from typing import Final

from leadline.forms.labels.explicit import MAX_LABEL_LENGTH
from leadline.forms.labels.rules import MAX_NODES_TO_LABEL, LabelRules
from leadline.forms.read.layout import LayoutItem
from leadline.forms.words import squash
from leadline.model import BOX_KINDS, BUTTON_KINDS
from leadline.page.dom import Document

MAX_STEPS_TO_FIELDSET: Final = 8
"""Steps from a box up to the fieldset that names its group."""

MAX_CAPTION_NODES: Final = 40
"""Nodes of a legend or a button that are read."""


class ChoiceLabels:
    """The radio buttons and check boxes of a page; ``groups`` are those of one name."""

    def __init__(self, rules: LabelRules) -> None:
        self._rules = rules
        self._document = rules.document
        self._ends_in_text = {
            item.line: not item.control
            for item in rules.items
            if rules.kind.get(item.node) not in BUTTON_KINDS
        }
        self.groups = self._by_name()

    def _by_name(self) -> dict[int, list[int]]:
        """Return boxes that share a name, by the first of them."""
        form, kind = self._rules.form, self._rules.kind
        named: dict[tuple[int, str, str], list[int]] = {}
        for node in self._rules.nodes:
            name = self._document.attribute(node, "name")
            if kind[node] in BOX_KINDS and name:
                named.setdefault((form[node], kind[node], name), []).append(node)
        return {nodes[0]: nodes for nodes in named.values() if len(nodes) > 1}

    def box_label(self, node: int) -> str:
        """Return the text behind a box, or before it where lines end in boxes."""
        rules = self._rules
        at = rules.place_of(node)
        if at < 0:
            return ""
        here = rules.items[at]
        before = rules.items[at - 1] if at else None
        if before is not None and (before.control or before.line != here.line):
            before = None
        run = rules.run_after(at)
        if before is not None and (run is None or not self._ends_in_text.get(here.line, False)):
            run = before
        if run is None or run.node in rules.used:
            run = self._in_next_cell(node, at)
        return self._use(run)

    def _use(self, run: LayoutItem | None) -> str:
        if run is None:
            return ""
        self._rules.used.add(run.node)
        return run.text

    def _in_next_cell(self, node: int, at: int) -> LayoutItem | None:
        """Return the run of the cell or block right of a box, else what a field would take."""
        items = self._rules.items
        if at + 1 < len(items):
            following = items[at + 1]
            if not following.control and following.node - node <= MAX_NODES_TO_LABEL // 2:
                return following
        return self._as_field(node, at)

    def _as_field(self, node: int, at: int) -> LayoutItem | None:
        rules = self._rules
        return rules.left(node, at) or rules.above(node) or rules.before(node, at)

    def group_label(self, first: int) -> str:
        """Return the label of a group: text before its first box, or the legend around it."""
        at = self._rules.place_of(first)
        run = self._as_field(first, at) if at >= 0 else None
        if run is not None and run.node not in self._rules.used:
            return self._use(run)
        fieldset = self._document.around(first, "fieldset", steps=MAX_STEPS_TO_FIELDSET)
        if fieldset >= 0:
            return self._legend(fieldset)
        return self._use(self._rules.heading_of(self.groups[first]))

    def _legend(self, fieldset: int) -> str:
        document, child = self._document, fieldset + 1
        while child < document.end[fieldset] and document.tag[child] == "#text":
            child += 1
        if child < document.end[fieldset] and document.tag[child] == "legend":
            return document.visible_text(child, child + MAX_CAPTION_NODES)[:MAX_LABEL_LENGTH]
        return ""


def button_label(document: Document, node: int) -> str:
    """Return what stands on a button, or the text of its picture."""
    if document.tag[node] == "button":
        stop = min(document.end[node], node + MAX_CAPTION_NODES)
        if text := document.visible_text(node, stop):
            return text[:MAX_LABEL_LENGTH]
        for image in document.elements("img", within=node):
            if text := squash(document.attribute(image, "alt")):
                return text
    for name in ("value", "alt", "aria-label", "title"):
        if text := squash(document.attribute(node, name)):
            return text[:MAX_LABEL_LENGTH]
    return ""
