"""Draws questions to real sites for ``leadline bench ask --data``: words with few answers.

    ./run python tests/ask/draw_questions.py FOLDER SITES COUNT NAME=COLUMN,COLUMN ...
    leadline bench ask --data FOLDER

SITES is a folder of sites that are installed. Of each NAME the columns are given in which its
engine searches, as its truth file has them. A word answers where it stands in one of them. Drawn
are words of four letters or more that 3 to 25 lines hold, and that no engine takes for another:
no other word of these sites begins with the same four letters.
"""

from __future__ import annotations

import csv
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

WORD = re.compile(r"[^\W\d_]{4,}")
STEM = 4
FEWEST, MOST = 3, 25


def main(folder: Path, sites: Path, count: int, searched: dict[str, list[str]]) -> None:
    """Write ``ask.json`` into a folder."""
    truths = {}
    for name in searched:
        told = subprocess.run([sites / "site", "truth", name], check=True, capture_output=True)
        with Path(told.stdout.decode().strip()).open(encoding="utf-8", newline="") as file:
            truths[name] = list(csv.DictReader(file))
    held = {name: [words(line, searched[name]) for line in t] for name, t in truths.items()}
    lines = Counter(word for each in held.values() for line in each for word in line)
    stems = Counter(word[:STEM] for word in lines)
    fit = [w for w, n in lines.items() if FEWEST <= n <= MOST and stems[w[:STEM]] == 1]
    queries = [
        {
            "text": word,
            "answers": {
                name: [key(truths[name], n) for n, line in enumerate(held[name]) if word in line]
                for name in searched
            },
        }
        for word in random.Random(0).sample(sorted(fit), count)
    ]
    domain = {"name": "mixed", "sites": [*searched], "query": queries}
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"sites": str(sites.resolve()), "domain": [domain]}, indent=1)
    (folder / "ask.json").write_text(text, encoding="utf-8")


def words(line: dict[str, str], columns: list[str]) -> set[str]:
    """Return the words of some columns of a line."""
    return {word for name in columns for word in WORD.findall((line[name] or "").casefold())}


def key(truth: list[dict[str, str]], number: int) -> str:
    """Return a value of a line that no other line has, in the column with most values."""
    best = max(truth[0], key=lambda name: len({line[name] for line in truth}))
    return truth[number][best]


if __name__ == "__main__":
    pairs = dict(each.split("=") for each in sys.argv[4:])
    main(
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        int(sys.argv[3]),
        {name: columns.split(",") for name, columns in pairs.items()},
    )
