"""Labels of lines: in front of a value, beside it, or above a section.

Which texts are template and which lines begin with a label is known from contrast.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from leadline.details.entries import ENDS_AS_LABEL, TextLine, label_of


class LabelledText(NamedTuple):
    """A text that belongs to the record; ``is_own``: its label stands in its own line."""

    base: str
    label: str
    text: str
    is_item: bool
    is_link: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class LineTemplate:
    """What contrast says of lines, each by its place.

    ``leads`` are labels in front of values, ``texts`` the template. At ``label_bases`` nothing but
    labels stands, also such as were not seen before; at ``value_bases`` values, so that even a
    frequent text is a value there if a label is beside it.
    """

    leads: frozenset[tuple[str, str]] = frozenset()
    texts: frozenset[tuple[str, str]] = frozenset()
    label_bases: frozenset[str] = frozenset()
    value_bases: frozenset[str] = frozenset()

    def labelled(self, lines: Iterable[TextLine]) -> Iterator[LabelledText]:
        """Yield the texts of the record with their labels, in document order."""
        heading: TextLine | None = None
        beside: TextLine | None = None
        for line in lines:
            if (line.base, line.lead) in self.leads and line.lead:
                yield LabelledText(line.base, line.lead, line.rest, line.is_item, False, True)
                beside = None
                continue
            if heading is not None and line.node >= heading.stop:
                heading = None
            if beside is not None and not self._is_beside(beside, line):
                beside = None
            if self._is_template(line):
                if beside is not None and self._is_value(beside, line):
                    yield _text(line, beside)
                    beside = None
                elif line.level:
                    if heading is None or heading.block != line.block:  # else a link to edit it
                        heading = line
                    beside = None
                else:
                    beside = line if _may_label(line) else None
                continue
            yield _text(line, beside or (None if line.level else heading))

    def _is_template(self, line: TextLine) -> bool:
        """Tell whether a line belongs to the template, such as a known label without a value."""
        if (line.base, line.text) in self.texts or line.base in self.label_bases:
            return True
        return _ends_as_label(line) and (line.base, label_of(line.text)) in self.leads

    def _is_beside(self, label: TextLine, line: TextLine) -> bool:
        """Tell whether a line stands in the element of a label, or behind its colon."""
        if line.parent == label.parent:
            return True
        is_sure = _ends_as_label(label) or label.base in self.label_bases
        return is_sure and line.node < label.stop

    def _is_value(self, label: TextLine, line: TextLine) -> bool:
        return line.base in self.value_bases and line.base != label.base


def _text(line: TextLine, above: TextLine | None) -> LabelledText:
    label = label_of(above.text) if above is not None else ""
    return LabelledText(line.base, label, line.text, line.is_item, line.is_link, False)


def _may_label(line: TextLine) -> bool:
    return bool(label_of(line.text)) and (not line.is_link or _ends_as_label(line))


def _ends_as_label(line: TextLine) -> bool:
    return ENDS_AS_LABEL.search(line.text[-4:]) is not None
