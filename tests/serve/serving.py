"""A server under test: its client, and a small project with known records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from starlette.testclient import TestClient

from leadline.fetch import PageArchive
from leadline.model import Field, Outcome, Page, Record, Request
from leadline.serve.application import create_app
from leadline.serve.workspace import Workspace
from leadline.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from leadline.serve.security import AccessPolicy

ORIGIN: Final = "http://127.0.0.1:8765"
BODY: Final = """<html><head><meta http-equiv="refresh" content="0;url=//evil.example/a">
<script src="http://evil.example/a.js"></script><link rel="stylesheet" href="//evil.example/a.css">
<style>@import url("http://evil.example/b.css"); body { background: url(//evil.example/b.png) }
</style></head><body onload="x()"><img src="http://evil.example/c.png">
<iframe src="//evil.example/f"></iframe><a href="//evil.example/l">Water lilies</a>
<form action="//evil.example/s"><input name="q"></form></body></html>"""


def client(folder: Path, policy: AccessPolicy | None = None, **headers: str) -> TestClient:
    """A client that does not follow redirects; with ``with`` it runs start and end of the app."""
    app = create_app(Workspace.of(folder), policy)
    return TestClient(
        app, ORIGIN, follow_redirects=False, headers=headers, raise_server_exceptions=False
    )


def csrf_of(made: TestClient, path: str = "/") -> str:
    """The CSRF token in the forms of a page."""
    found = re.search(r'name="csrf" value="(\w+)"', made.get(path).text)
    assert found, path
    return found[1]


def post(made: TestClient, path: str, **data: str) -> Any:
    """Send a form as a browser does."""
    data["csrf"] = csrf_of(made, "/login" if made.get("/").status_code != 200 else "/")
    return made.post(path, data=data, headers={"origin": ORIGIN})


def paintings(source: str = "art") -> list[Record]:
    """Forty records of a source."""
    return [
        Record(
            source,
            f"{source}-{n}",
            (
                Field("title", f"Water lilies {n}"),
                Field("year", str(1900 + n)),
                Field("kind", "oil" if n % 4 else "print"),
                Field("url", f"http://{source}.example/{n}", "link"),
            ),
        )
        for n in range(40)
    ]


def make_project(folder: Path, *tables: Sequence[Record], body: str = BODY) -> Path:
    """A project with one archived page a source; each table is of one source."""
    with Store(folder / "project.sqlite") as store, PageArchive(folder / "pages") as archive:
        for records in tables:
            source = records[0].source
            url = f"http://{source}.example/find?q=water"
            store.add_source(source, url)
            asked = Request("GET", url)
            headers = (("Content-Type", "text/html; charset=utf-8"),)
            page = Page(asked, url, 200, headers, body.encode(), fetched_at=1e9)
            place = archive.write(page)
            query = store.open_query(source, "water")
            number = store.add_page(
                source, page, (place.file, place.offset, place.length), "walk", query=query
            )
            store.take(source, query, number, records)
            store.add_point(source, 1, 10, 40.0)
            store.add_point(source, 2, len(records), 40.0)
            store.finish(source, Outcome("complete", "nothing more was found", "all walked"))
    return folder
