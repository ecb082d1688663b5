"""Readings in a form that can be stored, so that a resumed run need not read a page anew.

Stored are the keys of the rows, the rows in packed form, the stated total, and facts that follow
from the page. The page itself stays in the archive and is parsed if somebody asks for more.

>>> from leadline.model import Field, Request
>>> from leadline.page.dom import parse_html
>>> from leadline.wrapper.reading import RecordRow
>>> page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200, number=4)
>>> rows = (RecordRow("/7", (Field("title", "Sea"),), "Sea"),)
>>> reading = PageReading(page, parse_html("", ""), rows, origin=Origin("c0de", rows, None))
>>> again = unpack_reading(pack_reading(reading), page)
>>> again.keys, again.rows[0].fields[0].value, again.origin.code
(('/7',), 'Sea', 'c0de')
"""

import json
import zlib
from typing import Any, Final

from leadline.model import Page
from leadline.page.plain import from_plain, to_plain
from leadline.wrapper.packed.row_block import RecalledRows, RowBlock, block_of
from leadline.wrapper.reading import Origin, PageReading, UnparsedPage, row_keys
from leadline.wrapper.totals.stated import StatedTotal

LENGTH_BYTES: Final = 4
"""Bytes of the length of the head, which stands before it."""


def pack_reading(reading: PageReading, block: RowBlock | None = None) -> bytes:
    """Return a reading as bytes, as it was before a walk changed it; ``block`` holds its rows."""
    origin = reading.origin
    if origin is None:
        raise ValueError("only a reading with an origin can be remembered")
    head = {
        "code": origin.code,
        "keys": list(row_keys(origin.rows)),
        "stated": to_plain(origin.stated) if origin.stated else None,
        "facts": reading.facts,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
    if block is None or origin.rows is not reading.rows:
        block = block_of(origin.rows)
    return len(packed).to_bytes(LENGTH_BYTES, "big") + packed + block.data


def unpack_reading(data: bytes, page: Page) -> PageReading:
    """Return the reading of a page from the bytes of ``pack_reading``."""
    end = LENGTH_BYTES + int.from_bytes(data[:LENGTH_BYTES], "big")
    text = zlib.decompress(data[LENGTH_BYTES:end]).decode("utf-8", "surrogatepass")
    head: dict[str, Any] = json.loads(text)
    rows = RecalledRows(tuple(head["keys"]), RowBlock(data[end:]))
    stated = from_plain(StatedTotal, head["stated"]) if head["stated"] else None
    origin = Origin(head["code"], rows, stated)
    return PageReading(page, UnparsedPage(page), rows, stated, facts=head["facts"], origin=origin)
