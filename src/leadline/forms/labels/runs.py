"""Text runs: a page's controls and the text between them, and whom each text belongs to.

A run is text without a break. It belongs to one control: the one that markup gives it to, the one
in whose block it stands, or the next one after it.
"""

import re
from bisect import bisect_left
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.labels.explicit import ExplicitLabels
from leadline.forms.read.controls import kind_of_control, read_choices
from leadline.forms.read.layout import LayoutItem, read_layout
from leadline.model import BOX_KINDS, BUTTON_KINDS
from leadline.page.data_files import any_of
from leadline.page.dom import Document

MAX_RUNS_BEFORE: Final = 8
"""Layout items looked at before a control."""

MAX_VALUES_COMPARED: Final = 50
"""Choices of a select that a text is compared with."""

MAX_NODES_BEFORE_FIRST_CONTROL: Final = 30
"""Nodes around the controls of a page in which their labels may stand."""

MAX_STEPS_TO_OWN_BLOCK: Final = 4
"""Steps from a run or a control up to the block that is its own."""

MAX_STEPS_TO_HEADING: Final = 4
"""Steps from a run up to the heading or link that it stands in."""

TITLE_TAGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "title"})

_UNIT: Final = rf"^(?:{any_of('leadline.forms', 'unit_of_box')})"
UNIT_ONLY: Final = re.compile(rf"{_UNIT}$", re.IGNORECASE)
"""A unit of measure behind a box, which is no label."""

_UNIT_THEN_LABEL: Final = re.compile(
    rf"{_UNIT}(?:\s*[,，、;；]\s*|(?<=[\u4e00-\u9fff])\s+)(?=\S)", re.IGNORECASE
)
"""A unit of the box before, in one text with the next label ("miles of route" is no such text)."""


class TextRuns:
    """One page's controls and the text between them; ``items`` are both in document order.

    ``groups`` are the controls of each form, by node. ``used`` holds the runs that are labels.
    """

    def __init__(self, document: Document, groups: dict[int, list[int]]) -> None:
        self.document = document
        self.form = {node: form for form, members in groups.items() for node in members}
        self.nodes = nodes = sorted(self.form)
        self.kind: dict[int, str] = {node: kind_of_control(document, node) for node in nodes}
        self.shown = [node for node in nodes if self.kind[node] != "hidden"]
        self.fields = [node for node in self.shown if self.kind[node] not in BUTTON_KINDS]
        first, around = nodes[0], MAX_NODES_BEFORE_FIRST_CONTROL
        while first > 0 and nodes[0] - first < around and document.tag[first] != "form":
            first -= 1
        self.items = read_layout(document, first, nodes[-1] + around)
        self.starts = [item.node for item in self.items]
        self.explicit = ExplicitLabels(document, nodes, self.items)
        self.used = self.explicit.used
        self._members = groups
        self._values: dict[int, frozenset[str]] = {}
        self._extents: dict[int, tuple[int, int]] = {}
        self._headings: dict[tuple[int, str], list[int]] = {}

    def place_of(self, node: int) -> int:
        """Return the place of a control among the items, -1 where style hides it."""
        at = bisect_left(self.starts, node)
        return at if at < len(self.starts) and self.starts[at] == node else -1

    def runs_before(self, at: int) -> tuple[list[LayoutItem], LayoutItem | None]:
        """Return the runs before item ``at``, nearest first, and the control that they follow."""
        runs: list[LayoutItem] = []
        for item in reversed(self.items[max(0, at - MAX_RUNS_BEFORE) : at]):
            if item.control:
                return runs, item
            runs.append(item)
        return runs, None

    def run_after(self, at: int) -> LayoutItem | None:
        """Return the run that follows an item in its line."""
        if at + 1 < len(self.items):
            following = self.items[at + 1]
            if not following.control and following.line == self.items[at].line:
                return following
        return None

    def label_text(self, run: LayoutItem) -> str:
        """Return the text of a run without the unit of the control that it follows."""
        at = bisect_left(self.starts, run.node)
        previous = self.items[at - 1] if at else run
        if not (previous.control and previous.line == run.line):
            return run.text
        return _UNIT_THEN_LABEL.sub("", run.text).lstrip(",;.·•|/ ")

    def count_in(self, block: int, *, buttons: bool = True) -> int:
        """Return how many controls that a reader sees a block holds."""
        nodes = self.shown if buttons else self.fields
        return bisect_left(nodes, self.document.end[block]) - bisect_left(nodes, block)

    def belongs_to_previous(
        self, run: LayoutItem, node: int, here: LayoutItem, previous: LayoutItem
    ) -> bool:
        """Return whether a run belongs to the control that it follows, not to ``node``."""
        if normalise(run.text) in self.choice_texts(previous.node):
            return True
        if run.line == previous.line:
            return run.line != here.line or self.kind.get(previous.node) in BOX_KINDS
        return self._is_in_block_of(run, previous.node, node)

    def _is_in_block_of(self, run: LayoutItem, other: int, node: int) -> bool:
        """Return whether the nearest block with controls around a run is another control's."""
        document = self.document
        for depth, above in enumerate(document.ancestors(run.node)):
            if above <= node < document.end[above] or depth > MAX_STEPS_TO_OWN_BLOCK:
                return False
            if above <= other < document.end[above]:
                return True
        return False

    def choice_texts(self, node: int) -> frozenset[str]:
        """Return the folded choices of a select: text that shows its value is no label (rule 2)."""
        if self.kind.get(node) != "select":
            return frozenset()
        if node not in self._values:
            choices = read_choices(self.document, node)[:MAX_VALUES_COMPARED]
            self._values[node] = frozenset(normalise(choice.text) for choice in choices)
        return self._values[node]

    def is_title_or_link(self, run: LayoutItem, node: int) -> bool:
        """Return whether a run is a link, or a heading over all controls of a control's form."""
        for depth, above in enumerate(self.document.ancestors(run.node)):
            tag = self.document.tag[above]
            if tag in TITLE_TAGS:
                return self._names_form(above, node)
            if tag in {"a", "nav"}:
                return True
            if depth > MAX_STEPS_TO_HEADING or tag in {"form", "li"}:
                break
        return False

    def _names_form(self, heading: int, node: int) -> bool:
        """Return whether a heading, and no other, stands over every control of a form."""
        block, tag = self.document.parent[heading], self.document.tag[heading]
        first, last = self.extent(self.form[node])
        if not (block <= first and last < self.document.end[block]):
            return False
        if (block, tag) not in self._headings:
            inside = self.document.elements(tag, within=block)
            of_block = [n for n in inside if self.document.parent[n] == block]
            self._headings[block, tag] = of_block
        return all(n == heading or n > last for n in self._headings[block, tag])

    def extent(self, form: int) -> tuple[int, int]:
        """Return the first and last control of a form that a reader fills."""
        if form not in self._extents:
            unfilled = BUTTON_KINDS | {"hidden"}
            shown = [node for node in self._members[form] if self.kind[node] not in unfilled]
            self._extents[form] = (min(shown), max(shown))
        return self._extents[form]
