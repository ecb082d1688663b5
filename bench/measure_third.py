"""What a source takes as the first, second and third of its domain, order by order; no test.

``./run python bench/measure_third.py [TABLE:SEED[:CAP:PAGE]...]``: three sources hold
two thirds of one table each, drawn by chance. They differ in their looks alone: none answers an
empty query or a match-all, all show the same number of hits. Each takes each place once. How many
columns of a source have the name that people give them is told for it alone and among all three.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Final

from leadline.crawl.events import RecordsExtracted
from leadline.integrate.record_table import RecordTable
from leadline.integrate.schema.mapping import map_columns
from leadline.selection.coordinator import QueryCoordinator
from leadline.values.normal.text import text_key
from leadline_zoo.data.tables import Table, make_table
from leadline_zoo.in_memory import SiteWire, run_crawl
from leadline_zoo.pages.phrases import label
from leadline_zoo.spec import Engine, Form, Look, Pager, SourceSpec, Total

TABLES: Final = ("books", "people", "objects", "zh_books", "permits", "fr_notices")
SEEDS: Final = (7, 11, 23)
ROWS: Final = 1200
HELD: Final = 2 / 3
LEVEL: Final = 0.95
HOLDS: Final = 0.8
"""Share of a column's cells from which it is said to hold a column of the table."""
LOOKS: Final = {
    "a": (Look("table"), Pager("next"), Form()),
    "b": (Look("definitions"), Pager("offset"), Form(box="query", action="/find")),
    "c": (Look("cards"), Pager("numbers"), Form(box="words", action="/list")),
}
ORDERS: Final = ("abc", "bca", "cab")


def sources(name: str, seed: int, cap: int, page: int) -> dict[str, tuple[SourceSpec, Table]]:
    """Return the three sources of a table by letter."""
    whole, made = make_table(name, ROWS, seed), {}
    for letter, (look, pager, form) in LOOKS.items():
        rng = Random(f"{name}/{seed}/{letter}")
        rows = tuple(row for row in whole.rows if rng.random() < HELD)
        spec = SourceSpec(
            letter,
            name,
            len(rows),
            form=form,
            look=look,
            pager=Pager(pager.kind, page, parameter="start" if pager.kind == "offset" else "page"),
            total=Total("absent"),
            engine=Engine(empty="help", cap=cap),
        )
        made[letter] = spec, Table(whole.recipe, rows)
    return made


def taken_in(
    spec: SourceSpec, table: Table, before: dict[str, list[object]]
) -> tuple[int, int, int]:
    """Crawl a source after others; return requests, requests to the level, and records."""
    coordinator = QueryCoordinator([*before, spec.name])
    for key, records in before.items():
        coordinator.preload(key, records)  # type: ignore[arg-type]
    wire = SiteWire(spec, table)
    ran = run_crawl(wire.url, wire, most=6000, coordinator=coordinator, key=spec.name)
    level = taken = pages = 0
    for event in ran.events:
        if isinstance(event, RecordsExtracted):
            pages, taken = pages + 1, taken + event.new
            if taken >= LEVEL * len(table.rows) and not level:
                level = pages
    before[spec.name] = list(ran.records.values())
    return len(ran.gets), level, len(ran.records)


def named(made: dict[str, tuple[SourceSpec, Table]], taken: dict[str, list[object]]) -> str:
    """Return how many columns of each source have their label as a name, alone and with others."""
    columns = {letter: RecordTable.of(records).columns for letter, records in taken.items()}  # type: ignore[arg-type]
    mapped = map_columns(columns).by_source
    parts = []
    for letter, own in sorted(columns.items()):
        table = made[letter][1]
        alone = among = 0
        for column in table.recipe.columns:
            values = {row[column] for row in table.rows}
            holds = [
                name
                for name, cells in own.items()
                if sum(cell in values for cell in cells if cell) > HOLDS * len(cells)
            ]
            wanted = text_key(label(table.recipe.language, column))
            alone += wanted in map(text_key, holds)
            among += wanted in {text_key(mapped[letter][name]) for name in holds}
        parts.append(f"{letter} {alone}, {among} of {len(table.recipe.columns)}")
    return "; ".join(parts)


def measure(name: str, seed: int, cap: int, page: int) -> list[list[int]]:
    """Print what each source takes at each place; return the sums of the requests by place."""
    made, sums, levels = sources(name, seed, cap, page), [0, 0, 0], [0, 0, 0]
    parts: dict[str, list[str]] = {letter: [""] * 3 for letter in made}
    firsts: list[bool] = []
    for order in ORDERS:
        before: dict[str, list[object]] = {}
        counts = [taken_in(*made[letter], before) for letter in order]
        for place, (letter, (requests, level, records)) in enumerate(
            zip(order, counts, strict=True)
        ):
            sums[place] += requests
            levels[place] += level
            share = records / len(made[letter][1].rows)
            parts[letter][place] = f"{requests} ({level}; {share:.3f})"
        firsts.append(counts[2][0] < counts[0][0])
    print(f"{name} {seed}, cap {cap}: {sums} to the end, {levels} to .95; third < first {firsts}")
    for letter, by_place in parts.items():
        print(f"  {letter}: {', '.join(by_place)}", flush=True)
    print(f"  columns named as people do, alone and among three: {named(made, before)}", flush=True)
    return [sums, levels]


def main() -> None:
    """Measure each table and seed named, or all."""
    named = sys.argv[1:] or [f"{name}:{seed}" for name in TABLES for seed in SEEDS]
    for text in named:
        name, seed, *how = text.split(":")
        cap, page = map(int, how) if how else (100, 20)
        measure(name, int(seed), cap, page)


if __name__ == "__main__":
    main()
