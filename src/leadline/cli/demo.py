"""``leadline demo``: two search sites on this machine, harvested together and merged by their key.

One is Datasette with the world's airports, one a test source with those of Asia, in Chinese and
GBK. leadline is given their addresses and nothing else.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import Harvest, harvest
from leadline.app.integrate import join_sources
from leadline.cli.progress import Watcher
from leadline.cli.summary import print_summary
from leadline.cli.words import clean, clock, short
from leadline.errors import LeadlineError
from leadline.report import write_report
from leadline_zoo.demo import start_demo_sources

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from leadline.app.integrate import Joined
    from leadline.integrate.exact import Entity

NEEDS: Final = ("airportsdata", "datasette")
INSTALL: Final = (
    "the demo needs its extra, which is not installed: pip install 'leadline[demo]'"
    " (in a checkout: ./run demo)"
)
ROWS: Final = 4
"""Rows shown that both sources tell of, and of those where they say different things."""
SHARED: Final = 5
OWN: Final = 2
"""Columns shown that both sources have, and of those that only one of them has."""
WIDEST: Final = 17
WIDTH: Final = 120
"""Columns of a terminal that the table takes where there is none (a file, a pipe)."""


def run(folder: Path) -> int:
    """The whole demo; 1 if the table is empty."""
    if any(find_spec(name) is None for name in NEEDS):
        raise LeadlineError(INSTALL)
    started = time.monotonic()
    taken = _harvest(folder)
    joined = join_sources(taken.project.store, list(taken.outcomes))
    write_report(taken.project.store, taken.project.report)
    suffixes = [".csv", ".parquet"] if find_spec("pyarrow") else [".csv"]
    paths = [folder / f"airports{suffix}" for suffix in suffixes]
    tables = {path: joined.write(path) for path in paths}
    show_merged(joined)
    print()
    print_summary(taken, tables)
    print(f"took {clock(time.monotonic() - started)}")
    return 0 if joined.entities and all(one.records for one in taken.outcomes.values()) else 1


def _harvest(folder: Path) -> Harvest:
    sources = start_demo_sources(folder / "sources")
    try:
        print("two search sites run on this machine now:", file=sys.stderr)
        for source in sources:
            print(f"  {source.name}: {source.url}", file=sys.stderr)
        with Watcher() as watcher:
            urls = [source.url for source in sources]
            return harvest(*urls, project=folder, fresh=True, watch=watcher.watch)
    finally:
        for source in sources:
            source.stop()


def show_merged(joined: Joined) -> None:
    """Print the first rows that several sources tell of, and how the sources were joined."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    shared = joined.shared
    if shared:
        differing = [one for one in shared if one.conflicts]
        console.print(_table([*shared[:ROWS], *differing[:ROWS]]))
    columns = " = ".join(clean(column) for column in dict.fromkeys(joined.keys.values()))
    disagreeing = sum(1 for one in joined.entities if one.conflicts)
    print(f"merged: {len(joined.entities):,} things, {len(shared):,} of them told by both sources")
    print(f"  joined by the columns {columns or '(none was found)'}")
    others = {name for (_, name), other in joined.same.items() if name != other}
    print(f"  {len(others)} columns of the second source recognised by their values")
    print(f"  {disagreeing:,} things of which they say something different; both values are kept")


def _table(entities: list[Entity]) -> Table:
    """Some things as a table, where sources disagree both values in one cell."""
    from rich.table import Table
    from rich.text import Text

    columns = telling(entities)
    table = Table(header_style="bold")
    for name in columns:
        table.add_column(Text(short(name, WIDEST)), no_wrap=True, max_width=WIDEST)
    for one in entities:
        values: dict[str, list[str]] = {}
        for value in one.values:
            values.setdefault(value.column, []).append(value.value)
        cells = (" | ".join(values.get(name, [])) for name in columns)
        table.add_row(*(Text(short(cell, WIDEST)) for cell in cells))
    return table


def telling(entities: list[Entity]) -> list[str]:
    """Columns that show what came from where: some of both sources, some of each."""
    given: dict[str, dict[str, None]] = {}
    for one in entities:
        for value in one.values:
            if value.kind == "text":
                given.setdefault(value.column, {}).update(dict.fromkeys(value.sources))
    groups: dict[tuple[str, ...], list[str]] = {}
    for column, sources in given.items():
        groups.setdefault(tuple(sorted(sources)), []).append(column)
    ordered = sorted(groups.items(), key=lambda group: -len(group[0]))
    return [
        column
        for sources, columns in ordered
        for column in columns[: SHARED if len(sources) > 1 else OWN]
    ]
