"""Draws the tables of docs/how-good.md from the rows of measurements in bench/history.

    ./run python tools/figures_table.py           # prints the lines that differ
    ./run python tools/figures_table.py --write   # draws the tables anew

A file of ``bench/history`` holds the rows of one table, a JSON object a line: date, commit,
command, subject, figures (by name), unit, load, unseen (of material that nobody had looked at),
note. A row is added and never changed; of one subject the table shows the newest.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "how-good.md"
HISTORY: Final = ROOT / "bench" / "history"
KEYS: Final = ("date", "commit", "command", "subject", "figures", "unit", "load", "unseen", "note")
BLOCK: Final = re.compile(r"(<!-- figures: ([\w-]+) -->\n)(.*?)(<!-- end of figures -->)", re.S)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file; ``ValueError`` names one that lacks a key."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        row = json.loads(line)
        if tuple(row) != KEYS:
            raise ValueError(f"{path.name}, row {number}: its keys are not {', '.join(KEYS)}")
        rows.append(row)
    return rows


def newest(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the newest row of each subject, in the order in which subjects came first."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        if row["subject"] not in found or row["date"] >= found[row["subject"]]["date"]:
            found[row["subject"]] = row
    return list(found.values())


def shown(value: Any) -> str:
    """Return a figure as a table shows it.

    >>> shown(0.9872), shown(1.0), shown(30445), shown("7 of 12")
    ('.987', '1.000', '30,445', '7 of 12')
    """
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}".removeprefix("0") if isinstance(value, float) else str(value)


def table(rows: list[dict[str, Any]]) -> str:
    """Return the table of some rows: figures, whether the material was unseen, the day, commands.

    >>> row = dict.fromkeys(KEYS, "") | {"subject": "zoo", "figures": {"recall": 1.0}}
    >>> print(table([row | {"date": "2026-11-26", "command": "bench zoo", "unseen": True}]))
    |what|recall|
    |---|---|
    |zoo|1.000|
    <BLANKLINE>
    Of unseen material. 2026-11-26: `bench zoo`
    """
    rows = newest(rows)
    names = list(dict.fromkeys(name for row in rows for name in row["figures"]))
    unseen, days = {row["unseen"] for row in rows}, {row["date"] for row in rows}
    units = {row["unit"] for row in rows if row["unit"] not in {"", "share", "text", "count"}}
    head = ["what", *names, *["unseen"] * (len(unseen) > 1), *["day"] * (len(days) > 1)]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        note = f" ({row['note']})" if row["note"] and len({r["note"] for r in rows}) > 1 else ""
        cells = [f"{row['subject']}{note}"]
        cells += [shown(row["figures"].get(name, "-")) for name in names]
        cells += ["yes" if row["unseen"] else "no"] * (len(unseen) > 1)
        lines.append([*cells, *[row["date"]] * (len(days) > 1)])
    commands = "; ".join(dict.fromkeys(f"`{row['command']}`" for row in rows))
    seen = "" if len(unseen) > 1 else f"Of {'unseen' if True in unseen else 'known'} material. "
    unit = f"In {units.pop()}. " if len(units) == 1 else ""
    day = f"{days.pop()}: " if len(days) == 1 else ""
    drawn = "\n".join(f"|{'|'.join(line)}|" for line in lines)
    return f"{drawn}\n\n{seen}{unit}{day}{commands}"


def with_tables(text: str, history: Path = HISTORY) -> str:
    """Return a page with its tables as the rows of today give them."""

    def block(found: re.Match[str]) -> str:
        drawn = table(read_rows(history / f"{found[2]}.jsonl"))
        return f"{found[1]}\n{drawn}\n\n{found[4]}"

    return BLOCK.sub(block, text)


def main() -> int:
    """Return 1 if a table of the page differs from its rows."""
    text = PAGE.read_text("utf-8")
    now = with_tables(text)
    if "--write" in sys.argv:
        PAGE.write_text(now, "utf-8")
        return 0
    print(*sorted(set(now.splitlines()) ^ set(text.splitlines())), sep="\n")
    return int(now != text)


if __name__ == "__main__":
    raise SystemExit(main())
