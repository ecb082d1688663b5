"""``python -m leadline_research.bench.records.records_growth``: how mining costs grow with a page.

A page of a broken or hostile server may have fifty thousand elements, be nested thousands deep,
hold a million siblings or be 50 MB long. What counts is that twice the page costs twice the time; a
table of nodes and milliseconds shows it better than a test with a clock.

>>> [row["nodes"] for row in measure("wide", (10, 20))]
[44, 84]
"""

from __future__ import annotations

import json
import resource
import sys
import time
from argparse import ArgumentParser
from typing import Final

from leadline.page.dom import parse_html
from leadline_research.bench.as_module import run_as_module
from leadline_research.miners import mine

PAGE_SHAPES: Final = {
    "rows of a table": (
        "<table>{}</table>",
        "<tr><td>{n}<td><a href=/{n}>Title {n}</a><td>by Ann<td>19 May 2020",
    ),
    "wide": ("<ul>{}</ul>", "<li>Item {n} <b>of the sea</b>"),
    "flat text": ("<div>{}</div>", "Line {n} <a href=/{n}>more</a> text<br>"),
    "deep": ("{}", "<div>x {n}<b>1</b>"),
    "a class each": ("<div>{}</div>", "<p class='c{n}x k{n}'><i class='i{n}y'>{n}</i> text</p>"),
    "nested tables": ("{}", "<table><tr><td>a {n}<td>b"),
}
"""Frame of a page and the unit that is repeated."""
ELEMENT_COUNTS: Final = (1_000, 2_000, 5_000, 10_000, 25_000)
BYTES_IN_MB: Final = 1_000_000
MAX_PAGE_BYTES: Final = 50_000_000
"""Bytes of the largest page."""


def run(sizes: tuple[int, ...] = ELEMENT_COUNTS) -> dict[str, object]:
    """One page of 50 MB (the first, for its memory), rows of every shape, a million siblings."""
    huge = measure_bytes("rows of a table", MAX_PAGE_BYTES)
    growth = [row for shape in PAGE_SHAPES for row in measure(shape, sizes)]
    return {"huge": huge, "growth": [*growth, *measure("wide", (BYTES_IN_MB,))]}


def measure_bytes(shape: str, size: int) -> dict[str, object]:
    """Measure mining of one page of about ``size`` bytes.

    The row also holds the most memory of the process until then, and what of the page was cut.

    >>> row = measure_bytes("wide", 2_000)
    >>> row["bytes"], row["cut"]
    (1971, '')
    """
    unit = PAGE_SHAPES[shape][1]
    one = unit.replace("{n}", str(size // len(unit)))
    (row,) = measure(shape, (size // len(one),))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {**row, "peak_mb": round(peak)}


def measure(shape: str, sizes: tuple[int, ...]) -> list[dict[str, object]]:
    """Nodes and milliseconds of processor time (to parse, to mine) for pages of so many units."""
    frame, unit = PAGE_SHAPES[shape]
    rows: list[dict[str, object]] = []
    for size in sizes:
        html = frame.format("".join([unit.replace("{n}", str(n)) for n in range(size)]))
        started = time.process_time()
        page = parse_html(html, "http://growth.invalid/")
        parsed = time.process_time()
        mine(page)
        done = time.process_time()
        rows.append(
            {
                "shape": shape,
                "units": size,
                "bytes": len(html),
                "nodes": len(page),
                "cut": page.cut,
                "parse_ms": round(1000 * (parsed - started), 1),
                "mine_ms": round(1000 * (done - parsed), 1),
            }
        )
    return rows


def main() -> None:
    """Print how the cost of mining grows with a page."""
    sys.stdout.write(json.dumps(run(), indent=1) + "\n")


if __name__ == "__main__":
    asked = ArgumentParser(
        "python -m leadline_research.bench.records.records_growth", description=main.__doc__
    )
    run_as_module(main, asked)
