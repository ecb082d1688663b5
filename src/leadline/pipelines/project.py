"""A project on disk: one folder with the store, the page archive, and what is written from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from leadline.urls import host_key, split_url

if TYPE_CHECKING:
    from collections.abc import Sequence

STORE: Final = "project.sqlite"
PAGES: Final = "pages"
REPORT: Final = "report.html"
UNSAFE: Final = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class Project:
    """The folder of a project and what lies in it."""

    folder: Path

    @property
    def store(self) -> Path:
        """The SQLite file."""
        return self.folder / STORE

    @property
    def pages(self) -> Path:
        """The folder of WARC files."""
        return self.folder / PAGES

    @property
    def report(self) -> Path:
        """The HTML report."""
        return self.folder / REPORT


def project_of(urls: Sequence[str], folder: str | Path | None) -> Project:
    """The project in a folder, by default one named after the first source's host.

    >>> project_of(["https://art.example:8001/search"], None).folder.name
    'art.example-8001.leadline'
    """
    if folder is not None:
        return Project(Path(folder))
    return Project(Path(f"{UNSAFE.sub('-', host_key(urls[0]))}.leadline"))


def source_key(url: str) -> str:
    """A readable name for the source behind an entry address.

    >>> source_key("https://art.example/find/search.cgi?db=2")
    'art.example/find/search.cgi?db=2'
    """
    parts = split_url(url)
    if parts is None:
        raise ValueError(f"{url!r} is no web address; it should begin with http:// or https://")
    query = f"?{parts.query}" if parts.query else ""
    return host_key(url) + parts.path.rstrip("/") + query
