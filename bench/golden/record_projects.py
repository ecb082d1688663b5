"""Record what whole runs of zoo sources store: choices, requests, records, and the exported table.

``./run python bench/golden/record_projects.py FILE --write`` writes digests to a file; without
``--write`` it names what differs from it. ``--stop N`` stops each run after N requests of its own
and begins it again, until it ends: the digests must be those of a run that was never stopped.
"""

import argparse
import asyncio
import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from leadline.app.source.memory import reading_version
from leadline.app.source.run import SourceRun
from leadline.fetch import PageArchive
from leadline.model import Budget
from leadline.store import Reader, Store
from leadline.store.export.table import export
from leadline.store.readings import ReadingCache
from leadline_zoo.in_memory import SiteWire, WireFetcher
from leadline_zoo.spec import SourceSpec
from leadline_zoo.zoo import ZOO

KEY: Final = "source"
SOURCES: Final = 24
TABLES: Final = {
    "choice": "SELECT number, word FROM choice ORDER BY number",
    "page": "SELECT method, url, purpose, status, error, records, new FROM page ORDER BY number",
    "query": "SELECT text, purpose, total, exact, reason, finished FROM query ORDER BY id",
    "record": "SELECT key, page, row, kind, fields FROM record ORDER BY id",
    "learned": "SELECT name, value FROM learned ORDER BY name",
    "note": "SELECT level, text, page FROM note ORDER BY level, text, page",
    "source": "SELECT state, reason, proof, estimate FROM source",
    "coverage": "SELECT requests, records, estimate FROM coverage ORDER BY requests",
}


def run_source(spec: SourceSpec, folder: Path, stop: int = 0, **options: Any) -> int:
    """Run a source to its end, stopped every so many requests; return how many runs it took."""
    wire, runs, budget = SiteWire(spec), 0, 0
    while True:
        runs, budget = runs + 1, budget + stop
        with (
            Store(folder / "project.sqlite") as store,
            PageArchive(folder / "pages") as archive,
            ReadingCache(folder / "readings.sqlite", reading_version()) as readings,
        ):
            run = SourceRun(
                KEY,
                wire.url,
                store,
                archive,
                WireFetcher(wire),
                Budget(requests=budget),
                readings=readings,
                **options,
            )
            outcome = asyncio.run(run.run())
        if outcome.state != "paused" or not stop or "budget" not in outcome.reason:
            return runs


def digest(rows: Any) -> str:
    """A short digest of rows."""
    text = json.dumps(rows, ensure_ascii=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def of_source(name: str, stop: int = 0) -> dict[str, Any]:
    """Digests of what a source's run stored and exported."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        run_source(ZOO[name], folder, stop)
        with Reader(folder / "project.sqlite") as store:
            rows = {table: store._all(sql) for table, sql in TABLES.items()}
            export(store, folder / "table.csv", provenance=False)
        table = (folder / "table.csv").read_text(encoding="utf-8").splitlines()
        if stop:  # a stopped run says so, and looks at its columns each time that it stops
            rows = {one: rows[one] for one in ("choice", "page", "query", "source")}
        return {
            **{name: digest(list(map(list, found))) for name, found in rows.items()},
            "choices": len(rows["choice"]),
            "requests": len(rows["page"]),
            **({} if stop else {"rows": len(table), "table": digest(table)}),
        }


def names() -> list[str]:
    """Sources that are spread over the zoo."""
    every = list(ZOO)
    return every[:: max(1, len(every) // SOURCES)][:SOURCES]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--stop", type=int, default=0)
    asked = parser.parse_args()
    now = {name: of_source(name, asked.stop) for name in names()}
    if asked.write:
        asked.file.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    was = json.loads(asked.file.read_text(encoding="utf-8"))
    changed = [
        f"{name}/{part}: {was[name][part]} -> {value}"
        for name, parts in now.items()
        for part, value in parts.items()
        if was[name].get(part) != value
    ]
    sys.stdout.write("\n".join(changed) + f"\n{len(changed)} differences\n")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
