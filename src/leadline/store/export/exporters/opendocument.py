"""Tables as one sheet of an OpenDocument spreadsheet (ods), written row by row.

The format is a zip of XML. The libraries for it build the whole document in memory, which a table
of some hundred thousand rows does not allow.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from leadline.store.export.exporters.datapackage import claims_of
from leadline.store.export.formats import SHEET_LIMITS, Cell, Exporter, OutputTable, xml_text

MIME: Final = "application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES: Final = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (("office", "office"), ("table", "table"), ("text", "text"))
)
HEAD: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content {NAMESPACES} office:version="1.3"><office:body><office:spreadsheet>
<table:table table:name="records">
"""
TAIL: Final = "</table:table></office:spreadsheet></office:body></office:document-content>\n"
MANIFEST: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" \
manifest:version="1.3">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{MIME}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
<manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/>
</manifest:manifest>
"""
META: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-meta {NAMESPACES} xmlns:dc="http://purl.org/dc/elements/1.1/"
 office:version="1.3"><office:meta><dc:description>{{}}</dc:description></office:meta>
</office:document-meta>
"""


def write_ods(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write one sheet; a text is a text, so nothing in it is run."""
    with ZipFile(path, "w", ZIP_DEFLATED) as book:
        book.writestr(ZipInfo("mimetype"), MIME, ZIP_STORED)
        book.writestr(ZipInfo("META-INF/manifest.xml"), MANIFEST, ZIP_DEFLATED)
        told = META.format(escape(xml_text(claims_of(table.sources()))))
        book.writestr(ZipInfo("meta.xml"), told, ZIP_DEFLATED)
        content = ZipInfo("content.xml")
        content.compress_type = ZIP_DEFLATED
        with book.open(content, "w", force_zip64=True) as file:
            for piece in _content(table):
                file.write(piece.encode())


def _content(table: OutputTable) -> Iterator[str]:
    yield HEAD
    width = len(table.names)
    yield f'<table:table-column table:number-columns-repeated="{max(1, width)}"/>\n'
    for row in table.with_head():
        yield f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>\n"
    yield TAIL


def _cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return _typed("float", f'office:value="{float(cell)!r}"', str(cell))
    if type(cell) is date:
        return _typed("date", f'office:date-value="{cell.isoformat()}"', cell.isoformat())
    return _typed("string", "", xml_text(cell))


def _typed(kind: str, value: str, text: str) -> str:
    lines = "".join(f"<text:p>{_spaced(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="{kind}" {value}>{lines}</table:table-cell>'


def _spaced(line: str) -> str:
    """Escape a line; blanks that XML would join, and tabs, have elements of their own."""
    text = escape(line, {"\r": "&#13;"}).replace("\t", "<text:tab/>").replace("  ", " <text:s/>")
    return f"<text:s/>{text[1:]}" if text.startswith(" ") else text


EXPORTERS: Final = (Exporter("ods", (".ods",), write_ods, limits=SHEET_LIMITS),)
