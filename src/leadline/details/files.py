"""Files and pictures that a record page links to.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('<p class="full">Text: <a href="/a.pdf?v=1">PDF</a></p>', "http://h.test/")
>>> file_entries(page)
[Entry(slot='file:p.full|pdf', label='Text', values=('http://h.test/a.pdf?v=1',), kind='link')]
"""

import re
from collections.abc import Sequence
from typing import Final

from leadline.details.entries import Entry, FieldKind, is_inside, is_unread, label_of, place_of
from leadline.page.dom import Document

FILE_SUFFIX: Final = re.compile(
    r"\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|djvu?|ps|zip|tar|gz|7z|csv|json|xml|bib|ris|mp3|ogg|"
    r"wav|flac|mp4|webm|avi|mov|tiff?|jpe?g|png|gif|webp|svg|jp2)(?=$|[?#&;])",
    re.IGNORECASE,
)
PICTURES: Final = frozenset({"jpg", "jpeg", "png", "gif", "webp", "svg", "tif", "tiff", "jp2"})
MAX_FILES: Final = 500
MAX_ICON_PIXELS: Final = 32
MAX_FILE_ADDRESS: Final = 2_000


def file_entries(document: Document, skipped: Sequence[tuple[int, int]] = ()) -> list[Entry]:
    """Return links to files and pictures, one entry for each place of the page.

    ``skipped`` are slices of its nodes.
    """
    entries: dict[tuple[str, FieldKind], tuple[str, list[str]]] = {}
    count = 0
    for node in document.elements("a", "img", within=document.body()):
        address, suffix, kind = _target(document, node)
        if (
            not address
            or count >= MAX_FILES
            or is_unread(document, node)
            or is_inside(skipped, node)
        ):
            continue
        count += 1
        block = document.block_of(node)
        slot = f"file:{place_of(document, block)}|{suffix}"
        entries.setdefault((slot, kind), (_label(document, node, block), []))[1].append(address)
    return [
        Entry(slot, label, tuple(dict.fromkeys(addresses)), kind)
        for (slot, kind), (label, addresses) in entries.items()
    ]


def _target(document: Document, node: int) -> tuple[str, str, FieldKind]:
    """Return the address of a file, its suffix ('img' for a picture shown) and its kind."""
    if document.tag[node] == "img":
        sizes = [document.attribute(node, name).strip() for name in ("width", "height")]
        if any(size.isdecimal() and int(size[:6]) <= MAX_ICON_PIXELS for size in sizes):
            return "", "", "image"
        address = document.link(node, "src")
        is_address = address.startswith(("http://", "https://"))
        return (address if is_address else ""), "img", "image"
    address = document.link(node)
    match = FILE_SUFFIX.search(address[:MAX_FILE_ADDRESS])
    if match is None and "download" not in document.attributes[node]:
        return "", "", "link"
    if not address.startswith(("http://", "https://")):
        return "", "", "link"
    suffix = match[1].casefold() if match else "file"
    return address, suffix, "image" if suffix in PICTURES else "link"


def _label(document: Document, node: int, block: int) -> str:
    """Return the text in front of a file in its line, else its own."""
    before = label_of(document.visible_text(block, node))
    return before or label_of(document.visible_text(node) or document.attribute(node, "alt"))
