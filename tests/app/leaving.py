"""A project in which secrets stand wherever a page may bring one; none may leave."""

import gzip
import re
import zipfile
from pathlib import Path
from typing import Final

from leadline.errors import FetchError
from leadline.fetch import PageArchive
from leadline.model import Field, Outcome, Page, Record, Request
from leadline.store import Store

SID: Final = "744897a1b2c3d4e5"
BEARER: Final = "5d41402abc4b2a76b9719d911017c592"
SECRETS: Final = (
    *(SID, BEARER, "8F2AC1D0E7", "hunter2xyz", "12ab34cd56ef", "c5rf9f8e7d6c5b4a", "ses5i0nS1gn"),
    *("AIzaSyD0aBcDeFgHiJkLmNoPqRsTuVwXyZ0123", "wr4pped0secret"),
)
HONEST: Final = (
    *(
        "signature=4%20Ep%201234",
        "&sid=17",
        "Bearer of the Ring",
        "id=7",
        "q=tea",
        "author@x.example",
    ),
    "Password: The Musical",
)
"""What looks like a secret and is data."""
COUNT: Final = 24


def link_of(number: int) -> str:
    """A link of a record, which carries the session of whoever asked."""
    return f"http://art.example/r;jsessionid=8F2AC1D0E7?id={number}&sid={SID}&q=tea"


def record(source: str, number: int) -> Record:
    """A record whose key, link, and texts hold secrets; honest values beside them."""
    fields = (
        Field("title", f"Water lilies {number}"),
        Field("isbn", f"97831614841{number:02}"),
        Field("link", link_of(number), "link"),
        Field("shelf", "http://h.example/?signature=4%20Ep%201234&sid=17"),
        Field(
            "text",
            f"see http://bob:hunter2xyz@h.example/x?api_key=12ab34cd56ef {HONEST[2]} {number}",
        ),
        Field("call", f"Authorization: Bearer {BEARER}, author@x.example, {HONEST[-1]}"),
        Field("csrf_token", "c5rf9f8e7d6c5b4a"),
        Field("back", f"http://h.example/?next=http%3A%2F%2Fh%2F%3Fsid%3D{SID}"),
        Field("photo", f"http://h.example/{SECRETS[7]}.png?n={number}&token=ses5i0nS1gn", "image"),
    )
    return Record(source, f"/r?id={number}&sid={SID}", fields, row=number)


def planted(folder: Path) -> Path:
    """A project of two sources with equal records, and its archive."""
    folder.mkdir(parents=True)
    body = f'<p>Water lilies <a href="{link_of(1)}">{link_of(1)}</a><form><input type="hidden" '
    body += 'name="csrf_token" value="c5rf9f8e7d6c5b4a"></form>'
    with Store(folder / "project.sqlite") as store, PageArchive(folder / "pages") as archive:
        for source in ("art.example", "gallery.example"):
            url = f"http://{source}/?api_key=12ab34cd56ef&q=tea"
            store.add_source(source, url)
            query = store.open_query(source, f"tea?sid={SID}")
            headers = (("Content-Type", "text/html"),)
            page = Page(Request("GET", url), url, 200, headers, body.encode())
            at = archive.write(page)
            place = (at.file, at.offset, at.length)
            number = store.add_page(source, page, place, query=query)
            store.take(source, query, number, [record(source, n) for n in range(COUNT)])
            text = f"asked {url}&password=wr4pped0secret with bearer {BEARER}"
            store.note(source, text, level="warning", page=number)
            fault = FetchError(f"{url} did not answer", page.request)
            store.add_failure(source, page.request, fault)
            store.finish(source, Outcome("paused", f"{link_of(3)} was refused", "", COUNT, 2))
    return folder


def found_in(data: bytes | str) -> list[str]:
    """The secrets that stand in some bytes, also within what is packed."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return [each for each in SECRETS if re.search(re.escape(each), text, re.IGNORECASE)]


def content_of(path: Path) -> bytes:
    """All bytes of a file, unpacked."""
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes())
    if path.suffix == ".bib":
        return path.read_bytes().replace(b"\\", b"")  # signs of TeX stand behind one
    if path.suffix in (".xlsx", ".ods", ".zip"):
        with zipfile.ZipFile(path) as parts:
            return b"".join(parts.read(name) for name in parts.namelist())
    if path.suffix == ".parquet":
        import pyarrow.parquet as parquet

        return str(parquet.read_table(path).to_pydict()).encode()
    if path.suffix == ".duckdb":
        import duckdb

        with duckdb.connect(str(path), read_only=True) as link:
            return str(link.execute("SELECT COLUMNS(*)::VARCHAR FROM records").fetchall()).encode()
    return path.read_bytes()
