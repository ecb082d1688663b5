"""Measures search over a made project: time of a query, of indexing, and size of the index.

    ./run python bench/measure_search.py 1000000 /tmp/search

Records of four sources: titles by Zipf's law over 200,000 words, Chinese titles of 3,000 frequent
characters, persons, genres, years and prices. Queries are words and conditions drawn from records,
frequent ones included. Prints one JSON object; times are wall and processor time of one process.
"""

from __future__ import annotations

import json
import random
import sys
import time
from itertools import accumulate
from pathlib import Path

from leadline.app.asking.search import search
from leadline.model import Field, Page, Record, Request
from leadline.store import Store

SOURCES = 4
WORDS = 200_000
CHARACTERS = [chr(0x4E00 + 7 * number) for number in range(2_900)]
GENRES = ["novel", "poem", "letter", "map", "print", "drama", "essay", "diary"]
QUERIES = 400


class Draws:
    """Texts by Zipf's law."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        letters = "abcdefghiklmnoprstuvw"
        self.words = [
            "".join(self.random.choices(letters, k=self.random.randint(3, 9))) for _ in range(WORDS)
        ]
        self.weights = list(accumulate(1 / (rank + 10) for rank in range(WORDS)))
        self.han = list(accumulate(1 / (rank + 10) for rank in range(len(CHARACTERS))))

    def text(self, count: int) -> str:
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=count))

    def chinese(self, count: int) -> str:
        return "".join(self.random.choices(CHARACTERS, cum_weights=self.han, k=count))

    def record(self, source: str, number: int, page: int) -> Record:
        draw = self.random
        fields = (
            Field("title", self.text(draw.randint(3, 9)).title()),
            Field("题名", self.chinese(draw.randint(4, 12))),
            Field("author", self.text(2).title()),
            Field("genre", draw.choice(GENRES)),
            Field("year", str(draw.randint(1800, 2020))),
            Field("price", f"{draw.randint(100, 99_999) / 100:.2f} €"),
        )
        return Record(source, str(number), fields, page, number)


def make(folder: Path, count: int) -> None:
    draws = Draws(0)
    with Store(folder / "project.sqlite") as store:
        for source in (f"s{number}.example" for number in range(SOURCES)):
            store.add_source(source, f"https://{source}")
            url = f"https://{source}/"
            page = store.add_page(source, Page(Request("GET", url), url, 200), ("0", 0, 1), "walk")
            for start in range(0, count // SOURCES, 10_000):
                block = range(start, min(start + 10_000, count // SOURCES))
                store.take(source, None, page, [draws.record(source, n, page) for n in block])


def queries() -> list[str]:
    draws = Draws(0)
    drawn = []
    for number in range(QUERIES):
        year = draws.random.randint(1800, 2010)
        word, han = draws.text(1), draws.chinese(2)
        drawn.append(
            [
                word,
                draws.text(2),
                han,
                f"author:{word}",
                f"{word} year:{year}..{year + 10}",
                f"year:{year}..{year + 10}",
                f"genre:novel {word}",
                f"题名:{han} year:{year}..",
            ][number % 8]
        )
    return [*drawn, *draws.words[:20], *GENRES, *(CHARACTERS[:10])]


def main(count: int, folder: Path) -> None:
    if not (folder / "project.sqlite").exists():
        folder.mkdir(parents=True, exist_ok=True)
        make(folder, count)
    began, cpu = time.perf_counter(), time.process_time()
    search(folder, "novel", limit=1)
    indexing = time.perf_counter() - began, time.process_time() - cpu
    walls, cpus, empty, slowest = [], [], 0, []
    for query in queries():
        began, cpu = time.perf_counter(), time.process_time()
        results = search(folder, query)
        walls.append(1000 * (time.perf_counter() - began))
        cpus.append(1000 * (time.process_time() - cpu))
        empty += not results.rows
        slowest.append((round(walls[-1]), query, results.total))
    order = sorted(walls), sorted(cpus)
    print(
        json.dumps(
            {
                "records": count,
                "queries": len(walls),
                "without result": empty,
                "index seconds, processor": [round(each, 1) for each in indexing],
                "index MB": round((folder / "search.sqlite").stat().st_size / 1e6),
                "project MB": round((folder / "project.sqlite").stat().st_size / 1e6),
                "p50 ms, processor": [round(each[len(walls) // 2], 1) for each in order],
                "p95 ms, processor": [round(each[len(walls) * 95 // 100], 1) for each in order],
                "slowest": sorted(slowest, reverse=True)[:12],
            },
            ensure_ascii=False,
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
