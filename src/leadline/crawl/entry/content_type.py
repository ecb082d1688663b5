"""Tells a web page from what else an address may lead to: a PDF, an image, data.

>>> from leadline.model import Page, Request
>>> asked = Request("GET", "http://h.test/a")
>>> what_else(Page(asked, asked.url, 200, (), b"%PDF-1.7 ..."))
'a PDF file'
>>> what_else(Page(asked, asked.url, 200, (("Content-Type", "text/html"),), b"<p>Hello"))
''
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.page.json_page import is_json, json_to_html

if TYPE_CHECKING:
    from leadline.model import Page

BEGINNINGS: Final = (
    (b"%PDF-", "a PDF file"), (b"\x89PNG", "an image"), (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"), (b"RIFF", "a media file"), (b"PK\x03\x04", "an archive or document"),
    (b"\x1f\x8b", "a compressed file"), (b"\x7fELF", "a program"), (b"SQLite format", "a database"),
)  # fmt: skip
KINDS: Final = (
    ("application/pdf", "a PDF file"), ("image/", "an image"), ("audio/", "a sound file"),
    ("video/", "a video"), ("json", "JSON data"), ("application/zip", "an archive"),
    ("text/csv", "a CSV table"), ("javascript", "a script"), ("text/css", "a style sheet"),
    ("rss+xml", "a feed"), ("atom+xml", "a feed"),
)  # fmt: skip
PAGES: Final = ("html", "xml", "text/plain")
LOOKED_AT: Final = 4_096


def what_else(page: Page) -> str:
    """What a page is when it is no web page, in words; '' if it may be one."""
    start = page.body[:LOOKED_AT].lstrip()
    if not start:
        return "empty"
    for sign, name in BEGINNINGS:
        if start.startswith(sign):
            return name
    stated = page.header("content-type").partition(";")[0].strip().casefold()
    if _lists_records(page, stated):
        return ""
    for part, name in KINDS:
        if part in stated and b"<form" not in page.body:
            return name
    if start[:1] in (b"{", b"[") and b"<" not in start:
        return "JSON data"
    if stated and not any(kind in stated for kind in PAGES) and b"<" not in start:
        return f"a file of the type {stated[:60]}"
    return ""


def _lists_records(page: Page, stated: str) -> bool:
    """Whether JSON holds a list of objects, which is read like a page."""
    text = page.body.decode(errors="replace")
    return is_json(text, stated) and "<tr>" in json_to_html(text)
