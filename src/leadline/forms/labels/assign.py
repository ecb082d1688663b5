"""Labels of controls as a reader sees them.

The structural rules of Yang 2008, 2.2: (1) the label stands left of or above its control; (2) text
inside the control is its default; (3) label and control stand together in the source; (4) a full
row of labels belongs to the row below; (5) a full column of labels to the column right of it.
Before them go the ties that markup states (``for``, wrapping ``label``, ``aria-labelledby``);
after them what stands inside the control (placeholder, caption in the first option) and, last,
text behind it. A control without any of these has no label. Which rules are tried, in which order,
stands in ``knowledge/rules.toml``; ``label_places`` holds the rules of place, ``label_boxes`` those
of radio buttons, check boxes and buttons.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.form_owner import form_owners
>>> html = "<table><tr><th>Title<th>Year<tr><td><input><td><input></table>"
>>> page = parse_html(html, "http://h.test/")
>>> found = assign_labels(page, {0: list(form_owners(page))})
>>> [(label.text, label.source) for label in found.values()]
[('Title', 'row of labels above'), ('Year', 'row of labels above')]
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from leadline.domain.rules import STRUCTURAL, default_rules
from leadline.forms.labels.choice_labels import ChoiceLabels, button_text
from leadline.forms.labels.explicit import MAX_LABEL_LENGTH
from leadline.forms.labels.placeholders import first_caption, placeholder_label
from leadline.forms.labels.rules import LabelRules
from leadline.forms.lexicon import is_bare_range_end
from leadline.forms.read.controls import read_choices
from leadline.forms.words import squash
from leadline.model import BOX_KINDS, BUTTON_KINDS

if TYPE_CHECKING:
    from leadline.domain.rules import DomainRules
    from leadline.forms.read.layout import LayoutItem
    from leadline.page.dom import Document

LEFT, ABOVE, BEFORE, INSIDE, BEHIND, HINTED = STRUCTURAL

EXPLICIT_SOURCE: Final = "markup"
"""The source of a label that markup ties to its control."""

MAX_OPTIONS_CHECKED: Final = 50


class Label(NamedTuple):
    """What a reader calls a control, and the rule that found it; ``group`` is what a group of boxes
    is called, or the row of a control that is only called "from" or "to"."""

    text: str
    group: str = ""
    source: str = ""


NO_LABEL: Final = Label("")


def assign_labels(
    document: Document, groups: dict[int, list[int]], rules: DomainRules | None = None
) -> dict[int, Label]:
    """The labels of a page's controls ('' where a reader sees none), given its forms' controls."""
    if not any(groups.values()):
        return {}
    return _LabelReader(document, groups, (rules or default_rules()).structural).read()


class _LabelReader:
    """One page's controls, each read by the first rule that says something."""

    def __init__(
        self, document: Document, groups: dict[int, list[int]], rules: tuple[str, ...]
    ) -> None:
        self.rules = rules
        self.document = document
        self.places = LabelRules(document, groups)
        self.boxes = ChoiceLabels(self.places)

    def read(self) -> dict[int, Label]:
        """Stated ties first (they take their text away), then the rules in document order."""
        stated = {node: self.places.ties.stated(node) for node in self.places.nodes}
        labels = {node: self._label(node, stated[node]) for node in self.places.nodes}
        for first, members in self.boxes.groups.items():
            group = self.boxes.group(first)
            for node in members:
                labels[node] = labels[node]._replace(group=group)
        return labels

    def _label(self, node: int, stated: str) -> Label:
        kind = self.places.kind[node]
        if kind == "hidden":
            return NO_LABEL
        if kind in BUTTON_KINDS:
            return Label(button_text(self.document, node))
        if stated:
            return Label(stated, source=EXPLICIT_SOURCE)
        if kind in BOX_KINDS:
            return Label(self.boxes.box(node) or self._hinted(node)[0])
        return self._field(node)

    def _field(self, node: int) -> Label:
        """A control that holds a value: the first structural rule that finds a label."""
        at = self.places.at(node)
        for rule in self.rules:
            text, source = self._by_rule(rule, node, at)
            if text:
                bare = at >= 0 and is_bare_range_end(text)
                return Label(text, self.places.row_label(node) if bare else "", source)
        return NO_LABEL

    def _by_rule(self, rule: str, node: int, at: int) -> tuple[str, str]:
        if rule == INSIDE:
            return self._inner(node), rule
        if rule == HINTED:
            return self._hinted(node)
        if at < 0:
            return "", ""
        run = self._run(rule, node, at)
        if run is None:
            return "", ""
        self.places.used.add(run.node)
        return self.places.text_of(run), rule

    def _run(self, rule: str, node: int, at: int) -> LayoutItem | None:
        if rule == BEHIND:
            return self.places.behind(node, at)
        if rule == BEFORE:
            return self.places.before(node, at)
        return self.places.left(node, at) if rule == LEFT else self.places.above(node)

    def _hinted(self, node: int) -> tuple[str, str]:
        """What scripts show inside or beside a control: its accessible name, its title."""
        for name in ("aria-label", "title"):
            if text := squash(self.document.attribute(node, name)):
                return text[:MAX_LABEL_LENGTH], name
        return "", ""

    def _inner(self, node: int) -> str:
        document, kind = self.document, self.places.kind[node]
        if kind == "select":
            return first_caption(
                read_choices(document, node), _only_first_lacks_value(document, node)
            )
        value = document.attribute(node, "value")
        return placeholder_label(document, node, kind, value)


def _only_first_lacks_value(document: Document, select: int) -> bool:
    """Whether the first option alone has no value attribute: it was not made like the rest."""
    options = islice(document.elements("option", within=select), MAX_OPTIONS_CHECKED)
    said = ["value" in document.attributes[node] for node in options]
    return len(said) > 2 and not said[0] and all(said[1:])
