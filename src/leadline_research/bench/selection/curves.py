"""Curves of coverage as one SVG picture, without a plotting library.

>>> curve = {"strategy": "default", "seed": 1, "points": [(1, 2, 0.1), (9, 20, 0.9)]}
>>> picture = curves_svg([curve])
>>> picture.startswith("<svg"), picture.count("<polyline")
(True, 1)
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SVG: Final = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT, MARGIN, LEGEND = 720, 420, 48, 170
COLOURS: Final = (
    "#1b6ca8",
    "#c8553d",
    "#3a7d44",
    "#8d6a9f",
    "#b8860b",
    "#444444",
    "#00868b",
    "#b03060",
)


def curves_svg(curves: Sequence[dict[str, Any]], *, requests: bool = False, unit: str = "") -> str:
    """Draw coverage over queries or requests, one line per entry of ``run(...)["curves"]``.

    ``unit`` names the horizontal axis where it counts something else.
    """
    place = 1 if requests else 0
    longest = max((c["points"][-1][place] for c in curves if c["points"]), default=1)
    names = list(dict.fromkeys(c["strategy"] for c in curves))
    wide, high = WIDTH - MARGIN - LEGEND, HEIGHT - 2 * MARGIN
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<style>text { font-size: 11px } polyline { fill: none; stroke-width: 1.5 }</style>",
        *_grid(longest, wide, high, unit or ("requests" if requests else "queries")),
    ]
    for curve in curves:
        colour = COLOURS[names.index(curve["strategy"]) % len(COLOURS)]
        line = " ".join(
            f"{MARGIN + wide * point[place] / longest:.1f},{HEIGHT - MARGIN - high * point[2]:.1f}"
            for point in curve["points"]
        )
        parts.append(f'<polyline stroke="{colour}" points="{line}"/>')
    for row, name in enumerate(names):
        y = MARGIN + 16 * row
        colour = COLOURS[row % len(COLOURS)]
        x = WIDTH - LEGEND + 12
        parts.append(f'<text x="{x}" y="{y}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"])


def write_curves(curves: Sequence[dict[str, Any]], folder: Path, name: str) -> None:
    """Write two pictures, ``NAME-queries.svg`` and ``NAME-requests.svg``.

    A curve whose ``counts`` is one of both is in that picture only.
    """
    for unit in ("queries", "requests"):
        shown = [curve for curve in curves if curve.get("counts", "") in ("", unit)]
        picture = curves_svg(shown, requests=unit == "requests")
        (folder / f"{name}-{unit}.svg").write_text(picture + "\n", encoding="utf-8")


def _grid(longest: int, wide: int, high: int, unit: str) -> list[str]:
    """Draw lines at every fifth of coverage, and the scale below."""
    parts = []
    for fifth in range(6):
        y = HEIGHT - MARGIN - high * fifth / 5
        x = MARGIN + wide * fifth / 5
        parts.append(
            f'<line x1="{MARGIN}" x2="{MARGIN + wide}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{fifth * 20} %</text>'
            f'<text x="{x:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">'
            f"{longest * fifth // 5:,}</text>"
        )
    parts.append(f'<text x="{MARGIN + wide / 2:.0f}" y="{HEIGHT - 10}">{unit}</text>')
    return parts
