"""Templates in two steps: what signs part at the top first, what is inside it then.

"34 KB (517 words) - 2012-03-04" is a size and a date, the size a quantity and words; who wants the
size finds it whole. So a template is widened: what stands between two separators becomes one part,
which is divided again by itself. What no separators part, brackets do; and what a label names is
one part at first.

>>> widened("{number} KB ({number} words) - {date}", ["34 KB (517 words) - 2012-03-04"] * 5)
'{rest} - {date}'
>>> widened("{rest} ({text}, {number} – {number})", ["Ann Lee (Dutch, 1853 – 1890)"] * 5)
'{rest} ({tail})'
>>> widened("Size: {number} x {number} mm", ["Size: 12 x 30 mm"] * 5)
'Size: {rest}'
>>> widened("aged {number}–{number} years", ["aged 12–15 years"])
'aged {rest} years'
>>> widened("{rest} ({number})", ["Emma (1815)"])
'{rest} ({number})'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.columns.templates.template import OPEN, SHUT, compile_template, items_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.columns.templates.template import Item

SEPARATORS: Final = ((" | ", " · ", " • ", " – ", " — ", " - "), ("; ", "；"), (", ", "，"))
"""Signs that part values at the top of a text, the strongest first."""
LABEL: Final = re.compile(
    r"(?:[^\W\d_][^:：()（）\[\]【】]{0,30}[:：]|[【［\[（(][^】］\]）)]{1,20}[】］\]）)])\s*"
)
"""What names all that comes behind it."""
FREE: Final = ("text", "rest", "tail")
RANGES: Final = ("-", "–", "—", "~", "～", "..", "...", "…")
"""What stands between the ends of a range."""


@dataclass(slots=True)
class Segmentation:
    """A template cut into segments: the constants between these, and which are one part each."""

    segments: list[list[Item]] = field(default_factory=lambda: [[]])
    between: list[str] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)

    def add(self, text: str) -> None:
        """A constant that belongs to the segment."""
        if text:
            self.segments[-1].append(("", text))

    def close(self, sign: str) -> None:
        """The end of a segment."""
        self.between.append(sign)
        self.segments.append([])


def widened(template: str, values: Sequence[str]) -> str:
    """A template with one part for each segment, itself where that tells nothing or reads less."""
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
    """The ways to cut a template that join something, the surest first."""
    if label := _label_in_front(items):
        yield Segmentation([[("", label)], [*items[1:]]], [""], [1])
    for signs in SEPARATORS:
        cut = _at_separators(items, signs)
        cut.joined = [at for at, one in enumerate(cut.segments) if not _is_led(one)]
        if cut.between and cut.joined:
            yield cut
    cut = _at_brackets(items)
    if cut.between and cut.joined:
        yield cut
    yield from _at_range(items)


def _is_led(segment: Sequence[Item]) -> bool:
    """Whether a segment is one part, or small words in front of one that is no number ("in Rome",
    but not "Phase II").
    """
    parts = [kind for kind, _ in segment if kind]
    led = len(segment) == 2 and not segment[0][0] and parts not in (["number"], ["amount"])
    return len(segment) < 2 or (led and segment[0][1].islower())


def _label_in_front(items: Sequence[Item]) -> str:
    """The label of all parts, '' where parts have their own."""
    label = LABEL.match(items[0][1]) if items and not items[0][0] else None
    others = [text for kind, text in items[1:] if not kind and LABEL.search(text)]
    several = sum(bool(kind) for kind, _ in items) > 1
    return label[0] if label and several and not others else ""


def _at_separators(items: Sequence[Item], signs: Sequence[str]) -> Segmentation:
    """Cut at separators outside brackets."""
    cut = Segmentation()
    depth = 0
    for at, (kind, text) in enumerate(items):
        if kind:
            cut.segments[-1].append((kind, text))
            continue
        sign = next((one for one in signs if one in text), "")
        if text == sign and 0 < at < len(items) - 1 and _is_range(items[at - 1], items[at + 1]):
            sign = ""
        before, _, after = text.partition(sign) if sign else (text, "", "")
        depth += _opened(before)
        if sign and not depth:
            said = before.rstrip(".,;:")
            cut.add(said)
            cut.close(before[len(said) :] + sign)
            cut.add(after)
        else:
            cut.add(text)
        depth += _opened(after)
    return cut


def _is_range(left: Item, right: Item) -> bool:
    """Whether what stands on both sides of a sign is of one kind: from one to the other."""
    return left[0] == right[0] and left[0] in ("time", "number", "amount")


def _at_range(items: Sequence[Item]) -> Iterator[Segmentation]:
    """Cut around a range of numbers that stands among other things ("aged 12–15 years")."""
    for at, (kind, text) in enumerate(items[1:-1], 1):
        if kind or text.strip() not in RANGES or not _is_range(items[at - 1], items[at + 1]):
            continue
        before, behind = [*items[: at - 1]], [*items[at + 2 :]]
        if any(kind or any(map(str.isalpha, said)) for kind, said in before + behind):
            yield Segmentation([before, [*items[at - 1 : at + 2]], behind], ["", ""], [1])
        return


def _opened(text: str) -> int:
    return sum(one in OPEN for one in text) - sum(one in SHUT for one in text)


def _at_brackets(items: Sequence[Item]) -> Segmentation:
    """Cut at brackets at the top: what stands in them is one part, and what stands before them."""
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
    cut.joined = [at for at, one in enumerate(cut.segments) if _is_whole(one, inside=at % 2 == 1)]
    return cut


def _close_at(cut: Segmentation, before: str, sign: str) -> None:
    """The end of a segment at a bracket, with the signs in front of the bracket."""
    said = before.rstrip(" ,;:-–—")
    if cut.segments[-1]:
        cut.add(said)
    else:
        _begin(cut, said)
    cut.close(before[len(said) :] + sign)


def _begin(cut: Segmentation, text: str) -> None:
    """What comes first in a segment; signs belong to the bracket in front."""
    if cut.segments[-1] or not cut.between:
        cut.add(text)
        return
    said = text.lstrip(" ,;:-–—")
    cut.between[-1] += text[: len(text) - len(said)]
    cut.add(said)


def _is_whole(segment: Sequence[Item], *, inside: bool) -> bool:
    """Whether a segment has several parts, or is a number with what it counts; colons in front of a
    bracket part values too.
    """
    if sum(bool(kind) for kind, _ in segment) > 1:
        return inside or not any(":" in text for kind, text in segment if not kind)
    counted = len(segment) == 2 and segment[0][0] in ("number", "amount")
    return counted and not inside and any(map(str.isalpha, segment[1][1]))


def _joined(cut: Segmentation, values: Sequence[str]) -> str:
    """The template of a cut: what has a separator inside takes what is left, else what did so
    before, else the longest text.
    """
    sizes = _sizes(cut.between, len(cut.segments), values)
    found: list[Item] = []
    free: list[tuple[bool, bool, int, int]] = []
    for at, segment in enumerate(cut.segments):
        if at:
            found.append(("", cut.between[at - 1]))
        holds = any(sign in text for kind, text in segment if not kind for sign in cut.between)
        open_ended = any(kind == "rest" for kind, _ in segment)
        for item in [("text", "")] if at in cut.joined else segment:
            if item[0] in FREE:
                free.append((holds, open_ended, sizes[at], -len(found)))
            found.append(item)
    rest = -max(free)[3] if free else -1
    return written([
        ("rest" if at == rest else "text" if at < rest else "tail", text) if kind in FREE
        else (kind, text)
        for at, (kind, text) in enumerate(found) if kind or text
    ])  # fmt: skip


def _sizes(between: Sequence[str], count: int, values: Sequence[str]) -> list[int]:
    """Characters of each segment, where the separators stand nowhere else."""
    sizes = [0] * count
    for value in values:
        parted, left = [], value
        for sign in between:
            one, _, left = left.partition(sign) if sign else ("", "", left)
            parted.append(one)
        for at, text in enumerate([*parted, left]):
            sizes[at] += len(text)
    return sizes
