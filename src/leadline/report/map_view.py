"""Map of a source that was asked place by place: what its answers cover, and where records lie.

>>> view = draw_map({"looks": [[48.1, 11.5, 20.0]], "full": [], "spots": [[48.1, 11.4]]}, "shops")
>>> view.count("<circle"), "1 place" in view
(2, True)
"""

from math import cos, radians
from typing import Any, Final

from leadline.report.curve import MAX_NAME_LENGTH, WIDTH
from leadline.report.markup import Markup, tag

MAX_HEIGHT: Final = 540
MAP_MARGIN: Final = 20
KM_A_DEGREE: Final = 111.2
LEAST_SIDE: Final = 0.01
"""Degrees that a map shows at least."""


def draw_map(found: dict[str, Any], name: str) -> Markup:
    """Draw where a map was asked and where records lie; '' without any."""
    spots = [(float(lat), float(lng)) for lat, lng in found.get("spots", ())]
    looks = [[*map(float, one)] for one in found.get("looks", ())]
    if not spots or not looks:
        return Markup("")
    south, north = min(lat for lat, _ in spots), max(lat for lat, _ in spots)
    west, east = min(lng for _, lng in spots), max(lng for _, lng in spots)
    narrow = max(cos(radians((south + north) / 2)), 0.1)
    wide = max((east - west) * narrow, LEAST_SIDE)
    high = max(north - south, LEAST_SIDE)
    scale = min((WIDTH - 2 * MAP_MARGIN) / wide, (MAX_HEIGHT - 2 * MAP_MARGIN) / high)
    height = round(high * scale) + 2 * MAP_MARGIN

    def at(lat: float, lng: float) -> tuple[float, float]:
        return MAP_MARGIN + (lng - west) * narrow * scale, MAP_MARGIN + (north - lat) * scale

    full, parts = {*found.get("full", ())}, list[Markup]()
    for number, look in enumerate(looks):
        kind = "look full" if number in full else "look"
        x, y = at(look[0], look[1])
        if len(look) == 4:
            right, top = at(look[2], look[3])
            size = {"width": f"{right - x:.1f}", "height": f"{y - top:.1f}"}
            parts.append(tag("rect", x=f"{x:.1f}", y=f"{top:.1f}", **size, cls=kind))
        else:
            radius = f"{look[2] / KM_A_DEGREE * scale:.1f}"
            parts.append(tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, cls=kind))
    for lat, lng in spots:
        x, y = at(lat, lng)
        parts.append(tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="1.6", cls="spot"))
    places = f"{len(looks):,} place{'s' * (len(looks) != 1)} asked"
    sides = f"from {south:.2f}, {west:.2f} to {north:.2f}, {east:.2f}"
    title = f"{name[:MAX_NAME_LENGTH]}: {places}, {sides}"
    box = f"0 0 {WIDTH} {height}"
    return tag("svg", tag("title", title), *parts, viewBox=box, role="img", cls="curve map")
