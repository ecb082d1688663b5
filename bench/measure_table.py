"""Measures the table page over a made project: its making, and pages, orders and choices.

    ./run python bench/measure_table.py 1000000 FOLDER

The project is that of ``bench/measure_search.py``, in the folder ``load`` of FOLDER. The pages
are asked of the server's own code in this process, the first time and once more. Prints one JSON
object; seconds of wall and of processor time, and the peak of memory.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from starlette.testclient import TestClient

from leadline.serve.application import create_app
from leadline.serve.workspace import Workspace
from leadline.store.search.table import TABLE_FILES, ProjectTable
from measure_search import make

PAGES = {
    "first page": "",
    "a deep page": "page=15000",
    "sorted by year": "sort=year",
    "sorted by price, from last": "sort=-price",
    "sorted by title, a deep page": "sort=title&page=12000",
    "a genre": "f.genre=novel",
    "a genre, sorted, page 900": "f.genre=novel&sort=price&page=900",
    "genre and source": "f.genre=novel&f.source=s1.example",
    "a rare word": "q=author%3Azz",
    "a frequent word": "q=novel",
    "a frequent word, sorted": "q=novel&sort=year",
}


def main(count: int, folder: Path) -> None:
    project = folder / "load"
    if not (project / "project.sqlite").exists():
        project.mkdir(parents=True)
        make(project, count)
    address = "http://127.0.0.1:8765"
    client = TestClient(create_app(Workspace.of(folder)), address)
    figures: dict[str, object] = {"records": count}
    began, cpu = time.perf_counter(), time.process_time()
    answer = client.get("/projects/load/table")
    figures["first answer, while it is made"] = round(time.perf_counter() - began, 2)
    assert answer.status_code == 200
    while not is_whole(project):
        time.sleep(0.2)
    spent = time.perf_counter() - began, time.process_time() - cpu
    figures["made, wall and processor"] = [round(each, 1) for each in spent]
    (path,) = project.glob(TABLE_FILES)
    for name, query in PAGES.items():
        figures[name] = [timed(client, f"/projects/load/table?{query}") for _ in range(2)]
    figures["file MB"] = round(path.stat().st_size / 1e6)
    figures["peak MB"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3)
    print(json.dumps(figures, indent=1))


def is_whole(project: Path) -> bool:
    for path in project.glob(TABLE_FILES):
        with ProjectTable(path) as table:
            return table.is_whole
    return False


def timed(client: TestClient, address: str) -> list[float]:
    """Wall and processor time of a page, s."""
    began, cpu = time.perf_counter(), time.process_time()
    answer = client.get(address)
    assert answer.status_code == 200
    return [round(time.perf_counter() - began, 3), round(time.process_time() - cpu, 3)]


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
