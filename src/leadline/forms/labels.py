"""Labels of controls as a reader sees them.

The structural rules of Yang 2008, 2.2: (1) the label stands left of or above its control; (2) text
inside the control is its default; (3) label and control stand together in the source; (4) a full
row of labels belongs to the row below; (5) a full column of labels to the column right of it.
Before them go the ties that markup states (``for``, wrapping ``label``, ``aria-labelledby``);
after them what stands inside the control (placeholder, caption in the first option) and, last,
text behind it. A control without any of these has no label. Which rules are tried, in which order,
stands in ``knowledge/rules.toml``.

>>> from leadline.dom import parse_html
>>> from leadline.forms.owners import form_owners
>>> html = "<table><tr><th>Title<th>Year<tr><td><input><td><input></table>"
>>> page = parse_html(html, "http://h.test/")
>>> [label for label, _ in label_texts(page, {0: list(form_owners(page))}).values()]
['Title', 'Year']
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.forms.captions import SAYS_NOTHING, first_caption, inner_caption
from leadline.forms.controls import read_choices
from leadline.forms.grid import Grid
from leadline.forms.layout import Item, read_layout
from leadline.forms.ties import LONGEST, Ties
from leadline.forms.words import squash
from leadline.knowledge.likeness import normalise
from leadline.knowledge.rules import STRUCTURAL, default_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.dom import Document
    from leadline.knowledge.rules import Rules

LEFT, ABOVE, BEFORE, INSIDE, BEHIND, HINTED = STRUCTURAL

FAR: Final = 20
"""Nodes between text and control beyond which nothing but a row of a table ties them."""

LOOK_BACK: Final = 8
MOST_VALUES: Final = 50
NEARBY: Final = 30
"""Nodes before the first control in which its label may stand."""

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "title"})
BOXES: Final = frozenset({"radio", "checkbox"})
BUTTONS: Final = frozenset({"submit", "image", "reset", "button"})
UNITS: Final = re.compile(
    r"^(?:km|cm|mm|kg|m²|qm|m2|sqm|sq\.? ?ft|ft|mi|miles?|€|\$|£|eur|usd|euros?|%|years?|jahre|ans|"
    r"天|年|月|日|元|万元|平方米|平米|公里|岁|页|件|条|個|个|円|歳|坪|분|원)$",
    re.IGNORECASE,
)
"""What is measured, behind the box: no label."""

COMPLAINT: Final = re.compile(
    r"(?:is|are|field) (?:required|invalid|mandatory)$|^required( field)?$|^\W*optional\W*$|"
    r"^please (?:enter|select|fill)|obligatoire$|^pflichtfeld|必填|不能为空|不能為空",
    re.IGNORECASE,
)
"""What a validator says beside a control."""

_HELP: Final = re.compile(r"^[(（\[].*[)）\]]$|^(?:e\.?g\b|z\.\s?b\.|例|ex[.:])|[.。!！]$", re.I)

Labels = dict[int, tuple[str, str]]
"""By control node: its label, and for a box that of its group."""


def label_texts(
    document: Document, groups: dict[int, list[int]], rules: Rules | None = None
) -> Labels:
    """The labels of a page's controls ('' where a reader sees none), given its forms' controls."""
    if not any(groups.values()):
        return {}
    return _Reader(document, groups, (rules or default_rules()).structural).read()


class _Reader:
    """One page's controls and the text between them."""

    def __init__(
        self, document: Document, groups: dict[int, list[int]], rules: tuple[str, ...]
    ) -> None:
        self.rules = rules
        self.document = document
        self.form = {node: form for form, members in groups.items() for node in members}
        self.nodes = nodes = sorted(self.form)
        self.members = groups
        self.kind = {node: _kind(document, node) for node in nodes}
        first, stop = nodes[0], nodes[-1] + NEARBY
        while first > 0 and nodes[0] - first < NEARBY and document.tag[first] != "form":
            first -= 1
        self.items = read_layout(document, first, stop)
        self.starts = [item.node for item in self.items]
        self.grid = Grid(document)
        self.ties = Ties(document, nodes, self.items)
        self.used = self.ties.used
        self.values: dict[int, frozenset[str]] = {}
        self.extents: dict[int, tuple[int, int]] = {}
        self.groups = self._box_groups()
        self.ends_in_text = _line_ends(self.items)

    def read(self) -> Labels:
        """Stated ties first (they take their text away), then the rules in document order."""
        stated = {node: self.ties.stated(node) for node in self.nodes}
        labels: Labels = {}
        for node in self.nodes:
            kind = self.kind[node]
            if kind == "hidden":
                labels[node] = ("", "")
            elif kind in BUTTONS:
                labels[node] = (self._button(node), "")
            elif kind in BOXES:
                label = stated[node] or self._box(node)
                labels[node] = (label, "")
            else:
                labels[node] = (stated[node] or self._field(node), "")
        for first, members in self.groups.items():
            group = self._group(first)
            for node in members:
                labels[node] = (labels[node][0], group)
        return labels

    # -- rules of place

    def _field(self, node: int) -> str:
        """A control that holds a value: the first structural rule that finds a label."""
        at = self._place(node)
        for rule in self.rules:
            if text := self._by_rule(rule, node, at):
                return text
        return ""

    def _by_rule(self, rule: str, node: int, at: int) -> str:
        if rule == INSIDE:
            return self._inner(node)
        if rule == HINTED:
            return self._hinted(node)
        if at < 0:
            return ""
        if rule == BEHIND:
            return self._behind(at)
        run = self._before(node, at) if rule == BEFORE else self._in_grid(rule, node, at)
        if run is None:
            return ""
        self.used.add(run.node)
        return run.text

    def _place(self, node: int) -> int:
        """The item of a control, -1 where style hides it."""
        at = bisect_left(self.starts, node)
        return at if at < len(self.starts) and self.starts[at] == node else -1

    def _hinted(self, node: int) -> str:
        """What scripts show inside or beside a control: its title, its accessible name."""
        for name in ("title", "aria-label"):
            if text := squash(self.document.attribute(node, name)):
                return text[:LONGEST]
        return ""

    def _inner(self, node: int) -> str:
        document, kind = self.document, self.kind[node]
        if kind == "select":
            return first_caption(read_choices(document, node), _alone_without_value(document, node))
        value = document.attribute(node, "value")
        return inner_caption(document, node, kind, value)

    def _between(self, at: int) -> tuple[list[Item], Item | None]:
        """Text runs before item ``at``, nearest first, and the control they follow."""
        runs: list[Item] = []
        for item in reversed(self.items[max(0, at - LOOK_BACK) : at]):
            if item.control:
                return runs, item
            runs.append(item)
        return runs, None

    def _before(self, node: int, at: int) -> Item | None:
        """Rules 1 and 3: the nearest text before, unless it belongs to another control."""
        runs, previous = self._between(at)
        here = self.items[at]
        usable = [run for run in runs if self._is_free(run, node, here, previous)]
        return _best(usable)

    def _is_free(self, run: Item, node: int, here: Item, previous: Item | None) -> bool:
        if run.node in self.used or not self.ties.may_label(run, node):
            return False
        if run.node < self.form[node]:
            return False
        said = normalise(run.text)
        if not said or len(run.text) > LONGEST or COMPLAINT.search(said) or said in SAYS_NOTHING:
            return False
        if said in self._values(node) or (previous and said in self._values(previous.node)):
            return False
        if len(said) == 1 and said.isascii() and run.line != here.line:
            return False
        trails = previous is not None and run.line == previous.line
        if trails and (run.line != here.line or self._is_box(previous)):
            return False
        if run.line == here.line:
            return True
        return here.node - run.stop <= FAR and not self._is_title_or_link(run, node)

    def _values(self, node: int) -> frozenset[str]:
        """What a select may say: text that shows its value is no label (rule 2)."""
        if self.kind.get(node) != "select":
            return frozenset()
        if node not in self.values:
            choices = read_choices(self.document, node)
            self.values[node] = frozenset(
                normalise(choice.text) for choice in choices[:MOST_VALUES]
            )
        return self.values[node]

    def _is_box(self, item: Item | None) -> bool:
        return item is not None and self.kind.get(item.node) in BOXES

    def _is_title_or_link(self, run: Item, node: int) -> bool:
        """Links lead away; a heading over all controls of a form names the form."""
        for depth, above in enumerate(self.document.ancestors(run.node)):
            tag = self.document.tag[above]
            if tag in HEADINGS:
                return self._spans_form(self.document.parent[above], node)
            if tag in {"a", "nav"}:
                return True
            if depth > 4 or tag in {"form", "li"}:
                break
        return False

    def _spans_form(self, block: int, node: int) -> bool:
        """Whether a block holds every control of a control's form."""
        first, last = self._extent(self.form[node])
        return block <= first and last < self.document.end[block]

    def _extent(self, form: int) -> tuple[int, int]:
        """The first and last control of a form that a reader fills."""
        if form not in self.extents:
            shown = [m for m in self.members[form] if self.kind[m] not in BUTTONS | {"hidden"}]
            self.extents[form] = (min(shown), max(shown))
        return self.extents[form]

    def _cell(self, node: int, at: int) -> Item | None:
        """What the rules of tables find."""
        found = (self._in_grid(rule, node, at) for rule in self.rules if rule in {LEFT, ABOVE})
        return next((run for run in found if run is not None), None)

    def _in_grid(self, rule: str, node: int, at: int) -> Item | None:
        """Rule 5: own cell, then the cells left of it; rule 4: the header above it."""
        cell = self.grid.cell_of(node)
        if cell < 0:
            return None
        if rule == ABOVE:
            above = self.grid.above(cell) if self.grid.width(cell) > 1 else []
            return self._first_label(above, node, past_controls=True)
        runs, previous = self._between(at)
        here = self.items[at]
        own = [r for r in runs if r.node > cell and self._is_free(r, node, here, previous)]
        return _best(own) or self._first_label(self.grid.left_of(cell), node, past_controls=False)

    def _first_label(self, cells: Iterable[int], node: int, *, past_controls: bool) -> Item | None:
        """The nearest label among cells; headers stand over rows of controls, never over text."""
        for cell in cells:
            found = self._label_cell(cell, node)
            if found is not None:
                return found
            if self._holds_control(cell) != past_controls:
                break
        return None

    def _holds_control(self, cell: int) -> bool:
        at = bisect_left(self.nodes, cell)
        return at < len(self.nodes) and self.nodes[at] < self.document.end[cell]

    def _label_cell(self, cell: int, node: int) -> Item | None:
        """The text of a cell that holds nothing else."""
        if self._holds_control(cell):
            return None
        first = bisect_left(self.starts, cell)
        last = bisect_left(self.starts, self.document.end[cell])
        runs = [
            run
            for run in self.items[first : min(last, first + 6)]
            if normalise(run.text) and len(run.text) <= LONGEST and self.ties.may_label(run, node)
        ]
        return _best(runs[::-1])

    def _behind(self, at: int) -> str:
        """Text after a control in its line, when nothing follows that could own it."""
        run = self._after_in_line(at)
        if run is None or run.node in self.used or not normalise(run.text) or len(run.text) > 40:
            return ""
        if UNITS.match(normalise(run.text)) or self._is_title_or_link(run, self.items[at].node):
            return ""
        following = bisect_left(self.starts, run.stop)
        if following < len(self.items) and self._is_field_on(following, run.line):
            return ""
        self.used.add(run.node)
        return run.text

    def _is_field_on(self, at: int, line: int) -> bool:
        """Whether an item is a control, no button, on a line."""
        item = self.items[at]
        button = self.kind.get(item.node, "button") in BUTTONS
        return item.control and item.line == line and not button

    def _after_in_line(self, at: int) -> Item | None:
        if at + 1 < len(self.items):
            following = self.items[at + 1]
            if not following.control and following.line == self.items[at].line:
                return following
        return None

    # -- boxes and buttons

    def _box(self, node: int) -> str:
        """A radio button or check box: text behind it, or before it where lines end in boxes."""
        at = self._place(node)
        if at < 0:
            return self._hinted(node)
        here = self.items[at]
        before = self.items[at - 1] if at else None
        if before is not None and (before.control or before.line != here.line):
            before = None
        run = self._after_in_line(at)
        if before is not None and (run is None or not self.ends_in_text.get(here.line, False)):
            run = before
        if run is None or run.node in self.used:
            run = self._box_elsewhere(node, at)
        if run is None:
            return ""
        self.used.add(run.node)
        return run.text

    def _box_elsewhere(self, node: int, at: int) -> Item | None:
        """The cell or block right of a box, else what a field would take."""
        if at + 1 < len(self.items):
            following = self.items[at + 1]
            if not following.control and following.node - node <= FAR // 2:
                return following
        return self._cell(node, at) or self._before(node, at)

    def _box_groups(self) -> dict[int, list[int]]:
        """Boxes that share a name, by the first of them."""
        named: dict[tuple[int, str, str], list[int]] = {}
        for node in self.nodes:
            if self.kind[node] in BOXES and (name := self.document.attribute(node, "name")):
                named.setdefault((self.form[node], self.kind[node], name), []).append(node)
        return {nodes[0]: nodes for nodes in named.values() if len(nodes) > 1}

    def _group(self, first: int) -> str:
        """What a group of boxes asks: text before its first box, or the legend around it."""
        at = self._place(first)
        run = (self._cell(first, at) or self._before(first, at)) if at >= 0 else None
        if run is not None and run.node not in self.used:
            self.used.add(run.node)
            return run.text
        for depth, above in enumerate(self.document.ancestors(first)):
            if self.document.tag[above] == "fieldset":
                return self._legend(above)
            if depth > 6 or self.document.tag[above] == "form":
                break
        return ""

    def _legend(self, fieldset: int) -> str:
        child = fieldset + 1
        while child < self.document.end[fieldset] and self.document.tag[child] == "#text":
            child += 1
        if child < self.document.end[fieldset] and self.document.tag[child] == "legend":
            return self.document.visible_text(child, child + 40)[:LONGEST]
        return ""

    def _button(self, node: int) -> str:
        """What stands on a button, or what its picture says."""
        document = self.document
        if document.tag[node] == "button":
            stop = min(document.end[node], node + 40)
            if text := document.visible_text(node, stop):
                return text[:LONGEST]
            for image in document.elements("img", within=node):
                if text := squash(document.attribute(image, "alt")):
                    return text
        for name in ("value", "alt", "aria-label", "title"):
            if text := squash(document.attribute(node, name)):
                return text[:LONGEST]
        return ""


def _best(runs: list[Item]) -> Item | None:
    """The nearest run that reads as a label: help text only when nothing else is there."""
    return next((run for run in runs if not _HELP.search(run.text)), runs[0] if runs else None)


def _line_ends(items: list[Item]) -> dict[int, bool]:
    """By line: whether its last item is text."""
    return {item.line: not item.control for item in items}


def _alone_without_value(document: Document, select: int) -> bool:
    """Whether the first option alone has no value attribute: it was not made like the rest."""
    options = islice(document.elements("option", within=select), MOST_VALUES)
    said = ["value" in document.attributes[node] for node in options]
    return len(said) > 2 and not said[0] and all(said[1:])


def _kind(document: Document, node: int) -> str:
    tag = document.tag[node]
    declared = document.attribute(node, "type").strip().casefold()
    if tag == "button":
        return "submit"
    return declared or "text" if tag == "input" else tag
