"""``leadline demo``: the whole line from one page to one table, with two local search sites.

One is Datasette with the world's airports, the other a test source with those of Asia, in Chinese
and GBK. A page links to them among others. leadline gets that page and two words, nothing else.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import load
from leadline.cli.terminal.progress import Watcher
from leadline.cli.terminal.summary import print_summary
from leadline.cli.terminal.words import clean, short
from leadline.errors import require_package
from leadline.integrate.conflicts import ADDRESS_STARTS
from leadline.integrate.exact import propose_keys
from leadline.report.markup import duration
from leadline_zoo.demo import start_demo_sources
from leadline_zoo.directory import serve_directory

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from leadline.app.integration.merge import Integration
    from leadline.app.line.run import Line
    from leadline.integrate.fusion import FusedEntity

NEEDS: Final = ("airportsdata", "datasette", "rapidfuzz", "rjieba", "scipy")
TOPIC: Final = "airports, 机场"
LINKS: Final = ("Airports of the world", "亚洲机场数据库")
"""What the page says of the two sites."""
SHOWN_ENTITIES: Final = 4
"""Rows of the table with shared entities, and again with conflicting ones."""
NAMING_COLUMNS: Final = 2
"""First columns, which tell what an entity is."""
SHOWN_SHARED_COLUMNS: Final = 5
SHOWN_OWN_COLUMNS: Final = 2
"""Columns shown of each source alone."""
CELL_WIDTH: Final = 17
WIDTH_WITHOUT_TERMINAL: Final = 120
"""Characters of a table line in a file or pipe."""


def run(folder: Path) -> int:
    """Run the demo; return 1 if the table is empty."""
    for name in NEEDS:
        require_package(name, "the demo", "demo")
    from leadline.app.integration.merge import integrate_project
    from leadline.app.integration.remembered import MATCHES_FILE, RememberedMatcher
    from leadline.cli.line import print_line
    from leadline.integrate.matching.matcher import match

    started = time.monotonic()
    suffixes = [".csv", ".parquet"] if find_spec("pyarrow") else [".csv"]
    paths = [folder / f"airports{suffix}" for suffix in suffixes]
    line = _run(folder, paths)
    taken = load(folder)
    matched = RememberedMatcher(folder / MATCHES_FILE, match)  # by the line that has just run
    integration = integrate_project(folder, matcher=matched)
    show_merged(integration)
    print()
    print_line(line)
    print_summary(taken, dict.fromkeys(paths, line.facts.get("entities", 0)))
    print(f"took {duration(int(time.monotonic() - started))}")
    is_full = integration.entities and all(outcome.records for outcome in taken.outcomes.values())
    return 0 if is_full else 1


def _run(folder: Path, paths: list[Path]) -> Line:
    from leadline.app.line.run import run as run_line
    from leadline.cli.line import show

    sources = start_demo_sources(folder / "sources")
    links = [(source.url, text) for source, text in zip(sources, LINKS, strict=True)]
    try:
        with serve_directory(links) as directory, Watcher() as watcher:
            print(f"two search sites run behind {directory.url} now:", file=sys.stderr)
            for source in sources:
                print(f"  {source.name}: {source.url}", file=sys.stderr)
            return run_line(
                seeds=[directory.url],
                topic=TOPIC,
                anywhere=True,
                project=folder,
                fresh=True,
                outputs=paths,
                watch=show,
                watch_source=watcher.watch,
            )
    finally:
        for source in sources:
            source.stop()


def show_merged(integration: Integration) -> None:
    """Print the first entities that both sources describe, and how the sources were joined."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH_WITHOUT_TERMINAL
    groups = integration.entities.groups
    shared = [number for number in range(len(groups)) if groups.is_shared(number)]
    if shared:
        first = [integration.entities[number] for number in shared[:SHOWN_ENTITIES]]
        every = (integration.entities[number] for number in shared)
        conflicting = (entity for entity in every if entity.conflicts)
        console.print(_table([*first, *islice(conflicting, SHOWN_ENTITIES)]))
    columns = " = ".join(clean(column) for column in key_columns(integration))
    conflicts = integration.entities.conflicting()
    print(f"merged: {len(groups):,} entities, {len(shared):,} of them in both sources")
    print(f"  joined by the columns {columns or '(none was found)'}")
    print(f"  {conflicts:,} entities with conflicting values; both values are kept")


def key_columns(integration: Integration) -> list[str]:
    """Return the columns of the two sources that hold the key: of the larger source first."""
    tables = sorted(integration.entities.groups.tables, key=len, reverse=True)
    keys = propose_keys(*tables) if len(tables) == len(LINKS) else []
    return [keys[0].left, keys[0].right] if keys else []


def _table(entities: list[FusedEntity]) -> Table:
    """Lay out entities as a table; conflicting values share a cell."""
    from rich.table import Table
    from rich.text import Text

    columns = shown_columns(entities)
    table = Table(header_style="bold")
    for name in columns:
        table.add_column(Text(short(name, CELL_WIDTH)), no_wrap=True, max_width=CELL_WIDTH)
    for entity in entities:
        values: dict[str, list[str]] = {}
        for value in (*entity.values, *entity.others):
            values.setdefault(value.attribute, []).append(value.text)
        cells = (" | ".join(values.get(name, [])) for name in columns)
        table.add_row(*(Text(short(cell, CELL_WIDTH)) for cell in cells))
    return table


def shown_columns(entities: list[FusedEntity]) -> list[str]:
    """Select some columns that both sources have, those in conflict early, and some of each."""
    given: dict[str, dict[str, None]] = {}
    for entity in entities:
        for value in (*entity.values, *entity.others):
            if not value.text.startswith(ADDRESS_STARTS):
                members = [source for source, _ in value.members]
                given.setdefault(value.attribute, {}).update(dict.fromkeys(members))
    groups: dict[tuple[str, ...], list[str]] = {}
    conflicts = {name for entity in entities for name in entity.conflicts}
    names = [*given][:NAMING_COLUMNS]
    for column in sorted(given, key=lambda each: (each not in names, each not in conflicts)):
        sources = given[column]
        groups.setdefault(tuple(sorted(sources)), []).append(column)
    ordered = sorted(groups.items(), key=lambda group: -len(group[0]))
    return [
        column
        for sources, columns in ordered
        for column in columns[: SHOWN_SHARED_COLUMNS if len(sources) > 1 else SHOWN_OWN_COLUMNS]
    ]
