"""Made-up sites of readers of search indexes: a folder under ``tests/parts/indexes`` for each.

``page.html`` is the page with the search, ``site`` has the files by their paths, and
``expected.toml`` says what a crawl must take: ``kind``, ``records``, ``titles``, ``is_whole``.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leadline.model import Page, Request
from leadline.page.dom import Document, parse_html
from leadline.page.observed import Observed
from leadline_zoo.in_memory import HOST, MemoryRun, run_crawl

PAGE: Final = "/docs/search.html"
FOLDERS: Final = Path(__file__).parent / "parts" / "indexes"
NAMES: Final = {path.name for path in FOLDERS.iterdir() if (path / "expected.toml").is_file()}


@dataclass(frozen=True)
class PartSite:
    """A site: its page, its files by their paths, what a crawl takes of it."""

    page: str
    files: dict[str, bytes]
    expected: dict[str, Any]

    @property
    def document(self) -> Document:
        """The page, parsed."""
        return parse_html(self.page, HOST + PAGE)

    @property
    def head(self) -> str:
        """What the head of the page holds."""
        return self.page.partition("<head>")[2].partition("</head>")[0]

    def served(self, **changed: bytes | None) -> dict[str, str | bytes]:
        """Return the files with the page; those that are ``changed`` to None are missing."""
        files = {PAGE: self.page, **self.files, **changed}
        return {path: body for path, body in files.items() if body is not None}


def site_of(name: str) -> PartSite:
    """Read the site of a folder."""
    folder = FOLDERS / name
    files = {
        "/" + path.relative_to(folder / "site").as_posix(): path.read_bytes()
        for path in sorted(folder.glob("site/**/*"))
        if path.is_file()
    }
    expected = tomllib.loads((folder / "expected.toml").read_text("utf-8"))
    return PartSite((folder / "page.html").read_text("utf-8"), files, expected)


def serve(files: Mapping[str, str | bytes], observed: Observed | None = None) -> MemoryRun:
    """Crawl a site in memory whose page is at ``PAGE``; what is no file of it is not found."""

    def answer(request: Request) -> Page:
        body = files.get(request.url.removeprefix(HOST).partition("?")[0])
        content = body.encode() if isinstance(body, str) else body
        found = b"<h1>Not found" if content is None else content
        return Page(request, request.url, 404 if body is None else 200, (), found)

    return run_crawl(HOST + PAGE, answer, observed=observed)


def titles(ran: MemoryRun) -> set[str]:
    """Return what the records of a crawl are called."""
    return {
        field.value
        for record in ran.records.values()
        for field in record.fields
        if field.column in ("title", "name", "label", "题名")
    }
