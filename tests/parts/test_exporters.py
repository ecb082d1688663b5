"""Every format of tables writes what every format must hold; texts are kept in a folder each.

``tests/parts/exporters/NAME/table.SUFFIX`` is the table below in the format NAME. A format whose
bytes differ from run to run needs no folder.
"""

from pathlib import Path

import pytest

from leadline.errors import MissingExtra
from leadline.store.export.exporters import exporter_of, exporters
from leadline.store.export.table import write_table

FOLDERS = Path(__file__).parent / "exporters"
NAMES = ["title", "year", "coordinates", "note", "_source", "_key"]
ROWS: list[list[str | None]] = [
    ["Bridge of Ash", "1901", "52.5, 13.4", 'so-called "old"\tbridge', "s", "1"],
    ["桥, 水", None, None, "=1+1", "s", "2"],
    ["Tower\0\ud800", "-3", "95, 200", "two\nlines", "s", "3"],
]


def written(folder: Path, name: str, rows: list[list[str | None]]) -> bytes:
    path = folder / f"table{exporters()[name].suffixes[0]}"
    write_table(NAMES, [[*row] for row in rows], path)
    return path.read_bytes()


@pytest.mark.parametrize("name", sorted({*exporters()} - {"wacz"}))
@pytest.mark.parametrize("rows", [[], ROWS], ids=["nothing", "hostile cells"])
def test_every_format_takes_every_table(
    name: str, rows: list[list[str | None]], tmp_path: Path
) -> None:
    try:
        exporter_of(name)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    written(tmp_path, name, rows)
    assert [path.name for path in tmp_path.iterdir()] == [f"table{exporters()[name].suffixes[0]}"]


@pytest.mark.parametrize("folder", sorted(FOLDERS.iterdir()), ids=lambda path: path.name)
def test_a_text_is_written_as_its_folder_shows(folder: Path, tmp_path: Path) -> None:
    wanted = next(folder.glob("table.*")).read_bytes()
    assert written(tmp_path, folder.name, ROWS) == wanted
