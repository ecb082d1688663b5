"""Write made-up pages with labels into a folder: ``python bench/write_made_pages.py OUT``.

The folder is read by ``leadline bench records`` and ``leadline bench record-weights`` like the
labelled one: a folder for each kind, a page and its labels for each seed.
"""

import argparse
import json
import sys
from pathlib import Path

from made_pages import SETS, Item, made_page


def label(name: str, items: list[Item]) -> dict[str, object]:
    """Labels in the form of the labelled set."""
    records = [
        {"must_contain": item.parts, "text": item.text, "fields": [], "ambiguous": False}
        for item in items
    ]
    return {"records": records, "n": len(records), "family": name, "note": "made up"}


def write(out: Path, seeds: range, kinds: str) -> int:
    """Write the pages; how many."""
    for name in SETS[kinds]:
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        for seed in seeds:
            html, items = made_page(name, seed, kinds)
            (folder / f"{seed}.html").write_text(html, "utf-8")
            text = json.dumps(label(name, items), ensure_ascii=False)
            (folder / f"{seed}.json").write_text(text, "utf-8")
    return len(SETS[kinds]) * len(seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, default=3, help="pages of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--set", choices=SETS, default="layouts", help="kinds of pages")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    sys.stdout.write(f"{write(chosen.out, seeds, chosen.set)} pages\n")


if __name__ == "__main__":
    main()
