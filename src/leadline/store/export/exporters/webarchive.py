"""The pages of a project as a WACZ, which opens in ReplayWeb: the archive as it came, indexed.

Each page that showed a record is listed; what is claimed of each source is its description.
"""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import move
from tempfile import TemporaryDirectory
from typing import Final

from leadline.errors import StoreError
from leadline.store.export.exporters.datapackage import claims_of, title_of
from leadline.store.export.formats import Exporter, OutputTable, plain

HEAD_OF_PAGES: Final = {"format": "json-pages-1.0", "id": "pages", "title": "Pages with records"}


def write_wacz(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write the WACZ by the tool of the format's makers (py-wacz)."""
    from wacz.main import main

    files = sorted(table.archive.glob("pages-*.warc.gz")) if table.archive else []
    if not files:
        raise StoreError("a WACZ holds the archived pages of a project, and there are none")
    pages, count = dict[tuple[str, str], str](), 0
    for count, row in enumerate(table.rows, 1):  # noqa: B007
        cells = dict(zip(table.names, row, strict=True))
        place = str(cells.get("_page_url")), (plain(cells.get("_fetched_at")) or "")
        pages.setdefault(place, str(cells.get("_query") or place[0]))
    sources = table.sources()
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as said:
        listed, made = Path(folder) / "pages.jsonl", Path(folder) / "made.wacz"
        lines = [{"url": url, "ts": at, "title": told} for (url, at), told in pages.items()]
        texts = (json.dumps(line, ensure_ascii=False) for line in (HEAD_OF_PAGES, *lines))
        listed.write_text("".join(f"{text}\n" for text in texts), "utf-8")
        order = ["create", "-f", *map(str, files), "-o", str(made), "-p", str(listed)]
        told = claims_of(sources)
        if main([*order, "--copy-pages", "--title", title_of(count, sources), "--desc", told]):
            raise StoreError(f"py-wacz failed: {said.getvalue().strip()[-200:]}")
        move(made, path)


EXPORTERS: Final = (Exporter("wacz", (".wacz",), write_wacz, "wacz"),)
