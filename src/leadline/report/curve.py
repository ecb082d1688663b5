"""Coverage curve as SVG: records and estimated size over requests.

>>> ticks(28_258)
[0, 10000, 20000]
>>> svg = draw([CoveragePoint(1, 20, None), CoveragePoint(5, 100, 120.0)], "art")
>>> svg.count("<polyline"), "100 records" in svg
(2, True)
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

from leadline.report.markup import Markup, join, number, tag
from leadline.store import CoveragePoint

WIDTH: Final = 720
HEIGHT: Final = 230
MARGIN_LEFT: Final = 64
MARGIN_RIGHT: Final = 14
MARGIN_TOP: Final = 24
MARGIN_BOTTOM: Final = 40
MAX_NAME_LENGTH: Final = 120
"""Characters of the name of a source."""
MAX_POINTS: Final = 300
HEADROOM: Final = 1.12
"""Top of the y axis over the larger of records and last estimate; early estimates are clipped."""


def draw(
    points: Sequence[CoveragePoint], name: str, what: str = "records", cost: str = "requests"
) -> Markup:
    """Draw the curve of a source, ``what`` over ``cost``; '' with fewer than two points."""
    if len(points) < 2:
        return Markup("")
    last = points[-1]
    widest, highest = last.requests, max(last.records, last.estimate or 0, 1) * HEADROOM
    wide = (WIDTH - MARGIN_LEFT - MARGIN_RIGHT) / max(1, widest)
    high = (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM) / highest

    def at(requests: float, records: float) -> str:
        y = HEIGHT - MARGIN_BOTTOM - min(records, highest) * high
        return f"{MARGIN_LEFT + requests * wide:.1f},{y:.1f}"

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
    summary = f"{number(last.records)} {what}, {number(last.requests)} {cost}"
    if last.estimate is not None:
        summary += f" (≈ {number(last.estimate)} {what})"
    return tag(
        "svg",
        tag("title", f"{name[:MAX_NAME_LENGTH]}: {summary}"),
        _axes(widest, highest, wide, high, what, cost),
        *lines,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        cls="curve",
    )


def thin(points: Sequence[CoveragePoint]) -> list[CoveragePoint]:
    """Keep at most `MAX_POINTS` points, always with the first and the last."""
    if len(points) <= MAX_POINTS:
        return list(points)
    step = (len(points) - 1) / (MAX_POINTS - 1)
    return [points[round(at * step)] for at in range(MAX_POINTS)]


def ticks(highest: float, most: int = 4) -> list[int]:
    """Return round numbers from 0 to ``highest`` in steps of 1, 2 or 5 times a power of ten."""
    rough = max(1.0, highest / most)
    power = 10 ** floor(log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough)
    return list(range(0, floor(highest) + 1, ceil(step)))


def _axes(widest: float, highest: float, wide: float, high: float, what: str, cost: str) -> Markup:
    parts: list[Markup] = []
    for value in ticks(highest):
        y = f"{HEIGHT - MARGIN_BOTTOM - value * high:.1f}"
        parts.append(tag("line", x1=MARGIN_LEFT, x2=WIDTH - MARGIN_RIGHT, y1=y, y2=y, cls="grid"))
        parts.append(tag("text", number(value), x=MARGIN_LEFT - 8, y=y, dy=4, cls="y"))
    for value in ticks(widest, 8):
        x = f"{MARGIN_LEFT + value * wide:.1f}"
        parts.append(tag("text", number(value), x=x, y=HEIGHT - MARGIN_BOTTOM + 18, cls="x"))
    parts.append(tag("text", what, x=MARGIN_LEFT - 8, y=MARGIN_TOP - 10, cls="y name"))
    parts.append(tag("text", cost, x=WIDTH - MARGIN_RIGHT, y=HEIGHT - 5, cls="y name"))
    return join(parts)
