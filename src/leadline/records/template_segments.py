"""Templates in two steps: what signs part at the top first, what is inside it then.

"34 KB (517 words) - 2012-03-04" is a size and a date, the size a quantity and words; who wants the
size finds it whole. So a template is widened: what stands between two separators becomes one part,
which is divided again by itself.

>>> widened("{number} KB ({number} words) - {date}", ["34 KB (517 words) - 2012-03-04"] * 5)
'{rest} - {date}'
>>> widened("{rest} ({number})", ["Emma (1815)"])
'{rest} ({number})'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.records.templates import compile_template, items_of, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.records.templates import Item

SEPARATORS: Final = ((" | ", " · ", " • ", " – ", " — ", " - "), ("; ", "；"), (", ", "，"))
"""Signs that part values at the top of a text, the strongest first."""
OPEN: Final = "([（【［"
SHUT: Final = ")]）】］"


def widened(template: str, values: Sequence[str]) -> str:
    """A template with one part for each segment, itself where that tells nothing or reads less."""
    items = items_of(template)
    for signs in SEPARATORS:
        segments, between = _segments(items, signs)
        if not between or all(len(segment) == 1 for segment in segments):
            continue
        wide = _joined(segments, between, values)
        before, after = compile_template(template), compile_template(wide)
        if all(before(value) is None or after(value) is not None for value in values):
            return wide
    return template


def _segments(items: Sequence[Item], signs: Sequence[str]) -> tuple[list[list[Item]], list[str]]:
    """The items between separators outside brackets, and the separators."""
    segments: list[list[Item]] = [[]]
    between: list[str] = []
    depth = 0
    for kind, text in items:
        if kind:
            segments[-1].append((kind, text))
            continue
        sign = next((one for one in signs if one in text), "")
        before, _, after = text.partition(sign) if sign else (text, "", "")
        depth += sum(one in OPEN for one in before) - sum(one in SHUT for one in before)
        if not sign or depth:
            segments[-1].append(("", text))
            depth += sum(one in OPEN for one in after) - sum(one in SHUT for one in after)
            continue
        if before:
            segments[-1].append(("", before))
        between.append(sign)
        segments.append([("", after)] if after else [])
        depth += sum(one in OPEN for one in after) - sum(one in SHUT for one in after)
    return segments, between


def _joined(segments: Sequence[list[Item]], between: Sequence[str], values: Sequence[str]) -> str:
    free = [at for at, one in enumerate(segments) if _is_free(one)]
    sizes = _sizes(between, len(segments), values)
    rest = max(free, key=lambda at: (sizes[at], -at), default=-1)
    found: list[Item] = []
    for at, segment in enumerate(segments):
        if at:
            found.append(("", between[at - 1]))
        kind = "rest" if at == rest else "text" if at < rest else "tail"
        found += [(kind, "")] if at in free else segment
    return written(found)


def _is_free(segment: Sequence[Item]) -> bool:
    """Whether a segment may hold anything: several parts, or a text."""
    return len(segment) != 1 or segment[0][0] in ("text", "rest", "tail")


def _sizes(between: Sequence[str], count: int, values: Sequence[str]) -> list[int]:
    """Characters of each segment, where the separators stand nowhere else."""
    sizes = [0] * count
    for value in values:
        parted, left = [], value
        for sign in between:
            one, _, left = left.partition(sign)
            parted.append(one)
        for at, text in enumerate([*parted, left]):
            sizes[at] += len(text)
    return sizes
