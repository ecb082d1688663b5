"""Labels of controls as a reader sees them.

The structural rules of Yang 2008, 2.2: (1) the label stands left of or above its control; (2) text
inside the control is its default; (3) label and control stand together in the source; (4) a full
row of labels belongs to the row below; (5) a full column of labels to the column right of it.
Labels that markup states (``for``, wrapping ``label``, ``aria-labelledby``) go before the rules.
Text inside the control (placeholder, caption in the first option) and text behind it come last.
``domain/rules.toml`` says which rules are tried, in which order.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.form_owner import form_owners
>>> html = "<table><tr><th>Title<th>Year<tr><td><input><td><input></table>"
>>> page = parse_html(html, "http://h.test/")
>>> labels = assign_labels(page, {0: list(form_owners(page))})
>>> [(label.text, label.source) for label in labels.values()]
[('Title', 'row of labels above'), ('Year', 'row of labels above')]
"""

from itertools import islice
from typing import Final, NamedTuple

from leadline.domain.rules import STRUCTURAL_RULES, DomainRules, default_rules
from leadline.forms.labels.choice_labels import ChoiceLabels, button_label
from leadline.forms.labels.explicit import MAX_LABEL_LENGTH
from leadline.forms.labels.placeholders import first_caption, placeholder_label
from leadline.forms.labels.rules import LabelRules
from leadline.forms.lexicon import is_bare_range_end
from leadline.forms.read.controls import read_choices
from leadline.forms.read.layout import LayoutItem
from leadline.forms.words import squash
from leadline.model import BOX_KINDS, BUTTON_KINDS
from leadline.page.dom import Document

LEFT, ABOVE, BEFORE, INSIDE, BEHIND, HINTED = STRUCTURAL_RULES

EXPLICIT_SOURCE: Final = "markup"
"""``label_source`` of a label that markup states."""

MAX_OPTIONS_CHECKED: Final = 50
"""Options of a select whose attributes are compared."""


MAX_STEPS_TO_ATTRIBUTE: Final = 3
"""Steps from a control up to the element whose attribute labels it, by a person's own rule."""


class Label(NamedTuple):
    """The label of a control, and the rule that found it.

    ``group`` is the label of a group of boxes, or of the row of a control called "from" or "to".
    """

    text: str
    group: str = ""
    source: str = ""


NO_LABEL: Final = Label("")


def assign_labels(
    document: Document, groups: dict[int, list[int]], rules: DomainRules | None = None
) -> dict[int, Label]:
    """Return the labels of a page's controls by node; ``groups`` are the controls by form."""
    if not any(groups.values()):
        return {}
    return _LabelReader(document, groups, rules or default_rules()).read()


class _LabelReader:
    """One page's controls, each labelled by the first rule that finds a text."""

    def __init__(
        self, document: Document, groups: dict[int, list[int]], rules: DomainRules
    ) -> None:
        self.document = document
        self.order, self.members = rules.structural, groups
        self.attributes = rules.label_attributes
        self.rules = LabelRules(document, groups)
        self.boxes = ChoiceLabels(self.rules)

    def read(self) -> dict[int, Label]:
        """Return all labels: explicit ones first, as they use up text, then in document order."""
        rules = self.rules
        explicit = {node: rules.explicit.label_of(node) for node in rules.nodes}
        labels = {node: self._label(node, explicit[node]) for node in rules.nodes}
        for nodes in self.members.values():
            self._prefer_titles(nodes, labels)
            self._prefer_row_heads(nodes, labels)
        for first, members in self.boxes.groups.items():
            group = self.boxes.group_label(first)
            for node in members:
                labels[node] = labels[node]._replace(group=group)
        return labels

    def _prefer_titles(self, nodes: list[int], labels: dict[int, Label]) -> None:
        """Let titles label all text boxes of a form if all have one and some have nothing else.

        What stands before a box of such a form is no label but the text of another part.
        """
        boxes = [node for node in nodes if self.rules.kind[node] in {"text", "search"}]
        hinted = {node: self._hinted(node) for node in boxes}
        named = {source for _, source in hinted.values()}
        if len(boxes) > 1 and "" not in named and {labels[node].source for node in boxes} & named:
            for node in boxes:
                if labels[node].source in {BEFORE, ABOVE}:
                    labels[node] = Label(hinted[node][0], source=hinted[node][1])

    def _prefer_row_heads(self, nodes: list[int], labels: dict[int, Label]) -> None:
        """Name boxes that share a label after the first cells of their rows, if these differ."""
        alike: dict[str, list[int]] = {}
        for node in nodes:
            is_box = self.rules.kind[node] in {"text", "search"} and not labels[node].group
            if is_box and labels[node].source in {LEFT, ABOVE}:
                alike.setdefault(labels[node].text, []).append(node)
        for fields in alike.values():
            heads = [self.rules.row_head(node) for node in fields]
            if len(fields) > 1 and all(heads) and len(set(heads)) == len(heads):
                for node, head in zip(fields, heads, strict=True):
                    labels[node] = Label(head, source=LEFT)

    def _label(self, node: int, explicit: str) -> Label:
        kind = self.rules.kind[node]
        if kind == "hidden":
            return NO_LABEL
        if kind in BUTTON_KINDS:
            return Label(button_label(self.document, node))
        if explicit:
            return Label(explicit, source=EXPLICIT_SOURCE)
        if kind in BOX_KINDS:
            return Label(self.boxes.box_label(node) or self._hinted(node)[0])
        return self._field_label(node)

    def _field_label(self, node: int) -> Label:
        at = self.rules.place_of(node)
        for rule in self.order:
            text, source = self._by_rule(rule, node, at)
            if text:
                bare = at >= 0 and is_bare_range_end(text)
                return Label(text, self.rules.row_label(node) if bare else "", source)
        return NO_LABEL

    def _by_rule(self, rule: str, node: int, at: int) -> tuple[str, str]:
        """Return the label that one rule finds and its source, '' without one."""
        if rule == INSIDE:
            return self._inner(node), rule
        if rule == HINTED:
            return self._hinted(node)
        if rule in self.attributes:
            return self._in_attribute(self.attributes[rule], node), rule
        run = self._run(rule, node, at) if at >= 0 else None
        if run is None:
            return "", ""
        self.rules.used.add(run.node)
        return self.rules.label_text(run), rule

    def _run(self, rule: str, node: int, at: int) -> LayoutItem | None:
        if rule == BEHIND:
            return self.rules.behind(node, at)
        if rule == BEFORE:
            return self.rules.before(node, at)
        return self.rules.left(node, at) if rule == LEFT else self.rules.above(node)

    def _in_attribute(self, name: str, node: int) -> str:
        """Return the label in an attribute of a control, or of an element close around it."""
        around = islice(self.document.ancestors(node), MAX_STEPS_TO_ATTRIBUTE)
        texts = (squash(self.document.attribute(one, name)) for one in (node, *around))
        return next((text[:MAX_LABEL_LENGTH] for text in texts if text), "")

    def _hinted(self, node: int) -> tuple[str, str]:
        """Return a control's accessible name or its title, and which of them it is."""
        for name in ("aria-label", "title"):
            if text := squash(self.document.attribute(node, name)):
                return text[:MAX_LABEL_LENGTH], name
        return "", ""

    def _inner(self, node: int) -> str:
        document, kind = self.document, self.rules.kind[node]
        if kind == "select":
            alone = _only_first_lacks_value(document, node)
            return first_caption(read_choices(document, node), alone)
        return placeholder_label(document, node, kind, document.attribute(node, "value"))


def _only_first_lacks_value(document: Document, select: int) -> bool:
    """Return whether only the first option has no value attribute: it was not made as the rest."""
    options = islice(document.elements("option", within=select), MAX_OPTIONS_CHECKED)
    has_value = ["value" in document.attributes[node] for node in options]
    return len(has_value) > 2 and not has_value[0] and all(has_value[1:])
