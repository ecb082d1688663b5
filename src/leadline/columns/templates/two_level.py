"""Two-level templates: split at the outer separators first, inside the parts afterwards.

"34 KB (517 words) - 2012-03-04" is a size and a date; the size is a quantity and words. So a
template is widened: what stands between two separators becomes one part, which is split again by
itself. Brackets separate where no separators do, and all that a label names is one part at first.

>>> widened("{number} KB ({number} words) - {date}", ["34 KB (517 words) - 2012-03-04"] * 5)
'{rest} - {date}'
>>> widened("{rest} ({text}, {number} – {number})", ["Ann Lee (Dutch, 1853 – 1890)"] * 5)
'{rest} ({tail})'
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.columns.templates.template import (
    OPEN,
    SHUT,
    Item,
    compile_template,
    items_of,
    written,
)

SEPARATORS: Final = ((" | ", " · ", " • ", " – ", " — ", " - "), ("; ", "；"), (", ", "，"))
"""Signs that separate values at the outer level, the strongest group first."""
LABEL: Final = re.compile(
    r"(?:[^\W\d_][^:：()（）\[\]【】]{0,30}[:：]|[【［\[（(][^】］\]）)]{1,20}[】］\]）)])\s*"
)
"""A label of all that follows."""
FREE: Final = ("text", "rest", "tail")


@dataclass(slots=True)
class Segmentation:
    """Segments of a template, the constants between them, and which become one part."""

    segments: list[list[Item]] = field(default_factory=lambda: [[]])
    between: list[str] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Add a constant to the segment."""
        if text:
            self.segments[-1].append(("", text))

    def close(self, sign: str) -> None:
        """End the segment at a separator."""
        self.between.append(sign)
        self.segments.append([])


def widened(template: str, values: Sequence[str]) -> str:
    """Return the template with one part per segment, or itself if that reads fewer texts."""
    items = items_of(template)
    if any(kind == "maybe" for kind, _ in items):
        return template
    before = compile_template(template)
    for cut in _cuts(items):
        wide = _joined(cut, values)
        after = compile_template(wide)
        if all(before(value) is None or after(value) is not None for value in values):
            return wide
    return template


def _cuts(items: Sequence[Item]) -> Iterator[Segmentation]:
    """Propose segmentations that join something, the surest first."""
    if label := _label_in_front(items):
        yield Segmentation([[("", label)], [*items[1:]]], [""], [1])
    for signs in SEPARATORS:
        cut = _at_separators(items, signs)
        cut.joined = [at for at, segment in enumerate(cut.segments) if not _is_led(segment)]
        if cut.between and cut.joined:
            yield cut
    cut = _at_brackets(items)
    if cut.between and cut.joined:
        yield cut


def _is_led(segment: Sequence[Item]) -> bool:
    """Whether a segment is one part, or small words in front of a text ("in Rome")."""
    parts = [kind for kind, _ in segment if kind]
    led = len(segment) == 2 and not segment[0][0] and parts not in (["number"], ["amount"])
    return len(segment) < 2 or (led and segment[0][1].islower())


def _label_in_front(items: Sequence[Item]) -> str:
    """Return the label of all parts, '' where parts have their own."""
    label = LABEL.match(items[0][1]) if items and not items[0][0] else None
    others = [text for kind, text in items[1:] if not kind and LABEL.search(text)]
    several = sum(bool(kind) for kind, _ in items) > 1
    return label[0] if label and several and not others else ""


def _at_separators(items: Sequence[Item], signs: Sequence[str]) -> Segmentation:
    """Segment at separators outside brackets."""
    cut = Segmentation()
    depth = 0
    for at, (kind, text) in enumerate(items):
        if kind:
            cut.segments[-1].append((kind, text))
            continue
        sign = next((sign for sign in signs if sign in text), "")
        if text == sign and 0 < at < len(items) - 1 and _is_range(items[at - 1], items[at + 1]):
            sign = ""
        before, _, after = text.partition(sign) if sign else (text, "", "")
        depth += _opened(before)
        if sign and not depth:
            front = before.rstrip(".,;:")
            cut.add(front)
            cut.close(before[len(front) :] + sign)
            cut.add(after)
        else:
            cut.add(text)
        depth += _opened(after)
    return cut


def _is_range(left: Item, right: Item) -> bool:
    """Whether the parts on both sides of a sign are the ends of a range."""
    return left[0] == right[0] and left[0] in ("time", "number", "amount")


def _opened(text: str) -> int:
    return sum(sign in OPEN for sign in text) - sum(sign in SHUT for sign in text)


def _at_brackets(items: Sequence[Item]) -> Segmentation:
    """Segment at outer brackets: one part inside them, and one in front."""
    cut = Segmentation()
    depth = 0
    for kind, text in items:
        if kind:
            cut.segments[-1].append((kind, text))
            continue
        at = 0
        for place, sign in enumerate(text):
            depth += _opened(sign)
            if depth == (sign in OPEN) and sign in OPEN + SHUT:
                _close_at(cut, text[at:place], sign)
                at = place + 1
        _begin(cut, text[at:])
    cut.joined = [
        at for at, segment in enumerate(cut.segments) if _is_whole(segment, inside=at % 2 == 1)
    ]
    return cut


def _close_at(cut: Segmentation, before: str, sign: str) -> None:
    """End a segment at a bracket, with the signs in front of the bracket."""
    text = before.rstrip(" ,;:-–—")
    if cut.segments[-1]:
        cut.add(text)
    else:
        _begin(cut, text)
    cut.close(before[len(text) :] + sign)


def _begin(cut: Segmentation, text: str) -> None:
    """Begin a segment; signs belong to the bracket in front."""
    if cut.segments[-1] or not cut.between:
        cut.add(text)
        return
    rest = text.lstrip(" ,;:-–—")
    cut.between[-1] += text[: len(text) - len(rest)]
    cut.add(rest)


def _is_whole(segment: Sequence[Item], *, inside: bool) -> bool:
    """Whether a segment becomes one part: it has several, or is a number with what it counts.

    Outside brackets colons separate values too.
    """
    if sum(bool(kind) for kind, _ in segment) > 1:
        return inside or not any(":" in text for kind, text in segment if not kind)
    counted = len(segment) == 2 and segment[0][0] in ("number", "amount")
    return counted and not inside and any(map(str.isalpha, segment[1][1]))


def _joined(cut: Segmentation, values: Sequence[str]) -> str:
    """Write the widened template.

    The part with a separator inside takes what is left, else the one that did, else the longest.
    """
    sizes = _sizes(cut.between, len(cut.segments), values)
    items: list[Item] = []
    free: list[tuple[bool, bool, int, int]] = []
    for at, segment in enumerate(cut.segments):
        if at:
            items.append(("", cut.between[at - 1]))
        holds = any(sign in text for kind, text in segment if not kind for sign in cut.between)
        open_ended = any(kind == "rest" for kind, _ in segment)
        for item in [("text", "")] if at in cut.joined else segment:
            if item[0] in FREE:
                free.append((holds, open_ended, sizes[at], -len(items)))
            items.append(item)
    rest = -max(free)[3] if free else -1
    for at, (kind, text) in enumerate(items):
        if kind in FREE:
            items[at] = ("rest" if at == rest else "text" if at < rest else "tail", text)
    return written([item for item in items if any(item)])


def _sizes(between: Sequence[str], count: int, values: Sequence[str]) -> list[int]:
    """Return the characters of each segment over all values."""
    sizes = [0] * count
    for value in values:
        parted, left = [], value
        for sign in between:
            segment, _, left = left.partition(sign) if sign else ("", "", left)
            parted.append(segment)
        for at, text in enumerate([*parted, left]):
            sizes[at] += len(text)
    return sizes
