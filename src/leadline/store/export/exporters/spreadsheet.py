"""Tables as one sheet of a workbook (xlsx), in which nothing is run."""

from datetime import date
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, Final

from leadline.store.export.exporters.datapackage import claims_of
from leadline.store.export.formats import SHEET_LIMITS, Cell, Exporter, OutputTable, plain
from leadline.store.export.spreadsheet import spreadsheet_text


def write_xlsx(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one sheet; every text cell says that it is text, so nothing in it is run."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    book.properties.description = plain(claims_of(table.sources()))
    sheet = book.create_sheet("records")
    sheet.freeze_panes = "A2"

    def sheet_cell(cell: Cell) -> Any:
        if isinstance(cell, int | float) or type(cell) is date:
            return cell  # a spreadsheet keeps it as it is
        text = spreadsheet_text(plain(cell) or "")
        if text[:1] not in ("=", "#"):
            return text or None
        marked = WriteOnlyCell(sheet, value=text)
        marked.data_type = "s"
        return marked

    for row in table.with_head():
        sheet.append([sheet_cell(cell) for cell in row])
    # Saved to a spool first: on a full disk the library's own finalisers would print tracebacks.
    with TemporaryFile() as spool, path.open("wb") as file:
        book.save(spool)
        spool.seek(0)
        copyfileobj(spool, file)


EXPORTERS: Final = (Exporter("xlsx", (".xlsx",), write_xlsx, "openpyxl", limits=SHEET_LIMITS),)
