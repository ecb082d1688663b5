"""Tables of texts between signs: csv (RFC 4180, or as Excel wants it) and tsv, in UTF-8."""

import csv
import re
from pathlib import Path
from typing import Final

from leadline.store.export.formats import (
    MAX_COLUMNS_OPENED,
    NO_LIMIT,
    Exporter,
    OutputTable,
    plain,
    without_controls,
)
from leadline.store.export.spreadsheet import guarded

TABS_AND_LINE_ENDS: Final = re.compile("\r\n|[\t\r\n]")
BYTE_ORDER_MARK: Final = "\ufeff"


def write_csv(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write RFC 4180 in UTF-8; an empty cell is a missing value.

    For Excel the file begins with a byte order mark and has the delimiter of its language.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(BYTE_ORDER_MARK if table.excel else "")
        writer = csv.writer(file, delimiter=table.excel or ",")
        for row in table.with_head():
            cells = [without_controls(plain(cell)) for cell in row]
            writer.writerow(map(guarded, cells) if guard else cells)


def write_tsv(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write columns between tabs in UTF-8; a tab or line end inside a cell becomes a blank."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in table.with_head():
            texts = (TABS_AND_LINE_ENDS.sub(" ", plain(cell) or "") for cell in row)
            file.write("\t".join(without_controls(text) or "" for text in texts) + "\n")


EXPORTERS: Final = (
    Exporter("csv", (".csv",), write_csv, limits=(NO_LIMIT, MAX_COLUMNS_OPENED)),
    Exporter("tsv", (".tsv",), write_tsv, limits=(NO_LIMIT, MAX_COLUMNS_OPENED)),
)
