"""Measures the table page of a real server while many people search at once.

    ./run python bench/measure_load.py 100000 /tmp/load

Makes a project of that many records (that of ``bench/measure_search.py``), serves it in a
process of its own, and lets 50 people search it: each asks for a page, reads it for one to three
seconds, and asks again; each page is for another query. Then the same without reading, each as fast
as answers come. Prints one JSON object; times in seconds, those of the server in processor time.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp

from measure_search import make, queries
from measure_table import is_whole

PEOPLE = 50
SEARCHES = 8


async def person(
    session: aiohttp.ClientSession, address: str, words: list[str], reading: tuple[float, float]
) -> list[float]:
    """Seconds of each page."""
    draw, times = random.Random(words[0]), []
    await asyncio.sleep(draw.uniform(0, reading[1]))
    for word in words:
        began = time.perf_counter()
        async with session.get(f"{address}/projects/load/table?q={quote(word)}") as answer:
            await answer.read()
            assert answer.status == 200, answer.status
        times.append(time.perf_counter() - began)
        await asyncio.sleep(draw.uniform(*reading))
    return times


async def crowd(address: str, process: int, reading: tuple[float, float]) -> dict[str, Any]:
    asked = queries()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=PEOPLE)) as session:
        before, began = processor_time(process), time.perf_counter()
        words = [asked[n * SEARCHES : (n + 1) * SEARCHES] for n in range(PEOPLE)]
        each = await asyncio.gather(*(person(session, address, w, reading) for w in words))
        seconds = time.perf_counter() - began
    times = sorted(t for person_times in each for t in person_times)
    return {
        "pages": len(times),
        "p50": round(times[len(times) // 2], 3),
        "p95": round(times[len(times) * 95 // 100], 3),
        "most": round(times[-1], 3),
        "pages_a_second": round(len(times) / seconds, 1),
        "server_processor_seconds_a_page": round(
            (processor_time(process) - before) / len(times), 4
        ),
    }


def processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    if not (folder / "load" / "project.sqlite").exists():
        make(folder / "load", count)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "leadline", "serve", str(folder), "--port", str(port)]
    server = subprocess.Popen(command)
    address = f"http://127.0.0.1:{port}"
    try:
        figures = asyncio.run(measure(address, server.pid, folder / "load"))
        print(json.dumps({"records": count, **figures}, indent=1))
    finally:
        server.terminate()
        server.wait(20)


async def measure(address: str, process: int, project: Path) -> dict[str, Any]:
    async with aiohttp.ClientSession() as session:
        for path in ("/api/projects", "/projects/load/table?q=a"):
            began = time.perf_counter()
            while True:
                try:
                    async with session.get(address + path) as answer:
                        await answer.read()
                        break
                except aiohttp.ClientConnectionError:
                    await asyncio.sleep(0.1)
        first = time.perf_counter() - began
    while not is_whole(project):
        await asyncio.sleep(0.2)
    people = await crowd(address, process, (1.0, 3.0))
    robots = await crowd(address, process, (0.0, 0.0))
    return {"first_page": round(first, 1), "people": people, "without_reading": robots}


if __name__ == "__main__":
    main()
