# Holds: services by their interface
"""Services of known programs: a folder each says where one is asked, and how its answers look."""

import json
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from leadline.crawl.ways.official import services
from leadline.model import Page, Request
from leadline_zoo.in_memory import HOST, MemoryRun, run_crawl

FOLDERS = Path(__file__).parent / "services"
NAMES = sorted(path.name for path in FOLDERS.iterdir() if (path / "expected.toml").is_file())
ROWS = [
    {"id": n, "title": f"Thing {n} of {n % 7} towns", "year": 1900 + n % 90} for n in range(230)
]
USUAL_SIZE = 50


def crawled(name: str, rows: list[dict[str, Any]] | None) -> MemoryRun:
    """Crawl the site of a folder by its service; without rows the service is not there."""
    site = tomllib.loads((FOLDERS / name / "expected.toml").read_text("utf-8"))

    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        sent = {
            key: int(value[0]) for key, value in parse_qs(parts.query).items() if value[0].isdigit()
        }
        if unquote(parts.path) != site["path"] or rows is None:
            is_page = parts.path == site["page"]
            html = site["html"] if is_page else "Not found"
            return Page(request, request.url, 200 if is_page else 404, (), html.encode())
        size = min(sent.get(site.get("size", ""), USUAL_SIZE), 100)
        start = sent.get(
            site.get("offset", ""), size * (sent.get(site.get("page_number", ""), 1) - 1)
        )
        body: Any = rows[start : start + size]
        if places := site.get("list"):
            data: dict[str, Any] = {}
            for place, value in ((places, body), (site.get("total"), len(rows))):
                inner = data
                for step in (place or [])[:-1]:
                    inner = inner.setdefault(step, {})
                inner |= {place[-1]: value} if place else {}
            body = data
        head = (("Content-Type", "application/json"),)
        return Page(request, request.url, 200, head, json.dumps(body).encode())

    return run_crawl(HOST + site["page"], answer, way=name)


@pytest.mark.parametrize("name", NAMES)
def test_a_service_is_taken_to_its_end(name: str) -> None:
    ran = crawled(name, ROWS)
    assert len(ran.records) == len(ROWS)
    assert ran.outcome.state in {"complete", "exhausted"}
    assert [(way.name, way.came) for way in ran.outcome.ways if way.name == name] == [
        (name, "taken")
    ]
    assert len(ran.gets) <= 10


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rows", [None, []])
def test_a_service_that_gives_nothing_is_named(
    name: str, rows: list[dict[str, Any]] | None
) -> None:
    ran = crawled(name, rows)
    assert ran.outcome.state == "failed"
    assert ran.outcome.reason.startswith(f"the way {name!r} was asked for; none gave records")


def test_each_service_has_its_folder() -> None:
    assert sorted(one.name for one in services()) == NAMES
