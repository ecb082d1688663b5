"""A part of another package joins by its entry point: one file, and nothing of ours is edited."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from leadline.errors import LeadlineError
from leadline.seams import parts
from tables import read_text

EXPORTER = read_text(__file__, "EXPORTER")

INDEX = read_text(__file__, "INDEX")
CRAWL = read_text(__file__, "CRAWL")


WAY = read_text(__file__, "WAY")
CRAWL_WAY = """
from part_sites import serve, titles

ran = serve({"/docs/search.html": "own lines", "/docs/own.txt": "Fog\\nSea\\n"})
print(ran.outcome.reason, len(titles(ran)), [(way.name, way.came) for way in ran.outcome.ways])
"""
CRAWL_PART = read_text(__file__, "CRAWL_PART")
CRAWL_WITH_PART = read_text(__file__, "CRAWL_WITH_PART")


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


def test_an_installed_way_is_tried_at_its_rank(tmp_path: Path) -> None:
    install(tmp_path, "own_way", WAY, "leadline.ways", "LINES")
    told = in_other_process(tmp_path, CRAWL_WAY)
    assert told == "its own lines were read 2 [('lines', 'taken')]"


def test_an_installed_part_of_a_crawl_joins_in_at_its_moment(tmp_path: Path) -> None:
    install(tmp_path, "own_part", CRAWL_PART, "leadline.crawl_parts", "PART")
    assert in_other_process(tmp_path, CRAWL_WITH_PART) == "True"


def test_a_part_that_cannot_be_loaded_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "own_broken", "import nothing_of_this_name", "leadline.some", "PART")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LeadlineError, match="the part 'PART' of own_broken cannot be loaded"):
        parts("leadline.some", "leadline.page", "PARTS")
