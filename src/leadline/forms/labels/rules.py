"""Where the label of a control may stand: rules 1, 3, 4 and 5 of Yang 2008, 2.2.

``LabelRules`` holds one page's controls and the runs of text between them. A run belongs to one
control: the one it is tied to by markup, the one in whose block it stands, the next one after it.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.form_owner import form_owners
>>> html = "<p><input><br>Name<p><input> km<p>Ort<br><input>"
>>> page = parse_html(html, "http://h.test/")
>>> places = LabelRules(page, {0: list(form_owners(page))})
>>> found = [places.before(n, places.at(n)) or places.behind(n, places.at(n)) for n in places.nodes]
>>> [run.text if run else "" for run in found]
['Name', '', 'Ort']
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.forms.labels.explicit import MAX_LABEL_LENGTH, ExplicitLabels
from leadline.forms.labels.placeholders import is_empty_caption
from leadline.forms.read.controls import read_choices
from leadline.forms.read.grid import Grid
from leadline.forms.read.layout import LayoutItem, read_layout
from leadline.model import BOX_KINDS, BUTTON_KINDS
from leadline.page.dom import INLINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.page.dom import Document

MAX_NODES_TO_LABEL: Final = 20
"""Nodes between text and control beyond which nothing but a row of a table ties them."""

MAX_RUNS_BEFORE: Final = 8
MAX_VALUES_COMPARED: Final = 50
MAX_NODES_BEFORE_FIRST_CONTROL: Final = 30
"""Nodes before the first control in which its label may stand."""

MAX_STEPS_TO_OWN_BLOCK: Final = 4
"""How far above a run or a control the block may stand that is its own."""

MAX_LABEL_LENGTH_BEHIND: Final = 40
TITLE_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "title"})
SMALL_HEADING_TAGS: Final = frozenset({"h4", "h5", "h6"})
_UNIT: Final = (
    r"^(?:km|cm|mm|kg|m²|qm|m2|sqm|sq\.? ?ft|ft|mi|miles?|€|\$|£|eur|usd|euros?|%|years?|jahre|ans|"
    r"g|m|l|ha|acres?|lbs?|oz|hp|kw|ps|kr|kč|zł|руб|лет|км|м²|days?|tage|jours|nights?|nächte|nuits|"
    r"天|年|月|日|元|万元|平方米|平米|公里|岁|页|件|条|個|个|円|歳|坪|분|원)"
)
_UNIT_ONLY: Final = re.compile(rf"{_UNIT}$", re.IGNORECASE)
"""What is measured, behind the box: no label."""

_UNIT_THEN_LABEL: Final = re.compile(
    rf"{_UNIT}(?:\s*[,，、;；]\s*|(?<=[\u4e00-\u9fff])\s+)(?=\S)", re.IGNORECASE
)
"""A unit of the box before, in one text with the next label; "miles of route" goes on."""

_VALIDATION_MESSAGE: Final = re.compile(
    r"(?:is|are|field) (?:required|invalid|mandatory)$|^required( field)?$|^\W*optional\W*$|"
    r"^please (?:enter|select|fill)|obligatoire$|^pflichtfeld|必填|不能为空|不能為空",
    re.IGNORECASE,
)
"""What a validator says beside a control."""

_HELP_LINK: Final = re.compile(
    r"^(?:help|hilfe|aide|ayuda|aiuto|ajuda|hjälp|hjelp|hjælp|помощь|справка|pomoc|帮助|說明|说明|"
    r"ヘルプ|도움말|what is this|more info\w*|info|tips?)$",
    re.IGNORECASE,
)
"""Links beside a control that lead to help."""

_SPEAKS: Final = re.compile(r"[^\W_]|[#@€$£°№§?]")
"""A dash or a tilde between two boxes is no label."""

_HELP: Final = re.compile(r"^[(（\[].*[)）\]]$|^(?:e\.?g\b|z\.\s?b\.|例|ex[.:])|[.。!！]$", re.I)


class LabelRules:
    """One page's controls and the text between them."""

    def __init__(self, document: Document, groups: dict[int, list[int]]) -> None:
        self.document = document
        self.form = {node: form for form, members in groups.items() for node in members}
        self.nodes = nodes = sorted(self.form)
        self.kind = {node: _kind(document, node) for node in nodes}
        self.shown = [node for node in nodes if self.kind[node] != "hidden"]
        self._fields = [node for node in self.shown if self.kind[node] not in BUTTON_KINDS]
        first, stop = nodes[0], nodes[-1] + MAX_NODES_BEFORE_FIRST_CONTROL
        while (
            first > 0
            and nodes[0] - first < MAX_NODES_BEFORE_FIRST_CONTROL
            and document.tag[first] != "form"
        ):
            first -= 1
        self.items = read_layout(document, first, stop)
        self.starts = [item.node for item in self.items]
        self.ties = ExplicitLabels(document, nodes, self.items)
        self.used = self.ties.used
        self._grid = Grid(document)
        self._members = groups
        self._values: dict[int, frozenset[str]] = {}
        self._extents: dict[int, tuple[int, int]] = {}
        self._headings: dict[tuple[int, str], list[int]] = {}

    def at(self, node: int) -> int:
        """The item of a control, -1 where style hides it."""
        at = bisect_left(self.starts, node)
        return at if at < len(self.starts) and self.starts[at] == node else -1

    def before(self, node: int, at: int) -> LayoutItem | None:
        """Rules 1 and 3: the nearest text before, unless it belongs to another control."""
        runs, previous = self._between(at)
        here = self.items[at]
        return best_run([run for run in runs if self._is_free(run, node, here, previous)])

    def left(self, node: int, at: int) -> LayoutItem | None:
        """Rule 5: the control's own cell, then the cells left of it."""
        cell = self._grid.cell_of(node)
        if cell < 0:
            return None
        runs, previous = self._between(at)
        here = self.items[at]
        own = [r for r in runs if r.node > cell and self._is_free(r, node, here, previous)]
        return best_run(own) or self._first_label(
            self._grid.left_of(cell), node, past_controls=False
        )

    def row_label(self, node: int) -> str:
        """What stands in the cells left of a control's own."""
        cell = self._grid.cell_of(node)
        left = self._grid.left_of(cell) if cell >= 0 else []
        run = self._first_label(left, node, past_controls=False)
        return run.text if run is not None else ""

    def above(self, node: int) -> LayoutItem | None:
        """Rule 4: the header above a control, in a table or in blocks set like one."""
        document, cell = self.document, self._grid.cell_of(node)
        if cell < 0:
            block = self._grid.block_over(node)
            run = self._label_cell(block, node) if block >= 0 else None
            return None if run is None or self._is_title_or_link(run, node) else run
        above = self._grid.above(cell) if self._grid.width(cell) > 1 else []
        full = (c for c in above if self.count_in(c) or not self._fields_in(document.parent[c]))
        return self._first_label(full, node, past_controls=True)

    def behind(self, node: int, at: int) -> LayoutItem | None:
        """Text after a control in its line or block, when nothing follows that could own it."""
        run = self.after_in_line(at) or self._after_in_block(node, at)
        if run is None or run.node in self.used or not self.ties.may_label(run, node):
            return None
        said = normalise(run.text)
        if not said or len(run.text) > MAX_LABEL_LENGTH_BEHIND or _UNIT_ONLY.match(said):
            return None
        if _VALIDATION_MESSAGE.search(said) or self._is_title_or_link(run, node):
            return None
        following = bisect_left(self.starts, run.stop)
        if following < len(self.items) and self._is_field_on(following, run.line):
            return None
        return run

    def text_of(self, run: LayoutItem) -> str:
        """A label without the unit of the control that it follows."""
        at = bisect_left(self.starts, run.node)
        previous = self.items[at - 1] if at else run
        trails = previous.control and previous.line == run.line
        text = _UNIT_THEN_LABEL.sub("", run.text) if trails else run.text
        return text.lstrip(",;.·•|/ ") if trails else text

    def after_in_line(self, at: int) -> LayoutItem | None:
        """The text that follows an item in its line."""
        if at + 1 < len(self.items):
            following = self.items[at + 1]
            if not following.control and following.line == self.items[at].line:
                return following
        return None

    def count_in(self, block: int) -> int:
        """How many controls that a reader sees a block holds."""
        return self._within(self.shown, block)

    def _fields_in(self, block: int) -> int:
        """How many of them are no buttons: a row that holds one is no row of labels."""
        return self._within(self._fields, block)

    def _within(self, nodes: list[int], block: int) -> int:
        return bisect_left(nodes, self.document.end[block]) - bisect_left(nodes, block)

    # -- whose text it is

    def _between(self, at: int) -> tuple[list[LayoutItem], LayoutItem | None]:
        """Text runs before item ``at``, nearest first, and the control they follow."""
        runs: list[LayoutItem] = []
        for item in reversed(self.items[max(0, at - MAX_RUNS_BEFORE) : at]):
            if item.control:
                return runs, item
            runs.append(item)
        return runs, None

    def _is_free(
        self, run: LayoutItem, node: int, here: LayoutItem, previous: LayoutItem | None
    ) -> bool:
        """Whether a run before a control may be its label."""
        if run.node in self.used or not self.ties.may_label(run, node):
            return False
        said = normalise(self.text_of(run))
        if (
            run.node < self.form[node]
            or len(run.text) > MAX_LABEL_LENGTH
            or not self._says(said, node)
        ):
            return False
        if previous is not None and not self._is_past(run, node, here, previous):
            return False
        if run.line == here.line:
            return not (_HELP_LINK.match(said) and self._is_title_or_link(run, node))
        if len(said) == 1 and said.isascii():
            return False
        return here.node - run.stop <= MAX_NODES_TO_LABEL and not self._is_title_or_link(run, node)

    def _says(self, said: str, node: int) -> bool:
        """Whether a text can be a label: no complaint, no caption, no value of its control."""
        if _VALIDATION_MESSAGE.search(said) or is_empty_caption(said) or not _SPEAKS.search(said):
            return False
        return said not in self._said_inside(node)

    def _is_past(self, run: LayoutItem, node: int, here: LayoutItem, previous: LayoutItem) -> bool:
        """Whether a run does not belong to the control that it follows."""
        if normalise(run.text) in self._said_inside(previous.node):
            return False
        if run.line == previous.line:
            is_box = self.kind.get(previous.node) in BOX_KINDS
            return run.line == here.line and not is_box
        return not self._is_in_block_of(run, previous.node, node)

    def _is_in_block_of(self, run: LayoutItem, other: int, node: int) -> bool:
        """Whether the nearest block with controls around a run is another control's."""
        document = self.document
        for depth, above in enumerate(document.ancestors(run.node)):
            if above <= node < document.end[above] or depth > MAX_STEPS_TO_OWN_BLOCK:
                return False
            if above <= other < document.end[above]:
                return True
        return False

    def _said_inside(self, node: int) -> frozenset[str]:
        """What a select may say: text that shows its value is no label (rule 2)."""
        if self.kind.get(node) != "select":
            return frozenset()
        if node not in self._values:
            choices = read_choices(self.document, node)
            self._values[node] = frozenset(
                normalise(choice.text) for choice in choices[:MAX_VALUES_COMPARED]
            )
        return self._values[node]

    def heading_of(self, members: list[int]) -> LayoutItem | None:
        """A small heading right before a group of boxes that is not all a form asks."""
        first, form = members[0], self.form[members[0]]
        at = self.at(first)
        run = self.items[at - 1] if at > 0 else None
        if run is None or run.control or run.node in self.used or len(run.text) > MAX_LABEL_LENGTH:
            return None
        low, high = self._extent(form)
        above = self.document.parent[run.node]
        small = self.document.tag[above] in SMALL_HEADING_TAGS
        return run if small and (low < first or members[-1] < high) else None

    def _is_title_or_link(self, run: LayoutItem, node: int) -> bool:
        """Links lead away; a heading over all controls of a form names the form."""
        for depth, above in enumerate(self.document.ancestors(run.node)):
            tag = self.document.tag[above]
            if tag in TITLE_TAGS:
                return self._names_form(above, node)
            if tag in {"a", "nav"}:
                return True
            if depth > 4 or tag in {"form", "li"}:
                break
        return False

    def _names_form(self, heading: int, node: int) -> bool:
        """Whether a heading stands over every control of a control's form, and no other does."""
        block, tag = self.document.parent[heading], self.document.tag[heading]
        first, last = self._extent(self.form[node])
        if not (block <= first and last < self.document.end[block]):
            return False
        if (block, tag) not in self._headings:
            inside = self.document.elements(tag, within=block)
            of_block = [n for n in inside if self.document.parent[n] == block]
            self._headings[block, tag] = of_block
        return all(n == heading or n > last for n in self._headings[block, tag])

    def _extent(self, form: int) -> tuple[int, int]:
        """The first and last control of a form that a reader fills."""
        if form not in self._extents:
            shown = [
                m for m in self._members[form] if self.kind[m] not in BUTTON_KINDS | {"hidden"}
            ]
            self._extents[form] = (min(shown), max(shown))
        return self._extents[form]

    # -- tables

    def _first_label(
        self, cells: Iterable[int], node: int, *, past_controls: bool
    ) -> LayoutItem | None:
        """The nearest label among cells; headers stand over rows of controls, never over text."""
        for cell in cells:
            found = self._label_cell(cell, node)
            if found is not None:
                return found
            if bool(self.count_in(cell)) != past_controls:
                break
        return None

    def _label_cell(self, cell: int, node: int) -> LayoutItem | None:
        """The text of a cell that holds nothing else."""
        if self.count_in(cell):
            return None
        first = bisect_left(self.starts, cell)
        last = bisect_left(self.starts, self.document.end[cell])
        runs = [
            run
            for run in self.items[first : min(last, first + 6)]
            if normalise(run.text)
            and len(run.text) <= MAX_LABEL_LENGTH
            and self.ties.may_label(run, node)
        ]
        return _joined(runs) or best_run(runs[::-1])

    # -- behind

    def _is_field_on(self, at: int, line: int) -> bool:
        """Whether an item is a control, no button, on a line."""
        item = self.items[at]
        button = self.kind.get(item.node, "button") in BUTTON_KINDS
        return item.control and item.line == line and not button

    def _after_in_block(self, node: int, at: int) -> LayoutItem | None:
        """The text that follows a control in the block that is its own, help left out."""
        following = self.items[at + 1] if at + 1 < len(self.items) else None
        if following is None or following.control or _HELP.search(following.text):
            return None
        for depth, above in enumerate(self.document.ancestors(node)):
            if (
                depth > MAX_STEPS_TO_OWN_BLOCK
                or self.count_in(above) > 1
                or self.document.tag[above] == "form"
            ):
                return None
            if following.node < self.document.end[above]:
                return following if self.document.tag[above] not in INLINE_TAGS else None
        return None


def best_run(runs: list[LayoutItem]) -> LayoutItem | None:
    """The nearest run that reads as a label: terms of a list of definitions before all other text,
    help text only when nothing else is there."""
    plain = [run for run in runs if not _HELP.search(run.text)]
    terms = [run for run in plain if run.term]
    in_order = terms + [run for run in plain if not run.aside] + plain + runs
    return in_order[0] if in_order else None


def _joined(runs: list[LayoutItem]) -> LayoutItem | None:
    """A label that goes on, in small letters, on the next line of its cell."""
    if len(runs) < 2 or not all(run.text[:1].islower() and not run.aside for run in runs[1:]):
        return None
    text = " ".join(run.text for run in runs)
    return (
        replace(runs[0], stop=runs[-1].stop, text=text)
        if len(text) <= MAX_LABEL_LENGTH_BEHIND
        else None
    )


def _kind(document: Document, node: int) -> str:
    tag = document.tag[node]
    declared = document.attribute(node, "type").strip().casefold()
    if tag == "button":
        return "submit"
    return declared or "text" if tag == "input" else tag
