"""Record what leadline does on every source of the zoo and on the gold pages, as digests.

``./run python bench/golden/record.py --write`` writes ``golden.json``, which is not kept in the
repository; without ``--write`` the command names what differs from it. Record before you move or
rename code, and compare after it: every digest is equal.

Digests are taken of values, never of names, so that a renamed class or field changes nothing.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden.json"
PAIRS = ("books", "objects")
NO_QUERY = "qxzvw"
SHARED = HERE.parents[2] / "shared"
TESTS = HERE.parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "crawl")]


def plain(value: Any) -> Any:
    """A value as lists and scalars: names of classes, fields and keys are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return [plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, Mapping):
        return [plain(one) for one in value.values()]
    if isinstance(value, Set):
        return sorted(map(repr, map(plain, value)))
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value if isinstance(value, str | int | float | bool | None) else repr(value)


def digest(value: Any) -> str:
    """A short digest of a value."""
    text = json.dumps(plain(value), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def of_source(name: str) -> dict[str, Any]:
    """Digests of one source's crawl: what was asked, chosen, read, learned and said."""
    from in_memory import alive

    from leadline.crawl.events import ComponentLearned, Notice
    from leadline_zoo.zoo import ZOO

    ran, wire = alive(ZOO[name])
    notes = [(one.text, one.level) for one in ran.events if isinstance(one, Notice)]
    return {
        "requests": len(ran.asked),
        "served": wire.served,
        "records": len(ran.records),
        "asked": digest(ran.asked),
        "chosen": digest(ran.chosen),
        "rows": digest([(key, one.fields, one.kind) for key, one in ran.records.items()]),
        "learned": digest([one.value for one in ran.events if isinstance(one, ComponentLearned)]),
        "notes": digest(notes),
        "states": digest(ran.states),
        "outcome": digest(ran.outcome),
    }


def of_pair(name: str) -> dict[str, Any]:
    """Digests of the second of two sources that share records and one query planner."""
    from in_memory import SiteWire, run

    from leadline.selection.coordinator import QueryCoordinator
    from leadline_zoo.pairs import overlapping

    coordinator = QueryCoordinator(["first", "second"])
    digests = {}
    for key, half in zip(("first", "second"), overlapping(name, 300, shared=0.7), strict=True):
        wire = SiteWire(half.spec, half.table)
        ran = run(wire.url, wire, coordinator=coordinator, key=key)
        digests[key] = {
            "requests": len(ran.asked),
            "asked": digest(ran.asked),
            "chosen": digest(ran.chosen),
            "rows": digest([(key, one.fields, one.kind) for key, one in ran.records.items()]),
            "outcome": digest(ran.outcome),
        }
    return digests


def of_page(path: Path) -> dict[str, Any]:
    """Digests of one gold page: the proposed regions, and the rows that a wrapper reads."""
    from leadline.model import Page, Request
    from leadline.page.charset import decode
    from leadline.page.dom import parse, parse_html
    from leadline.wrapper.induction import learn_wrapper, mine_answer
    from leadline.wrapper.region_choice import ProbePage
    from leadline_research.miners import mine

    url = "http://gold.invalid/"
    page = Page(Request("GET", url), url, 200, (), decode(path.read_bytes(), "")[0].encode())
    document = parse(page)
    nothing = ProbePage(parse_html("<html><body></body></html>", url), NO_QUERY)
    reader = learn_wrapper([mine_answer(page, ProbePage(document, NO_QUERY))], [nothing])
    rows: list[Any] = []
    if reader is not None:
        reading = reader.read_document(page, document, NO_QUERY)
        rows = [(row.key, row.fields, row.text) for row in reading.rows]
    return {"regions": digest(mine(document)), "rows": digest(rows), "count": len(rows)}


def record(workers: int) -> dict[str, Any]:
    """Every digest, by source and by gold page (those only where the gold pages are)."""
    from leadline_zoo.zoo import ZOO

    pages = sorted((SHARED / "gold" / "records").glob("*/*.html"))
    with ProcessPoolExecutor(workers) as pool:
        sources = dict(zip(ZOO, pool.map(of_source, ZOO), strict=True))
        pairs = dict(zip(PAIRS, pool.map(of_pair, PAIRS), strict=True))
        names = [f"{one.parent.name}/{one.stem}" for one in pages]
        gold = dict(zip(names, pool.map(of_page, pages), strict=True))
    return {"sources": sources, "pairs": pairs, "pages": gold}


def differences(was: Mapping[str, Any], now: Mapping[str, Any], path: str = "") -> list[str]:
    """The places at which two recordings differ."""
    found = []
    for key in [*was, *(one for one in now if one not in was)]:
        old, new, place = was.get(key), now.get(key), f"{path}/{key}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found += differences(old, new, place)
        elif old != new:
            found.append(f"{place}: {old} -> {new}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write golden.json anew")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    now = record(asked.workers)
    if asked.write:
        GOLDEN.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    changed = differences(json.loads(GOLDEN.read_text(encoding="utf-8")), now)
    sys.stdout.write("\n".join(changed) + f"\n{len(changed)} differences\n")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
