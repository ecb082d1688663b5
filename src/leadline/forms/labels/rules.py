"""Label rules of place: rules 1, 3, 4 and 5 of Yang 2008, 2.2.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.read.form_owner import form_owners
>>> page = parse_html("<p><input><br>Name<p><input> km<p>Ort<br><input>", "http://h.test/")
>>> rules = LabelRules(page, {0: list(form_owners(page))})
>>> places = [(node, rules.place_of(node)) for node in rules.nodes]
>>> runs = [rules.before(*place) or rules.behind(*place) for place in places]
>>> [run.text if run else "" for run in runs]
['Name', '', 'Ort']
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.labels.explicit import MAX_LABEL_LENGTH
from leadline.forms.labels.placeholders import is_empty_caption
from leadline.forms.labels.runs import MAX_STEPS_TO_OWN_BLOCK, UNIT_ONLY, TextRuns
from leadline.forms.read.grid import Grid
from leadline.forms.read.layout import LayoutItem
from leadline.model import BUTTON_KINDS
from leadline.page.data_files import any_of
from leadline.page.dom import INLINE_TAGS, Document

MAX_NODES_TO_LABEL: Final = 20
"""Nodes between a text and a control that only a row of a table may exceed."""

MAX_LABEL_LENGTH_BEHIND: Final = 40
"""Characters of a label that stands behind its control."""

MAX_RUNS_IN_CELL: Final = 6
"""Runs of a table cell that may be a label."""

SMALL_HEADING_TAGS: Final = frozenset({"h4", "h5", "h6"})

_VALIDATION_MESSAGE: Final = re.compile(
    any_of("leadline.forms", "validation_message"), re.IGNORECASE
)
_HELP_LINK: Final = re.compile(rf"^(?:{any_of('leadline.forms', 'help_link')})$", re.IGNORECASE)
_LABEL_CHARACTER: Final = re.compile(r"[^\W_]|[#@€$£°№§?]")
"""What a label holds; a dash or a tilde between two boxes is no label."""

_HELP_TEXT: Final = re.compile(
    rf"^[(（\[].*[)）\]]$|^(?:{any_of('leadline.forms', 'example_start')})|[.。!！]$", re.IGNORECASE
)


class LabelRules(TextRuns):
    """The rules of place, each of which finds a run for a control or None."""

    def __init__(self, document: Document, groups: dict[int, list[int]]) -> None:
        super().__init__(document, groups)
        self._grid = Grid(document)

    def before(self, node: int, at: int) -> LayoutItem | None:
        """Apply rules 1 and 3: the nearest text before, unless it belongs to another control."""
        return best_run(self._free_runs(node, at))

    def left(self, node: int, at: int) -> LayoutItem | None:
        """Apply rule 5: the control's own cell, then the cells left of it."""
        cell = self._grid.cell_of(node)
        if cell < 0:
            return None
        own = best_run([run for run in self._free_runs(node, at) if run.node > cell])
        return own or self._first_label(self._grid.left_of(cell), node, past_controls=False)

    def row_label(self, node: int) -> str:
        """Return the text of the cells left of a control's own."""
        cell = self._grid.cell_of(node)
        left = self._grid.left_of(cell) if cell >= 0 else []
        run = self._first_label(left, node, past_controls=False)
        return run.text if run is not None else ""

    def row_head(self, node: int) -> str:
        """Return the text of the first cell of a control's row, '' where it is its own."""
        cell = self._grid.cell_of(node)
        first = self._grid.first_of(cell) if cell >= 0 else cell
        run = self._label_cell(first, node) if first != cell else None
        return run.text if run is not None else ""

    def above(self, node: int) -> LayoutItem | None:
        """Apply rule 4: the header above a control, in a table or in blocks set like one."""
        document, cell = self.document, self._grid.cell_of(node)
        if cell < 0:
            block = self._grid.block_over(node)
            run = self._label_cell(block, node) if block >= 0 else None
            return None if run is None or self.is_title_or_link(run, node) else run
        above = self._grid.above(cell) if self._grid.width(cell) > 1 else []
        headers = (
            header
            for header in above
            if self.count_in(header) or not self.count_in(document.parent[header], buttons=False)
        )
        return self._first_label(headers, node, past_controls=True)

    def behind(self, node: int, at: int) -> LayoutItem | None:
        """Return text after a control in its line or block, if nothing follows to own it."""
        run = self.run_after(at) or self._after_in_block(node, at)
        if run is None or run.node in self.used or not self.explicit.may_label(run, node):
            return None
        text = normalise(run.text)
        if not text or len(run.text) > MAX_LABEL_LENGTH_BEHIND or UNIT_ONLY.match(text):
            return None
        if _VALIDATION_MESSAGE.search(text) or self.is_title_or_link(run, node):
            return None
        following = bisect_left(self.starts, run.stop)
        if following < len(self.items) and self._is_field_on(following, run.line):
            return None
        return run

    def heading_of(self, members: list[int]) -> LayoutItem | None:
        """Return a small heading right before a group of boxes that is not the whole form."""
        first, form = members[0], self.form[members[0]]
        at = self.place_of(first)
        run = self.items[at - 1] if at > 0 else None
        if run is None or run.control or run.node in self.used or len(run.text) > MAX_LABEL_LENGTH:
            return None
        low, high = self.extent(form)
        tag = self.document.tag[self.document.parent[run.node]]
        return run if tag in SMALL_HEADING_TAGS and (low < first or members[-1] < high) else None

    def _free_runs(self, node: int, at: int) -> list[LayoutItem]:
        """Return the runs before a control that may be its label, nearest first."""
        runs, previous = self.runs_before(at)
        here = self.items[at]
        return [run for run in runs if self._is_free(run, node, here, previous)]

    def _is_free(
        self, run: LayoutItem, node: int, here: LayoutItem, previous: LayoutItem | None
    ) -> bool:
        if run.node in self.used or not self.explicit.may_label(run, node):
            return False
        text = normalise(self.label_text(run))
        if run.node < self.form[node] or len(run.text) > MAX_LABEL_LENGTH:
            return False
        if not self._can_be_label(text, node):
            return False
        if previous is not None and self.belongs_to_previous(run, node, here, previous):
            return False
        if run.line == here.line:
            return not (_HELP_LINK.match(text) and self.is_title_or_link(run, node))
        if len(text) == 1 and text.isascii():
            return False
        near = here.node - run.stop <= MAX_NODES_TO_LABEL
        return near and not self.is_title_or_link(run, node)

    def _can_be_label(self, text: str, node: int) -> bool:
        """Return whether a text is no validation message, no caption and no value of a control."""
        if _VALIDATION_MESSAGE.search(text) or is_empty_caption(text):
            return False
        return bool(_LABEL_CHARACTER.search(text)) and text not in self.choice_texts(node)

    def _first_label(
        self, cells: Iterable[int], node: int, *, past_controls: bool
    ) -> LayoutItem | None:
        """Return the nearest label among cells; headers stand over controls, never over text."""
        for cell in cells:
            run = self._label_cell(cell, node)
            if run is not None:
                return run
            if bool(self.count_in(cell)) != past_controls:
                break
        return None

    def _label_cell(self, cell: int, node: int) -> LayoutItem | None:
        """Return the text of a cell that holds nothing else."""
        if self.count_in(cell):
            return None
        first = bisect_left(self.starts, cell)
        last = bisect_left(self.starts, self.document.end[cell])
        runs = [
            run
            for run in self.items[first : min(last, first + MAX_RUNS_IN_CELL)]
            if normalise(run.text)
            and len(run.text) <= MAX_LABEL_LENGTH
            and self.explicit.may_label(run, node)
        ]
        return _joined(runs) or best_run(runs[::-1])

    def _is_field_on(self, at: int, line: int) -> bool:
        """Return whether an item is a control, no button, on a line."""
        item = self.items[at]
        button = self.kind.get(item.node, "button") in BUTTON_KINDS
        return item.control and item.line == line and not button

    def _after_in_block(self, node: int, at: int) -> LayoutItem | None:
        """Return the text that follows a control in its own block, help left out."""
        document = self.document
        following = self.items[at + 1] if at + 1 < len(self.items) else None
        if following is None or following.control or _HELP_TEXT.search(following.text):
            return None
        for depth, above in enumerate(document.ancestors(node)):
            if depth > MAX_STEPS_TO_OWN_BLOCK or self.count_in(above) > 1:
                return None
            if document.tag[above] == "form":
                return None
            if following.node < document.end[above]:
                return following if document.tag[above] not in INLINE_TAGS else None
        return None


def best_run(runs: list[LayoutItem]) -> LayoutItem | None:
    """Return the nearest run that reads as a label.

    Terms of a definition list go before other text; help text comes last.
    """
    plain = [run for run in runs if not _HELP_TEXT.search(run.text)]
    terms = [run for run in plain if run.term]
    in_order = terms + [run for run in plain if not run.aside] + plain + runs
    return in_order[0] if in_order else None


def _joined(runs: list[LayoutItem]) -> LayoutItem | None:
    """Return a label that goes on in small letters on the next lines of its cell, as one run."""
    if len(runs) < 2 or not all(run.text[:1].islower() and not run.aside for run in runs[1:]):
        return None
    text = " ".join(run.text for run in runs)
    if len(text) > MAX_LABEL_LENGTH_BEHIND:
        return None
    return replace(runs[0], stop=runs[-1].stop, text=text)
