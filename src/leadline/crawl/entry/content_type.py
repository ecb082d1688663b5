"""Detection of what else than a web page an address leads to: a PDF, an image, data.

>>> from leadline.model import Request
>>> asked = Request("GET", "http://h.test/a")
>>> describe_other_content(Page(asked, asked.url, 200, (), b"%PDF-1.7 ..."))
'a PDF file'
>>> describe_other_content(Page(asked, asked.url, 200, (("Content-Type", "text/html"),), b"<p>A"))
''
"""

from typing import Final

from leadline.model import Page
from leadline.page.data.yaml_data import is_described_in_yaml
from leadline.page.json_page import is_json, json_to_html
from leadline.wrapper.data.roots import named_lists

MAX_BYTES_READ: Final = 4_096
PAGE_TYPES: Final = ("html", "xml", "text/plain")
NAMES_BY_FIRST_BYTES: Final = {
    b"%PDF-": "a PDF file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"RIFF": "a media file",
    b"PK\x03\x04": "an archive or document",
    b"\x1f\x8b": "a compressed file",
    b"\x7fELF": "a program",
    b"SQLite format": "a database",
}
NAMES_BY_TYPE: Final = {
    "application/pdf": "a PDF file",
    "image/": "an image",
    "audio/": "a sound file",
    "video/": "a video",
    "json": "JSON data",
    "application/zip": "an archive",
    "text/csv": "a CSV table",
    "javascript": "a script",
    "text/css": "a style sheet",
    "rss+xml": "a feed",
    "atom+xml": "a feed",
}


def describe_other_content(page: Page) -> str:
    """Describe what a page is when it is no web page; return '' if it may be one."""
    start = page.body[:MAX_BYTES_READ].lstrip()
    if not start:
        return "empty"
    for sign, name in NAMES_BY_FIRST_BYTES.items():
        if start.startswith(sign):
            return name
    stated = page.header("content-type").partition(";")[0].strip().casefold()
    if _lists_records(page, stated) or is_described_in_yaml(page.body):
        return ""
    for part, name in NAMES_BY_TYPE.items():
        if part in stated and b"<form" not in page.body:
            return name
    if start[:1] in (b"{", b"[") and b"<" not in start:
        return "JSON data"
    if stated and not any(kind in stated for kind in PAGE_TYPES) and b"<" not in start:
        return f"a file of the type {stated[:60]}"
    return ""


def _lists_records(page: Page, stated: str) -> bool:
    """Tell whether JSON holds a list of objects, which is read like a page, or names lists."""
    text = page.body.decode(errors="replace")
    return is_json(text, stated) and ("<tr>" in json_to_html(text) or bool(named_lists(page)))
