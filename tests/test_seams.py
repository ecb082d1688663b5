"""A part of another package joins by its entry point: one file, and nothing of ours is edited."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from leadline.errors import LeadlineError
from leadline.seams import parts

EXPORTER = """
from leadline.store.export.formats import Exporter, plain


def write_lines(path, table, *, guard):
    rows = [[plain(cell) or "" for cell in row] for row in table.with_head()]
    path.write_text("".join("; ".join(row) + "\\n" for row in rows), "utf-8")


LINES = Exporter("lines", (".lines",), write_lines)
"""

INDEX = """
import json
import re

from leadline.script.indexes.part import IndexKind, IndexPart, StaticIndex

SIGN = re.compile(r"^(.*/)own-search[.]js$")


def read(body, url):
    try:
        names = json.loads(body)
    except ValueError:
        return IndexPart()
    return IndexPart(tuple({"title": name} for name in names))


def find(page, match):
    yield StaticIndex("own", (page.at(match[1] + "own-names.txt"),), read)


OWN = IndexKind(SIGN, find)
"""
CRAWL = """
import json

from part_sites import serve, titles

site = {
    "/docs/search.html": "<script src=/js/own-search.js></script>",
    "/js/own-names.txt": json.dumps([f"Bridge {n}" for n in range(9)]),
}
ran = serve(site)
print(ran.outcome.state, len(titles(ran)), "an index of own" in ran.outcome.proof)
"""


def install(folder: Path, module: str, code: str, seam: str, part: str) -> None:
    """Install a package into a folder, as an installer would: its module and its metadata."""
    (folder / f"{module}.py").write_text(code, "utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{seam}]\n{part} = {module}:{part}\n")


def in_other_process(folder: Path, code: str) -> str:
    """Run code where the packages of a folder are installed; return what it prints."""
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{Path(__file__).parent}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


def test_an_installed_exporter_writes_tables(tmp_path: Path) -> None:
    install(tmp_path, "own_lines", EXPORTER, "leadline.exporters", "LINES")
    out = tmp_path / "t.lines"
    write = (
        "from leadline.store.export.table import write_table\n"
        f"write_table(['a', 'b'], [['1', 'x'], ['2', None]], {str(out)!r})"
    )
    in_other_process(tmp_path, write)
    assert out.read_text() == "a; b\n1; x\n2; \n"


def test_the_index_of_an_installed_reader_is_taken_whole(tmp_path: Path) -> None:
    install(tmp_path, "own_index", INDEX, "leadline.indexes", "OWN")
    assert in_other_process(tmp_path, CRAWL) == "complete 9 True"


def test_a_part_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "own_broken", "import nothing_of_this_name", "leadline.some", "PART")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LeadlineError, match="the part 'PART' of own_broken cannot be loaded"):
        parts("leadline.some", "leadline.page", "PARTS")
