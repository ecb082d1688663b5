"""The coverage curve as SVG: records over requests, and the estimate of how many there are.

>>> from leadline.store import CoveragePoint
>>> ticks(28_258)
[0, 10000, 20000]
>>> svg = draw([CoveragePoint(1, 20, None), CoveragePoint(5, 100, 120.0)], "art")
>>> svg.count("<polyline"), "100 records" in svg
(2, True)
"""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from leadline.report.markup import Markup, join, number, tag

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.store import CoveragePoint

WIDTH: Final = 720
HEIGHT: Final = 230
LEFT: Final = 64
RIGHT: Final = 14
TOP: Final = 24
BOTTOM: Final = 40
NAME: Final = 120
"""Characters of the source's name."""
POINTS: Final = 300
"""Points that are drawn: more than one a pixel and a half nobody sees."""
HEADROOM: Final = 1.12
"""The highest estimate that still fits, over the larger of records and last estimate: early
estimates are wild and would press the curve flat."""


def draw(points: Sequence[CoveragePoint], name: str) -> Markup:
    """The curve of one source; '' when nothing was asked yet."""
    if len(points) < 2:
        return Markup("")
    last = points[-1]
    widest, highest = last.requests, max(last.records, last.estimate or 0, 1) * HEADROOM
    wide = (WIDTH - LEFT - RIGHT) / max(1, widest)
    high = (HEIGHT - TOP - BOTTOM) / highest

    def at(requests: float, records: float) -> str:
        y = HEIGHT - BOTTOM - min(records, highest) * high
        return f"{LEFT + requests * wide:.1f},{y:.1f}"

    kept = thin(points)
    taken = " ".join([at(0, 0), *(at(p.requests, p.records) for p in kept)])
    area = f"{taken} {at(widest, 0)}"
    lines = [tag("polygon", points=area, cls="area")]
    guesses = [at(p.requests, p.estimate) for p in kept if p.estimate is not None]
    if len(guesses) > 1:
        lines.append(tag("polyline", points=" ".join(guesses), cls="estimate"))
    elif guesses:
        ends = f"{at(0, last.estimate or 0)} {at(widest, last.estimate or 0)}"
        lines.append(tag("polyline", points=ends, cls="estimate"))
    lines.append(tag("polyline", points=taken, cls="taken"))
    said = f"{number(last.records)} records after {number(last.requests)} requests"
    if last.estimate is not None:
        said += f", about {number(last.estimate)} estimated"
    return tag(
        "svg",
        tag("title", f"{name[:NAME]}: {said}"),
        _axes(widest, highest, wide, high),
        *lines,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        cls="curve",
    )


def thin(points: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    """At most `POINTS` of the points, always with the first and the last."""
    if len(points) <= POINTS:
        return list(points)
    step = (len(points) - 1) / (POINTS - 1)
    return [points[round(at * step)] for at in range(POINTS)]


def ticks(highest: float, most: int = 4) -> list[int]:
    """Round numbers from 0 to ``highest``: steps of 1, 2 or 5 times a power of ten."""
    rough = max(1.0, highest / most)
    power = 10 ** floor(log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough)
    return list(range(0, floor(highest) + 1, ceil(step)))


def _axes(widest: float, highest: float, wide: float, high: float) -> Markup:
    parts: list[Markup] = []
    for value in ticks(highest):
        y = f"{HEIGHT - BOTTOM - value * high:.1f}"
        parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, cls="grid"))
        parts.append(tag("text", number(value), x=LEFT - 8, y=y, dy=4, cls="y"))
    for value in ticks(widest, 8):
        x = f"{LEFT + value * wide:.1f}"
        parts.append(tag("text", number(value), x=x, y=HEIGHT - BOTTOM + 18, cls="x"))
    parts.append(tag("text", "records", x=LEFT - 8, y=TOP - 10, cls="y name"))
    parts.append(tag("text", "requests", x=WIDTH - RIGHT, y=HEIGHT - 5, cls="y name"))
    return join(parts)
